"""Exam questions asked of a library: one that was typed, or a paper."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from insurance_desktop.domain.asking import ChatModel
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import ExamAnswer, ExamAnswers, ExamArm, ExamEvidence
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
from insurance_desktop.services.asking.as_set import writing_as_set
from insurance_desktop.services.asking.helpers import Listener
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import NoLibrary, without_library
from insurance_desktop.services.library.questions import page_of, page_start, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import why_silent

from .answering import answer
from .exam_runs import library_sha256
from .library_evidence import evidence_of, verified
from .model_arm import answer_by_model
from .numbers import shipped_numbers
from .printed_forms import reading_pack
from .question_reading import read_paper

_ARMS = tuple(arm.value for arm in ExamArm)


@says_what_is_withheld
def answer_exam_question(
    engine: SearchEngine, typed: str, arm: str = ExamArm.HYBRID, cursor: str | None = None
) -> ExamAnswers:
    """The answer to a question with its options, as it was typed or pasted; several are answered one by one."""
    refuse_unreadable(typed)
    start = page_start(cursor)
    asked = read_paper(typed, rules_of(engine.library))
    found = _answered(engine, asked or (ChoiceQuestion(typed.strip(), (), ChoiceKind.SINGLE, False),), arm)
    page, following = page_of(found.answers, start)
    return replace(found, answers=page, truncated=following is not None, next_cursor=following)


@without_library(lambda none: "")
def answered_from(engine: SearchEngine) -> str:
    """Hex sha256 of all that answers may come from: another one where a document was verified or left."""
    return library_sha256(evidence_of(engine).passages)


@says_what_is_withheld
def answer_paper(
    engine: SearchEngine,
    questions: Sequence[ChoiceQuestion],
    arm: str = ExamArm.HYBRID,
    *,
    heard: Callable[[ExamAnswer], None] = lambda _: None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> ExamAnswers:
    """The answers to a paper in order; each is told as soon as there is one (`heard`). Cancelled between two."""
    return _answered(engine, questions, arm, heard=heard, progress=progress, cancel=cancel)


def _answered(
    engine: SearchEngine,
    questions: Sequence[ChoiceQuestion],
    arm: str,
    *,
    heard: Callable[[ExamAnswer], None] = lambda _: None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> ExamAnswers:
    if arm not in _ARMS:
        raise UsageError("services.exam_unknown_arm", arm=arm, known="/".join(_ARMS))
    with engine.library.database.read() as connection:
        silent = why_silent(connection, engine)
    if silent is not None:
        return ExamAnswers(AnswerStatus.INDEX_STALE, silent)
    model = model_set(engine, cancel) if arm == ExamArm.MODEL else None
    if arm == ExamArm.MODEL and model is None:
        raise UsageError("services.exam_no_model")
    evidence, numbers, found = evidence_of(engine), shipped_numbers(), list[ExamAnswer]()
    if not evidence.passages:
        return ExamAnswers(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    for place, question in enumerate(questions, start=1):
        if cancel():
            raise Cancelled
        read = evidence.read(question, engine.embedder)
        if model is None:
            told = answer(question, read, evidence, numbers, ExamArm(arm))
        else:
            told = answer_by_model(model, question, read, evidence, numbers, cancel=cancel)
        with engine.library.database.read() as connection:
            told = _as_it_stands(told, verified(connection, told.evidence))
        found.append(told)
        heard(told)
        progress(Progress(place, len(questions), question.stem[:20]))
    return ExamAnswers(AnswerStatus.OK, answers=tuple(found))


def model_set(engine: SearchEngine, cancel: CancelCheck) -> ChatModel | None:
    """The language model that its person has set for what is hard; None where there is none."""
    writing = writing_as_set(engine.library, Listener(cancel=cancel))
    return None if writing is None else writing.models.get(ModelRole.STRONG)


def _as_it_stands(told: ExamAnswer, evidence: tuple[ExamEvidence, ...]) -> ExamAnswer:
    """The answer with the evidence that is still verified; none where nothing of it is."""
    if told.evidence and not evidence:
        return replace(told, answer=None, evidence=(), confidence=0.0, reply=say("exam.no_evidence"))
    return replace(told, evidence=evidence)


def _rules_without_library(none: NoLibrary) -> ChoiceRules:
    return reading_pack(none.pack).choices


@without_library(_rules_without_library)
def rules_of(library: Library) -> ChoiceRules:
    """How choice questions are printed in the library's field."""
    return reading_pack(library.pack).choices
