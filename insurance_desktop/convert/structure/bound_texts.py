"""Several texts bound in one file: each further one has a title of its own, and numbers its sections anew. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import ARTICLES, HeadingParts, dotted, mark_value, unified
from .lines import Line, Part
from .text_columns import Columns
from .titles import SMALLER, WIDE_TITLE, title_rows

FURTHER_TITLE = "title_further"
"""The rule's name: the heading of a further text, not of the file."""
MOST_BETWEEN = 24
"""At most so many lines stand between a title and the first number below it: a chapter, an introduction."""
CHAPTERS = frozenset({"chapter", "part"})
BRACKETED = re.compile(r"[(\uff08][^()\uff08\uff09]*[)\uff09]")


def mark_further_titles(
    lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack
) -> list[Line]:
    """The lines with the titles of further texts: rows that end as names do, above a number that is one again.

    Where the title is printed much larger than the text, whatever number comes next: word processors count on. Riders
    that number sections begin a text of their own however large their title is; what numbers articles may be a rider
    inside of the text. The file's own title, printed again above the first number, ends what stands before the text.
    """
    marked = list(lines)
    own = normalised("".join(line.text for line in lines if line.part is Part.TITLE))
    counted: set[str] = set()
    is_below_large = False
    for place, line in enumerate(lines):
        is_below_large = is_below_large or _is_large(line, columns)
        if line.heading is None or line.part not in {Part.CLAUSE, Part.CHAPTER} or is_plain(line.heading):
            continue
        form = first_of(line)
        found = []
        if form in counted or is_below_large or not counted:
            found = _title_above(place, lines, columns, widths, pack)
        again = [] if counted else _printed_again(found, lines, own)
        is_again = bool(again)
        is_rider = form in counted and form not in ARTICLES
        found = again or (found if counted and (is_rider or _is_as_large(found, lines)) else [])
        if found and (is_again or form in counted or all(_is_large(lines[index], columns) for index in found)):
            for index in found:
                marked[index] = replace(lines[index], part=Part.TITLE, rule=FURTHER_TITLE, heading=None)
            counted = set()
        counted.add(form)
        is_below_large = False
    return marked


def _printed_again(found: Sequence[int], lines: Sequence[Line], own: str) -> list[int]:
    """The rows of a title that are the file's own; its company may stand above them."""
    for first in range(len(found)):
        if own.endswith(normalised("".join(lines[at].text for at in found[first:]))):
            return list(found[first:])
    return []


def _is_large(line: Line, columns: Columns) -> bool:
    return line.part is Part.TEXT and bool(line.rows) and line.rows[0].size >= WIDE_TITLE * columns.size


def _is_as_large(found: Sequence[int], lines: Sequence[Line]) -> bool:
    """Whether rows are as large as the file's own title: the titles of riders inside a text are smaller."""
    own = next((line.rows[0].size for line in lines if line.part is Part.TITLE and line.rows), 0.0)
    return max((lines[index].rows[0].size for index in found), default=0.0) >= SMALLER * own


def first_of(line: Line) -> str:
    """The kind of number of which the line is the first; "" for all others."""
    heading = line.heading
    if heading is None:
        return ""
    if heading.form in ARTICLES | CHAPTERS:
        return heading.form if mark_value(heading.number) == 1 else ""
    parts = dotted(heading.number) or []
    return str(len(parts)) if parts and all(part == 1 for part in parts) else ""


def _title_above(
    place: int, lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack
) -> list[int]:
    """The places of the title's rows right above: no other heading stands between, and together they end as a name.

    What stands right below the word for an annex is the annex's own title.
    """
    first = place
    while first > 0 and place - first < MOST_BETWEEN and not _divides(lines[first - 1]):
        first -= 1
    found: list[int] = []
    has_annex = first > 0 and lines[first - 1].part is Part.ANNEX
    for start in range(first, place):
        group = title_rows(lines[start:place], columns, widths, pack)
        found = sorted(start + index for index in group)
        if found and names_text("".join(lines[index].text for index in found), pack):
            return [] if has_annex and found[0] == first else found
        if not found:
            break
    return []


def _divides(line: Line) -> bool:
    """Whether the line belongs to the text before: a heading with a number, an annex or another title."""
    if line.part in {Part.TEXT, Part.GUIDE}:
        return False
    return not (line.part in {Part.CHAPTER, Part.BRANCH} and is_plain(line.heading))


def is_plain(heading: HeadingParts | None) -> bool:
    return heading is not None and heading.form == "plain"


def names_text(words: str, pack: DomainPack) -> bool:
    """Whether the words end as names of documents do, whatever stands in brackets behind them."""
    name = BRACKETED.sub("", unified(normalised(words), pack))
    return any(name.endswith(ending) for ending in pack.name_endings)
