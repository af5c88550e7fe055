"""Exam questions that a person practises: papers, own choices, and what is due to be repeated."""

from datetime import datetime
from enum import StrEnum

from .choice_questions import ChoiceQuestion
from .conversion import Locator
from .entity import entity
from .exam import ExamAnswer
from .geometry import Box


class JudgedBy(StrEnum):
    """What a choice was held against: the key that is printed in the paper, else the program's own answer."""

    KEY = "key"
    ANSWER = "answer"


@entity
class PractisedQuestion:
    """A question of a library, whichever papers it stands in."""

    question_id: int
    question: ChoiceQuestion


@entity
class PractisedPaper:
    """`name` is the file's, "" for what was typed. Of its `questions` so many were chosen in (`answered`), rightly the
    last time (`correct`), are kept to be repeated (`kept`), and of these are due today (`due`)."""

    paper_id: int
    name: str
    questions: int
    answered: int
    correct: int
    kept: int
    due: int


@entity
class PracticeState:
    """`due` questions are to be repeated today, of all papers together; `next_due` is when the next is, None where
    nothing is kept."""

    due: int
    next_due: datetime | None
    papers: tuple[PractisedPaper, ...]


@entity
class EvidencePlace:
    """Where a piece of evidence stands in its document; None or nothing for an original without pages."""

    document_id: int
    page_number: int | None
    boxes: tuple[Box, ...]
    locator: Locator | None


@entity
class JudgedChoice:
    """A choice and what is right: `truth` holds the labels by `judged_by`, "" with `is_right` None where neither a key
    nor an answer tells. `places` belong to the evidence of `answer`, one each; `message` says why there is no answer.
    `due` is when the question comes again, None where it does not."""

    choice_id: int
    question_id: int
    chosen: str
    truth: str
    judged_by: JudgedBy | None
    is_right: bool | None
    answer: ExamAnswer | None
    places: tuple[EvidencePlace | None, ...]
    message: str | None
    due: datetime | None
