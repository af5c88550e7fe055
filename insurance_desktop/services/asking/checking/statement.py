"""What is said in one breath, beside the sentences of the clauses that are cited for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import compiled
from insurance_desktop.services.library.comparable_text import Weights, key_of, occurrences, weights_of

from .grounds import Ground, Held, Supports, chosen, figures_of, heading_of, held_in
from .reading import Phrase, Reader, Reading, Word

AROUND = " \u3002\uff1b;,.!:"
"""Signs around words that are no part of them."""
NEAR_BEST, LEAST_LIKE = 0.85, 0.6
"""Of the best likeness, what else is near; of a phrase, what is like it at all."""
_ELSEWHERE = 0.8
"""What a word counts for that stands in a cited clause, but not in the sentences that a statement rests on."""
_WHOLE = 0.95
"""The share of a statement that a sentence holds which says all of it."""


@dataclass(frozen=True)
class Statement:
    """What is said, beside the sentences of each of the clauses that are cited for it."""

    text: str
    said: Reading
    passages: tuple[Passage, ...]
    clauses: tuple[tuple[Ground, ...], ...]
    pack: DomainPack
    reader: Reader
    supports: Supports

    @cached_property
    def cited(self) -> tuple[Ground, ...]:
        return tuple(ground for clause in self.clauses for ground in clause)

    @cached_property
    def grounds(self) -> tuple[Ground, ...]:
        return chosen(self.said, self.cited, self.supports)

    @property
    def key(self) -> str:
        """The words alone, as they are compared sign by sign."""
        return self.said.key.strip(AROUND)

    @property
    def titles(self) -> list[str]:
        """What names each of the clauses that are cited."""
        return list(map(heading_of, self.passages))

    @cached_property
    def titled(self) -> Reading:
        return self.reader.read("\n".join(self.titles))

    @cached_property
    def heading(self) -> Held:
        return held_in([self.titled])

    @cached_property
    def held(self) -> Held:
        return held_in([reading for each in self.grounds for reading in each.readings])

    @cached_property
    def all_held(self) -> Held:
        return held_in([reading for each in self.cited for reading in each.readings])

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        return tuple(phrase for each in self.grounds for phrase in each.phrases)

    @cached_property
    def main_phrases(self) -> tuple[Phrase, ...]:
        """Those of the one sentence that holds all that is said, where one does and the others do not."""
        content = self.said.content
        total = sum(word.weight for word in content)
        shares = [self.weigh(content, each.held) for each in self.grounds]
        figures = figures_of(self.said.phrases)
        whole = [
            each
            for each, share in zip(self.grounds, shares, strict=True)
            if share >= _WHOLE * total and figures <= each.figures
        ]
        return whole[0].phrases if len(whole) == 1 else self.phrases

    @cached_property
    def weights(self) -> Weights:
        return weights_of(self.pack)

    @cached_property
    def is_verbatim(self) -> bool:
        """Whether the words stand in a clause as they are, from the beginning of a phrase or behind an item's mark."""
        for passage in self.passages:
            opened = frozenset(self._behind_marks(passage.text))
            for whole, marked in ((key_of(passage.text), opened), (self.reader.read(passage.text).key, frozenset())):
                for start in occurrences(self.key, whole) if self.key else ():
                    end = start + len(self.key)
                    begins = start == 0 or not whole[start - 1].isalnum() or start in marked
                    if begins and self.weights.cut_open(whole, start, end) == (start, end):
                        return True
        return False

    def _behind_marks(self, text: str) -> Iterator[int]:
        """Where in a text's key the words begin that stand behind the mark of an item."""
        at = 0
        for line in text.split("\n"):
            marks = (form.match(line) for form in compiled(self.pack.item_marks))
            yield from (len(key_of(text[: at + mark.end()])) for mark in marks if mark)
            at += len(line) + 1

    def stands(self, word: Word) -> bool:
        """Whether a word stands where it must: one that decides in the sentences that say the rest, a name anywhere."""
        decides = word.text in self.pack.statements.strict and not word.is_actor
        places = (self.held, self.heading) if decides else (self.held, self.heading, self.all_held)
        return any(self.supports.stands(word, each) for each in places)

    def share(self, word: Word) -> float:
        if word.text in self.pack.statements.turnable:
            return 1.0
        near = max(self.supports.share(word, self.held), self.supports.share(word, self.heading))
        return near if near == 1.0 else max(near, _ELSEWHERE * self.supports.share(word, self.all_held))

    def weigh(self, words: Iterable[Word], held: Held) -> float:
        """How much of these words stands there."""
        return sum(word.weight * self.supports.share(word, held) for word in words)

    def leans(self, text: str) -> bool:
        """Whether a sentence of a clause says something else without the one before it."""
        return any(form.match(text) for form in compiled(self.pack.leaning_forms))

    def nearest(self, phrase: Phrase) -> tuple[Phrase, ...]:
        """The phrases of those sentences that hold most of a phrase."""
        content = tuple(phrase.content)
        shares = [self.weigh(content, each.held) for each in self.grounds]
        best = max(shares, default=0.0)
        near = (each for each, share in zip(self.grounds, shares, strict=True) if share >= NEAR_BEST * best)
        return tuple(phrase for each in near for phrase in each.phrases)


def weight_of(phrase: Phrase) -> int:
    return sum(word.weight for word in phrase.telling)


def held_by(*phrases: Phrase) -> Held:
    return held_in([Reading("", phrases)])
