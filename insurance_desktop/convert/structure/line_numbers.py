"""Numbers that count the lines of a page in its margin: furniture, told by where they stand and what they count."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.kinds import ExclusionReason

from ..reading.pages import LeftOut
from ..reading.runs import Row, cut_at_gaps, make_row
from .clean import PageRows

LEAST_NUMBERS = 8
"""Fewer numbers on a page may be of a list."""
STEPS = frozenset({1, 5, 10})
SAME_EDGE = 2.0
"""Points: the numbers begin or end below each other."""
LEAST_INSIDE = 3
"""So many numbered rows go on with a sentence: what is counted are lines, no items."""
FULL = 2.0
"""A row that goes on ends within this many type sizes of the right edge."""
STOPS = frozenset("\u3002\uff1b;\uff1a:.!?")


class _Numbered(NamedTuple):
    """A row that begins with a number by itself: that piece and the rest of the row."""

    number: Row
    rest: Row | None

    @property
    def value(self) -> int:
        return int(self.number.text)


def take_line_numbers(pages: Sequence[PageRows]) -> tuple[list[PageRows], list[LeftOut]]:
    """The pages without the numbers of their lines, and these."""
    kept: list[PageRows] = []
    left: list[LeftOut] = []
    for page in pages:
        found = {place: each for place, row in enumerate(page.rows) if (each := _numbered(row)) is not None}
        if not _count_lines(found, page.rows):
            kept.append(page)
            continue
        rows = [found[place].rest if place in found else row for place, row in enumerate(page.rows)]
        kept.append(page._replace(rows=tuple(row for row in rows if row is not None)))
        glyphs = tuple(glyph for each in found.values() for glyph in each.number.glyphs)
        left.append(LeftOut(ExclusionReason.LINE_NUMBER, page.number, glyphs))
    return kept, left


def _numbered(row: Row) -> _Numbered | None:
    pieces = cut_at_gaps(row, 0.0)
    first = make_row(pieces[0])
    if not (first.text.isdecimal() and first.text.isascii() and len(first.text) <= 3):
        return None
    rest = [run for piece in pieces[1:] for run in piece]
    return _Numbered(first, make_row(rest) if rest else None)


def _count_lines(found: dict[int, _Numbered], rows: Sequence[Row]) -> bool:
    """Whether the numbers stand below each other left of all else, count on without a gap, and count lines."""
    if len(found) < LEAST_NUMBERS:
        return False
    numbers = list(found.values())
    steps = {below.value - above.value for above, below in pairwise(numbers)}
    if len(steps) != 1 or not steps <= STEPS:
        return False
    lefts, ends = ([number.number.x0 for number in numbers], [number.number.x1 for number in numbers])
    is_column = max(lefts) - min(lefts) < SAME_EDGE or max(ends) - min(ends) < SAME_EDGE
    words = [row for place, row in enumerate(rows) if place not in found]
    words += [each.rest for each in numbers if each.rest is not None]
    if not is_column or not words or max(ends) >= min(row.x0 for row in words):
        return False
    edge = max(row.x1 for row in words)
    inside = sum(
        above.rest is not None and above.rest.text[-1:] not in STOPS and above.rest.x1 > edge - FULL * above.rest.size
        for above in numbers
    )
    return inside >= LEAST_INSIDE
