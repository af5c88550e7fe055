"""Which glyphs a reader of the page sees, and which are there twice, hidden, clipped or off the page."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from insurance_desktop.domain.kinds import ExclusionReason

from .doubtful import TINY, is_surely_hidden
from .pages import CHAR, CONTROLS, PLACE, SAME_PLACE, Glyph, LeftOut, PageReading, Stretch

CELL = 12.0
"""Points: the grid in which glyphs look for their doubles."""
LINE = 3.0
"""Points: the height of the bands in which stretches look for others in their place."""
CROWDED = 100
"""All stretches of a band that has more are looked into: to look for others in the place of each would take longer."""
BAND = 40.0
"""Points: the bands of the page in which words are looked up from the dots below them."""
EMPHASIS_DOT = "\uff0e"


class VisiblePage(NamedTuple):
    """What a reader sees of a page, which glyphs are printed twice (`stroked`), and what was left out with its reason.

    Each of the `stretches` is printed either once or twice as a whole.
    """

    reading: PageReading
    stretches: tuple[Stretch, ...]
    stroked: frozenset[int]
    left_out: tuple[LeftOut, ...]


def see(reading: PageReading) -> VisiblePage:
    """Sorts out the glyphs of one page."""
    left: dict[str, list[Stretch]] = defaultdict(list)
    signs = set(map(CHAR, chain.from_iterable(reading.stretches)))
    shown = _shown(reading, left, has_controls=not CONTROLS.isdisjoint(signs))
    shown, doubles, stroked = _without_doubles(shown)
    left[ExclusionReason.HIDDEN], hidden_doubles, _ = _without_doubles(left[ExclusionReason.HIDDEN])
    left[ExclusionReason.STROKE_DUPLICATE] += doubles + hidden_doubles
    if EMPHASIS_DOT in signs:
        shown, dots = _without_emphasis_dots(shown)
        left[ExclusionReason.DECORATIVE] += dots
    return VisiblePage(
        reading,
        tuple(shown),
        frozenset(stroked),
        tuple(
            LeftOut(reason, reading.number, tuple(chain.from_iterable(gone))) for reason, gone in left.items() if gone
        ),
    )


def _shown(reading: PageReading, left: dict[str, list[Stretch]], *, has_controls: bool) -> list[Stretch]:
    """The stretches, or what a reader sees of them; the rest goes to `left` under its reason."""
    hidden_styles = {index for index, style in enumerate(reading.styles) if is_surely_hidden(style)}

    def reason(glyph: Glyph) -> str:
        if not (-1 < glyph.x < reading.width + 1 and -1 < glyph.y < reading.height + 1):
            return ExclusionReason.OFF_PAGE
        if glyph.id in reading.clipped:
            return ExclusionReason.CLIPPED
        is_hidden = glyph.style in hidden_styles or glyph.size < TINY or glyph.id in reading.unseen
        return ExclusionReason.HIDDEN if is_hidden or glyph.char in CONTROLS else ""

    is_mixed = has_controls or bool(reading.clipped or reading.unseen)
    width, height = reading.width + 1, reading.height + 1
    shown: list[Stretch] = []
    for stretch in reading.stretches:
        _, _, _, _, _, _, x, y, size, style = stretch[0]
        is_inside = x > -1 and stretch[-1].x < width and -1 < y < height
        if is_inside and not is_mixed and style not in hidden_styles and size >= TINY:
            shown.append(stretch)
            continue
        for why, piece in groupby(stretch, reason):
            (left[why] if why else shown).append(tuple(piece))
    return shown


def _without_doubles(stretches: list[Stretch]) -> tuple[list[Stretch], list[Stretch], set[int]]:
    """Each sign once; the second prints; the ids of the glyphs that a second print makes bold."""
    reprints, suspects = _overlapping(stretches)
    doubles, stroked = _doubles_among([stretches[index] for index in sorted(suspects)])
    stroked.update(glyph.id for first in reprints.values() for glyph in stretches[first])
    kept: list[Stretch] = []
    gone: list[Stretch] = []
    for index, stretch in enumerate(stretches):
        if index in reprints:
            gone.append(stretch)
        elif index in suspects:
            for (is_double, _), piece in groupby(stretch, lambda glyph: (glyph.id in doubles, glyph.id in stroked)):
                (gone if is_double else kept).append(tuple(piece))
        else:
            kept.append(stretch)
    return kept, gone, stroked


def _overlapping(stretches: Sequence[Stretch]) -> tuple[dict[int, int], set[int]]:
    """Indexes of stretches where others lie, at least in part: only they can hold doubles.

    Those that say in the same place what an earlier one says, with its index; and those that must be looked into.
    """
    reprints: dict[int, int] = {}
    suspects: set[int] = set()
    lines: dict[int, list[tuple[float, float, float, int]]] = defaultdict(list)
    crowded = _crowded_bands(stretches)
    for index, stretch in enumerate(stretches):
        _, _, _, _, _, _, left, y, size, _ = stretch[0]
        right = stretch[-1].x
        reach = min(SAME_PLACE * size, CELL)
        bands = range(int((y - reach) // LINE), int((y + reach) // LINE) + 1)
        near = [
            other
            for line in bands
            for other_left, other_right, other_y, other in lines.get(line, ())
            if left - reach < other_right and other_left < right + reach and -reach < y - other_y < reach
        ]
        is_crowded = not crowded.isdisjoint(bands)
        if len(near) == 1 and not is_crowded and _is_reprint(stretch, stretches[near[0]]):
            reprints[index] = near[0]
            continue
        if near or is_crowded:
            suspects.update(near, (index,))
        if (line := int(y // LINE)) not in crowded:
            lines[line].append((left, right, y, index))
    return reprints, suspects


def _crowded_bands(stretches: Sequence[Stretch]) -> frozenset[int]:
    """The bands in which so many stretches stand that all of them are looked into."""
    if len(stretches) <= CROWDED:
        return frozenset()
    counts = Counter(int(stretch[0].y // LINE) for stretch in stretches)
    return frozenset(band for band, count in counts.items() if count > CROWDED)


def _is_reprint(stretch: Stretch, other: Stretch) -> bool:
    return len(stretch) == len(other) and list(map(PLACE, stretch)) == list(map(PLACE, other))


def _doubles_among(suspects: Iterable[Stretch]) -> tuple[set[int], set[int]]:
    """The ids of the glyphs that were printed before in the same place, and of those that they were printed over."""
    doubles: set[int] = set()
    stroked: set[int] = set()
    seen: dict[tuple[str, int, int], list[Glyph]] = defaultdict(list)
    for glyph in chain.from_iterable(suspects):
        first = _first_print(glyph, seen)
        if first:
            doubles.add(glyph.id)
            stroked.add(first.id)
        else:
            seen[glyph.char, int(glyph.x // CELL), int(glyph.y // CELL)].append(glyph)
    return doubles, stroked


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


def _without_emphasis_dots(stretches: list[Stretch]) -> tuple[list[Stretch], list[Stretch]]:
    """Full-width dots drawn under the words of a sentence are emphasis, not text."""
    glyphs = list(chain.from_iterable(stretches))
    dots = [each for each in glyphs if each.char == EMPHASIS_DOT]
    if not dots:
        return stretches, []
    words: dict[int, list[Glyph]] = defaultdict(list)
    for each in glyphs:
        if each.char != EMPHASIS_DOT:
            words[int(each.y // BAND)].append(each)
    under = {
        dot.id
        for dot in dots
        if any(_stands_under_word(dot, words.get(int(dot.y // BAND) - step, ())) for step in (0, 1))
    }
    kept: list[Stretch] = []
    gone: list[Stretch] = []
    for stretch in stretches:
        for is_dot, piece in groupby(stretch, lambda glyph: glyph.id in under):
            (gone if is_dot else kept).append(tuple(piece))
    return kept, gone


def _stands_under_word(dot: Glyph, words: Sequence[Glyph]) -> bool:
    middle = (dot.x0 + dot.x1) / 2
    return any(
        0.12 * word.size < dot.y - word.y < 0.95 * word.size and abs((word.x0 + word.x1) / 2 - middle) < 0.4 * word.size
        for word in words
    )
