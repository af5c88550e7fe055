"""Slips of the keyboard in names: how far what was typed is from a stretch of a name."""

from functools import lru_cache

from .readings import readings

SAME_SOUND = 0.5
"""A character of the same sound is the slip that an input method makes."""


def fewest_edits(asked: str, key: str) -> int:
    """The fewest characters to change, add or leave out so that `asked` stands in `key` (Myers: one bit for each)."""
    masks: dict[str, int] = {}
    for place, character in enumerate(asked):
        masks[character] = masks.get(character, 0) | 1 << place
    last = 1 << (len(asked) - 1)
    up, down, count = (last << 1) - 1, 0, len(asked)
    fewest = count
    for character in key:
        equal = masks.get(character, 0)
        straight = (((equal & up) + up) ^ up) | equal | down
        more = down | ~(straight | up)
        less = up & straight
        count += bool(more & last) - bool(less & last)
        fewest = min(fewest, count)
        more, less = more << 1, less << 1
        up, down = less | ~(straight | down | more), more & (straight | down)
        up &= (last << 1) - 1
    return fewest


def cost_of(asked: str, key: str) -> float:
    """The least cost of the slips between `asked` and a stretch of `key`; a swap of neighbours is one slip."""
    before: list[float] = []
    last = [0.0] * (len(key) + 1)
    for row, typed in enumerate(asked, start=1):
        now = [float(row)]
        for column, printed in enumerate(key, start=1):
            best = min(last[column] + 1, now[-1] + 1, last[column - 1] + _change(typed, printed))
            if row > 1 and column > 1 and typed == key[column - 2] and asked[row - 2] == printed:
                best = min(best, before[column - 2] + 1)
            now.append(best)
        before, last = last, now
    return min(last)


@lru_cache(maxsize=20_000)
def _change(typed: str, printed: str) -> float:
    if typed == printed:
        return 0.0
    return SAME_SOUND if not {*readings(typed)}.isdisjoint(readings(printed)) else 1.0
