"""The verified sections of conventions and codes by their places, and the pointers between them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from insurance_desktop.convert.clauses.pointers import candidates
from insurance_desktop.convert.headings import read_heading
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.regulation_rules import Instrument
from insurance_desktop.domain.regulations import RegulationLink, RegulationReference, Relation
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .citing import Place, cited, instrument_in, place_printed, place_said
from .commentaries import Cited, Commentary, cited_above, cited_in, commentary_on
from .paragraphs import paragraphs_of

_BEFORE = 40
"""So many signs before a pointer the words stand that say what it does."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A section of an instrument with its place: its parts in the library, in order, then its tables once more.

    `forms` are the headings that its place is told by, as printed.
    """

    rows: tuple[ClauseRow, ...]
    instrument: Instrument
    place: Place
    id: str
    forms: tuple[str, ...]

    @property
    def row(self) -> ClauseRow:
        return self.rows[0]

    @property
    def link(self) -> RegulationLink:
        return RegulationLink(self.id, self.row.section_title, self.row.clause_id, self.row.document_id)

    @property
    def parts(self) -> tuple[ClauseRow, ...]:
        """The rows that hold the section's text, each sign once: its tables stand in the text already."""
        return tuple(row for row in self.rows if not row.is_table) or self.rows

    @property
    def text(self) -> str:
        return self._between.join(row.text for row in self.parts)

    def spans(self) -> Iterator[tuple[ClauseRow, int, int]]:
        """Each part with its place in the text."""
        at = 0
        for row in self.parts:
            yield row, at, at + len(row.text)
            at += len(row.text) + len(self._between)

    @property
    def _between(self) -> str:
        """Parts of a text are slices of it; tables have an end of their own."""
        return "\n" if self.row.is_table else ""


