"""The ledger: every glyph of every page with its one destination, a character of the Markdown or an exclusion."""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from .entity import entity
from .geometry import Box, union

NO_PAGE = 0
"""The number of the one page that a ledger has of an original without pages: its signs in order, all boxes empty."""
NOWHERE = -(2**31)
"""The place of a glyph that has no destination: a fault, and reported as one."""
OFFSETS = "i"
POINTS = "f"
"""Type codes of the packed arrays: 4 bytes a number, little-endian wherever they are written."""


@entity
class LedgerPage:
    """The glyphs of one page, numbered from 0 in the order in which the PDF draws them, as packed arrays.

    `places[glyph]` is its Markdown offset (0 or more), or -(n + 1) for the n-th exclusion of the document's coverage.
    `boxes` are all left edges, then all top edges, right edges and bottom edges, in points from the top left.
    """

    page: int
    places: bytes
    boxes: bytes

    @property
    def glyph_count(self) -> int:
        return len(self.places) // 4


@entity
class Ledger:
    """The pages that have glyphs, in order. `LedgerIndex` answers questions about it."""

    pages: tuple[LedgerPage, ...] = ()


class Destination(NamedTuple):
    """Where a glyph went: `offset` into the Markdown, or `exclusion`, the index in the coverage's exclusions."""

    offset: int | None
    exclusion: int | None


class PlacedGlyph(NamedTuple):
    """A glyph of a page and its box."""

    page: int
    glyph: int
    box: Box


class _Glyphs(NamedTuple):
    """The arrays of a page, unpacked: one number for each glyph."""

    places: Sequence[int]
    x0: Sequence[float]
    y0: Sequence[float]
    x1: Sequence[float]
    y1: Sequence[float]


class LedgerIndex:
    """Looks things up in a ledger, in both directions. Built once for a document; pages are unpacked when asked for."""

    def __init__(self, ledger: Ledger) -> None:
        self._pages = {page.page: page for page in ledger.pages}
        self._unpacked: dict[int, _Glyphs] = {}
        self._by_offset: tuple[Sequence[int], Sequence[tuple[int, int]]] | None = None

    def destination(self, page: int, glyph: int) -> Destination | None:
        """Where the glyph went; None for a glyph that the page has not, or that went nowhere."""
        places = self._page(page).places
        if not 0 <= glyph < len(places) or places[glyph] == NOWHERE:
            return None
        place = places[glyph]
        return Destination(place, None) if place >= 0 else Destination(None, -place - 1)

    def glyph_at(self, page: int, x: float, y: float) -> PlacedGlyph | None:
        """The glyph with the smallest box under the point, in points from the top left; None between glyphs.

        Of glyphs printed twice in one place the one that is in the Markdown comes first.
        """
        places, *sides = self._page(page)
        under = [
            (places[glyph] < 0, (x1 - x0) * (y1 - y0), glyph)
            for glyph, (x0, y0, x1, y1) in enumerate(zip(*sides, strict=True))
            if x0 <= x <= x1 and y0 <= y <= y1
        ]
        return self.placed(page, min(under)[2]) if under else None

    def glyphs(self, start: int, end: int) -> tuple[PlacedGlyph, ...]:
        """The glyphs of the Markdown characters [start, end), in the order of the Markdown."""
        offsets, glyphs = self._ordered()
        within = glyphs[bisect_left(offsets, start) : bisect_left(offsets, end)]
        return tuple(self.placed(page, glyph) for page, glyph in within)

    def in_markdown(self) -> Iterator[tuple[PlacedGlyph, int]]:
        """Every glyph that is in the Markdown with its offset, in the order of the Markdown."""
        for offset, (page, glyph) in zip(*self._ordered(), strict=True):
            yield self.placed(page, glyph), offset

    def by_offset(self) -> dict[int, tuple[int, int]]:
        """The page and the glyph of every Markdown offset that has one; `placed` gives the box."""
        return {
            place: (page, glyph)
            for page in self._pages
            for glyph, place in enumerate(self._page(page).places)
            if place >= 0
        }

    def excluded(self, exclusion: int) -> tuple[PlacedGlyph, ...]:
        """The glyphs of one exclusion, in draw order."""
        return tuple(
            self.placed(page, glyph)
            for page in self._pages
            for glyph, place in enumerate(self._page(page).places)
            if place == -exclusion - 1
        )

    def on_page(self, page: int) -> Iterator[tuple[PlacedGlyph, Destination]]:
        """The glyphs of a page that have a destination, in draw order."""
        for glyph in range(len(self._page(page).places)):
            destination = self.destination(page, glyph)
            if destination is not None:
                yield self.placed(page, glyph), destination

    def lost_on_page(self, page: int) -> Iterator[PlacedGlyph]:
        """The glyphs of a page that have no destination, in draw order: there are none in a sound ledger."""
        for glyph, place in enumerate(self._page(page).places):
            if place == NOWHERE:
                yield self.placed(page, glyph)

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """The Markdown characters [start, end) on the page: one box for each stretch of a line."""
        return lines_around(each.box for each in self.glyphs(start, end))

    def placed(self, page: int, glyph: int) -> PlacedGlyph:
        """A glyph that the page has, with its box."""
        _, x0, y0, x1, y1 = self._page(page)
        return PlacedGlyph(page, glyph, Box(page, x0[glyph], y0[glyph], x1[glyph], y1[glyph]))

    def _page(self, page: int) -> _Glyphs:
        if page not in self._unpacked:
            self._unpacked[page] = _opened(self._pages[page]) if page in self._pages else _Glyphs((), (), (), (), ())
        return self._unpacked[page]

    def _ordered(self) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
        """The glyphs that are in the Markdown, by offset."""
        if self._by_offset is None:
            found = sorted(
                (place, page, glyph)
                for page in self._pages
                for glyph, place in enumerate(self._page(page).places)
                if place >= 0
            )
            self._by_offset = ([each[0] for each in found], [each[1:] for each in found])
        return self._by_offset


