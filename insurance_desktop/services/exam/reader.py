"""Reads a choice question beside the passages that may answer it: what each option has in its favour, in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from insurance_desktop.domain.choice_questions import ChoiceQuestion
from insurance_desktop.domain.exam import ExamArm, ExamPassage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.passage_index import PassageIndex, Scores
from insurance_desktop.services.asking.checking.reading import Reader

from .named_places import preference
from .parts import parts_of
from .support import Grounds, Support, summed


@dataclass(frozen=True, slots=True)
class Weighed:
    """A stem or an option: how far passages speak for it, and what each has to do with it by words and by meaning."""

    support: Support
    words: Scores
    vectors: Scores

    @property
    def relevance(self) -> Scores:
        return self.by(ExamArm.HYBRID)

    def by(self, arm: ExamArm) -> Scores:
        """What each passage has to do with it, by one of the two or by both."""
        if arm is ExamArm.VECTOR:
            return self.vectors
        return self.words if arm is ExamArm.KEYWORD else self.words + self.vectors


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """A question beside the passages. `stem` is the stem alone; `options` are in the question's order."""

    stem: Weighed
    options: tuple[Weighed, ...]
    known: float
    subject: tuple[float, ...]
    preferred: Scores
    """`known`: how much of the question's words stands in any passage; `subject`: how its stem lies to all of them;
    `preferred`: which of them it names."""

    def by(self, arm: ExamArm) -> Scores:
        """What each passage has to do with the stem and the option that it is nearest to."""
        return self.with_option(np.max([each.by(arm) for each in self.options or (self.stem,)], axis=0), arm)

    def with_option(self, nearness: Scores, arm: ExamArm = ExamArm.HYBRID) -> Scores:
        """What each passage has to do with the stem and an option, to which it is so near."""
        named = 0.0 if arm in {ExamArm.VECTOR, ExamArm.KEYWORD} else self.preferred
        return np.asarray(self.stem.by(arm) + nearness + named, dtype=np.float64)


def asked_of(question: ChoiceQuestion) -> list[str]:
    """What passages are looked for by: the stem, and the stem with each option or statement."""
    return [question.stem, *(f"{question.lead or question.stem} {text}" for text in _told(question))]


def _told(question: ChoiceQuestion) -> tuple[str, ...]:
    return question.statements or tuple(option.text for option in question.options)


class Evidence:
    """Passages with all that questions are held against; made once for a collection."""

    def __init__(
        self, passages: Sequence[ExamPassage], windows: Vectors, owners: Sequence[int], pack: DomainPack
    ) -> None:
        self.passages = tuple(passages)
        self.pack = pack
        texts = [each.text for each in passages]
        # with book and chapter, of 70 questions 65 in place of 63 have their article among the first five by words
        self.index = PassageIndex([f"{each.book}\n{each.chapter}\n{each.text}" for each in passages], windows, owners)
        self.grounds = Grounds(texts, pack.choices, Reader(pack.statements, pack.stop_words))

    def read(self, question: ChoiceQuestion, embedder: Embedder) -> ReadQuestion:
        """The question beside the passages."""
        near = self.near(question, embedder.questions([embedder.fitting(text) for text in asked_of(question)]))
        support = self._named if question.statements else self._told
        return replace(near, options=support(question, near))

    def judged(self, question: ChoiceQuestion, read: ReadQuestion) -> Support:
        """How far passages speak for a stem that is a statement by itself."""
        return self.grounds.support(question.stem, question.stem, read.stem.relevance, is_negative=True)

    def near(self, question: ChoiceQuestion, vectors: Vectors) -> ReadQuestion:
        """What is near to a question, by the vectors of what is asked of it: nothing is read yet, and statements stand
        in place of the options that name them."""
        texts = asked_of(question)
        stem, *told = (
            Weighed(Support(), self.index.by_words(text), self.index.by_vector(vector))
            for text, vector in zip(texts, vectors, strict=True)
        )
        known = self.index.known_share(" ".join((question.stem, *_told(question))))
        preferred = preference(question.stem, self.passages, self.pack.choices)
        return ReadQuestion(stem, tuple(told), known, self.index.surroundings(vectors[0]), preferred)

    def _named(self, question: ChoiceQuestion, near: ReadQuestion) -> tuple[Weighed, ...]:
        """Options that name statements of the stem."""
        statements = near.options
        found = [
            self._support(question, text, near.with_option(each.relevance))
            for text, each in zip(question.statements, statements, strict=True)
        ]
        best = max(each.said for each in found)
        options = []
        for option in question.options:
            named = option.names or range(len(statements))
            words, vectors = (
                np.max([getattr(statements[place], arm) for place in named], axis=0) for arm in ("words", "vectors")
            )
            options.append(Weighed(summed([found[place] for place in named], best), words, vectors))
        return tuple(options)

    def _told(self, question: ChoiceQuestion, near: ReadQuestion) -> tuple[Weighed, ...]:
        """Options that say what is chosen, or list it."""
        options = near.options
        texts = [option.text for option in question.options]
        parts = () if texts and all(map(self.grounds.counts, texts)) else parts_of(texts, self.pack.choices)
        if not parts:
            found = [
                self._support(question, text, near.with_option(each.relevance))
                for text, each in zip(texts, options, strict=True)
            ]
        else:
            nearest = near.by(ExamArm.HYBRID)
            split = [[self._support(question, part, nearest) for part in each] for each in parts]
            best = max(each.said for supports in split for each in supports)
            found = [summed(supports, best) for supports in split]
        return tuple(Weighed(support, each.words, each.vectors) for support, each in zip(found, options, strict=True))

    def _support(self, question: ChoiceQuestion, option: str, relevance: Scores) -> Support:
        lead = question.lead or question.stem
        return self.grounds.support(lead, option, relevance, is_negative=question.is_negative)
