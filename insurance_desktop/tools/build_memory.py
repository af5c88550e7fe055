"""Makes resources/models/memory-insurance.npz from the corpus beside the checkout and `training/`. Development only.

    python -m insurance_desktop.tools.build_memory ../shared/corpus

Known questions are those that the models were fitted to (`training_pairs`): on public passages, on standard clauses,
and on our own documents that the models have read. Rebuild it whenever the embedding model changes.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.index.memory import memory_path, narrowed
from insurance_desktop.packs.loader import load_pack

from .training_documents import read_documents, read_split
from .training_pairs import read_pairs

_CHARACTERS = 600
"""A target is told by its beginning."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    options = parser.parse_args(arguments)
    pack, embedder = load_pack(), shipped_embedder()
    pairs = read_pairs(options.corpus, read_documents(read_split().learned, pack))
    vectors, scales = narrowed(embedder.questions([embedder.fitting(pair.question) for pair in pairs.pairs]))
    clauses = [embedder.fitting(each.text[:_CHARACTERS]) for each in pairs.texts]
    targets, target_scales = narrowed(embedder.passages(clauses))
    np.savez_compressed(
        memory_path(pack.name),
        questions=vectors,
        question_scales=scales,
        targets_of=np.array([pair.target for pair in pairs.pairs], dtype=np.int32),
        targets=targets,
        target_scales=target_scales,
        fingerprint=np.array(embedder.fingerprint),
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
