"""The documents of a library, as every list shows them, and whether such a list is still what was read."""

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.store import health
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents

from .library import Library


def list_documents(
    library: Library, *, status: str | None = None, product_code: str | None = None
) -> tuple[Document, ...]:
    """All documents, the oldest first. `status` is a review status or a conversion status, in any case."""
    wanted = status.strip().upper() if status else None
    review = wanted if wanted in set(ReviewStatus) else None
    conversion = wanted if wanted in set(ConversionStatus) else None
    if wanted and not (review or conversion):
        known = ", ".join([*ReviewStatus, *ConversionStatus])
        raise UsageError("services.unknown_status", status=status, known=known)
    with library.database.read() as connection:
        return documents.listed(
            connection,
            pack=library.pack.name,
            review_status=review,
            conversion_status=conversion,
            code=product_code,
        )


def get_document(library: Library, document_id: int) -> Document:
    """One document. NotFound where there is none with this id."""
    with library.database.read() as connection:
        return require(connection, document_id)


def require(connection: Connection, document_id: int) -> Document:
    """The document inside a transaction of the caller's."""
    found = documents.get(connection, document_id)
    if found is None:
        raise NotFound("services.no_such_document", document_id=document_id)
    return found


@entity
class LibraryState:
    """Another one as soon as a document, a conversion, a text or a decision came or went, whoever did it.

    The command line, a collection run or a second window write the same file. To read a few numbers costs about as much
    as opening a file, so a window may ask every few seconds.
    """

    numbers: tuple[int, ...] = ()


def state_of(library: Library) -> LibraryState:
    """Read it before the list that it belongs to: what comes in between is then noticed, never missed."""
    with library.database.read() as connection:
        return LibraryState(health.numbers(connection))
