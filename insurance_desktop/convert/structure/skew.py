"""Text that is not drawn level: slightly skewed lines, turned pages, notes in the margin, watermarks. Pure.

A scan whose text was recognised has lines at a small angle; a wide table may be drawn sideways on an upright page.
Every sign is moved to where it would stand if its line were level, each line by its own angle, so that the later stages
see level rows only; `Upright.printed` leads back. What runs in another direction than the page's text is read by
itself, after the page; what runs slantwise across it is a watermark.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from math import cos, radians, sin

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason

from ..reading.pages import OVERLAP, RUN_GAP, SAME_PLACE, Fill, Glyph, LeftOut, PageReading, Rule, Stretch
from ..tables.filling import GridCell, GridTable

LEVEL = 0.05
"""Degrees; lines at a smaller angle are level."""
SKEWED = 15.0
"""Lines off their quarter turn by more degrees run slantwise: a watermark."""
QUARTER = 90


@entity
class Upright:
    """A page with its text made level: its reading, other directions as pages of their own, and what leads back."""

    reading: PageReading
    sides: tuple[PageReading, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    printed: Mapping[int, Glyph] = field(default_factory=dict)
    """The page's glyphs by id, where they were moved."""
    turn: int = 0
    """Quarter turns, clockwise, that the page's text had."""

    def glyphs(self, glyphs: Sequence[Glyph]) -> tuple[Glyph, ...]:
        """The glyphs where they are printed."""
        return tuple(self.printed.get(each.id, each) for each in glyphs)

    def level(self, glyphs: Sequence[Glyph]) -> tuple[Glyph, ...]:
        """Glyphs of any direction where they stand on the level page."""
        printed = self.glyphs(glyphs)
        if not self.turn:
            return printed
        page = replace(self.reading, width=self.reading.height, height=self.reading.width)
        page = page if self.turn % 2 else self.reading
        found: list[Glyph] = []
        for each in printed:
            x0, y0, x1, y1 = _turned((each.x0, each.y0, each.x1, each.y1), page, self.turn)
            found.append(each._replace(x0=x0, y0=y0, x1=x1, y1=y1))
        return tuple(found)

    def box(self, box: Box) -> Box:
        """A box of the level page on the printed one; a slight skew does not move it."""
        if not self.turn:
            return box
        return Box(box.page, *_turned((box.x0, box.y0, box.x1, box.y1), self.reading, -self.turn % 4))


def make_upright(page: PageReading) -> Upright:
    """The page with level text; most pages are level as they are."""
    if not any(LEVEL < style.angle < 360 - LEVEL for style in page.styles):
        return Upright(page)
    signs = Counter[int]()
    for glyph in page.glyphs:
        signs[_quarter(page.styles[glyph.style].angle)] += 1
    usual = max((0, 1, 2, 3), key=lambda quarter: (signs[quarter], -quarter))
    groups: dict[int, list[Glyph]] = {}
    marks: list[Glyph] = []
    for glyph in page.glyphs:
        angle = page.styles[glyph.style].angle
        quarter = _quarter(angle)
        if abs(_beside(angle, quarter)) > SKEWED:
            marks.append(glyph)
        else:
            groups.setdefault(quarter, []).append(glyph)
    return Upright(
        _level(page, groups.pop(usual, []), usual, with_drawings=True),
        tuple(_level(page, each, quarter, with_drawings=False) for quarter, each in sorted(groups.items())),
        (LeftOut(ExclusionReason.WATERMARK, page.number, tuple(marks)),) if marks else (),
        {each.id: each for each in page.glyphs},
        usual,
    )


def _quarter(angle: float) -> int:
    """The nearest multiple of 90 degrees, as quarter turns from 0 to 3."""
    return round(angle / QUARTER) % 4


def _beside(angle: float, quarter: int) -> float:
    """How many degrees the angle is off its quarter turn."""
    return (angle - QUARTER * quarter + 180) % 360 - 180


def _level(page: PageReading, glyphs: Sequence[Glyph], quarter: int, *, with_drawings: bool) -> PageReading:
    """The page as it looks when lines at so many quarter turns are level."""
    width, height = (page.height, page.width) if quarter % 2 else (page.width, page.height)
    rules = tuple(Rule(*_turned(each, page, quarter)) for each in page.rules) if quarter else page.rules
    fills = tuple(Fill(*_turned(each[:4], page, quarter), each.light) for each in page.fills) if quarter else page.fills
    return replace(
        page,
        width=width,
        height=height,
        stretches=_stretches([_moved(each, page, quarter) for each in glyphs]),
        rules=rules if with_drawings else (),
        fills=fills,
        clipped=page.clipped,
    )


