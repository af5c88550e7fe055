"""Grids with their words: each cell holds the glyphs inside of its own rectangle. Never shifted in silence."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.conversion import Emphasis, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind

from ..reading.pages import Glyph
from ..reading.raised import build_noted_rows
from ..reading.runs import Row, Run, build_rows, run_of, united_emphasis
from .cut_texts import PrintedText, lines_of
from .grids import CellPlace, Grid
from .table_headers import header_height

STRADDLE = 0.35
"""A glyph that sticks out of its cell by more than this part of its width may belong next door."""
OVERFLOW = 0.2
"""A glyph that reaches into the grid by this part of its height belongs to it: spreadsheets let words overflow."""
CUT = 0.3
"""Words that stick out of their cell by more than this part of their height: more of them may be cut off."""
SAME_COLUMNS = 4.0
"""Points by which the columns of a continued table may differ from page to page."""
FULL_CELL = 1.6
"""A line is full if it leaves less than this many type sizes of its cell: borders and margins take some."""
HAS_DIGIT = re.compile(r"\d")
LATIN = re.compile(r"[A-Za-z]")
CUT_FIGURE = re.compile(r"\d[\d.,]{2,}\n\d|\d\n[.,%]")
"""A figure that a line's end cuts, among words that are not Latin: a space would make two of it."""
Span = tuple[int, int, int, int]


class GridCell(NamedTuple):
    """One place of the printed grid; a merged cell's text stands at its first place, the others are empty.

    `glyphs` stand in the order of the text: without its spaces `text` is their signs, which the ledger counts on.
    `rest` is what a page break cut off: the cell below the break that goes on with this one.
    """

    text: str
    box: Box
    glyphs: tuple[Glyph, ...] = ()
    emphasis: tuple[Emphasis, ...] = ()
    rest: "tuple[GridCell, ...]" = ()

    @property
    def whole(self) -> str:
        """The words of the cell with those that stand on the next page."""
        return cell_text_of([self.text, *(each.text for each in self.rest)]) if self.rest else self.text


@entity
class GridTable:
    """A table with its grid: `rows` is the printed grid, header rows first; `doubts` name what is not to trust.

    `mended` are the cells whose words are cut off or spill into the next cell, `overflowing` those whose words stick
    out so far that some may be missing. `open_top` and `open_bottom` are the
    columns that no line closes there; `is_aligned` says that the columns were found without lines between them,
    `is_header_repeated` that a further page begins with the same header.
    """

    table: Table
    rows: tuple[tuple[GridCell, ...], ...]
    y: float
    xs: tuple[float, ...]
    bottom: float
    doubts: tuple[FindingKind, ...] = ()
    mended: tuple[tuple[str, Box], ...] = ()
    overflowing: tuple[tuple[str, Box], ...] = ()
    open_top: frozenset[int] = frozenset()
    open_bottom: frozenset[int] = frozenset()
    is_aligned: bool = False
    is_header_repeated: bool = False

    @property
    def page(self) -> int:
        """The page that it begins on."""
        return self.table.page or 0

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        return self.xs[0], self.y, self.xs[-1], self.bottom

    @property
    def is_open(self) -> bool:
        """Whether nothing says that the table ends where its page does."""
        return self.is_aligned or len(self.open_bottom) == len(self.xs) - 1

    @property
    def is_open_above(self) -> bool:
        """Whether no line closes the table's first row above."""
        return len(self.open_top) == len(self.xs) - 1

    def told(self, rows: tuple[tuple[GridCell, ...], ...], spans: tuple[Span, ...], height: int = 0) -> "GridTable":
        """The same table with other rows; `height` is how many of them are header, 0 = find out."""
        height = height or header_height(rows, spans)
        words = [tuple(cell.whole for cell in row) for row in rows]
        body = (*words[: height - 1], *words[height:])
        table = replace(
            self.table,
            headers=words[height - 1],
            rows=tuple(body),
            row_count=len(body),
            column_count=len(rows[0]),
            header_rows=height - 1,
            spans=spans,
            cell_boxes=tuple(cell.box for row in rows for cell in row),
        )
        return replace(self, table=table, rows=rows)


