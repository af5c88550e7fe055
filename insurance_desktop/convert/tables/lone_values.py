"""A word or a value by itself beside words that wrap: kept for a person to read.

Too few rows tell of a column there; read on, the value would stand in the middle of the sentence that wraps beside it.
"""

from collections.abc import Callable, Sequence

from insurance_desktop.domain.pack import DomainPack

from ..reading.runs import Row, Run, cut_at_gaps
from .filling import GridTable, untrusted_region
from .valued_columns import APART, APART_PART, PROSE, opening, plain

LONGEST = 8
"""Signs of what stands beside the words."""
LEAST_WORDS = 8
"""Fewer signs before the gap are a label and do not wrap."""
NEXT_LINE = 2.2
"""Lines of one text are at most this many type sizes apart."""
BESIDE = 0.9
"""What stands nearer to the lines above and below than this, in type sizes, is no line of its own."""
NEXT_ROW = 4.2
"""Rows of one region are at most this many type sizes apart."""
SAME_SIDE = 2.0
"""Lines of one text begin within this many type sizes of each other."""
ENDED = frozenset("\u3002\uff1b;\uff1a:\uff1f?\uff0c,\u3001\uff09)")
"""Behind these a value is no rest of a sentence; a value itself ends with none of them."""
OUTSIDE = 1.0


def take_lone(
    page: int, width: float, rows: Sequence[Row], is_other: Callable[[Row], bool], pack: DomainPack
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The places of one page where a value stands so, and the rows outside of them; `is_other` says what is a heading.

    Where no line of the page crosses the place of the value, what stands there may be a column of the page.
    """
    lines = [row for row in rows if len(row.text) > PROSE and len(cut_at_gaps(row, APART)) == 1]

    def is_beside(cell: Sequence[Run]) -> bool:
        begin = cell[0].x0
        return _is_short(cell) and begin >= APART_PART * width and any(line.x0 < begin < line.x1 for line in lines)

    def is_new(row: Row) -> bool:
        return is_other(row) or opening(pack).match(row.text.lstrip()) is not None

    found: list[list[Row]] = []
    kept: list[Row] = []
    place = last = 0
    while place < len(rows):
        end = place if is_other(rows[place]) else _end(rows, place, is_beside, is_new)
        if end == place:
            kept.append(rows[place])
            place += 1
            continue
        if found and last == place and rows[place].y - rows[place - 1].y < NEXT_ROW * rows[place].size:
            found[-1] += rows[place:end]
        else:
            found.append([*rows[place:end]])
        place = last = end
    return tuple(region(page, [run for row in each for run in row.runs]) for each in found), tuple(kept)


def _end(
    rows: Sequence[Row], place: int, is_beside: Callable[[Sequence[Run]], bool], is_new: Callable[[Row], bool]
) -> int:
    """The place behind the rows from here on that a value stands beside; the same place where none does."""
    if _is_around(rows[place : place + 3]) and is_beside(rows[place + 1].runs):
        return place + 3
    cells = cut_at_gaps(rows[place], APART)
    end = place + 1
    if len(cells) == 2 and is_open(cells[0]) and is_beside(cells[1]):
        while end < len(rows) and goes_on(rows[end - 1], rows[end], cells[0]) and not is_new(rows[end]):
            end += 1
    return end if end > place + 1 else place


def _is_short(cell: Sequence[Run]) -> bool:
    """Whether it is a value or a word, and not the end of a sentence."""
    words = plain(cell)
    return len(words) <= LONGEST and words[-1] not in ENDED


def is_open(words: Sequence[Run]) -> bool:
    """Whether the words of a line may go on in the next one."""
    text = plain(words)
    return len(text) >= LEAST_WORDS and text[-1] not in ENDED


def goes_on(above: Row, row: Row, words: Sequence[Run]) -> bool:
    """Whether the row is the next line of these words: right below and no longer than they are."""
    is_near = 0 < row.y - above.y <= NEXT_LINE * above.size and abs(row.x0 - above.x0) <= SAME_SIDE * above.size
    return is_near and row.x1 <= words[-1].x1 + row.size and len(cut_at_gaps(row, APART)) == 1


def _is_around(rows: Sequence[Row]) -> bool:
    """Whether the second of three rows stands right of the others, in the middle of both."""
    if len(rows) < 3:
        return False
    above, value, below = rows
    room = BESIDE * above.size
    is_between = 0 < value.y - above.y <= room and 0 < below.y - value.y <= room
    is_right = max(above.x1, below.x1) + above.size < value.x0
    return is_between and is_right and len(cut_at_gaps(value, APART)) == 1


def region(page: int, runs: Sequence[Run]) -> GridTable:
    """What a person has to read: the place that the runs take up."""
    boxes = [run.box for run in runs]
    x0, y0 = min(box.x0 for box in boxes), min(box.y0 for box in boxes)
    x1, y1 = max(box.x1 for box in boxes), max(box.y1 for box in boxes)
    return untrusted_region(page, (x0 - OUTSIDE, y0 - OUTSIDE, x1 + OUTSIDE, y1 + OUTSIDE), runs)
