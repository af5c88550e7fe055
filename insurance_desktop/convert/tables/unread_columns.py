"""Columns of words that no rule and no figures hold together: a table where nothing is in doubt, else for a person.

Read line by line, a cell of such a table would lose its column, and an empty one would pass unseen.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..reading.runs import Row, Run, cut_at_gaps
from .filling import GridTable, fill_aligned, untrusted_region
from .first_rows import names_columns
from .word_columns import GAP, read_words

NEXT_ROW = 3.0
"""Rows of one region are at most this many type sizes apart."""
LEAST_COLUMNS = 3
LEAST_ROWS = 3
LEAST_IN_COLUMN = 2
"""Each column has words in at least so many rows."""
OUTSIDE = 1.0
LINE = 8.0
"""A column of running text is at least this many type sizes wide."""
MOSTLY = 0.8
"""The share of its lines that go on to its right edge."""
OVERLAPPING = 0.85
"""Rows closer than this, in type sizes, print over each other's height: no lines of one text."""
SHORT = 4
"""Words of at most this many signs, side by side: cells so narrow that their words stand sign under sign."""


class Stretch(NamedTuple):
    """Words side by side: where they begin and end."""

    x0: float
    x1: float


def take_unread(
    page: int, rows: Sequence[Row], is_other: Callable[[Row], bool], pack: DomainPack
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The tables and regions of one page, and the rows outside of them.

    `is_other` says what is a heading, a list or contents.
    """
    found: list[GridTable] = []
    kept: list[Row] = []
    place = 0
    while place < len(rows):
        columns, end = _region(rows, place, is_other)
        narrow = _end_of_narrow(rows, place)
        if max(end, narrow) > place:
            inside = rows[place : max(end, narrow)]
            table = _read(page, inside, columns, pack) if end > narrow else None
            found.append(table or untrusted_region(page, _bounds(inside), _runs(inside)))
            place += len(inside)
        else:
            kept.append(rows[place])
            place += 1
    return tuple(found), tuple(kept)


def _read(page: int, rows: Sequence[Row], columns: Sequence[Stretch], pack: DomainPack) -> GridTable | None:
    """The table of these rows; None where cells are in doubt or nothing says that the first row names the columns."""
    grid = read_words(rows, columns)
    table = fill_aligned(page, grid, _runs(rows)) if grid is not None else None
    return table if table is not None and names_columns(table, pack) else None


def _region(rows: Sequence[Row], begin: int, is_other: Callable[[Row], bool]) -> tuple[list[Stretch], int]:
    """The columns of the region that begins with this row, and the place behind it; the row itself where none does."""
    first = _stretches(rows[begin])
    if len(first) < LEAST_COLUMNS or is_other(rows[begin]):
        return first, begin
    columns, inside, end = first, [first], begin + 1
    while end < len(rows):
        row, above = rows[end], rows[end - 1]
        stretches = _stretches(row)
        united = _united([*columns, *stretches])
        is_near = 0 < row.y - above.y <= NEXT_ROW * max(row.size, above.size)
        is_wrapped = len(stretches) > 1 or stretches[0].x0 >= columns[1].x0 - OUTSIDE
        if not is_near or len(united) < max(LEAST_COLUMNS, len(columns)) or not is_wrapped or is_other(row):
            break
        columns = united
        inside.append(stretches)
        end += 1
    full = sum(len(stretches) >= LEAST_COLUMNS for stretches in inside)
    filled = [sum(any(_overlap(column, each) for each in stretches) for stretches in inside) for column in columns]
    is_table = full >= LEAST_ROWS and sum(count >= LEAST_IN_COLUMN for count in filled) >= LEAST_COLUMNS
    return columns, end if is_table and not _is_running_text(columns, inside, rows[begin].size) else begin


def _end_of_narrow(rows: Sequence[Row], begin: int) -> int:
    """The place behind rows of short words side by side that reach into each other's height; `begin` if none do.

    Cells so narrow that 十一个月 stands sign under sign would be read across: 十十, 一二, 个个, 月月.
    """
    end = begin + 1
    while end < len(rows) and 0 < rows[end].y - rows[end - 1].y < OVERLAPPING * min(rows[end].size, rows[end - 1].size):
        end += 1
    inside = rows[begin:end]
    cells = [run for row in inside for run in row.runs]
    is_narrow = all(len(run.text) <= SHORT for run in cells) and all(len(row.runs) > 1 for row in inside)
    return end if len(inside) >= LEAST_ROWS and is_narrow and len(cells) >= LEAST_COLUMNS * LEAST_ROWS else begin


def _is_running_text(columns: Sequence[Stretch], inside: Sequence[Sequence[Stretch]], size: float) -> bool:
    """Whether these are columns of a newspaper: wide, and nearly every line goes on to the edge."""
    if any(column.x1 - column.x0 < LINE * size for column in columns):
        return False
    lines = [
        (column, each) for stretches in inside for each in stretches for column in columns if _overlap(column, each)
    ]
    return sum(each.x1 >= column.x1 - size for column, each in lines) >= MOSTLY * len(lines)


def _stretches(row: Row) -> list[Stretch]:
    if len(row.runs) < 2:
        return [Stretch(row.x0, row.x1)]
    return [Stretch(min(run.x0 for run in piece), max(run.x1 for run in piece)) for piece in cut_at_gaps(row, GAP)]


def _united(stretches: Sequence[Stretch]) -> list[Stretch]:
    united: list[Stretch] = []
    for each in sorted(stretches):
        if united and each.x0 <= united[-1].x1:
            united[-1] = Stretch(united[-1].x0, max(united[-1].x1, each.x1))
        else:
            united.append(each)
    return united


def _overlap(one: Stretch, other: Stretch) -> bool:
    return one.x0 <= other.x1 and other.x0 <= one.x1


def _runs(rows: Sequence[Row]) -> list[Run]:
    return [run for row in rows for run in row.runs]


def _bounds(rows: Sequence[Row]) -> tuple[float, float, float, float]:
    boxes = [run.box for run in _runs(rows)]
    return (
        min(box.x0 for box in boxes) - OUTSIDE,
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes) + OUTSIDE,
        max(box.y1 for box in boxes),
    )
