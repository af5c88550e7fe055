"""FR-002a: what the clauses say of ending or reducing a policy, verbatim and side by side. Never a computed amount."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import OperationWords, Quotation, RelatedTable, SurrenderAnswer
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack, Operation
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import json_size, page_of, page_start
from insurance_desktop.services.library.span_places import SpanPlaces, whole_place
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.scope import NoScope, product_scope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.services.search.indexing import is_stale
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .operations import CONSEQUENCE, PARTS, RULE, Passage, Said, concerns_table, document_of, said_of

_LONGEST_POLICY = 150
_DEFINITION, _TABLES = "definition", "related_tables"
_SMALL_TABLE, _LARGEST_TABLE = 3_000, 10_000
_PASSAGES_BYTES = 12_000
"""What the passages of a page may take: their sources come on top."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One piece of an answer on its way into a page: whose it is, which part, and the clause that it stands in."""

    operation: Operation
    part: str
    row: ClauseRow
    quoted: Quotation | RelatedTable


def _without_library(none: NoLibrary, product: str | int, operation: str, *_: object, **__: object) -> SurrenderAnswer:
    pack = none.pack
    known = pack.operation(operation)
    label = known.label if known else operation
    notices = (pack.sentences["logic_only"],)
    return SurrenderAnswer(AnswerStatus.EMPTY_LIBRARY, none.message, label, None, (), (), (), (), "", (), notices)


@says_what_is_withheld
@without_library(_without_library)
def surrender_logic(
    engine: SearchEngine, product: str | int, operation: str, policy_year: int | None = None, cursor: str | None = None
) -> SurrenderAnswer:
    """The rules of `operation` (a name of the pack's operations) in a product's verified clauses."""
    library = engine.library
    wanted = library.pack.operation(operation)
    if wanted is None:
        names = ", ".join(each.name for each in library.pack.operations)
        raise UsageError("search.unknown_operation", operation=operation, names=names)
    if policy_year is not None and not 1 <= policy_year <= _LONGEST_POLICY:
        raise UsageError("search.policy_year_out_of_range", year=policy_year, limit=_LONGEST_POLICY)
    start = page_start(cursor)
    with library.database.read() as connection:
        scope = product_scope(connection, engine.product_names, product)
        if isinstance(scope, NoScope):
            return _nothing(wanted, scope)
        if is_stale(connection, engine):
            return _nothing(wanted, NoScope(AnswerStatus.INDEX_STALE, say("search.index_stale")))
        rows = clauses.of_documents(connection, scope)
        keys = [row.row for row in rows]
        document = document_of(
            library.pack, rows, clauses.items_of(connection, keys), clauses.references_of(connection, keys)
        )
        said = {each.name: said_of(each, document) for each in library.pack.operations}
        tables = _tables(rows, said[operation], policy_year)
        answer = _framed(library.pack, said, operation, [table for _, table in tables], rows)
        places = SpanPlaces(connection)
        return _with_page(connection, answer, _entries(said, operation, tables, places), operation, start)


def _nothing(operation: Operation, why: NoScope) -> SurrenderAnswer:
    return SurrenderAnswer(
        why.status, why.message, operation.label, None, (), (), (), (), "", (), (), candidates=why.candidates
    )


def _framed(
    pack: DomainPack,
    said: dict[str, Said],
    operation: str,
    tables: Sequence[RelatedTable],
    rows: Sequence[ClauseRow],
) -> SurrenderAnswer:
    """The answer without its passages: whether there are any, the comparison and the seeds' sentences."""
    mine = said[operation]
    notices = [pack.sentences["logic_only"]]
    is_here = any(table.table_data.table_type in pack.amount_tables for table in tables)
    if not is_here and _speaks_of_amounts(pack, rows):
        notices.append(pack.sentences["see_cash_value_table"])
    label = mine.operation.label
    return SurrenderAnswer(
        status=AnswerStatus.OK if mine.is_mentioned else AnswerStatus.NO_MATCH,
        message=None if mine.is_mentioned else say("search.operation_not_mentioned", operation=label),
        operation_name=label,
        definition=None,
        calculation_rules=(),
        conditions=(),
        consequences=(),
        related_tables=(),
        comparison_note="\n".join(_compared(each) for each in said.values()),
        source_references=(),
        notices=tuple(notices),
    )


def _speaks_of_amounts(pack: DomainPack, rows: Sequence[ClauseRow]) -> bool:
    """Whether there may be a table of amounts elsewhere: a contract that has none does not speak of what it holds."""
    phrases = [re.compile(phrase) for phrase in pack.amount_phrases]
    return not phrases or any(phrase.search(row.text) for row in rows for phrase in phrases)


def _compared(said: Said) -> str:
    """Where an operation is written and what it comes to, in the clauses' own words; or that they do not know it."""
    label = said.operation.label
    if not said.is_mentioned:
        return say("search.operation_not_mentioned", operation=label)
    sections = dict.fromkeys(map(_place, said.main or said.rows))
    passages = [said.definition, *said.parts[RULE][:1], *said.parts[CONSEQUENCE][:1]]
    quotes = "".join(say("search.operation_quote", text=text) for text in dict.fromkeys(p.text for p in passages if p))
    return say("search.operation_stands_in", operation=label, sections="; ".join(sections), quotes=quotes)


