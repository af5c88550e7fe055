"""Ruled grids: lines that cross make a table, and boxes whose separator is missing are one merged cell.

`find_tables` would turn shading bands into tables and copy neighbours into merged cells; a grid from rules agreed with
every real cell of the corpus (DESIGN 4a).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..reading.pages import Rule

TOUCH = 3.0
"""Points by which rules may miss each other and still meet."""
SAME_LINE = 2.0
"""Rules closer than this are one line."""
LEAST_LENGTH = 5.0
"""Shorter lines are no rules, once dashes are joined."""
DASH = 12.0
"""Strokes up to this length may be dashes of one line, with gaps up to one and a half times their length."""
SLIVER = 4.5
"""Rows and columns thinner than this are double lines: no type fits into them."""
LEAST_CELLS = 2
MOST_LINES = 4000
"""A page with more lines is a drawing: looking for tables in it would take minutes."""


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell of a grid: its first row and column, how many it spans, and its rectangle in points."""

    row: int
    column: int
    row_span: int
    column_span: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's lines and cells. `is_regular` is False where merged boxes make no rectangle.

    `open_top` and `open_bottom` are the columns that no line closes there: their cells may go on over the page.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[CellPlace, ...]
    is_regular: bool
    open_top: frozenset[int] = frozenset()
    open_bottom: frozenset[int] = frozenset()

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]


def find_grids(rules: Sequence[Rule]) -> tuple[Grid, ...]:
    """The tables that the rules of a page draw, from the top down."""
    lines = joined_rules(rules)
    if len(lines) > MOST_LINES:
        return ()
    grids = (_grid(group) for group in _groups(lines))
    return tuple(sorted((each for each in grids if each is not None), key=lambda grid: (grid.ys[0], grid.xs[0])))


def joined_rules(rules: Sequence[Rule]) -> list[Rule]:
    """Pieces of one line joined: word processors draw a line cell by cell, others dash by dash."""
    merged: list[Rule] = []
    for is_horizontal in (True, False):
        chosen = [_along(rule) for rule in rules if rule.is_horizontal is is_horizontal]
        for at, begin, end in _joined(sorted(chosen)):
            if end - begin >= LEAST_LENGTH:
                merged.append(Rule(begin, at, end, at) if is_horizontal else Rule(at, begin, at, end))
    return merged


def _along(rule: Rule) -> tuple[float, float, float]:
    """Where the line lies across, and from where to where it runs."""
    if rule.is_horizontal:
        return (rule.y0 + rule.y1) / 2, rule.x0, rule.x1
    return (rule.x0 + rule.x1) / 2, rule.y0, rule.y1


