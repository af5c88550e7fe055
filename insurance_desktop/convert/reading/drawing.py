"""Draws part of a page with some of its words and without them, and those words alone in black."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from . import symbol_fonts
from .pages import Glyph

PIXELS = 14.0
"""The height in which the smallest words are drawn, where that keeps the zoom between the bounds."""
LEAST_ZOOM, MOST_ZOOM = 1.0, 2.0
MOST_PIXELS = 1_500_000
LARGEST_PICTURE = 64_000_000
"""Pixels; a larger picture is not unpacked to look at words."""
MARGIN = 2.0
"""Points around the words."""
PLACE = 0.5
"""Points; the grid in which a sign of the drawing is known again as one of the reading."""
NEAR = 0.1
INK = frozenset({"fill_path", "stroke_path", "fill_shade"})
BRACKETS = (
    *("clip_path", "clip_stroke_path", "clip_text", "clip_stroke_text", "clip_image_mask", "pop_clip"),
    *("begin_mask", "begin_group", "end_group", "end_tile"),
)
SETTINGS = ("render_flags", "set_default_colorspaces")
FORWARDED = (*sorted(INK), *BRACKETS, *SETTINGS)
"""What is drawn as it comes."""
PICTURES = ("fill_image", "fill_image_mask")
OWN = ("fill_text", "stroke_text", "end_mask", "begin_tile", "begin_layer", "end_layer")
Sign = tuple[str, int, int]


class Looked(NamedTuple):
    """Three pictures of a part of a page: RGB with all words, RGB without those in question, grey of their ink."""

    width: int
    height: int
    zoom: float
    left: int
    top: int
    with_words: bytes
    without: bytes
    ink: bytes

    def pixels(self, glyph: Glyph) -> tuple[int, int, int, int]:
        """The glyph's box in pixels of the pictures."""
        x0, x1 = (int(x * self.zoom) - self.left for x in (glyph.x0, glyph.x1))
        y0, y1 = (int(y * self.zoom) - self.top for y in (glyph.y0, glyph.y1))
        return max(0, x0), max(0, y0), max(0, x1 + 1), max(0, y1 + 1)


class Wanted(NamedTuple):
    """The signs to leave out: a number for each place, and which of the prints in that place they are."""

    places: dict[Sign, int]
    prints: dict[int, set[int]]


class Drawing:
    """A page ready to be drawn. `signs` reads code points as the reading does; the hidden layer is left out.

    `printed` are the page's glyphs in draw order, without those that are not drawn at all.
    """

    def __init__(self, library: Any, page: Any, printed: Iterable[Glyph], signs: Any, hidden_layer: str) -> None:
        self._library = library
        self._printed: dict[Sign, list[int]] = {}
        for glyph in printed:
            self._printed.setdefault(_key(symbol_fonts.printed(glyph.char), glyph.x, glyph.y), []).append(glyph.id)
        self._list = library.mupdf.fz_new_display_list_from_page(page.this)
        self._page = page.rect
        self._signs = signs
        self._hidden_layer = hidden_layer

    def look(self, glyphs: Sequence[Glyph]) -> Looked:
        """The part of the page around the glyphs, with and without them."""
        x0, y0 = max(0.0, min(each.x0 for each in glyphs) - MARGIN), max(0.0, min(each.y0 for each in glyphs) - MARGIN)
        x1 = min(self._page.width, max(each.x1 for each in glyphs) + MARGIN)
        y1 = min(self._page.height, max(each.y1 for each in glyphs) + MARGIN)
        zoom = _zoom(glyphs, (x1 - x0) * (y1 - y0))
        library = self._library
        clip = library.IRect(int(x0 * zoom), int(y0 * zoom), int(x1 * zoom) + 1, int(y1 * zoom) + 1)
        with_words, without, ink, unused = (
            library.Pixmap(space, clip, False)
            for space in (library.csRGB, library.csRGB, library.csGRAY, library.csGRAY)
        )
        if self._draw(without, ink, clip, zoom, self._wanted(glyphs)):
            self._draw_plainly(with_words, clip, zoom)
        else:
            self._draw(with_words, unused, clip, zoom, Wanted({}, {}))
        return Looked(clip.width, clip.height, zoom, clip.x0, clip.y0, with_words.samples, without.samples, ink.samples)

    def _wanted(self, glyphs: Sequence[Glyph]) -> Wanted:
        """The same sign may be printed in one place again, over a lid that hides the first print."""
        places: dict[Sign, int] = {}
        for number, glyph in enumerate(glyphs):
            near = set(_keys(glyph))
            known = next((places[each] for each in near if each in places), number)
            places.update(dict.fromkeys(near, known))
        members: dict[int, list[int]] = {}
        for each, number in places.items():
            members.setdefault(number, []).extend(self._printed.get(each, ()))
        wanted = {glyph.id for glyph in glyphs}
        return Wanted(
            places,
            {
                number: {place for place, each in enumerate(sorted(ids)) if each in wanted}
                for number, ids in members.items()
            },
        )

    def _draw(self, onto: Any, ink: Any, clip: Any, zoom: float, wanted: Wanted) -> bool:
        """Whether all of it was handed on as it came, so that MuPDF by itself would draw the same but for the words.

        ValueError where a picture is too large to be drawn: what it hides cannot be known.
        """
        mupdf = self._library.mupdf
        for each in (onto, ink):
            each.clear_with(255)
        with _hard_edges(mupdf):
            drawn, inked = (mupdf.fz_new_draw_device(mupdf.FzMatrix(), each.this) for each in (onto, ink))
            parting = _Parting(mupdf, wanted, self._signs, zoom)
            device = _device_class(mupdf)(mupdf, (drawn, inked), parting, self._hidden_layer)
            self._run(device, clip, zoom)
            for each in (device, drawn, inked):
                mupdf.fz_close_device(each)
        if device.is_incomplete:
            raise ValueError("picture too large")
        return not device.is_changed

    def _draw_plainly(self, onto: Any, clip: Any, zoom: float) -> None:
        """All of it without a device of ours: in half the time."""
        mupdf = self._library.mupdf
        onto.clear_with(255)
        with _hard_edges(mupdf):
            device = mupdf.fz_new_draw_device(mupdf.FzMatrix(), onto.this)
            self._run(device, clip, zoom)
            mupdf.fz_close_device(device)

    def _run(self, device: Any, clip: Any, zoom: float) -> None:
        mupdf = self._library.mupdf
        part, scale = mupdf.FzRect(clip.x0, clip.y0, clip.x1, clip.y1), mupdf.FzMatrix(zoom, 0, 0, zoom, 0, 0)
        mupdf.fz_run_display_list(self._list, device, scale, part, mupdf.FzCookie())


