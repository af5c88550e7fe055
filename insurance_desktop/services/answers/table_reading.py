"""get_table: a cell by its labels, with unit and place; what the labels do not decide is not guessed."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.answers import ClauseAnswer, ClauseLink, SourceReference
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.reading import CellCandidate, TableAnswer, TableCell
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.measures import measures_asked, rows_held
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.questions import page_of, page_start, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.hits import sources_of
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .clause_reading import EVERYWHERE, ClauseScope, find_clause
from .table_grids import Grid, fitting

_MOST_CANDIDATES = 20
_MOST_LABELS = 40
_LONGEST_LABEL = 200
_ROWS_BYTES = 12_000


@says_what_is_withheld
def get_table(
    engine: SearchEngine,
    clause_id: str,
    row: str | None = None,
    column: str | None = None,
    cursor: str | None = None,
    *,
    scope: ClauseScope = EVERYWHERE,
) -> TableAnswer:
    """The table with this id: whole, one row, one column, or the cell where both cross. Where no clause has the id, the
    table that stands under this printed number (or title)."""
    library = engine.library
    with library.database.read() as connection:
        if clauses.by_clause_id(connection, clause_id.strip()) is not None:
            return _table(library, clause_id, row, column, cursor)
        named = find_clause(engine, clause_id, scope)
        if named.status not in (AnswerStatus.OK, AnswerStatus.AMBIGUOUS) or named.candidates:
            return TableAnswer(named.status, named.message)
        tables = [
            ClauseLink(each.clause_id, each.section_id, each.section_title)
            for document, section in _sections(named)
            for each in clauses.by_section(connection, [document], section)
            if each.table is not None
        ]
    if len(tables) == 1:
        return _table(library, tables[0].chunk_id, row, column, cursor)
    key = "search.several_tables" if tables else "search.not_a_table"
    message = say(key, clause_id=clause_id[:80], count=len(tables))
    return TableAnswer(AnswerStatus.AMBIGUOUS if tables else AnswerStatus.NOT_FOUND, message, tables=tuple(tables))


def _sections(named: ClauseAnswer) -> list[tuple[int, str]]:
    """The sections, each with its document, that a number means: one, or those to choose from."""
    if named.hit is not None:
        return [(named.hit.source_reference.document_id, named.hit.section_id)]
    return [(each.document_id, each.section_id) for each in named.places]


def _table(library: Library, clause_id: str, row: str | None, column: str | None, cursor: str | None) -> TableAnswer:
    start = page_start(cursor)
    for label in (row, column):
        if label is not None:
            refuse_unreadable(label, _LONGEST_LABEL)
    with library.database.read() as connection:
        found = clauses.by_clause_id(connection, clause_id.strip())
        if found is None:
            return TableAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_clause", clause_id=clause_id[:80]))
        if found.table is None:
            tables = _tables_near(connection, found)
            key = "search.not_a_table_but_near" if tables else "search.not_a_table"
            return TableAnswer(AnswerStatus.NOT_FOUND, say(key, clause_id=clause_id[:80]), tables=tables)
        framed = _framed(connection, found)
    grid = Grid(found.table)
    if not found.table.trusted and (row is not None or column is not None):
        message = say("search.table_without_columns", page=found.page_number)
        return _paged(replace(framed, status=AnswerStatus.NO_MATCH, message=message), grid, grid.body, None, start)
    held = [] if row is None else _rows_of_measure(grid, found.table, row, library.pack)
    return _answer(framed, grid, (row, held), column, start)


def _rows_of_measure(grid: Grid, table: Table, label: str, pack: DomainPack) -> list[int]:
    """The rows that hold for the one age or year that a label says: 40周岁 lies in 28天-50周岁."""
    measures = measures_asked(label, pack)
    return [grid.header_rows + row for row in rows_held(table, measures[0], pack)] if len(measures) == 1 else []


def _framed(connection: Connection, found: ClauseRow) -> TableAnswer:
    """The answer without rows: which table this is and where it stands."""
    table = found.table
    assert table is not None
    return TableAnswer(
        AnswerStatus.OK,
        None,
        chunk_id=found.clause_id,
        section_id=found.section_id,
        section_title=found.section_title,
        table_type=table.table_type,
        unit=table.unit,
        trusted=table.trusted,
        row_count=len(Grid(table).body),
        source_reference=sources_of(connection, [found]).reference(found),
    )


def _answer(
    framed: TableAnswer, grid: Grid, wanted: tuple[str | None, list[int]], column: str | None, start: int
) -> TableAnswer:
    """The cell or the rows; `wanted` is the row's label, and the rows that hold for what it measures."""
    row, held = wanted
    columns = None if column is None else grid.columns_named(column)
    beside = columns[0] if columns and len(columns) == 1 else None
    rows = None if row is None else grid.rows_named(row, beside) or held
    if columns == []:
        return _unknown(framed, "search.unknown_column", column, grid)
    if rows == []:
        return _unknown(framed, "search.unknown_row", row, grid)
    if columns is None or rows is None:
        return _paged(framed, grid, grid.body if rows is None else rows, columns, start)
    if len(columns) > 1 or len(rows) > 1:
        cells = [(line, place) for line in rows for place in columns]
        candidates = _candidates(grid, cells)
        names = {(each.row, each.column) for each in candidates}
        if len(names) == 1 and grid.is_one_cell(cells):
            return _found(_with_labels(framed, grid), grid, rows[0], columns[0])
        names_differ = len(names) == len(candidates)
        key = "search.several_cells" if names_differ else "search.several_cells_of_one_name"
        return replace(
            _with_labels(framed, grid),
            status=AnswerStatus.AMBIGUOUS,
            message=say(key, count=len(cells), row=row, column=column),
            candidates=candidates,
        )
    return _cell(_with_labels(framed, grid), grid, rows[0], columns[0])


