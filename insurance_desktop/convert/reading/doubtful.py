"""Which glyphs must be looked for on the drawn page, because what the PDF says leaves open if a reader sees them. Pure.

Nearly every page has none: dark words on bare paper with nothing drawn over them. Doubtful are pale and half clear
words, words on a panel of nearly their own colour, on or under a picture, and words over which something is drawn; and
signs that should show nothing: a font may draw a word where its table says so.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from insurance_desktop.domain.conversion import UNREADABLE

from .pages import CHAR, CONTROLS, INVISIBLE, Glyph, Stretch, Style

TINY = 2.0
"""Points; smaller type cannot be read."""
NEARLY_CLEAR = 0.05
HALF_CLEAR = 0.5
PALE = 0.85
"""Paler words are looked for; watermarks are mostly darker."""
DARK = 0.4
"""Words up to this lightness are seen on every light picture."""
ALIKE = 0.25
"""Words whose colour differs less than this from a panel's may not stand out from it."""
SMALLEST = 3.0
"""Points; what is flatter is a rule, and hides no words by itself."""
TOUCHING = 0.5
"""Points between the strips of one lid."""
MOST_PAIRS = 500_000
"""A page on which more must be compared is doubtful as a whole."""
BLOCK_SIGNS = frozenset(map(chr, (*range(0x2580, 0x25A0), 0x25A0, 0x25AE, 0x25FC, 0x2B1B, 0x2B1C)))
"""Signs that are nothing but a filled box."""
Bounds = tuple[float, float, float, float]
Colour = tuple[float, float, float]


class Picture(NamedTuple):
    """A picture or a gradient: where it lies, whether all words are drawn after it and it is light all over."""

    box: Bounds
    is_first: bool
    is_light: Callable[[], bool]


class Veils(NamedTuple):
    """What may hide words that look plain themselves: something over the whole page, or tiles in some areas of it.

    The areas are those of the page as it is shown.
    """

    is_everywhere: bool = False
    tiled: tuple[Bounds, ...] = ()


class Drawn(NamedTuple):
    """What is drawn on a page: the words with their turns, and all else. `placed` turns a box as the page is turned.

    `spans` and `drawings` carry the number of their turn (`seqno`); `starts` is the id of each span's first glyph.
    """

    stretches: tuple[Stretch, ...]
    styles: tuple[Style, ...]
    spans: Sequence[dict[str, Any]]
    starts: Sequence[int]
    drawings: Sequence[dict[str, Any]]
    pictures: Sequence[Picture]
    placed: Callable[[Bounds], Bounds]
    veils: Veils = Veils()


class _Lid(NamedTuple):
    turn: int
    box: Bounds


def doubtful_glyphs(drawn: Drawn) -> tuple[Glyph, ...]:
    """The glyphs that must be looked for, in draw order."""
    open_styles = {index for index, style in enumerate(drawn.styles) if not is_surely_hidden(style)}
    weak = {index for index in open_styles if _is_weak(drawn.styles[index])}
    if drawn.veils.is_everywhere:
        weak = open_styles
    found = {glyph.id: glyph for stretch in drawn.stretches if stretch[0].style in weak for glyph in stretch}
    if not CONTROLS.isdisjoint(map(CHAR, chain.from_iterable(drawn.stretches))):
        found.update((each.id, each) for each in chain.from_iterable(drawn.stretches) if _is_bodiless(each))
    areas = [
        *_lids(drawn),
        *_alike(drawn, open_styles),
        *_under_blocks(drawn),
        *((None, box, None) for box in drawn.veils.tiled),
    ]
    if areas or drawn.pictures:
        rows = _Rows(drawn)
        try:
            for turn, box, style in areas:
                found.update((glyph.id, glyph) for glyph in rows.within(box, turn, style))
            for picture in drawn.pictures:
                found.update((glyph.id, glyph) for glyph in rows.at_picture(picture))
        except _TooManyError:
            found = {glyph.id: glyph for glyph in chain.from_iterable(drawn.stretches)}
    return tuple(glyph for _, glyph in sorted(found.items()) if glyph.style in open_styles and glyph.size >= TINY)


def as_drawn(stretches: tuple[Stretch, ...], doubtful: Sequence[Glyph], unseen: frozenset[int]) -> tuple[Stretch, ...]:
    """The stretches, with the controls that show ink as signs that nobody can name.

    `unseen` are the ids of those of the doubtful glyphs that do not show, or hardly.
    """
    inked = {glyph.id for glyph in doubtful if _is_bodiless(glyph)} - unseen
    if not inked:
        return stretches
    return tuple(
        tuple(glyph._replace(char=UNREADABLE) if glyph.id in inked else glyph for glyph in stretch)
        for stretch in stretches
    )


def _is_bodiless(glyph: Glyph) -> bool:
    """Whether it is a control with a glyph to itself: one that shares another's stands for nothing drawn."""
    return glyph.char in CONTROLS and glyph.x1 > glyph.x0


def is_surely_hidden(style: Style) -> bool:
    """Whether nothing is drawn in this style, whatever lies around."""
    return style.render == INVISIBLE or style.opacity < NEARLY_CLEAR


def _is_weak(style: Style) -> bool:
    return style.opacity < HALF_CLEAR or _lightness(_rgb(style.colour)) > PALE


def _rgb(colour: Sequence[float]) -> Colour:
    """A colour of grey, RGB or CMYK as MuPDF tells it, as RGB."""
    if len(colour) == 4:
        return (
            (1 - colour[0]) * (1 - colour[3]),
            (1 - colour[1]) * (1 - colour[3]),
            (1 - colour[2]) * (1 - colour[3]),
        )
    return (colour[0], colour[1], colour[2]) if len(colour) == 3 else (colour[0],) * 3 if colour else (0.0,) * 3


