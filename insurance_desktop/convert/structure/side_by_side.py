"""Lists of items in two or more columns, such as lists of diseases: read item by item, in the order of their marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark, mark_value
from ..reading.runs import Row, cut_at_gaps, make_row

COLUMN_GAP = 1.5
"""Items of one row stand at least this many type sizes apart."""
SAME_COLUMN = 1.0
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


def take_lists(rows: Sequence[Row], pack: DomainPack) -> tuple[tuple[ListItem, ...], tuple[Row, ...]]:
    """The items of all lists in columns, in reading order, and the rows that belong to none."""
    items: list[ListItem] = []
    others: list[Row] = []
    group: list[list[Row]] = []
    for row in [*rows, None]:
        pieces = _pieces(row) if row is not None else []
        if pieces and (_opens(pieces, pack) or (group and _continues(pieces, group[0]))):
            group.append(pieces)
            continue
        if sum(_opens(each, pack) for each in group) >= LEAST_ROWS:
            items += _in_order(group, pack)
        else:
            others += [make_row([run for piece in each for run in piece.runs]) for each in group]
        group = []
        if row is not None:
            others.append(row)
    return tuple(items), tuple(others)


def _pieces(row: Row) -> list[Row]:
    pieces = cut_at_gaps(row, COLUMN_GAP)
    return [row] if len(pieces) == 1 else [make_row(each) for each in pieces]


def _opens(pieces: Sequence[Row], pack: DomainPack) -> bool:
    """Whether each piece of the row is an item of its own."""
    return len(pieces) > 1 and all(item_mark(piece.text, pack) is not None for piece in pieces)


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
            if item_mark(piece.text, pack) is None and column in latest:
                latest[column].rows.append(piece)
                continue
            latest[column] = _Open(column, place, [piece])
            found.append(latest[column])
    across = sorted(found, key=lambda each: (each.place, each.column))
    values = [mark_value(item_mark(each.rows[0].text, pack) or "") for each in across]
    counts_across = all(a is not None and b == a + 1 for a, b in pairwise(values))
    ordered = across if counts_across else sorted(found, key=lambda each: (each.column, each.place))
    y = group[0][0].y
    return [ListItem(tuple(each.rows), y + step / 1000) for step, each in enumerate(ordered)]
