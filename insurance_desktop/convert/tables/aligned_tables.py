"""Tables without a full grid of lines: columns of figures that stand under each other in consecutive rows.

Silence is better than a false table: label columns, contents, lists in columns and running text must not fire. What
fires but cannot be read for sure says so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..headings import follows
from ..reading.pages import Fill, Rule
from ..reading.runs import LEADER, Row
from .alignment import CLEARLY, OVERLAPPING, WRAPPED, Column, find_columns, group_rows, is_consistent, is_full
from .grids import CellPlace, Grid
from .header_levels import Header, read_header
from .text_lines import TextLine, Token, text_line

LEAST_ROWS = 3
LEAST_COLUMNS = 3
NEXT_ROW = 4.2
"""Rows of one table are at most this many type sizes apart."""
NEXT_HEADER = 3.2
"""Lines of a header are at most this many type sizes apart."""
MOST_HEADER_LINES = 9
FILLED = 0.35
"""At least this part of a table's places has words: where old ages cannot take long terms, many have none."""
WIDER = 0.3
"""Words on a further page may stick out of the columns of the first by this part of their width."""
EMPTY_COLUMNS = 4
"""At most this many columns on the right may be empty on a page."""
MOST_SKIPPED = 4
"""This many rows of figures at the top may belong to the header: 30年, 至60周岁, 10年交."""
MARGIN = 5.0
"""Words over the outermost columns stick out of the body by less than this many type sizes."""
LOWER = 0.25
"""Names that stand more than this many type sizes lower than others have words over them."""
WIDE = 0.8
"""A rule or a band of this part of the table's width runs through the whole table."""
PROSE = 24
"""A lone token of this many signs is a sentence, not a cell."""
SECTION = re.compile(r"\d{1,2}(?:[.．]\d{1,3})+[.．]?|\d{1,2}[.．、]")
BAND = (0.3, 0.985)
"""Brightness of fills that may be bands of a table."""
OUTSIDE = 1.0
"""Points that a table reaches beyond its words."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A table found by alignment: its grid, or None with the region's bounds where it cannot be read for sure."""

    grid: Grid | None
    bounds: tuple[float, float, float, float]


