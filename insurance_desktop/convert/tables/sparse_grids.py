"""Grids that lack lines: rows of figures that nothing divides, and columns that nothing divides."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from ..reading.runs import Run, build_rows
from .column_alignment import Column, group_rows, is_anchor
from .grids import CellPlace, Grid
from .table_headers import is_figure
from .text_lines import TOKEN_GAP, TextLine, Token, text_line

MANY_ROWS = 3
"""This many figures under each other in one cell are rows that lack their lines; of two, it takes more to say so."""
MOSTLY = 0.6


def lacks_columns(grid: Grid, runs: Sequence[Run]) -> bool:
    """Whether cells hold figures side by side, row after row: columns that no line divides."""
    places: dict[tuple[int, int], list[Run]] = defaultdict(list)
    for run in runs:
        first = run.glyphs[0]
        if first.char.isdigit():
            places[bisect_right(grid.xs, (first.x0 + run.glyphs[-1].x1) / 2), round(first.y)].append(run)
    return sum(_are_apart(found) for found in places.values() if len(found) > 1) >= MANY_ROWS


def _are_apart(runs: Sequence[Run]) -> bool:
    ordered = sorted(runs, key=lambda run: run.x0)
    return any(
        after.x0 - before.x1 > TOKEN_GAP * before.size and is_figure(before.text) and is_figure(after.text)
        for before, after in pairwise(ordered)
    )


def split_rows(grid: Grid, runs: Sequence[Run]) -> tuple[Grid, bool]:
    """The grid with a row for each row of figures, and whether these rows are sure. Merged cells stay one."""
    merged = {
        (row, column)
        for cell in grid.cells
        if cell.row_span > 1
        for row in range(cell.row, cell.row + cell.row_span)
        for column in range(cell.column, cell.column + cell.column_span)
    }
    bands: dict[int, list[Run]] = defaultdict(list)
    heights: dict[int, set[int]] = defaultdict(set)
    for run in runs:
        first = run.glyphs[0]
        band = bisect_right(grid.ys, (first.y0 + first.y1) / 2)
        if merged and (band - 1, bisect_right(grid.xs, (first.x0 + run.glyphs[-1].x1) / 2) - 1) in merged:
            continue
        bands[band].append(run)
        heights[band].add(round(first.y))
    borders: dict[int, list[float]] = {}
    is_sure = True
    for band, inside in bands.items():
        if 0 < band < len(grid.ys) and len(heights[band]) > 1:
            found, sure = _borders(grid, band - 1, inside)
            is_sure = is_sure and sure
            if found:
                borders[band - 1] = found
    return (_with_rows(grid, borders) if borders else grid), is_sure


def _borders(grid: Grid, row: int, runs: Sequence[Run]) -> tuple[list[float], bool]:
    """The heights that divide one row of the grid into rows of figures; none where it is one row."""
    lines = [_by_cell(grid, text_line(each)) for each in build_rows(runs)]
    figures: dict[int, int] = defaultdict(int)
    for line in lines:
        for token in line.tokens:
            if token.shape is not None and len(line.tokens) > 1:
                figures[bisect_right(grid.xs, token.middle)] += 1
    if not _are_pure(grid, lines, figures):
        return [], True
    most = max(figures.values(), default=0)
    columns = len({bisect_right(grid.xs, token.middle) for line in lines for token in line.tokens})
    of_two = sum(count > 1 for count in figures.values())
    if most < 2 or (most < MANY_ROWS and len(grid.ys) > MANY_ROWS + 1 and of_two < MOSTLY * columns):
        return [], not _may_be_rows(grid, lines)
    found = _columns(grid, lines)
    if sum(is_anchor(line, found) for line in lines) < 2:
        return [], True
    groups, is_sure = group_rows(lines, found, ())
    borders = [
        (max(line.bottom for line in above) + min(line.top for line in below)) / 2 for above, below in pairwise(groups)
    ]
    ends = [grid.ys[row], *borders, grid.ys[row + 1]]
    return borders, is_sure and all(before < after for before, after in pairwise(ends))


def _are_pure(grid: Grid, lines: Sequence[TextLine], figures: dict[int, int]) -> bool:
    """Whether cells with figures hold figures alone: where words and figures share lines, they wrap (A- / 60)."""
    words = {bisect_right(grid.xs, token.middle) for line in lines for token in line.tokens if token.shape is None}
    return sum(column not in words for column in figures) >= MOSTLY * len(figures)


def _may_be_rows(grid: Grid, lines: Sequence[TextLine]) -> bool:
    """Whether lines of figures fill each other's gaps: no cell has two lines, and two lines have several figures."""
    cells = [bisect_right(grid.xs, token.middle) for line in lines for token in line.tokens]
    return len(set(cells)) == len(cells) and sum(line.figures > 1 for line in lines) > 1


def _by_cell(grid: Grid, line: TextLine) -> TextLine:
    """The line with one token for each column of the grid: what a cell holds is one."""
    cells: dict[int, list[Token]] = defaultdict(list)
    for token in line.tokens:
        cells[bisect_right(grid.xs, token.middle)].append(token)
    return TextLine(line.row, tuple(_joined(tokens) for _, tokens in sorted(cells.items())))


def _joined(tokens: Sequence[Token]) -> Token:
    if len(tokens) == 1:
        return tokens[0]
    return tokens[0]._replace(x1=tokens[-1].x1, text=" ".join(token.text for token in tokens), shape=None)


def _columns(grid: Grid, lines: Sequence[TextLine]) -> list[Column]:
    """The columns of the grid as wide as their words."""
    tokens: dict[int, list[Token]] = defaultdict(list)
    for line in lines:
        for token in line.tokens:
            tokens[bisect_right(grid.xs, token.middle)].append(token)
    return [
        Column(min(token.x0 for token in found), max(token.x1 for token in found), tuple(found))
        for _, found in sorted(tokens.items())
    ]


def _with_rows(grid: Grid, borders: dict[int, list[float]]) -> Grid:
    """The grid with these rows divided: cells of one row are repeated, merged cells reach over the new rows."""
    ys: list[float] = []
    begins: list[int] = []
    for row, y in enumerate(grid.ys):
        begins.append(len(ys))
        ys += [y, *borders.get(row, ())]
    cells: list[CellPlace] = []
    for cell in grid.cells:
        first, after = begins[cell.row], begins[cell.row + cell.row_span]
        if cell.row_span > 1:
            cells.append(cell._replace(row=first, row_span=after - first))
            continue
        cells += [cell._replace(row=row, y0=ys[row], y1=ys[row + 1]) for row in range(first, after)]
    return grid._replace(ys=tuple(ys), cells=tuple(cells))
