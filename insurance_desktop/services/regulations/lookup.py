"""A regulation by the way it is cited, and the pointers around it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import SearchRequest, SourceReference
from insurance_desktop.domain.regulations import (
    Regulation,
    RegulationAnswer,
    RegulationEdge,
    RelatedAnswer,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import page_of, page_start, refuse_past_end, refuse_unreadable
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, scope_of
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import signs_at_once, sources_of
from insurance_desktop.store.database import Connection

from .book import Book, Printed
from .citing import Place, cited
from .concepts import concept_called, concepts_of
from .paragraphs import Paragraph, paragraphs_of

_LONGEST = 200
_MOST = 20


@says_what_is_withheld
def get_regulation(engine: SearchEngine, reference: str, cursor: str | None = None) -> RegulationAnswer:
    """The regulation, or the paragraph of one, that a citation means, verbatim; never one beside it."""
    refuse_unreadable(reference, _LONGEST)
    start = page_start(cursor)
    with engine.library.database.read() as connection:
        book = book_of(connection, engine)
        if isinstance(book, NoScope):
            return RegulationAnswer(book.status, book.message)
        found = _found(book, reference)
        if isinstance(found, RegulationAnswer):
            return found
        refuse_past_end(start, found.end - found.start)
        first = found.start + start
        last = first + signs_at_once(found.printed.text[first : found.end])
        going_on = str(last - found.start) if last < found.end else None
        regulation = found.regulation(first, last)
        return RegulationAnswer(AnswerStatus.OK, None, regulation, truncated=going_on is not None, next_cursor=going_on)


@says_what_is_withheld
def related_regulations(engine: SearchEngine, reference: str, cursor: str | None = None) -> RelatedAnswer:
    """What a regulation points at, and what points at it, as they print it; or what a subject is about."""
    refuse_unreadable(reference, _LONGEST)
    start = page_start(cursor)
    with engine.library.database.read() as connection:
        book = book_of(connection, engine)
        if isinstance(book, NoScope):
            return RelatedAnswer(book.status, book.message)
        found = _found(book, reference)
        if isinstance(found, RegulationAnswer):
            concept = concept_called(reference, book)
            if concept is not None:
                return RelatedAnswer(AnswerStatus.OK, None, concepts=(concept,))
            return RelatedAnswer(found.status, found.message, candidates=found.candidates)
        printed = found.printed
        edges = list(dict.fromkeys(_edges(printed, book)))
        told, going_on = page_of(edges, start) if edges else ((), None)
        return RelatedAnswer(
            AnswerStatus.OK,
            None,
            printed.link,
            told,
            concepts_of(printed, book),
            truncated=going_on is not None,
            next_cursor=going_on,
        )


def _edges(printed: Printed, book: Book) -> Iterator[RegulationEdge]:
    """The pointers that a regulation prints, then those that lead to it."""
    titles = {each.id: each.row.section_title for each in book.printed}
    for each in book.references(printed):
        title = titles[each.to] if each.resolved else ""
        yield RegulationEdge(each.kind, printed.id, each.to, each.resolved, each.anchor, title)
    for other in book.printed:
        for each in book.references(other) if other is not printed else ():
            if each.resolved and each.to == printed.id:
                yield RegulationEdge(each.kind, other.id, each.to, True, each.anchor, other.row.section_title)


@dataclass(frozen=True)
class _Found:
    """What a citation means: characters [start, end) of a section, its own or those of the paragraph with `steps`."""

    book: Book
    printed: Printed
    paragraphs: tuple[Paragraph, ...]
    start: int
    end: int
    steps: tuple[str, ...] = ()

    def named(self, steps: Sequence[str]) -> str:
        place = self.printed.place
        return cited(place._replace(steps=(*place.steps, *steps)), self.printed.instrument, self.book.rules)

    def regulation(self, first: int, last: int) -> Regulation:
        """The answer with characters [first, last) of the section."""
        row = self.printed.row
        text = self.printed.text[first:last].strip()
        source = self.source(first, last)
        pointers = self.book.references(self.printed)
        return Regulation(
            id=self.named(self.steps),
            aliases=tuple(dict.fromkeys((row.section_id, ", ".join(self.printed.forms), self.printed.forms[-1]))),
            title=row.section_title,
            breadcrumb=(self.printed.instrument.name, *row.breadcrumb),
            text=text,
            page_number=source.page_number,
            url=source.download_url,
            parent=self.parent,
            children=self.children,
            references=tuple(each for each in pointers if not self.steps or each.anchor in text),
            chunk_id=next(part.clause_id for part, _, end in self.printed.spans() if first <= end),
            source_reference=source,
        )

    def source(self, first: int, last: int) -> SourceReference:
        """Where these characters are printed, in every part that they go through."""
        parts = [each for each in self.printed.spans() if each[1] <= last and first <= each[2]]
        source = sources_of(self.book.connection, [parts[0][0]]).reference(parts[0][0])
        places = SpanPlaces(self.book.connection)
        told = [places.of(row, max(first - start, 0), min(last, end) - start) for row, start, end in parts]
        boxes = tuple(box for each in told for box in each.boxes)
        return replace(source, page_number=told[0].page_number, page_to=told[-1].page_to, boxes=boxes)

    @property
    def parent(self) -> str | None:
        if self.steps:
            return self.named(self.steps[:-1])
        row = self.printed.row
        above = self.book.by_section.get((row.document_id, row.parent_section or ""))
        return above.id if above else None

    @property
    def children(self) -> tuple[str, ...]:
        depth = len(self.steps)
        deeper = [each.steps for each in self.paragraphs if each.steps[:depth] == self.steps != each.steps]
        nearest = min(map(len, deeper), default=0)
        own = (self.printed.row.document_id, self.printed.row.section_id)
        below = [each.id for each in self.book.printed if (each.row.document_id, each.row.parent_section) == own]
        inside = [self.named(steps) for steps in deeper if len(steps) == nearest]
        return tuple(dict.fromkeys((*inside, *(() if self.steps else below))))


def book_of(connection: Connection, engine: SearchEngine) -> Book | NoScope:
    """The regulations in the current editions."""
    inside = scope_of(connection, engine.product_names, SearchRequest(query=""))
    return inside if isinstance(inside, NoScope) else Book(connection, engine.library.pack, inside.documents)


def _found(book: Book, reference: str) -> _Found | RegulationAnswer:
    """What a citation means, or why that cannot be said; a clause is meant by its chunk_id, too."""
    named = book.by_clause.get(reference)
    if named is not None:
        return _in_section(book, named, named.place)
    meant = book.meant(reference)
    if len(meant) == 1:
        return _in_section(book, *meant[0])
    several = [each for each, _ in meant] or book.partly(reference)
    if not several:
        return RegulationAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_regulation", reference=reference[:80]))
    message = say("search.several_regulations", reference=reference[:80], count=len(several))
    return RegulationAnswer(AnswerStatus.AMBIGUOUS, message, candidates=tuple(each.link for each in several[:_MOST]))


def _in_section(book: Book, printed: Printed, said: Place) -> _Found | RegulationAnswer:
    """The section, or its paragraph that is said; where no paragraph can be told by these marks, none is."""
    text = printed.text
    found = _Found(book, printed, paragraphs_of(text), 0, len(text))
    steps = tuple(step.casefold() for step in said.steps[len(printed.place.steps) :])
    if not steps:
        return found
    alike = [each for each in found.paragraphs if tuple(step.casefold() for step in each.steps) == steps]
    if len(alike) == 1:
        return replace(found, start=alike[0].start, end=alike[0].end, steps=alike[0].steps)
    message = say("search.unknown_regulation_paragraph", reference=found.named(said.steps[len(printed.place.steps) :]))
    return RegulationAnswer(AnswerStatus.NOT_FOUND, message, candidates=(printed.link,))
