"""One clause by its id or its number, with what stands around it and what must be read with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import (
    ClauseAnswer,
    ClauseLink,
    ClausePlace,
    DefinitionText,
    SearchRequest,
    StoredReference,
)
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.questions import figured, leading_section
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.questions import (
    json_size,
    page_of,
    page_start,
    refuse_past_end,
    refuse_unreadable,
)
from insurance_desktop.services.library.span_places import whole_place
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, scope_of, undecided, why_nothing
from insurance_desktop.services.search.clause_lookup import (
    agrees,
    below,
    heading_behind,
    likeness,
    numbered_so,
    titled_so,
)
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import Found, Sources, as_hits, bounded, placed, sources_of
from insurance_desktop.services.search.item_lookup import items_named, under_headings
from insurance_desktop.services.search.related_law import with_related_law
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow, ReferenceRow
from insurance_desktop.store.database import Connection

DEFINITION = "definition"
"""The kind of a reference that leads to what a word means."""

_LONGEST_NUMBER = 200
_MOST_PLACES = 20
_FEW_DOCUMENTS, _NEAREST, _LIKE_ENOUGH = 8, 5, 0.5
_DEFINITIONS_BYTES = 5_000
_CHILDREN_BYTES = 10_000


@dataclass(frozen=True, slots=True)
class ClauseScope:
    """In which documents a number is looked for; nothing said = all current editions."""

    product: str | int | None = None
    document_id: int | None = None
    edition: str | None = None


EVERYWHERE = ClauseScope()


def read_clause(
    engine: SearchEngine,
    clause_id: str | None = None,
    number: str | None = None,
    scope: ClauseScope = EVERYWHERE,
    cursor: str | None = None,
) -> ClauseAnswer:
    """The clause with this id; without one, the clause with this number."""
    if clause_id is not None:
        return get_clause(engine.library, clause_id, cursor)
    return find_clause(engine, number or "", scope, cursor)


@says_what_is_withheld
def get_clause(library: Library, clause_id: str, cursor: str | None = None) -> ClauseAnswer:
    """The clause with this id, verbatim; `not_found` where the library's verified text has none."""
    start = page_start(cursor)
    with library.database.read() as connection:
        row = clauses.by_clause_id(connection, clause_id.strip())
        if row is None:
            return ClauseAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_clause", clause_id=clause_id[:80]))
        return _answer(connection, library, row, start)


@says_what_is_withheld
def find_clause(engine: SearchEngine, number: str, scope: ClauseScope, cursor: str | None = None) -> ClauseAnswer:
    """The clause with this printed number (or title) in a product; several documents that have it are `ambiguous`."""
    library = engine.library
    refuse_unreadable(number, _LONGEST_NUMBER)
    start = page_start(cursor)
    request = SearchRequest(
        query="",
        product=None if scope.product is None else str(scope.product),
        document_id=scope.document_id,
        edition=scope.edition,
    )
    with library.database.read() as connection:
        inside = scope_of(connection, engine.product_names, request)
        if isinstance(inside, NoScope):
            return ClauseAnswer(inside.status, inside.message, candidates=inside.candidates)
        if not inside.documents:
            return ClauseAnswer(AnswerStatus.NO_MATCH, why_nothing(connection, engine.product_names, request))
        found = numbered_so(connection, engine.index.printed, inside.documents, number)
        found = found or titled_so(connection, engine.index.printed, inside.documents, [number])
        found = found or under_headings(connection, inside.documents, number)
        if not found:
            items = items_named(connection, engine.index.printed, inside.documents, number)
            if items is not None and len(items) == 1:
                return _answer(connection, library, items[0].clause, items[0].start, items[0].end)
            if items == ():
                return _not_there(connection, inside.documents, number, ())
            found = tuple(each.clause for each in items or ())
        if not found:
            found, others = _headed(connection, engine, inside.documents, number)
            if not found:
                return _not_there(connection, inside.documents, number, others)
        firsts = _first_parts(found)
        if len(firsts) > 1:
            message = say("search.several_clauses", number=number[:80], count=len(firsts))
            message += undecided(connection, library, [row.document_id for row in firsts])
            return ClauseAnswer(AnswerStatus.AMBIGUOUS, message, places=_places(connection, firsts))
        return _answer(connection, library, firsts[0], start)


Rows = tuple[ClauseRow, ...]


def _headed(connection: Connection, engine: SearchEngine, inside: Sequence[int], name: str) -> tuple[Rows, Rows]:
    """The clauses that a number with a title behind it names; where none bears both, those that bear one of them."""
    library = engine.library
    headings = {
        key: heading
        for key in clauses.section_keys(connection, inside)
        if (heading := heading_behind(name, key, library.pack)) is not None
    }
    numbered = [row for key in headings for row in clauses.by_section(connection, inside, key)]
    fitting = tuple(row for row in numbered if agrees(headings[normalised(row.section_id)], row.section_title))
    if fitting:
        return fitting, ()
    said = leading_section(figured(name, library.pack), library.pack)
    titles = {*headings.values(), *((said[1],) if said else ())} - {""}
    return (), (*numbered, *titled_so(connection, engine.index.printed, inside, sorted(titles)))


