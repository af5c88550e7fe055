"""Drafts: a reviewer's unfinished edit of a version. One that was dropped stays until another one is dropped."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection

_SELECT = (
    "SELECT drafts.document_id, drafts.reviewer, drafts.based_on, versions.number, drafts.markdown, drafts.saved_at, "
    "drafts.dropped_at FROM drafts JOIN versions ON versions.id = drafts.based_on "
)


@entity
class DraftRow:
    """One draft; `number` is that of the version it was begun on, `dropped_at` None while it is unfinished."""

    document_id: int
    reviewer: str
    based_on: int
    number: int
    markdown: str
    saved_at: str
    dropped_at: str | None


@entity
class DraftKey:
    """Which draft: a reviewer has one for each version of a document."""

    document_id: int
    reviewer: str
    based_on: int


def put(connection: Connection, key: DraftKey, markdown: str, now: str) -> None:
    """Store the text in place of what the draft held; it is unfinished again."""
    connection.run(
        "INSERT INTO drafts (document_id, reviewer, based_on, markdown, saved_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (document_id, reviewer, based_on) DO UPDATE SET "
        "markdown = excluded.markdown, saved_at = excluded.saved_at, dropped_at = NULL",
        (key.document_id, key.reviewer, key.based_on, markdown, now),
    )


def drop(connection: Connection, key: DraftKey, now: str) -> None:
    """Put a draft aside, in place of what the reviewer put aside of this document before."""
    connection.run(
        "DELETE FROM drafts WHERE document_id = ?1 AND reviewer = ?2 AND dropped_at IS NOT NULL AND EXISTS (SELECT 1 "
        "FROM drafts AS open WHERE open.document_id = ?1 AND open.reviewer = ?2 AND open.based_on = ?3 "
        "AND open.dropped_at IS NULL)",
        (key.document_id, key.reviewer, key.based_on),
    )
    connection.run(
        "UPDATE drafts SET dropped_at = ? WHERE document_id = ? AND reviewer = ? AND based_on = ? "
        "AND dropped_at IS NULL",
        (now, key.document_id, key.reviewer, key.based_on),
    )


def restore(connection: Connection, document_id: int, reviewer: str) -> int | None:
    """Take back what was dropped last; the version it was begun on, or None where nothing was."""
    based_on: int | None = connection.value(
        "SELECT based_on FROM drafts WHERE document_id = ? AND reviewer = ? AND dropped_at IS NOT NULL "
        "ORDER BY dropped_at DESC, based_on DESC LIMIT 1",
        (document_id, reviewer),
    )
    connection.run(
        "UPDATE drafts SET dropped_at = NULL WHERE document_id = ? AND reviewer = ? AND based_on = ?",
        (document_id, reviewer, based_on),
    )
    return based_on


def get(connection: Connection, key: DraftKey) -> DraftRow | None:
    row = connection.row(
        _SELECT + "WHERE drafts.document_id = ? AND drafts.reviewer = ? AND drafts.based_on = ?",
        (key.document_id, key.reviewer, key.based_on),
    )
    return DraftRow(*row) if row else None


def unfinished(
    connection: Connection, document_id: int | None = None, reviewer: str | None = None
) -> tuple[DraftRow, ...]:
    """Drafts that wait, those of the newest version first; of one document and reviewer where they are named."""
    rows = connection.rows(
        _SELECT + "WHERE drafts.dropped_at IS NULL AND (?1 IS NULL OR drafts.document_id = ?1) "
        "AND (?2 IS NULL OR drafts.reviewer = ?2) "
        "ORDER BY drafts.document_id, versions.number DESC, drafts.saved_at DESC, drafts.reviewer",
        (document_id, reviewer),
    )
    return tuple(DraftRow(*row) for row in rows)


def hand_over(connection: Connection, giver: str, taker: str) -> None:
    """The drafts of one are the other's; where both have one of a version, each keeps his own."""
    connection.run("UPDATE OR IGNORE drafts SET reviewer = ? WHERE reviewer = ?", (taker, giver))
