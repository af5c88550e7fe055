"""A paper with keys answered by every arm: how many each meets, where their evidence stands, and who is better."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path

from insurance_desktop.domain.asking import ChatModel
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import (
    FIGURES,
    TEXTS,
    WITHOUT_MODEL,
    ArmDifference,
    ExamAnswer,
    ExamArm,
    ExamEvaluation,
    ExamScore,
    PartScore,
)
from insurance_desktop.domain.identity import normalised, text_sha256
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
from insurance_desktop.services.evaluation.figures import calibration
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import why_silent

from .answering import MOST_EVIDENCE, answer
from .exam import model_set, rules_of
from .exam_runs import keep, library_sha256, paper_sha256
from .labels import meant
from .library_evidence import evidence_of
from .model_arm import answer_by_model
from .numbers import numbers_sha256, shipped_numbers
from .paired import sign_test
from .papers import read_paper_file
from .submissions import place_of

_DIGITS = 4
_LOOKED_AT = (1, 3, MOST_EVIDENCE)
"""How many passages are looked at for the place that a paper tells."""
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
    last = told[ExamArm.MODEL if by_model else ExamArm.HYBRID]
    sure = [(each.confidence, is_right(asked, each, rules)) for asked, each in last if each.answer is not None]
    return ExamEvaluation(
        AnswerStatus.OK,
        arms={arm.value: _score(rows, right[arm], rules) for arm, rows in told.items()},
        differences=tuple(_difference(right, *pair) for pair in combinations(reversed(told), 2)),
        answers=tuple(each for _, each in last),
        calibration=calibration("exam", [promised for promised, _ in sure], [came for _, came in sure]),
        right={arm.value: "".join("01"[one] for one in each) for arm, each in right.items()},
        paper_sha256=paper_sha256(keyed),
        configuration={
            **engine.configuration.parts,
            "exam_numbers": numbers_sha256(),
            "library": library_sha256(evidence.passages),
            **({} if model is None else {"language_model": text_sha256(model.name)}),
        },
    )


def evaluate_file(
    engine: SearchEngine,
    path: Path,
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> ExamEvaluation:
    """The same of a file, kept in the library under the file's name. UsageError where it cannot be read."""
    questions = read_paper_file(path, rules_of(engine.library))
    found = evaluate_paper(engine, questions, progress=progress, cancel=cancel)
    return keep(engine.library, found, path.name) if found.status is AnswerStatus.OK else found


def _score(rows: Sequence[Row], right: Sequence[bool], rules: ChoiceRules) -> ExamScore:
    parts = _parts(rows, right, rules)
    hits = {
        str(most): found
        for most in _LOOKED_AT
        if (found := _share(_is_placed(row, most) for row in rows if row[0].evidence)) is not None
    }
    return ExamScore(
        accuracy=round(sum(right) / len(rows), _DIGITS),
        total=len(rows),
        correct=sum(right),
        incorrect=len(rows) - sum(right),
        evidence_hit_at_5=hits.get(str(MOST_EVIDENCE)),
        figure_accuracy=parts[FIGURES].accuracy if FIGURES in parts else None,
        text_accuracy=parts[TEXTS].accuracy if TEXTS in parts else None,
        evidence_hits=hits,
        parts=parts,
    )


def _parts(rows: Sequence[Row], right: Sequence[bool], rules: ChoiceRules) -> dict[str, PartScore]:
    """The parts of a paper that have a question."""
    of: dict[str, list[bool]] = {}
    for (question, _), one in zip(rows, right, strict=True):
        points = any(re.search(form, question.stem) for form in rules.figure_forms)
        for name in (question.kind.value, FIGURES if points else TEXTS):
            of.setdefault(name, []).append(one)
    order = (*(kind.value for kind in ChoiceKind), FIGURES, TEXTS)
    return {
        name: PartScore(round(sum(of[name]) / len(of[name]), _DIGITS), len(of[name]), sum(of[name]))
        for name in order
        if name in of
    }


def is_right(question: ChoiceQuestion, answer: ExamAnswer, rules: ChoiceRules) -> bool:
    """Whether an answer is the key: of several right options all, and no other."""
    told = meant(question, answer.answer or "", rules)
    return told != "" and told == meant(question, question.answer, rules)


def _is_placed(row: Row, most: int) -> bool:
    """Whether the place that the paper tells, in its order from book to figure, is among those of so much evidence."""
    question, answer = row
    told = [normalised(part) for part in re.split(r"[|\s]+", question.evidence) if part]
    places = [normalised(place_of(each)) for each in answer.evidence[:most]]
    return any(all(part in place for part in told) for place in places)


def _share(values: Iterable[bool]) -> float | None:
    found = list(values)
    return round(sum(found) / len(found), _DIGITS) if found else None


def _difference(right: dict[ExamArm, list[bool]], first: ExamArm, second: ExamArm) -> ArmDifference:
    pairs = list(zip(right[first], right[second], strict=True))
    p_value = round(sign_test(right[first], right[second]), _DIGITS)
    return ArmDifference(first, second, pairs.count((True, False)), pairs.count((False, True)), p_value)
