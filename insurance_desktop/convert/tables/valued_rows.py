"""Words with a value beside them (伤残 | 1级, 项目 | 60%): two columns without lines, which text would run together.

Read line by line, the value would stand in the middle of a sentence wherever the words beside it wrap.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..reading.runs import Row, Run, cut_at_gaps, make_row
from .grids import CellPlace, Grid
from .tables import GridTable, fill_grid, untrusted_region
from .text_lines import AMOUNT

VALUE = re.compile(r"\u7b2c?[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,3}[^\W\d_]")
"""A grade in words: 一级, 第十级."""
BOXES = "\u25a1\u2610\u25cb\u25ef"
"""What is ticked."""
MOST_PIECES = 4
"""Boxes and words of a choice may stand apart."""
PART = re.compile(r"\d[\d,.]*\s?[%\uff05\u2030]")
GAP = 0.3
"""A value stands at least this many type sizes apart from the words."""
PROSE = 10
"""A row of more signs shows where running text ends: figures there end a line and stand in no column."""
INSIDE = 0.7
"""A column of values ends at least this many type sizes before."""
BROKEN = 1.5
"""Words with a wider gap in them are cells of more than two columns."""
SAME_EDGE = 2.0
"""Points: values begin, end, or have their middle under each other."""
LEAST_VALUES = 3
RIGHT_PART = 0.5
"""The values stand right of this part of the page's width."""
CLEARLY = 1.2
"""Rows are this much further apart than the lines of one cell."""
NEXT_ROW = 4.2
"""Rows of one table are at most this many type sizes apart."""
ON_LINE = 0.6
"""A value belongs to the lines that it stands beside, or above or below by this part of the type size."""
FULL = 2.0
"""A line that ends within this many type sizes of the longest one may go on below."""
MARK = r"\d{1,2}[\uff0e.\u3001)\uff09](?!\d)|[\uff08(][\d\u4e00-\u5341]{1,3}[)\uff09]|[\u2460-\u2473]"
"""At the head of a line it opens something new."""
CLOSED = frozenset("\u3002\uff1a:")
"""Nothing goes on behind these."""
LONGEST_NAME = 8
OUTSIDE = 1.0


class _Piece(NamedTuple):
    """A row cut into words and the value at its end; either may be missing."""

    row: Row
    words: tuple[Run, ...]
    value: tuple[Run, ...]


class _Group(NamedTuple):
    """One row of the table: the lines of its words, and the value beside them."""

    pieces: tuple[_Piece, ...]
    is_sure: bool = True

    @property
    def values(self) -> int:
        return sum(bool(piece.value) for piece in self.pieces)

    @property
    def runs(self) -> list[Run]:
        return [run for piece in self.pieces for run in piece.row.runs]


def take_valued(
    page: int, width: float, rows: Sequence[Row], is_other: Callable[[Row], bool], pack: DomainPack
) -> tuple[tuple[GridTable, ...], tuple[Row, ...]]:
    """The lists of words with values on one page, and the rows outside of them; `is_other` says what is a heading."""
    pieces = [_cut(row, RIGHT_PART * width, pack) for row in rows]
    if sum(bool(piece.value) for piece in pieces) < LEAST_VALUES:
        return (), tuple(rows)
    edge = _edge_of_values(pieces, pack)
    if edge is None:
        return (), tuple(rows)
    is_valued, left = edge
    pieces = [piece if is_valued(piece) else _Piece(piece.row, piece.row.runs, ()) for piece in pieces]
    tables: list[GridTable] = []
    kept: list[Row] = []
    place = 0
    while place < len(pieces):
        end = _end_of_stretch(pieces, place, left, is_other)
        groups = _trimmed(_groups(pieces[place:end], pack)) if end > place else None
        if groups is None:
            kept.append(pieces[place].row)
            place += 1
            continue
        before, found, after = groups
        above = pieces[place + before - 1] if place + before else None
        is_free = above is not None and (before > 0 or (bool(kept) and kept[-1] is above.row))
        head = _header(above, found, left) if above is not None and is_free else None
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


