"""The page of contents: in one to three columns, or in a box."""

from collections.abc import Sequence
from typing import NamedTuple

from .combination import Contents
from .flow import NUMBER_X, PITCH, RIGHT, TOP
from .paper import SIZE, Sheet, width_of, words

COLUMNS = {"one": 1, "two": 2, "three": 3, "boxed": 2}
SMALL = 9.5
INDENT = 12.0


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
    top = TOP + 76
    for place, entry in enumerate(entries):
        column, at = divmod(place, in_column)
        x = NUMBER_X + 10 + column * (RIGHT - NUMBER_X) / count + (0 if entry.is_chapter else INDENT)
        y = top + at * PITCH
        size = SIZE if count == 1 else SMALL
        end = sheet.text(x, y, entry.text, size=size)
        if count == 1:
            leader = "\u2026" * max(int((RIGHT - 20 - end) // width_of("\u2026", size)), 1)
            sheet.text(end, y, leader, size=size)
            sheet.text(RIGHT - 14, y, str(entry.page), size=size)
    if kind == "boxed":
        sheet.frame(NUMBER_X, top - PITCH - 4, RIGHT, top + in_column * PITCH)
