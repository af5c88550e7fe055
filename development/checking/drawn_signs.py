"""The signs of a page as PDFium draws them: where each stands, and if ink of its own shows there. Development only.

Nothing here knows what a conversion decided. A sign's own ink is what changes when its text object is made invisible:
lids, pictures, clips, colours, layers and groups all count as they come out.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2
from pypdfium2 import raw

from insurance_desktop.convert.checking.second_reading import signs_of_one
from insurance_desktop.domain.geometry import Box

FINE = 1000
"""PDFium places points on a grid of whole numbers: it is asked for thousandths of a point."""
ZOOM = 3.0
"""Pixels a point: a full stop of 8-point type is still three pixels wide."""
MOST_PIXELS = 40_000_000
MARGIN = 2.0
"""Points around the signs that are drawn."""
PLAIN = 25
"""Of 255; ink that differs by less from what lies below it may be missed by a reader."""
PART = 0.05
"""Thin signs ink little of their box; what shows of a sign below the edge of a lid is less than this."""
FREE = 0.3
"""A part of a sign's box that no other sign of its object touches says enough; with less, the whole box is asked."""
SMALLEST = 2.5
"""Points; lower signs cannot be read, however black."""
DEPTH = 15
"""So deep are forms looked into that stand in forms."""
REPRINT = 0.2
"""Of the height of a text; a second print stands no further from the first."""
Bounds = tuple[float, float, float, float]
Pixels = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class DrawnSign:
    """A character as it is compared, the place of its line and that of its ink, and the number of its text object."""

    sign: str
    place: Box
    ink: Box
    owner: int


