"""Two rows of signs laid side by side with the fewest changes, at a bounded cost."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_CELLS = 12_000_000
"""Cells of the table of costs: 24 MB, some 0.1 s."""

_JOINED = 1
"""So few equal signs between two changes are part of one change."""

Costs = NDArray[np.int16]
Codes = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Hunk:
    """[a0, a1) of the one row stands beside [b0, b1) of the other; `same` where they are equal."""

    same: bool
    a0: int
    a1: int
    b0: int
    b1: int


def fits(first: Sequence[Hashable], second: Sequence[Hashable]) -> bool:
    """Whether two rows are short enough to be laid side by side."""
    return (len(first) + 1) * (len(second) + 1) <= MOST_CELLS and max(len(first), len(second)) < 30_000


def lay_beside(first: Sequence[Hashable], second: Sequence[Hashable], *, inside: bool = False) -> list[Hunk]:
    """The hunks that turn `first` into `second`, in order. ValueError where they do not fit.

    `inside`: `first` is looked for in `second`, whose beginning and end may be left over; the hunks then begin and
    end where it was found.
    """
    if not fits(first, second):
        raise ValueError("too long to be laid side by side")
    one, other = _codes(first, second)
    costs = _costs(one, other, inside)
    end = int(costs[-1].argmin()) if inside else len(other)
    return _joined(_way_back(one, other, costs, end, inside))


def at_most(hunks: Sequence[Hunk], most: int) -> list[Hunk]:
    """The same in no more hunks: short equal stretches between changes become part of them, longer ones after that."""
    found, island = list(hunks), _JOINED
    while len(found) > most:
        island *= 2
        found = _joined(found, island)
    return found


def edits(hunks: Sequence[Hunk]) -> int:
    """How many signs were changed, added or left out."""
    return sum(max(each.a1 - each.a0, each.b1 - each.b0) for each in hunks if not each.same)


def _codes(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[Codes, Codes]:
    known: dict[Hashable, int] = {}
    rows = [[known.setdefault(sign, len(known)) for sign in each] for each in (first, second)]
    return np.array(rows[0], dtype=np.int32), np.array(rows[1], dtype=np.int32)


def _costs(one: Codes, other: Codes, inside: bool) -> Costs:
    """costs[i, j] = the fewest changes between one[:i] and other[:j] (from anywhere in `other` where `inside`)."""
    steps = np.arange(len(other) + 1, dtype=np.int16)
    costs = np.empty((len(one) + 1, len(other) + 1), dtype=np.int16)
    costs[0] = 0 if inside else steps
    for place, sign in enumerate(one, 1):
        above = costs[place - 1]
        best = above + 1
        np.minimum(best[1:], above[:-1] + (other != sign), out=best[1:])
        costs[place] = np.minimum.accumulate(best - steps) + steps  # the cheapest way along the row
    return costs


def _way_back(one: Codes, other: Codes, costs: Costs, end: int, inside: bool) -> list[Hunk]:
    """The steps from the last cell to the first, as hunks in reading order. Equal signs are kept where they can be."""
    hunks: list[Hunk] = []
    i, j = len(one), end
    while i or (j and not inside):
        cost = costs[i, j]
        if i and j and one[i - 1] == other[j - 1] and costs[i - 1, j - 1] == cost:
            hunks.append(Hunk(True, i - 1, i, j - 1, j))
            i, j = i - 1, j - 1
        elif i and j and costs[i - 1, j - 1] + 1 == cost:
            hunks.append(Hunk(False, i - 1, i, j - 1, j))
            i, j = i - 1, j - 1
        elif i and costs[i - 1, j] + 1 == cost:
            hunks.append(Hunk(False, i - 1, i, j, j))
            i -= 1
        else:
            hunks.append(Hunk(False, i, i, j - 1, j))
            j -= 1
    return hunks[::-1]


def _joined(steps: Sequence[Hunk], island: int = _JOINED) -> list[Hunk]:
    """Steps of one kind as one hunk; `island` equal signs or fewer between two changes belong to them."""
    runs = _runs(steps)
    last = len(runs) - 1
    told = [
        Hunk(False, each.a0, each.a1, each.b0, each.b1)
        if each.same and 0 < place < last and each.a1 - each.a0 <= island
        else each
        for place, each in enumerate(runs)
    ]
    return _runs(told)


def _runs(steps: Sequence[Hunk]) -> list[Hunk]:
    found: list[Hunk] = []
    for each in steps:
        if found and found[-1].same == each.same:
            found[-1] = Hunk(each.same, found[-1].a0, each.a1, found[-1].b0, each.b1)
        else:
            found.append(each)
    return found
