"""The lines above the figures of a table without lines: which name its columns, and which are caption or text."""

from collections.abc import Sequence

from .column_alignment import CLEARLY, OVERLAPPING, WRAPPED, Column, held_by
from .text_lines import TextLine, Token

LOWER = 0.25
"""Names that stand more than this many type sizes lower than others have words over them."""
PROSE = 24
"""A lone token of this many signs is a sentence, not a cell."""


def names_columns(line: TextLine, columns: Sequence[Column]) -> bool:
    """Whether a line with figures belongs to the header: it looks unlike what stands in the columns below."""
    pairs = [(token, columns[place]) for token in line.tokens for place in held_by(columns, token)]
    first = [token for token, column in pairs if column is columns[0]]
    if columns[0].has_figures and first and first[0].shape is None:
        return True
    figures = [(token, column) for token, column in pairs if column.has_figures]
    unlike = sum(token.shape != column.shape for token, column in figures)
    return bool(figures) and unlike > len(figures) / 2


def is_header_word(token: Token, columns: Sequence[Column], has_more: bool) -> bool:
    """Whether a lone token above the body may be part of the header."""
    held = [column for column in columns if column.holds(token)]
    return len(token.text) <= PROSE and (has_more or len(held) <= 1)


def is_caption(token: Token, columns: Sequence[Column], lines: Sequence[TextLine]) -> bool:
    """Whether a lone token on top of the header stands in the middle of the whole table, or at its right edge.

    Words in the middle of all columns but the first ones, whose own names reach up beside them, are a header.
    """
    if columns[0].holds(token) and not columns[1].holds(token):
        return False
    low = _low_columns(columns, lines)
    if low is not None:
        first, last = low
        pitch = (columns[-1].x1 - columns[0].x0) / len(columns)
        named = [each for line in lines for each in line.tokens]
        start = min([columns[first].x0, *(each.x0 for each in named if columns[first].holds(each))])
        end = max([columns[last].x1, *(each.x1 for each in named if columns[last].holds(each))])
        middles = (columns[first].x0 + columns[last].x1) / 2, (start + end) / 2
        return min(abs(token.middle - middle) for middle in middles) > 0.3 * pitch
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
        held = held_by(columns, token)
        if len(held) == 1:
            heights[held[0]] = max(heights.get(held[0], 0.0), (token.top + token.bottom) / 2)
    lowest = max(heights.values(), default=0.0)
    low = [place for place, height in sorted(heights.items()) if height > lowest - LOWER * lines[0].size]
    if not low or len(low) == len(heights) or low[-1] - low[0] + 1 != len(low):
        return None
    return low[0], low[-1]


def with_empty(columns: Sequence[Column], heads: Sequence[TextLine]) -> tuple[Column, ...]:
    """The columns with those that have a name and no figure on this page: old ages cannot take long terms."""
    free: list[Token] = []
    names: dict[int, Token] = {}
    for token in (token for line in heads for token in line.tokens):
        held = held_by(columns, token)
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


def opens_row(heads: Sequence[TextLine], first: TextLine, columns: Sequence[Column], rules: Sequence[float]) -> bool:
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
