"""Which clauses of a document each reviewer has looked at, by the clause's own words."""

from collections.abc import Iterable

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection


@entity
class Looked:
    """A clause that was looked at; `inherited_from` is the approval that its words were taken over from."""

    clause_key: str
    version_id: int
    inherited_from: int | None
    at: str


@entity
class Reader:
    """Who looks at which version of which document."""

    document_id: int
    version_id: int
    reviewer: str


def add(
    connection: Connection, reader: Reader, keys: Iterable[str], now: str, inherited_from: int | None = None
) -> None:
    """Clauses that were looked at with one's own eyes stay so."""
    connection.run_many(
        "INSERT INTO looked_clauses (document_id, reviewer, clause_key, version_id, inherited_from, at) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (document_id, reviewer, clause_key) DO UPDATE SET "
        "version_id = ?4, inherited_from = NULL, at = ?6 WHERE ?5 IS NULL AND inherited_from IS NOT NULL",
        [(reader.document_id, reader.reviewer, key, reader.version_id, inherited_from, now) for key in keys],
    )


def remove(connection: Connection, document_id: int, reviewer: str, keys: Iterable[str]) -> None:
    connection.run_many(
        "DELETE FROM looked_clauses WHERE document_id = ? AND reviewer = ? AND clause_key = ?",
        [(document_id, reviewer, key) for key in keys],
    )


def of_reader(connection: Connection, document_id: int, reviewer: str) -> dict[str, Looked]:
    """By the clause's key; of every version of the document."""
    rows = connection.rows(
        "SELECT clause_key, version_id, inherited_from, at FROM looked_clauses WHERE document_id = ? AND reviewer = ?",
        (document_id, reviewer),
    )
    return {row[0]: Looked(*row) for row in rows}


def hand_over(connection: Connection, giver: str, taker: str) -> None:
    """What one looked at counts as looked at by the other, who keeps what is his own already."""
    connection.run("UPDATE OR IGNORE looked_clauses SET reviewer = ? WHERE reviewer = ?", (taker, giver))
    connection.run("DELETE FROM looked_clauses WHERE reviewer = ?", (giver,))
