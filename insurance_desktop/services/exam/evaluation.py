"""A paper with keys answered by every arm: how many each meets, where their evidence stands, and who is better."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from insurance_desktop.domain.asking import ChatModel
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import WITHOUT_MODEL, ArmDifference, ExamAnswer, ExamArm, ExamEvaluation, ExamScore
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.running import (
    CancelCheck,
    Cancelled,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import why_silent

from .answering import answer
from .exam import model_set, rules_of
from .library_evidence import evidence_of
from .model_arm import answer_by_model
from .numbers import shipped_numbers
from .paired import sign_test
from .submissions import place_of

_DIGITS = 4
Row = tuple[ChoiceQuestion, ExamAnswer]


@says_what_is_withheld
def evaluate_paper(
    engine: SearchEngine,
    questions: Sequence[ChoiceQuestion],
    *,
    models: Callable[[SearchEngine, CancelCheck], ChatModel | None] = model_set,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> ExamEvaluation:
    """The scores of the arms side by side, a language model's where one is set. UsageError where the paper has no
    keys."""
    keyed, rules = [each for each in questions if each.answer], rules_of(engine.library)
    if not keyed:
        raise UsageError("services.paper_without_keys", answers="/".join(rules.answer_columns))
    with engine.library.database.read() as connection:
        silent = why_silent(connection, engine)
    if silent is not None:
        return ExamEvaluation(AnswerStatus.INDEX_STALE, silent)
    evidence, numbers = evidence_of(engine), shipped_numbers()
    if not evidence.passages:
        return ExamEvaluation(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    model = models(engine, cancel)
    told: dict[ExamArm, list[Row]] = {arm: [] for arm in WITHOUT_MODEL}
    by_model: list[Row] = []
    for place, question in enumerate(keyed, start=1):
        if cancel():
            raise Cancelled
        read = evidence.read(question, engine.embedder)
        for arm, rows in told.items():
            rows.append((question, answer(question, read, evidence, numbers, arm)))
        if model is not None:
            by_model.append((question, answer_by_model(model, question, read, evidence, numbers, cancel=cancel)))
        progress(Progress(place, len(keyed), question.stem[:20]))
    if by_model:
        told[ExamArm.MODEL] = by_model
    right = {arm: [is_right(*row, rules) for row in rows] for arm, rows in told.items()}
    return ExamEvaluation(
        AnswerStatus.OK,
        arms={arm.value: _score(rows, right[arm], rules) for arm, rows in told.items()},
        differences=tuple(_difference(right, *pair) for pair in combinations(reversed(told), 2)),
        answers=tuple(each for _, each in by_model or told[ExamArm.HYBRID]),
    )


def _score(rows: Sequence[Row], right: Sequence[bool], rules: ChoiceRules) -> ExamScore:
    pointing = [any(re.search(form, question.stem) for form in rules.figure_forms) for question, _ in rows]
    placed = [_is_placed(row) for row in rows if row[0].evidence]
    return ExamScore(
        accuracy=round(sum(right) / len(rows), _DIGITS),
        total=len(rows),
        correct=sum(right),
        incorrect=len(rows) - sum(right),
        evidence_hit_at_5=_share(placed),
        figure_accuracy=_share(one for one, points in zip(right, pointing, strict=True) if points),
        text_accuracy=_share(one for one, points in zip(right, pointing, strict=True) if not points),
    )


def is_right(question: ChoiceQuestion, answer: ExamAnswer, rules: ChoiceRules) -> bool:
    """Whether an answer is the key: of several right options all, and no other."""
    if answer.answer is None:
        return False
    if question.kind is ChoiceKind.TRUE_FALSE and not question.options:
        return any(
            re.fullmatch(form, answer.answer) and any(re.fullmatch(each, question.answer) for each in forms)
            for forms in (rules.right_forms, rules.wrong_forms)
            for form in forms
        )
    return answer.answer == question.answer


def _is_placed(row: Row) -> bool:
    """Whether the place that the paper tells is among those of the evidence."""
    question, answer = row
    return any(normalised(question.evidence) in normalised(place_of(each)) for each in answer.evidence)


def _share(values: Iterable[bool]) -> float | None:
    found = list(values)
    return round(sum(found) / len(found), _DIGITS) if found else None


def _difference(right: dict[ExamArm, list[bool]], first: ExamArm, second: ExamArm) -> ArmDifference:
    pairs = list(zip(right[first], right[second], strict=True))
    p_value = round(sign_test(right[first], right[second]), _DIGITS)
    return ArmDifference(first, second, pairs.count((True, False)), pairs.count((False, True)), p_value)
