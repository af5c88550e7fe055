"""The sentences of clauses as grounds for what is said of them, and how much of it stands in them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.sentences import sentence_spans
from insurance_desktop.index.sentences import exceptions_in
from insurance_desktop.services.answers.item_lists import COLONS
from insurance_desktop.services.library.comparable_text import occurrences

from .reading import Kind, Measured, Phrase, Reader, Reading, Word

_ENDS = "\u3002\uff1b;.\n "
_FULL_STOP = re.compile(r"(?<=[a-z)\d])\.(?=\s+[A-Z(])")
_PARTLY = 0.6
"""What a word counts for whose signs all stand in a sentence, but apart."""
_LONGEST_ROOT = 2
"""Signs of a word that is no compound of two."""
_MOST_GROUNDS = 5
_CLOSENESS = 0.3
_OF_SIGN = 2
"""What a negation or a figure counts for that a phrase and a sentence share."""
_LEAST_GAIN = 0.12
"""The share of a statement that a further sentence of a clause must hold to be one of its grounds."""


@dataclass(frozen=True)
class Ground:
    """One sentence of a clause, read together with the words that open its list (`lead`), and what it takes back."""

    text: str
    own: Reading
    lead: Reading | None
    exceptions: tuple[str, ...]

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        return (self.own,) if self.lead is None else (self.own, self.lead)

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        return tuple(phrase for each in self.readings for phrase in each.phrases)

    @cached_property
    def figures(self) -> frozenset[Measured]:
        return figures_of(self.phrases)

    @cached_property
    def held(self) -> "Held":
        return held_in(self.readings)


@dataclass(frozen=True)
class Held:
    """What words are looked for in: those that stand there, and their signs in order."""

    words: frozenset[str]
    text: str

    @cached_property
    def signs(self) -> frozenset[str]:
        return frozenset(self.text)


class Supports:
    """Tells how much of a word stands in a text.

    The pack's words of the street are no help: they lead to the clauses of a subject, and do not say the same.
    """

    def __init__(self, pack: DomainPack) -> None:
        self.rules = pack.statements

    def share(self, word: Word, held: Held) -> float:
        """1 where the word stands there, less where only its signs do, else 0."""
        if word.said.isascii():
            return float(self.stands(word, held))
        if self.stands(word, held) or self._in_parts(word.said, held):
            return 1.0
        return _PARTLY if len(word.said) > 1 and all(sign in held.signs for sign in word.said) else 0.0

    def stands(self, word: Word, held: Held) -> bool:
        """Whether the word itself stands there."""
        if word.text in held.words or self._is_said(word.said, held) or self._is_said(word.text, held):
            return True
        if word.said.isascii():
            return any(each in held.words for each in self._inflected(word.said))
        return False

    def _in_parts(self, said: str, held: Held) -> bool:
        """Whether a word stands there but for clinging signs around it, or as two words."""
        core = said.strip("".join(self.rules.clinging))
        cuts = range(1, len(said)) if len(said) > _LONGEST_ROOT else ()
        return (
            core == ""
            or (core != said and self._is_said(core, held))
            or any(self._is_said(said[:cut], held) and self._is_said(said[cut:], held) for cut in cuts)
        )

    def _is_said(self, said: str, held: Held) -> bool:
        """Whether a text says so without a negation right before it."""
        if said.isascii():
            return said in held.words
        return any(
            held.text[place - 1 : place] not in self.rules.negations or place == 0
            for place in occurrences(said, held.text)
        )

    def _inflected(self, word: str) -> Iterator[str]:
        for ending in self.rules.inflections:
            yield word + ending
            if word.endswith(ending):
                yield word.removesuffix(ending)


def held_in(readings: Iterable[Reading]) -> Held:
    known = [phrase for each in readings for phrase in each.phrases]
    return Held(
        frozenset(word.text for phrase in known for word in phrase.words),
        "\n".join("".join(word.spelled for word in phrase.words) for phrase in known),
    )


def heading_of(passage: Passage) -> str:
    """What stands above a clause and names it."""
    return "\n".join((passage.section_title, *passage.breadcrumb, passage.product_name or "", passage.section_id))


def grounds_in(passage: Passage, reader: Reader, pack: DomainPack) -> tuple[Ground, ...]:
    """The sentences of a clause in order."""
    marks = [re.compile(each) for each in pack.item_marks]
    found: list[Ground] = []
    lead: Reading | None = None
    listed = False
    for start, end in _spans(passage.text):
        text = passage.text[start:end]
        mark = next(filter(None, (each.match(text) for each in marks)), None)
        if listed and mark is None and passage.text[:start].rstrip(" ").endswith("\n"):
            lead = None
        listed = listed or (mark is not None and lead is not None)
        taken = (*exceptions_in(text, pack.exception_forms), *exceptions_in(text, pack.statements.exception_forms))
        if found and taken and taken[0].rstrip(_ENDS) == text.rstrip(_ENDS):
            last = found[-1]
            found[-1] = replace(last, exceptions=(*last.exceptions, *taken))
        found.append(Ground(text, reader.read(text[mark.end() if mark else 0 :]), lead, taken))
        if text.endswith(COLONS):
            lead, listed = found[-1].own, False
    return tuple(found)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a clause stand, in Latin letters too."""
    for first, last in sentence_spans(text):
        start = first
        for stop in _FULL_STOP.finditer(text, first, last):
            yield start, stop.end()
            start = stop.end() + len(text[stop.end() : last]) - len(text[stop.end() : last].lstrip())
        if start < last:
            yield start, last


