"""The documents with questions in `development/training/`: our own clause texts, made to fit and to measure on.

`documents/NAME.md` holds the clauses as the converter writes them, `documents/NAME.jsonl` what is asked of them in the
form of a golden set, `split.toml` which documents the embedding learns from and which the ranking is fitted on.
"""

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from insurance_desktop.convert.clauses.clauses import read_clauses
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.identity import text_sha256
from insurance_desktop.domain.pack import DomainPack

BASIC, COMPARISON, EXCLUSION, NONE = "basic", "comparison", "exclusion", "none"
FOLDER = Path(__file__).parent
_BOLD = "**"
"""How a written document marks what a printed one sets in bold; the converter keeps that beside the text."""


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """A question with the sections that answer it: all of `sections` are needed, `also` are right as well."""

    tier: str
    question: str
    sections: tuple[str, ...]
    items: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    style: str
    note: str


@dataclass(frozen=True, slots=True)
class TrainingDocument:
    name: str
    path: Path
    clauses: tuple[Clause, ...]
    questions: tuple[TrainingQuestion, ...]
    sha256: str
    """Over the Markdown and the questions."""


@dataclass(frozen=True, slots=True)
class Split:
    """Which documents serve what: the ranking's serve nothing but fits."""

    embedding: tuple[str, ...]
    """What the embedding and the question memory know: such documents would promise too much to any fit."""
    ranking: tuple[str, ...]
    newest: tuple[str, ...] = ()
    """Known to neither; the grounds of exclusions are taught by them, and the reranker's next stage may be."""

    @property
    def reread(self) -> tuple[str, ...]:
        """What the reranker, and what tells the ground of an exclusion, learn from."""
        return self.embedding + self.newest


def read_split(folder: Path = FOLDER) -> Split:
    table = tomllib.loads((folder / "split.toml").read_text(encoding="utf-8"))
    split = Split(*(tuple(table.get(name, ())) for name in ("embedding", "ranking", "newest")))
    names = Counter((*split.reread, *split.ranking))
    both = sorted(name for name, count in names.items() if count > 1)
    if both:
        raise ValueError(f"documents on both sides of the split: {both}")
    return split


def read_documents(names: Sequence[str], pack: DomainPack, folder: Path = FOLDER) -> Iterator[TrainingDocument]:
    for name in names:
        path = folder / "documents" / f"{name}.md"
        markdown, questions = _read(path)
        lines = [line for line in questions.decode("utf-8").splitlines() if line.strip()]
        yield TrainingDocument(
            name,
            path,
            tuple(read_clauses(markdown, (), (), pack)),
            tuple(_question(line) for line in lines),
            _sha256(markdown, questions),
        )


def document_digests(names: Sequence[str], folder: Path = FOLDER) -> dict[str, str]:
    """The sha256 of these documents by name, as `read_documents` tells it."""
    return {name: _sha256(*_read(folder / "documents" / f"{name}.md")) for name in names}


def data_sha256(sources: Mapping[str, str]) -> str:
    """One number over all that a fit has read: the digests and names of its sources, in the order of the names."""
    return text_sha256("".join(f"{digest}  {name}\n" for name, digest in sorted(sources.items())))


def _read(path: Path) -> tuple[str, bytes]:
    return read_markdown(path), path.with_suffix(".jsonl").read_bytes()


def _sha256(markdown: str, questions: bytes) -> str:
    return hashlib.sha256(markdown.encode() + questions).hexdigest()


def read_markdown(path: Path) -> str:
    """The text of a hand-written document as the converter would give it: bold type is no part of it."""
    return path.read_text(encoding="utf-8").replace(_BOLD, "")


def _question(line: str) -> TrainingQuestion:
    told = json.loads(line)
    return TrainingQuestion(
        told["tier"],
        told["question"],
        tuple(told["expected_section_ids"]),
        tuple((section, mark) for section, mark in told.get("expected_items", ())),
        tuple(told.get("also_accept", ())),
        told.get("style", ""),
        told.get("note", ""),
    )
