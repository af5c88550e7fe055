"""Walks the indexed clauses and names what is no longer what was decided on."""

from collections.abc import Sequence

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions

from . import clauses, seals, window_vectors


@entity
class Altered:
    """A document whose clauses differ from what was decided on.

    `clauses` are the ids of those that do; none where all that there are stand, but others are missing, or what the
    ranking reads of them cannot be read.
    """

    document_id: int
    clauses: tuple[str, ...]


def altered(connection: Connection, document_id: int) -> Altered | None:
    """What of a document's clauses, items and pointers was changed; None where nothing was."""
    with connection.withholding() as withheld:
        rows = [row.row for row in clauses.of_documents(connection, [document_id])]
        clauses.items_of(connection, rows)
        clauses.references_of(connection, rows)
    is_readable = _is_readable(connection, rows)
    told = decisions.sealed(connection, document_id)
    is_whole = told is None or seals.root_now(connection, document_id) == told["clauses"]
    return None if is_whole and is_readable and not withheld else Altered(document_id, tuple(sorted(withheld)))


def _is_readable(connection: Connection, rows: Sequence[int]) -> bool:
    """Whether what the ranking reads of these clauses is still text."""
    try:
        clauses.spoken(connection, rows)
        window_vectors.texts_of_clauses(connection, rows)
    except LibraryDamaged:
        return False
    return True
