"""Headers and footers that stand in a box: by their lines a small table, by their place and their words furniture."""

from collections import defaultdict
from collections.abc import Sequence

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from ..reading.pages import LeftOut
from ..tables.filling import GridCell, GridTable
from .clean import FOOTER_ZONE, HEADER_ZONE, NUMBER, SAME_HEIGHT, PageRows, follow_each_other, noise_reason

MOST_ROWS = 2
LEAST_PAGES = 2


def take_boxed_furniture(
    pages: Sequence[PageRows], tables: Sequence[GridTable], pack: DomainPack
) -> tuple[list[GridTable], list[LeftOut]]:
    """The tables without the boxes in the margins that come back from page to page, and those.

    On a page by itself a page number in the box tells.
    """
    heights = {page.number: page.height for page in pages}
    seen: dict[tuple[object, ...], set[int]] = defaultdict(set)
    keys = {
        place: key for place, table in enumerate(tables) if (key := _key(table, heights[table.page], pack)) is not None
    }
    for place, key in keys.items():
        seen[key].add(tables[place].page)
    is_alone = len(pages) == 1
    gone = {
        place
        for place, key in keys.items()
        if (is_alone and ExclusionReason.PAGE_NUMBER in key) or follow_each_other(seen[key], LEAST_PAGES)
    }
    kept = [table for place, table in enumerate(tables) if place not in gone]
    return kept, [_left_out(tables[place], heights) for place in sorted(gone)]


def _key(table: GridTable, height: float, pack: DomainPack) -> tuple[object, ...] | None:
    """What a box in the margin says, page numbers as such, and at what height; None for all other tables."""
    box = table.table.boxes[0]
    is_margin = box.y1 < HEADER_ZONE * height or box.y0 > FOOTER_ZONE * height
    if not is_margin or len(table.rows) > MOST_ROWS or len(table.table.boxes) > 1:
        return None
    cells = [_said(cell, pack) for row in table.rows for cell in row if cell.text.strip()]
    return (round(box.y0 / SAME_HEIGHT), *cells) if cells else None


def _said(cell: GridCell, pack: DomainPack) -> str:
    if noise_reason(cell.text, pack) == ExclusionReason.PAGE_NUMBER:
        return ExclusionReason.PAGE_NUMBER
    words = normalised(cell.text)
    return "#" if NUMBER.fullmatch(words) else words


def _left_out(table: GridTable, heights: dict[int, float]) -> LeftOut:
    box = table.table.boxes[0]
    reason = ExclusionReason.PAGE_HEADER if box.y0 < heights[box.page] / 2 else ExclusionReason.PAGE_FOOTER
    return LeftOut(reason, box.page, tuple(glyph for row in table.rows for cell in row for glyph in cell.glyphs))
