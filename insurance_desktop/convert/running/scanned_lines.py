"""Lines read from the picture of a page, in the order in which a person reads them: pure geometry, no library.

A scan may lean by some degrees: order is judged after the lines are turned upright. Two columns of running text are
told by an empty strip between lines that fill their side; they are read one after the other, a line over both first.
What stands beside each other otherwise (a table, a label and its text) is read row by row.
"""

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, radians, sin
from statistics import median
from typing import NamedTuple

Corner = tuple[float, float]
Strip = tuple[float, float]
"""A range of x that is free of text."""

LEAST_STRIP = 0.8
"""An empty strip between columns is at least so many line heights wide."""
LEAST_LINES = 3
"""Lines that a column has at least."""
LEAST_SHARE = 0.25
"""A column takes at least this share of the width: a narrower one is a column of labels."""
FILLED = 0.6
"""The typical line of running text fills at least this share of its column: a cell of a table does not."""
SAME_ROW = 0.6
"""Lines whose middles are closer than this share of their height stand on one row."""
LONG = 4.0
"""A line so many times as long as high tells how far the page leans."""


class ScannedLine(NamedTuple):
    """A line as found: the corners of its box from the top left, clockwise, in pixels; its text; the confidence."""

    corners: tuple[Corner, Corner, Corner, Corner]
    text: str
    confidence: float


class Upright(NamedTuple):
    """A line's place once the page is turned upright."""

    line: ScannedLine
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2


def skew_of(lines: Sequence[ScannedLine]) -> float:
    """How far the lines lean, in degrees, clockwise: the median of the long ones, weighed by their length."""
    leaning: list[float] = []
    for line in lines:
        (x0, y0), (x1, y1), _, (x3, y3) = line.corners
        width, height = abs(x1 - x0), ((x3 - x0) ** 2 + (y3 - y0) ** 2) ** 0.5
        if width > LONG * max(1.0, height):
            leaning += [degrees(atan2(y1 - y0, x1 - x0))] * max(1, round(width / max(1.0, height)))
    return median(leaning) if leaning else 0.0


def in_reading_order(lines: Sequence[ScannedLine]) -> tuple[ScannedLine, ...]:
    """The lines from the first to the last, column by column."""
    skew = skew_of(lines)
    return tuple(each.line for each in _ordered([_upright(line, -skew) for line in lines]))


def _upright(line: ScannedLine, turn: float) -> Upright:
    """The line turned by `turn` degrees around the page's origin, as an upright box."""
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ((x * cosine - y * sine, x * sine + y * cosine) for x, y in line.corners)
    return Upright(line, (x0 + x3) / 2, (y0 + y1) / 2, (x1 + x2) / 2, (y2 + y3) / 2)


def _ordered(lines: Sequence[Upright]) -> list[Upright]:
    """From the top: a stretch of rows with columns is read column by column, any other row from left to right."""
    rows = _rows(lines)
    found: list[Upright] = []
    first = 0
    while first < len(rows):
        end, strip = _columns_from(rows, first)
        if strip is None:
            found += rows[first]
            first += 1
            continue
        inside = [line for row in rows[first:end] for line in row]
        found += _ordered([line for line in inside if line.x1 <= strip[1]])
        found += _ordered([line for line in inside if line.x1 > strip[1]])
        first = end
    return found


def _rows(lines: Sequence[Upright]) -> list[list[Upright]]:
    rows: list[list[Upright]] = []
    for line in sorted(lines, key=lambda each: (each.middle, each.x0)):
        if rows and abs(line.middle - rows[-1][0].middle) < SAME_ROW * min(line.height, rows[-1][0].height):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda each: each.x0) for row in rows]


def _columns_from(rows: Sequence[Sequence[Upright]], first: int) -> tuple[int, Strip | None]:
    """The longest stretch of rows from `first` that one strip divides into two columns: its end, and the strip."""
    best: tuple[int, Strip | None] = (first, None)
    inside: list[Upright] = []
    free: list[Strip] = [(float("-inf"), float("inf"))]
    for end in range(first, len(rows)):
        inside += rows[end]
        least = LEAST_STRIP * median(line.height for line in inside)
        free = [strip for strip in _without(free, rows[end]) if strip[1] - strip[0] >= least]
        dividing = next((strip for strip in free if _divides(strip, inside)), None)
        if dividing is not None:
            best = (end + 1, dividing)
        if not free:
            break
    return best


def _without(free: Iterable[Strip], row: Sequence[Upright]) -> list[Strip]:
    """What stays free of the strips once the row's lines are there."""
    left = list(free)
    for line in row:
        cut: list[Strip] = []
        for start, end in left:
            if line.x1 <= start or end <= line.x0:
                cut.append((start, end))
                continue
            cut += [piece for piece in ((start, line.x0), (line.x1, end)) if piece[1] > piece[0]]
        left = cut
    return left


def _divides(strip: Strip, lines: Sequence[Upright]) -> bool:
    """Whether running text stands on both sides of the strip."""
    left = [line for line in lines if line.x1 <= strip[0]]
    right = [line for line in lines if line.x0 >= strip[1]]
    if min(len(left), len(right)) < LEAST_LINES:
        return False
    whole = max(line.x1 for line in right) - min(line.x0 for line in left)
    return all(_is_running_text(side, whole) for side in (left, right))


def _is_running_text(lines: Sequence[Upright], whole: float) -> bool:
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    return width >= LEAST_SHARE * whole and median(line.x1 - line.x0 for line in lines) >= FILLED * width
