"""Exam questions answered from books and laws: what is asked of, what the answer is, and where it stands."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from .entity import entity
from .evaluation import Calibration
from .states import AnswerStatus


class ExamArm(StrEnum):
    """What an answer is told by: the nearest vectors, the same words, what the passages say, or a language model that
    reads them."""

    VECTOR = "vector"
    KEYWORD = "keyword"
    HYBRID = "hybrid"
    MODEL = "model"


WITHOUT_MODEL: tuple[ExamArm, ...] = tuple(arm for arm in ExamArm if arm is not ExamArm.MODEL)


@entity
class ExamPassage:
    """A passage that questions are answered from, and its place.

    `page_number` is the page of `document_id` where it begins, or where the figure stands that it writes out;
    `captions` are the numbers of figures and tables that it prints. Of passages that say as much, one with a higher
    `priority` goes first.
    """

    book: str
    chapter: str
    section: str
    figure_ref: str
    text: str
    clause_id: str | None = None
    document_id: int | None = None
    page_number: int | None = None
    captions: tuple[str, ...] = ()
    priority: int = 0


@entity
class ExamEvidence:
    """Where an answer stands; `quote` is verbatim, `sentence` the part of it that comes nearest to the answer.
    `page_number` is the page of `document_id` to look at: for what was written out of a figure the figure's, None
    where there are no pages."""

    book: str
    chapter: str
    section: str
    figure_ref: str
    clause_id: str | None
    quote: str
    document_id: int | None = None
    page_number: int | None = None
    sentence: str = ""


@entity
class ExamAnswer:
    """The labels of the options that the passages speak for, None where they speak for none; `confidence` (0–1) is the
    chance that they are the key. `reply` is what has to be said beside it or instead."""

    question: str
    answer: str | None
    evidence: tuple[ExamEvidence, ...]
    confidence: float
    reply: str | None
    arm: ExamArm


FIGURES, TEXTS = "figure", "text"
"""Parts of a paper beside its kinds of questions: those that point at a figure, and the others."""


@entity
class PartScore:
    """How one arm answered a part of a paper."""

    accuracy: float
    total: int
    correct: int


@entity
class ExamDemo:
    """What the demonstration of a field of books asks its samples, as questions are printed: `keyed` ones with their
    answers, one that points at a `figure`, one that has `several` grounds, and one that is `off_topic`."""

    keyed: tuple[str, ...]
    figure: str
    several: str
    off_topic: str


@entity
class ExamScore:
    """How one arm answered a paper; None for a share of nothing. `figure_accuracy`: of questions that point at a
    figure, `text_accuracy` of the others; `evidence_hit_at_5`: of those whose place the paper tells, `evidence_hits`
    the same by how many passages are looked at. `parts`: by kind of question, and by what they point at. Of several
    right options an answer names all and no other."""

    accuracy: float
    total: int
    correct: int
    incorrect: int
    evidence_hit_at_5: float | None
    figure_accuracy: float | None
    text_accuracy: float | None
    evidence_hits: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, PartScore] = field(default_factory=dict)


@entity
class ArmDifference:
    """Two arms on the same questions: how many only one of them answers rightly, and the chance of as large a
    difference between two that are equally good."""

    first: ExamArm
    second: ExamArm
    only_first: int
    only_second: int
    p_value: float


@entity
class ExamAnswers:
    """The answers to the questions of a text or a paper, in order."""

    status: AnswerStatus
    message: str | None = None
    answers: tuple[ExamAnswer, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class ExamEvaluation:
    """A paper with keys, answered by each arm; `answers` are those of the last one.

    `right`: by arm, a 1 for each question that it answers rightly and a 0 for each other, in the paper's order.
    `calibration`: how `confidence` stands to what comes, of questions that the last arm answers. `configuration`: what
    the answers were given by, hex sha256 by name. `run_id`: where the library keeps it; `changes`: since the run before
    on the same paper.
    """

    status: AnswerStatus
    message: str | None = None
    arms: Mapping[str, ExamScore] = field(default_factory=dict)
    differences: tuple[ArmDifference, ...] = ()
    answers: tuple[ExamAnswer, ...] = ()
    calibration: Calibration | None = None
    right: Mapping[str, str] = field(default_factory=dict)
    paper_sha256: str = ""
    configuration: Mapping[str, str] = field(default_factory=dict)
    run_id: int | None = None
    changes: "tuple[RunChange, ...]" = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class RunChange:
    """An arm in two runs on the same paper: what its accuracy and its evidence gained, how many questions only one of
    them answers rightly, and the chance of as large a difference between two that are equally good."""

    arm: str
    accuracy: float
    evidence_hit_at_5: float | None
    only_now: int
    only_before: int
    p_value: float


@entity
class ExamRun:
    """An evaluation that a library keeps. `before` is the run before on the same paper; `changed`: the parts of what
    the answers are given by that differ from it."""

    run_id: int
    at: str
    paper: str
    paper_sha256: str
    questions: int
    configuration: Mapping[str, str]
    arms: Mapping[str, ExamScore]
    right: Mapping[str, str]
    calibration: Calibration | None
    before: int | None = None
    changed: tuple[str, ...] = ()
    changes: tuple[RunChange, ...] = ()


@entity
class ExamRuns:
    """The evaluations of papers that a library keeps, the newest first."""

    runs: tuple[ExamRun, ...]
