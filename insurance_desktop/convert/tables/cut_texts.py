"""Text that a cell does not hold: a spreadsheet prints a cell's words as one; what does not fit is clipped or spills.

What is clipped or stands in the cell below is put back to the words that it was printed with; without them the rest
reads like a text of its own.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from insurance_desktop.domain.kinds import ExclusionReason

from ..reading.pages import ID, X0, X1, Glyph, LeftOut, Stretch
from ..reading.visibility import VisiblePage

CUT_REASONS = frozenset({ExclusionReason.CLIPPED, ExclusionReason.OFF_PAGE})
NEXT_SIGN = (-0.7, 0.35)
"""The gap to the next sign of the same line, in type sizes."""
NEXT_LINE = (0.9, 1.4)
"""The step to the next line of the same cell, in type sizes."""
SAME_LINE = 0.12


class PrintedText(NamedTuple):
    """Words printed as one: all of them in order, those that the page shows, and those that it cuts off."""

    glyphs: tuple[Glyph, ...]
    shown: tuple[Glyph, ...]
    cut: tuple[Glyph, ...]

    @property
    def text(self) -> str:
        return "".join(glyph.char for glyph in self.glyphs)


def printed_texts(page: VisiblePage) -> tuple[PrintedText, ...]:
    """The texts of a page that are cut off, or that have several lines."""
    gone = {glyph.id for left in page.left_out if left.reason in CUT_REASONS for glyph in left.glyphs}
    texts = [
        glyphs
        for glyphs in _printed_together(page.reading.stretches)
        if glyphs[0].y != glyphs[-1].y or (gone and any(each.id in gone for each in glyphs))
    ]
    shown = set(map(ID, chain.from_iterable(page.stretches))) if texts else set()
    return tuple(
        PrintedText(
            tuple(glyphs),
            tuple(each for each in glyphs if each.id in shown),
            tuple(each for each in glyphs if each.id in gone),
        )
        for glyphs in texts
    )


def without(left_out: Iterable[LeftOut], used: frozenset[int]) -> tuple[LeftOut, ...]:
    """What is left out after all, once some glyphs of the page have found their place."""
    kept = (
        LeftOut(each.reason, each.page, tuple(glyph for glyph in each.glyphs if glyph.id not in used))
        for each in left_out
    )
    return tuple(each for each in kept if each.glyphs)


def lines_of(glyphs: Sequence[Glyph]) -> list[tuple[Glyph, ...]]:
    """The glyphs by baseline, in the order given."""
    lines: list[list[Glyph]] = []
    for glyph in glyphs:
        if lines and _is_beside(lines[-1][-1], glyph):
            lines[-1].append(glyph)
        else:
            lines.append([glyph])
    return [tuple(line) for line in lines]


def _printed_together(stretches: Sequence[Stretch]) -> list[list[Glyph]]:
    """Glyphs in draw order, cut where the next one neither goes on with the line nor begins the line below."""
    texts: list[list[Glyph]] = []
    for stretch in stretches:
        if texts and (_is_beside(texts[-1][-1], stretch[0]) or _is_below(texts[-1], stretch[0])):
            texts[-1] += stretch
        else:
            texts.append(list(stretch))
    return texts


def _is_beside(last: Glyph, glyph: Glyph) -> bool:
    """Whether a sign goes on with the line; signs without a size are of no text."""
    _, _, _, _, end, _, _, last_y, last_size, last_style = last  # one step instead of one for each field
    _, _, start, _, _, _, _, y, size, style = glyph
    return (
        style == last_style
        and abs(y - last_y) <= SAME_LINE * last_size
        and abs(size - last_size) < SAME_LINE * last_size
        and _is_in((start - end) / last_size, NEXT_SIGN)
    )


def _is_below(together: Sequence[Glyph], glyph: Glyph) -> bool:
    """Whether a sign begins the line below."""
    _, _, _, _, end, _, _, last_y, last_size, last_style = together[-1]
    _, _, start, _, _, _, _, y, size, style = glyph
    return (
        style == last_style
        and start < end
        and abs(size - last_size) < SAME_LINE * last_size
        and _is_in((y - last_y) / last_size, NEXT_LINE)
        and min(map(X0, together)) - last_size < start
        and glyph.x1 <= max(map(X1, together)) + last_size
    )


def _is_in(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= value <= limits[1]
