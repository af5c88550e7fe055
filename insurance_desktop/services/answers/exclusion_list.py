"""All that a product refuses, passage by passage: what its lists of exclusions name, and what hides elsewhere.

Elsewhere means the refusals and limits that the converter's finder tells by section, typography and wording, and the
single cases of the definitions that an exclusion leans on.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from insurance_desktop.convert.clauses.exclusion_finder import propose_exclusions
from insurance_desktop.convert.clauses.glossary import define_terms
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.conversion import DefinedTerm, Item, ProposedExclusion
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ProposalReason
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.matching import CASE, LIMIT, LISTED, REFUSAL
from insurance_desktop.index.sentences import sentences
from insurance_desktop.services.library.clause_texts import clauses_of
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow, ReferenceRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import versions
from insurance_desktop.store.works import documents

from .exclusion_exceptions import Exceptions
from .exclusion_units import Unit
from .item_lists import COLONS, STOPS, ItemPlace, last_words, places_of


def listed_units(connection: Connection, pack: DomainPack, rows: Sequence[ClauseRow]) -> list[Unit]:
    """The exclusions that these clauses list, and the sentences of others that refuse."""
    reading = _Reading(connection, pack, rows, {})
    return reading.whole([unit for row in rows for unit in reading.listed(row)])


def all_units(connection: Connection, pack: DomainPack, document_ids: Sequence[int]) -> list[Unit]:
    """Every exclusion of these documents, in reading order, definitions' cases last."""
    units: list[Unit] = []
    for document_id in document_ids:
        rows = [row for row in clauses.of_documents(connection, [document_id]) if not pack.is_guide(row.section_id)]
        proposed, terms = _told(connection, pack, document_id)
        reading = _Reading(connection, pack, rows, terms)
        found = [unit for row in rows for unit in reading.units(row, proposed.get(normalised(row.section_id), ()))]
        units += reading.whole(found)
    return units


def _told(
    connection: Connection, pack: DomainPack, document_id: int
) -> tuple[dict[str, list[ProposedExclusion]], dict[str, list[DefinedTerm]]]:
    """What the converter's finder proposes in a document, and the definitions it is read with, by section."""
    document = documents.get(connection, document_id)
    version = None if document is None else versions.get(connection, document.version_id or 0)
    if version is None:
        return {}, {}
    read = clauses_of(connection, pack, version)
    references = read_references(read, version.markdown, version.source_map, pack)
    proposed: dict[str, list[ProposedExclusion]] = {}
    for each in propose_exclusions(read, references, version.markdown, version.source_map, pack):
        proposed.setdefault(normalised(each.section_id), []).append(each)
    terms: dict[str, list[DefinedTerm]] = {}
    for term in define_terms(read, references, pack):
        terms.setdefault(normalised(term.source), []).append(term)
    return proposed, terms


