"""A table of the Markdown as a grid of cells that know where they are written. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from insurance_desktop.convert.text.plain_text import ESCAPED
from insurance_desktop.domain.conversion import Table

from .markdown_pieces import PieceKind, cell_ranges, pieces_of, with_spans, words_of

RULE_LINE = 1  # the line of dashes under the first row


class Splice(NamedTuple):
    """Replace the characters [start, end) of a text."""

    start: int
    end: int
    replacement: str


@dataclass(slots=True)
class TableText:
    """The lines of one table, and where its first one begins in the text that it was read from."""

    start: int
    lines: list[str]
    spans: tuple[tuple[int, int, int, int], ...] = ()
    page: int | None = None
    _read: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def row_count(self) -> int:
        return len(self.lines) - 1

    @property
    def column_count(self) -> int:
        return len(cell_ranges(self.lines[0]))

    @property
    def end(self) -> int:
        return self._line_start(len(self.lines)) - 1

    def words(self, row: int, column: int) -> str:
        """The words of a cell as a person reads them; "" where the row has no such cell."""
        words = self._row(row)
        return words[column] if column < len(words) else ""

    def _row(self, row: int) -> tuple[str, ...]:
        """The words of a row, read once: a view asks for each cell several times."""
        if row not in self._read:
            line = self.lines[_line_number(row)]
            self._read[row] = tuple(
                words_of(line[:last].rstrip(), 0, first).text.strip() for first, last in cell_ranges(line)
            )
        return self._read[row]

    def has_cell(self, row: int, column: int) -> bool:
        """Whether the row is as long as the first one there: a row may end early."""
        return column < len(self._row(row))

    def offset(self, row: int, column: int) -> int:
        """Where the words of a cell begin in the text."""
        number = _line_number(row)
        line = self.lines[number]
        ranges = cell_ranges(line)
        first, last = ranges[min(column, len(ranges) - 1)]
        blanks = len(line[first:last]) - len(line[first:last].lstrip())
        return self._line_start(number) + min(first + blanks, last)

    def cell_at(self, offset: int) -> tuple[int, int]:
        """Row and column of the cell that holds a character of the text, the nearest one for a sign between."""
        number, at = 0, self.start
        while number < len(self.lines) - 1 and offset > at + len(self.lines[number]):
            at += len(self.lines[number]) + 1
            number += 1
        ranges = cell_ranges(self.lines[number])
        column = next((place for place, each in enumerate(ranges) if offset - at <= each[1]), len(ranges) - 1)
        return max(number - 1, 0) if number else 0, column

    def change(self, row: int, column: int, words: str) -> Splice:
        """Give a cell other words, here and, by the answer, in the text."""
        number = _line_number(row)
        line = self.lines[number]
        first, last = cell_ranges(line)[column]
        written = escaped(" ".join(words.split()))
        inside = f" {written} " if written else " "
        begin = self._line_start(number)
        self.lines[number] = line[:first] + inside + line[last:]
        self._read.pop(row, None)
        return Splice(begin + first, begin + last, inside)

    def _line_start(self, number: int) -> int:
        return self.start + sum(len(line) + 1 for line in self.lines[:number])


def tables_of(text: str, twins: Sequence[Table]) -> tuple[TableText, ...]:
    """Every table of the text; with its merged cells and page where its twin still has the same shape."""
    pieces = [each for each in with_spans(pieces_of(text), twins) if each.kind is PieceKind.TABLE]
    pages = [each.page for each in twins] if len(twins) == len(pieces) else [None] * len(pieces)
    return tuple(
        TableText(piece.start, text[piece.start : piece.end].split("\n"), piece.spans, page)
        for piece, page in zip(pieces, pages, strict=True)
    )


def escaped(words: str) -> str:
    """Plain words as Markdown writes them, the way the converter does."""
    return "".join(f"\\{sign}" if sign in ESCAPED else sign for sign in words)


def _line_number(row: int) -> int:
    return row if row == 0 else row + RULE_LINE
