"""Makes resources/models/memory-insurance.npz from the corpus beside the checkout. Development only.

    python -m insurance_desktop.tools.build_memory ../shared/corpus

Known questions are those on the 795 public passages and on the 322 standard clauses; target numbers are passage ids,
then topics. Rebuild it whenever the embedding model changes; `golden_dev.jsonl` is never read.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.index.memory import memory_path, narrowed

SOURCES = ("passages.jsonl", "topics.jsonl", "train_questions.jsonl")
_CHARACTERS = 600
"""A target is told by its beginning."""


def read(corpus: Path, name: str) -> list[dict[str, Any]]:
    lines = (corpus / "qa" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    options = parser.parse_args(arguments)
    passages, topics, questions = (read(options.corpus, name) for name in SOURCES)
    embedder = shipped_embedder()
    asked = [(each["question"], each["passage_id"]) for each in questions]
    for number, topic in enumerate(topics, start=len(passages)):
        asked += [(text, number) for text in (*topic["questions"], *topic["street"])]
    clauses = [embedder.fitting(each["text"][:_CHARACTERS]) for each in passages]
    titles = ["\u3001".join(topic["titles"])[:_CHARACTERS] for topic in topics]
    vectors, scales = narrowed(embedder.questions([text for text, _ in asked]))
    targets, target_scales = narrowed(embedder.passages([*clauses, *titles]))
    np.savez_compressed(
        memory_path("insurance"),
        questions=vectors,
        question_scales=scales,
        targets_of=np.array([target for _, target in asked], dtype=np.int32),
        targets=targets,
        target_scales=target_scales,
        fingerprint=np.array(embedder.fingerprint),
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