class Book:
    """The verified sections of all instruments in some documents."""

    def __init__(self, connection: Connection, pack: DomainPack, inside: Sequence[int]) -> None:
        self.connection = connection
        self.pack = pack
        held = {each: found for each in inside if (found := documents.get(connection, each))}
        names = {each: found.product_name or "" for each, found in held.items()}
        self.editions = {each: found.edition or "" for each, found in held.items()}
        about = {each: commentary_on(name, pack.regulations) for each, name in names.items()}
        self.commentaries = {each: found for each, found in about.items() if found is not None}
        own = dict.fromkeys(each.instrument for each in self.commentaries.values())
        self.rules = replace(pack.regulations, instruments=(*pack.regulations.instruments, *own))
        named = {each: instrument_in(name, self.rules)[0] for each, name in names.items()}
        self.instruments = {each: found for each, found in named.items() if found is not None}
        self.printed = tuple(self.sections(clauses.of_documents(connection, list(self.instruments))))
        self.by_section = {(each.row.document_id, each.row.section_id): each for each in self.printed}

    def sections(self, rows: Sequence[ClauseRow]) -> Iterator[Printed]:
        for parts in _printed_together(rows):
            headings = [read_heading(crumb, self.pack) for crumb in parts[0].breadcrumb]
            numbers = [each.number if each else "" for each in headings]
            instrument = self.instruments[parts[0].document_id]
            place = place_printed(numbers, instrument, self.rules)
            if place is not None:
                forms = tuple(" ".join(number.split()) for number in numbers if number)
                yield Printed(parts, instrument, place, cited(place, instrument, self.rules), forms)

    def meant(self, reference: str, unnamed: Instrument | None = None) -> list[tuple[Printed, Place]]:
        """The sections that a citation may mean, each with the place that it says: those of the instrument that it
        names, where it names none of the `unnamed` one or of all. Of several that hold it, one in the other, the
        narrowest."""
        found: list[tuple[Printed, Place]] = []
        for instrument, said in self.said(reference, unnamed):
            holding = [each for each in self.printed if each.instrument == instrument and _holds(each.place, said)]
            deepest = max((len(each.place.key) for each in holding), default=0)
            found += [(each, said) for each in holding if len(each.place.key) == deepest]
        return found

    def partly(self, reference: str) -> list[Printed]:
        """The sections with all the units that a citation names, where it leaves out those around them."""
        found: list[Printed] = []
        for instrument, said in self.said(reference):
            units = set(Place(said.units).key)
            found += [
                each
                for each in self.printed
                if each.instrument == instrument and units and units <= set(each.place.key) and not each.place.steps
            ]
        return [each for each in found if len(each.place.units) <= 1 + min(len(one.place.units) for one in found)]

    def said(self, reference: str, unnamed: Instrument | None = None) -> Iterator[tuple[Instrument, Place]]:
        """The places that a citation says: in the instrument that it names, else in the `unnamed` one, else in each of
        the library's, commentaries left out."""
        named, rest = instrument_in(reference, self.rules)
        only = named or unnamed
        held = (each for document, each in self.instruments.items() if document not in self.commentaries)
        for instrument in (only,) if only else dict.fromkeys(held):
            place = place_said(rest, instrument, self.rules)
            if place is not None:
                yield instrument, place

    @cached_property
    def pointers(self) -> dict[int, tuple[clauses.ReferenceRow, ...]]:
        return clauses.references_of(self.connection, [row.row for each in self.printed for row in each.rows])

    @cached_property
    def by_clause(self) -> dict[str, Printed]:
        return {row.clause_id: each for each in self.printed for row in each.rows}

    def references(self, printed: Printed) -> tuple[RegulationReference, ...]:
        """The pointers that a section prints: first what a commentary is about, those out of its document last. What
        leads nowhere keeps its words."""
        subjects = tuple(self.subjects(printed))
        told = {each.to for each in subjects}
        others = (each for each in (*self.inside(printed), *self.outside(printed)) if each.to not in told)
        return tuple(dict.fromkeys((*subjects, *others)))

    def subjects(self, printed: Printed) -> Iterator[RegulationReference]:
        """The regulations that a section of a commentary is about: those that its heading names, else those that open
        its text, else those of the nearest heading above that names any."""
        commentary = self.commentaries.get(printed.row.document_id)
        if commentary is None:
            return
        crumbs = printed.row.breadcrumb
        for depth in range(len(crumbs), 0, -1):
            found = self.led(cited_above(crumbs[:depth], self.pack), commentary)
            if not found and depth == len(crumbs):
                found = self.led(self.opening(printed), commentary)
            if found:
                yield from (RegulationReference(commentary.relation, each.id, True, anchor) for anchor, each in found)
                return

    def opening(self, printed: Printed) -> Iterator[Cited]:
        """The pointers that a section's text opens with, in brackets or not."""
        line = printed.text.split("\n", 1)[0]
        for each in cited_in(line, self.pack):
            if not any(sign.isalnum() for sign in line[: each.start]):
                yield each

    def led(self, said: Iterable[Cited], commentary: Commentary) -> list[tuple[str, Printed]]:
        """Where pointers of a commentary lead, each with its words; those that lead nowhere are left out. In one about
        several instruments a pointer must name its own."""
        told = [each for each in said if commentary.about or instrument_in(each.reference, self.rules)[0]]
        meant = [(each.anchor, self.meant(each.reference, commentary.about)) for each in told]
        return [(anchor, found[0][0]) for anchor, found in meant if len(found) == 1 and self.is_held(*found[0], "")]

    def inside(self, printed: Printed) -> Iterator[RegulationReference]:
        """The pointers that name no other instrument. The regulations that a commentary speaks of are never its own."""
        commentary = self.commentaries.get(printed.row.document_id)
        for row in printed.rows:
            at = 0
            for pointer in self.pointers.get(row.row, ()):
                target = self.by_clause.get(pointer.target_clause_id or "")
                if commentary is not None and pointer.anchor[:1].isalpha():
                    led = self.led((Cited(pointer.anchor, pointer.anchor, 0),), commentary)
                    target = led[0][1] if led else None
                place = row.text.find(pointer.anchor, at)
                at = max(place, at)
                yield self.reference(row.text[:at] if place >= 0 else "", pointer.anchor, target)

    def outside(self, printed: Printed) -> Iterator[RegulationReference]:
        """The pointers that name another instrument: one of the library's is looked up as a person's citation is."""
        for line in printed.text.split("\n"):
            for found in candidates(line, self.pack):
                if found.pointers:
                    continue
                anchor = line[found.start : found.end]
                named = instrument_in(anchor, self.rules)[0] is not None
                meant = self.meant(anchor) if named else []
                is_held = len(meant) == 1 and self.is_held(*meant[0], line[found.end :])
                yield self.reference(line[: found.start], anchor, meant[0][0] if is_held else None)

    def is_held(self, printed: Printed, said: Place, after: str) -> bool:
        """Whether a pointer with these words behind it means the text that the library holds: another edition may have
        another regulation under the number. A paragraph that it names must be there."""
        steps = tuple(step.casefold() for step in said.steps[len(printed.place.steps) :])
        known = {tuple(step.casefold() for step in each.steps) for each in paragraphs_of(printed.text)} if steps else ()
        if steps and steps not in known:
            return False
        years, edition = printed.instrument.years, self.editions[printed.row.document_id]
        year = re.match(self.rules.year_form, after)
        if years and year and year["year"] not in (*years, edition):
            return False
        is_amended = bool(edition) and edition not in years
        return is_amended or not years or re.match(self.rules.amended_form, after) is None

    def reference(self, before: str, anchor: str, target: Printed | None) -> RegulationReference:
        return RegulationReference(
            self.relation(before[-_BEFORE:]), target.id if target else anchor, target is not None, anchor
        )

    def relation(self, before: str) -> Relation:
        """What the words before a pointer say that it does."""
        for words, relation in (
            (self.rules.amending_words, Relation.AMENDS),
            (self.rules.interpreting_words, Relation.INTERPRETS),
        ):
            said = "|".join(map(re.escape, words)) or "(?!)"
            if re.search(rf"(?<![a-z])(?:{said})\W+(?:\w+\W+){{0,2}}$", before.casefold()):
                return relation
        return Relation.REFERENCES


def _printed_together(rows: Sequence[ClauseRow]) -> Iterator[tuple[ClauseRow, ...]]:
    """The rows of each section. One that is printed again under the same number is another one: whose text it is
    nobody can say by the number alone."""
    together: list[ClauseRow] = []
    for row in rows:
        if together and not _goes_on(together[-1], row):
            yield tuple(together)
            together = []
        together.append(row)
    if together:
        yield tuple(together)


def _goes_on(last: ClauseRow, row: ClauseRow) -> bool:
    """Whether a row is of the same section as the one before it: behind its tables none of its text stands."""
    is_next = (last.document_id, last.chunk_index + 1) == (row.document_id, row.chunk_index)
    is_same = (last.section_id, last.breadcrumb) == (row.section_id, row.breadcrumb)
    return is_next and is_same and (row.is_table or not last.is_table)


def _holds(place: Place, said: Place) -> bool:
    """Whether the section at a place is the one that is said, or one that paragraphs of it are said of."""
    return said.key[: len(place.key)] == place.key and len(place.units) == len(said.units)
