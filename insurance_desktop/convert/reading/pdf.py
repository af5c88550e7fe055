"""Reads a PDF down to glyphs, rules and fills; with `pictures` and `drawing` the only module that asks PyMuPDF.

`get_texttrace` is the reading that everything stands on: it alone shows stroke-bold, colour, opacity and render mode
of Chinese text. `rawdict` with and without clipping shows what is clipped.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from math import atan2, degrees
from operator import itemgetter
from typing import Any

from insurance_desktop.domain.conversion import UNREADABLE
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.ledger import POINTS, packed

from ..radicals import IDEOGRAPHS
from .cut_files import is_cut
from .doubtful import Bounds, Drawn, as_drawn, doubtful_glyphs
from .inking import Looks, look_for
from .pages import (
    CONTROLS,
    FEW_GLYPHS,
    FIRST,
    INVISIBLE,
    LAST,
    OVERLAP,
    PLACE,
    RUN_GAP,
    SAME_PLACE,
    X0,
    X1,
    Y0,
    Y1,
    Fill,
    Glyph,
    PageReading,
    Rule,
    Stretch,
    Style,
)
from .pictures import pictures_of, veils_of
from .pymupdf_library import load_library
from .symbol_fonts import printed, signs_of_font

READ_ALL = 3
"""rawdict flags: ligatures and whitespace kept, nothing dropped for being clipped."""
READ_VISIBLE = READ_ALL | 64
"""The same, but without what a clipping path hides."""
WITH_PICTURES = 4
"""The same, with the places of pictures and gradients."""
THIN = 2.0
"""A filled rectangle up to this thickness, in points, is a rule."""
BLANKS = frozenset({0x00AD, 0xF020})
"""The soft hyphen, and the space of symbol fonts."""
BLANK = re.compile(rf"[\t\n\r{''.join(map(chr, sorted(BLANKS)))}]|(?=[^\x00-\x1f])\s")
"""The same signs and white space in the text of a page."""
HIDDEN_LAYER = "insurance-desktop: hidden layer"
PDF_MARK = b"%PDF-"
MOST_SIGNS = 70_000
"""A page of more signs is lost, and said to be: the fullest page of 169 contracts and treaties has 4,636."""
new_tuple = tuple.__new__
LOOK = itemgetter("font", "flags", "color", "opacity", "type", "dir", "layer")
"""All that makes the style of a span."""
Turn = tuple[float, float, float, float, float, float]


@contextmanager
def open_pdf(original: bytes) -> Iterator[Any]:
    """The opened document; SourceError with the reason where these bytes are no PDF that can be read."""
    if not original:
        raise SourceError("convert.empty", stage="pdf")
    if PDF_MARK not in original[:1024]:
        raise SourceError("convert.not_a_pdf", stage="pdf")
    pymupdf = load_library()
    try:
        document = pymupdf.open(stream=original, filetype="pdf")
    except Exception as error:
        raise SourceError("convert.damaged", stage="pdf") from error
    with document:
        _refuse_unreadable(document)
        if document.is_repaired and is_cut(document, original):
            raise SourceError("convert.cut", stage="pdf")
        shown = _with_hidden_layers(document)
        if shown is None:
            yield document
        else:
            with shown:
                yield shown


def _with_hidden_layers(document: Any) -> Any:
    """A copy that shows its hidden layers under a name that tells, for their text to be reported; None without such.

    A file that had to be repaired is left as it is: a copy of it would no longer say so.
    """
    try:
        layers = document.get_ocgs()
        hidden = [xref for xref, layer in layers.items() if not layer["on"]]
        if not hidden or document.is_repaired:
            return None
        for xref in hidden:
            document.xref_set_key(xref, "Name", f"({HIDDEN_LAYER})")
        document.set_layer(-1, basestate="ON", on=list(layers), off=[])
        return load_library().open(stream=document.tobytes(), filetype="pdf")
    except Exception:  # MuPDF's own errors share no base; what a layer hides is then missed by the second reading
        return None


def _refuse_unreadable(document: Any) -> None:
    """SourceError where an opened document shows no page: locked, without pages, or with a broken page tree."""
    try:
        is_locked = bool(document.needs_pass and not document.authenticate(""))
        count = 0 if is_locked else document.page_count
    except Exception as error:  # MuPDF's own errors share no base below Exception
        raise SourceError("convert.damaged", stage="pdf") from error
    if is_locked:
        raise SourceError("convert.encrypted", stage="pdf")
    if count <= 0:
        raise SourceError("convert.no_pages", stage="pdf")


def is_repaired(document: Any) -> bool:
    """Whether the file was broken and had to be put together again: something may be missing."""
    return bool(document.is_repaired)


def read_page(document: Any, number: int) -> PageReading:
    """Page `number` (from 1) as glyphs, rules and fills."""
    page = document[number - 1]
    turn = tuple(page.rotation_matrix) if page.rotation else None
    spans = page.get_texttrace()
    _refuse_crowded(number, sum(len(span["chars"]) for span in spans))
    drawings = [each for each in page.get_cdrawings() if each.get("layer") != HIDDEN_LAYER]
    visible = page.get_textpage(flags=READ_VISIBLE | WITH_PICTURES)
    stretches, styles, starts = _read_glyphs(spans, turn)
    rules, fills = _read_drawings(drawings)
    if turn is not None:
        rules, fills = _turned_drawings(rules, fills, turn)
    glyphs = tuple(chain.from_iterable(stretches))
    box = page.rect
    placed = (lambda box: _turned_box(box, turn)) if turn is not None else _as_it_is
    drawn = Drawn(stretches, styles, spans, starts, drawings, pictures_of(visible, placed), placed, veils_of(page))
    doubtful = doubtful_glyphs(drawn)
    looks = look_for(page, doubtful, _printed(stretches, styles), _READABLE, HIDDEN_LAYER) if doubtful else Looks()
    return PageReading(
        number=number,
        width=box.width,
        height=box.height,
        stretches=as_drawn(stretches, doubtful, looks.unseen | looks.faint),
        boxes=packed(POINTS, [*map(X0, glyphs), *map(Y0, glyphs), *map(X1, glyphs), *map(Y1, glyphs)]),
        styles=styles,
        rules=rules,
        fills=fills,
        images=_images(page, number) if _are_few(stretches, styles, looks.unseen) else (),
        clipped=_clipped(page, visible, stretches, glyphs),
        unseen=looks.unseen,
        faint=looks.faint,
    )


def _refuse_crowded(page: int, signs: int) -> None:
    """SourceError where a page has more signs than anybody would read: what they could hide in would take for ever."""
    if signs > MOST_SIGNS:
        raise SourceError("convert.page_too_full", stage="pdf", page=page, signs=signs, most=MOST_SIGNS)


def _printed(stretches: Iterable[Stretch], styles: Sequence[Style]) -> Iterator[Glyph]:
    """The glyphs that are drawn at all."""
    return (glyph for stretch in stretches if styles[stretch[0].style].render != INVISIBLE for glyph in stretch)


def _images(page: Any, number: int) -> tuple[Box, ...]:
    return tuple(Box(number, *each["bbox"]) for each in page.get_image_info())


def _are_few(stretches: Sequence[Stretch], styles: Sequence[Style], unseen: frozenset[int]) -> bool:
    """Whether few glyphs are seen at all: the text layer of a scan is not drawn, or lies under the picture."""
    undrawn = {index for index, style in enumerate(styles) if style.render == INVISIBLE}
    return sum(len(each) for each in stretches if each[0].style not in undrawn) - len(unseen) < FEW_GLYPHS


def _read_glyphs(
    spans: list[dict[str, Any]], turn: Turn | None
) -> tuple[tuple[Stretch, ...], tuple[Style, ...], tuple[int, ...]]:
    """Every sign in draw order, cut into stretches, and the first one of each span; white space is left to geometry."""
    styles = _StyleTable(turn)
    stretches: list[list[Glyph]] = []
    stretch: list[Glyph] = []
    starts: list[int] = []
    count = 0
    before: tuple[int, float] | None = None
    last_x = last_y = last_end = top = bottom = 0.0
    for span in spans:
        starts.append(count)
        style, size = kind = styles.index(span), span["size"]
        readable = styles.readable[style]
        is_new = kind != before
        nearest, lowest, highest = SAME_PLACE * size, OVERLAP * size, RUN_GAP * size
        for code, _, (x, y), (x0, y0, x1, y1) in span["chars"] if turn is None else _turned(span["chars"], turn):
            char = readable[code]
            if char == " ":
                continue
            if is_new or y != last_y or x - last_x <= nearest or not lowest <= x0 - last_end <= highest:
                if x == last_x and x0 == x1 and y == last_y and not is_new:
                    stretch[-1], rest = _parted_ligature(stretch[-1], char)
                    stretch.append(rest)
                    count += 1
                    continue
                stretches.append(stretch := [])
                is_new, before = False, kind  # a span of white space draws nothing: it is not what was before
            if y != last_y or y0 != top or y1 != bottom:  # equal numbers are kept once: a third less memory
                last_y, top, bottom = y, y0, y1
            # Glyph(...) itself takes twice as long, and nothing here runs as often.
            place = (count, char, x if x == x0 else x0, top, x1, bottom, x, last_y, size, style)
            stretch.append(new_tuple(Glyph, place))
            count += 1
            last_x, last_end = x, x1
    return tuple(map(tuple, stretches)), tuple(styles.styles), tuple(starts)


def _parted_ligature(glyph: Glyph, char: str) -> tuple[Glyph, Glyph]:
    """A glyph that stands for several signs, as two: MuPDF gives the first its whole box, the others none.

    Left so, a gap would follow, and the second f of an ff would pass for a second print of the first.
    """
    middle = glyph.x1 if char in CONTROLS else (glyph.x0 + glyph.x1) / 2
    rest = glyph._replace(id=glyph.id + 1, char=char, x0=middle, x=glyph.x + middle - glyph.x0)
    return glyph._replace(x1=middle), rest


class _StyleTable:
    """The styles of a page in the order of their first use; each way of drawing is worked out once."""

    def __init__(self, turn: Turn | None) -> None:
        self.turn = turn
        self.styles: dict[Style, int] = {}
        self.readable: list[_Readable] = []
        """What each style's codes say."""
        self._known: dict[tuple[object, ...], int] = {}
        self._last: tuple[tuple[object, ...], int] = ((), 0)

    def index(self, span: dict[str, Any]) -> int:
        drawn = LOOK(span)
        last, index = self._last
        if drawn == last:  # most are drawn like the one before, and to compare is quicker than to hash
            return index
        known = self._known.get(drawn)
        if known is None:
            style = _style(span, _angle(span["dir"], self.turn))
            known = self._known[drawn] = self.styles.setdefault(style, len(self.styles))
            if known == len(self.readable):
                self.readable.append(_readable_of(style.font))
        self._last = (drawn, known)
        return known