def _joined(lines: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    joined: list[tuple[float, float, float]] = []
    group: list[tuple[float, float, float]] = []
    for line in [*lines, (float("inf"), 0.0, 0.0)]:
        if group and line[0] - group[0][0] > SAME_LINE:
            at = sum(each[0] for each in group) / len(group)
            joined += [(at, begin, end) for begin, end in _stretches(group)]
            group = []
        group.append(line)
    return joined


def _stretches(group: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """From where to where the pieces on one line run without a gap."""
    found: list[tuple[float, float]] = []
    piece = 0.0
    for _, start, stop in sorted(group, key=lambda each: each[1]):
        short = max(piece, stop - start)
        reach = max(TOUCH, 1.5 * short) if short <= DASH else TOUCH
        if found and start - found[-1][1] <= reach:
            found[-1] = (found[-1][0], max(found[-1][1], stop))
        else:
            found.append((start, stop))
        piece = stop - start
    return found


def _groups(lines: Sequence[Rule]) -> list[list[Rule]]:
    """Lines that meet, directly or through others."""
    across = [line for line in lines if line.is_horizontal]
    down = [line for line in lines if not line.is_horizontal]
    parent = {id(line): id(line) for line in lines}

    def root(key: int) -> int:
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    for one in across:
        for other in down:
            if _meet(one, other):
                parent[root(id(one))] = root(id(other))
    groups: dict[int, list[Rule]] = {}
    for line in lines:
        groups.setdefault(root(id(line)), []).append(line)
    return [group for group in groups.values() if len(group) >= 4]


def _meet(across: Rule, down: Rule) -> bool:
    return across.x0 - TOUCH <= down.x0 <= across.x1 + TOUCH and down.y0 - TOUCH <= across.y0 <= down.y1 + TOUCH


def _grid(group: Sequence[Rule]) -> Grid | None:
    across = [line for line in group if line.is_horizontal]
    down = [line for line in group if not line.is_horizontal]
    xs = _positions([line.x0 for line in down])
    ys = _positions([line.y0 for line in across])
    if across:
        left, right = min(line.x0 for line in across), max(line.x1 for line in across)
        xs = _with_open_ends(xs, left, right)
    if down:
        top, bottom = min(line.y0 for line in down), max(line.y1 for line in down)
        ys = _with_open_ends(ys, top, bottom)
    if len(xs) < 2 or len(ys) < 2:
        return None
    cells, is_regular = _cells(xs, ys, across, down)
    if len(cells) < LEAST_CELLS:
        return None
    open_top, open_bottom = _open_columns(xs, ys[0], across), _open_columns(xs, ys[-1], across)
    return Grid(tuple(xs), tuple(ys), cells, is_regular, open_top, open_bottom)


def _open_columns(xs: Sequence[float], y: float, across: Sequence[Rule]) -> frozenset[int]:
    """The columns that no line closes at this height."""
    middles = [(left + right) / 2 for left, right in pairwise(xs)]
    return frozenset(
        column for column, middle in enumerate(middles) if not _separates(across, y, middle, vertical=False)
    )


def _with_open_ends(places: list[float], first: float, last: float) -> list[float]:
    """A table without its outer lines still ends where the lines across them end."""
    if places and first < places[0] - 3 * TOUCH:
        places = [first, *places]
    if places and last > places[-1] + 3 * TOUCH:
        places = [*places, last]
    return places


def _positions(places: Sequence[float]) -> list[float]:
    found: list[list[float]] = []
    for place in sorted(places):
        if found and place - found[-1][0] <= SLIVER:
            found[-1].append(place)
        else:
            found.append([place])
    return [sum(each) / len(each) for each in found]


def _cells(
    xs: Sequence[float], ys: Sequence[float], across: Sequence[Rule], down: Sequence[Rule]
) -> tuple[tuple[CellPlace, ...], bool]:
    """The boxes of the grid, joined where no line separates them."""
    rows, columns = len(ys) - 1, len(xs) - 1
    walls = [[line for line in down if abs(line.x0 - x) <= SLIVER] for x in xs]
    floors = [[line for line in across if abs(line.y0 - y) <= SLIVER] for y in ys]
    parent = list(range(rows * columns))

    def root(box: int) -> int:
        while parent[box] != box:
            box = parent[box]
        return box

    def join(one: int, other: int) -> None:
        first, second = sorted((root(one), root(other)))
        parent[second] = first

    for row in range(rows):
        middle_y = (ys[row] + ys[row + 1]) / 2
        for column in range(columns):
            middle_x = (xs[column] + xs[column + 1]) / 2
            box = row * columns + column
            if column + 1 < columns and not _separates(walls[column + 1], xs[column + 1], middle_y, vertical=True):
                join(box, box + 1)
            if row + 1 < rows and not _separates(floors[row + 1], ys[row + 1], middle_x, vertical=False):
                join(box, box + columns)
    members: dict[int, list[int]] = {}
    for box in range(rows * columns):
        members.setdefault(root(box), []).append(box)
    places = [_place(boxes, columns, xs, ys) for boxes in members.values()]
    is_regular = all(
        place.row_span * place.column_span == len(boxes) for place, boxes in zip(places, members.values(), strict=True)
    )
    return tuple(places), is_regular


def _separates(lines: Sequence[Rule], at: float, middle: float, *, vertical: bool) -> bool:
    if vertical:
        return any(abs(line.x0 - at) <= SLIVER and line.y0 <= middle <= line.y1 for line in lines)
    return any(abs(line.y0 - at) <= SLIVER and line.x0 <= middle <= line.x1 for line in lines)


def _place(boxes: Sequence[int], columns: int, xs: Sequence[float], ys: Sequence[float]) -> CellPlace:
    rows = [box // columns for box in boxes]
    places = [box % columns for box in boxes]
    top, bottom, left, right = min(rows), max(rows), min(places), max(places)
    return CellPlace(top, left, bottom - top + 1, right - left + 1, xs[left], ys[top], xs[right + 1], ys[bottom + 1])
