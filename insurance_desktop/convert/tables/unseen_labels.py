"""Labels that a page break cuts and no reader sees: the same words may stand in their column all the same."""

from collections import defaultdict
from collections.abc import Sequence

from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised

from ..reading.pages import Glyph, LeftOut, signs_of
from .cut_texts import lines_of
from .grid_tables import GridTable

LEAST_SIGNS = 2
"""A shorter line is part of too many words to say where it belongs."""
NEXT_PAGE = 1


class ColumnWords:
    """The words of all cells, looked up by where a reader would look for them: in this column, about this page."""

    def __init__(self, tables: Sequence[GridTable]) -> None:
        self.cells: dict[int, list[tuple[Box, str]]] = defaultdict(list)
        for cell in (cell for table in tables for row in table.rows for cell in row if cell.text):
            for part in (cell, *cell.rest):
                self.cells[part.box.page].append((part.box, _plain(cell.whole)))

    def divided(self, left: LeftOut) -> tuple[tuple[Glyph, ...], tuple[Glyph, ...]]:
        """The glyphs whose words stand in a cell of their column, and the others."""
        shown: list[Glyph] = []
        missing: list[Glyph] = []
        before = ""
        for line in lines_of(left.glyphs):
            words = _plain(signs_of(line))
            middle = (line[0].x0 + line[-1].x1) / 2
            goes_on = bool(before) and self._holds(left.page, middle, before + words)
            is_shown = goes_on or (len(words) >= LEAST_SIGNS and self._holds(left.page, middle, words))
            (shown if is_shown else missing).extend(line)
            before = f"{before if goes_on else ''}{words}" if is_shown else ""
        return tuple(shown), tuple(missing)

    def _holds(self, page: int, x: float, words: str) -> bool:
        near = (self.cells.get(page + step, ()) for step in range(-NEXT_PAGE, NEXT_PAGE + 1))
        return any(box.x0 <= x <= box.x1 and words in text for cells in near for box, text in cells)


def _plain(text: str) -> str:
    return normalised(text).replace(" ", "")