def untrusted_region(page: int, bounds: tuple[float, float, float, float], runs: Sequence[Run]) -> GridTable:
    """A region of the page that may be a table, with its lines in order: no columns are claimed."""
    lines = build_rows(runs)
    ys = [bounds[1], *((one.box.y1 + other.box.y0) / 2 for one, other in pairwise(lines)), bounds[3]]
    x0, x1 = bounds[0], bounds[2]
    rows = tuple(
        (GridCell(line.text, Box(page, x0, top, x1, bottom), line.glyphs),)
        for line, (top, bottom) in zip(lines, pairwise(ys), strict=True)
    )
    table = Table(page, "", (), (), 0, 0, boxes=(Box(page, *bounds),), trusted=False)
    return GridTable(table, (), bounds[1], (x0, x1), bounds[3], (FindingKind.TABLE_UNTRUSTED,)).told(rows, (), 1)


def is_within(glyph: Glyph, x0: float, y0: float, x1: float, y1: float) -> bool:
    reach = OVERFLOW * (glyph.y1 - glyph.y0)
    return x0 <= (glyph.x0 + glyph.x1) / 2 <= x1 and glyph.y0 + reach <= y1 and glyph.y1 - reach >= y0


def fill(page: int, grid: Grid, runs: Sequence[Run], texts: Sequence[PrintedText]) -> GridTable:
    """Each cell with the words inside its own rectangle, and those that were printed as one with them."""
    contents: dict[CellPlace, list[Run]] = {place: [] for place in grid.cells}
    straddling: list[str] = []
    where = CellFinder(grid)
    owners = _owners(grid, where, texts)
    home = {glyph.id: place for text, place in owners for glyph in text.glyphs}
    parted: set[CellPlace] = set()
    for run in runs:
        if not home and (whole := where.cell_around(run.box)) is not None:
            contents[whole].append(run)
            continue
        pieces: dict[CellPlace, list[Glyph]] = {}
        for glyph in run.glyphs:
            place = where.cell_of(glyph)
            pieces.setdefault(home.get(glyph.id, place), []).append(glyph)
            if max(place.x0 - glyph.x0, glyph.x1 - place.x1) > STRADDLE * (glyph.x1 - glyph.x0):
                straddling.append(glyph.char)
        parted.update(pieces)
        for place, glyphs in pieces.items():
            contents[place].append(run if len(pieces) == 1 else run.of_glyphs(tuple(glyphs)))
    for text, place in owners:
        emphasis = contents[place][0].emphasis
        contents[place] += [run_of(page, line, emphasis) for line in lines_of(text.cut)]
    doubts = (FindingKind.TABLE_STRADDLING,) if straddling else ()
    rows = _grid_rows(page, grid, contents)
    mended = tuple((text.text, Box(page, place.x0, place.y0, place.x1, place.y1)) for text, place in owners)
    put_back = {(place.row, place.column) for _, place in owners}
    overflowing = tuple(
        (cell.text, cell.box)
        for place in grid.cells
        if place in parted
        and (place.row, place.column) not in put_back
        and _overflows(grid, place, cell := rows[place.row][place.column])
    )
    return replace(_described(page, grid, rows, doubts), mended=mended, overflowing=overflowing)


def fill_aligned(page: int, grid: Grid, runs: Sequence[Run]) -> GridTable | None:
    """The table of a grid that no lines draw: words may stick out of it. None where they may belong next door."""
    table = fill(page, grid, runs, ())
    return None if table.doubts else replace(table, is_aligned=True, overflowing=())


def _overflows(grid: Grid, place: CellPlace, cell: GridCell) -> bool:
    """Whether the cell's words reach over its upper or lower line; where no line closes it, they may."""
    is_open_above = place.row == 0 and place.column in grid.open_top
    is_open_below = place.row + place.row_span == len(grid.ys) - 1 and place.column in grid.open_bottom
    return any(
        (glyph.y1 - place.y1 > CUT * (glyph.y1 - glyph.y0) and not is_open_below)
        or (place.y0 - glyph.y0 > CUT * (glyph.y1 - glyph.y0) and not is_open_above)
        for glyph in cell.glyphs
    )


def _owners(grid: Grid, where: "CellFinder", texts: Sequence[PrintedText]) -> list[tuple[PrintedText, CellPlace]]:
    """The cell of each text that no cell holds as a whole: the one that shows most of it; nowhere shown, none."""
    found: list[tuple[PrintedText, CellPlace]] = []
    for text in texts:
        places = Counter(where.cell_of(glyph) for glyph in text.shown if is_within(glyph, *grid.bounds))
        if places and (text.cut or _spills(text, places)):
            found.append((text, places.most_common(1)[0][0]))
    return found


