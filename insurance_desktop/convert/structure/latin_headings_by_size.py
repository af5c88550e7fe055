"""Headings of Latin texts that number nothing (travel policies, brochures): larger type, set off from text. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Emphasis

from ..headings import HeadingParts
from ..reading.runs import Row
from .lines import Line, Part
from .text_columns import Columns
from .typeface import is_heavy

LARGER = 1.15
"""Type of at least this many times the text's size is a heading's, where it is bold, coloured or in capitals."""
NEXT_ROW = 1.45
"""A heading's further rows follow at this many of its type sizes."""
LONGEST = 100
LEAST_LETTERS = 4
MOSTLY_LETTERS = 0.7
MOST = 0.3
"""Where more of the lines are large, size says nothing."""
SAME_SIZE = 0.93
"""Sizes of which the smaller is at least this part of the larger are one size: a heading's rows may differ a little."""
DEEPEST = 4
ENDS = frozenset(".,;:?!")


def mark_large_headings(lines: Sequence[Line], columns: Columns) -> tuple[Line, ...]:
    """The lines of a document without any numbered heading, with those that its type makes headings."""
    if any(line.heading is not None for line in lines):
        return tuple(lines)
    groups = _groups(lines, columns)
    if not groups or sum(end - start for start, end in groups.items()) > MOST * len(lines):
        return tuple(lines)
    levels = _levels([lines[start].rows[0].size for start in groups])
    first = min(groups)
    marked: list[Line] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        end = groups.get(place)
        if end is None or (line.part is Part.TITLE and place == first):
            marked.append(line)
            place += 1
            continue
        rows = tuple(row for each in lines[place:end] for row in each.rows)
        title = " ".join(row.text.strip() for row in rows)
        heading = HeadingParts("plain", "", title, levels[rows[0].size])
        marked.append(replace(line, part=Part.BRANCH, rows=rows, heading=heading, rule="heading_large"))
        place = end
    return tuple(marked)


def _groups(lines: Sequence[Line], columns: Columns) -> dict[int, int]:
    """Where each heading begins and ends: rows of one size right below each other, with smaller text after them."""
    found: dict[int, int] = {}
    place = 0
    while place < len(lines):
        end = place
        while end < len(lines) and _is_large(lines[end], columns) and (end == place or _goes_on(lines, end)):
            end += 1
        if end > place and end < len(lines) and _is_title(lines[place:end]) and _is_below(lines[place], lines[end]):
            found[place] = end
        place = max(end, place + 1)
    return found


def _is_large(line: Line, columns: Columns) -> bool:
    if line.part not in {Part.TEXT, Part.TITLE} or len(line.rows) != 1:
        return False
    row = line.rows[0]
    return row.size >= LARGER * columns.size and (is_heavy(row) or _is_coloured(row) or row.text.isupper())


def _is_coloured(row: Row) -> bool:
    return all(Emphasis.COLOURED in run.emphasis for run in row.runs)


def _goes_on(lines: Sequence[Line], place: int) -> bool:
    above, row = lines[place - 1].rows[0], lines[place].rows[0]
    is_near = lines[place].page == lines[place - 1].page and 0 < row.y - above.y <= NEXT_ROW * row.size
    return is_near and min(above.size, row.size) >= SAME_SIZE * max(above.size, row.size)


def _is_title(lines: Sequence[Line]) -> bool:
    """Whether the words are a title: not too many, hardly a figure, no sentence."""
    words = " ".join(line.rows[0].text.strip() for line in lines)
    letters = sum(map(str.isalpha, words))
    is_wordy = letters >= max(LEAST_LETTERS, MOSTLY_LETTERS * len("".join(words.split())))
    return len(words) <= LONGEST and is_wordy and words[0].isupper() and words[-1] not in ENDS


def _is_below(heading: Line, after: Line) -> bool:
    """Whether what follows is text of smaller type, a list or a table."""
    return not after.rows or after.rows[0].size < SAME_SIZE * heading.rows[0].size


def _levels(sizes: Sequence[float]) -> dict[float, int]:
    """The level of each size, the largest first."""
    found: dict[float, int] = {}
    level, largest = 1, 0.0
    for size in sorted(set(sizes), reverse=True):
        if size < SAME_SIZE * largest or not found:
            level, largest = min(level + 1, DEEPEST), size
        found[size] = level
    return found
