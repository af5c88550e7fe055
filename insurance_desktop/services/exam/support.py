"""How far passages speak for an option: how much of it they say, whether they deny it, and its figures."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from math import exp, log

from insurance_desktop.domain.choice_questions import ChoiceRules
from insurance_desktop.index.passage_index import Scores
from insurance_desktop.services.asking.checking.reading import Reader, Reading, plain

NEAREST = 3
"""Passages of one option that are read."""
_REMEMBERED = 5_000
"""Texts that are kept as they were read: a server answers for hours."""
_FALL = 3.0
"""How much less a passage counts that is less relevant: e to this, times the distance to the most relevant one."""
_ALONE = 0.4
"""The share of single signs, which words of one meaning have in common, beside their pairs."""
_ELSEWHERE, _SOME, _FULL = 0.7, 0.5, 1.0
"""What figures count for that stand in the passage but not in one unit, of which some stand there, and in one unit."""


@dataclass(frozen=True, slots=True)
class Support:
    """`said`: how much of an option a relevant passage says (0–1); `denied`: how much of that it says to be otherwise;
    `figures`: how far its figures stand where the stem's words do; `unfound`: 1 where most of them stand nowhere.
    `place`: the passage that says most of it and of the stem, None where none was read."""

    said: float = 0.0
    denied: float = 0.0
    figures: float = 0.0
    unfound: float = 0.0
    place: int | None = None

    @property
    def measures(self) -> tuple[float, float, float, float]:
        return self.said, self.denied, self.figures, self.unfound


def summed(parts: Sequence[Support], best: float) -> Support:
    """The support of an option that names several things: one that is said half as much as the best adds nothing."""
    return Support(
        sum(each.said - best / 2 for each in parts),
        sum(each.denied for each in parts),
        sum(each.figures for each in parts),
        sum(each.unfound for each in parts),
    )


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a text, in pairs and alone."""

    pairs: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()

    def beside(self, other: "Signs") -> "Signs":
        """What the other does not have; all of it where the other has every sign."""
        alone = self.alone - other.alone
        return Signs(self.pairs - other.pairs, alone) if alone else self


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or an item; `is_denied`: an item of a list of what is not so."""

    signs: Signs
    reading: Reading
    figures: tuple[Decimal, ...]
    is_denied: bool = False


class Grounds:
    """Passages as options are held against them."""

    def __init__(self, texts: Sequence[str], rules: ChoiceRules, reader: Reader) -> None:
        self._rules = rules
        self._reader = reader
        self._units = [tuple(self._cut(text)) for text in texts]
        signs = [signs_of(unit) for units in self._units for unit in units]
        self._held = Counter(each for unit in signs for each in (*unit.pairs, *unit.alone))
        self._count = len(signs)
        self._read = lru_cache(512)(self._passage)

    def support(self, stem: str, option: str, relevance: Scores, *, is_negative: bool) -> Support:
        """How far the most relevant passages speak for an option of a stem."""
        if len(self._reader.done) > _REMEMBERED:
            self._reader.done.clear()
        asked, told = self._plain(self._without_figures(stem)), self._plain(option)
        stem_signs = signs_of(asked)
        wanted, reading = signs_of(told).beside(stem_signs), self._reader.read(told)
        figures = _figures(reading)
        turns = not is_negative and _negates(self._reader.read(asked))
        order = relevance.argsort()[::-1][:NEAREST]
        said = shown = full = closest = 0.0
        teller, most = None, 0.0
        found = Support()
        for place in map(int, order):
            weight = exp(_FALL * (relevance[place] - relevance[order[0]]))
            units = self._read(place)
            whole = _joined(each.signs for each in units)
            near = self._share(stem_signs, whole)
            told_here = self._share(wanted, whole)
            said = max(said, weight * told_here)
            if told_here + near > most:
                most, teller = told_here + near, place
            printed = tuple(value for each in units for value in each.figures)
            for unit in units:
                own, close = self._share(wanted, unit.signs), self._share(stem_signs, unit.signs)
                if figures:
                    held = _held(figures, unit.figures, printed)
                    shown, full = max(shown, (near + close) * held), max(full, held)
                if weight * (own + close / 2) > closest:
                    closest = weight * (own + close / 2)
                    found = replace(found, denied=weight * own * _denial(reading, unit, turns=turns))
        return replace(found, said=said, figures=shown, unfound=float(bool(figures) and full < _SOME), place=teller)

    def sentence(self, place: int, text: str) -> str:
        """The sentence or item of a passage, verbatim, that says most of a text; the head of a list says nothing."""
        wanted = signs_of(self._plain(text))
        units = [unit for unit in self._units[place] if unit]
        units = [unit for unit in units if not self._plain(unit).endswith(":")] or units
        return max(units, key=lambda unit: self._share(wanted, signs_of(self._plain(unit))), default="")

    def counts(self, text: str) -> bool:
        """Whether a text states figures."""
        return bool(_figures(self._reader.read(self._plain(text))))

    def _share(self, wanted: Signs, held: Signs) -> float:
        """How much of these signs stands there, by their rarity."""
        pairs = [(self._rarity(each), each in held.pairs) for each in wanted.pairs]
        alone = [(self._rarity(each), each in held.alone) for each in wanted.alone]
        whole = (_FULL - _ALONE) * sum(each for each, _ in pairs) + _ALONE * sum(each for each, _ in alone)
        there = sum(each for each, stands in pairs if stands) * (_FULL - _ALONE)
        there += sum(each for each, stands in alone if stands) * _ALONE
        return there / whole if whole else 0.0

    def _rarity(self, sign: str) -> float:
        return log(1 + self._count / (1 + self._held[sign]))

    def _cut(self, text: str) -> Iterable[str]:
        end = 0
        for stop in re.finditer(self._rules.unit_end_form or "(?!)", text):
            yield text[end : stop.end()].strip()
            end = stop.end()
        yield text[end:].strip()

    def _passage(self, place: int) -> tuple[_Unit, ...]:
        found: list[_Unit] = []
        denies = False
        for text in filter(None, self._units[place]):
            unit = self._plain(self._without_figures(text))
            reading = self._reader.read(unit)
            is_listed = re.match(self._rules.listed_form or "(?!)", text) is not None
            if not is_listed:
                denies = unit.endswith(":") and _negates(reading)
            found.append(_Unit(signs_of(unit), reading, _figures(reading), is_listed and denies))
        return tuple(found)

    def _without_figures(self, text: str) -> str:
        """The text without the numbers that figures and tables are called by, which say nothing of its subject."""
        return re.sub(self._rules.figure_number_form or "(?!)", "", text)

    def _plain(self, text: str) -> str:
        return re.sub(self._rules.fraction_form or "(?!)", self._rules.fraction_said, plain(text))


def signs_of(text: str) -> Signs:
    bare = re.sub(r"\W", "", plain(text))
    return Signs(frozenset(map("".join, itertools.pairwise(bare))), frozenset(bare))


def _joined(parts: Iterable[Signs]) -> Signs:
    every = tuple(parts)
    return Signs(frozenset().union(*(each.pairs for each in every)), frozenset().union(*(each.alone for each in every)))


def _figures(reading: Reading) -> tuple[Decimal, ...]:
    """The values, in order; their units are told in too many ways."""
    return tuple(each.value for phrase in reading.phrases for each in phrase.figures)


def _negates(reading: Reading) -> bool:
    return any(phrase.negates for phrase in reading.phrases)


def _held(figures: Sequence[Decimal], unit: Sequence[Decimal], passage: Sequence[Decimal]) -> float:
    """How far figures stand, in their order, in a unit, or in its passage."""
    if _follow(figures, unit):
        return _FULL
    if _follow(figures, passage):
        return _ELSEWHERE
    return _SOME * sum(each in passage for each in figures) / len(figures)


def _follow(figures: Sequence[Decimal], among: Sequence[Decimal]) -> bool:
    rest = iter(among)
    return all(each in rest for each in figures)


def _denial(option: Reading, unit: _Unit, *, turns: bool) -> float:
    """The share of the words they have in common that one of the two turns into the opposite, and the other does not.

    `turns`: the stem does it to the option's.
    """
    own = {word.text: word.turned or turns for word in option.content}
    theirs = {word.text: word.turned or unit.is_denied for word in unit.reading.content}
    common = own.keys() & theirs.keys()
    against = sum(len(each) for each in common if own[each] != theirs[each])
    return against / (sum(map(len, common)) or 1)
