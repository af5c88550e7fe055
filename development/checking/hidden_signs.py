"""Asks a second library whether what a conversion leaves out as not visible is really not visible. Development only.

Left out as hidden, clipped, off the page or printed twice are signs of which a reader misses nothing. For each such
sign PDFium's own signs in that place are looked at: one that shows ink of its own must stand there in the Markdown, or
in an exclusion with another reason, as the same sign. So the twin of a second print answers for both.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from insurance_desktop.convert.checking.second_reading import signs_of
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.ledger import Destination, LedgerIndex

from .drawn_signs import DrawnPage, DrawnSign, drawn_pages

UNSEEN = frozenset({"stroke_duplicate", "hidden", "clipped", "off_page"})
"""Exclusions that say that a reader misses nothing."""
SHARED = 0.5
"""Signs that share this part of the narrower one, across and down, stand in one place."""
CELL = 12.0
"""Points: the grid in which signs look for others in their place."""
MOST_CELLS = 50
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class SeenSign:
    """A sign that the drawn page shows, and the reason for which the conversion left it out."""

    page: int
    sign: str
    reason: str
    box: Box


@dataclass(frozen=True, slots=True)
class _Placed:
    """A sign of the ledger: what may stand there (several, where only the exclusion as a whole is known)."""

    box: Box
    signs: str
    reason: str


def hidden_but_seen(original: bytes, conversion: Conversion) -> Iterator[SeenSign]:
    """The signs that were left out as not visible and are seen, page by page."""
    reasons = [each.reason for each in conversion.coverage.exclusions]
    if UNSEEN.isdisjoint(reasons):
        return
    index = LedgerIndex(conversion.ledger)
    printed = _printed(conversion)
    with drawn_pages(original) as pages:
        for page in sorted({each.page or 0 for each in conversion.coverage.exclusions if each.reason in UNSEEN}):
            with pages.page(page) as drawn:
                ledger = [_placed(glyph.box, to, conversion, printed) for glyph, to in index.on_page(page)]
                yield from _seen_on(drawn, ledger)


def _printed(conversion: Conversion) -> dict[int, str]:
    """What the page has at Markdown offsets at which another sign was recovered."""
    return {
        offset: span.recovered
        for span in conversion.source_map
        if span.recovered
        for offset in range(span.start, span.end)
    }


def _placed(box: Box, to: Destination, conversion: Conversion, printed: dict[int, str]) -> _Placed:
    if to.exclusion is not None:
        exclusion = conversion.coverage.exclusions[to.exclusion]
        return _Placed(box, signs_of(exclusion.text), exclusion.reason)
    offset = to.offset or 0
    return _Placed(box, signs_of(printed.get(offset, conversion.markdown[offset])), "")


def _seen_on(drawn: DrawnPage, ledger: Sequence[_Placed]) -> Iterator[SeenSign]:
    questioned = [each for each in ledger if each.reason in UNSEEN]
    kept = _Grid([(each.box, each) for each in ledger if each.reason not in UNSEEN])
    grid = _Grid([(each.place, each) for each in drawn.signs])
    asked: dict[DrawnSign, _Placed] = {}
    for each in questioned:
        for sign in grid.at(each.box):
            if _may_be(sign, each) and not any(_may_be(sign, other) for other in kept.at(sign.place)):
                asked.setdefault(sign, each)
    for sign in drawn.seen(list(asked)):
        yield SeenSign(sign.place.page, sign.sign, asked[sign].reason, sign.ink)


def _may_be(sign: DrawnSign, placed: _Placed) -> bool:
    """Whether the ledger's sign is this one; a sign without a Unicode value is known by its place alone."""
    return not sign.sign or not placed.signs or sign.sign in placed.signs


class _Grid(Generic[Thing]):
    """Things by their places, to be found again by place."""

    def __init__(self, things: Iterable[tuple[Box, Thing]]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Box, Thing]]] = defaultdict(list)
        for box, thing in things:
            for cell in _cells(box):
                self._cells[cell].append((box, thing))

    def at(self, box: Box) -> list[Thing]:
        """What stands in the place of the box."""
        found = {
            id(thing): thing
            for cell in _cells(box)
            for other, thing in self._cells.get(cell, ())
            if _shared(box, other)
        }
        return list(found.values())


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    x0, y0, x1, y1 = (int(side // CELL) for side in (box.x0, box.y0, box.x1, box.y1))
    return ((x, y) for x in range(x0, min(x1, x0 + MOST_CELLS) + 1) for y in range(y0, min(y1, y0 + MOST_CELLS) + 1))


def _shared(one: Box, other: Box) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    narrower = min(one.x1 - one.x0, other.x1 - other.x0)
    lower = min(one.y1 - one.y0, other.y1 - other.y0)
    return across >= SHARED * narrower and down >= SHARED * lower
