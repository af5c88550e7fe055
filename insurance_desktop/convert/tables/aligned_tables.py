"""Tables without a full grid of lines: columns of figures that stand under each other in consecutive rows.

Silence is better than a false table: label columns, contents, lists in columns and running text must not fire. What
fires but cannot be read for sure says so.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..reading.pages import Fill, Rule
from ..reading.runs import Row
from .aligned_grids import OUTSIDE, aligned_grid, column_edges, widened
from .column_alignment import OVERLAPPING, WRAPPED, Column, find_columns, group_rows, held_by, is_consistent, is_full
from .column_names import PROSE, is_caption, is_header_word, names_columns, opens_row, with_empty
from .grids import Grid
from .header_levels import read_header
from .tabular import LEAST_COLUMNS, SECTION, is_tabular, without_labels
from .text_lines import TextLine, text_line

LEAST_ROWS = 3
NEXT_ROW = 4.2
"""Rows of one table are at most this many type sizes apart."""
NEXT_HEADER = 3.2
"""Lines of a header are at most this many type sizes apart."""
MOST_HEADER_LINES = 9
WIDER = 0.3
"""Words on a further page may stick out of the columns of the first by this part of their width."""
EMPTY_COLUMNS = 4
"""At most this many columns on the right may be empty on a page."""
MARGIN = 5.0
"""Words over the outermost columns stick out of the body by less than this many type sizes."""
WIDE = 0.8
"""A rule or a band of this part of the table's width runs through the whole table."""
BAND = (0.3, 0.985)
"""Brightness of fills that may be bands of a table."""


class Aligned(NamedTuple):
    """A table found by alignment: its grid, or None with the region's bounds where it cannot be read for sure."""

    grid: Grid | None
    bounds: tuple[float, float, float, float]


def find_aligned(
    rows: Sequence[Row], rules: Sequence[Rule], fills: Sequence[Fill], before: Sequence[float]
) -> tuple[Aligned, ...]:
    """The tables of one page that no grid holds, from the top down; `rules` are those that no grid has used.

    `before` are the borders of the columns of a table that ends the page before: a few rows may be its rest.
    """
    if not before and sum(len(row.runs) >= 2 for row in rows) < LEAST_ROWS:
        return ()
    lines = [text_line(row) for row in rows]
    regions = _regions(lines)
    found: list[Aligned] = []
    rest = _rest_of(lines, before) if before else None
    if rest is not None:
        goes_on = bool(regions) and regions[0][0] <= rest[1]
        last = max(rest[1], regions[0][1]) if goes_on else rest[1]
        table = _Region(lines, rest[0], last, rules, fills).read_rest(before) if last == rest[1] else None
        if table is None or table.grid is None:
            own = _Region(lines, *regions[0], rules, fills).read() if goes_on else None
            table = own or table or _Region(lines, rest[0], last, rules, fills).untrusted(before[0], before[-1])
        found.append(table)
        regions = [region for region in regions if region[0] > last]
    for first, last in regions:
        table = _Region(lines, first, last, rules, fills).read()
        if table is not None:
            found.append(table)
    return tuple(found)


def _rest_of(lines: Sequence[TextLine], edges: Sequence[float]) -> tuple[int, int] | None:
    """The first and last of the rows at the top of a page that stand in these columns."""
    fitting = [_stands_in(line, edges) for line in lines]
    first = next((n for n, line in enumerate(lines) if fitting[n] and line.is_core), None)
    if first is None or first > MOST_HEADER_LINES:
        return None
    last = first
    for place in range(first + 1, len(lines)):
        line = lines[place]
        if not fitting[place] or line.y - lines[place - 1].y > NEXT_ROW * line.size:
            break
        if line.is_core:
            last = place
    return first, last


def _regions(lines: Sequence[TextLine]) -> list[tuple[int, int]]:
    """Stretches of the page with rows of figures close to each other: their first and last row."""
    regions: list[tuple[int, int]] = []
    first = last = -1
    count = 0
    for place, line in enumerate(lines):
        if count and _opens_section(line, lines[last]):
            if count >= LEAST_ROWS:
                regions.append((first, last))
            count = 0
        if not line.is_core:
            continue
        if count and line.y - lines[last].y <= NEXT_ROW * line.size and not _has_prose(lines[last + 1 : place]):
            last, count = place, count + 1
            continue
        if count >= LEAST_ROWS:
            regions.append((first, last))
        first, last, count = place, place, 1
    if count >= LEAST_ROWS:
        regions.append((first, last))
    return regions


def _opens_section(line: TextLine, above: TextLine) -> bool:
    """Whether a section begins here: its number stands left of the row above, with words alone behind it."""
    number, words = line.tokens[0], line.tokens[1:]
    is_left = number.x0 < above.tokens[0].x0 - line.size
    return is_left and SECTION.fullmatch(number.text) is not None and all(each.shape is None for each in words)


