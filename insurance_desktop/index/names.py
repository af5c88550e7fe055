"""Names that people type in part, in pinyin or with a slip, found among thousands in milliseconds.

Names are compared as keys (`characters.comparable`); what is found is told by its place in `Names.keys`.
"""

from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import log

from insurance_desktop.domain.entity import entity

from .readings import readings
from .slips import SAME_SOUND, cost_of, fewest_edits
from .spelling import Reading, folded, initials, openings, read, sound

_SHORTEST_INSIDE = 3
_COMMON_SHARE = 0.2
"""A sound that more than this share of the names have chooses no candidates."""

_MOST_CANDIDATES = 300
_LEAST_WEIGHT = 0.5
"""What a name with more than one slip must still share with what was typed, rare characters counting more."""

_HINT_WEIGHT = 0.4
"""The same for a name that is only a hint."""

_PLACE_BITS = 16


@entity
class Slip:
    """A name that may have been meant with a slip: what the slips cost, and how much of the name was not typed."""

    place: int
    cost: float
    left_over: int


class Names:
    """The keys of many names and what finds them; each part is worked out when it is first needed."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = tuple(keys)

    def holding(self, asked: str) -> list[int]:
        """The names that hold `asked` as it stands."""
        text, starts = self._joined
        found = []
        at = text.find(asked)
        while at >= 0:
            place = bisect_right(starts, at) - 1
            found.append(place)
            at = text.find(asked, starts[place + 1]) if place + 1 < len(starts) else -1
        return found

    def inside(self, text: str) -> list[int]:
        """The names of three characters and more that stand whole in `text`, without those inside a longer one."""
        found: list[int] = []
        end = 0
        for start in range(len(text) - _SHORTEST_INSIDE + 1):
            here = self._by_head.get(text[start : start + _SHORTEST_INSIDE], ())
            whole = [place for place in here if text.startswith(self.keys[place], start)]
            longest = max((len(self.keys[place]) for place in whole), default=0)
            if start + longest > end:
                found += [place for place in whole if len(self.keys[place]) == longest]
                end = start + longest
        return list(dict.fromkeys(found))

    def spelled(self, asked: str) -> list[int]:
        """The names that hold `asked` when it is read as pinyin.

        Where some names have it in full, initials do not count: xian is 险 before it is x-i-a-n.
        """
        for fold in (False, True):
            typed = folded(asked) if fold else asked.replace("\u00fc", "v")
            found: dict[int, int] = {}
            full: dict[int, int] = {}
            known: dict[str, Reading | None] = {}
            for place, start in self._beginnings(typed):
                stretch = self.keys[place][start : start + len(typed)]
                if stretch not in known:
                    known[stretch] = read(typed, stretch, fold)
                reading = known[stretch]
                if reading:
                    kept = full if reading.is_full else found
                    kept[place] = min(reading.length, kept.get(place, reading.length))
            if full:
                fewest = min(full.values())
                return [place for place, length in full.items() if length == fewest]
            if found:
                return list(found)
        return []

    def slipped(self, asked: str) -> list[Slip]:
        """The names in which `asked` stands with few slips, the cheapest first."""
        if not any(map(readings, asked)):
            return []  # figures and letters alone tell products apart: another one is another product
        counted = {place: fewest_edits(asked, self.keys[place]) for place in self._alike(asked)}
        fewest = min(counted.values(), default=0)
        found = []
        for place, count in counted.items():
            if count > fewest + 1:
                continue
            shared = self._shared(asked, self.keys[place])
            if count > fewest and shared < 1.0:  # only a swap or other characters of the same sound cost less than that
                continue
            cost = cost_of(asked, self.keys[place])
            is_near = cost <= _highest_cost(len(asked)) and (count <= 1 or shared >= _LEAST_WEIGHT)
            if is_near or (shared == 1.0 and cost <= SAME_SOUND * len(asked)):
                found.append(Slip(place, cost, abs(len(self.keys[place]) - len(asked))))
        return sorted(found, key=lambda slip: (slip.cost, slip.left_over, self.keys[slip.place]))

    def nearest(self, asked: str, count: int) -> list[int]:
        """The names that have most in common with `asked`, if it is not just a sound or two."""
        likely = [
            place for place in self._alike(asked)[:count] if self._shared(asked, self.keys[place]) >= _HINT_WEIGHT
        ]
        return sorted(likely, key=lambda place: -self._shared(asked, self.keys[place]))

    def _beginnings(self, asked: str) -> Iterator[tuple[int, int]]:
        """Where a name could begin to be read as `asked`: its place and the position in it."""
        for opening in openings(asked):
            for packed in self._by_initials.get(opening, ()):
                yield packed >> _PLACE_BITS, packed & ((1 << _PLACE_BITS) - 1)

    def _alike(self, asked: str) -> list[int]:
        """The names that share most rare sounds with `asked`."""
        common = max(20, int(_COMMON_SHARE * len(self.keys)))
        postings = [posting for each in {*_sounds(asked)} if (posting := self._by_sound.get(each))]
        rare = [posting for posting in postings if len(posting) <= common]
        counted: Counter[int] = Counter()
        for posting in rare or postings:
            counted.update(posting)
        return [place for place, _ in counted.most_common(_MOST_CANDIDATES)]

    def _shared(self, asked: str, key: str) -> float:
        """The share of the sounds typed that the name has too."""
        have = {sound(character) for character in key}
        total = shared = 0.0
        for each in map(sound, asked):
            weight = log((2 + len(self.keys)) / (1 + len(self._by_sound.get(each, ()))))
            total += weight
            shared += weight if each in have else 0.0
        return shared / total if total else 0.0

    @cached_property
    def _joined(self) -> tuple[str, "array[int]"]:
        starts = array("L")
        length = 0
        for key in self.keys:
            starts.append(length)
            length += len(key) + 1
        return "\n".join(self.keys), starts

    @cached_property
    def _by_head(self) -> dict[str, list[int]]:
        heads: defaultdict[str, list[int]] = defaultdict(list)
        for place, key in enumerate(self.keys):
            if len(key) >= _SHORTEST_INSIDE:
                heads[key[:_SHORTEST_INSIDE]].append(place)
        return dict(heads)

    @cached_property
    def _by_initials(self) -> dict[str, "array[int]"]:
        """Where a character has this initial, and where two neighbours have these: place and position in one number."""
        found: defaultdict[str, array[int]] = defaultdict(lambda: array("Q"))
        for place, key in enumerate(self.keys):
            letters = [initials(character) for character in key]
            for start, here in enumerate(letters):
                packed = place << _PLACE_BITS | start
                for first in here:
                    found[first].append(packed)
                    for second in letters[start + 1] if start + 1 < len(letters) else ():
                        found[first + second].append(packed)
        return dict(found)

    @cached_property
    def _by_sound(self) -> dict[str, "array[int]"]:
        """The names with a sound, and with two sounds after each other."""
        found: defaultdict[str, array[int]] = defaultdict(lambda: array("L"))
        for place, key in enumerate(self.keys):
            for each in {*_sounds(key)}:
                found[each].append(place)
        return dict(found)


def _sounds(key: str) -> Iterator[str]:
    """The sounds of a name, one by one and in pairs."""
    single = [sound(character) for character in key]
    yield from single
    for first, second in pairwise(single):
        yield f"{first} {second}"


def _highest_cost(length: int) -> float:
    """How much may be wrong: in two characters one of the same sound, in a long name three."""
    if length <= 2:
        return 0.5
    return 1.0 if length <= 6 else 2.0 if length <= 12 else 3.0
