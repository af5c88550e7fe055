"""Calls of every tool in a seeded mix, over what a library holds: questions that nobody asked before, errors too."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.works import catalogue, works
from insurance_desktop.store.works.works import Work

from .faults import NothingToMeasure

Arguments = dict[str, Any]
Call = tuple[str, Arguments]
"""A tool's name and what it is given."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is to ask about."""

    pack: DomainPack
    works: tuple[Work, ...]
    clauses: tuple[ClauseRow, ...]

    @property
    def documents(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(each.document_id for each in self.clauses))


def shelf_of(library: Path) -> Shelf:
    """The verified clauses of a library. NothingToMeasure where it holds none."""
    with open_reader(library) as opened, opened.database.read() as connection:
        verified = catalogue.verified_documents(connection, opened.pack.name)
        named = tuple(each for each in works.all_of(connection, opened.pack.name) if each.name)
        found = clauses.of_documents(connection, [each.document_id for each in verified])
    if not found or not named:
        raise NothingToMeasure(f"nothing is verified in {library}")
    return Shelf(opened.pack, named, tuple(found))


class Mix:
    """Calls without end; the same ones for the same seed."""

    def __init__(self, shelf: Shelf, seed: int) -> None:
        self._shelf = shelf
        self._chance = random.Random(seed)
        self._street = sorted({word for group in shelf.pack.synonyms for word in group.street})
        self._signs = sorted({sign for each in shelf.clauses for sign in each.text})
        self._said = [each for each in shelf.clauses if len(each.text) >= 20]
        self._tables = [each for each in shelf.clauses if each.is_table] or list(shelf.clauses)

    def __iter__(self) -> Iterator[Call]:
        makers, weights = zip(*WEIGHTS.items(), strict=True)
        while True:
            yield self._chance.choices(makers, weights)[0](self)

    def search(self) -> Call:
        """A question with words of a clause in it: hardly one comes twice. Of a document, a product, or all."""
        scope: Arguments = self._chance.choice(
            (
                {},
                {"document_id": self._document()},
                {"product": self._work().name, "top_k": 12},
                {"context": self._question(), "detail": "full"},
                {"category": self._chance.choice(self._shelf.pack.categories).name, "max_tokens": 300},
            )
        )
        return "search_policy_clause", {"query": self._question(), **scope}

    def exclusion(self) -> Call:
        scope = self._chance.choice(({}, {"product": self._work().name, "strict_mode": False}))
        return "check_exclusion_risk", {"scenario_description": self._question(), **scope}

    def lookup(self) -> Call:
        name = self._work().name
        start = self._chance.randrange(len(name))
        typed = self._chance.choice((name, name[start:], name[: start + 1], self._words(4, 8)))
        return "lookup_product", {"product": typed}

    def clause(self) -> Call:
        clause = self._clause()
        place: Arguments = self._chance.choice(
            (
                {"clause_id": clause.clause_id},
                {"section_id": clause.section_id, "document_id": clause.document_id},
                {"section_id": clause.section_id or "1"},
            )
        )
        return "get_clause", place

    def table(self) -> Call:
        cell = self._chance.choice(({}, {"row": "1", "column": "2"}))
        return "get_table", {"clause_id": self._chance.choice(self._tables).clause_id, **cell}

    def quote(self) -> Call:
        words = self._words(10, 60)
        altered = self._chance.choice((words, words, words[:4] + words[5:], words[::-1]))
        return "verify_quote", {"quote": altered, **self._chance.choice(({}, {"document_id": self._document()}))}

    def surrender(self) -> Call:
        operation = self._chance.choice(("surrender", "reduced_paid_up"))
        return "calculate_surrender_value_logic", {"product": self._work().name, "operation": operation}

    def documents(self) -> Call:
        return "list_documents", self._chance.choice(({}, {"product": self._work().name}))

    def editions(self) -> Call:
        return "compare_editions", {"document_id": self._document(), "other_document_id": self._document()}

    def status(self) -> Call:
        return "library_status", {}

    def error(self) -> Call:
        words = self._words(4, 12)
        wrong: tuple[Call, ...] = (
            (words, {}),
            ("search_policy_clause", {"query": "", "top_k": 99}),
            ("get_clause", {"clause_id": words}),
            ("get_clause", {"clause_id": words, "section_id": "1"}),
            ("list_documents", {"product": words}),
            ("compare_editions", {"document_id": self._chance.randrange(1, 2**40), "other_document_id": 1}),
            ("verify_quote", {"quote": words, words: words}),
        )
        return self._chance.choice(wrong)

    def strange(self) -> Call:
        """What nobody means, as long as it may be: whatever is remembered of what was typed remembers this, too."""
        typed = "".join(self._chance.choices(self._signs, k=self._chance.randint(20, 1500)))
        wrong: tuple[Call, ...] = (
            ("search_policy_clause", {"query": typed}),
            ("search_policy_clause", {"query": self._question(), "product": typed[:200], "keyword": typed[-200:]}),
            ("lookup_product", {"product": typed, "company": typed[:200]}),
            ("get_clause", {"section_id": typed[:200], "product": typed[-200:]}),
            ("verify_quote", {"quote": typed, "section_id": typed[:200]}),
        )
        return self._chance.choice(wrong)

    def _question(self) -> str:
        parts = [self._chance.choice(self._street), self._words(4, 12), self._clause().section_title or ""]
        self._chance.shuffle(parts)
        return "".join(parts)

    def _words(self, shortest: int, longest: int) -> str:
        text = self._chance.choice(self._said).text
        start = self._chance.randrange(max(1, len(text) - longest))
        return text[start : start + self._chance.randint(shortest, longest)].strip() or text.strip()[:longest]

    def _clause(self) -> ClauseRow:
        return self._chance.choice(self._shelf.clauses)

    def _document(self) -> int:
        return self._clause().document_id

    def _work(self) -> Work:
        return self._chance.choice(self._shelf.works)


WEIGHTS: dict[Callable[[Mix], Call], float] = {
    Mix.search: 11.5,
    Mix.exclusion: 0.5,
    Mix.lookup: 14,
    Mix.clause: 23,
    Mix.table: 10,
    Mix.quote: 14,
    Mix.surrender: 5,
    Mix.documents: 7,
    Mix.editions: 3,
    Mix.status: 5,
    Mix.error: 5,
    Mix.strange: 2,
}
"""In how many of a hundred calls each is asked."""