def _lightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue


def _lids(drawn: Drawn) -> Iterator[tuple[int, Bounds, int | None]]:
    """What is filled, or drawn with a broad line, after the first words."""
    first = drawn.spans[0]["seqno"] if drawn.spans else 0
    for lid in _joined(each for each in drawn.drawings if each["seqno"] > first):
        yield lid.turn, drawn.placed(lid.box), None


def _joined(drawings: Iterator[dict[str, Any]]) -> Iterator[_Lid]:
    """The filled shapes; strips of one colour beside each other are one."""
    last: _Lid | None = None
    last_colour: Any = None
    for drawing in drawings:
        colour = drawing.get("fill")
        for box in _shapes(drawing):
            joined = _union(last.box, box) if last is not None and colour == last_colour else None
            if last is not None and joined is None and _is_broad(last.box):
                yield last
            last, last_colour = _Lid(drawing["seqno"], joined or box), colour
    if last is not None and _is_broad(last.box):
        yield last


def _is_broad(box: Bounds) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) > SMALLEST


def _union(one: Bounds, other: Bounds) -> Bounds | None:
    """Both as one rectangle, where the second goes on where the first ends."""
    for low, high in ((0, 2), (1, 3)):
        is_level = abs(one[low] - other[low]) < TOUCHING and abs(one[high] - other[high]) < TOUCHING
        start, end = 1 - low, 3 - low
        if is_level and other[start] <= one[end] + TOUCHING and one[start] <= other[end] + TOUCHING:
            return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
    return None


def _shapes(drawing: dict[str, Any]) -> Iterator[Bounds]:
    """The boxes of what one path fills, or covers with a broad line."""
    items = drawing["items"]
    if drawing.get("fill") is not None and (drawing.get("fill_opacity") or 0) >= NEARLY_CLEAR:
        if all(item[0] == "re" for item in items):
            yield from (_upright(item[1]) for item in items)
        else:
            yield _upright(drawing["rect"])
    if "s" in drawing["type"] and (drawing.get("width") or 0) > SMALLEST:
        reach = drawing["width"] / 2
        for item in items:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1], item[2]
                yield min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach
            elif item[0] == "re":
                x0, y0, x1, y1 = _upright(item[1])
                yield x0 - reach, y0 - reach, x1 + reach, y0 + reach
                yield x0 - reach, y1 - reach, x1 + reach, y1 + reach
                yield x0 - reach, y0 - reach, x0 + reach, y1 + reach
                yield x1 - reach, y0 - reach, x1 + reach, y1 + reach


def _upright(box: Sequence[float]) -> Bounds:
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])


def _alike(drawn: Drawn, styles: set[int]) -> Iterator[tuple[None, Bounds, int]]:
    """Panels of nearly the colour of a style, with that style."""
    colours = {index: _rgb(drawn.styles[index].colour) for index in styles}
    near: dict[tuple[float, ...], list[int]] = {}
    for drawing in drawn.drawings:
        fill = drawing.get("fill")
        if fill is None:
            continue
        if fill not in near:
            panel = _rgb(fill)
            near[fill] = [index for index, colour in colours.items() if _differ(colour, panel) < ALIKE]
        if near[fill]:
            for box in _shapes(drawing):
                if _is_broad(box):
                    yield from ((None, drawn.placed(box), index) for index in near[fill])


def _differ(one: Colour, other: Colour) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _under_blocks(drawn: Drawn) -> Iterator[tuple[None, Bounds, None]]:
    """Signs that are filled boxes may be printed over words."""
    for stretch in drawn.stretches:
        if stretch[0].char in BLOCK_SIGNS:
            yield None, (stretch[0].x0, stretch[0].y0, stretch[-1].x1, stretch[0].y1), None


class _TooManyError(Exception):
    """More would have to be compared than is worth it."""


class _Rows:
    """The stretches from the top down, each with its turn on the page."""

    def __init__(self, drawn: Drawn) -> None:
        turns = [span["seqno"] for span in drawn.spans]
        self.dark = {
            index for index, style in enumerate(drawn.styles) if _lightness(_rgb(style.colour)) < DARK < style.opacity
        }
        rows = [
            ((stretch[0].y0 + stretch[0].y1) / 2, turns[bisect_right(drawn.starts, stretch[0].id) - 1], stretch)
            for stretch in drawn.stretches
        ]
        self.rows = sorted(rows, key=lambda row: row[0])
        self.middles = [middle for middle, _, _ in self.rows]
        self.pairs = 0

    def within(self, box: Bounds, turn: int | None, style: int | None) -> Iterator[Glyph]:
        """The glyphs with their middle in the box; only those drawn before the turn, or in the style, if named."""
        for before, stretch in self._near(box):
            if (turn is None or before < turn) and (style is None or stretch[0].style == style):
                yield from (each for each in stretch if box[0] <= (each.x0 + each.x1) / 2 <= box[2])

    def at_picture(self, picture: Picture) -> Iterator[Glyph]:
        """The glyphs on or under a picture, but for dark words that are printed on a light one."""
        for _, stretch in self._near(picture.box):
            if not (picture.is_first and stretch[0].style in self.dark and picture.is_light()):
                yield from (each for each in stretch if picture.box[0] <= (each.x0 + each.x1) / 2 <= picture.box[2])

    def _near(self, box: Bounds) -> Iterator[tuple[int, Stretch]]:
        start, end = bisect_left(self.middles, box[1]), bisect_right(self.middles, box[3])
        self.pairs += end - start
        if self.pairs > MOST_PAIRS:
            raise _TooManyError
        for _, turn, stretch in self.rows[start:end]:
            if stretch[0].x0 < box[2] and box[0] < stretch[-1].x1:
                yield turn, stretch