def _not_there(connection: Connection, inside: Sequence[int], name: str, others: Rows) -> ClauseAnswer:
    """What is said where nothing bears the name: clauses with one half of it are to choose from, else the nearest."""
    if others:
        message = say("search.number_against_title", number=name[:80])
        return ClauseAnswer(AnswerStatus.AMBIGUOUS, message, places=_places(connection, _first_parts(others)))
    near = _nearest(connection, inside, name)
    message = say("search.unknown_number_nearest" if near else "search.unknown_number", number=name[:80])
    return ClauseAnswer(AnswerStatus.NOT_FOUND, message, places=_places(connection, near))


def _nearest(connection: Connection, inside: Sequence[int], name: str) -> list[ClauseRow]:
    """The clauses whose numbers stand beside the one that was asked for, or whose titles are like it: no more than a
    hint, and none where the scope is too wide to have one."""
    if len(inside) > _FEW_DOCUMENTS:
        return []
    above = normalised(name).rpartition(".")[0]
    rows = _first_parts(clauses.of_documents(connection, inside))
    beside = [row for row in rows if above and normalised(row.section_id).startswith(above + ".")]
    scored = (
        [(likeness(name, row.section_title), row) for row in rows] if not beside else [(1.0, row) for row in beside]
    )
    likely = sorted((each for each in scored if each[0] >= _LIKE_ENOUGH), key=lambda each: -each[0])
    return [row for _, row in likely[:_NEAREST]]


def _first_parts(rows: Sequence[ClauseRow]) -> list[ClauseRow]:
    """Of a clause in several parts the first, in the order given."""
    return list({(row.document_id, row.section_id): row for row in reversed(rows)}.values())[::-1]


def _places(connection: Connection, rows: Sequence[ClauseRow]) -> tuple[ClausePlace, ...]:
    told = rows[:_MOST_PLACES]
    sources = sources_of(connection, told)
    return tuple(_place(sources, row) for row in told)


def _answer(
    connection: Connection, library: Library, row: ClauseRow, start: int, end: int | None = None
) -> ClauseAnswer:
    """The clause, from `start` on where a cursor or an item of it says so, and as far as the item goes."""
    refuse_past_end(start, len(row.text))
    before, after = clauses.neighbours(connection, row)
    pointers = clauses.references_of(connection, [row.row]).get(row.row, ())
    same = clauses.by_section(connection, [row.document_id], row.section_id)
    whole = with_related_law(connection, as_hits(connection, [Found(row, 1.0)])[0], library.pack, in_full=True)
    hit, going_on = bounded(whole, start)
    if end is not None:
        hit, going_on = replace(hit, content=row.text[start:end], table_data=None, is_whole=False), None
    under = _first_parts(below(connection, [row]))
    children = (
        page_of([link for each in under if (link := _link(each)) is not None], 0, _CHILDREN_BYTES)[0] if under else ()
    )
    hit = hit if hit.is_whole else placed(connection, row, hit, start)
    message = undecided(connection, library, [row.document_id])
    message += say("search.one_item", section=row.section_id) if end is not None else ""
    message += say("search.more_children", count=len(under)) if len(children) < len(under) else ""
    if going_on is None and hit.table_data is not None and row.table is not None:
        is_cut = len(hit.table_data.rows) < len(row.table.rows)
        message += say("search.table_rows_left_out") if is_cut else ""
    return ClauseAnswer(
        AnswerStatus.OK,
        message or None,
        hit=hit,
        parent=_link(_parent(connection, row)),
        previous=_link(before),
        next=_link(after),
        references=tuple(_reference(each) for each in pointers),
        definitions=_definitions(connection, row, pointers),
        parts=tuple(link for each in same if each.row != row.row and (link := _link(each)) is not None),
        children=children,
        truncated=going_on is not None,
        next_cursor=None if going_on is None else str(going_on),
    )


def _parent(connection: Connection, row: ClauseRow) -> ClauseRow | None:
    if row.parent_section is None:
        return None
    found = clauses.by_section(connection, [row.document_id], row.parent_section)
    return found[0] if found else None


def _link(row: ClauseRow | None) -> ClauseLink | None:
    return None if row is None else ClauseLink(row.clause_id, row.section_id, row.section_title)


def _place(sources: Sources, row: ClauseRow) -> ClausePlace:
    source = sources.reference(row)
    return ClausePlace(
        row.clause_id,
        row.section_id,
        row.section_title,
        row.document_id,
        source.document_type,
        source.edition,
        source.product_name,
        source.company,
        sources.documents[row.document_id].edition_status,
        sources.documents[row.document_id].publish_time,
        source.pdf_path,
        source.verified_at,
    )


def _reference(found: ReferenceRow) -> StoredReference:
    return StoredReference(
        found.target_section, found.kind, found.anchor, found.target_clause_id is not None, found.target_clause_id
    )


def _definitions(
    connection: Connection, row: ClauseRow, pointers: Sequence[ReferenceRow]
) -> tuple[DefinitionText, ...]:
    """What the words of the clause mean, as far as the answer has room; the others by name."""
    targets = dict.fromkeys(each.target_clause_id for each in pointers if each.kind == DEFINITION)
    found = [clauses.by_clause_id(connection, target) for target in targets if target not in (None, row.clause_id)]
    told = []
    room = _DEFINITIONS_BYTES
    for each in found:
        if each is None:
            continue
        room -= json_size(each.text)
        text = each.text if room >= 0 else None
        place = whole_place(each)
        told.append(
            DefinitionText(each.clause_id, each.section_id, each.section_title, text, place.page_number, place.page_to)
        )
    return tuple(told)
