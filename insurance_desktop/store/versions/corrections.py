"""Corrections: what a reviewer said against the conversion or the import, field by field. A history that grows."""

import json

from insurance_desktop.domain.clause_corrections import ClauseFields, ClauseMark
from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection


@entity
class Correction:
    """`section_id` None = a field of the document; else a clause's, which holds for the text with `text_sha256`."""

    document_id: int
    field: str
    value: str
    reviewer: str
    at: str
    section_id: str | None = None
    text_sha256: str | None = None


def add(connection: Connection, correction: Correction) -> None:
    connection.run(
        "INSERT INTO corrections (document_id, section_id, text_sha256, field, value, reviewer, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            correction.document_id,
            correction.section_id,
            correction.text_sha256,
            correction.field,
            correction.value,
            correction.reviewer,
            correction.at,
        ),
    )


def of_document(connection: Connection, document_id: int) -> tuple[Correction, ...]:
    rows = connection.rows(
        "SELECT document_id, field, value, reviewer, at, section_id, text_sha256 FROM corrections "
        "WHERE document_id = ? ORDER BY id",
        (document_id,),
    )
    return tuple(Correction(*row) for row in rows)


def ids_of(connection: Connection, document_id: int) -> tuple[int, ...]:
    rows = connection.rows("SELECT id FROM corrections WHERE document_id = ? ORDER BY id", (document_id,))
    return tuple(row[0] for row in rows)


def of_clauses(connection: Connection, document_id: int) -> dict[ClauseMark, ClauseFields]:
    """What was last said about each clause, field by field; `null` takes a correction back."""
    told: dict[ClauseMark, dict[str, object]] = {}
    for section_id, text_sha256, field, value in connection.rows(
        "SELECT section_id, text_sha256, field, value FROM corrections "
        "WHERE document_id = ? AND section_id IS NOT NULL AND text_sha256 IS NOT NULL ORDER BY id",
        (document_id,),
    ):
        read = json.loads(value)
        told.setdefault(ClauseMark(section_id, text_sha256), {})[field] = (
            tuple(read) if isinstance(read, list) else read
        )
    found = {mark: ClauseFields(**fields) for mark, fields in told.items()}  # type: ignore[arg-type]  # as written
    return {mark: fields for mark, fields in found.items() if not fields.is_empty}
