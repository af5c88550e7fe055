"""Between the text and the page: which boxes a character came from, and which characters a point shows. Pure."""

from bisect import bisect_right
from collections.abc import Iterable

from insurance_desktop.domain.conversion import SourceSpan
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box, union

NEAR_POINTS = 8.0  # a click may miss a line by this much
MOSTLY = 0.5  # the share of a span's box that a frame must hold


class Links:
    """Built once per document from its source map."""

    def __init__(self, source_map: Iterable[SourceSpan]) -> None:
        self._spans = tuple(sorted(source_map, key=lambda span: (span.start, span.end)))
        self._starts = [span.start for span in self._spans]
        self._by_page: dict[int, list[tuple[Box, int]]] = {}  # each box with the place of its span
        self._blocks: dict[int, tuple[int, int]] = {}
        for number, span in enumerate(self._spans):
            first, last = self._blocks.get(span.block, (number, number))
            self._blocks[span.block] = (min(first, number), max(last, number))
            for box in span.boxes:
                self._by_page.setdefault(box.page, []).append((box, number))

    def at_offset(self, offset: int) -> SourceSpan | None:
        """The span that holds the Markdown character; else the last one before it, which the sign belongs to."""
        number = bisect_right(self._starts, offset) - 1
        if number < 0:
            return self._spans[0] if self._spans else None
        for back in range(number, max(number - 8, -1), -1):
            if self._spans[back].end > offset:
                return self._spans[back]
        return self._spans[number]

    def at_point(self, page: int, x: float, y: float) -> SourceSpan | None:
        """The span of the smallest box under the point; else the nearest box a few points away."""
        on_page = self._by_page.get(page, [])
        under = [(area(box), number) for box, number in on_page if holds(box, x, y)]
        if under:
            return self._spans[min(under)[1]]
        nearest = min(((distance(box, x, y), number) for box, number in on_page), default=None)
        return self._spans[nearest[1]] if nearest and nearest[0] <= NEAR_POINTS else None

    def first_on(self, page: int) -> SourceSpan | None:
        """Where the page's own text begins; else what reaches over from the page before."""
        spans = [self._spans[number] for _box, number in self._by_page.get(page, [])]
        return min(spans, key=lambda span: (span.boxes[0].page != page, span.start), default=None)

    def page_after(self, offset: int) -> int | None:
        """The first Markdown character after this one that is printed on another page; None where none is."""
        here = self.at_offset(offset)
        page = here.boxes[0].page if here is not None and here.boxes else None
        following = self._spans[bisect_right(self._starts, offset) :] if page is not None else ()
        return next((span.start for span in following if span.boxes and span.boxes[0].page != page), None)

    def in_paragraph(self, number: int) -> SourceSpan | None:
        """Where a paragraph of an original without pages begins."""
        return next((span for span in self._spans if span.locator and span.locator.paragraph == number), None)

    def reading_from(self, page: int, y: float) -> SourceSpan | None:
        """What is read first below the line `y` of a page; None where nothing of the text stands there."""
        below = [number for box, number in self._by_page.get(page, []) if (box.y0 + box.y1) / 2 >= y]
        return self._spans[min(below)] if below else None

    def block_around(self, span: SourceSpan) -> tuple[int, int]:
        """The Markdown characters [start, end) of the paragraph, heading or table that the span is a piece of."""
        first, last = self._blocks.get(span.block, (0, -1))
        return (self._spans[first].start, self._spans[last].end) if last >= first else (span.start, span.end)

    def touching(self, box: Box) -> SourceSpan | None:
        """The span that shares most of its page area with `box`; else one that is near."""
        shared = ((overlap(box, other), -number) for other, number in self._by_page.get(box.page, []))
        best = max(shared, default=None)
        if best is None:
            return None
        if best[0] > 0:
            return self._spans[-best[1]]
        return self.at_point(box.page, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)

    def under(self, boxes: Iterable[Box]) -> tuple[tuple[int, int], ...]:
        """The Markdown characters [start, end) that are printed in these boxes, in order, neighbours as one.

        A box may frame several printed lines and a place may have many boxes: each span counts that lies in them for
        the most part. Where none does (a word of a line is framed) it is the one that shares most with the first box.
        """
        wanted = tuple(boxes)
        held = {
            number
            for each in wanted
            for other, number in self._by_page.get(each.page, [])
            if overlap(each, other) >= area(other) * MOSTLY
        }
        if not held:
            span = self.touching(wanted[0]) if wanted else None
            return ((span.start, span.end),) if span is not None else ()
        runs: list[tuple[int, int]] = []
        before = -2
        for number in sorted(held):
            span = self._spans[number]
            if number == before + 1:
                runs[-1] = (runs[-1][0], max(runs[-1][1], span.end))
            else:
                runs.append((span.start, span.end))
            before = number
        return tuple(runs)

    def between(self, start: int, end: int) -> tuple[Box, ...]:
        """All boxes of the Markdown characters [start, end), each once, in order."""
        return tuple(
            dict.fromkeys(box for span in self._spans if span.start < end and span.end > start for box in span.boxes)
        )


