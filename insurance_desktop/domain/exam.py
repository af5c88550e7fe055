"""Exam questions answered from books and laws: what is asked of, what the answer is, and where it stands."""

from .entity import entity


@entity
class ExamPassage:
    """A passage that questions are answered from, and its place; `row` is the clause's key in the library."""

    book: str
    chapter: str
    section: str
    figure_ref: str
    text: str
    clause_id: str | None = None
    row: int | None = None


@entity
class ExamEvidence:
    """Where an answer stands; `quote` is verbatim."""

    book: str
    chapter: str
    section: str
    figure_ref: str
    clause_id: str | None
    quote: str


@entity
class ExamAnswer:
    """The labels of the options that the passages speak for, None where they speak for none; `confidence` (0–1) is the
    chance that they are the key. `reply` is what has to be said beside it or instead."""

    question: str
    answer: str | None
    evidence: tuple[ExamEvidence, ...]
    confidence: float
    reply: str | None
    arm: str
