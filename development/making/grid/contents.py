"""The page of contents: in one to three columns, or in a box."""

from collections.abc import Sequence
from typing import NamedTuple

from .combination import Contents
from .flow import NUMBER_X, PITCH, RIGHT, TOP
from .paper import SIZE, Sheet, marked, rows_of, width_of, words

COLUMNS = {"one": 1, "two": 2, "three": 3, "boxed": 2}
SMALL = 9.5
INDENT = 12.0
GUTTER, LEADER = 24.0, 40.0
"""How far entries and leaders end before the next column, and how long the shortest leader is."""


class Entry(NamedTuple):
    """What a line of the contents says; a chapter stands further left than its sections."""

    text: str
    page: int
    is_chapter: bool


def draw(sheet: Sheet, kind: Contents, entries: Sequence[Entry]) -> None:
    """The product's name, a heading, the entries from the top of each column down."""
    sheet.centred(TOP, words()["product"], 16)
    sheet.centred(TOP + 40, words()["contents"], 13)
    count = COLUMNS[kind]
    in_column = -(-len(entries) // count)
    top = end = TOP + 76
    for column in range(count):
        x, y = NUMBER_X + 10 + column * (RIGHT - NUMBER_X) / count, top
        last = x + (RIGHT - NUMBER_X) / count - GUTTER
        for entry in entries[column * in_column : (column + 1) * in_column]:
            y = _entry(sheet, entry, x + (0 if entry.is_chapter else INDENT), y, last, with_page=count == 1)
        end = max(end, y)
    if kind == "boxed":
        sheet.frame(NUMBER_X, top - PITCH - 4, RIGHT, end)


def _entry(sheet: Sheet, entry: Entry, x: float, y: float, last: float, *, with_page: bool) -> float:
    """One entry, on a second row where it is long; with its page behind a leader. Returns the place of the next."""
    size = SIZE if with_page else SMALL
    rows = rows_of(marked(entry.text), (last - (LEADER if with_page else 0) - x) * SIZE / size)
    end = x
    for place, row in enumerate(rows):
        end = sheet.text(x, y + place * PITCH, "".join(each.character for each in row), size=size)
    y += (len(rows) - 1) * PITCH
    if with_page:
        sheet.text(end, y, "\u2026" * int((last - end) // width_of("\u2026")))
        sheet.text(last + SIZE / 2, y, str(entry.page))
    return y + PITCH