class _Reading:
    """Reads clauses of the library into units; what they point at is looked up once."""

    def __init__(
        self,
        connection: Connection,
        pack: DomainPack,
        rows: Sequence[ClauseRow],
        terms: Mapping[str, Sequence[DefinedTerm]],
    ) -> None:
        self.pack = pack
        self.connection = connection
        self.rows = rows
        self.items: dict[int, Sequence[Item]] = {}
        self.altered: set[int] = set()
        self.references: dict[int, Sequence[ReferenceRow]] = {}
        self.terms = terms
        self.by_section = {normalised(row.section_id): row for row in reversed(rows)}
        self.targets = {row.clause_id: row for row in rows}
        self.lists: dict[int, Sequence[ItemPlace]] = {}
        self._look_up(rows)
        self.refusing = [re.compile(phrase) for phrase in pack.exclusion_phrases]

    def _look_up(self, rows: Iterable[ClauseRow]) -> None:
        """The items and references of clauses that were not looked up yet, and what the references point at."""
        new = [row for row in rows if row.row not in self.items]
        keys = [row.row for row in new]
        self.items |= clauses.items_of(self.connection, keys)
        altered = [row for row in new if row.row not in self.items]
        self.items |= {row.row: clauses.items_in_words(self.connection, row) for row in altered}
        self.altered |= {row.row for row in altered}
        self.references |= clauses.references_of(self.connection, keys)
        wanted = {each.target_clause_id for key in keys for each in self.references.get(key, ())}
        for clause_id in sorted(each for each in wanted if each and each not in self.targets):
            row = clauses.by_clause_id(self.connection, clause_id)
            if row is not None:
                self.targets[clause_id] = row

    def places(self, row: ClauseRow) -> Sequence[ItemPlace]:
        """The items of a clause with what leads into them."""
        if row.row not in self.lists:
            self.lists[row.row] = places_of(row.text, self.items.get(row.row, ()), self._above(row))
        return self.lists[row.row]

    def _above(self, row: ClauseRow) -> str:
        """What the heading that a clause stands under says before it, where that opens a list."""
        parent = self.by_section.get(normalised(row.parent_section or ""))
        words = "" if parent is None else last_words(parent.text)
        return words if words.endswith(COLONS) else ""

    def whole(self, units: Sequence[Unit]) -> list[Unit]:
        """These with the cases of their definitions, each with what takes it back."""
        every = [*units, *self.cases(units)]
        exceptions = Exceptions(self.pack, self.rows, self.items, self.references, self.targets)
        return [replace(unit, exceptions=exceptions.of(unit)) for unit in every]

    def units(self, row: ClauseRow, proposed: Sequence[ProposedExclusion]) -> Iterator[Unit]:
        if is_about_exclusions(self.pack, row):
            yield from self.listed(row)
        else:
            seen: set[tuple[str, str]] = set()
            for each in proposed:
                for unit in self._proposed(row, each):
                    key = ("" if unit.item is None else unit.item.mark, unit.text)
                    if key not in seen:
                        seen.add(key)
                        yield unit

    def listed(self, row: ClauseRow) -> Iterator[Unit]:
        """All items of a clause about exclusions, or its lines; of another clause the sentences that refuse."""
        items = self.places(row)
        if not is_about_exclusions(self.pack, row):
            for sentence in sentences(row.text):
                if any(phrase.search(sentence) for phrase in self.refusing):
                    yield self._unit(row, _item_with(row.text, items, sentence), sentence, REFUSAL)
        elif items:
            for place in items:
                yield self._unit(row, place, place.item.text, LISTED)
        elif row.row not in self.altered:  # what would be read line by line is a list whose items are withheld
            lead_in, lines = _lines(row)
            for line in lines:
                yield replace(self._unit(row, None, line, LISTED), lead_in=lead_in or self._above(row))

    def _proposed(self, row: ClauseRow, each: ProposedExclusion) -> Iterator[Unit]:
        """A passage that was found elsewhere: its items where it is a list, else the passage."""
        kind = REFUSAL if each.reason is ProposalReason.REFUSAL else LIMIT
        items = self.places(row)
        said = normalised(each.text)
        inside = [place for place in items if normalised(place.item.mark + place.item.text) in said]
        if inside and "\n" in each.text.strip():
            for place in inside:
                yield self._unit(row, place, place.item.text, kind)
            return
        text = _verbatim(row.text, each.text)
        if text:
            yield self._unit(row, _item_with(row.text, items, text), text, kind)

    def _unit(self, row: ClauseRow, place: ItemPlace | None, text: str, kind: str) -> Unit:
        said = normalised(text)
        printed: Iterable[ReferenceRow] = self.references.get(row.row, ())
        named = [
            self.targets[each.target_clause_id]
            for each in printed
            if each.target_clause_id in self.targets
            and each.target_clause_id != row.clause_id
            and normalised(each.anchor) in said
        ]
        for term in self.terms.get(normalised(row.section_id), ()):
            entry = self.by_section.get(normalised(term.section_id))
            if entry is not None and entry is not row and normalised(term.term) in said:
                named.append(entry)
        return _placed(Unit(row, None, text, kind, tuple({each.row: each for each in named}.values())), place)

    def cases(self, units: Sequence[Unit]) -> list[Unit]:
        """The single cases of the definitions that items of lists lean on, once each, but for those told already."""
        leaned = {
            row.row: row
            for unit in units
            if unit.kind == LISTED or (unit.kind == REFUSAL and unit.item is not None)
            for row in unit.definitions
            if self._is_definition(row, unit.text)
        }
        told: dict[int, str] = {}
        for unit in units:
            told[unit.row.row] = told.get(unit.row.row, "") + unit.text + "\n"
        self._look_up(leaned.values())
        return [
            _placed(Unit(row, None, place.item.text, CASE), place)
            for row in leaned.values()
            for place in self.places(row)
            if place.item.text not in told.get(row.row, "")
        ]

    def _is_definition(self, row: ClauseRow, text: str) -> bool:
        """Whether a clause that a text leans on says what a term means: by its place, or the text uses its title."""
        return self.pack.definition_category in row.categories or _is_said(row.section_title, text)


def is_about_exclusions(pack: DomainPack, row: ClauseRow) -> bool:
    return row.categories[:1] == (pack.exclusion_category,)


def _is_said(title: str, text: str) -> bool:
    return len(title) > 1 and normalised(title) in normalised(text)


def _placed(unit: Unit, place: ItemPlace | None) -> Unit:
    """The unit as an item of its list; what stands below an item has its words, and not those above the list."""
    if place is None:
        return unit
    is_own = unit.text in place.item.mark + place.item.text or place.item.text in unit.text
    lead_in = place.lead_in if is_own and place.lead_in not in unit.text else ""
    return replace(unit, item=place.item, lead_in=lead_in, list_number=place.list_number)


def _lines(row: ClauseRow) -> tuple[str, list[str]]:
    """The lines of a list without marks and its introduction; a clause in running text is one passage without any."""
    lines = [line.strip() for line in row.text.split("\n") if line.strip()]
    if not lines:
        return "", [row.section_title] if row.section_title and _says_something(row) else []
    opened = next((place for place, line in enumerate(lines) if line.endswith(COLONS)), None)
    if opened is None or opened == len(lines) - 1:
        return "", [row.text]
    return last_words("\n".join(lines[: opened + 1])), lines[opened + 1 :]


def _says_something(row: ClauseRow) -> bool:
    """Whether a numbered line without text is an exclusion itself, and no heading over others."""
    return len(row.section_title) > len(row.section_id) + 2 and row.level > 3


def _item_with(text: str, items: Sequence[ItemPlace], passage: str) -> ItemPlace | None:
    """The item that holds a passage, or below whose line it stands.

    What follows the last item of a list is below it only where that item is a bare title: (6)治疗费.
    """
    for place in items:
        if passage in place.item.mark + place.item.text or place.item.text in passage:
            return place
    at = text.find(passage)
    above: ItemPlace | None = None
    for number, place in enumerate(items):
        line = text.find(place.item.text)
        if 0 <= line < at and (number < len(items) - 1 or not place.item.text.rstrip().endswith((*STOPS, "\uff0c"))):
            above = place
        elif 0 <= line < at:
            above = None
    return above


def _verbatim(text: str, found: str) -> str:
    """The passage as the clause's own text has it; "" where the clause was cut before it."""
    bare = found.strip()
    if bare in text:
        return bare
    first = next((line.strip() for line in bare.split("\n") if line.strip()), "")
    return first if first in text else ""
