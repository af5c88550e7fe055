"""What is known of one document beyond its line in the list: editions, versions, who decided, how it was fetched."""

from dataclasses import dataclass

from insurance_desktop.domain.documents import Document
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.collecting.collection import Receipt
from insurance_desktop.store.works import documents

from .assignments import Assignment, assignments_of
from .two_reviewers import NOBODY, Approvals, approvals
from .version_history import Version, versions_of


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """`editions` are the documents of the same product and type, this one among them; `versions` the newest first.

    `receipts` are the requests that brought these bytes, or asked for its address, `assignments` who was asked to
    review it, both the newest first.
    """

    document: Document
    editions: tuple[Document, ...]
    versions: tuple[Version, ...]
    receipts: tuple[Receipt, ...]
    approvals: Approvals = NOBODY
    assignments: tuple[Assignment, ...] = ()


def facts_about(library: Library, document_id: int) -> DocumentFacts:
    """NotFound where there is no such document."""
    document = get_document(library, document_id)
    with library.database.read() as connection:
        listed = documents.of_work(connection, document.product_id) if document.product_id is not None else (document,)
        receipts = collection.receipts_of(connection, document.sha256, document.download_url)
    editions = tuple(each for each in listed if each.document_type == document.document_type)
    decided = approvals(library, document_id)
    assigned = assignments_of(library, document_id)
    return DocumentFacts(document, editions, versions_of(library, document_id), receipts, decided, assigned)
