"""Headers without lines between them: which words name one column, and which stand over several."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..reading.pages import Rule
from .column_alignment import WRAPPED, Column, held_by
from .text_lines import TextLine, Token

ALIGNED = 0.5
"""Words whose middle or edge lies within this many type sizes of that of a column stand over it alone."""
OFF_CENTRE = 0.3
"""Words over several columns may be this part of a column's width off their middle."""
UNCOVERED = (0.1, 0.6)
"""What a named column without wide words over it costs, in the same measure: at the ends, and between them."""
HIGHER = 0.25
"""Words that stand this many type sizes higher than others in the middle of a taller cell: nothing is over them."""
COVERED = 0.5
"""What it costs to put wide words over such a column."""


@dataclass(slots=True)
class HeaderCell:
    """Words of the header over the columns `first` to `last`, between `x0` and `x1`."""

    first: int
    last: int
    x0: float
    x1: float
    top: float
    bottom: float
    y: float
    level: int = 0
    down: int = 1

    def take(self, token: Token) -> None:
        """A further line of the same words, above."""
        self.x0, self.x1 = min(self.x0, token.x0), max(self.x1, token.x1)
        self.top, self.y = min(self.top, token.top), min(self.y, token.y)
        self.bottom = max(self.bottom, token.bottom)

    def meets(self, other: "HeaderCell") -> bool:
        return self.first <= other.last and other.first <= self.last


@dataclass(slots=True)
class Header:
    """The header's cells with their levels, `heights` of the borders between levels, and whether that is sure."""

    cells: list[HeaderCell] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    is_sure: bool = True

    def names_all(self, columns: Sequence[Column]) -> bool:
        """Whether words stand over each column of figures."""
        named = {place for cell in self.cells for place in range(cell.first, cell.last + 1)}
        return not self.cells or all(place in named for place, each in enumerate(columns) if each.has_figures)

    @property
    def levels(self) -> int:
        return max((cell.level + cell.down for cell in self.cells), default=0)


def read_header(
    lines: Sequence[TextLine], columns: Sequence[Column], edges: Sequence[float], rules: Sequence[Rule]
) -> Header:
    """The header above a body: `edges` are the borders of its columns, `rules` the short lines under wide words."""
    header = Header()
    for line in reversed(lines):
        _take_line(header, line, columns, edges, rules)
    _set_levels(header)
    return header


def _take_line(
    header: Header, line: TextLine, columns: Sequence[Column], edges: Sequence[float], rules: Sequence[Rule]
) -> None:
    wide: list[Token] = []
    for token in line.tokens:
        ruled = _columns_of_rule(token, line, columns, rules)
        if ruled is not None:
            _add(header, ruled, token, line.size)
            continue
        place = _own_column(token, columns, edges, line.size)
        below = None if place is None else _lowest_above(header, place)
        if place is None or (below is not None and not _is_wrapped(below, token, place, line.size)):
            wide.append(token)
        else:
            _add(header, (place, place), token, line.size)
    if wide:
        _add_wide(header, line, wide, columns, edges)


def _columns_of_rule(
    token: Token, line: TextLine, columns: Sequence[Column], rules: Sequence[Rule]
) -> tuple[int, int] | None:
    """The columns under the short line right below the token."""
    for rule in rules:
        if line.y - 1 <= rule.y0 <= line.bottom + line.size and rule.x0 - 2 <= token.middle <= rule.x1 + 2:
            under = [
                place for place, each in enumerate(columns) if rule.x0 - 3 <= (each.x0 + each.x1) / 2 <= rule.x1 + 3
            ]
            if under:
                return under[0], under[-1]
    return None


def _own_column(token: Token, columns: Sequence[Column], edges: Sequence[float], size: float) -> int | None:
    """The one column that the token stands over, in line with it; None where it may stand over several."""
    held = held_by(columns, token)
    if len(held) > 1:
        return None
    place = (
        held[0] if held else next((n for n, (x0, x1) in enumerate(pairwise(edges)) if x0 <= token.middle < x1), None)
    )
    if place is None:
        return None
    column = columns[place]
    shifts = (
        token.middle - (column.x0 + column.x1) / 2,
        token.middle - (edges[place] + edges[place + 1]) / 2,
        token.x0 - column.x0,
        token.x1 - column.x1,
    )
    is_inside = token.x0 >= column.x0 - 1 and token.x1 <= column.x1 + 1
    return place if is_inside or min(map(abs, shifts)) <= ALIGNED * size else None


def _lowest_above(header: Header, place: int) -> HeaderCell | None:
    """The topmost cell found so far in a column: lines are taken from the bottom up."""
    found = [cell for cell in header.cells if cell.first <= place <= cell.last]
    return min(found, key=lambda cell: cell.y, default=None)


