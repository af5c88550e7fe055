"""Tinted panels beside the text: what is printed on one is read by itself, not line by line with its neighbour. Pure.

What is no panel: shaded cells and labels (several fills of one width, or side by side), the grey of exclusions (it has
labels beside it, not sentences), a tint behind all of the text (nothing stands beside it).
"""

from collections.abc import Sequence
from itertools import pairwise

from insurance_desktop.domain.geometry import Box

from ..reading.pages import Fill
from ..reading.raised import build_noted_rows, lowered
from ..reading.runs import Row, Run
from .bands import Band, has_sentences
from .clean import PageRows
from .page_columns import NEW_PARAGRAPH, find_bands

TINT = (0.3, 0.985)
"""Brightness: a darker fill is a picture's, a lighter one cannot be told from paper."""
WIDTH = (0.15, 0.6)
"""A panel is at least and at most this wide, in page widths."""
LEAST_HEIGHT = 50.0
MOST_PANELS = 12
"""A page with more fills of that size is a picture or a table."""
LEAST_ROWS = 4
EDGE = 2.0
"""Points that words may reach over the edge of a panel, and that edges differ which are meant to be one."""


def find_panels(page: int, width: float, fills: Sequence[Fill], tables: Sequence[Box]) -> tuple[Box, ...]:
    """The fills that may be panels, from the top down."""
    tinted = [fill for fill in dict.fromkeys(fills) if TINT[0] <= fill.light <= TINT[1]]
    large = [
        fill
        for fill in tinted
        if WIDTH[0] * width <= fill.x1 - fill.x0 <= WIDTH[1] * width and fill.y1 - fill.y0 >= LEAST_HEIGHT
    ]
    if len(large) > MOST_PANELS:
        return ()
    return tuple(
        Box(page, fill.x0, fill.y0, fill.x1, fill.y1)
        for fill in sorted(large, key=lambda each: (each.y0, each.x0))
        if not any(_are_cells(fill, other) for other in tinted if other is not fill)
        and not any(_meet(fill, table) for table in tables)
    )


def _are_cells(fill: Fill, other: Fill) -> bool:
    """Whether two fills are of one column or of one row, or lie on each other."""
    is_column = abs(fill.x0 - other.x0) <= EDGE and abs(fill.x1 - other.x1) <= EDGE
    is_row = abs(fill.y0 - other.y0) <= EDGE and abs(fill.y1 - other.y1) <= EDGE
    return is_column or is_row or _meet(fill, other)


def _meet(one: Fill | Box, other: Fill | Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


def bands_of(page: PageRows, boxes: Sequence[Box], known: Sequence[float] = ()) -> list[Band]:
    """The bands of a page from the top down, a panel and the text beside it as columns of one."""
    found = find_bands(page.rows, boxes, known)
    if any(band.lefts for band in found):
        return found
    for place, panel in enumerate(page.panels):
        cut = _cut(page.rows, panel)
        if cut is None:
            continue
        above, band, below = cut
        lower = [box for box in boxes if box.y0 > band.top]
        rest = bands_of(page._replace(rows=below, panels=page.panels[place + 1 :]), lower, known)
        upper = find_bands(above, [box for box in boxes if box.y0 <= band.top], known)
        return [*upper, band, *(rest or [Band(panel.y1, ((),))])]
    return found


def _cut(rows: Sequence[Row], panel: Box) -> tuple[tuple[Row, ...], Band, tuple[Row, ...]] | None:
    """The rows above, the panel with the text beside it, and the rows below; None where it is no panel."""
    inside = [place for place, row in enumerate(rows) if panel.y0 <= row.y <= panel.y1]
    if not inside:
        return None
    on_panel: list[Run] = []
    beside: list[Run] = []
    for run in (run for place in inside for run in rows[place].runs):
        if panel.x0 - EDGE <= run.x0 and run.x1 <= panel.x1 + EDGE:
            on_panel.append(lowered(run))
        elif run.x1 <= panel.x0 + EDGE or run.x0 >= panel.x1 - EDGE:
            beside.append(lowered(run))
        else:
            return None
    if not on_panel or not beside or len({run.x0 > panel.x0 for run in beside}) > 1:
        return None
    own, text = build_noted_rows(on_panel), build_noted_rows(beside)
    if min(len(own), len(text)) < LEAST_ROWS or not has_sentences(own) or not has_sentences(text):
        return None
    first, end = _with_neighbours(rows, inside[0], inside[-1] + 1, text)
    text = (*rows[first : inside[0]], *text, *rows[inside[-1] + 1 : end])
    columns = sorted((own, text), key=lambda column: min(row.x0 for row in column))
    lefts = tuple(min(row.x0 for row in column) for column in columns)
    widths = tuple(max(row.x1 for row in column) - left for column, left in zip(columns, lefts, strict=True))
    top = min(column[0].y for column in columns)
    return tuple(rows[:first]), Band(top, tuple(columns), lefts, max(widths), widths), tuple(rows[end:])


def _with_neighbours(rows: Sequence[Row], first: int, end: int, text: Sequence[Row]) -> tuple[int, int]:
    """The paragraphs beside a panel may begin above it and end below it."""
    left, right = min(row.x0 for row in text), max(row.x1 for row in text)
    steps = sorted(below.y - above.y for above, below in pairwise(text))
    reach = NEW_PARAGRAPH * steps[len(steps) // 2]

    def goes_on(row: Row, other: Row) -> bool:
        return abs(row.y - other.y) <= reach and left - EDGE <= row.x0 and row.x1 <= right + EDGE

    before, after = text[0], text[-1]
    while first and goes_on(rows[first - 1], before):
        first -= 1
        before = rows[first]
    while end < len(rows) and goes_on(rows[end], after):
        after = rows[end]
        end += 1
    return first, end
