"""What differs between two texts, line by line and then sign by sign. Pure, and bounded however long the texts are."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from insurance_desktop.domain.entity import entity

MOST_COMPARISONS = 2_000_000
"""Pairs of equal lines or signs that a fine comparison may look at; a stretch with more counts as changed whole."""
NEAR = 1
"""Changes with no more equal signs than this between them are one."""


class Stretch(NamedTuple):
    """Characters [old_start, old_end) of the old text stand as [new_start, new_end) in the new one."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


@entity
class Hunk:
    """Neighbouring lines that differ: where they stand, their words, and inside them the signs that differ.

    The stretches count from the start of the whole texts. Lines that only one text has leave the other's words "".
    """

    place: Stretch
    old: str
    new: str
    signs: tuple[Stretch, ...]


def difference(old: str, new: str, *, near: int = NEAR) -> tuple[Hunk, ...]:
    """The hunks in order; () for equal texts. What lies outside all hunks is equal, sign by sign.

    Inside a hunk changes with no more than `near` equal signs between them are one.
    """
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    old_at, new_at = (list(accumulate(map(len, lines), initial=0)) for lines in (old_lines, new_lines))
    found = []
    for o0, o1, n0, n1 in _joined(_changed(old_lines, new_lines), 0):
        place = Stretch(old_at[o0], old_at[o1], new_at[n0], new_at[n1])
        before, after = old[place.old_start : place.old_end], new[place.new_start : place.new_end]
        inside = _joined(_changed_signs(before, after), near)
        signs = tuple(
            Stretch(place.old_start + a0, place.old_start + a1, place.new_start + b0, place.new_start + b1)
            for a0, a1, b0, b1 in inside
        )
        found.append(Hunk(place, before, after, signs))
    return tuple(found)


def unchanged(old: str, new: str) -> Iterator[tuple[int, int, int]]:
    """The stretches that both texts share, in order: start in the old one, start in the new one, length."""
    old_at = new_at = 0
    for hunk in difference(old, new, near=0):
        for old_start, old_end, _, new_end in hunk.signs:
            if old_start > old_at:
                yield old_at, new_at, old_start - old_at
            old_at, new_at = old_end, new_end
    if len(old) > old_at:
        yield old_at, new_at, len(old) - old_at


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Stretch]:
    """The lines that differ, between lines that both texts have exactly once in the same order."""
    o0, n0 = 0, 0
    for o1, n1 in [*_anchors(old, new), (len(old), len(new))]:
        yield from _between(old, new, Stretch(o0, o1, n0, n1))
        o0, n0 = o1 + 1, n1 + 1


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Places of the unique lines that both share: the longest run of them that ascends in both."""
    old_count, new_count = Counter(old), Counter(new)
    new_place = {line: place for place, line in enumerate(new) if new_count[line] == 1}
    pairs = [(place, new_place[line]) for place, line in enumerate(old) if old_count[line] == 1 and line in new_place]
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(tails, place)
        before.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [place]
        ends[at : at + 1] = [number]
    chosen: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _changed_signs(old: str, new: str) -> Iterator[Stretch]:
    """The signs that differ; in texts too long to compare as one, those of each line with its opposite."""
    if _is_affordable(old, new):
        yield from _between(old, new, Stretch(0, len(old), 0, len(new)))
        return
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if len(old_lines) != len(new_lines):
        yield Stretch(0, len(old), 0, len(new))
        return
    o0 = n0 = 0
    for before, after in zip(old_lines, new_lines, strict=True):
        for a0, a1, b0, b1 in _between(before, after, Stretch(0, len(before), 0, len(after))):
            yield Stretch(o0 + a0, o0 + a1, n0 + b0, n0 + b1)
        o0, n0 = o0 + len(before), n0 + len(after)


def _between(old: Sequence[str], new: Sequence[str], place: Stretch) -> Iterator[Stretch]:
    """What differs inside a stretch, after the beginning and the end that are the same."""
    o0, o1, n0, n1 = place
    while o0 < o1 and n0 < n1 and old[o0] == new[n0]:
        o0, n0 = o0 + 1, n0 + 1
    while o0 < o1 and n0 < n1 and old[o1 - 1] == new[n1 - 1]:
        o1, n1 = o1 - 1, n1 - 1
    if o0 == o1 and n0 == n1:
        return
    before, after = old[o0:o1], new[n0:n1]
    if o0 == o1 or n0 == n1 or not _is_affordable(before, after):
        yield Stretch(o0, o1, n0, n1)
        return
    for kind, a0, a1, b0, b1 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield Stretch(o0 + a0, o0 + a1, n0 + b0, n0 + b1)


def _is_affordable(old: Sequence[str], new: Sequence[str]) -> bool:
    there = Counter(new)
    return sum(count * there[each] for each, count in Counter(old).items()) <= MOST_COMPARISONS


def _joined(stretches: Iterator[Stretch], near: int) -> list[Stretch]:
    """Stretches that touch, or nearly, as one."""
    found: list[Stretch] = []
    for each in stretches:
        last = found[-1] if found else None
        if last is not None and each.old_start - last.old_end <= near and each.new_start - last.new_end <= near:
            found[-1] = Stretch(last.old_start, each.old_end, last.new_start, each.new_end)
        else:
            found.append(each)
    return found
