"""The clauses of two documents paired: the same words first, then the same number or title, then what reads alike."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.library.comparable_text import key_of
from insurance_desktop.store.clauses.clauses import ClauseRow

_GRAM = 3
_COMMON = 24
"""Signs in a row that stand in more units than this tell nothing."""

_SHORTEST_ALIKE = 6
_SAME_TITLE, _SAME_NUMBER, _ALIKE = 0.2, 0.3, 0.5


@dataclass(frozen=True)
class Unit:
    """What is compared: a section's own text with all of its parts, or one table. `place` counts in reading order."""

    place: int
    rows: tuple[ClauseRow, ...]
    number: str
    title: str
    text: str

    @cached_property
    def key(self) -> str:
        return key_of(self.text)

    @cached_property
    def grams(self) -> frozenset[str]:
        return frozenset(self.key[place : place + _GRAM] for place in range(max(1, len(self.key) - _GRAM + 1)))


@dataclass(frozen=True, slots=True)
class Pair:
    old: Unit
    new: Unit

    @property
    def same_words(self) -> bool:
        return self.old.key == self.new.key

    @property
    def is_renumbered(self) -> bool:
        return self.old.number != self.new.number

    @property
    def is_retitled(self) -> bool:
        return self.old.title != self.new.title


def units_of(rows: Sequence[ClauseRow]) -> list[Unit]:
    """The units of a document: parts that the index cut (C2) are one clause again."""
    groups: list[list[ClauseRow]] = []
    for row in rows:
        last = groups[-1][-1] if groups else None
        if last is not None and not (row.is_table or last.is_table) and _section(last) == _section(row):
            groups[-1].append(row)
        else:
            groups.append([row])
    tables: Counter[str] = Counter()
    units = []
    for place, group in enumerate(groups):
        number = normalised(group[0].section_id)
        if group[0].is_table:
            tables[number] += 1
            number = f"{number}\t{tables[number]}"
        text = "\n".join(row.text for row in group)
        units.append(Unit(place, tuple(group), number, normalised(group[0].section_title), text))
    return units


def _section(row: ClauseRow) -> tuple[str, str]:
    return row.section_id, row.section_title


def paired(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """Each unit in one pair at the most."""
    found: list[Pair] = []
    left, right = {each.place: each for each in old}, {each.place: each for each in new}

    def take(pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            if left.get(pair.old.place) is pair.old and right.get(pair.new.place) is pair.new:
                found.append(Pair(left.pop(pair.old.place), right.pop(pair.new.place)))

    def both(key: Callable[[Unit], Hashable]) -> list[Pair]:
        return _by_key(left.values(), right.values(), key)

    take(both(lambda unit: (unit.number, unit.title, unit.key)))
    take(both(lambda unit: (unit.title, unit.key) if unit.key else None))
    take(both(lambda unit: unit.key if len(unit.key) >= _SHORTEST_ALIKE else None))
    take(both(lambda unit: (unit.number, unit.title)))
    take(pair for pair in both(lambda unit: unit.title or None) if _alike(pair.old, pair.new) >= _SAME_TITLE)
    take(pair for pair in both(lambda unit: unit.number) if _alike(pair.old, pair.new) >= _SAME_NUMBER)
    take(_most_alike(list(left.values()), list(right.values())))
    return found


def _by_key(old: Iterable[Unit], new: Iterable[Unit], key: Callable[[Unit], Hashable]) -> list[Pair]:
    """Units with the same key, one by one in reading order."""
    waiting: dict[Hashable, list[Unit]] = defaultdict(list)
    for unit in new:
        waiting[key(unit)].append(unit)
    pairs = []
    for unit in old:
        same = waiting.get(key(unit))
        if same and key(unit) is not None:
            pairs.append(Pair(unit, same.pop(0)))
    return pairs


def _alike(one: Unit, other: Unit) -> float:
    """Dice's share of the signs in a row that both have; two headings without text are alike."""
    if not one.key and not other.key:
        return 1.0
    return 2 * len(one.grams & other.grams) / (len(one.grams) + len(other.grams))


def _most_alike(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """What reads alike, the likest pair first. Only units that share something rare are compared."""
    owners: dict[str, list[int]] = defaultdict(list)
    for place, unit in enumerate(new):
        for gram in unit.grams:
            owners[gram].append(place)
    likely = []
    for unit in old:
        shared = Counter(
            place for gram in unit.grams if len(owners.get(gram, ())) <= _COMMON for place in owners.get(gram, ())
        )
        for place, _ in shared.most_common(5):
            share = _alike(unit, new[place])
            if share >= _ALIKE and len(unit.key) >= _SHORTEST_ALIKE:
                likely.append((share, Pair(unit, new[place])))
    return [pair for _, pair in sorted(likely, key=lambda each: (-each[0], each[1].old.place, each[1].new.place))]


def moved(pairs: Sequence[Pair]) -> set[int]:
    """The places (in the new document) of units that stand at another place of the order: all but the longest row of
    pairs that keep theirs."""
    ordered = sorted(pairs, key=lambda pair: pair.old.place)
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = [-1] * len(ordered)
    for place, pair in enumerate(ordered):
        length = bisect_left(ends, pair.new.place)
        before[place] = at[length - 1] if length else -1
        ends[length : length + 1] = [pair.new.place]
        at[length : length + 1] = [place]
    kept = set()
    place = at[-1] if at else -1
    while place >= 0:
        kept.add(ordered[place].new.place)
        place = before[place]
    return {pair.new.place for pair in ordered} - kept
