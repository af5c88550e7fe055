"""Notes at the foot of a page: small print that begins with a mark, taken out of the flow and put behind its clause."""

import re
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Emphasis

from ..reading.runs import Row
from .clean import PageRows
from .lines import Line, Part
from .rules import measured
from .text_columns import Columns

SMALLER = 0.93
"""Notes are set in type of at most this part of the text's size."""
RAISED_MARK = 0.85
"""A mark of this part of its line's size, or less, is a raised one."""
MARK = re.compile(
    r"\s*(?:[\[\uff3b\u3014(\uff08]?\d{1,3}[\]\uff3d\u3015)\uff09]?|[\u2460-\u2473*\u203b\u2020\u2021\u00a7\u00b6#\uf000-\uf0ff]+)"
)
LOWER_PART = 0.4
"""Notes stand below this part of the page's height."""
ENDS = frozenset("\u3002\uff1b;.")


def take_notes(pages: Sequence[PageRows], columns: Columns) -> tuple[tuple[PageRows, ...], tuple[Line, ...]]:
    """The pages without the notes at their feet, and the notes, each as one line with all its rows."""
    remaining: list[PageRows] = []
    notes: list[Line] = []
    for page in pages:
        start = _start(page, columns.size)
        rows = page.rows[start:]
        goes_on = bool(notes) and notes[-1].page in {page.number - 1, page.number} and _is_open(notes[-1])
        if not goes_on:
            skipped = next((place for place, row in enumerate(rows) if _opens(row, columns.size)), len(rows))
            start, rows = start + skipped, rows[skipped:]
        for row in rows:
            if _opens(row, columns.size):
                notes.append(Line(Part.NOTE, row.page, row.y, (row,), measured("note_at_foot", row.size)))
            else:
                notes[-1] = replace(notes[-1], rows=(*notes[-1].rows, row))
        remaining.append(page._replace(rows=page.rows[:start]))
    return tuple(remaining), tuple(notes)


def _start(page: PageRows, size: float) -> int:
    """Where the small print at the foot of the page begins; the number of rows where there is none."""
    start = len(page.rows)
    while start and page.rows[start - 1].size < SMALLER * size and page.rows[start - 1].y > LOWER_PART * page.height:
        start -= 1
    return start if start else len(page.rows)


def _opens(row: Row, size: float) -> bool:
    """Whether the row begins with the mark of a note: raised, or a number before words that it stands close to."""
    first = row.runs[0]
    if MARK.match(row.text) is None:
        return False
    if Emphasis.SUPERSCRIPT in first.emphasis or first.size < RAISED_MARK * row.size:
        return True
    glyphs = row.glyphs
    count = len("".join((MARK.match(row.text) or [""])[0].split()))
    return count < len(glyphs) and not first.text[:1].isalpha() and row.size < SMALLER * size and _is_mark(row, count)


def _is_mark(row: Row, count: int) -> bool:
    """Whether what the row begins with is a number by itself and not the begin of a figure or of an item."""
    after = row.glyphs[count].char
    return not after.isascii() and after not in {"\u3001", "\uff0e", "%", "\uff05"}


def _is_open(note: Line) -> bool:
    """Whether a note had not come to its end at the foot of its page."""
    return note.rows[-1].text[-1:] not in ENDS


def place_notes(lines: Sequence[Line], notes: Sequence[Line]) -> list[Line]:
    """The notes of a page before the first heading on a later page: they cut no clause in two."""
    placed: list[Line] = []
    waiting = list(notes)
    for line in lines:
        if line.heading is not None and line.part is not Part.TEXT:
            while waiting and waiting[0].page < line.page:
                placed.append(waiting.pop(0))
        placed.append(line)
    return [*placed, *waiting]
