"""The answer to a choice question, its evidence and how sure it is; or the plain words that there is none."""

from collections.abc import Sequence

import numpy as np

from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvidence
from insurance_desktop.index.passage_index import Scores
from insurance_desktop.packs.wording import say

from .labels import meant
from .named_places import named_figures
from .numbers import ExamNumbers, signals_of, subject_of
from .reader import Evidence, ReadQuestion

MOST_EVIDENCE = 5
_STANDS, _RIVAL = 0.5, 0.8
"""How much of an option a passage says that speaks for it, and how much beside the option that is said most."""
_DIGITS = 2
_FEWEST = 2
"""Options that are right where several may be."""


def answer(
    question: ChoiceQuestion, read: ReadQuestion, evidence: Evidence, numbers: ExamNumbers, arm: ExamArm
) -> ExamAnswer:
    """The answer to a question that was read; no option where the passages are about something else, or none of them
    holds the answer."""
    signals = signals_of(read)
    if numbers.topic.of(subject_of(read)) < numbers.topic.bar:
        return _silent(question, "exam.off_topic", arm)
    if numbers.held.of(signals) < numbers.held.bar:
        return without_evidence(question, arm)
    if question.kind is ChoiceKind.TRUE_FALSE or not question.options:
        return _without_choice(question, read, evidence, numbers, arm)
    chances = numbers.chances(read, arm, is_negative=question.is_negative)
    if question.kind is ChoiceKind.MULTIPLE:
        labels, chance = _several(question, read, numbers)
    else:
        labels, chance = question.options[int(chances.argmax())].label, float(chances.max())
    rivals = _rivals(question, read)
    order = dict.fromkeys((*_figure(question, read, evidence, arm), *rivals, *_nearest(read.by(arm))))
    return ExamAnswer(
        question.stem,
        labels,
        _evidence([*order], evidence, _told(question, labels)),
        round(numbers.sureness(chance, signals), _DIGITS),
        say("exam.several") if rivals else None,
        arm,
    )


def without_evidence(question: ChoiceQuestion, arm: ExamArm) -> ExamAnswer:
    return _silent(question, "exam.no_evidence", arm)


def sure(question: ChoiceQuestion, labels: str, read: ReadQuestion, numbers: ExamNumbers) -> float:
    """The chance that these labels, which somebody else chose, are right."""
    chances = numbers.chances(read, ExamArm.HYBRID, is_negative=question.is_negative)
    least = min(float(chances[place]) for place, each in enumerate(question.options) if each.label in labels)
    return round(numbers.sureness(least, signals_of(read)), _DIGITS)


def _silent(question: ChoiceQuestion, key: str, arm: ExamArm) -> ExamAnswer:
    return ExamAnswer(question.stem, None, (), 0.0, say(key), arm)


def _without_choice(
    question: ChoiceQuestion, read: ReadQuestion, evidence: Evidence, numbers: ExamNumbers, arm: ExamArm
) -> ExamAnswer:
    """A statement is judged; of a question without options the passages are told that come nearest."""
    first = dict.fromkeys((*_figure(question, read, evidence, arm), *_nearest(read.by(arm))))
    found = _evidence([*first], evidence, question.stem)
    if question.kind is not ChoiceKind.TRUE_FALSE:
        return ExamAnswer(question.stem, None, found, 0.0, None, arm)
    true = numbers.statement.of(evidence.judged(question, read).measures)
    told = _judged(question, evidence.pack.choices, is_true=true >= numbers.statement.bar)
    return ExamAnswer(question.stem, told, found, round(max(true, 1 - true), _DIGITS), None, arm)


def _judged(question: ChoiceQuestion, rules: ChoiceRules, *, is_true: bool) -> str:
    """The label of the option that says so, or the word for it."""
    told = say("exam.true" if is_true else "exam.false")
    return (meant(question, told, rules) if question.options else "") or told


def _several(question: ChoiceQuestion, read: ReadQuestion, numbers: ExamNumbers) -> tuple[str, float]:
    """The labels of the options that are likelier than not, two at least where there are so many, and the chance that
    all of that is right."""
    return chosen(
        question, np.array([numbers.truth.of(each.support.measures) for each in read.options]), numbers.truth.bar
    )


def chosen(question: ChoiceQuestion, true: Scores, bar: float) -> tuple[str, float]:
    """The same by the chance that each option is so; at the bar one is likelier so than not."""
    chances = 1 - true if question.is_negative else true
    taken = chances >= min(bar, float(np.sort(chances)[-_FEWEST:][0]))
    labels = "".join(option.label for option, is_taken in zip(question.options, taken, strict=True) if is_taken)
    return labels, float(np.prod(np.where(taken, chances, 1 - chances)))


def _rivals(question: ChoiceQuestion, read: ReadQuestion) -> list[int]:
    """The passages that speak for different options as much, each for its own; none where one option leads."""
    if question.kind is not ChoiceKind.SINGLE or question.is_negative or question.statements:
        return []
    stands = [each.support.said - each.support.denied - each.support.unfound for each in read.options]
    least = max(_STANDS, _RIVAL * max(stands))
    close = [each for each, said in zip(read.options, stands, strict=True) if said >= least]
    places = list(dict.fromkeys(each.support.place for each in close if each.support.place is not None))
    return places if len(places) > 1 else []


def _figure(question: ChoiceQuestion, read: ReadQuestion, evidence: Evidence, arm: ExamArm) -> tuple[int, ...]:
    """What shows the figure that a question names, which goes first; nothing for those arms that know no places."""
    if arm in {ExamArm.VECTOR, ExamArm.KEYWORD}:
        return ()
    named = named_figures(question.stem, evidence.passages, evidence.pack.choices)
    relevance = read.by(arm)
    first = max(named, default=None, key=lambda place: (evidence.passages[place].priority > 0, relevance[place]))
    return () if first is None else (first,)


def _nearest(relevance: Scores) -> list[int]:
    return [int(place) for place in relevance.argsort()[::-1][:MOST_EVIDENCE]]


def _told(question: ChoiceQuestion, labels: str) -> str:
    """What the evidence of an answer says: the stem with the options that are so."""
    texts = [
        " ".join((each.text, *(question.statements[name] for name in each.names)))
        for each in question.options
        if (each.label in labels) != question.is_negative
    ]
    return " ".join((question.lead or question.stem, *texts))


def _evidence(places: Sequence[int], evidence: Evidence, told: str) -> tuple[ExamEvidence, ...]:
    """The passages, each with the sentence that comes nearest to what is told."""
    found = [(place, evidence.passages[place]) for place in places[:MOST_EVIDENCE]]
    return tuple(
        ExamEvidence(
            each.book,
            each.chapter,
            each.section,
            each.figure_ref,
            each.clause_id,
            each.text,
            each.document_id,
            each.page_number,
            evidence.grounds.sentence(place, told),
        )
        for place, each in found
    )
