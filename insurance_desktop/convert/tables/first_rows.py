"""Whether the first row of a table names its columns or is one of its rows.

A grading table prints entries only (words, and "10" with its unit): read as a header, the first one would be lost to
everyone who asks for rows, and no answer by column would be right. A header is set off, comes again on the next page,
differs in kind from what stands below it, or says such words as the pack knows. A table of words without any of these
has rows only.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..headings import mark_value
from .filling import HAS_DIGIT, GridCell, GridTable
from .table_headers import captions

SET_OFF = frozenset({Emphasis.BOLD, Emphasis.STROKED, Emphasis.TYPEFACE, Emphasis.SHADED})
DIGITS = re.compile(r"[\d.,，．]+")
BARE = "9"
"""The shape of a figure without a unit."""
LONGEST_SHAPE = 8
"""Signs of a cell that is a value with its unit ("80%", a grade); longer ones are words."""
MOSTLY = 0.6
"""Of the filled cells of a column so many have one shape where it is a column of values."""
LONGEST_NAME = 30
"""Signs of a column's name; it holds no sentence."""
LONGER = 3
"""Texts so many times as long as the words over them are what these name."""
SENTENCE = frozenset("\u3002\uff1b;")
LABEL = ("\uff1a", ":")
QUESTION = ("\uff1f", "?")
BRACKETED = re.compile(r"[(\uff08\[][^()\uff08\uff09]*[)\uff09\]]?$")
COUNT = re.compile(
    r"\u7b2c?(\d{1,3}|[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,3}|[IVX\u2160-\u216b]+)(?=\D|$)"
)
ROMAN = {"I": 1, "V": 5, "X": 10}
Cells = Sequence[GridCell]


def with_unnamed_columns(tables: Sequence[GridTable], pack: DomainPack) -> tuple[GridTable, ...]:
    """The tables, those that begin with an entry under a header without words."""
    places = [_header_place(table) for table in tables]
    firsts = [None if place is None else _words(table.rows[place]) for table, place in zip(tables, places, strict=True)]
    count = Counter(firsts)
    return tuple(
        unnamed(table) if place is not None and _is_entry(table, place, pack, is_shared=count[first] > 1) else table
        for table, place, first in zip(tables, places, firsts, strict=True)
    )


def names_columns(table: GridTable, pack: DomainPack) -> bool:
    """Whether something says that the table's first row is its header."""
    place = _header_place(table)
    return place is not None and not _is_entry(table, place, pack, is_shared=False)


def unnamed(table: GridTable) -> GridTable:
    """The table with a header without words over its first row, below what stands over all columns."""
    place = _header_place(table)
    if place is None:
        return table
    header = tuple(GridCell("", replace(cell.box, y1=cell.box.y0)) for cell in table.rows[place])
    spans = tuple((row + (row >= place), column, down, wide) for row, column, down, wide in table.table.spans)
    return table.told((*table.rows[:place], header, *table.rows[place:]), spans, height=place + 1)


def _header_place(table: GridTable) -> int | None:
    """Where the only row stands that may name the columns, below captions; None where there is no such row."""
    if not table.table.trusted or not table.rows:
        return None
    place = table.table.header_rows
    above = captions(table.table.spans, len(table.rows[0]))
    is_single = above.issuperset(range(place)) and place not in above
    return place if is_single and any(cell.text for cell in table.rows[place]) else None


def _is_entry(table: GridTable, place: int, pack: DomainPack, *, is_shared: bool) -> bool:
    first, body = table.rows[place], table.rows[place + 1 :]
    merged = {column: (down, wide) for row, column, down, wide in table.table.spans if row == place}
    if table.is_header_repeated or _is_set_off(first, body):
        return False
    is_label = merged.get(0, (1, 1))[0] > 1
    if not is_label and any(wide > 1 for _, wide in merged.values()):
        return False
    is_foreign = not pack.column_words or all(cell.text.isascii() for cell in first)
    if not body:
        return not is_foreign and not _are_named(first, body, pack)
    if not any(cell.text for row in body for cell in row):
        return False
    free = [cell for column, cell in enumerate(first) if column not in merged]
    usual = [_usual_shape([row[column].text for row in body]) for column in range(len(first))]
    if is_label or _is_of_values(first, usual) or any(map(_is_prose, free)) or _counts_on(first[0], body[0][0]):
        return True
    if _is_form([first, *body]):
        return True
    if any(usual) or is_shared or is_foreign or _are_named(first, body, pack):
        return False
    return not _differs(first, body)


