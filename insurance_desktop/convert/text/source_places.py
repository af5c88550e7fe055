"""Looks up where a stretch of Markdown came from, by its source map."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from insurance_desktop.domain.conversion import Emphasis, Locator, SourceSpan, from_first_to_last
from insurance_desktop.domain.geometry import Box, union

LINE_GAP = 4.0
"""Points between boxes of one block that still grow together."""


class SourcePlaces:
    """Built once from a source map."""

    def __init__(self, source_map: Sequence[SourceSpan]) -> None:
        self.spans = sorted(source_map, key=lambda span: span.start)
        self.starts = [span.start for span in self.spans]

    def within(self, start: int, end: int) -> list[SourceSpan]:
        """The spans that begin in [start, end)."""
        return self.spans[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def at(self, offset: int) -> SourceSpan | None:
        """The span that holds the character, or the last one before it."""
        number = bisect_right(self.starts, offset) - 1
        return self.spans[number] if number >= 0 else None

    def reaching(self, start: int, end: int) -> list[SourceSpan]:
        """The spans that reach into [start, end)."""
        first = bisect_left(self.starts, start)
        if first and self.spans[first - 1].end > start:
            first -= 1
        return self.spans[first : bisect_left(self.starts, end)]

    def emphasis(self, start: int, end: int) -> tuple[Emphasis, ...]:
        """How the characters stand out, in the order of kinds."""
        found = {kind for span in self.within(start, end) for kind in span.emphasis}
        return tuple(kind for kind in Emphasis if kind in found and kind is not Emphasis.SUPERSCRIPT)

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """One box for each block and page, in reading order; those right below each other are one."""
        return _stacked(boxes_of(self.within(start, end)))

    def printed(self, start: int | None, end: int | None) -> tuple[Box, ...]:
        """The lines that characters [start, end) are printed in, whole: one box, or one on each side of a page break.

        None where nobody knows; where no span reaches into them, what stands before.
        """
        if start is None:
            return ()
        before = self.at(start)
        return boxes_of(self.reaching(start, end or start + 1)) or (before.boxes[:1] if before is not None else ())

    def locator(self, start: int, end: int) -> Locator | None:
        """From where to where the characters stand in an original without pages."""
        return from_first_to_last([span.locator for span in self.within(start, end) if span.locator])


def boxes_of(spans: Sequence[SourceSpan]) -> tuple[Box, ...]:
    """One box for each block and page."""
    grown: dict[tuple[int, int], list[Box]] = {}
    for span in spans:
        for box in span.boxes:
            grown.setdefault((span.block, box.page), []).append(box)
    return tuple(union(boxes) for boxes in grown.values())


def _stacked(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Boxes that follow each other closely down one column as one."""
    found: list[Box] = []
    for box in boxes:
        last = found[-1] if found else None
        if (
            last is not None
            and last.page == box.page
            and abs(last.x0 - box.x0) < 30
            and -LINE_GAP < box.y0 - last.y1 < 3 * LINE_GAP
        ):
            found[-1] = union((last, box))
        else:
            found.append(box)
    return tuple(found)
