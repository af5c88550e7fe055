"""What was chosen in a question, one row each time, and whether it was right."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection


@entity
class ChoiceRow:
    """`is_right` None = nobody could tell; `at` as the file holds times."""

    choice_id: int
    question_id: int
    chosen: str
    is_right: bool | None
    at: str


def add(connection: Connection, question_id: int, chosen: str, is_right: bool | None, at: str) -> int:
    connection.run(
        "INSERT INTO exam_choices (question_id, chosen, is_right, at) VALUES (?, ?, ?, ?)",
        (question_id, chosen, is_right, at),
    )
    return connection.last_id


def get(connection: Connection, choice_id: int) -> ChoiceRow | None:
    row = connection.row("SELECT id, question_id, chosen, is_right, at FROM exam_choices WHERE id = ?", (choice_id,))
    return None if row is None else _choice(*row)


def judge(connection: Connection, choice_id: int, is_right: bool) -> None:
    """What a person says of it who knows better."""
    connection.run("UPDATE exam_choices SET is_right = ? WHERE id = ?", (is_right, choice_id))


def of_question(connection: Connection, question_id: int) -> tuple[ChoiceRow, ...]:
    """In the order in which they were made."""
    rows = connection.rows(
        "SELECT id, question_id, chosen, is_right, at FROM exam_choices WHERE question_id = ? ORDER BY id",
        (question_id,),
    )
    return tuple(_choice(*row) for row in rows)


def _choice(choice_id: int, question_id: int, chosen: str, is_right: int | None, at: str) -> ChoiceRow:
    return ChoiceRow(choice_id, question_id, chosen, None if is_right is None else bool(is_right), at)