def _spills(text: PrintedText, places: Counter[CellPlace]) -> bool:
    """Whether words run on into the cell below: lines broken because they are full, and no column of figures."""
    first = next(iter(places))
    if len(places) == 1 or any(place.column != first.column for place in places) or HAS_DIGIT.search(text.text):
        return False
    room = first.x1 - first.x0 - FULL_CELL * text.glyphs[0].size
    return all(line[-1].x1 - line[0].x0 > room for line in lines_of(text.glyphs)[:-1])


def are_near(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether columns have the same borders, on other pages too."""
    return len(one) == len(other) and all(abs(a - b) <= SAME_COLUMNS for a, b in zip(one, other, strict=True))


class CellFinder:
    """Looks up the cell of a grid that holds a glyph's middle."""

    def __init__(self, grid: Grid) -> None:
        self.xs, self.ys = grid.xs, grid.ys
        self.cells = {
            (row, column): place
            for place in grid.cells
            for row in range(place.row, place.row + place.row_span)
            for column in range(place.column, place.column + place.column_span)
        }

    def cell_around(self, box: Box) -> CellPlace | None:
        """The cell that holds all of the box."""
        place = self._cell_at((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        is_inside = place.x0 <= box.x0 and box.x1 <= place.x1 and place.y0 <= box.y0 and box.y1 <= place.y1
        return place if is_inside else None

    def cell_of(self, glyph: Glyph) -> CellPlace:
        return self._cell_at((glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2)

    def _cell_at(self, x: float, y: float) -> CellPlace:
        column = bisect_right(self.xs, x) - 1
        row = bisect_right(self.ys, y) - 1
        return self.cells[min(max(row, 0), len(self.ys) - 2), min(max(column, 0), len(self.xs) - 2)]


def _grid_rows(page: int, grid: Grid, contents: dict[CellPlace, list[Run]]) -> tuple[tuple[GridCell, ...], ...]:
    cells = {
        (place.row, place.column): _grid_cell(Box(page, place.x0, place.y0, place.x1, place.y1), runs)
        for place, runs in contents.items()
    }
    return tuple(
        tuple(
            cells.get((row, column)) or GridCell("", Box(page, left, top, right, bottom))
            for column, (left, right) in enumerate(pairwise(grid.xs))
        )
        for row, (top, bottom) in enumerate(pairwise(grid.ys))
    )


def _grid_cell(box: Box, runs: Sequence[Run]) -> GridCell:
    if not runs:
        return GridCell("", box)
    if len(runs) == 1:
        return GridCell(runs[0].words, box, runs[0].glyphs, united_emphasis([runs[0].emphasis]))
    lines = build_noted_rows(runs)
    glyphs = tuple(glyph for line in lines for glyph in line.glyphs)
    return GridCell(cell_text(lines), box, glyphs, united_emphasis(run.emphasis for run in runs))


def cell_text(lines: Sequence[Row]) -> str:
    """The words of a cell; its lines join as `cell_text_of` says."""
    return cell_text_of([line.text for line in lines])


def cell_text_of(lines: Sequence[str]) -> str:
    """Lines joined without a space unless two Latin words would run together; a figure may go on in the next line."""
    text = ""
    for line in lines:
        is_latin = text[-1:].isascii() and text[-1:].isalnum() and line[:1].isascii() and line != ""
        is_figure = is_latin and CUT_FIGURE.search(f"{text}\n{line}") is not None and not LATIN.search(text + line)
        text += f" {line}" if is_latin and not is_figure else line
    return text


def _described(
    page: int, grid: Grid, rows: tuple[tuple[GridCell, ...], ...], doubts: tuple[FindingKind, ...]
) -> GridTable:
    """The JSON twin of a filled grid."""
    merged = (place for place in grid.cells if place.row_span > 1 or place.column_span > 1)
    spans = tuple(sorted((place.row, place.column, place.row_span, place.column_span) for place in merged))
    table = Table(page, "", (), (), 0, 0, boxes=(Box(page, *grid.bounds),))
    empty = GridTable(
        table, (), grid.ys[0], grid.xs, grid.ys[-1], doubts, open_top=grid.open_top, open_bottom=grid.open_bottom
    )
    return empty.told(rows, spans)
