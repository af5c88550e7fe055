"""Notes at the foot of a page: small print that begins with a mark, taken out of the flow and put behind its clause."""

import re
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Emphasis

from ..headings import mark_value
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
WIDER = 1.25
"""Notes in the text's own size stand off from it by more than this part of its pitch."""
BRACKETS = (("(", ")"), ("\uff08", "\uff09"), ("\u300a", "\u300b"))
FIGURES = re.compile(r"[\d/\-\u2013\u2014\u2015\uff0d~]+")
"""A page number without words."""
APART = 2.4
"""What stands further below the notes, in sizes of its type, is none of them; lines of notes are closer."""
ENDS = frozenset("\u3002\uff1b;.")


def take_notes(pages: Sequence[PageRows], columns: Columns) -> tuple[tuple[PageRows, ...], tuple[Line, ...]]:
    """The pages without the notes at their feet, and the notes, each as one line with all its rows."""
    remaining: list[PageRows] = []
    notes: list[Line] = []
    for page in pages:
        start, end = _reach(page, columns.size)
        rows = page.rows[start:end]
        goes_on = bool(notes) and notes[-1].page in {page.number - 1, page.number} and _is_open(notes[-1])
        if not goes_on:
            skipped = next((place for place, row in enumerate(rows) if _opens(row, columns.size)), len(rows))
            start, rows = start + skipped, rows[skipped:]
        right = max((row.x1 for row in rows), default=0.0)
        first = len(notes)
        for row in rows:
            before = notes[-1] if len(notes) > first or goes_on else None
            is_first = len(notes) == first
            if _opens(row, columns.size) and (before is None or _is_next(row, before, right, is_first)):
                notes.append(Line(Part.NOTE, row.page, row.y, (row,), measured("note_at_foot", row.size)))
            else:
                notes[-1] = replace(notes[-1], rows=(*notes[-1].rows, row))
        remaining.append(page._replace(rows=(*page.rows[:start], *page.rows[end:])) if rows else page)
    return tuple(remaining), tuple(notes)


def without_notes(page: PageRows, size: float) -> tuple[Row, ...]:
    """The rows of a page of type of this size above the notes at its foot."""
    start, end = _reach(page, size)
    rows = page.rows[start:end]
    return page.rows[: start + next((place for place, row in enumerate(rows) if _opens(row, size)), len(page.rows))]


def _reach(page: PageRows, size: float) -> tuple[int, int]:
    """From where to where the small print at the foot of the page goes; nothing where the page has no other.

    What stands apart below it is none of it: a page number that nobody took out.
    """
    count = len(page.rows)
    start = count
    while start and page.rows[start - 1].size < SMALLER * size and page.rows[start - 1].y > LOWER_PART * page.height:
        start -= 1
    start = start if 0 < start < count else _referred(page)
    if start == count:
        return count, count
    rows = page.rows[start:]
    last = len(rows) - 1
    if last > 0 and rows[last].y - rows[last - 1].y > APART * rows[last].size and MARK.match(rows[last].text) is None:
        return start, count - 1
    is_number = last > 0 and FIGURES.fullmatch("".join(rows[last].text.split())) is not None
    is_apart = is_number and rows[last].x0 - rows[last - 1].x0 > APART * rows[last].size
    return (start, count - 1) if is_apart else (start, count)


def _referred(page: PageRows) -> int:
    """Where notes in the text's own size begin: rows that open with just the raised numbers that stand above them.

    A mark that only came to stand at the begin of a line has the rest of its sentence above it.
    """
    rows = page.rows
    lower = [place for place, row in enumerate(rows) if place and row.y > LOWER_PART * page.height]
    opening = [place for place in lower if _is_raised(rows[place]) and _number(rows[place]) is not None]
    if not opening:
        return len(rows)
    start = opening[0]
    told = [_number(rows[place]) for place in opening]
    asked = {number for row in rows[:start] for number in _raised_numbers(row)}
    above = rows[start - 1]
    pitch = above.y - rows[start - 2].y if start > 1 else 0.0
    is_new = above.text[-1:] in ENDS or rows[start].y - above.y > WIDER * pitch > 0
    return start if is_new and set(told) == asked and len(told) == len(asked) else len(rows)


def _raised_numbers(row: Row) -> list[int]:
    found = (mark_value(run.text) for run in row.runs if Emphasis.SUPERSCRIPT in run.emphasis)
    return [number for number in found if number is not None]


def _opens(row: Row, size: float) -> bool:
    """Whether the row begins with the mark of a note: raised, or a number before words that it stands close to."""
    if MARK.match(row.text) is None:
        return False
    if _is_raised(row):
        return True
    first = row.runs[0]
    glyphs = row.glyphs
    count = len("".join((MARK.match(row.text) or [""])[0].split()))
    return count < len(glyphs) and not first.text[:1].isalpha() and row.size < SMALLER * size and _is_mark(row, count)


def _is_raised(row: Row) -> bool:
    first = row.runs[0]
    return Emphasis.SUPERSCRIPT in first.emphasis or first.size < RAISED_MARK * row.size


def _is_mark(row: Row, count: int) -> bool:
    """Whether what the row begins with is a number by itself and not the begin of a figure or of an item."""
    after = row.glyphs[count].char
    return not after.isascii() and after not in {"\u3001", "\uff0e", "%", "\uff05"}


def _is_next(row: Row, before: Line, right: float, is_first: bool) -> bool:
    """Whether a row that begins like a note is the next one, and not words of the note before: (ICD-/10), over/30 days.

    Its number is the one that follows, or 1 on a new page; no bracket is open, and the note before has come to an end.
    """
    number, last = _number(row), _number(before.rows[0])
    if number is None or last is None:
        return True
    if number != last + 1 and not (is_first and number == 1):
        return False
    words = "".join(each.text for each in before.rows)
    if any(words.count(opening) > words.count(closing) for opening, closing in BRACKETS):
        return _is_raised(row)
    is_full = before.rows[-1].x1 > right - 2 * row.size
    return _is_raised(row) or not (_is_open(before) and is_full)


def _number(row: Row) -> int | None:
    """The number that a row begins with; None for an asterisk and its like."""
    match = MARK.match(row.text)
    return mark_value(match[0]) if match else None


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
