"""Cells that no line divides but their shading: fills side by side, row under row, on the same borders."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..reading.pages import Fill, Rule
from ..reading.runs import Run
from .grids import SLIVER, TOUCH, Grid, positions

LIGHTEST = 0.985
"""A lighter fill cannot be told from paper."""
LEAST_SIZE = (10.0, 8.0)
"""Smaller fills hold no words: width and height in points."""
LEAST_ROWS = 3
"""Two rows of coloured panels are a picture of a page, not a table."""
Bounds = tuple[float, float, float, float]


def shaded_rules(fills: Sequence[Fill], taken: Sequence[Bounds]) -> list[Rule]:
    """The lines that a reader sees between shaded cells; `taken` are the ruled tables, which shade their cells too."""
    cells = sorted((fill for fill in fills if _may_be_cell(fill, taken)), key=lambda fill: (fill.y0, fill.x0))
    return [rule for stack in _stacks(_bands(cells)) for rule in _rules_of(stack)]


def _may_be_cell(fill: Fill, taken: Sequence[Bounds]) -> bool:
    width, height = LEAST_SIZE
    if fill.light >= LIGHTEST or fill.x1 - fill.x0 < width or fill.y1 - fill.y0 < height:
        return False
    x, y = (fill.x0 + fill.x1) / 2, (fill.y0 + fill.y1) / 2
    return not any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in taken)


def _bands(cells: Sequence[Fill]) -> list[list[Fill]]:
    """Fills side by side: of the same height, at least two, none over another."""
    bands: list[list[Fill]] = []
    for cell in cells:
        if bands and abs(cell.y0 - bands[-1][0].y0) <= TOUCH and abs(cell.y1 - bands[-1][0].y1) <= TOUCH:
            bands[-1].append(cell)
        else:
            bands.append([cell])
    ordered = [sorted(band) for band in bands]
    return [
        band for band in ordered if len(band) > 1 and all(one.x1 <= other.x0 + TOUCH for one, other in pairwise(band))
    ]


def _stacks(bands: Sequence[list[Fill]]) -> list[list[list[Fill]]]:
    """Bands right under each other whose borders are the same."""
    stacks: list[list[list[Fill]]] = []
    for band in bands:
        if stacks and abs(band[0].y0 - stacks[-1][-1][0].y1) <= TOUCH:
            stacks[-1].append(band)
        else:
            stacks.append([band])
    return [stack for stack in stacks if len(stack) >= LEAST_ROWS and _share_borders(stack)]


def _borders(band: Sequence[Fill]) -> list[float]:
    return [x for fill in band for x in (fill.x0, fill.x1)]


def _share_borders(stack: Sequence[Sequence[Fill]]) -> bool:
    """Whether each border is one of several rows: words that are set off by a ground of their own share none."""
    counts: Counter[int] = Counter()
    xs = positions([x for band in stack for x in _borders(band)])
    for band in stack:
        counts.update({min(range(len(xs)), key=lambda place: abs(xs[place] - x)) for x in _borders(band)})
    return len(xs) > 2 and all(counts[place] > 1 for place in range(len(xs)))


def _rules_of(stack: Sequence[Sequence[Fill]]) -> list[Rule]:
    """Lines above, between and below the rows, and at each border that no cell of the row reaches over."""
    xs = positions([x for band in stack for x in _borders(band)])
    heights = [stack[0][0].y0, *((one[0].y1 + other[0].y0) / 2 for one, other in pairwise(stack)), stack[-1][0].y1]
    rules = [Rule(xs[0], y, xs[-1], y) for y in heights]
    for band, (top, bottom) in zip(stack, pairwise(heights), strict=True):
        rules += [
            Rule(x, top, x, bottom) for x in xs if not any(fill.x0 + SLIVER < x < fill.x1 - SLIVER for fill in band)
        ]
    return rules


def goes_on_below(grid: Grid, outside: Sequence[Run]) -> bool:
    """Whether words under the last row stand side by side in its columns: a row without shading."""
    left, _, right, bottom = grid.bounds
    height = grid.ys[-1] - grid.ys[-2]
    below = [run for run in outside if bottom < run.y < bottom + height and left < run.x0 and run.x1 < right]
    return len({bisect_right(grid.xs, run.x0) for run in below}) > 1
