"""Regulations as a search gives them: verbatim, with their source and their place in the graph."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from insurance_desktop.domain.answers import SourceReference
from insurance_desktop.domain.regulation_search import GraphContext, RegulationHit
from insurance_desktop.domain.regulations import Regulation
from insurance_desktop.index.ranking import RRF_CONSTANT
from insurance_desktop.services.search.hits import signs_at_once, sources_of
from insurance_desktop.store.clauses.clauses import ClauseRow

from .book import Book
from .graph_arm import interpretations

_LARGEST_TEXT = 4_000
"""Bytes of one regulation among several; all of it is given to who asks for it alone."""
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Section:
    """A section on its way into an answer: `head` is its first row, `row` the one of its parts that answers."""

    head: int
    row: ClauseRow
    probability: float
    fused: float
    is_expanded: bool = False


def hits_of(book: Book, sections: Sequence[Section]) -> tuple[RegulationHit, ...]:
    """The sections in their order; what has no number that could be cited is given without an id."""
    counts, sources = interpretations(book), sources_of(book.connection, [each.row for each in sections])
    return tuple(_hit(book, each, counts, sources.reference(each.row)) for each in sections)


def _hit(book: Book, section: Section, counts: Counter[str], source: SourceReference) -> RegulationHit:
    row, printed = section.row, book.by_clause.get(section.row.clause_id)
    text = row.text[: signs_at_once(row.text, _LARGEST_TEXT)]
    breadcrumb = row.breadcrumb if printed is None else (printed.instrument.name, *row.breadcrumb)
    return RegulationHit(
        id=None if printed is None else printed.id,
        title=row.section_title,
        breadcrumb=breadcrumb,
        text=text.strip(),
        is_whole=text == row.text and (printed is None or len(printed.parts) == 1),
        similarity_score=round(section.probability, _DIGITS),
        rrf_score=round(section.fused, _DIGITS),
        graph_expanded=section.is_expanded,
        graph_context=_context(breadcrumb, counts["" if printed is None else printed.id]),
        chunk_id=row.clause_id,
        source_reference=source,
    )


def looked_up(book: Book, found: Sequence[tuple[Regulation, bool]]) -> tuple[RegulationHit, ...]:
    """Regulations that were asked for by what they are cited as, each with whether it is whole: nothing is surer."""
    counts = interpretations(book)
    return tuple(
        RegulationHit(
            id=each.id,
            title=each.title,
            breadcrumb=each.breadcrumb,
            text=each.text,
            is_whole=is_whole,
            similarity_score=1.0,
            rrf_score=round(1 / (RRF_CONSTANT + place), _DIGITS),
            graph_expanded=False,
            graph_context=_context(each.breadcrumb, counts[book.by_clause[each.chunk_id].id]),
            chunk_id=each.chunk_id,
            source_reference=each.source_reference,
        )
        for place, (each, is_whole) in enumerate(found, start=1)
    )


def _context(breadcrumb: Sequence[str], count: int) -> GraphContext:
    return GraphContext(" > ".join(breadcrumb), count > 0, count)
