"""Unfinished edits: kept with every pause of the reviewer's, so that a crash costs none and a new version neither.

A draft belongs to a document, a reviewer and the version it was begun on. When the document moved on, the draft is
still there and says so; what was dropped can be taken back.
"""

from datetime import datetime

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import moment, storable
from insurance_desktop.store.versions import drafts, versions
from insurance_desktop.store.versions.drafts import DraftKey, DraftRow

from .decision_log import required


@entity
class Draft:
    """An unfinished text, begun on version `based_on` (number `based_on_number`).

    `current_version` and `current_number` are the document's now: an edit is always measured against that one.
    """

    document_id: int
    reviewer: str
    based_on: int
    based_on_number: int
    current_version: int | None
    current_number: int | None
    markdown: str
    saved_at: datetime

    @property
    def is_stale(self) -> bool:
        """Whether the document has another text by now than the one that the draft was begun on."""
        return self.based_on != self.current_version


def save_draft(library: Library, document_id: int, *, reviewer: str, markdown: str, based_on: int) -> Draft | None:
    """Keep an unfinished text; one without any difference to its version is dropped, and the answer None.

    `based_on` is the version (its id) that the reviewer began on. NotFound where it is none of this document's.
    """
    key = DraftKey(document_id, required(reviewer, "services.reviewer_required"), based_on)
    text = storable(markdown)
    with library.database.write() as connection:
        document = require(connection, document_id)
        served = versions.served_text(connection, based_on)
        if served is None or based_on not in versions.ids_of(connection, document_id):
            raise NotFound("review.no_such_version", document_id=document_id, version=based_on)
        if text == served.markdown:
            drafts.drop(connection, key, library.now())
            return None
        drafts.put(connection, key, text, library.now())
        return _draft(connection, document, _kept(connection, key))


def drafts_of(library: Library, document_id: int, *, reviewer: str) -> tuple[Draft, ...]:
    """What a reviewer left unfinished in a document, that of the newest version first."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        rows = drafts.unfinished(connection, document_id, reviewer.strip())
        return tuple(_draft(connection, document, row) for row in rows)


def unfinished_drafts(library: Library) -> tuple[Draft, ...]:
    """Every unfinished edit of the library, whoever's, by document."""
    with library.database.read() as connection:
        rows = drafts.unfinished(connection)
        return tuple(_draft(connection, require(connection, row.document_id), row) for row in rows)


def drop_draft(library: Library, document_id: int, *, reviewer: str, based_on: int) -> None:
    """Put a draft aside. The last one put aside can be taken back with `restore_draft`."""
    with library.database.write() as connection:
        require(connection, document_id)
        drafts.drop(connection, DraftKey(document_id, reviewer.strip(), based_on), library.now())


def restore_draft(library: Library, document_id: int, *, reviewer: str) -> Draft:
    """Take back the draft of this document that the reviewer dropped last. NotFound where there is none."""
    reviewer = reviewer.strip()
    with library.database.write() as connection:
        document = require(connection, document_id)
        based_on = drafts.restore(connection, document_id, reviewer)
        if based_on is None:
            raise NotFound("review.no_dropped_draft", document_id=document_id, reviewer=reviewer)
        return _draft(connection, document, _kept(connection, DraftKey(document_id, reviewer, based_on)))


def _kept(connection: Connection, key: DraftKey) -> DraftRow:
    """A draft that was written in this transaction."""
    row = drafts.get(connection, key)
    if row is None:
        raise RuntimeError(f"the draft {key} is gone within its own transaction")
    return row


def _draft(connection: Connection, document: Document, row: DraftRow) -> Draft:
    current = document.version_id
    return Draft(
        document_id=row.document_id,
        reviewer=row.reviewer,
        based_on=row.based_on,
        based_on_number=row.number,
        current_version=current,
        current_number=None if current is None else versions.number_of(connection, current),
        markdown=row.markdown,
        saved_at=moment(row.saved_at),
    )
