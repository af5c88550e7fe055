"""One page of a verified document: its text, and its picture where it was drawn before. Nothing is drawn here."""

from dataclasses import replace

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.reading import KeptPicture, PageAnswer, PageClause
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.questions import json_size
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents, page_pictures

_PAGE_BYTES = 14_000
_LONGEST_ID = 2**62


@says_what_is_withheld
def read_page(library: Library, document_id: int, page: int) -> PageAnswer:
    """The clauses that stand on a page (from 1), whatever the document's edition."""
    with library.database.read() as connection:
        document = _verified(connection, document_id)
        if document is None:
            message = say("search.unknown_document", document_id=document_id)
            return PageAnswer(AnswerStatus.NOT_FOUND, message)
        if not document.pages:
            return PageAnswer(AnswerStatus.NOT_FOUND, say("search.without_pages", document_id=document_id))
        if not 1 <= page <= document.pages:
            message = say("search.unknown_page", document_id=document_id, page=page, pages=document.pages)
            return PageAnswer(AnswerStatus.NOT_FOUND, message)
        rows = [row for row in clauses.of_documents(connection, [document_id]) if _stands_on(row, page)]
        picture = page_pictures.sharpest(connection, document.sha256, page)
    told: list[PageClause] = []
    room = _PAGE_BYTES
    for row in rows:
        room -= json_size(row.text)
        text = row.text if room >= 0 else None
        boxes = tuple(box for box in row.boxes if box.page == page)
        told.append(PageClause(row.clause_id, row.section_id, row.section_title, boxes, text))
    return PageAnswer(
        AnswerStatus.OK,
        None if rows else say("search.page_without_text", page=page),
        replace(document, reason=None),  # it quotes what was read before anybody corrected it
        page,
        tuple(told),
        picture is not None,
        truncated=room < 0,
    )


def kept_picture(library: Library, document_id: int, page: int) -> KeptPicture | None:
    """The picture of a verified document's page, where a window has drawn it."""
    with library.database.read() as connection:
        document = _verified(connection, document_id)
        found = None if document is None else page_pictures.sharpest(connection, document.sha256, page)
    return None if found is None else KeptPicture(found.png, found.page_width, found.page_height)


def _verified(connection: Connection, document_id: int) -> Document | None:
    """The document, where a person has verified it: of others nothing is known here."""
    if not 0 < document_id < _LONGEST_ID:
        return None
    found = documents.get(connection, document_id)
    return found if found is not None and found.review_status is ReviewStatus.VERIFIED else None


def _stands_on(row: ClauseRow, page: int) -> bool:
    if row.boxes:
        return any(box.page == page for box in row.boxes)
    return (row.page_number or 0) <= page <= (row.page_to or row.page_number or 0)
