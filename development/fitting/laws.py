"""Writes resources/models/laws-<pack>.npz, the vectors of the articles that come with a pack, of the model that ships.

python -m development.fitting.laws
"""

import numpy as np

from insurance_desktop import paths
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.index.law_vectors import STEPS, hash_of, laws_name
from insurance_desktop.packs.law_texts import packs_with_laws
from insurance_desktop.services.search.law_shelf import searched_texts, shipped_articles

from .array_files import write_arrays


def main() -> None:
    embedder = shipped_embedder()
    for pack in packs_with_laws():
        texts = searched_texts(shipped_articles(pack))
        vectors = embedder.passages([embedder.fitting(text) for text in texts])
        rows = np.rint(vectors / np.abs(vectors).max(axis=1, keepdims=True) * STEPS).astype(np.int8)
        arrays = {
            "rows": rows,
            "fingerprint": np.array(embedder.fingerprint),
            "texts": np.array(hash_of(texts)),
        }
        write_arrays(paths.model_folder() / laws_name(pack), arrays)


if __name__ == "__main__":
    main()
