"""Words with a value beside them (伤残 | 1级, 项目 | 60%): two columns without lines, which text would run together.

Read line by line, the value would stand in the middle of a sentence wherever the words beside it wrap.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..reading.runs import Row, Run, cut_at_gaps
from .filling import GridTable, fill_aligned, untrusted_region
from .grids import plain_grid
from .valued_columns import (
    GAP,
    Piece,
    ValueColumn,
    cut,
    find_column,
    is_text,
    is_value,
    opening,
    placed,
)

CLEARLY = 1.2
"""Rows are this much further apart than the lines of one cell."""
NEXT_ROW = 4.2
"""Rows of one table are at most this many type sizes apart."""
NEXT_LINE = 1.8
"""Lines of one cell are at most this many type sizes apart."""
ON_LINE = 0.6
"""A value belongs to the lines that it stands beside, or above or below by this part of the type size."""
FULL = 2.0
"""A line that ends within this many type sizes of the longest one may go on below."""
CLEAR = 1.0
"""Words that wrap end this many type sizes before the values: nearer ones may be a sentence that goes on."""
CLOSED = frozenset("\u3002\uff1a:")
"""Nothing goes on behind these."""
LONGEST_NAME = 8
MOST_BETWEEN = 2
"""Lines without a value between two rows that have one: more are no row of the table."""
OUTSIDE = 1.0


class _Group(NamedTuple):
    """One row of the table: the lines of its words, and the value beside them."""

    pieces: tuple[Piece, ...]
    is_sure: bool = True

    @property
    def values(self) -> int:
        return sum(bool(piece.value) for piece in self.pieces)

    @property
    def lines(self) -> int:
        """How many lines of words it has."""
        return sum(bool(piece.words) for piece in self.pieces)

    @property
    def has_value(self) -> bool:
        """Whether one of those stands in it that tell the column."""
        return any(piece.value and piece.is_value for piece in self.pieces)

    @property
    def is_read(self) -> bool:
        """Whether it is one row of two cells for certain."""
        return self.is_sure and self.values == 1 and self.lines > 0 and all(piece.is_sure for piece in self.pieces)

    @property
    def runs(self) -> list[Run]:
        return [run for piece in self.pieces for run in piece.row.runs]


def take_valued(
    page: int, width: float, rows: Sequence[Row], is_other: Callable[[Row], bool], pack: DomainPack
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The lists of words with values on one page, and the rows outside of them; `is_other` says what is a heading."""
    tables: list[GridTable] = []
    kept, tried = tuple(rows), frozenset[int]()
    while True:
        pieces = [cut(row, width, pack) for row in kept]
        pieces = [Piece(each.row, each.row.runs, ()) if id(each.row) in tried else each for each in pieces]
        column = find_column(pieces, pack)
        if column is None:
            return tuple(tables), kept
        found, kept = _take_column(page, [placed(piece, column) for piece in pieces], column, is_other, pack)
        tables += found
        tried |= column.rows


