"""Lists of items in two or more columns, such as lists of diseases: read item by item, in the order of their marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark, mark_value
from ..reading.runs import Row, Run, cut_at_gaps, make_row

COLUMN_GAP = 1.5
"""Items of one row stand at least this many type sizes apart."""
SAME_COLUMN = 1.0
SAME_START = 1.5
"""Points between two starts of one column."""
NUMBER_REACH = 3.0
"""A bare number belongs to words up to this many type sizes behind it."""
LONGEST_NUMBER = 3
LEAST_ROWS = 2


class ListItem(NamedTuple):
    """One item of a list in columns: its rows, and the baseline of the list's first row to sort by."""

    rows: tuple[Row, ...]
    y: float


@dataclass(slots=True)
class _Open:
    """An item while its rows are gathered."""

    column: int
    place: int
    rows: list[Row]


def list_value(row: Row, pack: DomainPack) -> int | None:
    """What the mark of an item counts, or the bare number in a column of its own before the words of a name."""
    mark = item_mark(row.text, pack)
    if mark is not None:
        return mark_value(mark)
    number = row.runs[0].text.strip()
    is_bare = len(row.runs) > 1 and number.isdecimal() and len(number) <= LONGEST_NUMBER
    return int(number) if is_bare and not row.runs[1].text.isascii() else None


def take_lists(rows: Sequence[Row], pack: DomainPack) -> tuple[tuple[ListItem, ...], tuple[Row, ...]]:
    """The items of all lists in columns, in reading order, and the rows that belong to none."""
    items: list[ListItem] = []
    others: list[Row] = []
    group: list[list[Row]] = []
    for row in [*rows, None]:
        pieces = _pieces(row, group) if row is not None else []
        if pieces and (_opens(pieces, pack) or (group and _continues(pieces, group[0]))):
            group.append(pieces)
            continue
        if sum(_opens(each, pack) for each in group) >= LEAST_ROWS and _counts(group, pack):
            items += _in_order(group, pack)
        else:
            others += [make_row([run for piece in each for run in piece.runs]) for each in group]
        group = []
        if row is not None:
            others.append(row)
    return tuple(items), tuple(others)


def _pieces(row: Row, group: Sequence[Sequence[Row]]) -> list[Row]:
    """The row cut at wide gaps, and where a column of the list above begins."""
    starts = [each.x0 for each in group[0][1:]] if group else []
    pieces: list[list[Run]] = []
    for piece in cut_at_gaps(row, COLUMN_GAP):
        if pieces and _is_number_of(pieces[-1], piece[0]):
            pieces[-1].append(piece[0])
        else:
            pieces.append([piece[0]])
        for run in piece[1:]:
            if any(abs(run.x0 - start) < SAME_START for start in starts):
                pieces.append([run])
            else:
                pieces[-1].append(run)
    return [row] if len(pieces) == 1 else [make_row(each) for each in pieces]


def _is_number_of(before: Sequence[Run], run: Run) -> bool:
    """Whether a bare number stands near enough before words to be theirs."""
    words = before[0].text.strip()
    is_bare = len(before) == 1 and words.isdecimal() and len(words) <= LONGEST_NUMBER
    return is_bare and run.x0 - before[0].x1 < NUMBER_REACH * run.size


def _opens(pieces: Sequence[Row], pack: DomainPack) -> bool:
    """Whether each piece of the row is an item of its own."""
    return len(pieces) > 1 and all(_is_item(piece, pack) for piece in pieces)


def _is_item(piece: Row, pack: DomainPack) -> bool:
    """Whether a piece begins an item: with its mark, which may count nothing, or with a bare number."""
    return item_mark(piece.text, pack) is not None or list_value(piece, pack) is not None


def _counts(group: Sequence[Sequence[Row]], pack: DomainPack) -> bool:
    """Whether bare numbers count on in each column in equal steps: down it or across; marks need not."""
    columns: dict[int, list[int]] = {}
    for piece in (piece for pieces in group for piece in pieces):
        if item_mark(piece.text, pack) is not None:
            return True
        value = list_value(piece, pack)
        if value is not None:
            columns.setdefault(_column_of(piece, group[0]), []).append(value)
    steps = [{after - before for before, after in pairwise(values)} for values in columns.values()]
    return all(len(each) <= 1 and min(each, default=1) > 0 for each in steps)


def _continues(pieces: Sequence[Row], first: Sequence[Row]) -> bool:
    """Whether a row only goes on with items above: every piece keeps to one column of the list."""
    for piece in pieces:
        column = _column_of(piece, first)
        end = first[column + 1].x0 if column + 1 < len(first) else float("inf")
        if piece.x0 < first[column].x0 - SAME_COLUMN * piece.size or piece.x1 > end:
            return False
    return len(pieces) > 1


def _column_of(piece: Row, first: Sequence[Row]) -> int:
    reach = SAME_COLUMN * piece.size
    return max((place for place, each in enumerate(first) if each.x0 <= piece.x0 + reach), default=0)


def _in_order(group: Sequence[Sequence[Row]], pack: DomainPack) -> list[ListItem]:
    """The items by row where their marks count across, else by column."""
    found: list[_Open] = []
    latest: dict[int, _Open] = {}
    for place, pieces in enumerate(group):
        for piece in pieces:
            column = _column_of(piece, group[0])
            if not _is_item(piece, pack) and column in latest:
                latest[column].rows.append(piece)
                continue
            latest[column] = _Open(column, place, [piece])
            found.append(latest[column])
    across = sorted(found, key=lambda each: (each.place, each.column))
    values = [list_value(each.rows[0], pack) for each in across]
    counts_across = all(a is not None and b == a + 1 for a, b in pairwise(values))
    ordered = across if counts_across else sorted(found, key=lambda each: (each.column, each.place))
    y = group[0][0].y
    return [ListItem(tuple(each.rows), y + step / 1000) for step, each in enumerate(ordered)]
