"""Tables: the glyphs of each cell of a ruled grid, pages joined, headers and unit read. Never shifted in silence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.conversion import Emphasis, Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .grids import CellPlace, Grid, find_grids
from .pages import Glyph, LeftOut, Rule
from .runs import Row, Run, build_rows

STRADDLE = 0.35
"""A glyph that sticks out of its cell by more than this part of its width may belong next door."""
SAME_COLUMNS = 4.0
"""Points by which the columns of a continued table may differ from page to page."""
NUMERIC = re.compile(r"[\d.,%％+\-–—/×\s]+")


@dataclass(frozen=True, slots=True)
class GridCell:
    """One place of the printed grid; a merged cell's text stands at its first place, the others are empty."""

    text: str
    box: Box
    glyphs: tuple[Glyph, ...] = ()
    emphasis: tuple[Emphasis, ...] = ()


@dataclass(frozen=True, slots=True)
class GridTable:
    """A table with its grid: `rows` is the printed grid, header rows first; `doubts` name what is not to trust."""

    table: Table
    rows: tuple[tuple[GridCell, ...], ...]
    y: float
    xs: tuple[float, ...]
    bottom: float
    doubts: tuple[str, ...] = ()


def take_tables(page: int, runs: Sequence[Run], rules: Sequence[Rule]) -> tuple[tuple[GridTable, ...], tuple[Run, ...]]:
    """The tables of one page, and the runs that stand outside of them."""
    tables: list[GridTable] = []
    outside = tuple(runs)
    for grid in find_grids(rules):
        inside, rest = _divide(grid, outside)
        if not inside:
            continue
        table = _fill(page, grid, inside)
        if sum(bool(cell.text) for row in table.rows for cell in row) < 2:
            continue
        tables.append(table)
        outside = rest
    return tuple(tables), outside


def _divide(grid: Grid, runs: Sequence[Run]) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Runs inside the grid's outline and the others; a run that crosses the outline is cut."""
    x0, y0, x1, y1 = grid.bounds
    inside: list[Run] = []
    rest: list[Run] = []
    for run in runs:
        within = tuple(each for each in run.glyphs if _is_within(each, x0, y0, x1, y1))
        if not within:
            rest.append(run)
        elif len(within) == len(run.glyphs):
            inside.append(run)
        else:
            inside.append(replace(run, glyphs=within))
            rest.append(replace(run, glyphs=tuple(each for each in run.glyphs if each not in within)))
    return tuple(inside), tuple(rest)


def _is_within(glyph: Glyph, x0: float, y0: float, x1: float, y1: float) -> bool:
    return x0 <= (glyph.x0 + glyph.x1) / 2 <= x1 and y0 <= (glyph.y0 + glyph.y1) / 2 <= y1


def _fill(page: int, grid: Grid, runs: Sequence[Run]) -> GridTable:
    """Each cell with the words inside its own rectangle."""
    contents: dict[CellPlace, list[Run]] = {place: [] for place in grid.cells}
    straddling: list[str] = []
    for run in runs:
        pieces: dict[CellPlace, list[Glyph]] = {}
        for glyph in run.glyphs:
            place = _cell_of(grid, glyph)
            pieces.setdefault(place, []).append(glyph)
            if max(place.x0 - glyph.x0, glyph.x1 - place.x1) > STRADDLE * (glyph.x1 - glyph.x0):
                straddling.append(glyph.char)
        for place, glyphs in pieces.items():
            contents[place].append(replace(run, glyphs=tuple(glyphs)))
    doubts = (*(() if grid.is_regular else ("irregular",)), *(("straddling",) if straddling else ()))
    rows = _grid_rows(page, grid, contents)
    return _described(page, grid, rows, doubts)


def _cell_of(grid: Grid, glyph: Glyph) -> CellPlace:
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
    return min(grid.cells, key=lambda place: (_distance(x, place.x0, place.x1), _distance(y, place.y0, place.y1)))


def _distance(at: float, begin: float, end: float) -> float:
    return max(begin - at, at - end, 0.0)


def _grid_rows(page: int, grid: Grid, contents: dict[CellPlace, list[Run]]) -> tuple[tuple[GridCell, ...], ...]:
    columns = len(grid.xs) - 1
    rows = [
        [
            GridCell("", Box(page, grid.xs[column], grid.ys[row], grid.xs[column + 1], grid.ys[row + 1]))
            for column in range(columns)
        ]
        for row in range(len(grid.ys) - 1)
    ]
    for place, runs in contents.items():
        box = Box(page, place.x0, place.y0, place.x1, place.y1)
        lines = build_rows(runs)
        rows[place.row][place.column] = GridCell(
            cell_text(lines),
            box,
            tuple(glyph for run in runs for glyph in run.glyphs),
            tuple(kind for kind in Emphasis if any(kind in run.emphasis for run in runs)),
        )
    return tuple(tuple(row) for row in rows)


def cell_text(lines: Sequence[Row]) -> str:
    """The words of a cell; its lines join without a space unless two Latin words would run together."""
    text = ""
    for line in lines:
        glue = " " if text and text[-1].isascii() and text[-1].isalnum() and line.text[0].isascii() else ""
        text += glue + line.text
    return text


