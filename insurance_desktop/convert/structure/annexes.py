"""Annexes with chapters of their own: what they number anew stands below them, not beside them. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

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