def _cell(framed: TableAnswer, grid: Grid, row: int, column: int) -> TableAnswer:
    if grid.is_merged(row, column):
        place = grid.owner(row, column)
        candidate = replace(_candidate(grid, *place), text=grid.text(*place))
        message = say("search.merged_cell", row=candidate.row, column=candidate.column)
        return replace(framed, status=AnswerStatus.AMBIGUOUS, message=message, candidates=(candidate,))
    return _found(framed, grid, row, column)


def _found(framed: TableAnswer, grid: Grid, row: int, column: int) -> TableAnswer:
    cell = TableCell(
        text=grid.text(row, column),
        row=grid.row_label(row),
        column=grid.column_label(column),
        unit=framed.unit,
        box=grid.box(row, column),
        row_number=row,
        column_number=column,
    )
    return replace(
        framed,
        cell=cell,
        rows=(grid.lines[row],),
        row_labels=(cell.row,),
        source_reference=_cited(framed.source_reference, cell.box),
    )


def _cited(table: SourceReference | None, box: Box | None) -> SourceReference | None:
    """The source of one cell, where its own place is known: of a table over several pages, the cell's page."""
    if table is None or box is None:
        return table
    return replace(table, page_number=box.page, page_to=box.page, boxes=(box,))


def _candidates(grid: Grid, cells: Sequence[tuple[int, int]]) -> tuple[CellCandidate, ...]:
    return tuple(_candidate(grid, row, column) for row, column in cells[:_MOST_CANDIDATES])


def _candidate(grid: Grid, row: int, column: int) -> CellCandidate:
    label = grid.row_label(row) if row in grid.body else ""
    return CellCandidate(label, grid.column_label(column), row, column)


def _unknown(framed: TableAnswer, key: str, label: str | None, grid: Grid) -> TableAnswer:
    """No row or column of that name; the labels that there are."""
    is_row = key == "search.unknown_row"
    labels = [grid.row_label(row) for row in grid.body] if is_row else [grid.column_label(c) for c in range(grid.width)]
    known = ", ".join(fitting(labels, _MOST_LABELS))
    message = say(key, label=label, known=known)
    return replace(_with_labels(framed, grid), status=AnswerStatus.NOT_FOUND, message=message)


def _with_labels(framed: TableAnswer, grid: Grid) -> TableAnswer:
    return replace(framed, columns=tuple(grid.column_label(column) for column in range(grid.width)))


def _paged(
    framed: TableAnswer, grid: Grid, rows: Sequence[int], columns: Sequence[int] | None, start: int
) -> TableAnswer:
    """These rows, all cells or those of the named columns with the labels before them."""
    shown = range(grid.width) if columns is None else sorted({*range(grid.label_columns), *columns})
    lines = [(grid.row_label(row), tuple(_printed(grid, row, column) for column in shown)) for row in rows]
    page, cursor = page_of(lines, start, _ROWS_BYTES)
    merged = any(
        grid.owner(row, column) != (row, column) for row in rows[start : start + len(page)] for column in shown
    )
    return replace(
        framed,
        message=framed.message or (say("search.merged_cells_shown") if merged else None),
        columns=tuple(grid.column_label(column) for column in shown),
        row_labels=tuple(label for label, _ in page),
        rows=tuple(cells for _, cells in page),
        truncated=cursor is not None,
        next_cursor=cursor,
    )


def _printed(grid: Grid, row: int, column: int) -> str:
    """A cell as the table's twin has it: a merged cell's words once, at its first place."""
    return grid.text(row, column) if grid.owner(row, column) == (row, column) else ""


def _tables_near(connection: Connection, found: ClauseRow) -> tuple[ClauseLink, ...]:
    """The tables of the same section."""
    same = clauses.by_section(connection, [found.document_id], found.section_id)
    return tuple(ClauseLink(row.clause_id, row.section_id, row.section_title) for row in same if row.table is not None)