def _cut(row: Row, right: float, pack: DomainPack) -> _Piece:
    cells = cut_at_gaps(row, GAP)
    for count in range(min(MOST_PIECES, len(cells)), 1, -1):
        last = [run for cell in cells[-count:] for run in cell]
        if _choices(pack).fullmatch(_plain(last)):
            cells[-count:] = [last]
            break
    value = cells[-1]
    words = [run for cell in cells[:-1] for run in cell]
    if value[0].x0 < right or not _is_value("".join(run.text for run in value), pack):
        return _Piece(row, row.runs, ())
    if words and len(cut_at_gaps(make_row(words), BROKEN)) > 1:
        return _Piece(row, row.runs, ())
    return _Piece(row, tuple(words), tuple(value))


def _is_value(words: str, pack: DomainPack) -> bool:
    """Whether the words are a figure with its unit, a grade, or what is to be ticked."""
    plain = "".join(words.split())
    amount = AMOUNT.fullmatch(plain)
    has_unit = amount is not None and not plain[-1].isdigit()
    return (
        has_unit
        or _choices(pack).fullmatch(plain) is not None
        or PART.fullmatch(plain) is not None
        or VALUE.fullmatch(plain) is not None
    )


@per_pack
def _choices(pack: DomainPack) -> re.Pattern[str]:
    """A box beside each of one or two words; nothing where the pack names no words."""
    words = "|".join(map(re.escape, pack.choice_words)) or "(?!)"
    return re.compile(f"(?:[{BOXES}](?:{words})){{1,2}}|(?:(?:{words})[{BOXES}]){{1,2}}")


@per_pack
def _opening(pack: DomainPack) -> re.Pattern[str]:
    """A mark or a note at the head of a line opens something new."""
    return re.compile("|".join([*map(re.escape, pack.note_words), MARK]))


def _edge_of_values(pieces: Sequence[_Piece], pack: DomainPack) -> tuple[Callable[[_Piece], bool], float] | None:
    """Which values stand under each other, and where their column begins; None where too few do."""
    valued = [piece for piece in pieces if piece.value]
    best: tuple[int, Callable[[_Piece], bool], float] | None = None
    ends = [piece.row.x1 for piece in pieces if not piece.value and len(piece.row.text) > PROSE]
    edge = max(ends, default=0.0)
    valued = [
        piece for piece in valued if _is_choice(piece, pack) or abs(edge - _end(piece)) >= INSIDE * piece.row.size
    ]
    for measure in (_begin, _middle, _end):
        for each in valued:
            at, unit = measure(each), _unit(each)
            alike = [one for one in valued if abs(measure(one) - at) < SAME_EDGE and _unit(one) == unit]
            if len(alike) >= LEAST_VALUES and (best is None or len(alike) > best[0]):
                rows = {id(one.row) for one in alike}
                best = (len(alike), lambda piece, rows=rows: id(piece.row) in rows, min(map(_begin, alike)))
    return None if best is None else best[1:]


def _begin(piece: _Piece) -> float:
    return piece.value[0].x0


def _end(piece: _Piece) -> float:
    return piece.value[-1].x1


def _middle(piece: _Piece) -> float:
    return (piece.value[0].x0 + piece.value[-1].x1) / 2


def _is_choice(piece: _Piece, pack: DomainPack) -> bool:
    return _choices(pack).fullmatch(_plain(piece.value)) is not None


def _plain(runs: Sequence[Run]) -> str:
    return "".join("".join(run.text.split()) for run in runs)


def _unit(piece: _Piece) -> str:
    return piece.value[-1].text.strip()[-1:]


def _end_of_stretch(pieces: Sequence[_Piece], begin: int, left: float, is_other: Callable[[Row], bool]) -> int:
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


