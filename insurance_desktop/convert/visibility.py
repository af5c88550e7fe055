"""Which glyphs a reader of the page sees, and which are there twice, hidden, clipped or off the page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .pages import Fill, Glyph, LeftOut, PageReading, Style

INVISIBLE = 3
SAME_PLACE = 0.16
"""Two equal glyphs closer than this part of their size are one glyph, printed twice to look bold."""
CELL = 12.0
"""Points: the grid in which glyphs look for their doubles."""
TINY = 1.5
"""Points; smaller type cannot be read."""
NEARLY_WHITE = 0.95
NEARLY_CLEAR = 0.05
BAND = 40.0
"""Points: the bands of the page in which words are looked up from the dots below them."""
EMPHASIS_DOT = "\uff0e"


@dataclass(frozen=True, slots=True)
class VisiblePage:
    """The glyphs a reader sees, which of them are printed twice (`stroked`), and what was left out with its reason."""

    reading: PageReading
    glyphs: tuple[Glyph, ...]
    stroked: frozenset[int]
    left_out: tuple[LeftOut, ...]


def see(reading: PageReading) -> VisiblePage:
    """Sorts out the glyphs of one page."""
    hidden_styles = frozenset(
        index for index, style in enumerate(reading.styles) if style.render == INVISIBLE or style.opacity < NEARLY_CLEAR
    )
    white_styles = frozenset(index for index, style in enumerate(reading.styles) if _is_white(style))
    dark = [fill for fill in reading.fills if fill.light < 0.75] if white_styles else []
    left: dict[str, list[Glyph]] = defaultdict(list)
    kept: list[Glyph] = []
    for glyph in reading.glyphs:
        if not (-1 < glyph.x < reading.width + 1 and -1 < glyph.y < reading.height + 1):
            left["off_page"].append(glyph)
        elif glyph.id in reading.clipped:
            left["clipped"].append(glyph)
        elif (
            glyph.style in hidden_styles
            or glyph.size < TINY
            or (glyph.style in white_styles and not _lies_on(glyph, dark))
        ):
            left["hidden"].append(glyph)
        else:
            kept.append(glyph)
    kept, doubles, stroked = _without_doubles(kept)
    left["hidden"], hidden_doubles, _ = _without_doubles(left["hidden"])
    left["stroke_duplicate"] += doubles + hidden_doubles
    kept, dots = _without_emphasis_dots(kept)
    left["decorative"] += dots
    return VisiblePage(
        reading,
        tuple(kept),
        frozenset(stroked),
        tuple(LeftOut(reason, reading.number, tuple(glyphs)) for reason, glyphs in left.items() if glyphs),
    )


def _is_white(style: Style) -> bool:
    """White in grey and RGB; CMYK white is no ink at all."""
    if len(style.colour) == 4:
        return max(style.colour) < 1 - NEARLY_WHITE
    return bool(style.colour) and min(style.colour) > NEARLY_WHITE


def _lies_on(glyph: Glyph, fills: list[Fill]) -> bool:
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
    return any(fill.x0 <= x <= fill.x1 and fill.y0 <= y <= fill.y1 for fill in fills)


def _without_doubles(glyphs: list[Glyph]) -> tuple[list[Glyph], list[Glyph], set[int]]:
    """Each sign once; the indexes of those that a second print makes bold."""
    kept: list[Glyph] = []
    doubles: list[Glyph] = []
    stroked: set[int] = set()
    seen: dict[tuple[str, int, int], list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        first = _first_print(glyph, seen)
        if first:
            doubles.append(glyph)
            stroked.add(first.id)
        else:
            kept.append(glyph)
            seen[glyph.char, int(glyph.x // CELL), int(glyph.y // CELL)].append(glyph)
    return kept, doubles, stroked


def _first_print(glyph: Glyph, seen: dict[tuple[str, int, int], list[Glyph]]) -> Glyph | None:
    """The same sign in the same place, if it was printed before; a place may lie across the grid's lines."""
    reach = min(SAME_PLACE * glyph.size, CELL)
    left, right = int((glyph.x - reach) // CELL), int((glyph.x + reach) // CELL)
    top, bottom = int((glyph.y - reach) // CELL), int((glyph.y + reach) // CELL)
    if left == right and top == bottom:
        return _same_place(glyph, seen.get((glyph.char, left, top), ()), reach)
    for across in range(left, right + 1):
        for down in range(top, bottom + 1):
            found = _same_place(glyph, seen.get((glyph.char, across, down), ()), reach)
            if found:
                return found
    return None


def _same_place(glyph: Glyph, others: Sequence[Glyph], reach: float) -> Glyph | None:
    for each in others:
        if abs(each.x - glyph.x) < reach and abs(each.y - glyph.y) < reach:
            return each
    return None


def _without_emphasis_dots(glyphs: list[Glyph]) -> tuple[list[Glyph], list[Glyph]]:
    """Full-width dots drawn under the words of a sentence are emphasis, not text."""
    dots = [each for each in glyphs if each.char == EMPHASIS_DOT]
    if not dots:
        return glyphs, []
    words: dict[int, list[Glyph]] = defaultdict(list)
    for each in glyphs:
        if each.char != EMPHASIS_DOT:
            words[int(each.y // BAND)].append(each)
    under = {
        dot.id
        for dot in dots
        if any(_stands_under_word(dot, words.get(int(dot.y // BAND) - step, ())) for step in (0, 1))
    }
    return [each for each in glyphs if each.id not in under], [each for each in dots if each.id in under]


def _stands_under_word(dot: Glyph, words: Sequence[Glyph]) -> bool:
    middle = (dot.x0 + dot.x1) / 2
    return any(
        0.12 * word.size < dot.y - word.y < 0.95 * word.size and abs((word.x0 + word.x1) / 2 - middle) < 0.4 * word.size
        for word in words
    )
