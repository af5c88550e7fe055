"""Pages cut into leaves: what later stages read as a page of its own, and the way back to the printed page. Pure.

One leaf for each column of a newspaper page, for each stretch of full width, for what runs in another direction. A
column is moved to where the first one stands, so that one column is all that the later stages need to know;
`restored` puts every glyph back to its printed place. Documents without such pages pass through unchanged.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.geometry import Box

from ..reading.pages import Glyph, LeftOut
from ..reading.runs import Row, run_of
from .bands import Band
from .clean import PageRows
from .drafts import Draft
from .lines import TablePlace
from .panels import bands_of
from .skew import Upright


class Leaves(NamedTuple):
    """The pages as leaves in reading order, numbered from 1, and what leads back to the printed pages."""

    pages: tuple[PageRows, ...]
    places: tuple[TablePlace, ...]
    printed: dict[int, tuple[int, dict[int, Glyph]]]
    """For each leaf its page, and the printed glyphs by id where they were moved."""

    def restored(self, drafts: Sequence[Draft], left_out: Sequence[LeftOut]) -> tuple[list[Draft], list[LeftOut]]:
        """Blocks and exclusions with their glyphs back at their printed places."""
        if not self.printed:
            return list(drafts), list(left_out)
        return [self._draft(each) for each in drafts], [
            LeftOut(each.reason, self.printed[each.page][0], self._glyphs(each.page, each.glyphs)) for each in left_out
        ]

    def _draft(self, draft: Draft) -> Draft:
        if not draft.page:
            return draft
        parts = tuple(
            part._replace(
                runs=tuple(
                    run_of(self.printed[run.page][0], self._glyphs(run.page, run.glyphs), run.emphasis, run.font)
                    for run in part.runs
                ),
            )
            for part in draft.parts
        )
        icon = self._glyphs(draft.page, draft.icon)
        return replace(draft, parts=parts, icon=icon, page=self.printed[draft.page][0])

    def _glyphs(self, leaf: int, glyphs: Sequence[Glyph]) -> tuple[Glyph, ...]:
        printed = self.printed[leaf][1]
        return tuple(printed.get(each.id, each) for each in glyphs)


def cut_leaves(
    pages: Sequence[PageRows],
    places: Sequence[TablePlace],
    tables: Sequence[Table],
    sides: Sequence[PageRows],
    uprights: Mapping[int, Upright],
) -> Leaves:
    """The leaves of all pages; the tables that were taken out of them stand across columns or within one.

    `sides` are rows in other directions than their page's: leaves behind it. `uprights` know where glyphs of pages
    that were not level are printed.
    """
    boxes: dict[int, list[Box]] = defaultdict(list)
    for table in tables:
        for box in table.boxes:
            boxes[box.page].append(box)
    bands = [band for page in pages for band in bands_of(page, boxes[page.number])]
    known = tuple(left for band in bands for left in band.lefts[1:] if not band.widths)
    if not any(band.lefts for band in bands) and not uprights:
        return Leaves(tuple(pages), tuple(places), {})
    binder = _Binder(uprights)
    for page in pages:
        starts: list[tuple[Band, int]] = []
        for band in bands_of(page, boxes[page.number], known) or [Band(0.0, ((),))]:
            starts.append((band, len(binder.leaves) + 1))
            for column in range(len(band.columns)):
                binder.add(page, band, column)
        binder.places += [
            replace(place, page=_leaf_at(starts, tables[place.index].boxes[0]))
            for place in places
            if place.page == page.number
        ]
        for side in sides:
            if side.number == page.number and side.rows:
                binder.add(side, Band(0.0, (side.rows,)), 0)
    return Leaves(tuple(binder.leaves), tuple(binder.places), binder.printed)


class _Binder:
    """Gathers leaves in reading order, and where their glyphs are printed."""

    def __init__(self, uprights: Mapping[int, Upright]) -> None:
        self.uprights = uprights
        self.leaves: list[PageRows] = []
        self.places: list[TablePlace] = []
        self.printed: dict[int, tuple[int, dict[int, Glyph]]] = {}

    def add(self, page: PageRows, band: Band, column: int) -> None:
        leaf, glyphs = _leaf(len(self.leaves) + 1, page, band, column)
        upright = self.uprights.get(page.number)
        self.leaves.append(leaf)
        self.printed[leaf.number] = (page.number, dict(upright.printed) if upright else glyphs)


def _leaf(number: int, page: PageRows, band: Band, column: int) -> tuple[PageRows, dict[int, Glyph]]:
    """One column of a band, moved to where the first one stands, and its glyphs as printed."""
    rows = band.columns[column]
    step = band.lefts[0] - band.lefts[column] if band.lefts else 0.0
    columns_width = band.widths[column] if band.widths else band.width
    width = 2 * band.lefts[0] + columns_width if band.lefts else page.width
    moved = tuple(_moved_row(row, number, step) for row in rows)
    printed = {glyph.id: glyph for row in rows for glyph in row.glyphs} if step else {}
    return PageRows(number, width, page.height, moved), printed


def _moved_row(row: Row, leaf: int, step: float) -> Row:
    runs = tuple(run_of(leaf, _moved(run.glyphs, step), run.emphasis, run.font) for run in row.runs)
    return replace(row, page=leaf, runs=runs, x0=row.x0 + step, x1=row.x1 + step)


def _moved(glyphs: tuple[Glyph, ...], step: float) -> tuple[Glyph, ...]:
    if not step:
        return glyphs
    return tuple(each._replace(x0=each.x0 + step, x1=each.x1 + step, x=each.x + step) for each in glyphs)


def _leaf_at(starts: Sequence[tuple[Band, int]], box: Box) -> int:
    """The leaf in which a table stands."""
    band, leaf = next(((band, leaf) for band, leaf in reversed(starts) if band.top <= box.y0 + 1), starts[0])
    return leaf + bisect_right(band.lefts[1:], (box.x0 + box.x1) / 2)
