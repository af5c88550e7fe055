"""Makes resources/models/memory-insurance.npz from a corpus and `development/training/`.

    python -m development.fitting.memory CORPUS

Known questions are those that the embedding was fitted to (`training.pairs`): on public passages, on standard clauses,
and on our own documents; of each text those that differ most. Rebuild it whenever the embedding model changes.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from development.training.own_documents import read_documents, read_split
from development.training.pairs import Text, read_pairs
from insurance_desktop.index.embedding import Vectors, shipped_embedder
from insurance_desktop.index.memory import memory_path, narrowed
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

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
    vectors, scales = narrowed(asked[[row for rows in kept.values() for row in rows]])
    clauses = [embedder.fitting(pairs.texts[target].text[:_CHARACTERS]) for target in kept]
    targets, target_scales = narrowed(embedder.passages(clauses))
    np.savez_compressed(
        memory_path(pack.name),
        questions=vectors,
        question_scales=scales,
        targets_of=np.repeat(np.arange(len(kept), dtype=np.int32), [len(rows) for rows in kept.values()]),
        targets=targets,
        target_scales=target_scales,
        fingerprint=np.array(embedder.fingerprint),
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