def _angle(direction: tuple[float, float], turn: Turn | None) -> float:
    """The angle of a line in degrees, clockwise on the page as it is shown."""
    across, down = direction
    if turn is not None:
        a, b, c, d, _, _ = turn
        across, down = a * across + c * down, b * across + d * down
    return round(degrees(atan2(down, across)), 2) % 360


class _Readable(dict[int, str]):
    """The sign of each code point, worked out when it first comes up."""

    def __missing__(self, code: int) -> str:
        sign = self[code] = _readable(code)
        return sign


def _readable(code: int) -> str:
    """The sign of a code point; white space and signs without a body are " ", those without meaning unreadable.

    A radical is the ideograph that its glyph shows: MuPDF takes the first of a glyph's two code points.
    """
    if code in BLANKS or code in {9, 10, 13}:
        return " "
    if code < 0x20 or code in {0xFFFE, 0xFFFF} or 0xD800 <= code < 0xE000:
        return UNREADABLE
    return " " if chr(code).isspace() else chr(IDEOGRAPHS.get(code, code))


_READABLE = _Readable()


@cache
def _readable_of(font: str) -> _Readable:
    """What the codes of a font say: of a symbol font also those that are its own."""
    own = signs_of_font(font)
    return _Readable({**own, 0xF020: " "}) if own else _READABLE