def _has_prose(lines: Sequence[TextLine]) -> bool:
    return any(len(line.tokens) == 1 and len(line.tokens[0].text) > PROSE for line in lines)


def _stands_in(line: TextLine, edges: Sequence[float]) -> bool:
    """Whether each word of the line stands in a column of its own; on another page it may be a little wider."""
    places: set[int] = set()
    for token in line.tokens:
        after = bisect_right(edges, token.middle)
        if not 0 < after < len(edges) or after in places:
            return False
        x0, x1 = edges[after - 1], edges[after]
        room = WIDER * (x1 - x0)
        if token.x0 < x0 - room or token.x1 > x1 + room:
            return False
        places.add(after)
    return bool(places)


class _Region:
    """One stretch of rows while it is read."""

    def __init__(
        self, lines: Sequence[TextLine], first: int, last: int, rules: Sequence[Rule], fills: Sequence[Fill]
    ) -> None:
        self.above = lines[:first]
        self.inside = list(lines[first : last + 1])
        self.below = lines[last + 1 :]
        self.size = max(set(sizes), key=sizes.count) if (sizes := [line.size for line in self.inside]) else 0.0
        self.rules, self.fills = rules, fills
        self.uprights: list[float] = []
        self.known: tuple[Column, ...] = ()
        self.is_sure = True

    def read(self) -> Aligned | None:
        """The table, if these rows are one."""
        self.take_in_wrapped()
        core = [line for line in self.inside if line.is_core]
        self.uprights = self.separators(core)
        columns = without_labels(find_columns(self.wrapped_rows(), self.size, self.uprights), core)
        if len(columns) < 2 or not is_tabular(core, columns):
            return None
        x0, x1 = columns[0].x0 - OUTSIDE, columns[-1].x1 + OUTSIDE
        inside = [line for each in core if (line := each.within(x0, x1)).tokens]
        if len(columns) >= LEAST_COLUMNS and is_consistent(inside, columns):
            self.inside = [line for each in self.inside if (line := each.within(x0, x1)).tokens]
            return self.gridded(columns)
        return self.untrusted(x0, x1) if len(core) > LEAST_ROWS else None

    def read_rest(self, edges: Sequence[float]) -> Aligned:
        """The rest of a table whose columns the page before has shown."""
        self.take_in_wrapped()
        self.uprights = list(edges[1:-1])
        bare = [line for line in self.inside if sum(token.shape == "" for token in line.tokens) * 2 > len(line.tokens)]
        tokens = [token for line in bare or self.inside for token in line.tokens]
        inside = [tuple(token for token in tokens if x0 <= token.middle < x1) for x0, x1 in pairwise(edges)]
        columns = tuple(
            Column(min(token.x0 for token in found), max(token.x1 for token in found), found)
            if found
            else Column(x0 + OUTSIDE, x1 - OUTSIDE, ())
            for found, (x0, x1) in zip(inside, pairwise(edges), strict=True)
        )
        self.known = tuple(
            Column(x0 + OUTSIDE, x1 - OUTSIDE, each.tokens)
            for each, (x0, x1) in zip(columns, pairwise(edges), strict=True)
        )
        return self.gridded(columns, 1)

    def take_in_wrapped(self) -> None:
        """The lines right above and below that overlap the first and last row: words of the same rows."""
        while self.above and self.inside[0].y - self.above[-1].y < OVERLAPPING * self.size:
            self.inside.insert(0, self.above[-1])
            self.above = self.above[:-1]
        while self.below and self.below[0].y - self.inside[-1].y < OVERLAPPING * self.size:
            self.inside.append(self.below[0])
            self.below = self.below[1:]

    def wrapped_rows(self) -> list[TextLine]:
        """The rows of figures with the lines that overlap them."""
        return [
            line
            for place, line in enumerate(self.inside)
            if line.is_core
            or any(
                other.is_core and abs(other.y - line.y) < OVERLAPPING * self.size
                for other in self.inside[max(place - 1, 0) : place + 2]
            )
        ]

    def separators(self, core: Sequence[TextLine]) -> list[float]:
        """Vertical lines that run beside most of the rows."""
        top, bottom = core[0].top, core[-1].bottom
        return sorted(
            rule.x0
            for rule in self.rules
            if not rule.is_horizontal and min(bottom, rule.y1) - max(top, rule.y0) > WIDE * (bottom - top)
        )

    def untrusted(self, x0: float, x1: float) -> Aligned:
        lines = self.inside
        return Aligned(None, (x0, lines[0].top - OUTSIDE, x1, lines[-1].bottom + OUTSIDE))

    def gridded(self, columns: Sequence[Column], least: int = 2) -> Aligned:
        """The grid of the body, of this many rows at least, and the header above it."""
        heads, body = self.divided(columns, least)
        columns = columns if self.known else with_empty(columns, heads)
        self.take_in_rest(body, columns)
        columns = widened(columns, body)
        edges = column_edges(columns, heads, self.uprights)
        rules = self.heights(edges)
        groups, is_sure = group_rows(body, columns, rules)
        short = [
            rule for rule in self.rules if rule.is_horizontal and rule.x1 - rule.x0 < WIDE * (edges[-1] - edges[0])
        ]
        header = read_header(heads, self.known or columns, edges, short)
        self.inside = [*heads, *body]
        if self.is_sure and is_sure and header.is_sure and len(groups) >= least and header.names_all(columns):
            grid = aligned_grid(header, groups, columns, edges, rules)
            if grid is not None and self.holds_all(grid):
                return Aligned(grid, grid.bounds)
        return self.untrusted(edges[0], edges[-1])

    def take_in_rest(self, body: list[TextLine], columns: Sequence[Column]) -> None:
        """The lines below that go on with the last row: over the line that ends the table, or after full ones."""
        rules = self.heights([columns[0].x0, columns[-1].x1])
        while self.below:
            line, last = self.below[0], body[-1]
            fits = all(len(held_by(columns, token)) == 1 for token in line.tokens)
            is_ruled_off = any(last.bottom - 3 <= y <= line.top + 3 for y in rules)
            if not fits or is_ruled_off or line.y - last.y > WRAPPED * self.size:
                return
            is_closed = any(line.bottom - 3 <= y <= line.bottom + self.size for y in rules)
            if line.figures or not (is_full(last, line, columns) or is_closed):
                self.is_sure = False
                return
            body.append(line)
            self.below = self.below[1:]

    def holds_all(self, grid: Grid) -> bool:
        """Whether every word inside the grid's outline was read as one of its own."""
        x0, y0, x1, y1 = grid.bounds
        read = {id(line.row) for line in self.inside}
        return all(
            id(line.row) in read or not line.within(x0, x1).tokens
            for line in (*self.above, *self.below)
            if y0 < (line.top + line.bottom) / 2 < y1
        )

    def divided(self, columns: Sequence[Column], least: int) -> tuple[list[TextLine], list[TextLine]]:
        """The lines of the header, those above the body's first row of figures, and the lines of the body."""
        count = 0
        while count < len(self.inside) - least and names_columns(self.inside[count], columns):
            count += 1
        named, body = self.inside[:count], self.inside[count:]
        if named and not body[0].is_core and body[0].y - named[-1].y <= WRAPPED * self.size:
            self.is_sure = False  # the row may begin in what looks like the header: its label ends in a figure
        heads = [*self.header_above(columns, named), *named]
        rules = self.heights([columns[0].x0, columns[-1].x1])
        while heads and opens_row(heads, body[0], columns, rules):
            body.insert(0, heads.pop())
        return heads, body

    def header_above(self, columns: Sequence[Column], named: Sequence[TextLine]) -> list[TextLine]:
        """The lines right above that belong to the header: within the table's width, and no caption, unit or prose."""
        left, right = columns[0].x0 - 1.5 * self.size, columns[-1].x1 + 1.5 * self.size
        room = MARGIN * self.size
        found: list[TextLine] = []
        last = self.inside[0]
        for line in reversed(self.above[-MOST_HEADER_LINES:]):
            if last.y - line.y > NEXT_HEADER * self.size:
                break
            within = line.within(left, right)
            if len(within.tokens) >= LEAST_COLUMNS:
                within = line.within(left, right + EMPTY_COLUMNS * (right - left) / len(columns))
                right = max(right, within.tokens[-1].x1)
            if not within.tokens or any(token.x1 > right + room or token.x0 < left - room for token in within.tokens):
                break
            if len(within.tokens) == 1 and not is_header_word(within.tokens[0], columns, bool(found or named)):
                break
            found.append(within)
            last = line
        while found and len(found[-1].tokens) == 1:
            if not is_caption(found[-1].tokens[0], self.known or columns, [*found[:-1], *named]):
                break
            found.pop()
        return found[::-1]

    def heights(self, edges: Sequence[float]) -> list[float]:
        """The heights at which lines or the edges of bands run through the table."""
        width = edges[-1] - edges[0]
        found = [
            rule.y0
            for rule in self.rules
            if rule.is_horizontal and min(rule.x1, edges[-1]) - max(rule.x0, edges[0]) >= WIDE * width
        ]
        bands = sorted(
            (fill.y0, fill.y1)
            for fill in self.fills
            if BAND[0] <= fill.light <= BAND[1] and min(fill.x1, edges[-1]) - max(fill.x0, edges[0]) >= WIDE * width
        )
        for place, (top, bottom) in enumerate(bands):
            if not place or top - bands[place - 1][1] > 2:
                found.append(top)
            if place == len(bands) - 1 or bands[place + 1][0] - bottom > 2:
                found.append(bottom)
        return sorted(found)
