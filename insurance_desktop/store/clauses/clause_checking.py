"""Walks the indexed clauses and names what is no longer what was decided on."""

from collections.abc import Sequence

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions

from . import clauses, facts, seals, window_vectors


@entity
class Altered:
    """A document whose clauses differ from what was decided on.

    `clauses` are the ids of those that do; none where all that there are stand, but others are missing, what they state
    was changed, or what the ranking reads of them cannot be read.
    """

    document_id: int
    clauses: tuple[str, ...]


def altered(connection: Connection, document_id: int) -> Altered | None:
    """What of a document's clauses, items, pointers and facts was changed; None where nothing was."""
    with connection.withholding() as withheld:
        rows = [row.row for row in clauses.of_documents(connection, [document_id])]
        clauses.items_of(connection, rows)
        clauses.references_of(connection, rows)
    is_sound = _is_sound_beside(connection, document_id, rows)
    told = decisions.sealed(connection, document_id)
    is_whole = told is None or seals.root_now(connection, document_id) == told["clauses"]
    return None if is_whole and is_sound and not withheld else Altered(document_id, tuple(sorted(withheld)))


def _is_sound_beside(connection: Connection, document_id: int, rows: Sequence[int]) -> bool:
    """Whether what the ranking reads of these clauses is still text, and the facts are those that were decided on."""
    try:
        clauses.spoken(connection, rows)
        window_vectors.texts_of_clauses(connection, rows)
        return facts.are_as_decided(connection, document_id)
    except LibraryDamaged:
        return False
