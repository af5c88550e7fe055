"""Definitions under a word without a number, each with a number of its own that counts from one. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, item_mark, mark_value, unified
from ..reading.runs import Row, make_row, split_row
from .flow import NUMBERED_CHAPTERS
from .inline_titles import COLONS, is_title
from .lines import Line, Part
from .typeface import is_strong

ENOUGH = 3
"""So many numbers in a row make a list of definitions."""
LEAST_ABOVE = 1
"""The first number stands right below the chapter's title, or below one paragraph."""
SAME_EDGE = 3.0
"""Points: the numbers stand under each other."""
NUMERALS = re.compile(r"\d+|[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]+")


class _Entry(NamedTuple):
    """A line that may open a definition: its number, the signs around it, and how many glyphs mark and term have."""

    place: int
    number: int
    kind: str
    mark: int
    term: int
    row: Row


def open_numbered_definitions(lines: Sequence[Line], pack: DomainPack) -> list[Line]:
    """The lines with each bold number under a chapter of definitions as a section; as they are where one is missing.

    Bold words behind the number are its term. A number of the count without a term of its own still opens a section:
    its text is none of the term before.
    """
    opened = list(lines)
    shift = 0
    for place, line in enumerate(lines):
        if not _is_chapter(line, pack):
            continue
        body = list(takewhile(_is_body, lines[place + 1 :]))
        entries = _counted([found for at, each in enumerate(body) if (found := _entry(at, each, pack)) is not None])
        for entry in entries:
            at = place + 1 + entry.place
            level = (line.heading.level or 2) + 1 if line.heading else 3
            parted = _opened(lines[at], entry, level)
            opened[at + shift : at + shift + 1] = parted
            shift += len(parted) - 1
    return opened


def _is_chapter(line: Line, pack: DomainPack) -> bool:
    heading = line.heading
    if line.part is not Part.CHAPTER or heading is None or heading.form != "plain":
        return False
    return unified(normalised(heading.title), pack) in pack.definition_titles


def _is_body(line: Line) -> bool:
    """Whether the line may stand among definitions: text, or a number that was taken for a chapter's."""
    if line.part in {Part.TEXT, Part.ITEM, Part.TABLE}:
        return True
    return line.part is Part.CHAPTER and line.heading is not None and line.heading.form in NUMBERED_CHAPTERS


def _entry(place: int, line: Line, pack: DomainPack) -> _Entry | None:
    if line.part is Part.TABLE or not line.rows or line.rule == "after_heading":
        return None
    row = _whole(line)
    mark = item_mark(row.text, pack)
    value = mark_value(mark) if mark is not None and NUMERALS.search(mark) else None
    count = len("".join(mark.split())) if mark is not None else 0
    if mark is None or value is None or count >= len(row.glyphs):
        return None
    lead = count + sum(len(run.glyphs) for run in takewhile(is_strong, split_row(row, count)[1].runs))
    if lead == count:
        return None
    words = "".join(glyph.char for glyph in row.glyphs[count:lead])
    if words[-1:] in COLONS:
        words = words[:-1]
    is_whole_text = lead == len(row.glyphs) and len(line.rows) > 1
    is_term = not is_whole_text and is_title(words)
    return _Entry(
        place,
        value,
        NUMERALS.sub(lambda found: "1" if found[0].isascii() else "", "".join(mark.split())),
        count,
        lead if is_term else count,
        row,
    )


def _whole(line: Line) -> Row:
    """The first row; number and title of a chapter as one."""
    if line.part is Part.CHAPTER:
        return make_row([run for row in line.rows for run in row.runs])
    return line.rows[0]


def _counted(found: Sequence[_Entry]) -> list[_Entry]:
    """The entries if they count from one without a gap, all with the same signs in one column; none otherwise."""
    first = found[0] if found else None
    if first is None or first.number != 1 or first.place > LEAST_ABOVE:
        return []
    alike = [each for each in found if each.kind == first.kind and abs(each.row.x0 - first.row.x0) < SAME_EDGE]
    counted: list[_Entry] = []
    for each in alike:
        if each.number == len(counted) + 1:
            counted.append(each)
    is_complete = all(each.number <= len(counted) for each in alike)
    terms = sum(each.term > each.mark for each in counted)
    return counted if terms >= ENOUGH and is_complete else []


def _opened(line: Line, entry: _Entry, level: int) -> list[Line]:
    """The line as number and term, and the text behind them."""
    head, rest = split_row(entry.row, entry.term) if entry.term < len(entry.row.glyphs) else (entry.row, None)
    heading = HeadingParts("plain", "", head.text.strip(), level)
    below = () if line.part is Part.CHAPTER else line.rows[1:]
    text = (*((rest,) if rest is not None else ()), *below)
    found = [replace(line, part=Part.BRANCH, rows=(head,), heading=heading, rule="numbered_definition")]
    if text:
        found.append(Line(Part.TEXT, line.page, line.y, text, "after_heading", column=line.column))
    return found