def _turned(chars: Iterable[Any], turn: Turn) -> Iterator[Any]:
    """The places and boxes of glyphs on a page that is shown turned by a multiple of 90 degrees."""
    a, b, c, d, e, f = turn
    for code, number, (x, y), bounds in chars:
        place = (a * x + c * y + e, b * x + d * y + f)
        yield code, number, place, _turned_box(bounds, turn)


def _turned_drawings(
    rules: tuple[Rule, ...], fills: tuple[Fill, ...], turn: Turn
) -> tuple[tuple[Rule, ...], tuple[Fill, ...]]:
    """Drawings come as if the page were not turned; rules and fills must lie where the words do."""
    return (
        tuple(Rule(*_turned_box(each, turn)) for each in rules),
        tuple(Fill(*_turned_box(each[:4], turn), each.light) for each in fills),
    )


def _as_it_is(bounds: Bounds) -> Bounds:
    """A box on a page that is not turned."""
    return bounds


def _turned_box(bounds: Bounds, turn: Turn) -> Bounds:
    """A box on a page that is shown turned by a multiple of 90 degrees."""
    a, b, c, d, e, f = turn
    x0, y0, x1, y1 = bounds
    across = (a * x0 + c * y0 + e, a * x1 + c * y1 + e)
    down = (b * x0 + d * y0 + f, b * x1 + d * y1 + f)
    return min(across), min(down), max(across), max(down)


def _style(span: dict[str, Any], angle: float) -> Style:
    font = _font_name(span["font"])
    return Style(
        font=font,
        bold=bool(span["flags"] & 16) or "bold" in font.lower(),
        italic=bool(span["flags"] & 2),
        colour=tuple(round(part, 3) for part in span["color"]),
        opacity=span["opacity"],
        render=INVISIBLE if span["layer"] == HIDDEN_LAYER else span["type"],
        angle=angle,
    )


