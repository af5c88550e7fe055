"""Reviewers' notes on a document or on one of its clauses. No part of what is served."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump, load_box

_COLUMNS = "id, document_id, section_id, text_sha256, place, text, author, at, changed_at"


@entity
class NoteRow:
    """A note; `section_id` None = on the document, `text_sha256` the clause's words when it was written."""

    note_id: int
    document_id: int
    section_id: str | None
    text_sha256: str | None
    place: Box | None
    text: str
    author: str
    at: str
    changed_at: str | None = None


def add(connection: Connection, note: NoteRow) -> int:
    """`note_id` is not read."""
    connection.run(
        "INSERT INTO notes (document_id, section_id, text_sha256, place, text, author, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            note.document_id,
            note.section_id,
            note.text_sha256,
            None if note.place is None else dump(note.place),
            note.text,
            note.author,
            note.at,
        ),
    )
    return connection.last_id


def change(connection: Connection, note_id: int, text: str, now: str) -> None:
    connection.run("UPDATE notes SET text = ?, changed_at = ? WHERE id = ?", (text, now, note_id))


def remove(connection: Connection, note_id: int, now: str | None) -> None:
    """Hide a note; `now` None shows it again."""
    connection.run("UPDATE notes SET removed_at = ? WHERE id = ?", (now, note_id))


def get(connection: Connection, note_id: int) -> NoteRow | None:
    row = connection.row(f"SELECT {_COLUMNS} FROM notes WHERE id = ?", (note_id,))
    return _note(row) if row else None


def of_document(connection: Connection, document_id: int) -> tuple[NoteRow, ...]:
    """The notes that were not removed, the oldest first."""
    rows = connection.rows(
        f"SELECT {_COLUMNS} FROM notes WHERE document_id = ? AND removed_at IS NULL ORDER BY id", (document_id,)
    )
    return tuple(map(_note, rows))


def _note(row: tuple[object, ...]) -> NoteRow:
    note_id, document_id, section_id, sha256, place, text, author, at, changed_at = row
    return NoteRow(note_id, document_id, section_id, sha256, load_box(place), text, author, at, changed_at)  # type: ignore[arg-type]