def _stretches(glyphs: Sequence[Glyph]) -> tuple[Stretch, ...]:
    """The signs cut wherever the next one is not the neighbour of the last."""
    found: list[list[Glyph]] = []
    for glyph in glyphs:
        last = found[-1][-1] if found else None
        is_next = (
            last is not None
            and (last.y, last.style, last.size) == (glyph.y, glyph.style, glyph.size)
            and glyph.x - last.x > SAME_PLACE * glyph.size
            and OVERLAP * glyph.size <= glyph.x0 - last.x1 <= RUN_GAP * glyph.size
        )
        if is_next:
            found[-1].append(glyph)
        else:
            found.append([glyph])
    return tuple(map(tuple, found))


def _moved(glyph: Glyph, page: PageReading, quarter: int) -> Glyph:
    """The sign where it would stand if its line were level."""
    angle = page.styles[glyph.style].angle
    if not LEVEL < angle < 360 - LEVEL:
        return glyph
    x, y = _place(glyph.x, glyph.y, page, angle, quarter)
    middle = _place((glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2, page, angle, quarter)
    across, down = glyph.x1 - glyph.x0, glyph.y1 - glyph.y0
    if quarter % 2:
        across, down = down, across
    slant = radians(abs(_beside(angle, quarter)))
    part = cos(slant) ** 2 - sin(slant) ** 2
    half_width = max((across * cos(slant) - down * sin(slant)) / part, 0.1) / 2
    half_height = max((down * cos(slant) - across * sin(slant)) / part, 0.1) / 2
    return glyph._replace(
        x=x,
        y=round(y, 1),
        x0=middle[0] - half_width,
        x1=middle[0] + half_width,
        y0=middle[1] - half_height,
        y1=middle[1] + half_height,
    )


def _place(x: float, y: float, page: PageReading, angle: float, quarter: int) -> tuple[float, float]:
    """A point of the page after turning it back by the angle around its middle."""
    turn = radians(angle)
    across, down = x - page.width / 2, y - page.height / 2
    width, height = (page.height, page.width) if quarter % 2 else (page.width, page.height)
    return (
        across * cos(turn) + down * sin(turn) + width / 2,
        down * cos(turn) - across * sin(turn) + height / 2,
    )


def _turned(
    bounds: tuple[float, float, float, float], page: PageReading, quarter: int
) -> tuple[float, float, float, float]:
    """A box after turning the page back by quarter turns."""
    x0, y0 = _place(bounds[0], bounds[1], page, QUARTER * quarter, quarter)
    x1, y1 = _place(bounds[2], bounds[3], page, QUARTER * quarter, quarter)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def restored_table(table: GridTable, uprights: Mapping[int, Upright]) -> GridTable:
    """The table with its glyphs and boxes where they are printed; it may go over several pages."""
    if not uprights.keys() & {box.page for box in table.table.boxes}:
        return table
    told = table.table
    return replace(
        table,
        table=replace(told, boxes=_printed(told.boxes, uprights), cell_boxes=_printed(told.cell_boxes, uprights)),
        rows=tuple(tuple(_restored_cell(cell, uprights) for cell in row) for row in table.rows),
        mended=tuple((text, _printed((box,), uprights)[0]) for text, box in table.mended),
        overflowing=tuple((text, _printed((box,), uprights)[0]) for text, box in table.overflowing),
    )


def _restored_cell(cell: GridCell, uprights: Mapping[int, Upright]) -> GridCell:
    upright = uprights.get(cell.box.page)
    rest = tuple(_restored_cell(each, uprights) for each in cell.rest)
    if upright is None:
        return cell._replace(rest=rest)
    return cell._replace(box=upright.box(cell.box), glyphs=upright.glyphs(cell.glyphs), rest=rest)


def _printed(boxes: Sequence[Box], uprights: Mapping[int, Upright]) -> tuple[Box, ...]:
    return tuple(uprights[box.page].box(box) if box.page in uprights else box for box in boxes)
