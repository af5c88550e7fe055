"""A reviewer's notes on a clause, a place of a page, or the document: for colleagues, never served to a client."""

from collections.abc import Sequence
from datetime import datetime

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised, text_sha256
from insurance_desktop.services.library.clause_texts import clauses_now
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import moment
from insurance_desktop.store.versions import notes
from insurance_desktop.store.versions.notes import NoteRow

from .decision_log import required
from .rejections import checked_place
from .two_reviewers import same_person


@entity
class Note:
    """A note as the window shows it. `chunk_index` is its clause in the current text, None where it has none.

    `is_outdated` = the clause has other words now than when the note was written.
    """

    note_id: int
    text: str
    author: str
    at: datetime
    changed_at: datetime | None
    section_id: str | None
    place: Box | None
    chunk_index: int | None
    is_outdated: bool


def add_note(
    library: Library,
    document_id: int,
    *,
    reviewer: str,
    text: str,
    section_id: str | None = None,
    place: Box | None = None,
) -> Note:
    """Write a note on a clause (its section id), on a place, or on the document. NotFound where no such section is."""
    reviewer = required(reviewer, "services.reviewer_required")
    text = required(text, "review.note_empty")
    with library.database.read() as connection:
        document = require(connection, document_id)
        read = clauses_now(connection, library, document) if section_id is not None else ()
    if place is not None:
        checked_place(document, place)
    clause = None if section_id is None else _clause(read, section_id)
    if section_id is not None and clause is None:
        raise NotFound("review.no_such_section", document_id=document_id, section=section_id[:80])
    with library.database.write() as connection:
        row = NoteRow(
            note_id=0,
            document_id=document_id,
            section_id=clause.section_id if clause else None,
            text_sha256=text_sha256(clause.text) if clause else None,
            place=place,
            text=text,
            author=reviewer,
            at=library.now(),
        )
        return _note(_require(connection, notes.add(connection, row)), read)


def change_note(library: Library, note_id: int, *, reviewer: str, text: str) -> None:
    """Put other words in one's own note."""
    text = required(text, "review.note_empty")
    with library.database.write() as connection:
        _own(connection, note_id, reviewer)
        notes.change(connection, note_id, text, library.now())


def remove_note(library: Library, note_id: int, *, reviewer: str) -> None:
    """Take one's own note away; `restore_note` brings it back."""
    with library.database.write() as connection:
        _own(connection, note_id, reviewer)
        notes.remove(connection, note_id, library.now())


def restore_note(library: Library, note_id: int, *, reviewer: str) -> None:
    with library.database.write() as connection:
        _own(connection, note_id, reviewer)
        notes.remove(connection, note_id, None)


def notes_of(library: Library, document_id: int, *, clauses: Sequence[Clause] | None = None) -> tuple[Note, ...]:
    """Everybody's notes on a document, the oldest first; `clauses` are the review sheet's where they are at hand."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        rows = notes.of_document(connection, document_id)
        if clauses is None:
            clauses = clauses_now(connection, library, document) if rows else ()
    return tuple(_note(row, clauses) for row in rows)


def _own(connection: Connection, note_id: int, reviewer: str) -> None:
    row = _require(connection, note_id)
    if not same_person(row.author, reviewer):
        raise ReviewRefused("review.note_of_another", author=row.author)


def _require(connection: Connection, note_id: int) -> NoteRow:
    row = notes.get(connection, note_id)
    if row is None:
        raise NotFound("review.no_such_note", note_id=note_id)
    return row


def _clause(read: Sequence[Clause], section_id: str) -> Clause | None:
    wanted = normalised(section_id)
    return next((each for each in read if normalised(each.section_id) == wanted), None)


def _note(row: NoteRow, read: Sequence[Clause]) -> Note:
    clause = None if row.section_id is None else _clause(read, row.section_id)
    return Note(
        note_id=row.note_id,
        text=row.text,
        author=row.author,
        at=moment(row.at),
        changed_at=moment(row.changed_at) if row.changed_at else None,
        section_id=row.section_id,
        place=row.place,
        chunk_index=None if clause is None else clause.chunk_index,
        is_outdated=row.section_id is not None and (clause is None or text_sha256(clause.text) != row.text_sha256),
    )
