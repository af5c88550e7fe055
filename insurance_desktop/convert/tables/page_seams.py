"""Whether the row under a page break is the rest of the one above it: told by what its cells hold. Pure.

Rules rarely say so: most programs close the part of a row above the break and open its rest below with lines of their
own. What tells is a cell that stops in a full line, beside cells that every other row fills and this one leaves empty.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto

from .filling import FULL_CELL, GridCell
from .table_headers import is_figure
from .text_lines import AMOUNT, NEVER_FIRST
from .valued_columns import VALUE

Place = GridCell | None
"""A cell; None where a merged cell of another place covers it."""
SHORT = 4
"""A line of at most so many signs fills its cell by chance only."""
ENDS = frozenset("\u3002\uff1b;\uff01\uff1f")
"""A cell that ends so may end its row, or the item of a list in it."""
FILLED = 0.9
"""A column is one that every row fills where so many do: a row may lack a value."""
ROOM = 2.5
"""Under a cell that goes on there is less room than so many type sizes: none but its border or a line held back."""
LEAST_OTHERS = 2
"""So many other rows tell what is filled; none where a text of several lines stops inside a sentence."""
DIGITS = re.compile(r"\d[\d.,]*")
ITEM = re.compile(r"(\d{1,3})[.\uff0e\u3001]")


class Seam(Enum):
    """What stands under the break: a row of its own, the rest of a row, or either."""

    WHOLE = auto()
    CUT = auto()
    UNSURE = auto()


class _Link(Enum):
    """How the words of a cell below the break stand to those above it."""

    COUNTS = auto()
    JOINS = auto()
    MAY = auto()
    APART = auto()


def judge_seam(
    above: Sequence[Place],
    below: Sequence[Place],
    other_rows: Callable[[], Sequence[Sequence[Place]]],
    *,
    is_open: bool,
) -> Seam:
    """What the row under a break is; `is_open` says that no line parts the two.

    `other_rows` gives the table's other rows; a break between values needs none of them.

    Two values under each other are two rows, and so are words that end before their line does. Empty cells where all
    rows have words, or no line at all, say that the row goes on; without such a sign it is a guess.
    """
    pairs = [
        (column, one, other)
        for column, (one, other) in enumerate(zip(above, below, strict=True))
        if one is not None and other is not None and one.text and other.text
    ]
    if not pairs or any(_are_values(one, other) for _, one, other in pairs):
        return Seam.WHOLE
    others = other_rows()
    links = [_link(one, other, [row[column] for row in others]) for column, one, other in pairs]
    is_prose = any(link is _Link.JOINS and _lines(one) > 1 for link, (_, one, _) in zip(links, pairs, strict=True))
    least = 0 if is_prose else LEAST_OTHERS
    gaps = [column for column in range(len(below)) if _is_gap(column, above, below, others, least)]
    if _Link.APART in links:
        return Seam.UNSURE if any(not cell.text for column in gaps if (cell := below[column])) else Seam.WHOLE
    if len(links) > 1 and all(each is _Link.COUNTS for each in links):
        return Seam.CUT
    if all(each is _Link.MAY for each in links):
        return _of_ended(above, others, gaps, is_open=is_open)
    return Seam.CUT if gaps or is_open else Seam.UNSURE


def _of_ended(above: Sequence[Place], others: Sequence[Sequence[Place]], gaps: Sequence[int], *, is_open: bool) -> Seam:
    """A row whose words all end where the page does: its rest begins with the next sentence where its name is missing.

    Where names are merged over rows, a name may be missing for that.
    """
    is_named = 0 in gaps and above[0] is not None and bool(above[0].text)
    if is_named and len(others) > LEAST_OTHERS and all(row[0] is not None for row in others):
        return Seam.CUT
    return Seam.UNSURE if gaps or is_open else Seam.WHOLE


def _is_gap(
    column: int, above: Sequence[Place], below: Sequence[Place], others: Sequence[Sequence[Place]], least: int
) -> bool:
    """Whether one of both rows lacks what the other has, and all others in this column, of which there are so many."""
    one, other = above[column], below[column]
    if one is None or other is None or bool(one.text) == bool(other.text):
        return False
    filled = [bool(each.text) for row in others if (each := row[column]) is not None]
    return len(filled) >= least and sum(filled) >= FILLED * len(filled)


def _are_values(above: GridCell, below: GridCell) -> bool:
    one, other = above.whole.strip(), below.text.strip()
    return (_is_value(one) and _is_value(other)) or _shape(one) == _shape(other)


def _link(above: GridCell, below: GridCell, column: Sequence[Place]) -> _Link:
    one, other = above.whole.strip(), below.text.strip()
    if _counts_on(one, other):
        return _Link.COUNTS
    if other[0] in NEVER_FIRST:
        return _Link.JOINS
    if _has_room(above):
        return _Link.APART
    if one[-1] in ENDS:
        return _Link.MAY
    return _Link.JOINS if _is_full(above, column) else _Link.APART


def _is_value(text: str) -> bool:
    return is_figure(text) or AMOUNT.fullmatch(text) is not None or VALUE.fullmatch(text) is not None


def _shape(text: str) -> str:
    """What is the same in all rows of values: the words around the figures."""
    return DIGITS.sub("9", text)


def _counts_on(above: str, below: str) -> bool:
    """Whether a list that counts inside the cell goes on with its next number."""
    numbers = [int(each) for each in ITEM.findall(above)]
    first = ITEM.match(below)
    return first is not None and len(numbers) > 1 and int(first.group(1)) == numbers[-1] + 1 == numbers[-2] + 2


def _lines(cell: GridCell) -> int:
    return len({round(glyph.y) for part in (cell, *cell.rest) for glyph in part.glyphs})


def _has_room(cell: GridCell) -> bool:
    """Whether further lines would have found room above the break."""
    last = cell.rest[-1] if cell.rest else cell
    end = last.glyphs[-1]
    return last.box.y1 - end.y1 > ROOM * end.size


def _is_full(cell: GridCell, column: Sequence[Place]) -> bool:
    """Whether the last line ends where its cell does, or where the other lines of its column do."""
    last = cell.rest[-1] if cell.rest else cell
    end = last.glyphs[-1]
    line = {glyph.id for glyph in last.glyphs if abs(glyph.y - end.y) < end.size / 2}
    if len(line) <= SHORT:
        return False
    lines = [glyph for glyph in last.glyphs if glyph.id not in line]
    lines += [glyph for each in column if each is not None for glyph in each.glyphs]
    reach = max((glyph.x1 for glyph in lines), default=last.box.x1)
    return last.box.x1 - end.x1 <= FULL_CELL * end.size or end.x1 > reach - end.size
