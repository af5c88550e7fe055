"""Values that stand under each other beside words: what a value is, and where its column begins.

No line shows such a column: figures with a unit, grades, or boxes to tick stand apart from the words and in line.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..reading.runs import Row, Run, cut_at_gaps, make_row
from .text_lines import AMOUNT

VALUE = re.compile(r"\u7b2c?[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,3}[^\W\d_]")
"""A grade in words: 一级, 第十级."""
BOXES = "\u25a1\u2610\u25cb\u25ef"
"""What is ticked."""
MOST_PIECES = 4
"""Boxes and words of a choice may stand apart."""
PART = re.compile(r"\d[\d,.]*\s?[%\uff05\u2030]")
RIGHT_PART, APART_PART = 0.5, 0.4
"""The values stand right of this part of the page's width; of the second where a wide gap divides them from words."""
MARK = r"\d{1,2}[\uff0e.\u3001)\uff09](?!\d)|[\uff08(][\d\u4e00-\u5341]{1,3}[)\uff09]|[\u2460-\u2473]"
"""At the head of a line it opens something new."""
GAP = 0.3
"""A value stands at least this many type sizes apart from the words."""
APART = 2.0
"""No line of running text has so wide a gap, in type sizes, however it is justified: what follows is a cell."""
PROSE = 10
"""A row of more signs shows where running text ends: figures there end a line and stand in no column."""
INSIDE = 0.7
"""A column of values ends at least this many type sizes before."""
BROKEN = 1.5
"""Words with a wider gap in them are cells of more than two columns."""
SAME_EDGE = 2.0
"""Points: values begin, end, or have their middle under each other."""
LEAST_VALUES = 3
LONGEST_OTHER = 12
"""Signs of what may stand in a column of values and is none."""


class Piece(NamedTuple):
    """A row cut into words and what stands beside them; either may be missing.

    `is_value` is False where something else than a value stands in their column, `is_sure` where it is not in line.
    """

    row: Row
    words: tuple[Run, ...]
    value: tuple[Run, ...]
    is_value: bool = True
    is_sure: bool = True

    @property
    def begin(self) -> float:
        return self.value[0].x0

    @property
    def end(self) -> float:
        return self.value[-1].x1

    @property
    def middle(self) -> float:
        return (self.begin + self.end) / 2

    @property
    def gap(self) -> float:
        """The white space before the value in type sizes; without end where no words stand there."""
        return (self.begin - self.words[-1].x1) / self.row.size if self.words else float("inf")


class ValueColumn(NamedTuple):
    """The column of values of a page: from `left` to `right`, with the words beside it ending before `reach`."""

    rows: frozenset[int]
    measure: Callable[[Piece], float]
    at: float
    left: float
    right: float
    reach: float


def cut(row: Row, width: float, pack: DomainPack) -> Piece:
    """The row, on a page so wide, with the value at its end; left of the page's middle it stands clearly apart."""
    cells = cut_at_gaps(row, GAP)
    for count in range(min(MOST_PIECES, len(cells)), 1, -1):
        last = [run for cell in cells[-count:] for run in cell]
        if _choices(pack).fullmatch(plain(last)):
            cells[-count:] = [last]
            break
    value = cells[-1]
    words = [run for cell in cells[:-1] for run in cell]
    is_apart = bool(words) and value[0].x0 - words[-1].x1 >= APART * row.size
    if value[0].x0 < (APART_PART if is_apart else RIGHT_PART) * width:
        return Piece(row, row.runs, ())
    if not is_value("".join(run.text for run in value), pack):
        return Piece(row, row.runs, ())
    if words and len(cut_at_gaps(make_row(words), BROKEN)) > 1:
        return Piece(row, row.runs, ())
    return Piece(row, tuple(words), tuple(value))


def is_value(words: str, pack: DomainPack) -> bool:
    """Whether the words are a figure with its unit, a grade, or what is to be ticked."""
    signs = "".join(words.split())
    amount = AMOUNT.fullmatch(signs)
    has_unit = amount is not None and not signs[-1].isdigit()
    return (
        has_unit
        or _choices(pack).fullmatch(signs) is not None
        or PART.fullmatch(signs) is not None
        or VALUE.fullmatch(signs) is not None
    )


