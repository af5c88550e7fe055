"""Whether the first row of a table names its columns or is one of its rows: told by its type and its kind of content.

A grading table prints entries only (words, and "10" with its unit): read as a header, the first one would be lost to
everyone who asks for rows. Tables of words alone or of figures alone do not say; their first row names the columns.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Emphasis

from .filling import GridCell, GridTable

SET_OFF = frozenset({Emphasis.BOLD, Emphasis.STROKED, Emphasis.TYPEFACE, Emphasis.SHADED})
DIGITS = re.compile(r"[\d.,，．]+")
LONGEST_SHAPE = 8
"""Signs of a cell that is a value with its unit ("80%", a grade); longer ones are words."""
MOSTLY = 0.6
"""Of the filled cells of a column so many have one shape where it is a column of values."""
LEAST_ROWS = 2


def with_unnamed_columns(tables: Sequence[GridTable]) -> tuple[GridTable, ...]:
    """The tables, those that begin with an entry under a header without words."""
    return tuple(_unnamed(table) if _begins_with_entry(table) else table for table in tables)


def _unnamed(table: GridTable) -> GridTable:
    first = table.rows[0]
    header = tuple(GridCell("", replace(cell.box, y1=cell.box.y0)) for cell in first)
    spans = tuple((row + 1, column, down, wide) for row, column, down, wide in table.table.spans)
    return table.told((header, *table.rows), spans, height=1)


def _begins_with_entry(table: GridTable) -> bool:
    rows = table.rows
    if (
        not table.table.trusted
        or table.doubts
        or table.table.header_rows
        or not rows
        or not any(c.text for c in rows[0])
    ):
        return False
    if any(row == 0 for row, *_ in table.table.spans) or _is_set_off(rows):
        return False
    if not any(cell.text for cell in rows[0]):
        return False
    shapes = [_shape(cell.text) for cell in rows[0]]
    if len(rows) < LEAST_ROWS:
        return any(shapes) and not all(shapes)
    usual = [_usual_shape([row[column].text for row in rows[1:]]) for column in range(len(rows[0]))]
    valued = [(one, other) for one, other in zip(shapes, usual, strict=True) if other]
    return 0 < 2 * len(valued) <= len(usual) and all(one == other for one, other in valued)


def _is_set_off(rows: Sequence[Sequence[GridCell]]) -> bool:
    """Whether the first row is bold or shaded, and the others are not."""
    first = [cell for cell in rows[0] if cell.text]
    body = [cell for row in rows[1:] for cell in row if cell.text]
    is_first = all(not SET_OFF.isdisjoint(cell.emphasis) for cell in first)
    return is_first and sum(not SET_OFF.isdisjoint(cell.emphasis) for cell in body) <= MOSTLY * len(body)


def _shape(text: str) -> str:
    """The form of a value: digits as one sign, with the unit beside them; "" for words."""
    words = "".join(text.split())
    return DIGITS.sub("9", words) if words and len(words) <= LONGEST_SHAPE and DIGITS.search(words) else ""


def _usual_shape(texts: Sequence[str]) -> str:
    filled = [text for text in texts if text.strip()]
    if not filled:
        return ""
    shape, count = Counter(map(_shape, filled)).most_common(1)[0]
    return shape if count >= MOSTLY * len(filled) else ""