def find_aligned(
    rows: Sequence[Row], rules: Sequence[Rule], fills: Sequence[Fill], before: Sequence[float] = ()
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
        regions = regions[goes_on:]
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


def _has_prose(lines: Sequence[TextLine]) -> bool:
    return any(len(line.tokens) == 1 and len(line.tokens[0].text) > PROSE for line in lines)


def _stands_in(line: TextLine, edges: Sequence[float]) -> bool:
    """Whether each word of the line stands in a column of its own; on another page it may be a little wider."""
    places: list[int] = []
    for token in line.tokens:
        for place, (x0, x1) in enumerate(pairwise(edges)):
            room = WIDER * (x1 - x0)
            if x0 <= token.middle < x1 and x0 - room <= token.x0 and token.x1 <= x1 + room:
                places.append(place)
    return len(line.tokens) == len(places) == len(set(places)) > 0


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
        self.is_sure = True

    def read(self) -> Aligned | None:
        """The table, if these rows are one. Header rows that look like figures are passed over to find columns."""
        self.take_in_wrapped()
        for skipped in range(MOST_SKIPPED + 1):
            core = [line for line in self.inside if line.is_core]
            if skipped:
                if len(core) <= LEAST_ROWS:
                    break
                self.drop_before(core[1])
                core = core[1:]
            self.uprights = self.separators(core)
            columns = _without_labels(find_columns(self.wrapped_rows(), self.size, self.uprights), core)
            if not skipped and (len(columns) < 2 or not _is_tabular(core, columns)):
                return None
            x0, x1 = columns[0].x0 - OUTSIDE, columns[-1].x1 + OUTSIDE
            inside = [line for each in core if (line := each.within(x0, x1)).tokens]
            if len(columns) >= LEAST_COLUMNS and is_consistent(inside, columns):
                self.inside = [line for each in self.inside if (line := each.within(x0, x1)).tokens]
                return self.gridded(columns) if _is_tabular(core, columns) else None
        return self.untrusted(x0, x1) if len(core) > LEAST_ROWS else None

    def drop_before(self, line: TextLine) -> None:
        """Passes over the rows before this one: they belong to what stands above."""
        place = self.inside.index(line)
        self.above = [*self.above, *self.inside[:place]]
        self.inside = self.inside[place:]

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
            else Column(x0 + 1, x1 - 1, ())
            for found, (x0, x1) in zip(inside, pairwise(edges), strict=True)
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
        columns = _with_empty(columns, heads)
        self.take_in_rest(body, columns)
        columns = _widened(columns, body)
        edges = _edges(columns, heads, self.uprights)
        rules = self.heights(edges)
        groups, is_sure = group_rows(body, columns, rules)
        short = [
            rule for rule in self.rules if rule.is_horizontal and rule.x1 - rule.x0 < WIDE * (edges[-1] - edges[0])
        ]
        header = read_header(heads, columns, edges, short)
        self.inside = [*heads, *body]
        if self.is_sure and is_sure and header.is_sure and len(groups) >= least and header.names_all(columns):
            grid = _grid(header, groups, columns, edges, rules)
            if grid is not None and self.holds_all(grid):
                return Aligned(grid, grid.bounds)
        return self.untrusted(edges[0], edges[-1])

    def take_in_rest(self, body: list[TextLine], columns: Sequence[Column]) -> None:
        """The lines below that go on with the last row: over the line that ends the table, or after full ones."""
        rules = self.heights([columns[0].x0, columns[-1].x1])
        while self.below:
            line, last = self.below[0], body[-1]
            fits = all(sum(column.holds(token) for column in columns) == 1 for token in line.tokens)
            is_ruled_off = any(last.bottom - 3 <= y <= line.top + 3 for y in rules)
            if fits and line.figures and columns[0].holds(line.tokens[0]) and self.keeps_pace(line, body):
                body.append(line)
                self.below = self.below[1:]
                continue
            if not fits or is_ruled_off or line.y - last.y > WRAPPED * self.size:
                return
            is_closed = any(line.bottom - 3 <= y <= line.bottom + self.size for y in rules)
            if line.figures or not (is_full(last, line, columns) or is_closed):
                self.is_sure = False
                return
            body.append(line)
            self.below = self.below[1:]

    def keeps_pace(self, line: TextLine, body: Sequence[TextLine]) -> bool:
        """Whether a line with a row's first figure alone follows at the distance of the rows before."""
        if len(body) < 2 or not (body[-1].is_core and body[-2].is_core):
            return False
        step = body[-1].y - body[-2].y
        return abs(line.y - body[-1].y - step) < 0.15 * step

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
        while count < len(self.inside) - least and _names_columns(self.inside[count], columns):
            count += 1
        named, body = self.inside[:count], self.inside[count:]
        heads = [*self.header_above(columns, named), *named]
        rules = self.heights([columns[0].x0, columns[-1].x1])
        while heads and _opens_row(heads, body[0], columns, rules):
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
            if len(within.tokens) == 1 and not _is_header_word(within.tokens[0], columns, bool(found or named)):
                break
            found.append(within)
            last = line
        while found and len(found[-1].tokens) == 1:
            if not _is_caption(found[-1].tokens[0], columns, [*found[:-1], *named]):
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


def _without_labels(columns: Sequence[Column], core: Sequence[TextLine]) -> tuple[Column, ...]:
    """The columns without the label column of the clause that the table stands in: few words, a section number."""
    kept = list(columns)
    while len(kept) > LEAST_COLUMNS and len(kept[0].tokens) <= max(1, len(core) // 4) and not kept[0].has_figures:
        if not any(SECTION.match(token.text) for token in kept[0].tokens):
            break
        del kept[0]
    return tuple(kept)


def _is_tabular(core: Sequence[TextLine], columns: Sequence[Column]) -> bool:
    """Whether these columns are those of a table, not of contents, of a list in columns or of labels and text."""
    figures = [column for column in columns if column.has_figures]
    if len(figures) < 2 or sum(len(column.tokens) for column in columns) < FILLED * len(core) * len(columns):
        return False
    if any(LEADER.search(token.text) for line in core for token in line.tokens):
        return False
    if any(_names_sections(one) and _counts_up(one) and not other.has_figures for one, other in pairwise(columns)):
        return False
    beside = [one for one, other in pairwise(columns) if one.has_figures and not other.has_figures]
    return not (len(beside) > 1 and all(_counts_up(column) for column in beside))


def _names_sections(column: Column) -> bool:
    return sum(SECTION.fullmatch(token.text) is not None for token in column.tokens) > len(column.tokens) / 2


def _counts_up(column: Column) -> bool:
    """Whether each token is the number after the one above it, as in contents and numbered lists."""
    numbers = [token.text.rstrip(".．、") for token in column.tokens]
    steps = [_is_next(before, after) for before, after in pairwise(numbers)]
    return len(steps) >= 2 and sum(steps) > len(steps) / 2


def _is_next(before: str, after: str) -> bool:
    if before.isdigit() and after.isdigit():
        return int(after) == int(before) + 1
    return "." in before and "." in after and follows(before, after)


def _names_columns(line: TextLine, columns: Sequence[Column]) -> bool:
    """Whether a line with figures belongs to the header: it looks unlike what stands in the columns below."""
    pairs = [(token, column) for token in line.tokens for column in columns if column.holds(token)]
    first = [token for token, column in pairs if column is columns[0]]
    if columns[0].has_figures and first and first[0].shape is None:
        return True
    figures = [(token, column) for token, column in pairs if column.has_figures]
    unlike = sum(token.shape != column.shape for token, column in figures)
    return bool(figures) and unlike > len(figures) / 2


def _is_header_word(token: Token, columns: Sequence[Column], has_more: bool) -> bool:
    """Whether a lone token above the body may be part of the header."""
    held = [column for column in columns if column.holds(token)]
    return len(token.text) <= PROSE and (has_more or len(held) <= 1)


def _is_caption(token: Token, columns: Sequence[Column], lines: Sequence[TextLine]) -> bool:
    """Whether a lone token on top of the header stands in the middle of the whole table, or at its right edge.

    Words in the middle of all columns but the first ones, whose own names reach up beside them, are a header.
    """
    if columns[0].holds(token) and not columns[1].holds(token):
        return False
    low = _low_columns(columns, lines)
    if low is not None:
        first, last = low
        pitch = (columns[-1].x1 - columns[0].x0) / len(columns)
        return abs(token.middle - (columns[first].x0 + columns[last].x1) / 2) > 0.3 * pitch
    if abs(token.x1 - columns[-1].x1) < 0.3 * (columns[-1].x1 - columns[-1].x0) + 1:
        return True
    names = [each for line in lines for each in line.tokens]
    right = max((each.x1 for each in names), default=columns[-1].x1)
    starts = [min([column.x0, *(each.x0 for each in names if column.holds(each))]) for column in columns]
    right = max(right, columns[-1].x1)
    offsets = [abs(token.middle - (start + right) / 2) for start in starts[: len(columns) // 2 + 1]]
    nearest = min(range(len(offsets)), key=offsets.__getitem__)
    return nearest == 0 or offsets[nearest] > 0.3 * (right - starts[0]) / len(columns)


def _low_columns(columns: Sequence[Column], lines: Sequence[TextLine]) -> tuple[int, int] | None:
    """The columns, side by side, whose names stand lower than the others': something must stand over them."""
    heights: dict[int, float] = {}
    for token in (token for line in lines for token in line.tokens):
        held = [place for place, column in enumerate(columns) if column.holds(token)]
        if len(held) == 1:
            heights[held[0]] = max(heights.get(held[0], 0.0), (token.top + token.bottom) / 2)
    lowest = max(heights.values(), default=0.0)
    low = [place for place, height in sorted(heights.items()) if height > lowest - LOWER * lines[0].size]
    if not low or len(low) == len(heights) or low[-1] - low[0] + 1 != len(low):
        return None
    return low[0], low[-1]


def _with_empty(columns: Sequence[Column], heads: Sequence[TextLine]) -> tuple[Column, ...]:
    """The columns with those that have a name and no figure on this page: old ages cannot take long terms."""
    free: list[Token] = []
    names: dict[int, Token] = {}
    for token in (token for line in heads for token in line.tokens):
        held = [place for place, column in enumerate(columns) if column.holds(token)]
        if not held:
            free.append(token)
        elif len(held) == 1:
            names[held[0]] = token
    found = [Column(token.x0, token.x1, ()) for token in free if _names_empty(token, columns, names)]
    apart = [one for one in found if sum(one.x0 < other.x1 and other.x0 < one.x1 for other in found) == 1]
    return tuple(sorted((*columns, *apart), key=lambda column: column.x0))


def _names_empty(token: Token, columns: Sequence[Column], names: dict[int, Token]) -> bool:
    """Whether words over no column stand as low as the names beside them; words over several stand higher."""
    after = next((place for place, column in enumerate(columns) if column.x0 > token.x0), len(columns))
    beside = [names[place] for place in (after - 1, after) if place in names and place > 0]
    reach = (token.bottom - token.top) / 2
    return after > 0 and bool(beside) and all(name.y < token.y + reach for name in beside)


def _widened(columns: Sequence[Column], body: Sequence[TextLine]) -> tuple[Column, ...]:
    """The columns with the words of those rows that wrap."""
    tokens: list[list[Token]] = [[] for _ in columns]
    for token in (token for line in body for token in line.tokens):
        held = [place for place, column in enumerate(columns) if column.holds(token)]
        if len(held) == 1:
            tokens[held[0]].append(token)
    return tuple(
        Column(min(column.x0, *(each.x0 for each in found)), max(column.x1, *(each.x1 for each in found)), tuple(found))
        if found
        else column
        for column, found in zip(columns, tokens, strict=True)
    )


def _opens_row(heads: Sequence[TextLine], first: TextLine, columns: Sequence[Column], rules: Sequence[float]) -> bool:
    """Whether the last line above the body's first figures belongs to their row: words that wrap, and begin higher."""
    line = heads[-1]
    if any(line.bottom - 3 <= y <= first.top + 3 for y in rules) or (columns[0].has_figures and len(line.tokens) > 1):
        return False
    step = first.y - line.y
    if step < OVERLAPPING * line.size:
        return True
    if len(heads) < 2 or any(column.has_figures and column.holds(token) for token in line.tokens for column in columns):
        return False
    is_ruled_off = any(heads[-2].bottom - 3 <= y <= line.top + 3 for y in rules)
    return step <= WRAPPED * line.size and (is_ruled_off or line.y - heads[-2].y > CLEARLY * step)


def _edges(columns: Sequence[Column], heads: Sequence[TextLine], uprights: Sequence[float]) -> list[float]:
    """The borders between columns: lines, or the middle of what the body and the words over one column leave free."""
    bounds = [[column.x0, column.x1] for column in columns]
    lowest: dict[int, float] = {}
    for line in reversed(heads):
        for token in line.tokens:
            held = [place for place, column in enumerate(columns) if column.holds(token)]
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


def _grid(
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
        wide = [token for token in tokens if sum(column.holds(token) for column in columns) > 1]
        if (wide and len(tokens) > 1) or not (wide or all(is_between(edges, token) for token in tokens)):
            return None
        places += [(row, 0, 1, len(columns))] if wide else [(row, column, 1, 1) for column in range(len(columns))]
    cells = tuple(
        CellPlace(row, column, down, across, edges[column], ys[row], edges[column + across], ys[row + down])
        for row, column, down, across in places
    )
    return Grid(tuple(edges), tuple(ys), cells, True)


def is_between(edges: Sequence[float], token: Token) -> bool:
    """Whether the words lie within one column as a whole."""
    return any(left - 1 <= token.x0 and token.x1 <= right + 1 for left, right in pairwise(edges))


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
