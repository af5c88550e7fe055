"""The sentences of clauses as grounds for what is said of them, and how much of it stands in them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.sentences import sentence_spans
from insurance_desktop.index.sentences import exceptions_in

from .reading import Phrase, Reader, Reading, Word, plain

_LEADS = (":", "\uff1a")
_PARTLY = 0.6
"""What a word counts for whose signs all stand in a sentence, but apart."""
_MOST_GROUNDS = 5
_LEAST_GAIN = 0.12
"""The share of a statement that a further sentence of a clause must hold to be one of its grounds."""


@dataclass(frozen=True)
class Ground:
    """One sentence of a clause, read together with the words that open its list (`lead`), and what it takes back."""

    passage: Passage
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
    """Tells how much of a word stands in a text, by the pack's words of the street and inflections."""

    def __init__(self, pack: DomainPack) -> None:
        self.inflections = pack.statements.inflections
        self.meant: dict[str, tuple[str, ...]] = {}
        for group in pack.synonyms:
            for word in (*group.street, *group.trade):
                others = group.trade if word in group.street else group.street
                self.meant[word] = (*self.meant.get(word, ()), *others)

    def share(self, word: Word, held: Held) -> float:
        """1 where the word stands there, less where only its signs do, else 0."""
        if word.text in held.words or word.said in held.text or word.text in held.text:
            return 1.0
        if any(other in held.text for other in self.meant.get(word.said, ())):
            return 1.0
        if word.said.isascii():
            return 1.0 if any(each in held.words for each in self._inflected(word.said)) else 0.0
        pairs = [word.said[place : place + 2] for place in range(len(word.said) - 1)]
        if len(pairs) > 1 and all(pair in held.text for pair in pairs):
            return 1.0
        return _PARTLY if len(word.said) > 1 and all(sign in held.signs for sign in word.said) else 0.0

    def _inflected(self, word: str) -> Iterator[str]:
        for ending in self.inflections:
            yield word + ending
            if word.endswith(ending):
                yield word.removesuffix(ending)


def held_in(readings: Iterable[Reading]) -> Held:
    known = list(readings)
    return Held(
        frozenset(word.text for each in known for word in each.words), "\n".join(plain(each.key).lower() for each in known)
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
    for start, end in sentence_spans(passage.text):
        text = passage.text[start:end]
        is_item = any(each.match(text) for each in marks)
        if listed and not is_item and passage.text[:start].rstrip(" ").endswith("\n"):
            lead = None
        listed = listed or (is_item and lead is not None)
        taken = (*exceptions_in(text, pack.exception_forms), *exceptions_in(text, pack.statements.exception_forms))
        if found and taken and text.startswith(pack.statements.exceptions):
            last = found[-1]
            found[-1] = Ground(passage, last.text, last.own, last.lead, (*last.exceptions, *taken))
        found.append(Ground(passage, text, reader.read(text), lead, taken))
        if text.endswith(_LEADS):
            lead, listed = found[-1].own, False
    return tuple(found)


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
            + len(figures_shared(said, grounds[place])) * (not found)
            for place, row in enumerate(shares)
        ]
        best = max(range(len(grounds)), key=lambda place: gains[place])
        if found and gains[best] < _LEAST_GAIN * total:
            break
        found.append(best)
        covered = [max(pair) for pair in zip(covered, shares[best], strict=True)]
    return tuple(grounds[place] for place in sorted(found))


def figures_shared(said: Reading, ground: Ground) -> set[tuple[object, str]]:
    """The figures that a statement and a sentence of a clause have both."""
    one, other = (
        {(figure.value, figure.unit) for phrase in phrases for figure in phrase.figures}
        for phrases in (said.phrases, ground.phrases)
    )
    return one & other
