"""A regulation by the way it is cited, and the pointers around it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from insurance_desktop.convert.headings import read_heading
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.regulation_rules import Instrument
from insurance_desktop.domain.regulations import (
    Regulation,
    RegulationAnswer,
    RegulationEdge,
    RegulationLink,
    RegulationReference,
    RelatedAnswer,
    Relation,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import page_of, page_start, refuse_past_end, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, scope_of
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .citing import Place, cited, instrument_in, place_printed, place_said
from .paragraphs import Paragraph, paragraphs_of

_LONGEST = 200
_MOST = 20
_MOST_SIGNS = 8_000
"""A longer text is given in several answers."""
_BEFORE = 40
"""So many signs before a pointer the words stand that say what it does."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A section of an instrument with its place. `forms` are the headings that its place is told by, as printed."""

    row: ClauseRow
    instrument: Instrument
    place: Place
    id: str
    forms: tuple[str, ...]

    @property
    def link(self) -> RegulationLink:
        return RegulationLink(self.id, self.row.section_title, self.row.clause_id, self.row.document_id)


@says_what_is_withheld
def get_regulation(engine: SearchEngine, reference: str, cursor: str | None = None) -> RegulationAnswer:
    """The regulation, or the paragraph of one, that a citation means, verbatim; never one beside it."""
    start = page_start(cursor)
    with engine.library.database.read() as connection:
        found = _found(connection, engine, reference)
        if isinstance(found, RegulationAnswer):
            return found
        text = found.text
        refuse_past_end(start, len(text))
        end = start + _MOST_SIGNS if len(text) > start + _MOST_SIGNS else None
        regulation = found.regulation(text[start:end])
        going_on = None if end is None else str(end)
        return RegulationAnswer(AnswerStatus.OK, None, regulation, truncated=end is not None, next_cursor=going_on)


@says_what_is_withheld
def related_regulations(engine: SearchEngine, reference: str, cursor: str | None = None) -> RelatedAnswer:
    """What a regulation points at, and what points at it, as they print it."""
    start = page_start(cursor)
    with engine.library.database.read() as connection:
        found = _found(connection, engine, reference)
        if isinstance(found, RegulationAnswer):
            return RelatedAnswer(found.status, found.message, candidates=found.candidates)
        printed = found.printed
        own = [(printed.id, each) for each in found.book.references(printed)]
        citing = clauses.citing(connection, printed.row)
        others = [found.book.by_row[row.row] for row in citing if row.row in found.book.by_row]
        back = [
            (each.id, pointer)
            for each in others
            if each.row.row != printed.row.row
            for pointer in found.book.references(each)
            if pointer.to == printed.id
        ]
        edges = [
            RegulationEdge(each.kind, source, each.to, each.resolved, each.anchor)
            for source, each in dict.fromkeys((*own, *back))
        ]
        told, going_on = page_of(edges, start) if edges else ((), None)
        return RelatedAnswer(
            AnswerStatus.OK, None, printed.link, told, truncated=going_on is not None, next_cursor=going_on
        )


class _Book:
    """The verified sections of all instruments by their places."""

    def __init__(self, connection: Connection, pack: DomainPack, inside: Sequence[int]) -> None:
        self.connection = connection
        self.pack = pack
        self.rules = pack.regulations
        self.instruments = {each: found for each in inside if (found := self.instrument(each)) is not None}
        self.rows = clauses.of_documents(connection, list(self.instruments))
        self.printed = tuple(self.sections())
        self.by_row = {each.row.row: each for each in self.printed}
        self.by_section = {(each.row.document_id, each.row.section_id): each for each in self.printed}

    def instrument(self, document_id: int) -> Instrument | None:
        """The instrument that a document is named after."""
        document = documents.get(self.connection, document_id)
        return instrument_in(document.product_name or "", self.rules)[0] if document else None

    def sections(self) -> Iterator[Printed]:
        seen: set[tuple[int, str]] = set()
        for row in self.rows:
            section = (row.document_id, row.section_id)
            headings = [read_heading(crumb, self.pack) for crumb in row.breadcrumb]
            numbers = [each.number if each else "" for each in headings]
            instrument = self.instruments[row.document_id]
            place = place_printed(numbers, instrument, self.rules)
            if place is not None and section not in seen:
                seen.add(section)
                forms = tuple(" ".join(number.split()) for number in numbers if number)
                yield Printed(row, instrument, place, cited(place, instrument, self.rules), forms)

    def meant(self, reference: str) -> list[tuple[Printed, Place]]:
        """The sections that a citation may mean, each with the place that it says: those of the instrument that it
        names, of all where it names none. Of several that hold it, one in the other, the narrowest."""
        named, rest = instrument_in(reference, self.rules)
        found: list[tuple[Printed, Place]] = []
        for instrument in (named,) if named else dict.fromkeys(self.instruments.values()):
            said = place_said(rest, instrument, self.rules)
            if said is None:
                continue
            holding = [each for each in self.printed if each.instrument is instrument and _holds(each.place, said)]
            deepest = max((len(each.place.key) for each in holding), default=0)
            found += [(each, said) for each in holding if len(each.place.key) == deepest]
        return found

    def partly(self, reference: str) -> list[Printed]:
        """The sections with all the units that a citation names, where it leaves out those around them."""
        named, rest = instrument_in(reference, self.rules)
        found: list[Printed] = []
        for instrument in (named,) if named else dict.fromkeys(self.instruments.values()):
            said = place_said(rest, instrument, self.rules)
            units = set(Place(said.units).key) if said else set()
            found += [
                each
                for each in self.printed
                if each.instrument is instrument and units and units <= set(each.place.key) and not each.place.steps
            ]
        return [each for each in found if len(each.place.units) <= 1 + min(len(one.place.units) for one in found)]

    @cached_property
    def pointers(self) -> dict[int, tuple[clauses.ReferenceRow, ...]]:
        return clauses.references_of(self.connection, [each.row.row for each in self.printed])

    @cached_property
    def by_clause(self) -> dict[str, Printed]:
        return {each.row.clause_id: each for each in self.printed}

    def references(self, printed: Printed) -> Iterator[RegulationReference]:
        """The pointers that a section prints; what leads nowhere keeps its own words."""
        at = 0
        for pointer in self.pointers.get(printed.row.row, ()):
            target = self.by_clause.get(pointer.target_clause_id or "")
            place = printed.row.text.find(pointer.anchor, at)
            before = printed.row.text[max(place - _BEFORE, 0) : place] if place >= 0 else ""
            at = max(place, at)
            to = target.id if target else pointer.anchor
            yield RegulationReference(self.relation(before), to, target is not None, pointer.anchor)

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