def holds(box: Box, x: float, y: float) -> bool:
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def union_by_page(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """One box for each page that these stand on."""
    by_page: dict[int, list[Box]] = {}
    for box in boxes:
        by_page.setdefault(box.page, []).append(box)
    return tuple(union(each) for each in by_page.values())


def area(box: Box) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def distance(box: Box, x: float, y: float) -> float:
    """From a point to the box's edge, in points; 0 inside."""
    across = max(box.x0 - x, 0.0, x - box.x1)
    down = max(box.y0 - y, 0.0, y - box.y1)
    return float((across**2 + down**2) ** 0.5)


def overlap(one: Box, other: Box) -> float:
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    return width * height if width > 0 and height > 0 else 0.0


@entity
class Placed:
    """`units` positions of a shown document from `position` on stand for `length` characters from `written` on."""

    position: int
    units: int
    written: int
    length: int


class PlaceMap:
    """Positions of a shown document (Qt counts UTF-16 units) against characters of the Markdown."""

    def __init__(self) -> None:
        self._placed: list[Placed] = []

    def add(self, placed: Placed) -> None:
        """In rising order of both."""
        self._placed.append(placed)

    def reaches(self, written: int) -> bool:
        """Whether the text is shown as far as this character."""
        return bool(self._placed) and self._placed[-1].written + self._placed[-1].length >= written

    def written_at(self, position: int) -> int | None:
        number = bisect_right(self._placed, position, key=lambda each: each.position) - 1
        if number < 0:
            return self._placed[0].written if self._placed else None
        placed = self._placed[number]
        return placed.written + max(min(position - placed.position, placed.length - 1), 0)

    def position_of(self, written: int) -> int | None:
        """The shown position of a Markdown character, or of the first shown one after it."""
        number = bisect_right(self._placed, written, key=lambda each: each.written + each.length)
        if number == len(self._placed):
            return self._placed[-1].position if self._placed else None
        placed = self._placed[number]
        return placed.position + max(written - placed.written, 0)

    def range_of(self, start: int, end: int) -> tuple[int, int] | None:
        """The shown positions of Markdown characters [start, end), the signs at its edges left out."""
        first, last = self._within(start, end)
        if not first <= last < len(self._placed):
            return None
        begin, finish = self._placed[first], self._placed[last]
        inside = max(start - begin.written, 0)
        upto = finish.units if end >= finish.written + finish.length else end - finish.written
        return begin.position + inside, finish.position + upto

    def runs_of(self, start: int, end: int, most: int) -> list[tuple[int, int]]:
        """The same without what lies between (cell borders, line ends); as one range where it were more than `most`."""
        whole = self.range_of(start, end)
        if whole is None:
            return []
        first, last = self._within(start, end)
        if last - first >= most:
            return [whole]
        runs: list[tuple[int, int]] = []
        for placed in self._placed[first : last + 1]:
            begin = max(placed.position, whole[0])
            end_here = min(placed.position + placed.units, whole[1])
            if runs and runs[-1][1] == begin:
                runs[-1] = (runs[-1][0], end_here)
            else:
                runs.append((begin, end_here))
        return runs

    def _within(self, start: int, end: int) -> tuple[int, int]:
        first = bisect_right(self._placed, start, key=lambda each: each.written + each.length)
        last = bisect_right(self._placed, end - 1, key=lambda each: each.written) - 1
        return first, last


def moved_offset(old: str, new: str, offset: int) -> int:
    """Where a character of `new` stood in `old`, for an edit in one place: only what comes after it has moved."""
    if old == new:
        return offset
    same = common_start(old, new)
    tail = common_start(old[same:][::-1], new[same:][::-1])
    if offset < same:
        return offset
    if offset >= len(new) - tail:
        return offset + len(old) - len(new)
    return min(same, len(old) - 1) if old else 0


def common_start(one: str, other: str) -> int:
    """Length of the common beginning, by halving: fast on long texts."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def to_units(text: str, offset: int) -> int:
    """Python characters to the UTF-16 units that Qt counts."""
    return offset + sum(1 for character in text[:offset] if ord(character) > 0xFFFF)


def from_units(text: str, units: int) -> int:
    """Qt's UTF-16 units to Python characters."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return min(units, len(text))
    taken = 0
    for number, character in enumerate(text):
        if taken >= units:
            return number
        taken += 2 if ord(character) > 0xFFFF else 1
    return len(text)
