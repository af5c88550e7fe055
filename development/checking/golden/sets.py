"""The question sets of this folder: `evaluate`'s form, with what only a talk with a client can be asked."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insurance_desktop.domain.evaluation import GoldenQuestion
from insurance_desktop.services.evaluation.golden_sets import read_golden

HERE = Path(__file__).resolve().parent
FOLLOW_UP = "followup"


@dataclass(frozen=True, slots=True)
class OtherSide:
    """What the second product of a question must answer: one of these sections of that file."""

    file: str
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A golden question with the set that it stands in (`insurer`).

    `context` is the question that a follow-up follows, `with_context` what is right once it is known.
    """

    golden: GoldenQuestion
    insurer: str
    context: str | None = None
    with_context: tuple[str, ...] = ()
    other: OtherSide | None = None

    @property
    def is_follow_up(self) -> bool:
        return self.golden.style == FOLLOW_UP

    @property
    def files(self) -> tuple[str, ...]:
        named = (self.golden.file, None if self.other is None else self.other.file)
        return tuple(each for each in named if each is not None)


def own_sets() -> list[Path]:
    return sorted(HERE.glob("*.jsonl"))


def roles() -> Mapping[str, Sequence[str]]:
    """Which insurers' sets serve what."""
    return tomllib.loads((HERE / "split.toml").read_text(encoding="utf-8"))


def read_questions(paths: Sequence[Path]) -> list[Question]:
    return [question for path in paths for question in _read(path)]


def _read(path: Path) -> Iterator[Question]:
    lines = path.read_text(encoding="utf-8").split("\n")
    for golden in read_golden(path).questions:
        told: dict[str, Any] = json.loads(lines[golden.line - 1])
        yield Question(
            golden,
            path.stem,
            context=told.get("context"),
            with_context=tuple(told.get("expected_with_context", ())),
            other=_other(told.get("other")),
        )


def _other(told: Mapping[str, Any] | None) -> OtherSide | None:
    if told is None:
        return None
    return OtherSide(told["file"], (*told["expected_section_ids"], *told.get("also_accept", ())))