def _holds(place: Place, said: Place) -> bool:
    """Whether the section at a place is the one that is said, or one that paragraphs of it are said of."""
    return said.key[: len(place.key)] == place.key and len(place.units) == len(said.units)


@dataclass(frozen=True)
class _Found:
    """What a citation means: a section, and the paragraph of it that is told apart, where one is."""

    book: _Book
    printed: Printed
    paragraphs: tuple[Paragraph, ...]
    paragraph: Paragraph | None = None

    @property
    def steps(self) -> tuple[str, ...]:
        return self.paragraph.steps if self.paragraph else ()

    @property
    def text(self) -> str:
        text = self.printed.row.text
        return text[self.paragraph.start : self.paragraph.end].strip() if self.paragraph else text

    def named(self, steps: Sequence[str]) -> str:
        place = self.printed.place
        return cited(place._replace(steps=(*place.steps, *steps)), self.printed.instrument, self.book.rules)

    def regulation(self, text: str) -> Regulation:
        row = self.printed.row
        source = sources_of(self.book.connection, [row]).reference(row)
        above = self.book.by_section.get((row.document_id, row.parent_section or ""))
        parent = self.named(self.steps[:-1]) if self.steps else above.id if above else None
        deeper = [each.steps for each in self.paragraphs if each.steps[: len(self.steps)] == self.steps != each.steps]
        nearest = min(map(len, deeper), default=0)
        below = [
            each.id
            for each in self.book.printed
            if not self.steps and (each.row.document_id, each.row.parent_section) == (row.document_id, row.section_id)
        ]
        children = [*(self.named(steps) for steps in deeper if len(steps) == nearest), *below]
        pointers = [each for each in self.book.references(self.printed) if not self.steps or each.anchor in text]
        return Regulation(
            id=self.named(self.steps),
            aliases=tuple(dict.fromkeys((row.section_id, ", ".join(self.printed.forms), self.printed.forms[-1]))),
            title=row.section_title,
            breadcrumb=" > ".join((self.printed.instrument.name, *row.breadcrumb)),
            text=text,
            page_number=row.page_number,
            url=source.download_url,
            parent=parent,
            children=tuple(dict.fromkeys(children)),
            references=tuple(dict.fromkeys(pointers)),
            chunk_id=row.clause_id,
            source_reference=source,
        )


def _found(connection: Connection, engine: SearchEngine, reference: str) -> _Found | RegulationAnswer:
    """What a citation means in the current editions, or why that cannot be said."""
    refuse_unreadable(reference, _LONGEST)
    library = engine.library
    inside = scope_of(connection, engine.product_names, SearchRequest(query=""))
    if isinstance(inside, NoScope):
        return RegulationAnswer(inside.status, inside.message)
    book = _Book(connection, library.pack, inside.documents)
    meant = book.meant(reference)
    if len(meant) == 1:
        return _in_section(book, *meant[0])
    if meant:
        return _to_choose(reference, [each for each, _ in meant])
    partly = book.partly(reference)
    if partly:
        return _to_choose(reference, partly)
    return RegulationAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_regulation", reference=reference[:80]))


def _to_choose(reference: str, found: Sequence[Printed]) -> RegulationAnswer:
    message = say("search.several_regulations", reference=reference[:80], count=len(found))
    return RegulationAnswer(AnswerStatus.AMBIGUOUS, message, candidates=tuple(each.link for each in found[:_MOST]))


def _in_section(book: _Book, printed: Printed, said: Place) -> _Found | RegulationAnswer:
    """The section, or its paragraph that is said; where no paragraph can be told by these marks, none is."""
    paragraphs = paragraphs_of(printed.row.text)
    steps = tuple(step.casefold() for step in said.steps[len(printed.place.steps) :])
    found = _Found(book, printed, paragraphs)
    if not steps:
        return found
    alike = [each for each in paragraphs if tuple(step.casefold() for step in each.steps) == steps]
    if len(alike) == 1:
        return replace(found, paragraph=alike[0])
    message = say("search.unknown_paragraph", reference=found.named(said.steps[len(printed.place.steps) :]))
    return RegulationAnswer(AnswerStatus.NOT_FOUND, message, candidates=(printed.link,))
