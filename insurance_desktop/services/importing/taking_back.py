"""What was imported and nobody has decided on yet: converted once more, or taken out of the library again."""

from collections.abc import Sequence

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.running import CancelCheck, ProgressCallback, ignore_progress, never_cancelled
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import attachments
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions
from insurance_desktop.store.works import documents, editions, works

from .converter import Converter
from .ingestion import refuse_reader, resume_queued


def convert_again(
    library: Library,
    converter: Converter,
    document_ids: Sequence[int],
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> tuple[Document, ...]:
    """Read these originals anew; what comes of it is a new version. ReviewRefused, and nothing begun, where somebody
    has decided on one of them: his work would be replaced."""
    refuse_reader(library)
    with library.database.write() as connection:
        for document_id in document_ids:
            if _undecided(connection, document_id).conversion_status is not ConversionStatus.QUEUED:
                documents.queue_again(connection, document_id, documents.given_of(connection, document_id))
    return resume_queued(library, converter, progress=progress, cancel=cancel)


def withdraw_import(library: Library, document_id: int) -> None:
    """Take a document out of the library with its original, as if it had not been imported. ReviewRefused where
    somebody has decided on it, or a site's catalogue knows it: what is on record stays."""
    refuse_reader(library)
    with library.database.write() as connection:
        document = _undecided(connection, document_id)
        if attachments.knows(connection, document_id):
            raise ReviewRefused("services.collected_not_withdrawn", document_id=document_id)
        edition_id = documents.edition_of(connection, document_id)
        documents.remove(connection, document_id)
        if edition_id is not None:
            editions.remove_if_unused(connection, edition_id)
        if document.product_id is not None:
            works.remove_if_unused(connection, document.product_id)


def _undecided(connection: Connection, document_id: int) -> Document:
    document = require(connection, document_id)
    if decisions.last_on(connection, document_id) is not None:
        raise ReviewRefused("services.decided_already", document_id=document_id)
    return document
