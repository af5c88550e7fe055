"""The second reading of a PDF, with PDFium: another library than the first, so that a fault of one is not in both.

Before the readings are compared, `Signs` takes away what is known to differ between the two libraries without being
another text:

- white space, which each library makes of gaps in its own way (what it does to words and numbers is compared apart);
- control characters, soft hyphens, zero-width signs, byte-order and direction marks: they have no body;
- U+FFFD, U+FFFF and private-use code points: glyphs without a Unicode value, which only the ledger can count;
- U+0002 and U+FFFE, which PDFium gives for a hyphen at the end of a line: a hyphen;
- Kangxi radicals, radicals of the CJK supplement and compatibility ideographs, which are the unified ideographs;
- Latin ligatures, which PDFium spells out;
- the twins among punctuation that the libraries' own tables give for one glyph of a font without a Unicode map:
  ellipses, middle dots, long dashes, wave dashes, slashes.

Everything else must be the same, full-width and half-width forms included.
"""

import ctypes
import re
import sys
import unicodedata
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, overload

from insurance_desktop.domain.geometry import Box

from ..radicals import IDEOGRAPHS
from ..reading.pdfium_library import pdfium
from ..steps import Report, Step, report_nothing

BODILESS = frozenset({0x00AD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF, 0xFFFD, 0xFFFF})
BODILESS_CATEGORIES = frozenset({"Cc", "Co", "Cs", "Zs", "Zl", "Zp"})
LINE_HYPHENS = frozenset({0x0002, 0xFFFE})
LINE_HYPHEN = "-"
UNIFIED = ((0x2E80, 0x2FDF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F), (0xFB00, 0xFB06))
"""Code points that only repeat others: their NFKC form is compared."""
TWINS = {
    0x22EF: "\u2026",
    0x2027: "\u00b7",
    0x30FB: "\u00b7",
    0x2015: "\u2014",
    0x223C: "\uff5e",
    0x301C: "\uff5e",
    0x2215: "\uff0f",
    0xFE68: "\uff3c",
    0xFF64: "\ufe51",
}
"""The other code point of one glyph."""
NO_SIGN = "\ufffd"
"""Stands for a number that is no code point: a broken font made PDFium say one."""
HIGH_HALVES, LOW_HALVES = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
"""PDFium gives a sign beyond U+FFFF as two of its own, the halves of its UTF-16."""
FINE = 1000
"""PDFium places points on a grid of whole numbers: it is asked for thousandths of a point."""
TALLEST = 2.5
"""A sign taller than this part of its size has a false box: a font that is drawn sign by sign says how tall it is."""
BASE = 1000.0
"""Points between the places that are asked."""
KEPT_PAGES = 100
"""PDFium keeps the fonts of all pages it has read: after so many the document is opened anew. Few files have more."""


class Signs(dict[int, str]):
    """A table that keeps what both readings must share; it fills itself as signs come up."""

    def __missing__(self, code: int) -> str:
        sign = self[code] = _sign(code)
        return sign


def _sign(code: int) -> str:
    if code in LINE_HYPHENS:
        return LINE_HYPHEN
    if code in TWINS:
        return TWINS[code]
    code = IDEOGRAPHS.get(code, code)
    char = chr(code)
    if code in BODILESS or unicodedata.category(char) in BODILESS_CATEGORIES:
        return ""
    if any(first <= code <= last for first, last in UNIFIED):
        return unicodedata.normalize("NFKC", char)
    return char


_SIGNS = Signs()
DOUBTFUL = re.compile(r"[^0-9A-Za-z\u4e00-\u9fff.%()\u3001\u3002\uff08\uff09\uff0c\uff1a\uff1b\u201c\u201d]")
"""All but the usual signs, which are compared as they are."""


def signs_of(text: str) -> str:
    """The text as it is compared: every sign that carries meaning, and nothing else.

    White space carries none; of the rest only unusual signs are looked up: twenty times faster than `str.translate`.
    """
    return DOUBTFUL.sub(_compared, "".join(text.split()))


def _compared(match: re.Match[str]) -> str:
    return _SIGNS[ord(match[0])]


@cache
def signs_of_one(char: str) -> str:
    """The same of one character, which is looked up when it comes up again."""
    return signs_of(char)


STAGE = "second_reading"
"""What the second reading cannot take is still there from the first."""
NONE_BAD: Mapping[int, str] = MappingProxyType({})


class SecondReading(NamedTuple):
    """The text of each page by its number, as PDFium gives it; `faults` say why a page has none."""

    texts: Mapping[int, str]
    faults: Mapping[int, str]


def read_again(
    original: bytes, pages: Collection[int], report: Report = report_nothing, bad: Mapping[int, str] = NONE_BAD
) -> SecondReading:
    """The text of these pages, one call for each. A page that PDFium cannot read is a fault, not an error.

    `report` hears which page is begun. The pages of `bad` are not touched: their fault is known.
    """
    texts: dict[int, str] = {}
    faults: dict[int, str] = dict(bad)
    numbers = [each for each in pages if each not in bad]
    for number, text_page in _text_pages(original, _announced(numbers, report), faults):
        texts[number] = text_page.get_text_range()
    return SecondReading(texts, faults)


def _announced(pages: Collection[int], report: Report) -> Iterator[int]:
    """The pages one by one, each with a sign of life before it is read."""
    for number in pages:
        report(Step(STAGE, number, len(pages)))
        yield number


