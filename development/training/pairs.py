"""What the embedding is fitted to: questions with the texts that answer them.

Public: `train_questions.jsonl`, `clause_qa.jsonl` and `topics.jsonl` of the corpus beside the checkout. Our own: the
documents with questions in this folder. Every text says in which document it stands, so that its neighbours can serve
as negatives. `golden_dev.jsonl` is never read.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from insurance_desktop.domain.conversion import Clause

from .own_documents import TrainingDocument, TrainingQuestion

PUBLIC = ("passages.jsonl", "train_questions.jsonl", "clause_qa.jsonl", "topics.jsonl")
_PUBLIC_DOCUMENT = -1


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be found. `document` is a number shared by the texts of one of our documents, -1 elsewhere.

    `clause` names the clause of the document that the text is, or of which it is an `item`.
    """

    text: str
    document: int = _PUBLIC_DOCUMENT
    clause: str = ""
    item: bool = False

    @property
    def is_public(self) -> bool:
        return self.document == _PUBLIC_DOCUMENT


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and the place of its text in `Pairs.texts`; `also` are texts that answer it as well."""

    question: str
    target: int
    also: tuple[int, ...] = ()


@dataclass
class Pairs:
    """Texts and the questions on them, with the sha256 of every file they came from."""

    texts: list[Text] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)

    def add_text(self, text: str, document: int = _PUBLIC_DOCUMENT, clause: str = "", *, item: bool = False) -> int:
        self.texts.append(Text(text.strip(), document, clause, item))
        return len(self.texts) - 1

    @property
    def in_documents(self) -> list[Pair]:
        return [pair for pair in self.pairs if not self.texts[pair.target].is_public]

    @property
    def public(self) -> list[Pair]:
        return [pair for pair in self.pairs if self.texts[pair.target].is_public]


def read_pairs(corpus: Path, documents: Iterable[TrainingDocument]) -> Pairs:
    """The public pairs of the corpus and those of our documents."""
    pairs = Pairs()
    _read_public(pairs, corpus)
    _read_topics(pairs, corpus)
    for number, document in enumerate(documents):
        pairs.sources[document.name] = document.sha256
        _add_document(pairs, document, number)
    return pairs


def _lines(pairs: Pairs, path: Path) -> list[dict[str, Any]]:
    content = path.read_bytes()
    pairs.sources[path.name] = hashlib.sha256(content).hexdigest()
    return [json.loads(line) for line in content.decode("utf-8").splitlines() if line.strip()]


def _read_public(pairs: Pairs, corpus: Path) -> None:
    passages = _lines(pairs, corpus / "qa" / PUBLIC[0])
    place = {each["passage_id"]: pairs.add_text(each["text"]) for each in passages}
    by_text = {pairs.texts[number].text: number for number in place.values()}
    for each in _lines(pairs, corpus / "qa" / PUBLIC[1]):
        pairs.pairs.append(Pair(each["question"], place[each["passage_id"]]))
    for each in _lines(pairs, corpus / "qa" / PUBLIC[2]):
        target = by_text.get(each["passage"].strip())
        if target is not None:
            pairs.pairs.append(Pair(each["question"], target))


def _read_topics(pairs: Pairs, corpus: Path) -> None:
    """A topic's questions and street phrases ask for its titles, as insurers print them over the clause."""
    for topic in _lines(pairs, corpus / "qa" / PUBLIC[3]):
        places = tuple(pairs.add_text(title) for title in topic["titles"])
        for turn, question in enumerate((*topic["questions"], *topic["street"])):
            pairs.pairs.append(Pair(question, places[turn % len(places)], places))


def _add_document(pairs: Pairs, document: TrainingDocument, number: int) -> None:
    place = {
        clause.section_id: pairs.add_text(_spoken(clause), number, clause.section_id)
        for clause in document.clauses
        if clause.text.strip()
    }
    items = {
        (clause.section_id, mark): pairs.add_text(
            f"{' / '.join(_headings(clause))}\n{text}", number, clause.section_id, item=True
        )
        for clause in document.clauses
        for mark, text in _items(clause)
    }
    for asked in document.questions:
        pairs.pairs += _document_pairs(asked, place, items)


def _document_pairs(
    asked: TrainingQuestion, place: dict[str, int], items: dict[tuple[str, str], int]
) -> Iterator[Pair]:
    """A pair for every clause that is needed, and for every item that is named."""
    expected = [place[each] for each in asked.sections if each in place]
    accepted = [place[each] for each in asked.also if each in place]
    named = [items[each] for each in asked.items if each in items]
    right = (*expected, *accepted, *named)
    for target in (*named, *expected):
        yield Pair(asked.question, target, right)


def _items(clause: Clause) -> Sequence[tuple[str, str]]:
    """The items of a list that is long enough for its members to be looked for one by one."""
    return [(item.mark, item.text) for item in clause.items] if len(clause.items) > 2 else ()


def _headings(clause: Clause) -> list[str]:
    return [
        title for title in (*clause.breadcrumb[:-1], f"{clause.section_id} {clause.section_title}".strip()) if title
    ]


def _spoken(clause: Clause) -> str:
    """The clause as the index reads it: its headings, then its text."""
    return f"{' / '.join(_headings(clause))}\n{clause.text}"
