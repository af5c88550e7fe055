"""Which of two kinds of numbers stands inside the other: 1. below （一）, or （一） below 1., where they count anew.

Prospectuses number both ways below 一、. What comes first is the wider one; the other stands inside it where its
numbers come again or come below one of the wider ones alone, and beside it where they are counted on.
"""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.identity import normalised

from ..headings import mark_value
from .flow import NUMBERED_CHAPTERS
from .lines import Line

_BRACKETED = "han_parenthesised"


def deepen_inner_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines with the inner numbers a level below the outer ones."""
    deepened = list(lines)
    for places in _siblings(lines):
        kinds = {place: _kind(lines[place]) for place in places}
        inner = [place for place in places if kinds[place] not in {None, kinds[places[0]]}]
        numbers = [normalised(_number(lines[place])) for place in inner]
        is_anew = len(set(numbers)) < len(numbers) or _is_one_count(places, inner, lines)
        if kinds[places[0]] is not None and is_anew:
            for place in inner:
                heading = lines[place].heading
                assert heading is not None
                deepened[place] = replace(lines[place], heading=heading._replace(level=(heading.level or 0) + 1))
    return deepened


def _is_one_count(places: Sequence[int], inner: Sequence[int], lines: Sequence[Line]) -> bool:
    """Whether the inner numbers count from one with nothing of their level between them."""
    between = places[places.index(inner[0]) : places.index(inner[-1]) + 1] if inner else []
    return bool(inner) and list(inner) == list(between) and mark_value(_number(lines[inner[0]])) == 1


def _siblings(lines: Sequence[Line]) -> list[list[int]]:
    """The places of the headings of one level below one heading, for every heading that has such ones."""
    found: dict[tuple[int, int], list[int]] = {}
    open_ones: list[tuple[int, int]] = []
    for place, line in enumerate(lines):
        if line.heading is None:
            continue
        level = line.heading.level or 0
        while open_ones and open_ones[-1][1] >= level:
            open_ones.pop()
        found.setdefault((open_ones[-1][0] if open_ones else -1, level), []).append(place)
        open_ones.append((place, level))
    return list(found.values())


def _kind(line: Line) -> str | None:
    """The kind of number of a heading, None for other headings."""
    form = "" if line.heading is None else line.heading.form
    return _BRACKETED if form == _BRACKETED else "plain" if form in NUMBERED_CHAPTERS else None


def _number(line: Line) -> str:
    return "" if line.heading is None else line.heading.number
