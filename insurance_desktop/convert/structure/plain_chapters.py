"""Chapters with plain numbers in the type of the text: no weight tells them, what stands below them does. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, item_mark, read_heading
from .flow import NUMBERED_CHAPTERS
from .inline_titles import is_title, number_apart
from .lines import Line, Part


def open_plain_chapters(lines: Sequence[Line], pack: DomainPack) -> list[Line]:
    """A plain number with a title before its own first section is a chapter; below numerals its neighbours are too."""
    found = {place: heading for place, line in enumerate(lines) if (heading := _plain_chapter(line, pack)) is not None}
    opening = {place for place, heading in found.items() if _opens_sections(place, heading, lines, found)}
    if opening:
        opening |= _neighbours(lines, found, opening, pack)
    return [
        replace(
            line,
            part=Part.CHAPTER,
            rows=number_apart(line.rows[0]),
            heading=found[place],
            rule="chapter_before_section",
        )
        if place in opening
        else line
        for place, line in enumerate(lines)
    ]


def _plain_chapter(line: Line, pack: DomainPack) -> HeadingParts | None:
    if line.part not in {Part.TEXT, Part.LABEL} or len(line.rows) != 1:
        return None
    heading = read_heading(" ".join(row.text for row in number_apart(line.rows[0])), pack)
    is_plain = heading is not None and heading.form in NUMBERED_CHAPTERS and is_title(heading.title)
    return heading if is_plain else None


def _number(heading: HeadingParts) -> str:
    return normalised(heading.number).rstrip(".")


def _opens_sections(place: int, heading: HeadingParts, lines: Sequence[Line], found: dict[int, HeadingParts]) -> bool:
    """Whether the number's own first section follows: right below it or, under a numeral, below a paragraph."""
    below = place + 1
    if _branch_above(place, lines) is not None:
        while below < len(lines) and lines[below].part is Part.TEXT and below not in found:
            below += 1
    section = lines[below] if below < len(lines) else None
    if section is None or section.heading is None or section.part is not Part.CLAUSE:
        return False
    return _number(section.heading) == f"{_number(heading)}.1"


def _branch_above(place: int, lines: Sequence[Line]) -> int | None:
    """Where the numeral stands that the line belongs to."""
    return next(
        (
            above
            for above in range(place - 1, -1, -1)
            if (heading := lines[above].heading) is not None
            and lines[above].part is Part.BRANCH
            and heading.form == "han"
        ),
        None,
    )


def _neighbours(lines: Sequence[Line], found: dict[int, HeadingParts], opening: set[int], pack: DomainPack) -> set[int]:
    """Further plain numbers below numerals that count on, each with text of its own below: no items of a list."""
    more: set[int] = set()
    last: dict[int, int] = {}
    items: dict[int, int] = {}
    for place, heading in found.items():
        branch, number = _branch_above(place, lines), int(_number(heading))
        if branch is None:
            continue
        if place in opening:
            last[branch] = number
            continue
        after = lines[place + 1] if place + 1 < len(lines) else None
        has_text = after is not None and after.part is Part.TEXT and item_mark(after.text, pack) is None
        is_first = number == 1 and place == branch + 1
        is_next = number == last.get(branch, -1) + 1 and number != items.get(branch, -1) + 1
        if has_text and (is_first or is_next):
            more.add(place)
            last[branch] = number
        else:
            items[branch] = number
    return more
