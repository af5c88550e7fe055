"""Papers and their questions. A question is known again by its words; its key may come with a later paper."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion
from insurance_desktop.domain.plain import restored
from insurance_desktop.domain.practising import PractisedPaper, PractisedQuestion
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump

_PAPERS = """
    SELECT p.id, p.name, count(*), sum(c.id IS NOT NULL), ifnull(sum(c.is_right = 1), 0), sum(q.due IS NOT NULL),
        ifnull(sum(q.due <= ?), 0)
    FROM exam_papers AS p
    JOIN exam_paper_questions AS o ON o.paper_id = p.id
    JOIN exam_questions AS q ON q.id = o.question_id
    LEFT JOIN exam_choices AS c ON c.id = (SELECT max(id) FROM exam_choices WHERE question_id = q.id)
"""


def put_question(connection: Connection, pack: str, question: ChoiceQuestion) -> int:
    """The question's id, new or known; a known one is read anew, and keeps a key that the new reading has not."""
    words = dump([question.stem, [each.text for each in question.options]])
    sha256 = hashlib.sha256(words.encode()).hexdigest()
    row = connection.row("SELECT id, question FROM exam_questions WHERE pack = ? AND sha256 = ?", (pack, sha256))
    if row is None:
        connection.run(
            "INSERT INTO exam_questions (pack, sha256, question) VALUES (?, ?, ?)", (pack, sha256, dump(question))
        )
        return connection.last_id
    question_id, known = int(row[0]), _question(row[1])
    evidence = question.evidence or known.evidence
    newest = replace(question if question.answer else known, evidence=evidence)
    connection.run("UPDATE exam_questions SET question = ? WHERE id = ?", (dump(newest), question_id))
    return question_id


def put_paper(connection: Connection, pack: str, name: str, question_ids: Sequence[int], at: str) -> int:
    """The paper of these questions in this order, new or known."""
    sha256 = hashlib.sha256(dump(list(question_ids)).encode()).hexdigest()
    known = connection.value("SELECT id FROM exam_papers WHERE pack = ? AND sha256 = ?", (pack, sha256))
    return int(known) if known is not None else _new_paper(connection, (pack, name, sha256, at), question_ids)


def put_typed(connection: Connection, pack: str, question_ids: Sequence[int], at: str) -> int:
    """The paper of what was typed, with these questions behind those that it has."""
    known = connection.value("SELECT id FROM exam_papers WHERE pack = ? AND sha256 = ''", (pack,))
    if known is None:
        return _new_paper(connection, (pack, "", "", at), question_ids)
    _add(connection, int(known), question_ids)
    return int(known)


def _new_paper(connection: Connection, row: tuple[str, str, str, str], question_ids: Sequence[int]) -> int:
    connection.run("INSERT INTO exam_papers (pack, name, sha256, added_at) VALUES (?, ?, ?, ?)", row)
    paper_id = connection.last_id
    _add(connection, paper_id, question_ids)
    return paper_id


def _add(connection: Connection, paper_id: int, question_ids: Sequence[int]) -> None:
    """A question stands in a paper once."""
    for question_id in question_ids:
        connection.run(
            """
            INSERT OR IGNORE INTO exam_paper_questions (paper_id, position, question_id)
            SELECT ?, ifnull(max(position), 0) + 1, ? FROM exam_paper_questions WHERE paper_id = ?
            """,
            (paper_id, question_id, paper_id),
        )


def all_of(connection: Connection, pack: str, until: str) -> tuple[PractisedPaper, ...]:
    """The newest first; `until` is when today ends."""
    rows = connection.rows(f"{_PAPERS} WHERE p.pack = ? GROUP BY p.id ORDER BY p.id DESC", (until, pack))
    return tuple(PractisedPaper(*row) for row in rows)


def get(connection: Connection, pack: str, paper_id: int, until: str) -> PractisedPaper | None:
    rows = connection.rows(f"{_PAPERS} WHERE p.pack = ? AND p.id = ? GROUP BY p.id", (until, pack, paper_id))
    return PractisedPaper(*rows[0]) if rows else None


def remove(connection: Connection, paper_id: int) -> None:
    """The paper, and those of its questions that stand in no other, with what was chosen in them."""
    connection.run("DELETE FROM exam_papers WHERE id = ?", (paper_id,))
    connection.run("DELETE FROM exam_questions WHERE id NOT IN (SELECT question_id FROM exam_paper_questions)")


def question(connection: Connection, question_id: int) -> ChoiceQuestion | None:
    text = connection.value("SELECT question FROM exam_questions WHERE id = ?", (question_id,))
    return None if text is None else _question(text)


def of_paper(connection: Connection, paper_id: int, *, untried: bool) -> tuple[PractisedQuestion, ...]:
    """In the order of the paper: all of them, or `untried` those in which nothing was chosen yet."""
    rows = connection.rows(
        """
        SELECT q.id, q.question FROM exam_paper_questions AS o JOIN exam_questions AS q ON q.id = o.question_id
        WHERE o.paper_id = ? AND NOT (? AND EXISTS (SELECT 1 FROM exam_choices WHERE question_id = q.id))
        ORDER BY o.position
        """,
        (paper_id, untried),
    )
    return tuple(PractisedQuestion(number, _question(text)) for number, text in rows)


def due(connection: Connection, pack: str, until: str) -> tuple[PractisedQuestion, ...]:
    """What is due by then, of all papers; what has waited longest first."""
    rows = connection.rows(
        "SELECT id, question FROM exam_questions WHERE pack = ? AND due <= ? ORDER BY due, id", (pack, until)
    )
    return tuple(PractisedQuestion(number, _question(text)) for number, text in rows)


def next_due(connection: Connection, pack: str) -> str | None:
    """When the first question that is kept comes again, as the file holds times."""
    found: str | None = connection.value("SELECT min(due) FROM exam_questions WHERE pack = ?", (pack,))
    return found


def set_due(connection: Connection, question_id: int, at: str | None) -> None:
    connection.run("UPDATE exam_questions SET due = ? WHERE id = ?", (at, question_id))


def _question(text: str) -> ChoiceQuestion:
    found: ChoiceQuestion = restored(ChoiceQuestion, json.loads(text))
    return replace(found, kind=ChoiceKind(found.kind))
