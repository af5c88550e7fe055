"""Annexes with chapters of their own: what they number anew stands below them, not beside them. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..headings import HeadingParts, follows, mark_value
from .bound_texts import first_of, is_plain
from .lines import Line, Part

CHAPTER_LEVEL = 2
"""Annexes and chapters of the text stand on this level."""


def nest_annexes(lines: Sequence[Line]) -> list[Line]:
    """The lines with the chapters and sections of such annexes one level deeper, two below a chapter without number."""
    starts = [place for place, line in enumerate(lines) if line.part in {Part.ANNEX, Part.TITLE}]
    nested = list(lines)
    for begin, end in pairwise([*starts, len(lines)]):
        inside = range(begin + 1, end)
        if lines[begin].part is Part.ANNEX and _numbers_anew([lines[place] for place in inside]):
            step = 1
            for place in inside:
                plain = is_plain(lines[place].heading)
                step = 2 if plain else step
                nested[place] = _deeper(lines[place], 1 if plain else step)
    return nested


def end_annexes(lines: Sequence[Line]) -> list[Line]:
    """The lines with an annex in the middle of the text on the level of the sections that count on behind it.

    Left above them, it would hold the rest of the contract.
    """
    ended = list(lines)
    last: HeadingParts | None = None
    undecided: int | None = None
    is_inside = False
    for place, line in enumerate(lines):
        if line.part in {Part.ANNEX, Part.TITLE}:
            is_inside = line.part is Part.ANNEX
            last = last if is_inside else None
            undecided = place if is_inside and last is not None else None
        elif line.part is Part.CLAUSE and line.heading is not None and not is_plain(line.heading):
            if undecided is not None and last is not None and _counts_on(last, line.heading):
                ended[undecided] = replace(lines[undecided], heading=_on_level(lines[undecided], line.heading.level))
                is_inside = False
            undecided = None
            last = last if is_inside else line.heading
    return ended


def _on_level(line: Line, level: int | None) -> HeadingParts | None:
    return line.heading._replace(level=level) if line.heading is not None else None


def _counts_on(last: HeadingParts, heading: HeadingParts) -> bool:
    """Whether one number comes right after another, as deep as that one."""
    if last.form != heading.form or last.depth != heading.depth:
        return False
    if heading.depth:
        return follows(last.number, heading.number)
    before, here = mark_value(last.number), mark_value(heading.number)
    return before is not None and here == before + 1


def _numbers_anew(lines: Sequence[Line]) -> bool:
    """Whether the annex has chapters, and its first number is a first one: others only stand behind a short annex."""
    heads = [line for line in lines if line.heading is not None and line.part in {Part.CHAPTER, Part.CLAUSE}]
    has_chapters = any(line.heading is not None and line.heading.level == CHAPTER_LEVEL for line in heads)
    numbered = [line for line in heads if not is_plain(line.heading)]
    return has_chapters and (not numbered or bool(first_of(numbered[0])))


def _deeper(line: Line, steps: int) -> Line:
    if line.heading is None or line.part not in {Part.CHAPTER, Part.CLAUSE, Part.BRANCH}:
        return line
    level = line.heading.level if line.heading.level is not None else line.heading.depth + 1
    return replace(line, heading=line.heading._replace(level=level + steps))
