"""Names typed in pinyin: whole syllables, initials, or either mixed with characters (pingan fuxiang, kjb, 康jb)."""

from functools import cache

from insurance_desktop.domain.entity import entity

from .readings import readings, syllables

_FOLDED = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("ng", "n"))
"""Sounds that many speakers do not tell apart."""

_LONGEST_SYLLABLE = 6


def sound(character: str) -> str:
    """The most frequent reading; what has none sounds as it is written."""
    found = readings(character)
    return found[0] if found else character


def initials(character: str) -> tuple[str, ...]:
    """The letters that a character may be typed by."""
    found = readings(character)
    return tuple(dict.fromkeys(reading[0] for reading in found)) if found else (character,)


def folded(text: str) -> str:
    """Letters without the differences that many speakers do not hear."""
    for pair, single in _FOLDED:
        text = text.replace(pair, single)
    return text


def openings(asked: str) -> set[str]:
    """The initials of the first two characters that `asked` may mean; one where it may be a single character."""
    lengths = {1}
    if not readings(asked[0]):
        lengths |= {size for size in range(2, _LONGEST_SYLLABLE + 1) if asked[:size] in _heads()}
        lengths |= {len(asked)} & set(range(_LONGEST_SYLLABLE))
    found: set[str] = set()
    for length in lengths:
        rest = asked[length:]
        for first in initials(asked[0]):
            found |= {first + second for second in initials(rest[0])} if rest else {first}
    return found


@entity
class Reading:
    """A way to read what was typed: by how many characters, and whether each of them is there in full."""

    length: int
    is_full: bool


def read(asked: str, stretch: str, fold: bool = False) -> Reading | None:
    """The best way in which `asked` spells the first characters of a stretch of a name, or None."""
    reached: dict[int, bool] = {0: True}
    for length, character in enumerate(stretch, start=1):
        then: dict[int, bool] = {}
        for at, is_full in reached.items():
            for spelled, whole in _spellings(character, fold):
                if asked.startswith(spelled, at):
                    then[at + len(spelled)] = then.get(at + len(spelled), False) or (is_full and whole)
                elif whole and spelled.startswith(asked[at:]):
                    then.setdefault(len(asked), False)
        if len(asked) in then:
            return Reading(length, then[len(asked)])
        if not then:
            return None
        reached = then
    return None


@cache
def _spellings(character: str, fold: bool) -> tuple[tuple[str, bool], ...]:
    """What may be typed for a character, and whether that is all of it, as itself and a syllable are."""
    spelled = {character: True}
    for reading in readings(character):
        whole = folded(reading) if fold else reading
        spelled[whole] = True
        spelled.setdefault(whole[0], False)
        if whole[1:2] == "h":
            spelled.setdefault(whole[:2], False)
    return tuple(spelled.items())


@cache
def _heads() -> frozenset[str]:
    """What stands for one character: a syllable, in full or folded, and the long initials."""
    return frozenset({*syllables(), *map(folded, syllables()), "zh", "ch", "sh"})
