"""Practising: papers are kept in the library, a person chooses first, and what was wrong comes again."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from insurance_desktop.domain.choice_questions import ChoiceQuestion
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvidence
from insurance_desktop.domain.practising import (
    EvidencePlace,
    JudgedBy,
    JudgedChoice,
    PracticeState,
    PractisedPaper,
    PractisedQuestion,
)
from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection
from insurance_desktop.store.exam import choices, papers
from insurance_desktop.store.json_forms import moment, storable

from .exam import answer_paper, model_set, rules_of
from .intervals import next_due
from .labels import meant, options_of
from .papers import read_paper_file
from .question_reading import read_paper


def load_paper(library: Library, path: Path) -> PractisedPaper:
    """Keeps the questions of a file (CSV, XLSX or TXT); one that is known goes on where it was left. UsageError where
    it cannot be read or holds none."""
    questions = read_paper_file(path, rules_of(library))
    with library.database.write() as connection:
        numbers = _kept(connection, library, questions)
        paper_id = papers.put_paper(connection, library.pack.name, storable(path.name), numbers, library.now())
        return _paper(connection, library, paper_id)


def add_typed(library: Library, typed: str) -> tuple[PractisedQuestion, ...]:
    """Keeps questions that were typed or pasted. UsageError where there is none to choose in."""
    questions = read_paper(storable(typed), rules_of(library))
    if not questions:
        raise UsageError("services.no_choice_question")
    with library.database.write() as connection:
        numbers = _kept(connection, library, questions)
        papers.put_typed(connection, library.pack.name, numbers, library.now())
        return tuple(map(PractisedQuestion, numbers, questions))


def _kept(connection: Connection, library: Library, questions: Sequence[ChoiceQuestion]) -> list[int]:
    return list(dict.fromkeys(papers.put_question(connection, library.pack.name, each) for each in questions))


def practice_state(library: Library) -> PracticeState:
    """How far each paper is, and how much is due today."""
    pack, until = library.pack.name, _end_of_today(library)
    with library.database.read() as connection:
        after = papers.next_due(connection, pack)
        return PracticeState(
            len(papers.due(connection, pack, until)),
            None if after is None else moment(after),
            papers.all_of(connection, pack, until),
        )


def due_questions(library: Library) -> tuple[PractisedQuestion, ...]:
    """What is due before this day ends where the program runs, of all papers; what has waited longest first."""
    with library.database.read() as connection:
        return papers.due(connection, library.pack.name, _end_of_today(library))


def questions_of(library: Library, paper_id: int) -> tuple[PractisedQuestion, ...]:
    """The questions of a paper in which nothing was chosen yet; all of them, from the first, where there is none such.
    NotFound where the library's pack has no such paper."""
    with library.database.read() as connection:
        _paper(connection, library, paper_id)
        untried = papers.of_paper(connection, paper_id, untried=True)
        return untried or papers.of_paper(connection, paper_id, untried=False)


def remove_paper(library: Library, paper_id: int) -> PractisedPaper:
    """Takes a paper out of the library, with what was chosen in it; questions of other papers stay theirs."""
    with library.database.write() as connection:
        gone = _paper(connection, library, paper_id)
        papers.remove(connection, paper_id)
        return gone


def has_model(engine: SearchEngine, cancel: CancelCheck = never_cancelled) -> bool:
    """Whether a person has set a language model that could answer."""
    return model_set(engine, cancel) is not None


def choose(
    engine: SearchEngine,
    question_id: int,
    chosen: str,
    arm: str = ExamArm.HYBRID,
    *,
    cancel: CancelCheck = never_cancelled,
) -> JudgedChoice:
    """Keeps what was chosen, held against the key, else against the program's answer, which is told with it. UsageError
    where the question has no such options; cancelled, nothing is kept."""
    library = engine.library
    with library.database.read() as connection:
        question = papers.question(connection, question_id)
    if question is None:
        raise NotFound("services.exam_question_gone")
    labels, wanted = [each.label for each in options_of(question)], chosen.upper()
    chosen = "".join(label for label in labels if label in wanted)
    if not chosen or not set(wanted) <= set(labels):
        raise UsageError("services.exam_no_such_option", chosen=wanted, known="/".join(labels))
    told = answer_paper(engine, (question,), arm, cancel=cancel)
    answer = told.answers[0] if told.status is AnswerStatus.OK else None
    truth, judged_by = _truth(library, question, answer)
    is_right = chosen == truth if truth else None
    with library.database.write() as connection:
        choice_id = choices.add(connection, question_id, chosen, is_right, library.now())
        due = _schedule(connection, question_id)
        places = () if answer is None else tuple(_place(connection, each) for each in answer.evidence)
    return JudgedChoice(choice_id, question_id, chosen, truth, judged_by, is_right, answer, places, told.message, due)


def judge(library: Library, choice_id: int, *, is_right: bool) -> datetime | None:
    """What a person says of a choice who knows better than the key or the program; when its question is due by that."""
    with library.database.write() as connection:
        row = choices.get(connection, choice_id)
        if row is None:
            raise NotFound("services.exam_question_gone")
        choices.judge(connection, choice_id, is_right)
        return _schedule(connection, row.question_id)


def _truth(library: Library, question: ChoiceQuestion, answer: ExamAnswer | None) -> tuple[str, JudgedBy | None]:
    rules = rules_of(library)
    keyed = meant(question, question.answer, rules)
    if keyed:
        return keyed, JudgedBy.KEY
    told = meant(question, answer.answer or "", rules) if answer is not None else ""
    return (told, JudgedBy.ANSWER) if told else ("", None)


def _schedule(connection: Connection, question_id: int) -> datetime | None:
    """By all that was chosen: what is judged anew counts as if it had been so from the first."""
    made = choices.of_question(connection, question_id)
    due = next_due((moment(each.at), each.is_right) for each in made if each.is_right is not None)
    papers.set_due(connection, question_id, None if due is None else due.isoformat(timespec="seconds"))
    return due


def _place(connection: Connection, evidence: ExamEvidence) -> EvidencePlace | None:
    row = clauses.by_clause_id(connection, evidence.clause_id or "")
    return None if row is None else EvidencePlace(row.document_id, row.page_number, row.boxes, row.locator)


def _paper(connection: Connection, library: Library, paper_id: int) -> PractisedPaper:
    found = papers.get(connection, library.pack.name, paper_id, _end_of_today(library))
    if found is None:
        raise NotFound("services.no_such_paper", paper_id=paper_id)
    return found


def _end_of_today(library: Library) -> str:
    """As the file holds times."""
    here = library.clock().astimezone()
    return here.replace(hour=23, minute=59, second=59).astimezone(UTC).isoformat(timespec="seconds")