def _described(page: int, grid: Grid, rows: tuple[tuple[GridCell, ...], ...], doubts: tuple[str, ...]) -> GridTable:
    """The JSON twin of a filled grid."""
    spans = tuple(
        (place.row, place.column, place.row_span, place.column_span)
        for place in sorted(grid.cells, key=lambda each: (each.row, each.column))
        if place.row_span > 1 or place.column_span > 1
    )
    header = header_height(rows, spans)
    words = [tuple(cell.text for cell in row) for row in rows]
    body = (*words[: header - 1], *words[header:])
    table = Table(
        page=page,
        table_type="",
        headers=words[header - 1],
        rows=tuple(body),
        row_count=len(body),
        column_count=len(grid.xs) - 1,
        header_rows=header - 1,
        spans=spans,
        boxes=(Box(page, *grid.bounds),),
        cell_boxes=tuple(cell.box for row in rows for cell in row),
    )
    return GridTable(table, rows, grid.ys[0], grid.xs, grid.ys[-1], doubts)


def header_height(rows: Sequence[Sequence[GridCell]], spans: Sequence[tuple[int, int, int, int]]) -> int:
    """How many rows are header: the first, what its cells span down to, and the rows that divide a wide header."""
    height = 1
    while height < len(rows):
        reaches = max((row + down for row, _, down, _ in spans if row < height), default=height)
        wide = [each for each in spans if each[0] + each[2] == height and each[3] > 1 and each[0] < height]
        if min(reaches, len(rows) - 1) > height and reaches <= 4:
            height = min(reaches, len(rows) - 1)
        elif wide and height < 4 and height < len(rows) - 1 and _divides(rows[height], wide):
            height += 1
        else:
            break
    return height


def _divides(row: Sequence[GridCell], wide: Sequence[tuple[int, int, int, int]]) -> bool:
    """Whether the row names the columns under a wide header: words, not numbers."""
    under = [row[column].text for _, first, _, across in wide for column in range(first, first + across)]
    named = [text for text in under if text]
    return len(named) > 1 and not any(NUMERIC.fullmatch(text) for text in named)


def join_pages(
    tables: Sequence[GridTable], open_ends: frozenset[int]
) -> tuple[tuple[GridTable, ...], dict[int, int], tuple[LeftOut, ...]]:
    """Tables that go on over a page become one.

    `open_ends` holds the indexes of tables that end their page and whose successor begins the next one. Returns the
    tables, the new index of each old one, and repeated header rows that were left out.
    """
    joined: list[GridTable] = []
    index: dict[int, int] = {}
    left: list[LeftOut] = []
    for old, table in enumerate(tables):
        if old - 1 in open_ends and joined and _same_columns(joined[-1], table):
            joined[-1], repeated = _appended(joined[-1], table)
            left += repeated
        else:
            joined.append(table)
        index[old] = len(joined) - 1
    return tuple(joined), index, tuple(left)


def _same_columns(one: GridTable, other: GridTable) -> bool:
    return len(one.xs) == len(other.xs) and all(
        abs((a - one.xs[0]) - (b - other.xs[0])) <= SAME_COLUMNS for a, b in zip(one.xs, other.xs, strict=True)
    )


def _appended(one: GridTable, other: GridTable) -> tuple[GridTable, list[LeftOut]]:
    """The second page's rows under the first's; its header rows are left out where they say the same."""
    height = one.table.header_rows + 1
    repeats = 0
    heads = [[normalised(cell.text) for cell in row] for row in one.rows[:height]]
    if [[normalised(cell.text) for cell in row] for row in other.rows[:height]] == heads:
        repeats = height
    left = [
        LeftOut("repeated_header", other.table.page, cell.glyphs)
        for row in other.rows[:repeats]
        for cell in row
        if cell.glyphs
    ]
    rows = one.rows + other.rows[repeats:]
    shift = len(one.rows) - repeats
    spans = one.table.spans + tuple(
        (row + shift, column, down, across) for row, column, down, across in other.table.spans if row >= repeats
    )
    words = tuple(tuple(cell.text for cell in row) for row in rows)
    body = (*words[: height - 1], *words[height:])
    table = replace(
        one.table,
        rows=body,
        row_count=len(body),
        spans=spans,
        boxes=one.table.boxes + other.table.boxes,
        cell_boxes=tuple(cell.box for row in rows for cell in row),
    )
    return GridTable(table, rows, one.y, one.xs, other.bottom, (*one.doubts, *other.doubts)), left


def read_units(tables: Sequence[GridTable], notes: Sequence[str], pack: DomainPack) -> tuple[GridTable, ...]:
    """The unit of each table, from the words above it or inside it; `notes[n]` are the words near table n."""
    read: list[GridTable] = []
    for table, note in zip(tables, notes, strict=True):
        words = [note, *(cell.text for row in table.rows[:3] for cell in row)]
        found = (re.search(pattern, text) for text in words for pattern in pack.unit_phrases)
        match = next((each for each in found if each), None)
        read.append(replace(table, table=replace(table.table, unit=match.group(1))) if match else table)
    return tuple(read)
