"""Corrections: what a reviewer said against the conversion or the import, field by field."""

from dataclasses import dataclass

from .database import Connection


@dataclass(frozen=True, slots=True)
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
