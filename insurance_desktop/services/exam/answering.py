"""The answer to a choice question, its evidence and how sure it is; or the plain words that there is none."""

from collections.abc import Sequence

import numpy as np

from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvidence, ExamPassage
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.passage_index import Scores
from insurance_desktop.packs.wording import say

from .numbers import ExamNumbers, signals_of, subject_of
from .reader import Evidence, ReadQuestion

MOST_EVIDENCE = 5
_RIVAL = 0.8
"""An option that is so likely beside the likeliest has a passage of its own that speaks for it."""
_DIGITS = 2


def answer(
    question: ChoiceQuestion,
    evidence: Evidence,
    embedder: Embedder,
    numbers: ExamNumbers,
    arm: ExamArm = ExamArm.HYBRID,
) -> ExamAnswer:
    """What the passages say, of which there are some."""
    return tell(question, evidence.read(question, embedder), evidence, numbers, arm)


def tell(
    question: ChoiceQuestion, read: ReadQuestion, evidence: Evidence, numbers: ExamNumbers, arm: ExamArm
) -> ExamAnswer:
    """The answer to a question that was read; no option where the passages are about something else, or none of them
    holds the answer."""
    signals = signals_of(read)
    if numbers.topic.of(subject_of(read)) < numbers.topic.bar:
        return _silent(question, "exam.off_topic", arm)
    if numbers.held.of(signals) < numbers.held.bar:
        return _silent(question, "exam.no_evidence", arm)
    if question.kind is ChoiceKind.TRUE_FALSE or not question.options:
        return _without_choice(question, read, evidence, numbers, arm)
    chances = numbers.chances(read, arm, is_negative=question.is_negative)
    if question.kind is ChoiceKind.MULTIPLE:
        labels, chance = _several(question, read, numbers)
    else:
        labels, chance = question.options[int(chances.argmax())].label, float(chances.max())
    rivals = _rivals(question, read, chances, arm)
    order = [*rivals, *(place for place in _nearest(read.by(arm)) if place not in rivals)]
    return ExamAnswer(
        question.stem,
        labels,
        _evidence(order, evidence.passages),
        round(numbers.sureness(chance, signals), _DIGITS),
        say("exam.several") if rivals else None,
        arm,
    )


def _silent(question: ChoiceQuestion, key: str, arm: ExamArm) -> ExamAnswer:
    return ExamAnswer(question.stem, None, (), 0.0, say(key), arm)


def _without_choice(
    question: ChoiceQuestion, read: ReadQuestion, evidence: Evidence, numbers: ExamNumbers, arm: ExamArm
) -> ExamAnswer:
    """A statement is judged; of a question without options the passages are told that come nearest."""
    found = _evidence(_nearest(read.by(arm)), evidence.passages)
    if question.kind is not ChoiceKind.TRUE_FALSE:
        return ExamAnswer(question.stem, None, found, 0.0, None, arm)
    statement = evidence.grounds.support(question.stem, question.stem, read.stem.relevance, is_negative=True)
    true = numbers.truth.of(statement.measures)
    labels = [option.label for option in question.options] or [say("exam.true"), say("exam.false")]
    told = labels[0] if true >= numbers.truth.bar else labels[-1]
    return ExamAnswer(question.stem, told, found, round(max(true, 1 - true), _DIGITS), None, arm)


def _several(question: ChoiceQuestion, read: ReadQuestion, numbers: ExamNumbers) -> tuple[str, float]:
    """The labels of the options that are likelier than not, two at least, and the chance that all of that is right."""
    true = np.array([numbers.truth.of(each.support.measures) for each in read.options])
    chances = 1 - true if question.is_negative else true
    taken = chances >= max(0.0, min(numbers.truth.bar, float(np.sort(chances)[-2])))
    labels = "".join(option.label for option, is_taken in zip(question.options, taken, strict=True) if is_taken)
    return labels, float(np.prod(np.where(taken, chances, 1 - chances)))


def _rivals(question: ChoiceQuestion, read: ReadQuestion, chances: Scores, arm: ExamArm) -> list[int]:
    """The passages that speak for different options as much, each for its own; none where one option leads."""
    if question.kind is not ChoiceKind.SINGLE or question.is_negative or question.statements:
        return []
    close = [each for each, chance in zip(read.options, chances, strict=True) if chance >= _RIVAL * chances.max()]
    places = list(dict.fromkeys(int((read.stem.by(arm) + each.by(arm)).argmax()) for each in close))
    return places if len(places) > 1 else []


def _nearest(relevance: Scores) -> list[int]:
    return [int(place) for place in relevance.argsort()[::-1][:MOST_EVIDENCE]]


def _evidence(places: Sequence[int], passages: Sequence[ExamPassage]) -> tuple[ExamEvidence, ...]:
    return tuple(
        ExamEvidence(found.book, found.chapter, found.section, found.figure_ref, found.clause_id, found.text)
        for found in (passages[place] for place in places[:MOST_EVIDENCE])
    )
