"""What takes an exclusion back: its own words, those right below it, its definitions, and the clauses these name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from insurance_desktop.domain.answers import ExceptionClause
from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.matching import CASE, LISTED
from insurance_desktop.index.sentences import exceptions_in, sentences
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow, ReferenceRow
from insurance_desktop.store.database import Connection

from .exclusion_list import Unit


class Exceptions:
    """Finds the exceptions of exclusions; what their clauses point at is looked up once."""

    def __init__(self, connection: Connection, pack: DomainPack, units: Sequence[Unit], places: SpanPlaces) -> None:
        self.connection = connection
        self.pack = pack
        self.places = places
        rows = sorted({unit.row.row for unit in units})
        self.references: Mapping[int, Sequence[ReferenceRow]] = clauses.references_of(connection, rows)
        self.items: Mapping[int, Sequence[Item]] = clauses.items_of(connection, rows)
        self.refusing = [re.compile(each) for each in (*pack.exclusion_phrases, *pack.limit_phrases)]
        self.turned = re.compile("(?:" + "|".join(pack.turning_forms or ("(?!)",)) + r")[^\u4e00-\u9fff]*\Z")

    def of(self, unit: Unit) -> tuple[ExceptionClause, ...]:
        found: dict[tuple[str, str], ExceptionClause] = {}
        own = [(passage, unit.item) for passage in self._own(unit)]
        for passage, item in [*own, *((passage, None) for passage in self._below(unit))]:
            found[passage, unit.row.section_id] = self._told(passage, unit.row, item)
            for target in self._pointed(unit.row, passage):
                first = sentences(target.text)[0]
                found[first, target.section_id] = self._told(first, target, None)
        for row in unit.definitions:
            if self._means(row, unit):
                for passage in self._in(row.text):
                    found[passage, row.section_id] = self._told(passage, row, None)
        return tuple(found.values())

    def _in(self, text: str) -> tuple[str, ...]:
        return exceptions_in(text, self.pack.exception_forms)

    def _own(self, unit: Unit) -> Iterator[str]:
        """The passages of an exclusion that leave some of it: one that is all that it refuses takes nothing back."""
        for passage in self._in(unit.text):
            rest = unit.text.replace(passage, "")
            if unit.kind in (LISTED, CASE) or self._is_refused_above(unit):
                if any(sign.isalnum() for sign in rest):
                    yield passage
            elif self._refuses(rest):
                yield passage

    def _below(self, unit: Unit) -> Iterator[str]:
        """What stands right below the exclusion, or below the list that it is an item of, as a sentence of its own
        that takes something back; one that names items speaks of those alone."""
        items = self.items.get(unit.row.row, ()) if unit.item is not None else ()
        last = items[-1].text if items else unit.text
        if not last or last not in unit.row.text:
            return
        following = next(iter(sentences(unit.row.text.partition(last)[2])), "")
        passage = next(iter(self._in(following)), "")
        if not passage or not following.startswith(passage):
            return
        named = [each.mark for each in items if normalised(each.mark) in normalised(passage)]
        if unit.item is None or not named or unit.item.mark in named:
            yield passage

    def _is_refused_above(self, unit: Unit) -> bool:
        """Whether it is an item of a list whose first words refuse."""
        items = self.items.get(unit.row.row, ()) if unit.item is not None else ()
        return bool(items and items[0].text) and self._refuses(unit.row.text.partition(items[0].text)[0])

    def _refuses(self, text: str) -> bool:
        return any(each.search(text) for each in self.refusing)

    def _means(self, row: ClauseRow, unit: Unit) -> bool:
        """Whether a definition says what the exclusion is about. What a term leaves out that the exclusion only
        denies (not in a hospital) is refused as well, and a limit has no terms that it refuses."""
        if unit.kind not in (LISTED, CASE) and unit.item is None:
            return False
        text, term = normalised(unit.text), normalised(row.section_title)
        if term and term in text:
            return self.turned.search(text.partition(term)[0]) is None
        return self.pack.definition_category in row.categories

    def _told(self, passage: str, row: ClauseRow, item: Item | None) -> ExceptionClause:
        place = self.places.of_words(row, passage, item)
        return ExceptionClause(passage, row.section_id, place.page_number, place.page_to)

    def _pointed(self, row: ClauseRow, passage: str) -> Iterable[ClauseRow]:
        """The clauses that an exception names by number or title; one that only says what its words mean is none."""
        said = normalised(passage)
        for each in self.references.get(row.row, ()):
            if each.target_clause_id in (None, row.clause_id) or not _is_named(normalised(each.anchor), said):
                continue
            target = clauses.by_clause_id(self.connection, each.target_clause_id or "")
            if target is not None and target.text.strip() and self.pack.definition_category not in target.categories:
                yield target


def _is_named(anchor: str, said: str) -> bool:
    """Whether a pointer stands in a passage, and not as part of another number: 2.3 does not stand in 12.3.5."""
    return re.search(rf"(?<![\d.]){re.escape(anchor)}(?!\.?\d)", said) is not None
