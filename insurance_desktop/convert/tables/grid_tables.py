"""The tables of a page: those that rules draw, those that shading does, and those whose columns only stand in line."""

from collections.abc import Callable, Sequence

from ..reading.pages import Fill, Rule
from ..reading.runs import Row, Run, build_rows, make_row
from .aligned_tables import find_aligned
from .cut_texts import PrintedText
from .filling import GridTable, are_near, fill, fill_aligned, is_within, untrusted_region
from .grids import TOUCH, Grid, find_grids
from .shaded_cells import goes_on_below, shaded_rules
from .sparse_grids import lacks_columns, split_rows


def take_tables(
    page: int,
    runs: Sequence[Run],
    drawn: tuple[Sequence[Rule], Sequence[Fill]],
    texts: Callable[[], Sequence[PrintedText]],
    before: GridTable | None = None,
) -> tuple[tuple[GridTable, ...], tuple[Run, ...]]:
    """The ruled tables of one page, and the runs outside of them; what their cells do not hold is put back.

    `texts` gives the texts of the page as they were printed; most pages have no table that asks for them. `before` is
    the last table of the page before: one cell in its columns may be the rest of its last row.
    """
    rules, fills = drawn
    tables: list[GridTable] = []
    outside = tuple(runs)
    for grid in find_grids(rules):
        inside, rest = _divide(grid.bounds, outside)
        if not inside:
            continue
        if lacks_columns(grid, inside):
            within = [rule for rule in rules if _lies_in(rule, grid.bounds)]
            aligned, left = take_aligned(page, build_rows(inside), (within, fills))
            tables += aligned or (untrusted_region(page, grid.bounds, inside),)
            outside = (*rest, *(run for row in left for run in row.runs)) if aligned else rest
            continue
        table = _ruled(page, grid, inside, texts)
        is_rest = not tables and before is not None and are_near(before.xs, grid.xs)
        if sum(bool(cell.text) for row in table.rows for cell in row) < (1 if is_rest else 2):
            continue
        tables.append(table)
        outside = rest
    shaded = find_grids(shaded_rules(fills, [table.bounds for table in tables])) if fills else ()
    for grid in shaded:
        inside, rest = _divide(grid.bounds, outside)
        if inside and (found := _shaded(page, grid, inside, rest)) is not None:
            tables.append(found)
            outside = rest
    return tuple(tables), outside


def _shaded(page: int, grid: Grid, inside: Sequence[Run], outside: Sequence[Run]) -> GridTable | None:
    """The table of shaded cells; none where most are empty, and no columns where a row without shading goes on."""
    if lacks_columns(grid, inside):
        return None
    table = _ruled(page, grid, inside, tuple)
    if 2 * sum(bool(cell.text) for row in table.rows for cell in row) < len(grid.cells) and table.table.trusted:
        return None
    return untrusted_region(page, grid.bounds, inside) if table.doubts or goes_on_below(grid, outside) else table


def _ruled(page: int, grid: Grid, inside: Sequence[Run], texts: Callable[[], Sequence[PrintedText]]) -> GridTable:
    """The table of one grid, with the rows that its lines do not show."""
    whole, is_sure = split_rows(grid, inside)
    is_sure = is_sure and grid.is_regular
    return fill(page, whole, inside, texts()) if is_sure else untrusted_region(page, grid.bounds, inside)


def take_aligned(
    page: int,
    rows: tuple[Row, ...],
    drawn: tuple[Sequence[Rule], Sequence[Fill]],
    taken: Sequence[GridTable] = (),
    *,
    before: Sequence[float] = (),
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The tables of one page that have no full grid of lines, and the rows outside of them.

    `drawn` are the page's rules and fills, `taken` its ruled tables: their lines say nothing about other tables.
    `before` are the borders of the columns of a table that ends the page before.
    """
    rules, fills = drawn
    bounds = [table.bounds for table in taken]
    free = [rule for rule in rules if not any(_lies_in(rule, each) for each in bounds)]
    found = find_aligned(rows, free, fills, before)
    if not found:
        return (), rows
    tables: list[GridTable] = []
    for aligned in found:
        inside, rows = _divide_rows(aligned.bounds, rows)
        if not inside:
            continue
        table = fill_aligned(page, aligned.grid, inside) if aligned.grid is not None else None
        tables.append(table or untrusted_region(page, aligned.bounds, inside))
    return tuple(tables), rows


def _divide_rows(
    bounds: tuple[float, float, float, float], rows: Sequence[Row]
) -> tuple[tuple[Run, ...], tuple[Row, ...]]:
    """The runs inside the table's outline, and the rows without them."""
    inside: list[Run] = []
    kept: list[Row] = []
    for row in rows:
        within, rest = _divide(bounds, row.runs)
        inside += within
        if not within:
            kept.append(row)
        elif rest:
            kept.append(make_row(rest))
    return tuple(inside), tuple(kept)


def _lies_in(rule: Rule, bounds: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = bounds
    return y0 - TOUCH <= rule.y0 <= y1 + TOUCH and x0 - TOUCH <= rule.x0 <= x1 + TOUCH


def _divide(bounds: tuple[float, float, float, float], runs: Sequence[Run]) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Runs inside the table's outline and the others; a run that crosses the outline is cut."""
    x0, y0, x1, y1 = bounds
    inside: list[Run] = []
    rest: list[Run] = []
    for run in runs:
        box = run.box
        if box.x1 < x0 or box.x0 > x1:
            rest.append(run)
            continue
        if x0 <= box.x0 and box.x1 <= x1 and y0 <= box.y0 and box.y1 <= y1:
            inside.append(run)
            continue
        within = tuple(each for each in run.glyphs if is_within(each, x0, y0, x1, y1))
        if not within:
            rest.append(run)
        elif len(within) == len(run.glyphs):
            inside.append(run)
        else:
            inside.append(run.of_glyphs(within))
            rest.append(run.of_glyphs(tuple(each for each in run.glyphs if each not in within)))
    return tuple(inside), tuple(rest)