def _place(row: ClauseRow) -> str:
    is_said = row.section_title in ("", row.section_id.rpartition("/")[2])
    return row.section_id if is_said else f"{row.section_id} {row.section_title}"


def _entries(
    said: dict[str, Said], operation: str, tables: Sequence[tuple[ClauseRow, RelatedTable]], places: SpanPlaces
) -> list[_Entry]:
    """All that the answer holds, in order: the operation asked for, small tables beside its rules, large ones after
    it, then the other operations to compare with."""
    mine = said[operation]
    pieces = _passages(mine, places)
    small = [_Entry(mine.operation, _TABLES, row, each) for row, each in tables if json_size(each) <= _SMALL_TABLE]
    large = [_Entry(mine.operation, _TABLES, row, each) for row, each in tables if json_size(each) > _SMALL_TABLE]
    place = sum(each.part in (_DEFINITION, RULE) for each in pieces)
    others = [each for name, other in said.items() if name != operation for each in _passages(other, places)]
    return [*pieces[:place], *small, *pieces[place:], *large, *others]


def _passages(said: Said, places: SpanPlaces) -> list[_Entry]:
    named = [(_DEFINITION, said.definition)] if said.definition else []
    named += [(part, each) for part in PARTS for each in said.parts.get(part, ())]
    return [_Entry(said.operation, part, each.row, _quotation(each, places)) for part, each in named]


def _with_page(
    connection: Connection, answer: SurrenderAnswer, entries: Sequence[_Entry], operation: str, start: int
) -> SurrenderAnswer:
    """The answer with as many of its passages as one page holds, and the sources of these."""
    _, cursor = page_of([each.quoted for each in entries], start, _PASSAGES_BYTES)
    page = entries[start : int(cursor) if cursor else len(entries)]
    mine = _words([each for each in page if each.operation.name == operation], answer.operation_name)
    others = {each.operation.name: each.operation for each in page if each.operation.name != operation}
    rows = list({each.row.row: each.row for each in page}.values())
    sources = sources_of(connection, rows)
    return replace(
        answer,
        definition=mine.definition,
        calculation_rules=mine.calculation_rules,
        conditions=mine.conditions,
        consequences=mine.consequences,
        related_tables=tuple(each.quoted for each in page if isinstance(each.quoted, RelatedTable)),
        source_references=tuple(sources.reference(row) for row in rows),
        other_operations=tuple(
            _words([each for each in page if each.operation is other], other.label) for other in others.values()
        ),
        truncated=cursor is not None,
        next_cursor=cursor,
    )


def _words(entries: Sequence[_Entry], label: str) -> OperationWords:
    def quoted(part: str) -> tuple[Quotation, ...]:
        return tuple(each.quoted for each in entries if each.part == part and isinstance(each.quoted, Quotation))

    rules, conditions, consequences = map(quoted, PARTS)
    return OperationWords(label, next(iter(quoted(_DEFINITION)), None), rules, conditions, consequences)


def _quotation(passage: Passage, places: SpanPlaces) -> Quotation:
    row = passage.row
    place = places.of_words(row, passage.text, passage.item)
    return Quotation(
        passage.text,
        row.clause_id,
        row.section_id,
        row.section_title,
        place.page_number,
        place.boxes,
        place.page_to,
    )


def _tables(rows: Sequence[ClauseRow], said: Said, policy_year: int | None) -> list[tuple[ClauseRow, RelatedTable]]:
    """The tables that belong, whole, and of each the rows of the policy year asked for."""
    found = []
    for row in rows:
        if row.table is not None and concerns_table(said.operation, said, row):
            place = whole_place(row)
            years = () if policy_year is None else _rows_of_year(row.table, policy_year)
            table = _cut(row.table, policy_year)
            is_whole = len(table.rows) == len(row.table.rows)
            named = (row.clause_id, row.section_id, row.section_title)
            related = RelatedTable(*named, place.page_number, table, years, is_whole, place.page_to)
            found.append((row, related))
    return found


def _cut(table: Table, year: int | None) -> Table:
    """The table as far as an answer can hold it: without the places of its cells, then with fewer rows."""
    if json_size(table) <= _LARGEST_TABLE:
        return table
    bare = replace(table, cell_boxes=())
    if json_size(bare) <= _LARGEST_TABLE:
        return bare
    upper, body = bare.rows[: bare.header_rows], bare.rows[bare.header_rows :]
    of_year = tuple(cells for cells in body if year is not None and cells and _is_year(cells[0], year))
    kept, _ = page_of(of_year or body, 0, _LARGEST_TABLE // 2)
    return replace(bare, rows=(*upper, *kept), spans=())


def _rows_of_year(table: Table, year: int) -> tuple[tuple[str, ...], ...]:
    """The header and the rows that begin with the policy year; or the first column and those under the year."""
    body = table.rows[table.header_rows :]
    rows = tuple(cells for cells in body if cells and _is_year(cells[0], year))
    if rows:
        return (table.headers, *rows)
    columns = [place for place, header in enumerate(table.headers) if place and _is_year(header, year)]
    if not columns:
        return ()
    return tuple(tuple(cells[place] for place in (0, *columns)) for cells in (table.headers, *body))


def _is_year(cell: str, year: int) -> bool:
    """Whether the only number of a cell is this year: 2, 第2保单年度."""
    digits = "".join(each if each.isdigit() else " " for each in normalised(cell)).split()
    return digits == [str(year)]