@per_pack
def _choices(pack: DomainPack) -> re.Pattern[str]:
    """A box beside each of one or two words; nothing where the pack names no words."""
    words = "|".join(map(re.escape, pack.choice_words)) or "(?!)"
    return re.compile(f"(?:[{BOXES}](?:{words})){{1,2}}|(?:(?:{words})[{BOXES}]){{1,2}}")


@per_pack
def opening(pack: DomainPack) -> re.Pattern[str]:
    """A mark or a note at the head of a line opens something new."""
    return re.compile("|".join([*map(re.escape, pack.note_words), MARK]))


def find_column(pieces: Sequence[Piece], pack: DomainPack) -> ValueColumn | None:
    """The column of most values in line, of one unit or clearly apart from the words; None where too few are."""
    ends = [piece.row.x1 for piece in pieces if not piece.value and len(piece.row.text) > PROSE]
    edge = max(ends, default=0.0)
    valued = [piece for piece in pieces if piece.value and _is_in_column(piece, edge, pack)]
    best: tuple[list[Piece], Callable[[Piece], float], float] | None = None
    measures: tuple[Callable[[Piece], float], ...] = (_begin, _middle, _end)
    for measure in measures:
        for each in valued:
            at = measure(each)
            alike = [one for one in valued if abs(measure(one) - at) < SAME_EDGE and _are_alike(one, each)]
            if len(alike) >= LEAST_VALUES and (best is None or len(alike) > len(best[0])):
                best = alike, measure, at
    if best is None:
        return None
    alike, measure, at = best
    reach = max((piece.words[-1].x1 for piece in alike if piece.words), default=0.0)
    rows = frozenset(id(piece.row) for piece in alike)
    return ValueColumn(rows, measure, at, min(map(_begin, alike)), max(map(_end, alike)), reach)


def _is_in_column(piece: Piece, edge: float, pack: DomainPack) -> bool:
    """Whether the value ends before running text does, or stands where no running text would."""
    is_inside = abs(edge - piece.end) >= INSIDE * piece.row.size
    return is_inside or piece.gap >= APART or _choices(pack).fullmatch(plain(piece.value)) is not None


def _are_alike(one: Piece, other: Piece) -> bool:
    return _unit(one) == _unit(other) or (one.gap >= APART and other.gap >= APART)


def is_text(pieces: Sequence[Piece]) -> bool:
    """Whether as many rows hold a line of text where the values stand: figures in the right one of two columns."""
    others = sum(not piece.is_value and len(plain(piece.value)) > LONGEST_OTHER for piece in pieces)
    return others >= sum(bool(piece.value) and piece.is_value for piece in pieces)


def placed(piece: Piece, column: ValueColumn) -> Piece:
    """The row as it stands to the column: words, with what is beside them there, value or not."""
    if id(piece.row) in column.rows:
        return piece
    cells = cut_at_gaps(piece.row, APART)
    last = cells[-1]
    words = tuple(run for cell in cells[:-1] for run in cell)
    is_in = last[0].x0 < column.right and last[-1].x1 > column.left and last[0].x0 > column.reach
    if not is_in or (words and words[-1].x1 >= column.left):
        return Piece(piece.row, piece.row.runs, ())
    other = Piece(piece.row, words, tuple(last), is_value=False)
    is_in_line = abs(column.measure(other) - column.at) < SAME_EDGE
    is_two = not words or len(cut_at_gaps(make_row(words), BROKEN)) == 1
    return other._replace(is_sure=is_in_line and is_two and len(plain(last)) <= LONGEST_OTHER)


def ends_with_value(row: Row, pack: DomainPack) -> bool:
    """Whether a value stands so far behind the words of the row that they do not go on after it."""
    cells = cut_at_gaps(row, APART)
    return len(cells) > 1 and is_value(plain(cells[-1]), pack)


def plain(runs: Sequence[Run]) -> str:
    """The signs of the runs without white space."""
    return "".join("".join(run.text.split()) for run in runs)


def _begin(piece: Piece) -> float:
    return piece.begin


def _middle(piece: Piece) -> float:
    return piece.middle


def _end(piece: Piece) -> float:
    return piece.end


def _unit(piece: Piece) -> str:
    return piece.value[-1].text.strip()[-1:]
