"""Spaces in Latin words and numbers: where the Markdown has one and the page has none, or the other way round. Pure.

White space is no part of the comparison, but `100 000` is not `100000`, and a line break is not always a space. Only
gaps between two ASCII letters or digits count; between Chinese signs a space says nothing.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from .block_texts import INNER, BlockText, Part, inner_gaps
from .comparing import Comparison

AROUND = 10
"""Signs before and after a space that are quoted."""


class Gap(StrEnum):
    """What became of a gap; `broken`: a number went on in the next line, or another one began there."""

    SPLIT = "split"
    JOINED = "joined"
    BROKEN = "broken"


class Spacing(NamedTuple):
    """A gap before sign `at` of a page; `before` and `after` are the signs around it.

    `last` is the place of the sign before it where the page draws others between the two.
    """

    gap: Gap
    is_number: bool
    page: int
    at: int
    before: str
    after: str
    last: int | None = None


def check_spacing(compared: Comparison, read: Mapping[int, str]) -> Iterator[Spacing]:
    """Where the gaps of the Markdown are not those of the page."""
    on_page = {number: inner_gaps(text) for number, text in read.items() if INNER.search(text)}
    ordered = {number: sorted(gaps) for number, gaps in on_page.items()}
    for text in compared.texts:
        for part in text.parts:
            places = ordered.get(part.page, [])
            differing = _differing(text, part, places)
            if differing and not _is_elsewhere(text, part, compared.signs[part.page], places):
                yield from (_spacing(text, part, at, on_page.get(part.page, {}).get(at)) for at in differing)
        yield from _parted(text)


def _parted(text: BlockText) -> Iterator[Spacing]:
    """Where a figure of the Markdown comes from two places of the page: only their boxes tell whether it is one."""
    for one, other in pairwise(text.parts):
        index = other.begin
        if one.page != other.page or index in text.gaps or not (0 < index < len(text.signs)):
            continue
        before, after = text.signs[max(0, index - AROUND) : index], text.signs[index : index + AROUND]
        if before[-1].isdigit() and after[0].isdigit():
            yield Spacing(Gap.BROKEN, True, other.page, other.first, before, after, one.last)


def _differing(text: BlockText, part: Part, places: Sequence[int]) -> list[int]:
    """The places of the page before which only one of the two has a gap; none for a part that others interrupt."""
    if part.last - part.first != part.length - 1:
        return []
    there = places[bisect_right(places, part.first) : bisect_left(places, part.last + 1)]
    shift = part.first - part.begin
    here = {gap + shift for gap in text.gaps if part.begin < gap < part.begin + part.length}
    return sorted(here.symmetric_difference(there))


def _is_elsewhere(text: BlockText, part: Part, signs: str, places: Sequence[int]) -> bool:
    """Whether the page has the signs in another place too, with the right gaps: a short text may be found in others."""
    stretch = text.signs[part.begin : part.begin + part.length]
    at = signs.find(stretch)
    while at >= 0:
        if not _differing(text, part._replace(first=at, last=at + part.length - 1), places):
            return True
        at = signs.find(stretch, at + 1)
    return False


def _spacing(text: BlockText, part: Part, at: int, is_break: bool | None) -> Spacing:
    """`is_break` is None where the page has no gap."""
    index = at - part.first + part.begin
    before, after = text.signs[max(0, index - AROUND) : index], text.signs[index : index + AROUND]
    is_number = before[-1].isdigit() and after[0].isdigit()
    gap = Gap.SPLIT if is_break is None else Gap.BROKEN if is_break and is_number else Gap.JOINED
    return Spacing(gap, is_number, part.page, at, before, after)
