"""Text that a cell does not hold: a spreadsheet prints a cell's words as one; what does not fit is clipped or spills.

What is clipped or stands in the cell below is put back to the words that it was printed with; without them the rest
reads like a text of its own.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..reading.pages import Glyph, LeftOut, Stretch
from ..reading.visibility import VisiblePage

CUT_REASONS = frozenset({"clipped", "off_page"})
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
    shown = {glyph.id for stretch in page.stretches for glyph in stretch} if texts else set()
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
    return (
        _is_alike(last, glyph)
        and abs(glyph.y - last.y) <= SAME_LINE * last.size
        and _is_in((glyph.x0 - last.x1) / last.size, NEXT_SIGN)
    )


def _is_below(together: Sequence[Glyph], glyph: Glyph) -> bool:
    last = together[-1]
    return (
        _is_alike(last, glyph)
        and _is_in((glyph.y - last.y) / last.size, NEXT_LINE)
        and glyph.x0 < last.x1
        and min(each.x0 for each in together) - last.size < glyph.x0
        and glyph.x1 <= max(each.x1 for each in together) + last.size
    )


def _is_alike(last: Glyph, glyph: Glyph) -> bool:
    """Whether two signs may be of one text; signs without a size never are."""
    return glyph.style == last.style and abs(glyph.size - last.size) < SAME_LINE * last.size


def _is_in(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= value <= limits[1]