def _font_name(name: str) -> str:
    """The font's name; Chinese names often come as GBK or UTF-8 bytes read as Latin-1."""
    try:
        printed = name.encode("latin-1")
    except UnicodeEncodeError:
        return name
    for encoding in ("utf-8", "gbk"):
        try:
            return printed.decode(encoding)
        except UnicodeDecodeError:
            continue
    return name


def _read_drawings(drawings: list[dict[str, Any]]) -> tuple[tuple[Rule, ...], tuple[Fill, ...]]:
    rules: list[Rule] = []
    fills: list[Fill] = []
    for drawing in drawings:
        colour = drawing.get("fill")
        is_stroked = "s" in drawing["type"]
        for item in drawing["items"]:
            if item[0] == "re":
                _read_rectangle(item[1], colour, is_stroked, rules, fills)
            elif item[0] == "l" and is_stroked:
                _read_line(item[1], item[2], rules)
            elif item[0] == "qu" and colour is not None:
                _read_rectangle((*item[1][0], *item[1][3]), colour, is_stroked, rules, fills)
    return tuple(rules), tuple(fills)


def _read_rectangle(bounds: Any, colour: Any, is_stroked: bool, rules: list[Rule], fills: list[Fill]) -> None:
    """A thin filled rectangle is a rule, a wide one a fill; the edges of a stroked one are four rules."""
    x0, y0, x1, y1 = (
        min(bounds[0], bounds[2]),
        min(bounds[1], bounds[3]),
        max(bounds[0], bounds[2]),
        max(bounds[1], bounds[3]),
    )
    if colour is not None:
        light = sum(colour) / len(colour)
        if min(x1 - x0, y1 - y0) <= THIN:
            if light < 0.9:
                rules.append(Rule(x0, y0, x1, y1))
        else:
            fills.append(Fill(x0, y0, x1, y1, light))
    if is_stroked and max(x1 - x0, y1 - y0) > THIN:
        rules += [Rule(x0, y0, x1, y0), Rule(x0, y1, x1, y1), Rule(x0, y0, x0, y1), Rule(x1, y0, x1, y1)]


def _read_line(start: Any, end: Any, rules: list[Rule]) -> None:
    x0, x1 = sorted((start[0], end[0]))
    y0, y1 = sorted((start[1], end[1]))
    if min(x1 - x0, y1 - y0) <= THIN:
        rules.append(Rule(x0, y0, x1, y1))


def _clipped(page: Any, visible: Any, stretches: tuple[Stretch, ...], glyphs: tuple[Glyph, ...]) -> frozenset[int]:
    """The ids of the glyphs that a clipping path hides; `visible` is MuPDF's text reading without them.

    Places are compared only where the page shows fewer signs than MuPDF finds in all: reading them costs four times as
    much. MuPDF leaves out signs printed twice in one place, so the glyphs here are counted without such doubles: whole
    stretches, which is quick and mostly enough, and where that differs sign by sign, to spare MuPDF a second reading.
    """
    shown = _count(visible)
    if shown == len(glyphs):
        return frozenset()
    ends = zip(map(PLACE, map(FIRST, stretches)), map(PLACE, map(LAST, stretches)), map(len, stretches), strict=True)
    if shown == sum(count for _, _, count in set(ends)):
        return frozenset()
    if shown == len(set(map(PLACE, glyphs))):
        return frozenset()
    everything = page.get_textpage(flags=READ_ALL)
    if shown == _count(everything):
        return frozenset()
    hidden = _positions(everything) - _positions(visible)
    return frozenset(each.id for each in glyphs if (printed(each.char), round(each.x), round(each.y)) in hidden)


def _count(read: Any) -> int:
    """How many signs MuPDF's text reading has found, white space left out.

    MuPDF writes the text itself: `page.get_text` asks of each sign whether it is on the page, which takes longer.
    """
    mupdf = load_library().mupdf
    written = mupdf.fz_new_buffer_from_stext_page(read.this)
    return len(BLANK.sub("", mupdf.fz_buffer_extract_copy(written).decode("utf-8", "replace")))


def _positions(read: Any) -> set[tuple[str, int, int]]:
    """What MuPDF's text reading has found where, to the point."""
    found: set[tuple[str, int, int]] = set()
    for block in read.extractRAWDICT()["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for each in span["chars"]:
                    char = _READABLE[ord(each["c"])]
                    if char != " ":
                        x, y = each["origin"]
                        found.add((char, round(x), round(y)))
    return found
