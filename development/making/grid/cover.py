"""A small set of combinations in which every two ways (or every three) that can meet do meet."""

import random
from collections.abc import Iterator
from itertools import combinations, product

from .combination import HABITS, Combination, broken_rule, combination_of

SEED = 20
TRIES = {2: 30, 3: 6}
"""So many documents are tried by the strength for each one that is taken: the one with most new meetings wins."""

Ways = dict[str, str]
Meeting = tuple[tuple[str, str], ...]


def cover(strength: int = 2, seed: int = SEED) -> list[Combination]:
    """Documents in which every `strength` ways that can meet do meet, the same for the same seed."""
    dice = random.Random(seed)
    wanted = set(possible_meetings(strength))
    found: list[Combination] = []
    while wanted:
        # Not the sets' own order: that of words changes from run to run.
        first = min(wanted)
        tries = [_greedy(first, wanted, strength, dice) for _ in range(TRIES[strength])]
        best = max(tries, key=lambda each: len(wanted.intersection(_meetings(each, strength))))
        wanted.difference_update(_meetings(best, strength))
        found.append(combination_of(best))
    return found


def possible_meetings(strength: int) -> Iterator[Meeting]:
    """All the ways, so many at a time, that stand together in some document that breaks no rule."""
    for habits in combinations(HABITS, strength):
        for ways in product(*(HABITS[habit] for habit in habits)):
            if _completed(dict(zip(habits, ways, strict=True))):
                yield tuple(zip(habits, ways, strict=True))


def _completed(chosen: Ways) -> Ways | None:
    """A whole document with what is chosen, by trying way after way and turning back where a rule is broken."""
    if broken_rule(chosen):
        return None
    habit = next((each for each in HABITS if each not in chosen), None)
    if habit is None:
        return chosen
    return next(filter(None, (_completed({**chosen, habit: way}) for way in HABITS[habit])), None)


def _greedy(first: Meeting, wanted: set[Meeting], strength: int, dice: random.Random) -> Ways:
    """A document with this meeting: habit after habit takes the way with most new meetings among those chosen."""
    chosen = dict(first)
    habits = [habit for habit in HABITS if habit not in chosen]
    dice.shuffle(habits)
    for habit in habits:
        ways = [way for way in HABITS[habit] if not broken_rule({**chosen, habit: way})]
        if not ways:
            return _completed(dict(first)) or chosen
        dice.shuffle(ways)
        chosen[habit] = max(ways, key=lambda way: _new(chosen, habit, way, wanted, strength))
    return chosen


def _new(chosen: Ways, habit: str, way: str, wanted: set[Meeting], strength: int) -> int:
    """How many meetings this way would add."""
    others = combinations(sorted(chosen, key=_PLACES.__getitem__), strength - 1)
    return sum(_in_order({**{each: chosen[each] for each in those}, habit: way}) in wanted for those in others)


_PLACES = {habit: place for place, habit in enumerate(HABITS)}


def _in_order(ways: Ways) -> Meeting:
    return tuple((habit, ways[habit]) for habit in sorted(ways, key=_PLACES.__getitem__))


def _meetings(ways: Ways, strength: int) -> Iterator[Meeting]:
    return combinations(((habit, ways[habit]) for habit in HABITS), strength)