class PageBoxes(Sequence[Box]):
    """The boxes of a page's signs, packed: a document may have a million of them."""

    def __init__(self, page: int) -> None:
        self._page = page
        self._sides = array("d")

    def add(self, box: Box) -> None:
        self._sides.extend((box.x0, box.y0, box.x1, box.y1))

    def __len__(self) -> int:
        return len(self._sides) // 4

    @overload
    def __getitem__(self, place: int) -> Box: ...
    @overload
    def __getitem__(self, place: slice) -> list[Box]: ...
    def __getitem__(self, place: int | slice) -> Box | list[Box]:
        numbers = range(len(self))[place]
        if isinstance(numbers, range):
            return [self[number] for number in numbers]
        return Box(self._page, *self._sides[4 * numbers : 4 * numbers + 4])


def places_of_signs(
    original: bytes, pages: Collection[int], report: Report = report_nothing
) -> Iterator[tuple[int, tuple[str, Sequence[Box]]]]:
    """For each page its signs and the box of each: a call for each sign, for pages where something differs."""
    if not pages:
        return
    for number, text_page in _text_pages(original, _announced(pages, report), {}):
        signs: list[str] = []
        boxes = PageBoxes(number)
        for char, box in _chars(text_page, number):
            for sign in signs_of_one(char):
                signs.append(sign)
                boxes.add(box)
        yield number, ("".join(signs), boxes)


def without_line_hyphens(signs: str, boxes: Sequence[Box], whole: str) -> tuple[str, Sequence[Box]]:
    """The signs and boxes without the hyphens that PDFium gives one by one at ends of lines, but not all at once."""
    kept: list[int] = []
    for number, sign in enumerate(signs):
        if whole[len(kept) : len(kept) + 1] == sign:
            kept.append(number)
        elif sign != LINE_HYPHEN:
            return signs, boxes
    if len(kept) == len(signs):
        return signs, boxes
    return "".join(signs[number] for number in kept), [boxes[number] for number in kept]


def _text_pages(original: bytes, pages: Iterable[int], faults: dict[int, str]) -> Iterator[tuple[int, Any]]:
    pypdfium2 = pdfium()
    try:
        document = pypdfium2.PdfDocument(original)
    except (pypdfium2.PdfiumError, ValueError) as error:
        faults.update(dict.fromkeys(pages, str(error)))
        return
    try:
        for count, number in enumerate(pages, 1):
            if count % KEPT_PAGES == 0:
                document.close()
                document = pypdfium2.PdfDocument(original)
            try:
                with _text_page(document, number) as text_page:
                    yield number, text_page
            except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
                faults[number] = str(error)
    finally:
        document.close()


@contextmanager
def _text_page(document: Any, number: int) -> Iterator[Any]:
    page = document[number - 1]
    try:
        text_page = page.get_textpage()
        try:
            yield text_page
        finally:
            text_page.close()
    finally:
        page.close()


def _chars(text_page: Any, number: int) -> Iterator[tuple[str, Box]]:
    """Each character with its box in points from the top left, as the first reading counts them."""
    from pypdfium2 import raw  # noqa: PLC0415  as above

    a, b, c, d, e, f = _to_points(text_page.page)
    bounds = raw.FS_RECTF()
    tight = tuple(ctypes.c_double() for _ in range(4))
    pointer, handle = ctypes.byref(bounds), text_page.raw
    half = 0
    for index in range(text_page.count_chars()):
        if not raw.FPDFText_GetLooseCharBox(handle, index, pointer):
            bounds.left = bounds.bottom = bounds.right = bounds.top = 0.0
        left, bottom, right, top = bounds.left, bounds.bottom, bounds.right, bounds.top
        if top - bottom > TALLEST * raw.FPDFText_GetFontSize(handle, index) and raw.FPDFText_GetCharBox(
            handle, index, *map(ctypes.byref, tight)
        ):
            left, right, bottom, top = (each.value for each in tight)
        x0, y0 = a * left + c * bottom + e, b * left + d * bottom + f
        x1, y1 = a * right + c * top + e, b * right + d * top + f
        code = raw.FPDFText_GetUnicode(handle, index)
        if code in HIGH_HALVES:
            half = code
            continue
        if code in LOW_HALVES and half:
            code = 0x10000 + ((half - HIGH_HALVES.start) << 10) + code - LOW_HALVES.start
        half = 0
        box = Box(number, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        yield chr(code) if code <= sys.maxunicode else NO_SIGN, box


def _to_points(page: Any) -> tuple[float, float, float, float, float, float]:
    """What turns a place of the PDF into points from the top left of the page as it is shown: asked of three places."""
    from pypdfium2 import raw  # noqa: PLC0415  as above

    width, height = page.get_size()
    grid = (0, 0, round(width * FINE), round(height * FINE), 0)
    x, y = ctypes.c_int(), ctypes.c_int()
    shown: list[tuple[float, float]] = []
    for place in ((0.0, 0.0), (BASE, 0.0), (0.0, BASE)):
        raw.FPDF_PageToDevice(page, *grid, *place, ctypes.byref(x), ctypes.byref(y))
        shown.append((x.value / FINE, y.value / FINE))
    (e, f), (right, down), (aside, up) = shown
    return (right - e) / BASE, (down - f) / BASE, (aside - e) / BASE, (up - f) / BASE, e, f