def _groups(pieces: Sequence[_Piece], pack: DomainPack) -> list[_Group]:
    """The rows that larger gaps between lines of words show; a value by itself goes with the lines around it."""
    lines = [piece for piece in pieces if piece.words]
    steps = [after.row.y - before.row.y for before, after in pairwise(lines)]
    least = min(steps, default=0.0)
    groups: list[list[_Piece]] = []
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
    reach = max((line.words[-1].x1 for line in lines), default=0.0)
    return [part for group in sorted(ordered, key=lambda each: each[0].row.y) for part in _parted(group, reach, pack)]


def _is_beside(piece: _Piece, group: Sequence[_Piece]) -> bool:
    room = ON_LINE * piece.row.size
    return group[0].row.y - room <= piece.row.y <= group[-1].row.y + room


def _parted(group: Sequence[_Piece], reach: float, pack: DomainPack) -> list[_Group]:
    """A row ends with a line that is not full; lines at one distance with several values begin one with each value.

    There a line without a value, below a full one, may go on with it or not: nobody can be sure.
    """
    several = sum(bool(piece.value) for piece in group) > 1
    parts: list[list[_Piece]] = []
    unsure: set[int] = set()
    for piece in group:
        words = next((each.words for each in reversed(parts[-1]) if each.words), ()) if parts else ()
        is_short = bool(words) and bool(piece.words) and words[-1].x1 <= reach - FULL * piece.row.size
        is_closed = is_short or (bool(words) and bool(piece.words) and words[-1].text.strip()[-1:] in CLOSED)
        is_new = bool(piece.words) and (
            (several and bool(piece.value)) or _opening(pack).match(piece.row.text.lstrip()) is not None
        )
        if not parts or is_closed or is_new:
            parts.append([piece])
            continue
        parts[-1].append(piece)
        is_around = any(not each.words for each in parts[-1])  # the value stands between these lines
        if several and piece.words and not is_around:
            unsure.add(len(parts) - 1)
    return [_Group(tuple(part), place not in unsure) for place, part in enumerate(parts)]


def _trimmed(groups: Sequence[_Group]) -> tuple[int, list[_Group], int] | None:
    """The rows with values, and how many rows of the page stand before and behind them; None where there are none."""
    first = next((place for place, group in enumerate(groups) if group.values), None)
    if first is None:
        return None
    last = first
    while last < len(groups) and groups[last].values:
        last += 1
    found = list(groups[first:last])
    if len(found) < 2 and len(found[0].pieces) < 2:
        return None
    before = sum(len(group.pieces) for group in groups[:first])
    return before, found, sum(len(group.pieces) for group in groups[last:])


def _header(piece: _Piece, found: Sequence[_Group], left: float) -> _Piece | None:
    """The row right above as the names of both columns."""
    cells = cut_at_gaps(piece.row, GAP)
    first = found[0].pieces[0]
    if len(cells) != 2 or not 0 < first.row.y - piece.row.y < NEXT_ROW * piece.row.size:
        return None
    end = max(_end(each) for group in found for each in group.pieces if each.value)
    is_over = cells[1][0].x0 < end and cells[1][-1].x1 > left and cells[0][-1].x1 < left
    is_short = all(len("".join(run.text for run in cell)) <= LONGEST_NAME for cell in cells)
    return _Piece(piece.row, tuple(cells[0]), tuple(cells[1])) if is_over and is_short else None


def _table(page: int, groups: Sequence[_Group]) -> GridTable:
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
    is_sure = end < begin and all(group.values == 1 and group.is_sure for group in groups)
    if not is_sure or any(after <= before for before, after in pairwise(ys)):
        return untrusted_region(page, bounds, runs)
    xs = (left, (end + begin) / 2, right)
    cells = tuple(
        CellPlace(row, column, 1, 1, xs[column], ys[row], xs[column + 1], ys[row + 1])
        for row in range(len(groups))
        for column in range(2)
    )
    table = fill_grid(page, Grid(xs, ys, cells, True), runs)
    return untrusted_region(page, bounds, runs) if table.doubts else replace(table, is_aligned=True, overflowing=())
