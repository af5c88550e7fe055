"""The grid of a table without lines: the borders that its words leave between columns and rows."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from .column_alignment import WRAPPED, Column, held_by
from .grids import CellPlace, Grid
from .header_levels import Header
from .text_lines import TextLine, Token

OUTSIDE = 1.0
"""Points that a table reaches beyond its words."""


def widened(columns: Sequence[Column], body: Sequence[TextLine]) -> tuple[Column, ...]:
    """The columns with the words of those rows that wrap."""
    tokens: list[list[Token]] = [[] for _ in columns]
    for token in (token for line in body for token in line.tokens):
        held = held_by(columns, token)
        if len(held) == 1:
            tokens[held[0]].append(token)
    return tuple(
        Column(min(column.x0, *(each.x0 for each in found)), max(column.x1, *(each.x1 for each in found)), tuple(found))
        if found
        else column
        for column, found in zip(columns, tokens, strict=True)
    )


def column_edges(columns: Sequence[Column], heads: Sequence[TextLine], uprights: Sequence[float]) -> list[float]:
    """The borders between columns: lines, or the middle of what the body and the words over one column leave free."""
    bounds = [[column.x0, column.x1] for column in columns]
    lowest: dict[int, float] = {}
    for line in reversed(heads):
        for token in line.tokens:
            held = held_by(columns, token)
            if len(held) != 1 or lowest.get(held[0], token.y) - token.y > WRAPPED * line.size:
                continue
            place = held[0]
            left = columns[place - 1].x1 if place else token.x0
            right = columns[place + 1].x0 if place + 1 < len(columns) else token.x1
            if left <= token.x0 and token.x1 <= right:
                bounds[place] = [min(bounds[place][0], token.x0), max(bounds[place][1], token.x1)]
                lowest[place] = token.y
    inner = [
        next((x for x in uprights if one.x1 - 1 <= x <= other.x0 + 1), (left[1] + right[0]) / 2)
        for (one, other), (left, right) in zip(pairwise(columns), pairwise(bounds), strict=True)
    ]
    return [bounds[0][0] - OUTSIDE, *inner, bounds[-1][1] + OUTSIDE]


def aligned_grid(
    header: Header,
    groups: Sequence[Sequence[TextLine]],
    columns: Sequence[Column],
    edges: Sequence[float],
    rules: Sequence[float],
) -> Grid | None:
    """Header cells and body rows as one grid."""
    tops = [min(line.top for line in group) for group in groups]
    bottoms = [max(line.bottom for line in group) for group in groups]
    head_top = min((cell.top for cell in header.cells), default=tops[0])
    ys = [head_top - OUTSIDE]
    if header.cells:
        head_bottom = max(cell.bottom for cell in header.cells)
        ys += [*header.heights, _border(head_bottom, tops[0], rules)]
    ys += [_border(bottom, top, rules) for bottom, top in zip(bottoms[:-1], tops[1:], strict=True)]
    ys.append(bottoms[-1] + OUTSIDE)
    if any(after <= before for before, after in pairwise(ys)):
        return None
    places = _header_places(header, len(columns))
    if places is None or any(
        cell.x0 < edges[cell.first] - 1 or cell.x1 > edges[cell.last + 1] + 1 for cell in header.cells
    ):
        return None
    for place, group in enumerate(groups):
        row = place + header.levels
        tokens = [token for line in group for token in line.tokens]
        wide = [token for token in tokens if len(held_by(columns, token)) > 1]
        if (wide and len(tokens) > 1) or not (wide or all(_is_between(edges, token) for token in tokens)):
            return None
        places += [(row, 0, 1, len(columns))] if wide else [(row, column, 1, 1) for column in range(len(columns))]
    cells = tuple(
        CellPlace(row, column, down, across, edges[column], ys[row], edges[column + across], ys[row + down])
        for row, column, down, across in places
    )
    return Grid(tuple(edges), tuple(ys), cells, True)


def _is_between(edges: Sequence[float], token: Token) -> bool:
    """Whether the words lie within one column as a whole."""
    after = bisect_right(edges, token.middle)
    return 0 < after < len(edges) and edges[after - 1] - 1 <= token.x0 and token.x1 <= edges[after] + 1


def _border(bottom: float, top: float, rules: Sequence[float]) -> float:
    """Where one row ends and the next begins: the line between them, or the middle."""
    return next((y for y in rules if bottom - 3 <= y <= top + 3), (bottom + top) / 2)


def _header_places(header: Header, count: int) -> list[tuple[int, int, int, int]] | None:
    """Every place of the header's rows, those without words too; None where two cells claim one place."""
    free = {(level, column) for level in range(header.levels) for column in range(count)}
    places: list[tuple[int, int, int, int]] = []
    for cell in header.cells:
        claimed = {
            (cell.level + step, column) for step in range(cell.down) for column in range(cell.first, cell.last + 1)
        }
        if not claimed <= free:
            return None
        free -= claimed
        places.append((cell.level, cell.first, cell.down, cell.last - cell.first + 1))
    return places + [(level, column, 1, 1) for level, column in free]
