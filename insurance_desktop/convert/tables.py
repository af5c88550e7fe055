"""Tables: the glyphs of each cell of a ruled grid, pages joined, headers and unit read. Never shifted in silence."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.conversion import Emphasis, Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .cut_texts import PrintedText, lines_of
from .grids import CellPlace, Grid, find_grids
from .headings import item_mark
from .pages import Glyph, LeftOut, Rule
from .runs import Row, Run, build_rows

STRADDLE = 0.35
"""A glyph that sticks out of its cell by more than this part of its width may belong next door."""
SAME_COLUMNS = 4.0
"""Points by which the columns of a continued table may differ from page to page."""
OVERFLOW = 0.2
"""A glyph that reaches into the grid by this part of its height belongs to it: spreadsheets let words overflow."""
FULL_CELL = 1.6
"""A line is full if it leaves less than this many type sizes of its cell: borders and margins take some."""
HAS_DIGIT = re.compile(r"\d")
HEAD = 3
"""Rows at the top of a table that may say what it is."""
PROSE = 12
"""A cell of this many signs may be prose."""
CLOSED = frozenset("\u3002\uff1b;\uff09)")
NUMERIC = re.compile(r"[\d.,%％+\-–—/×\s]+")


@dataclass(frozen=True, slots=True)
class GridCell:
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
        return cell_text_of([self.text, *(each.text for each in self.rest)])


@dataclass(frozen=True, slots=True)
class GridTable:
    """A table with its grid: `rows` is the printed grid, header rows first; `doubts` name what is not to trust.

    `mended` are the cells whose words are cut off or spill into the next cell.
    """

    table: Table
    rows: tuple[tuple[GridCell, ...], ...]
    y: float
    xs: tuple[float, ...]
    bottom: float
    doubts: tuple[str, ...] = ()
    mended: tuple[tuple[str, Box], ...] = ()


def take_tables(
    page: int, runs: Sequence[Run], rules: Sequence[Rule], texts: Sequence[PrintedText] = ()
) -> tuple[tuple[GridTable, ...], tuple[Run, ...]]:
    """The tables of one page, and the runs that stand outside of them; what their cells do not hold is put back."""
    tables: list[GridTable] = []
    outside = tuple(runs)
    for grid in find_grids(rules):
        inside, rest = _divide(grid, outside)
        if not inside:
            continue
        table = _fill(page, grid, inside, texts)
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
    reach = OVERFLOW * (glyph.y1 - glyph.y0)
    return x0 <= (glyph.x0 + glyph.x1) / 2 <= x1 and glyph.y0 + reach <= y1 and glyph.y1 - reach >= y0


def _fill(page: int, grid: Grid, runs: Sequence[Run], texts: Sequence[PrintedText]) -> GridTable:
    """Each cell with the words inside its own rectangle, and those that were printed as one with them."""
    contents: dict[CellPlace, list[Run]] = {place: [] for place in grid.cells}
    straddling: list[str] = []
    where = CellFinder(grid)
    owners = _owners(grid, where, texts)
    home = {glyph.id: place for text, place in owners for glyph in text.glyphs}
    for run in runs:
        pieces: dict[CellPlace, list[Glyph]] = {}
        for glyph in run.glyphs:
            place = where.cell_of(glyph)
            pieces.setdefault(home.get(glyph.id, place), []).append(glyph)
            if max(place.x0 - glyph.x0, glyph.x1 - place.x1) > STRADDLE * (glyph.x1 - glyph.x0):
                straddling.append(glyph.char)
        for place, glyphs in pieces.items():
            contents[place].append(replace(run, glyphs=tuple(glyphs)))
    for text, place in owners:
        emphasis = contents[place][0].emphasis
        contents[place] += [Run(page, line, emphasis) for line in lines_of(text.cut)]
    doubts = (*(() if grid.is_regular else ("irregular",)), *(("straddling",) if straddling else ()))
    rows = _grid_rows(page, grid, contents)
    mended = tuple((text.text, Box(page, place.x0, place.y0, place.x1, place.y1)) for text, place in owners)
    return replace(_described(page, grid, rows, doubts), mended=mended)


def _owners(grid: Grid, where: "CellFinder", texts: Sequence[PrintedText]) -> list[tuple[PrintedText, CellPlace]]:
    """The cell of each text that no cell holds as a whole: the one that shows most of it; nowhere shown, none."""
    found: list[tuple[PrintedText, CellPlace]] = []
    for text in texts:
        places = Counter(where.cell_of(glyph) for glyph in text.shown if _is_within(glyph, *grid.bounds))
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

    def cell_of(self, glyph: Glyph) -> CellPlace:
        column = bisect_right(self.xs, (glyph.x0 + glyph.x1) / 2) - 1
        row = bisect_right(self.ys, (glyph.y0 + glyph.y1) / 2) - 1
        return self.cells[min(max(row, 0), len(self.ys) - 2), min(max(column, 0), len(self.xs) - 2)]


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
            tuple(glyph for line in lines for glyph in line.glyphs),
            tuple(kind for kind in Emphasis if any(kind in run.emphasis for run in runs)),
        )
    return tuple(tuple(row) for row in rows)


def cell_text(lines: Sequence[Row]) -> str:
    """The words of a cell; its lines join without a space unless two Latin words would run together."""
    return cell_text_of([line.text for line in lines])


def cell_text_of(lines: Sequence[str]) -> str:
    """Lines joined as a reader reads them."""
    text = ""
    for line in lines:
        glue = " " if text and line and text[-1].isascii() and text[-1].isalnum() and line[0].isascii() else ""
        text += glue + line
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
    """How many rows are header: captions, the first row, what it spans down to, and rows that divide a wide header."""
    across = len(rows[0])
    captions = {row for row, _, down, wide in spans if wide == across and down == 1}
    height = next((row + 1 for row in range(min(HEAD, len(rows) - 1)) if row not in captions), 1)
    while height < len(rows):
        reaches = max((row + down for row, _, down, _ in spans if row < height), default=height)
        wide = [each for each in spans if each[0] < height == each[0] + each[2] and each[1] > 0 and each[3] > 1]
        if min(reaches, len(rows) - 1) > height and reaches <= 4:
            height = min(reaches, len(rows) - 1)
        elif wide and height < 4 and height < len(rows) - 1 and _divides(rows[height], wide):
            height += 1
        else:
            break
    return height


def _divides(row: Sequence[GridCell], wide: Sequence[tuple[int, int, int, int]]) -> bool:
    """Whether the row names the columns under a wide header: several words under one of them, and no numbers."""
    under = [[row[place].text for place in range(first, first + across)] for _, first, _, across in wide]
    named = [[text for text in texts if text] for texts in under]
    is_divided = any(len(texts) > 1 for texts in named)
    return is_divided and not any(NUMERIC.fullmatch(text) for texts in named for text in texts)


def join_pages(
    tables: Sequence[GridTable], open_ends: frozenset[int], pack: DomainPack
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
            joined[-1], repeated = _appended(joined[-1], table, pack)
            left += repeated
        else:
            joined.append(table)
        index[old] = len(joined) - 1
    return tuple(joined), index, tuple(left)


def _same_columns(one: GridTable, other: GridTable) -> bool:
    return len(one.xs) == len(other.xs) and all(
        abs((a - one.xs[0]) - (b - other.xs[0])) <= SAME_COLUMNS for a, b in zip(one.xs, other.xs, strict=True)
    )


def _appended(one: GridTable, other: GridTable, pack: DomainPack) -> tuple[GridTable, list[LeftOut]]:
    """The second page's rows under the first's; its header rows are left out where they say the same.

    A row that the page break cut in two is one row again where the numbering of the rows shows it; where it only
    looks so, that is a doubt.
    """
    height = one.table.header_rows + 1
    repeats = 0
    heads = [[normalised(cell.text) for cell in row] for row in one.rows[:height]]
    if [[normalised(cell.text) for cell in row] for row in other.rows[:height]] == heads:
        repeats = height
    glyphs = tuple(glyph for row in other.rows[:repeats] for cell in row for glyph in cell.glyphs)
    left = [LeftOut("repeated_header", other.table.page, glyphs)] if glyphs else []
    below = other.rows[repeats:]
    doubts = (*one.doubts, *other.doubts)
    is_cut = bool(below) and _is_rest(one.rows[height:], below[0], pack)
    if is_cut:
        rows = (*one.rows[:-1], _mended(one.rows[-1], below[0]), *below[1:])
    else:
        rows = one.rows + below
        doubts += ("page_break",) if below and _looks_cut(one.rows[-1], below[0]) else ()
    shift = len(one.rows) - repeats - is_cut
    spans = one.table.spans + tuple(
        (row + shift, column, down, across)
        for row, column, down, across in other.table.spans
        if row >= repeats + is_cut
    )
    words = tuple(tuple(cell.whole for cell in row) for row in rows)
    body = (*words[: height - 1], *words[height:])
    table = replace(
        one.table,
        rows=body,
        row_count=len(body),
        spans=spans,
        boxes=one.table.boxes + other.table.boxes,
        cell_boxes=tuple(cell.box for row in rows for cell in row),
    )
    return GridTable(table, rows, one.y, one.xs, other.bottom, doubts, one.mended + other.mended), left


def _is_rest(rows: Sequence[Sequence[GridCell]], below: Sequence[GridCell], pack: DomainPack) -> bool:
    """Whether the row below a page break only goes on: all rows are numbered and it is not."""
    marks = [item_mark(row[0].text, pack) for row in rows]
    return bool(marks) and all(marks) and item_mark(below[0].text, pack) is None


def _looks_cut(above: Sequence[GridCell], below: Sequence[GridCell]) -> bool:
    """Whether a long cell above the break ends inside a sentence and words go on below it."""
    if any(NUMERIC.fullmatch(cell.text) for cell in below if cell.text):
        return False
    return any(
        len(one.text) >= PROSE and one.text[-1] not in CLOSED and other.text
        for one, other in zip(above, below, strict=True)
    )


def _mended(above: Sequence[GridCell], below: Sequence[GridCell]) -> tuple[GridCell, ...]:
    return tuple(
        replace(one, rest=(*one.rest, other)) if other.text else one for one, other in zip(above, below, strict=True)
    )


def name_tables(tables: Sequence[GridTable], notes: Sequence[str], pack: DomainPack) -> tuple[GridTable, ...]:
    """Kind and unit of each table, from the words above it or in its first rows; `notes[n]` stand above table n."""
    named: list[GridTable] = []
    for table, note in zip(tables, notes, strict=True):
        head = [cell.text for row in table.rows[:HEAD] for cell in row]
        kind = _kind(head, pack) or _kind([note], pack)
        described = replace(table.table, table_type=kind, unit=_unit([note, *head], pack))
        named.append(replace(table, table=described))
    return tuple(named)


def _unit(words: Sequence[str], pack: DomainPack) -> str | None:
    found = (re.search(pattern, text) for text in words for pattern in pack.unit_phrases)
    match = next((each for each in found if each), None)
    return match.group(1) if match else None


def _kind(words: Sequence[str], pack: DomainPack) -> str:
    """The first form whose words occur; "" for a table of no known kind."""
    text = normalised(" ".join(words))
    forms = (form for form in pack.table_forms if any(word in text for word in form.words))
    return next((form.table_type for form in forms), "")
