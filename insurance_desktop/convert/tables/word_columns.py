"""Cells of words that no rule divides, read as a table: only where rows and columns leave no doubt.

Columns are in line at an edge or in the middle, and all have words in most rows. A row begins in the first column; its
further lines stand nearer to it than the next row does, each under a line that has no room left.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..reading.runs import Row, Run, cut_at_gaps
from .grids import Grid, plain_grid
from .text_lines import NEVER_FIRST

GAP = 1.5
"""Columns stand at least this many type sizes apart."""
CLEARLY = 1.2
"""Rows are this much further apart than the lines of one cell."""
IN_LINE = 0.4
"""Cells of a column begin, end or have their middle within so many type sizes of each other."""
MOSTLY = 0.9
"""So many cells of a column are in line."""
FILLED = 0.5
"""A column of the table has words in this part of its rows."""
FULL = 2.0
"""A line that ends within this many type sizes of its column's edge may go on below."""
LEAST_ROWS = 3
OUTSIDE = 1.0


class Cell(NamedTuple):
    """One line of a cell."""

    column: int
    runs: tuple[Run, ...]

    @property
    def x0(self) -> float:
        return self.runs[0].x0

    @property
    def x1(self) -> float:
        return self.runs[-1].x1

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs).strip()


Line = tuple[Cell, ...]


def read_words(rows: Sequence[Row], columns: Sequence[tuple[float, float]]) -> Grid | None:
    """The grid of these rows of the page in these columns; None where a person has to read it."""
    size = max(row.size for row in rows)
    lines = [_line(row, columns) for row in rows]
    if not all(lines) or not all(_is_in_line(lines, place, size) for place in range(len(columns))):
        return None
    groups = _groups(rows, lines)
    if groups is None or len(groups) < LEAST_ROWS:
        return None
    if any(cell.text[:1] in NEVER_FIRST for group in groups for cell in group[0]):
        return None
    begins = [{cell.column for line in group for cell in line} for group in groups]
    if any(sum(place in filled for filled in begins) < FILLED * len(groups) for place in range(len(columns))):
        return None
    if not all(_is_wrapped(group, columns, size) for group in groups):
        return None
    return _grid(groups, columns)


def _line(row: Row, columns: Sequence[tuple[float, float]]) -> Line:
    """The row's cells; nothing where one stands in no column or two stand in one."""
    cells: list[Cell] = []
    for piece in cut_at_gaps(row, GAP):
        place = next((n for n, (x0, x1) in enumerate(columns) if piece[0].x0 <= x1 and x0 <= piece[-1].x1), None)
        if place is None or (cells and cells[-1].column >= place):
            return ()
        cells.append(Cell(place, tuple(piece)))
    return tuple(cells)


def _is_in_line(lines: Sequence[Line], place: int, size: float) -> bool:
    """Whether the cells of a column share an edge or their middle."""
    cells = [cell for line in lines for cell in line if cell.column == place]
    return any(
        _share(values) <= IN_LINE * size
        for values in (
            sorted(cell.x0 for cell in cells),
            sorted(cell.x1 for cell in cells),
            sorted((cell.x0 + cell.x1) / 2 for cell in cells),
        )
    )


def _share(values: Sequence[float]) -> float:
    """How far apart most of the values are."""
    left = int((1 - MOSTLY) * len(values))
    return min(values[len(values) - 1 - left + skipped] - values[skipped] for skipped in range(left + 1))


def _groups(rows: Sequence[Row], lines: Sequence[Line]) -> list[list[Line]] | None:
    """The lines of each row of the table; None where a line may belong to the row above or below."""
    steps = [after.y - before.y for before, after in pairwise(rows)]
    least = min(steps)
    is_one_step = max(steps) <= CLEARLY * least
    groups = [[lines[0]]]
    for line, step in zip(lines[1:], steps, strict=True):
        if is_one_step or step > CLEARLY * least:
            groups.append([line])
        else:
            groups[-1].append(line)
    return groups if all(group[0][0].column == 0 for group in groups) else None


def _is_wrapped(group: Sequence[Line], columns: Sequence[tuple[float, float]], size: float) -> bool:
    """Whether each further line of a row goes on with full lines above it, and not all cells go on."""
    for above, below in pairwise(group):
        filled = {cell.column: cell for cell in above}
        if len(below) == len(columns):
            return False
        if any(cell.column not in filled or not _is_full(filled[cell.column], columns, size) for cell in below):
            return False
    return True


def _is_full(cell: Cell, columns: Sequence[tuple[float, float]], size: float) -> bool:
    return cell.x1 > columns[cell.column][1] - FULL * size


def _grid(groups: Sequence[Sequence[Line]], columns: Sequence[tuple[float, float]]) -> Grid | None:
    boxes = [[run.box for line in group for cell in line for run in cell.runs] for group in groups]
    tops, bottoms = [min(box.y0 for box in each) for each in boxes], [max(box.y1 for box in each) for each in boxes]
    xs = (
        columns[0][0] - OUTSIDE,
        *((one[1] + other[0]) / 2 for one, other in pairwise(columns)),
        columns[-1][1] + OUTSIDE,
    )
    ys = (
        tops[0] - OUTSIDE,
        *((bottom + top) / 2 for bottom, top in zip(bottoms, tops[1:], strict=False)),
        bottoms[-1] + OUTSIDE,
    )
    if any(after <= before for before, after in (*pairwise(ys), *pairwise(xs))):
        return None
    return plain_grid(xs, ys)
