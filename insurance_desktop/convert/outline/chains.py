"""Numbers that count on: the decimal chain of a contract with its chapters, its articles, its units.

The best chain is found by dynamic programming over the starts in order: each brings what speaks for it, each step
costs what it leaves out. Nothing counts back; a count that begins again is another contract or an annex.
"""

from collections.abc import Sequence
from itertools import pairwise

from ..headings import ARTICLES, UNITS
from .habits import HABITS
from .numbers import DECIMAL, PLAIN
from .starts import Start

NEVER = float("inf")


def find_chains(starts: Sequence[Start]) -> dict[int, Start]:
    """The starts that are members of the wide chains, by their place."""
    chosen = _with_pure_styles(_decimals(starts), [each for each in starts if each.number.form == DECIMAL])
    for forms in (ARTICLES, *(frozenset({unit}) for unit in UNITS)):
        counted = [each for each in starts if each.number.form in forms]
        chosen += _with_pure_styles(best_chain(counted), counted)
    return {each.place: each for each in chosen}


def _with_pure_styles(chain: list[Start], starts: Sequence[Start]) -> list[Start]:
    """The chain with what it left out of a style that is nearly always in it: style is surer than a chain."""
    places = {each.place for each in chain}
    styles: dict[tuple[str, int, bool, bool], list[Start]] = {}
    for start in starts:
        if not start.is_inside:
            styles.setdefault((start.zone, round(start.x), start.is_heavy, start.is_larger), []).append(start)
    for alike in styles.values():
        inside = sum(each.place in places for each in alike)
        if inside >= HABITS.pure_count and inside >= HABITS.pure_share * len(alike):
            chain += [each for each in alike if each.place not in places]
    return chain


def _decimals(starts: Sequence[Start]) -> list[Start]:
    """The decimal chain with its chapters: plain numbers that are printed as those are which hold decimal ones."""
    decimals = [each for each in starts if each.value and (each.number.form == DECIMAL or each.number.form in PLAIN)]
    first = best_chain(decimals)
    chapters = [one for one, other in pairwise(first) if len(one.value) == 1 and other.value == (*one.value, 1)]
    chapters += [each for each in first if len(each.value) == 1 and each.in_contents]
    margin = _usual_x([each for each in first if len(each.value) == 2]) + HABITS.deeper
    return best_chain(
        [each for each in decimals if each.x <= margin and (len(each.value) > 1 or _is_chapter(each, chapters))]
    )


def _usual_x(starts: Sequence[Start]) -> float:
    """Where most of some numbers begin; what begins further right is inside of them."""
    found = sorted(each.x for each in starts)
    return found[len(found) // 2] if found else NEVER


def _is_chapter(start: Start, chapters: Sequence[Start]) -> bool:
    """Whether a plain number is printed as a chapter of this document."""
    return start.in_contents or any(
        start.number.form == each.number.form
        and abs(start.x - each.x) <= HABITS.same_x
        and start.is_heavy == each.is_heavy
        and start.is_larger == each.is_larger
        for each in chapters
    )


def best_chain(starts: Sequence[Start]) -> list[Start]:
    """The members of the chain for which most speaks after its costs."""
    best: list[float] = []
    before: list[int] = []
    for index, start in enumerate(starts):
        total, source = start.weight - _begin_cost(start), -1
        for other in range(max(0, index - HABITS.reach), index):
            gain = best[other] + start.weight - step_cost(starts[other], start)
            if gain > total:
                total, source = gain, other
        best.append(total)
        before.append(source)
    index = max(range(len(best)), key=best.__getitem__, default=-1)
    if index < 0 or best[index] <= 0:
        return []
    chain: list[Start] = []
    while index >= 0:
        chain.append(starts[index])
        index = before[index]
    return chain[::-1]


def _begin_cost(start: Start) -> float:
    return 0.0 if set(start.value) == {1} else HABITS.jump


def step_cost(last: Start, start: Start) -> float:
    """What it costs to go on from one start to another; NEVER where the count would go back."""
    one, other = last.value, start.value
    cost = _style_cost(last, start)
    if _is_next(one, other):
        if len(one) == len(other) == 1 and start.number.form in PLAIN:
            is_alike = last.is_heavy == start.is_heavy and last.is_larger == start.is_larger
            stands_out = (start.is_larger and start.is_titled) or start.in_contents
            return cost + (HABITS.flat_heavy if is_alike and stands_out else HABITS.flat_chapter)
        return cost - HABITS.counts_on
    if len(other) == len(one) and len(one) > 1 and other == (one[0] + 1, *(1,) * (len(one) - 1)):
        return cost + HABITS.chapter_missing
    if len(one) > len(other) > 1 and other == (one[0] + 1, *(1,) * (len(other) - 1)):
        return cost + HABITS.chapter_missing
    if other > one:
        return cost + (HABITS.jump_in_contents if start.in_contents else HABITS.jump)
    if set(other) == {1} and len(other) <= 2:
        return cost + (
            HABITS.restart if start.number.form in PLAIN or start.number.form == DECIMAL else HABITS.restart_own
        )
    return NEVER


def _is_next(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a number comes right after another: its first child, or the next one of it or of what it stands in."""
    if len(other) > len(one):
        return other == (*one, 1)
    return other[:-1] == one[: len(other) - 1] and other[-1] == one[len(other) - 1] + 1


def _style_cost(last: Start, start: Start) -> float:
    """What it costs that numbers of one depth are printed in two ways."""
    if len(last.value) != len(start.value):
        return 0.0
    is_apart = last.zone is not start.zone or abs(last.x - start.x) > HABITS.same_x
    return HABITS.other_style * is_apart + 0.5 * HABITS.other_style * (last.is_heavy != start.is_heavy)
