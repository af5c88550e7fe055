"""A table as a grid that is read by labels: header levels, merged cells, rows by what stands in front."""

import re
from collections.abc import Sequence
from functools import cached_property

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised

LEVEL = "/"
"""Between the levels of a header, and between the labels of one row."""

_BRACKETED = re.compile(r"[(\uff08][^()\uff08\uff09]*[)\uff09]")
Place = tuple[int, int]


class Grid:
    """The printed rows of a table, header rows first; places count from 0."""

    def __init__(self, table: Table) -> None:
        self._table = table
        above = table.header_rows
        self.lines = (*table.rows[:above], table.headers, *table.rows[above:])
        self.header_rows = above + 1
        self.width = max((len(line) for line in self.lines), default=0)
        self._spans = {(row, column): (rows, columns) for row, column, rows, columns in table.spans}

    @cached_property
    def _owners(self) -> dict[Place, Place]:
        """The first cell of the merged one, by each place that it covers."""
        return {
            (row + down, column + right): (row, column)
            for (row, column), (rows, columns) in self._spans.items()
            for down in range(min(rows, len(self.lines)))
            for right in range(min(columns, self.width))
        }

    @property
    def body(self) -> range:
        return range(self.header_rows, len(self.lines))

    def owner(self, row: int, column: int) -> Place:
        """The cell whose text stands at a place: another one where cells are merged."""
        return self._owners.get((row, column), (row, column))

    def is_merged(self, row: int, column: int) -> bool:
        return (row, column) in self._owners and self._spans[self.owner(row, column)] != (1, 1)

    def is_one_cell(self, places: Sequence[Place]) -> bool:
        """Whether these places are a merged cell, all of it and nothing else."""
        owner = self._owners.get(places[0])
        return owner is not None and {place for place, of in self._owners.items() if of == owner} == set(places)

    def text(self, row: int, column: int) -> str:
        """What a reader sees at a place, the words of a merged cell everywhere that it covers."""
        line, place = self.owner(row, column)
        cells = self.lines[line] if line < len(self.lines) else ()
        return cells[place] if place < len(cells) else ""

    def box(self, row: int, column: int) -> Box | None:
        row, column = self.owner(row, column)
        boxes = self._table.cell_boxes
        if len(boxes) != sum(map(len, self.lines)):
            return None
        return boxes[sum(map(len, self.lines[:row])) + column]

    def column_levels(self, column: int) -> tuple[str, ...]:
        """The words of a column's header, topmost first, each merged one once."""
        found: dict[Place, str] = {}
        for row in range(self.header_rows):
            words = _one_line(self.text(row, column))
            if words:
                found[self.owner(row, column)] = words
        return tuple(found.values())

    def column_label(self, column: int) -> str:
        return LEVEL.join(self.column_levels(column))

    @cached_property
    def label_columns(self) -> int:
        """How many columns in front name the rows: those below one header, else those until the first that is mostly
        figures, at least one."""
        last = self.header_rows - 1
        below_one = sum(self.owner(last, column) == self.owner(last, 0) for column in range(self.width))
        if 1 < below_one < self.width:
            return below_one
        for column in range(1, self.width):
            cells = [self.text(row, column) for row in self.body]
            if sum(_is_figure(cell) for cell in cells) * 2 > sum(bool(cell.strip()) for cell in cells):
                return column
        return 1

    def row_label(self, row: int) -> str:
        words = (_one_line(self.text(row, column)) for column in range(self.label_columns))
        return LEVEL.join(dict.fromkeys(word for word in words if word))

    def columns_named(self, label: str) -> list[int]:
        """The columns that a label fits: the whole header before its last level, that before any level."""
        wanted, parts = normalised(label), _parts(label)
        levels = [[normalised(level) for level in self.column_levels(column)] for column in range(self.width)]
        tries = (
            lambda own: normalised(LEVEL).join(own) == wanted or "".join(own) == wanted,
            lambda own: bool(own) and own[-1] == wanted,
            lambda own: all(part in own for part in parts),
            lambda own: all(any(_same_label(part, each) for each in own) for part in parts),
        )
        for fits in tries:
            found = [column for column, own in enumerate(levels) if own and fits(own)]
            if found:
                return found
        return []

    def rows_named(self, label: str, beside: int | None) -> list[int]:
        """The rows that a label fits: by their first cell, then by all cells that name them, then by any but the one in
        column `beside`."""
        parts = _parts(label)
        whole = [part for part in (normalised(label),) if part]
        front, named = (0,), tuple(range(self.label_columns))
        anywhere = tuple(column for column in range(self.width) if column != beside)
        for columns, wanted in ((front, whole), (named, whole), (named, parts), (anywhere, parts)):
            for same in (str.__eq__, _same_label):
                found = [
                    row
                    for row in self.body
                    if wanted and all(any(same(part, self._key(row, column)) for column in columns) for part in wanted)
                ]
                if found:
                    return found
        return []

    def _key(self, row: int, column: int) -> str:
        return normalised(self.text(row, column))


def _parts(label: str) -> list[str]:
    return [part for part in map(normalised, label.replace("\uff0f", LEVEL).split(LEVEL)) if part]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_figure(cell: str) -> bool:
    plain = normalised(cell).strip("%\u2030,.-+")
    return bool(plain) and plain.replace(",", "").replace(".", "").isdecimal()


def _same_label(wanted: str, cell: str) -> bool:
    """Whether a cell is what was asked for beside its brackets, or the figure with a unit around it: 30 for
    30\u5468\u5c81."""
    if not wanted.isdecimal():
        return wanted in (cell, _BRACKETED.sub("", cell))
    figures = "".join(sign if sign.isdecimal() or sign in ".,-" else " " for sign in cell).split()
    return figures == [wanted]


def fitting(labels: Sequence[str], most: int) -> tuple[str, ...]:
    """The labels once each, as many as a sentence can hold."""
    return tuple(dict.fromkeys(label for label in labels if label))[:most]
