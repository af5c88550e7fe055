"""The JSON twins of an edited text's tables: what is served as a table says what the edited Markdown says."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.convert.text.plain_text import pieces
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.errors import ReviewRefused

Grid = tuple[tuple[str, ...], ...]


def retell(markdown: str, tables: Sequence[Table]) -> tuple[Table, ...]:
    """The twins with the words of the Markdown's tables in their cells; spans and boxes stay.

    ReviewRefused where a table came, went or changed its rows or columns: nobody could say what its cells span. A text
    that never had a twin (a scan that was typed in) has none.
    """
    grids = [_grid_of(piece.text) for piece in pieces(markdown) if piece.kind == "table"]
    if not tables:
        return ()
    if len(grids) != len(tables):
        raise ReviewRefused("services.tables_came_or_went", before=len(tables), after=len(grids))
    return tuple(_retold(number, table, grid) for number, (table, grid) in enumerate(zip(tables, grids, strict=True)))


def printed_grid(table: Table) -> Grid:
    """All rows as printed, the header rows first."""
    return (*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :])


def _retold(number: int, table: Table, grid: Grid) -> Table:
    before = printed_grid(table)
    if grid == before:
        return table
    if [len(row) for row in grid] != [len(row) for row in before]:
        raise ReviewRefused("services.table_changed_shape", number=number + 1)
    above = table.header_rows
    return replace(table, headers=grid[above], rows=(*grid[:above], *grid[above + 1 :]))


def _grid_of(text: str) -> Grid:
    return tuple(tuple(row.split("\t")) for row in text.split("\n"))