class DrawnPage:
    """One page of an open document: its signs in the order of the other library, and a look at any of them."""

    def __init__(self, page: Any, text_page: Any, number: int) -> None:
        self._page = page
        self._size = page.get_size()
        self._grid = (0, 0, round(self._size[0] * FINE), round(self._size[1] * FINE), 0)
        self._owners: dict[int, Any] = {}
        self.signs = tuple(self._read(text_page, number))
        self._unread = tuple(self._unread_objects())

    def seen(self, asked: Sequence[DrawnSign]) -> list[DrawnSign]:
        """Those of the signs that show ink of their own. All at once first: mostly none does."""
        doubted = self._changed(asked)
        found: list[DrawnSign] = []
        for owner in dict.fromkeys(each.owner for each in doubted):
            found += self._changed([each for each in doubted if each.owner == owner])
        return found

    def _read(self, text_page: Any, number: int) -> Iterator[DrawnSign]:
        loose = raw.FS_RECTF()
        sides = tuple(ctypes.c_double() for _ in range(4))
        for index in range(text_page.count_chars()):
            code = raw.FPDFText_GetUnicode(text_page, index)
            owner = raw.FPDFText_GetTextObject(text_page, index)
            has_place = raw.FPDFText_GetLooseCharBox(text_page, index, ctypes.byref(loose))
            if not owner or not has_place or not raw.FPDFText_GetCharBox(text_page, index, *map(ctypes.byref, sides)):
                continue
            if raw.FPDFText_IsGenerated(text_page, index) == 1 or chr(code).isspace():
                continue
            left, right, bottom, top = (side.value for side in sides)
            key = _number(owner)
            self._owners[key] = owner
            yield DrawnSign(
                signs_of_one(chr(code)),
                self._shown(number, loose.left, loose.bottom, loose.right, loose.top),
                self._shown(number, left, bottom, right, top),
                key,
            )

    def _unread_objects(self) -> Iterator[tuple[Bounds, Any]]:
        """The text objects without a sign: PDFium's text leaves out what is printed again in the same place."""
        for each in self._page.get_objects(filter=(raw.FPDF_PAGEOBJ_TEXT,), max_depth=DEPTH):
            if _number(each.raw) not in self._owners:
                yield _bounds(each.raw), each.raw

    def _shown(self, number: int, left: float, bottom: float, right: float, top: float) -> Box:
        """A place of the PDF in points from the top left of the page as it is shown."""
        x, y = ctypes.c_int(), ctypes.c_int()
        corners: list[tuple[float, float]] = []
        for corner in ((left, bottom), (right, top)):
            raw.FPDF_PageToDevice(self._page, *self._grid, *corner, ctypes.byref(x), ctypes.byref(y))
            corners.append((x.value / FINE, y.value / FINE))
        (x0, y0), (x1, y1) = corners
        return Box(number, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def _changed(self, asked: Sequence[DrawnSign]) -> list[DrawnSign]:
        """Those in whose boxes the page looks otherwise once their objects and second prints of them are invisible."""
        width, height = self._size
        inside = [
            each
            for each in asked
            if each.ink.x1 > 0 and each.ink.x0 < width and each.ink.y1 > 0 and each.ink.y0 < height
        ]
        if not inside:
            return []
        left = max(0.0, min(each.ink.x0 for each in inside) - MARGIN)
        top = max(0.0, min(each.ink.y0 for each in inside) - MARGIN)
        right = min(width, max(each.ink.x1 for each in inside) + MARGIN)
        bottom = min(height, max(each.ink.y1 for each in inside) + MARGIN)
        zoom = min(ZOOM, (MOST_PIXELS / ((right - left) * (bottom - top))) ** 0.5)
        crop = (left, height - bottom, width - right, top)
        owners = {each.owner for each in inside}
        before = self._picture(zoom, crop)
        with self._without(owners):
            after = self._picture(zoom, crop)
        differs = np.abs(before - after).max(axis=2) >= PLAIN
        mates = [each for each in self.signs if each.owner in owners]
        return [each for each in inside if _shows(each, mates, differs, _Frame(left, top, zoom))]

    def _picture(self, zoom: float, crop: tuple[float, float, float, float]) -> Pixels:
        return np.asarray(self._page.render(scale=zoom, crop=crop).to_numpy()[:, :, :3], np.int16)

    @contextmanager
    def _without(self, owners: set[int]) -> Iterator[None]:
        places = [_bounds(self._owners[owner]) for owner in owners]
        gone = [self._owners[owner] for owner in owners]
        gone += [each for place, each in self._unread if any(_is_reprint(place, other) for other in places)]
        modes = [raw.FPDFTextObj_GetTextRenderMode(each) for each in gone]
        try:
            for each in gone:
                raw.FPDFTextObj_SetTextRenderMode(each, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
            yield
        finally:
            for each, mode in zip(gone, modes, strict=True):
                raw.FPDFTextObj_SetTextRenderMode(each, mode)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a picture's first pixel lies on the page, in points, and how many pixels a point has."""

    left: float
    top: float
    zoom: float

    def rows_and_columns(self, box: Box) -> tuple[slice, slice]:
        """The pixels that a box touches."""
        x0, x1 = (x * self.zoom - ceil(self.left * self.zoom) for x in (box.x0, box.x1))
        y0, y1 = (y * self.zoom - ceil(self.top * self.zoom) for y in (box.y0, box.y1))
        return slice(max(0, int(y0)), max(0, int(y1) + 1)), slice(max(0, int(x0)), max(0, int(x1) + 1))


def _shows(asked: DrawnSign, mates: Sequence[DrawnSign], differs: npt.NDArray[np.bool_], frame: _Frame) -> bool:
    """Whether enough of a sign's box changed, where no other sign of the same object stands in it."""
    if asked.place.y1 - asked.place.y0 < SMALLEST:
        return False
    own = frame.rows_and_columns(asked.ink)
    changed = differs[own]
    if not changed.size:
        return False
    others = np.zeros_like(differs)
    for each in mates:
        if each is not asked and _touch(each.ink, asked.ink):
            others[frame.rows_and_columns(each.ink)] = True
    free = ~others[own]
    if free.mean() >= FREE:
        changed = changed[free]
    return bool(changed.mean() >= PART)


def _number(handle: Any) -> int:
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


def _bounds(handle: Any) -> Bounds:
    sides = tuple(ctypes.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(handle, *map(ctypes.byref, sides))
    left, bottom, right, top = (side.value for side in sides)
    return left, bottom, right, top


def _is_reprint(one: Bounds, other: Bounds) -> bool:
    """Whether two text objects are as large as each other, and stand in one place."""
    reach = REPRINT * (other[3] - other[1])
    return all(abs(side - side_of_other) <= reach for side, side_of_other in zip(one, other, strict=True))


def _touch(one: Box, other: Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


@contextmanager
def drawn_pages(original: bytes) -> Iterator["_Pages"]:
    """The pages of a file, opened one by one as they are asked for."""
    document = pypdfium2.PdfDocument(original)
    try:
        yield _Pages(document)
    finally:
        document.close()


class _Pages:
    def __init__(self, document: Any) -> None:
        self._document = document

    @contextmanager
    def page(self, number: int) -> Iterator[DrawnPage]:
        """Page `number`, counted from 1."""
        page = self._document[number - 1]
        text_page = page.get_textpage()
        try:
            yield DrawnPage(page, text_page, number)
        finally:
            text_page.close()
            page.close()
