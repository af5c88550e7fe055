"""Makes resources/models/memory-insurance.npz from a corpus and `development/training/`.

    python -m development.fitting.memory CORPUS

Known questions are those that the embedding was fitted to (`training.pairs`): on public passages, on standard clauses,
and on our own documents; of each text those that differ most. Rebuild it whenever the embedding model changes.
"""

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from development.training.own_documents import read_documents, read_split
from development.training.pairs import Text, read_pairs
from insurance_desktop.index.embedding import Vectors, shipped_embedder
from insurance_desktop.index.memory import memory_path, widened
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from .array_files import write_arrays
from .row_coding import arrays_of, coded

_WIDTH = 0.075
"""Steps of the coding, 1.1 bits a number. Beside exact vectors, 510 questions of left-out documents had the same first
clause in 97.7 % (99.2 % at 0.05, half as much again in the file), none of the ranking's figures beyond its interval."""

_SAMPLE = 1000
"""Questions that tell what coding does to a cosine."""

_CHARACTERS = 600
"""A target is told by its beginning."""

MOST_OWN, MOST_PUBLIC = 12, 2
"""So many questions are known of a clause of our documents and of a public text: the memory of a search is bounded."""


def _most(text: Text) -> int:
    return MOST_PUBLIC if text.is_public else MOST_OWN


def most_different(vectors: Vectors, count: int) -> list[int]:
    """`count` rows, the first and then always the one that is least like those before it."""
    chosen = [0]
    alike = vectors @ vectors[0]
    while len(chosen) < min(count, len(vectors)):
        chosen.append(int(np.argmin(alike)))
        alike = np.maximum(alike, vectors @ vectors[chosen[-1]])
    return chosen


def write_memory(path: Path, vectors: Vectors, asked: Sequence[int], fingerprint: str) -> None:
    """`vectors` are the questions, target by target, and then the targets; `asked` says how many ask for each."""
    rows = coded(vectors, _WIDTH)
    decoded = rows.decoded()
    write_arrays(
        path,
        {
            **arrays_of(rows),
            "asked": np.array(asked, dtype=np.uint8),
            "fidelity": np.array(fidelity(vectors[: sum(asked)], widened(decoded[: sum(asked)]))),
            "sha256": np.array(hashlib.sha256(decoded.tobytes()).hexdigest()),
            "fingerprint": np.array(fingerprint),
        },
    )


def fidelity(vectors: Vectors, coded_vectors: Vectors) -> float:
    """What is left of a cosine with the nearest other one where that is coded, on average."""
    before = after = 0.0
    for row in range(0, len(vectors), max(1, len(vectors) // _SAMPLE)):
        alike = vectors @ vectors[row]
        alike[row] = -1.0
        nearest = int(alike.argmax())
        before += float(alike[nearest])
        after += float(coded_vectors[nearest] @ vectors[row])
    return after / before


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    options = parser.parse_args(arguments)
    pack, embedder = load_pack(default_pack()), shipped_embedder()
    pairs = read_pairs(options.corpus, read_documents(read_split().embedding, pack))
    asked = embedder.questions([embedder.fitting(pair.question) for pair in pairs.pairs])
    of_target: dict[int, list[int]] = {}
    for row, pair in enumerate(pairs.pairs):
        of_target.setdefault(pair.target, []).append(row)
    kept = {
        target: [rows[place] for place in most_different(asked[rows], _most(pairs.texts[target]))]
        for target, rows in of_target.items()
    }
    rows = [row for of_one in kept.values() for row in of_one]
    clauses = [embedder.fitting(pairs.texts[target].text[:_CHARACTERS]) for target in kept]
    vectors = np.concatenate([asked[rows], embedder.passages(clauses)])
    write_memory(memory_path(pack.name), vectors, [len(of_one) for of_one in kept.values()], embedder.fingerprint)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
