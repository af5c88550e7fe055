"""Rows with a value that a page's break cuts off from their table: too few by themselves to tell of a column."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from insurance_desktop.domain.pack import DomainPack

from ..reading.runs import Row, cut_at_gaps
from .filling import GridTable
from .lone_values import goes_on, is_open, region
from .valued_columns import Piece, is_value, plain
from .valued_rows import CLEAR, CLOSED, FULL, NEXT_ROW, table_of


def take_cut_off(
    tables: Sequence[GridTable],
    pages: Mapping[int, Sequence[Row]],
    is_other: Callable[[Row], bool],
    pack: DomainPack,
) -> tuple[tuple[GridTable, ...], dict[int, tuple[Row, ...]]]:
    """The rows of these tables on the page before and after, as tables, and the rows of the pages outside of them."""
    rows = {number: tuple(each) for number, each in pages.items()}
    found: list[GridTable] = []
    for table in (each for each in tables if each.table.trusted):
        page = table.page
        is_last = not any(row.y > table.bottom for row in rows[page])
        is_first = not any(row.y < table.y for row in rows[page])
        for number, is_free in ((page + 1, is_last), (page - 1, is_first)):
            if not is_free or not rows.get(number):
                continue
            near = [each for each in (*tables, *found) if each.page == number]
            free = _free(rows[number], near, is_below=number > page)
            pieces = _at_edge(free, table, is_other, pack, is_below=number > page)
            if pieces:
                found.append(_read(number, pieces, table))
                taken = {id(piece.row) for piece in pieces}
                rows[number] = tuple(row for row in rows[number] if id(row) not in taken)
    return tuple(found), rows


def _free(rows: Sequence[Row], tables: Sequence[GridTable], *, is_below: bool) -> list[Row]:
    """The rows between the page's edge and the first table there, from the edge on."""
    if is_below:
        return [row for row in rows if all(row.y < table.y for table in tables)]
    return [row for row in reversed(rows) if all(row.y > table.bottom for table in tables)]


def _at_edge(
    rows: Sequence[Row], table: GridTable, is_other: Callable[[Row], bool], pack: DomainPack, *, is_below: bool
) -> list[Piece]:
    """The rows that stand in the table's columns as far as values do, or the one that ends its last cell."""
    pieces: list[Piece] = []
    for row in rows:
        piece = _divided(row, table.xs[1], pack)
        is_near = not pieces or abs(row.y - pieces[-1].row.y) < NEXT_ROW * row.size
        if piece is None or not is_near or (is_other(row) and not piece.value):
            break
        pieces.append(piece)
    count = max((place + 1 for place, piece in enumerate(pieces) if piece.value and piece.is_value), default=0)
    if not is_below:
        return pieces[:count][::-1]
    if not count:
        return pieces[:1] if pieces and not pieces[0].value and _is_cut(table, pieces[0].row) else []
    words = pieces[count - 1].words
    rest = pieces[count:] if words and is_open(words) else []
    above = [piece.row for piece in pieces[count - 1 :]]
    pairs = takewhile(lambda pair: goes_on(pair[0], pair[1].row, words), zip(above, rest, strict=False))
    return [*pieces[:count], *(piece for _, piece in pairs)]


def _divided(row: Row, border: float, pack: DomainPack) -> Piece | None:
    """The row with what stands right of the border as its value; None where its words cross the border."""
    cells = cut_at_gaps(row, CLEAR)
    left = tuple(run for cell in cells if cell[-1].x1 <= border for run in cell)
    right = tuple(run for cell in cells if cell[0].x0 >= border for run in cell)
    if len(left) + len(right) < len(row.runs):
        return None
    return Piece(row, left, right, is_value=bool(right) and is_value(plain(right), pack))


def _is_cut(table: GridTable, row: Row) -> bool:
    """Whether the last words of the table fill their line and end nothing, and the row goes on below them."""
    ends = [cell.glyphs[-1] for cell in (each[0] for each in table.rows) if cell.glyphs]
    if not ends or not table.rows[-1][0].glyphs or table.rows[-1][0].text[-1] in CLOSED:
        return False
    last, reach = ends[-1], max(glyph.x1 for line in table.rows for glyph in line[0].glyphs)
    begin = min(glyph.x0 for glyph in table.rows[-1][0].glyphs)
    return last.x1 > reach - FULL * row.size and row.x1 <= reach + row.size and abs(row.x0 - begin) < row.size


def _read(page: int, pieces: Sequence[Piece], table: GridTable) -> GridTable:
    """The rows as rows of the table, if each is one line with its value; else for a person to read."""
    if all(piece.words and piece.value and piece.is_value for piece in pieces):
        return table_of(page, pieces, table.xs[1])
    return region(page, [run for piece in pieces for run in piece.row.runs])
