"""Words that run up or down inside a cell, as names of narrow columns do and labels beside many rows, are its words."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from insurance_desktop.domain.kinds import FindingKind

from ..reading.pages import Glyph
from ..reading.runs import Row, Run, make_row, united_emphasis
from .filling import GridCell, GridTable, cell_text

Place = tuple[int, int]
Level = Callable[[Sequence[Glyph]], tuple[Glyph, ...]]


def take_turned(
    tables: Sequence[GridTable], rows: Sequence[Row], level: Level
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The ruled tables of a page with what of these turned rows stands in their cells, and the rows without it.

    `level` gives glyphs as they stand on the level page. A cell holds either level or turned words; where a turned
    line stands over several cells, or in one that has words, the table says that words may belong elsewhere.
    """
    found: list[GridTable] = []
    left = tuple(rows)
    for table in tables:
        is_ruled = table.table.trusted and not table.is_aligned
        filled, left = _with_turned(table, left, level) if is_ruled and left else (table, left)
        found.append(filled)
    return tuple(found), left


def _with_turned(table: GridTable, rows: Sequence[Row], level: Level) -> tuple[GridTable, tuple[Row, ...]]:
    lines: dict[Place, list[Row]] = {}
    left: list[Row] = []
    is_doubtful = False
    for row in rows:
        inside: dict[Place, list[Run]] = {}
        rest: list[Run] = []
        for run in row.runs:
            places = {_place(table, glyph) for glyph in level(run.glyphs)}
            place = next(iter(places)) if len(places) == 1 else None
            if place is not None and not table.rows[place[0]][place[1]].text:
                inside.setdefault(place, []).append(run)
            else:
                is_doubtful = is_doubtful or places != {None}
                rest.append(run)
        for place, runs in inside.items():
            lines.setdefault(place, []).append(make_row(runs))
        if rest:
            left.append(make_row(rest) if inside else row)
    doubts = (*table.doubts, FindingKind.TABLE_STRADDLING) if is_doubtful else table.doubts
    if not lines:
        return replace(table, doubts=doubts), tuple(left)
    cells = tuple(
        tuple(_filled(cell, lines.get((row, column), ()), level) for column, cell in enumerate(each))
        for row, each in enumerate(table.rows)
    )
    return replace(table.told(cells, table.table.spans), doubts=doubts), tuple(left)


def _place(table: GridTable, glyph: Glyph) -> Place | None:
    """The place of the cell around a glyph's middle; the first place of a merged cell has all of its box."""
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            if cell.box.x0 <= x < cell.box.x1 and cell.box.y0 <= y < cell.box.y1:
                return row, column
    return None


def _filled(cell: GridCell, lines: Sequence[Row], level: Level) -> GridCell:
    if not lines:
        return cell
    glyphs = level(tuple(glyph for line in lines for glyph in line.glyphs))
    emphasis = united_emphasis(run.emphasis for line in lines for run in line.runs)
    return cell._replace(text=cell_text(lines), glyphs=glyphs, emphasis=emphasis)