def _is_wrapped(below: HeaderCell, token: Token, place: int, size: float) -> bool:
    return below.first == below.last == place and below.y - token.y <= WRAPPED * size


def _add(header: Header, over: tuple[int, int], token: Token, size: float) -> None:
    """Words over these columns: a further line of a cell, or a cell of their own."""
    below = _lowest_above(header, over[0])
    if below is not None and (below.first, below.last) == over and below.y - token.y <= WRAPPED * size:
        below.take(token)
    else:
        header.cells.append(HeaderCell(*over, token.x0, token.x1, token.top, token.bottom, token.y))


def _add_wide(
    header: Header, line: TextLine, tokens: Sequence[Token], columns: Sequence[Column], edges: Sequence[float]
) -> None:
    """Words over several columns each: the division of the columns under which each stands in the middle."""
    taken = {
        place for cell in header.cells if abs(cell.y - tokens[0].y) < 1 for place in range(cell.first, cell.last + 1)
    }
    middles = {
        place: (cell.top + cell.bottom) / 2
        for cell in sorted(header.cells, key=lambda cell: cell.y)
        for place in range(cell.first, cell.last + 1)
        if place not in taken
    }
    lowest = max(middles.values(), default=0.0)
    costs = [
        (0.0, 0.0, 0.0)
        if place not in middles
        else (0.0, 0.0, COVERED)
        if middles[place] < lowest - HIGHER * line.size
        else (*UNCOVERED, 0.0)
        for place in range(len(columns))
    ]
    ranges, cost = _best_ranges(tokens, columns, edges, taken, costs)
    if not ranges or cost > OFF_CENTRE * len(tokens) + 2 * UNCOVERED[0]:
        header.is_sure = False
    for token, found in zip(tokens, ranges, strict=False):
        _add(header, found, token, line.size)


def _best_ranges(
    tokens: Sequence[Token],
    columns: Sequence[Column],
    edges: Sequence[float],
    taken: set[int],
    costs: Sequence[tuple[float, float, float]],
) -> tuple[list[tuple[int, int]], float]:
    """One stretch of columns for each token, from left to right, and how far off they are in all.

    `costs` are for each column that of lying free at the ends, free between two tokens, and under a token.
    """
    count = len(columns)
    pitch = (edges[-1] - edges[0]) / count
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {(0, 0): (0.0, [])}
    for place in range(count):
        for done in range(len(tokens) + 1):
            state = best.get((place, done))
            if state is None:
                continue
            cost, ranges = state
            _keep(best, (place + 1, done), (cost + costs[place][0 < done < len(tokens)], ranges))
            if done == len(tokens):
                continue
            token = tokens[done]
            for last in range(place, count):
                if last in taken:
                    break
                if not all(place <= at <= last for at, each in enumerate(columns) if each.holds(token)):
                    continue
                off = abs(token.middle - (edges[place] + edges[last + 1]) / 2) / pitch
                off += sum(costs[at][2] for at in range(place, last + 1))
                _keep(best, (last + 1, done + 1), (cost + off, [*ranges, (place, last)]))
    cost, ranges = best.get((count, len(tokens)), (float("inf"), []))
    return ranges, cost


def _keep(
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]],
    place: tuple[int, int],
    state: tuple[float, list[tuple[int, int]]],
) -> None:
    if place not in best or state[0] < best[place][0]:
        best[place] = state


def _set_levels(header: Header) -> None:
    """From the top down: a cell lies one level under the lowest cell above it, and reaches down to the next."""
    ordered = sorted(header.cells, key=lambda cell: cell.y)
    for place, cell in enumerate(ordered):
        above = [each.level + 1 for each in ordered[:place] if each.meets(cell) and each.y < cell.y - 1]
        cell.level = max(above, default=0)
    levels = max((cell.level + 1 for cell in ordered), default=0)
    for cell in ordered:
        below = [each.level for each in ordered if each is not cell and each.meets(cell) and each.y > cell.y + 1]
        cell.down = min(below, default=levels) - cell.level
        if any(
            each.first < cell.first or each.last > cell.last
            for each in ordered
            if each.level > cell.level and each.meets(cell)
        ):
            header.is_sure = False
    for level in range(levels - 1):
        bottoms = [cell.bottom for cell in ordered if cell.level + cell.down - 1 == level]
        tops = [cell.top for cell in ordered if cell.level == level + 1]
        if not bottoms or not tops:
            header.is_sure = False
            header.heights.append(header.heights[-1] + 1 if header.heights else 0.0)
            continue
        if max(bottoms) > min(tops) + 3:
            header.is_sure = False
        header.heights.append((max(bottoms) + min(tops)) / 2)