def _opened(page: LedgerPage) -> _Glyphs:
    points = unpacked(POINTS, page.boxes)
    count = page.glyph_count
    x0, y0, x1, y1 = (points[side * count : (side + 1) * count] for side in range(4))
    return _Glyphs(places_of(page), x0, y0, x1, y1)


def places_of(page: LedgerPage) -> Sequence[int]:
    """The places of a page's glyphs, unpacked."""
    return [int(place) for place in unpacked(OFFSETS, page.places)]


SAME_LINE = 0.5
"""Boxes that share this part of the lower one's height stand on one line."""
NEAR = 1.5
"""Boxes of one line that lie closer than this many heights are one stretch."""


def lines_around(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Boxes in reading order as one for each stretch of a line."""
    found: list[Box] = []
    for box in boxes:
        last = found[-1] if found else None
        if last is not None and _goes_on(last, box):
            found[-1] = union((last, box))
        else:
            found.append(box)
    return tuple(found)


def _goes_on(last: Box, box: Box) -> bool:
    height = min(last.y1 - last.y0, box.y1 - box.y0)
    shared = min(last.y1, box.y1) - max(last.y0, box.y0)
    gap = box.x0 - last.x1
    return last.page == box.page and shared >= SAME_LINE * height and -NEAR * height <= gap <= NEAR * height


def packed(code: str, numbers: Iterable[float]) -> bytes:
    """Numbers as little-endian bytes of 4 each: `OFFSETS` or `POINTS`."""
    found = array(code, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def unpacked(code: str, content: bytes) -> Sequence[float]:
    found = array(code)
    found.frombytes(content)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def moved(ledger: Ledger, new_offsets: Sequence[int], gone: dict[int, int]) -> Ledger:
    """The ledger of an edited text: `new_offsets[offset]`, or -1 where the character was taken out.

    The glyphs of such characters on page p belong to the exclusion with the index `gone[p]` from now on.
    """
    pages: list[LedgerPage] = []
    for page in ledger.pages:
        lost = -gone.get(page.page, 0) - 1
        places = [
            place if place < 0 else new if (new := new_offsets[place]) >= 0 else lost for place in places_of(page)
        ]
        pages.append(replace(page, places=packed(OFFSETS, places)))
    return Ledger(tuple(pages))