def chosen(said: Reading, grounds: Sequence[Ground], supports: Supports) -> tuple[Ground, ...]:
    """The sentences that a statement rests on: the one that holds most of it, then those that hold the rest."""
    content = said.content
    weights = [word.weight for word in content]
    total = sum(weights) or 1
    shares = [[supports.share(word, each.held) for word in content] for each in grounds]
    covered = [0.0] * len(content)
    found: list[int] = []
    while len(found) < min(_MOST_GROUNDS, len(grounds)):
        gains = [
            sum(weight * max(0.0, share - had) for weight, share, had in zip(weights, row, covered, strict=True))
            + (len(figures_of(said.phrases) & grounds[place].figures) + _closeness(weights, row, grounds[place]))
            * (not found)
            for place, row in enumerate(shares)
        ]
        best = max(range(len(grounds)), key=lambda place: gains[place])
        if found and gains[best] < _LEAST_GAIN * total:
            break
        found.append(best)
        covered = [max(pair) for pair in zip(covered, shares[best], strict=True)]
    for phrase in said.phrases:
        rows = [_nearness(phrase, each, supports) for each in grounds]
        had = max((rows[place] for place in found), default=0.0)
        best = max(range(len(grounds)), key=lambda place: rows[place], default=0)
        if rows and rows[best] > had + _LEAST_GAIN * sum(word.weight for word in phrase.content):
            found.append(best)
    return tuple(grounds[place] for place in sorted(set(found)))


def _nearness(phrase: Phrase, ground: Ground, supports: Supports) -> float:
    """How much of a phrase a sentence of a clause holds; that it negates and counts in the same way tells, too."""
    held = sum(word.weight * supports.share(word, ground.held) for word in phrase.content)
    same = len(figures_of((phrase,)) & ground.figures) + len(_turns((phrase,)) & _turns(ground.phrases))
    return held + _OF_SIGN * same


def _turns(phrases: Sequence[Phrase]) -> set[str | Kind]:
    """The groups of signs that phrases have, and whether they negate."""
    words = (word for phrase in phrases for word in phrase.words)
    return {word.sign or word.kind for word in words if word.kind in (Kind.SIGN, Kind.NOT)}


def _closeness(weights: Sequence[int], shares: Sequence[float], ground: Ground) -> float:
    """How much of a sentence is what is said of it: of two that hold as much, the shorter is meant."""
    own = sum(word.weight for word in ground.own.content) or 1
    return _CLOSENESS * min(1.0, sum(weight * share for weight, share in zip(weights, shares, strict=True)) / own)


def figures_of(phrases: Sequence[Phrase]) -> frozenset[Measured]:
    return frozenset(figure.measured for phrase in phrases for figure in phrase.figures)
