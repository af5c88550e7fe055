"""How many rows of a printed grid are header, and whether there is one at all."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

MOST_HEADER_ROWS = 5
HEAD = 3
"""Rows at the top of a table that may say what it is."""
MOSTLY = 0.6
"""A column of figures has figures in this part of its filled cells."""
FIGURE = re.compile(
    r"(?:[<>\u2264\u2265\u2266\u2267\uff1c\uff1e]\s*)?[-+\u2212\u2013(\uff08]?[\d,，]*\d(?:[.．]\d+)?[%\uff05)\uff09]?"
    r"|[-\u2013\u2014/\uff0d]{1,3}"
)
COUNTED = re.compile(r"(?<![A-Za-z])\d")
"""A digit that counts: the one behind a letter is part of a unit, as in m\u00b3."""
NUMERIC = re.compile(r"[\d.,%\uff05+\-\u2013\u2014/\u00d7\s]+")
Span = tuple[int, int, int, int]


class Cell(Protocol):
    """What a header is told by: the words of a cell."""

    @property
    def text(self) -> str: ...


def is_figure(text: str) -> bool:
    """Whether the words are one number, printed with its signs, or the dash that stands for none."""
    return FIGURE.fullmatch(text.strip()) is not None


def header_height(rows: Sequence[Sequence[Cell]], spans: Sequence[Span]) -> int:
    """How many rows are header: all above the first row of a body of figures, or what spans and words tell."""
    first = _first_figures(rows)
    if first:
        return first
    return _spanned_height(rows, spans)


def _first_figures(rows: Sequence[Sequence[Cell]]) -> int:
    """The first row whose first cell is a figure, if the first column is one of figures below some header rows."""
    column = [row[0].text for row in rows]
    first = next((place for place, text in enumerate(column[: MOST_HEADER_ROWS + 1]) if is_figure(text)), 0)
    while first > 1 and holds_values([cell.text for cell in rows[first - 1]]) and _names_all(rows[first - 2]):
        first -= 1
    filled = [text for text in column[first:] if text]
    figures = sum(is_figure(text) for text in filled)
    return first if first and figures >= 2 and figures >= MOSTLY * len(filled) else 0


def _names_all(row: Sequence[Cell]) -> bool:
    return all(cell.text and not is_figure(cell.text) for cell in row[1:])


def _spanned_height(rows: Sequence[Sequence[Cell]], spans: Sequence[Span]) -> int:
    """Captions, the first row, what it spans down to, and rows that divide a wide header."""
    above = captions(spans, len(rows[0]))
    height = next((row + 1 for row in range(min(HEAD, len(rows) - 1)) if row not in above), 1)
    while height < len(rows):
        reaches = max((row + down for row, _, down, _ in spans if row < height), default=height)
        wide = [each for each in spans if each[0] < height == each[0] + each[2] and each[1] > 0 and each[3] > 1]
        if min(reaches, len(rows) - 1) > height and reaches <= MOST_HEADER_ROWS - 1:
            height = min(reaches, len(rows) - 1)
        elif wide and height < MOST_HEADER_ROWS - 1 and height < len(rows) - 1 and _divides(rows[height], wide):
            height += 1
        else:
            break
    return height


def captions(spans: Sequence[Span], across: int) -> set[int]:
    """The rows that are one cell over all of so many columns."""
    return {row for row, _, down, wide in spans if wide == across and down == 1}


def _divides(row: Sequence[Cell], wide: Sequence[Span]) -> bool:
    """Whether the row names the columns under a wide header: several words under one of them, and no numbers."""
    under = [[row[place].text for place in range(first, first + across)] for _, first, _, across in wide]
    named = [[text for text in texts if text] for texts in under]
    is_divided = any(len(texts) > 1 for texts in named)
    return is_divided and not any(NUMERIC.fullmatch(text) for texts in named for text in texts)


def is_headless(rows: Sequence[Sequence[Cell]], height: int, spans: Sequence[Span]) -> bool:
    """Whether the row that should name the columns is one of the figures itself: its own header stands elsewhere."""
    head, column = rows[height - 1], [row[0].text for row in rows[height:] if row[0].text]
    top = next((row for row, place, down, _ in spans if place == 0 and row < height == row + down), height - 1)
    corner = rows[top][0].text
    is_corner = bool(corner) and not COUNTED.search(corner)
    if is_corner and sum(map(is_figure, column)) > MOSTLY * len(column):
        return False
    return holds_values([cell.text for cell in head])


def holds_values(words: Sequence[str]) -> bool:
    """Whether a row holds values: figures that do not count up as the numbers of years and plans do."""
    filled = [text for text in words[1:] if text]
    figures = [text for text in filled if is_figure(text)]
    if not figures or len(figures) <= len(filled) / 2:
        return False
    if is_figure(words[0]):
        return True
    bare = [text.strip("()\uff08\uff09") for text in figures]
    return not all(text.isdigit() and len(text) <= 3 for text in bare) or not _counts_up(bare)


def _counts_up(figures: Sequence[str]) -> bool:
    return all(int(before) < int(after) for before, after in pairwise(figures))