def _take_column(
    page: int, pieces: Sequence[Piece], column: ValueColumn, is_other: Callable[[Row], bool], pack: DomainPack
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The tables of one column of values, and the rows outside of them."""
    if is_text(pieces):
        return (), tuple(piece.row for piece in pieces)
    tables: list[GridTable] = []
    kept: list[Row] = []
    place = 0
    while place < len(pieces):
        end = _end_of_stretch(pieces, place, column.left, is_other)
        groups = _trimmed(_groups(pieces[place:end], pack), column, pack) if end > place else None
        if groups is None or _is_running_text(groups[1]):
            kept.append(pieces[place].row)
            place += 1
            continue
        before, found, after = groups
        above = pieces[place + before - 1] if place + before else None
        is_free = above is not None and (before > 0 or (bool(kept) and kept[-1] is above.row))
        head = _header(above, found, column, pack) if above is not None and is_free else None
        if head is not None:
            found = [_Group((head,)), *found]
            if before:
                before -= 1
            else:
                kept.pop()
        kept += [piece.row for piece in pieces[place : place + before]]
        tables.append(_table(page, found))
        place = end - after
    return tuple(tables), tuple(kept)


def _end_of_stretch(pieces: Sequence[Piece], begin: int, left: float, is_other: Callable[[Row], bool]) -> int:
    """The place behind the rows from here on that keep out of the column of values; the same place if none does."""
    place = begin
    while place < len(pieces):
        piece = pieces[place]
        size = piece.row.size
        is_near = place == begin or piece.row.y - pieces[place - 1].row.y < NEXT_ROW * size
        is_out = not piece.words or piece.words[-1].x1 < left
        if not is_near or not is_out or (is_other(piece.row) and not piece.value):
            break
        place += 1
    return place


def _groups(pieces: Sequence[Piece], pack: DomainPack) -> list[_Group]:
    """The rows that larger gaps between lines of words show; a value by itself goes with the lines around it."""
    lines = [piece for piece in pieces if piece.words]
    steps = [after.row.y - before.row.y for before, after in pairwise(lines)]
    least = min(steps, default=0.0)
    groups: list[list[Piece]] = []
    for place, line in enumerate(lines):
        if not place or steps[place - 1] > CLEARLY * least:
            groups.append([])
        groups[-1].append(line)
    for piece in (each for each in pieces if not each.words):
        near = [group for group in groups if _is_beside(piece, group)]
        if len(near) == 1:
            near[0].append(piece)
        else:
            groups.append([piece])
    ordered = [sorted(group, key=lambda each: each.row.y) for group in groups]
    reach = max((line.words[-1].x1 for line in _near_values(pieces) if line.words), default=0.0)
    return [part for group in sorted(ordered, key=lambda each: each[0].row.y) for part in _parted(group, reach, pack)]


def _near_values(pieces: Sequence[Piece]) -> list[Piece]:
    """The rows from the first value to the last, and the lines right above and below: text further on says nothing."""
    valued = [piece for piece in pieces if piece.value and piece.is_value]
    if not valued:
        return [*pieces]
    room = NEXT_LINE * valued[0].row.size
    return [each for each in pieces if valued[0].row.y - room <= each.row.y <= valued[-1].row.y + room]


def _is_beside(piece: Piece, group: Sequence[Piece]) -> bool:
    room = ON_LINE * piece.row.size
    return group[0].row.y - room <= piece.row.y <= max(each.row.y for each in group) + room


def _parted(group: Sequence[Piece], reach: float, pack: DomainPack) -> list[_Group]:
    """A row ends with a line that is not full; lines at one distance with several values begin one with each value.

    There a line without a value, below a full one, may go on with it or not: nobody can be sure.
    """
    several = sum(bool(piece.value) for piece in group) > 1
    parts: list[list[Piece]] = []
    unsure: set[int] = set()
    for piece in group:
        words = next((each.words for each in reversed(parts[-1]) if each.words), ()) if parts else ()
        is_short = bool(words) and bool(piece.words) and words[-1].x1 <= reach - FULL * piece.row.size
        is_closed = is_short or (bool(words) and bool(piece.words) and words[-1].text.strip()[-1:] in CLOSED)
        is_new = bool(piece.words) and (
            (several and bool(piece.value)) or opening(pack).match(piece.row.text.lstrip()) is not None
        )
        if not parts or is_closed or is_new:
            parts.append([piece])
            continue
        parts[-1].append(piece)
        is_around = any(not each.words for each in parts[-1])  # the value stands between these lines
        if several and piece.words and not is_around:
            unsure.add(len(parts) - 1)
    return [_Group(tuple(part), place not in unsure) for place, part in enumerate(parts)]


def _trimmed(groups: Sequence[_Group], column: ValueColumn, pack: DomainPack) -> tuple[int, list[_Group], int] | None:
    """The rows with values, and how many rows of the page stand before and behind them; None where there are none."""
    first = next((place for place, group in enumerate(groups) if group.has_value), None)
    if first is None:
        return None
    last = first + 1
    while last < len(groups) and (reach := _reach(groups, last, pack)):
        last += reach
    while (
        first
        and groups[first - 1].is_read
        and _header(groups[first - 1].pieces[0], groups[first:], column, pack) is None
    ):
        first -= 1
    found = [group if group.values else group._replace(is_sure=False) for group in groups[first:last]]
    if len(found) < 2 and len(found[0].pieces) < 2:
        return None
    before = sum(len(group.pieces) for group in groups[:first])
    return before, found, sum(len(group.pieces) for group in groups[last:])


def _reach(groups: Sequence[_Group], place: int, pack: DomainPack) -> int:
    """How many of the rows from here on belong to the rows with values above; 0 where the table ends.

    What stands in the column and is no value belongs to it where it is in line, goes on with the line above, or has
    a value below; so do a few words without a value that open nothing and close nothing.
    """
    group = groups[place]
    if group.has_value or (group.values and group.is_read):
        return 1
    is_followed = place + 1 < len(groups) and groups[place + 1].has_value
    if group.values:
        step = group.pieces[0].row.y - groups[place - 1].pieces[-1].row.y
        return 1 if is_followed or (not group.lines and step <= NEXT_LINE * group.pieces[0].row.size) else 0
    is_other = opening(pack).match(group.pieces[0].row.text.lstrip()) is not None
    is_closed = group.pieces[-1].row.text.rstrip()[-1:] in CLOSED
    return int(is_followed and not is_other and not is_closed and group.lines <= MOST_BETWEEN)


def _is_running_text(groups: Sequence[_Group]) -> bool:
    """Whether each row is one line that goes on with its value: figures in line at the ends of sentences."""
    pieces = [piece for group in groups for piece in group.pieces]
    return len(pieces) == len(groups) and all(piece.gap < CLEAR for piece in pieces)


def _header(piece: Piece, found: Sequence[_Group], column: ValueColumn, pack: DomainPack) -> Piece | None:
    """The row right above as the names of both columns."""
    cells = cut_at_gaps(piece.row, GAP)
    first = found[0].pieces[0]
    if len(cells) != 2 or not 0 < first.row.y - piece.row.y < NEXT_ROW * piece.row.size:
        return None
    end = max(each.end for group in found for each in group.pieces if each.value)
    is_over = cells[1][0].x0 < end and cells[1][-1].x1 > column.left and cells[0][-1].x1 < column.left
    words = ["".join(run.text for run in cell) for cell in cells]
    is_name = all(len(each) <= LONGEST_NAME for each in words) and not is_value(words[1], pack)
    return Piece(piece.row, tuple(cells[0]), tuple(cells[1])) if is_over and is_name else None


def table_of(page: int, pieces: Sequence[Piece], border: float) -> GridTable:
    """Lines that each have a value, as rows of a table whose columns this border divides."""
    return _table(page, [_Group((piece,)) for piece in pieces], border)


def _table(page: int, groups: Sequence[_Group], border: float | None = None) -> GridTable:
    """The table; a region that a person has to read where a row has several values or none can be told apart."""
    runs = [run for group in groups for run in group.runs]
    words = [run for group in groups for piece in group.pieces for run in piece.words]
    values = [run for group in groups for piece in group.pieces for run in piece.value]
    tops = [min(run.box.y0 for run in group.runs) for group in groups]
    bottoms = [max(run.box.y1 for run in group.runs) for group in groups]
    left, right = min(run.box.x0 for run in runs) - OUTSIDE, max(run.box.x1 for run in runs) + OUTSIDE
    bounds = (left, tops[0] - OUTSIDE, right, bottoms[-1] + OUTSIDE)
    end, begin = max((run.box.x1 for run in words), default=left), min(run.box.x0 for run in values)
    ys = (bounds[1], *((below + above) / 2 for below, above in zip(bottoms[:-1], tops[1:], strict=True)), bounds[3])
    clear = CLEAR * max(run.glyphs[0].size for run in runs) if any(group.lines > 1 for group in groups) else 0.0
    is_sure = begin - end > clear and all(group.is_read for group in groups)
    if not is_sure or any(after <= before for before, after in pairwise(ys)):
        return untrusted_region(page, bounds, runs)
    xs = (left, (end + begin) / 2 if border is None else border, right)
    return fill_aligned(page, plain_grid(xs, ys), runs) or untrusted_region(page, bounds, runs)