@contextmanager
def _hard_edges(mupdf: Any) -> Iterator[None]:
    """Shapes without soft edges meanwhile: words shine through the seams of a lid that is made of strips.

    A device draws with the edges that it was made for; with others MuPDF never ends.
    """
    level = mupdf.fz_graphics_aa_level()
    mupdf.fz_set_graphics_aa_level(0)
    try:
        yield
    finally:
        mupdf.fz_set_graphics_aa_level(level)


def _zoom(glyphs: Sequence[Glyph], area: float) -> float:
    smallest = max(1.0, min(each.size for each in glyphs))
    zoom = min(MOST_ZOOM, max(LEAST_ZOOM, PIXELS / smallest))
    return float(min(zoom, (MOST_PIXELS / max(area, 1.0)) ** 0.5))


def _key(char: str, x: float, y: float) -> Sign:
    return char, int(x // PLACE), int(y // PLACE)


def _keys(glyph: Glyph) -> Iterator[Sign]:
    for x in (glyph.x - NEAR, glyph.x + NEAR):
        for y in (glyph.y - NEAR, glyph.y + NEAR):
            yield _key(symbol_fonts.printed(glyph.char), x, y)


class _Parting:
    """Parts the signs of a drawn text: those to draw, and those in question."""

    def __init__(self, mupdf: Any, wanted: Wanted, signs: Any, zoom: float) -> None:
        self._mupdf = mupdf
        self._wanted = wanted
        self._signs = signs
        self._zoom = zoom
        self._met: dict[int, int] = {}
        self._parts: tuple[Any, ...] = ()

    def of(self, text: Any, ctm: Any) -> tuple[Any, Any]:
        """The signs to draw and the signs to leave out, each as a text of its own where there are both.

        The two texts last until the next are made: they must be drawn before.
        """
        if not self._wanted.places:
            return text, None
        spans = list(_spans(self._mupdf, text))
        asked = [self._is_taken(ctm, item) for span in spans for item in _items(span)]
        if not any(asked):
            return text, None
        if all(asked):
            return None, text
        self._parts = (self._mupdf.fz_new_text(), self._mupdf.fz_new_text())
        taken = iter(asked)
        for span in spans:
            for item in _items(span):
                self._add(self._parts[next(taken)], span.m_internal, item)
        return self._parts[0].m_internal, self._parts[1].m_internal

    def _add(self, part: Any, span: Any, item: Any) -> None:
        turn = span.trm
        # `internal` points into the matrix: without a name it would be gone, and another's memory, when it is read.
        place = self._mupdf.FzMatrix(turn.a, turn.b, turn.c, turn.d, item.x, item.y)
        self._mupdf.ll_fz_show_glyph(
            part.m_internal,
            span.font,
            place.internal(),
            item.gid,
            item.ucs,
            span.wmode,
            span.bidi_level,
            span.markup_dir,
            span.language,
        )

    def _is_taken(self, ctm: Any, item: Any) -> bool:
        x = (ctm.a * item.x + ctm.c * item.y + ctm.e) / self._zoom
        y = (ctm.b * item.x + ctm.d * item.y + ctm.f) / self._zoom
        place = self._wanted.places.get(_key(self._signs[item.ucs], x, y)) if item.ucs >= 0 else None
        if place is None:
            return False
        print_number = self._met.get(place, 0)
        self._met[place] = print_number + 1
        return print_number in self._wanted.prints[place]


class _WithoutSigns:
    """Hands on all that is drawn, but for some signs: these go in black to a second device. One base of a device."""

    def __init__(self, mupdf: Any, onto: tuple[Any, Any], parting: _Parting, layer: str) -> None:
        super().__init__()
        self.mupdf, self.raw = mupdf, _plain_calls(mupdf)
        self.drawn, self.inked = (each.m_internal for each in onto)
        self.parting = parting
        self.hidden_layer, self.layers = layer, [""]
        self.black, self.held = mupdf.ll_fz_device_gray(), mupdf.FzColorParams()
        self.colour = self.held.internal()  # points into what is held
        self.is_changed = self.is_incomplete = False
        for name in (*FORWARDED, *PICTURES, *OWN):
            getattr(self, f"use_virtual_{name}")()

    def begin_layer(self, _: Any, name: str | None) -> None:
        self.layers.append(name or "")
        self.is_changed = self.is_changed or name == self.hidden_layer

    def end_layer(self, _: Any) -> None:
        if len(self.layers) > 1:
            self.layers.pop()

    def fill_text(self, _: Any, text: Any, ctm: Any, *colour: Any) -> None:
        kept, black = (None, None) if self.hidden_layer in self.layers else self.parting.of(text, ctm)
        if kept is not None:
            self.raw.ll_fz_fill_text(self.drawn, kept, ctm, *colour)
        if black is not None:
            self.mupdf.ll_fz_fill_text2(self.inked, black, ctm, self.black, 0, 0, 0, 0, 1.0, self.colour)

    def stroke_text(self, _: Any, text: Any, stroke: Any, ctm: Any, *colour: Any) -> None:
        kept, black = (None, None) if self.hidden_layer in self.layers else self.parting.of(text, ctm)
        if kept is not None:
            self.raw.ll_fz_stroke_text(self.drawn, kept, stroke, ctm, *colour)
        if black is not None:  # filled: an outline's inside is no ink, but next to it
            self.mupdf.ll_fz_fill_text2(self.inked, black, ctm, self.black, 0, 0, 0, 0, 1.0, self.colour)

    def end_mask(self, _: Any, *transfer: Any) -> None:
        if transfer:
            self.raw.ll_fz_end_mask_tr(self.drawn, *transfer)
        else:
            self.raw.ll_fz_end_mask(self.drawn)

    def begin_tile(self, _: Any, area: Any, view: Any, across: float, down: float, ctm: Any, *__: Any) -> int:
        self.is_changed = True  # MuPDF by itself would know the tile again
        self.raw.ll_fz_begin_tile(self.drawn, area, view, across, down, ctm)
        return 0


def _plain_calls(mupdf: Any) -> Any:
    """The wrapped calls want colours as tuples, which MuPDF does not hand over."""
    return mupdf._mupdf


@cache
def _device_class(mupdf: Any) -> Any:
    raw = _plain_calls(mupdf)
    calls = {name: _handed_on(raw, name, is_ink=name in INK) for name in FORWARDED}
    calls |= {name: _picture(raw, name) for name in PICTURES}
    return type("WithoutSigns", (_WithoutSigns, mupdf.FzDevice2), calls)


def _spans(mupdf: Any, text: Any) -> Iterator[Any]:
    span = text.head
    while span:
        yield mupdf.FzTextSpan(span)
        span = span.next


def _items(span: Any) -> Iterator[Any]:
    return (span.items(place) for place in range(span.m_internal.len))


def _handed_on(raw: Any, name: str, *, is_ink: bool) -> Any:
    """A device's call that draws as it is told, but no ink of a hidden layer."""
    draw = getattr(raw, f"ll_fz_{name}")

    def hand_on(self: Any, _: Any, *rest: Any) -> None:
        if not (is_ink and self.hidden_layer in self.layers):
            draw(self.drawn, *rest)

    return hand_on


def _picture(raw: Any, name: str) -> Any:
    """A device's call that draws a picture, unless unpacking it would take too much."""
    draw = getattr(raw, f"ll_fz_{name}")

    def hand_on(self: Any, _: Any, picture: Any, *rest: Any) -> None:
        if self.hidden_layer in self.layers:
            return
        if picture.w * picture.h > LARGEST_PICTURE:  # MuPDF would print an error that is raised here, and go on
            self.is_incomplete = True
            return
        draw(self.drawn, picture, *rest)

    return hand_on