def _is_set_off(first: Cells, rows: Sequence[Cells]) -> bool:
    """Whether the first row is bold or shaded, and the others are not."""
    body = [cell for row in rows for cell in row if cell.text]
    is_first = all(not SET_OFF.isdisjoint(cell.emphasis) for cell in first if cell.text)
    return is_first and sum(not SET_OFF.isdisjoint(cell.emphasis) for cell in body) <= MOSTLY * len(body) > 0


def _is_of_values(first: Cells, usual: Sequence[str]) -> bool:
    """Whether the row holds the values of its columns: the same units, or the figures of a few columns among words."""
    pairs = [(_shape(cell.text), shape) for cell, shape in zip(first, usual, strict=True) if shape]
    units = sum(one == other != BARE for one, other in pairs)
    if units and units >= sum(one != other for one, other in pairs):
        return True
    return 0 < 2 * len(pairs) <= len(usual) and all(one == other for one, other in pairs)


def _shape(text: str) -> str:
    """The form of a value: digits as one sign, with the unit beside them; "" for words."""
    words = "".join(text.split())
    return DIGITS.sub(BARE, words) if words and len(words) <= LONGEST_SHAPE and HAS_DIGIT.search(words) else ""


def _usual_shape(texts: Sequence[str]) -> str:
    filled = [text for text in texts if text.strip()]
    if not filled:
        return ""
    shape, count = Counter(map(_shape, filled)).most_common(1)[0]
    return shape if count >= MOSTLY * len(filled) else ""


def _is_prose(cell: GridCell) -> bool:
    return (len(cell.text) > LONGEST_NAME and not cell.text.isascii()) or any(sign in SENTENCE for sign in cell.text)


def _counts_on(first: GridCell, second: GridCell) -> bool:
    """Whether both begin with a number, one after the other."""
    one, other = _count(first.text), _count(second.text)
    return one is not None and other == one + 1


def _count(text: str) -> int | None:
    found = COUNT.match(text.strip())
    if found is None:
        return None
    letters = [ROMAN.get(sign, 0) for sign in found.group(1)]
    if all(letters):
        return sum(-one if one < other else one for one, other in pairwise([*letters, 0]))
    return mark_value(found.group(1))


def _is_form(rows: Sequence[Cells]) -> bool:
    """Whether the rows are labels with what is filled in beside them."""
    labelled = [any(cell.text.strip().endswith(LABEL) for cell in row) for row in rows]
    return labelled[0] and sum(labelled) >= MOSTLY * len(labelled)


def _are_named(first: Cells, body: Sequence[Cells], pack: DomainPack) -> bool:
    """Whether half of the words end as names of columns do, and what stands below them does not."""
    ends = _endings(pack)
    filled = [column for column, cell in enumerate(first) if cell.text]
    named = [column for column in filled if _ends_so(first[column].text, ends)]
    below = [cell.text for row in body for column in named if (cell := row[column]).text]
    others = sum(_ends_so(text, ends) for text in below)
    return 2 * len(named) >= len(filled) and 2 * others <= len(below)


def _ends_so(text: str, ends: tuple[str, ...]) -> bool:
    return BRACKETED.sub("", normalised(text)).endswith(ends)


@per_pack
def _endings(pack: DomainPack) -> tuple[str, ...]:
    return tuple(map(normalised, pack.column_words))


def _differs(first: Cells, body: Sequence[Cells]) -> bool:
    """Whether the words are of another kind than those below: only these answer, are figures or signs, or longer."""
    if all(cell.text.endswith(QUESTION) for cell in first):
        return not any(cell.text.endswith(QUESTION) for row in body for cell in row)
    columns = [(cell.text, [row[column].text for row in body if row[column].text]) for column, cell in enumerate(first)]
    filled = [(name, texts) for name, texts in columns if name and texts]
    if any(not HAS_DIGIT.search(name) and _mostly_with_digits(texts) for name, texts in filled):
        return True
    if any(any(map(str.isalnum, name)) and not any(map(str.isalnum, "".join(texts))) for name, texts in filled):
        return True
    longer = sum(median(map(len, texts)) >= LONGER * len(name) for name, texts in filled)
    return 0 < len(filled) <= 2 * longer


def _mostly_with_digits(texts: Sequence[str]) -> bool:
    return sum(HAS_DIGIT.search(text) is not None for text in texts) >= MOSTLY * len(texts)


def _words(row: Cells) -> tuple[str, ...]:
    return tuple(normalised(cell.text) for cell in row)
