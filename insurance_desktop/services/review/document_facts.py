"""What is known of one document beyond its line in the list: editions, versions, who decided, how it was fetched."""

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.collecting.collection import Receipt
from insurance_desktop.store.versions import findings, suggestions
from insurance_desktop.store.works import documents

from .assignments import Assignment, assignments_of
from .region_reading import can_read_pictures
from .scanned_pages import pages_without_words
from .two_reviewers import NOBODY, Approvals, approvals
from .version_history import Version, versions_of


@entity
class UnreadPages:
    """Pages (from 1) whose words only their picture shows and that nobody has read yet; whether a reader is here."""

    pages: tuple[int, ...] = ()
    can_be_read: bool = False


@entity
class DocumentFacts:
    """`editions` are the documents of the same product and type, this one among them; `versions` the newest first.

    `receipts` are the requests that brought these bytes, or asked for its address, `assignments` who was asked to
    review it, both the newest first. `unread` are its scanned pages.
    """

    document: Document
    editions: tuple[Document, ...]
    versions: tuple[Version, ...]
    receipts: tuple[Receipt, ...]
    approvals: Approvals = NOBODY
    assignments: tuple[Assignment, ...] = ()
    unread: UnreadPages = UnreadPages()


def facts_about(library: Library, document_id: int) -> DocumentFacts:
    """NotFound where there is no such document."""
    document = get_document(library, document_id)
    with library.database.read() as connection:
        listed = documents.of_work(connection, document.product_id) if document.product_id is not None else (document,)
        receipts = collection.receipts_of(connection, document.sha256, document.download_url)
    editions = tuple(each for each in listed if each.document_type == document.document_type)
    decided = approvals(library, document_id)
    assigned = assignments_of(library, document_id)
    versions, unread = versions_of(library, document_id), _unread(library, document)
    return DocumentFacts(document, editions, versions, receipts, decided, assigned, unread)


def _unread(library: Library, document: Document) -> UnreadPages:
    """Only a document that asks for somebody has such pages: of the others nothing is looked up."""
    if document.conversion_status is not ConversionStatus.NEEDS_ATTENTION or document.version_id is None:
        return UnreadPages()
    with library.database.read() as connection:
        found = findings.of_version(connection, document.version_id)
        read = {each.page for each in suggestions.of_document(connection, document.document_id)}
    pages = tuple(page for page in pages_without_words(found) if page not in read)
    return UnreadPages(pages, can_be_read=bool(pages) and can_read_pictures())
