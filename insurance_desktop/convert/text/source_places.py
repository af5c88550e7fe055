"""Looks up where a stretch of Markdown came from, by its source map."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from insurance_desktop.domain.conversion import SourceSpan


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
