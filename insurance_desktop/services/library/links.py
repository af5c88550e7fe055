"""Links that open the program at a document, a clause and a page: made for citations, and followed."""

from dataclasses import dataclass

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.links import Link, read_link
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection
from insurance_desktop.store.health import library_id
from insurance_desktop.store.works import documents

from .documents import require
from .library import Library


@dataclass(frozen=True, slots=True)
class LinkedPlace:
    """Where a link leads in this library.

    `boxes` mark the clause, on the page that the link names where it stands there. `is_clause_gone` = the link names a
    clause that is not verified text any more: the document opens without it. `is_other_library` = the link was made in
    another library that holds the same original.
    """

    document: Document
    clause_id: str | None
    section_id: str | None
    page: int | None
    boxes: tuple[Box, ...]
    is_clause_gone: bool
    is_other_library: bool


def link_to_document(library: Library, document_id: int, page: int | None = None) -> str:
    """A link to a document, or to one of its pages."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        if page is not None and not 1 <= page <= document.pages:
            raise NotFound("services.no_such_page", document_id=document_id, page=page, pages=document.pages)
        return str(Link(library_id(connection), document.sha256, page=page))


def link_to_clause(library: Library, clause_id: str, page: int | None = None) -> str:
    """A link to a verified clause and its first page, or that of its pages on which the cited words stand.

    NotFound where the library's verified text has no such clause.
    """
    with library.database.read() as connection:
        return clause_link(connection, clause_id, page)


def clause_link(connection: Connection, clause_id: str, page: int | None = None) -> str:
    """The same inside a transaction of the caller's."""
    row = clauses.by_clause_id(connection, clause_id)
    if row is None:
        raise NotFound("search.unknown_clause", clause_id=clause_id[:80])
    document = require(connection, row.document_id)
    is_page = page is not None and 1 <= page <= document.pages
    return str(Link(library_id(connection), document.sha256, clause_id, page if is_page else row.page_number))


def follow(library: Library, link: str) -> LinkedPlace:
    """Where a link leads. UsageError for what is no link of ours, NotFound where the library has no such document."""
    wanted = read_link(link)
    with library.database.read() as connection:
        document = documents.with_original(connection, wanted.document_sha256)
        own = library_id(connection) == wanted.library_id
        if document is None:
            key = "review.link_leads_nowhere" if own else "review.link_of_another_library"
            raise NotFound(key, sha256=wanted.document_sha256[:12])
        row = None if wanted.clause_id is None else clauses.by_clause_id(connection, wanted.clause_id)
    page = wanted.page if wanted.page is not None and wanted.page <= document.pages else None
    boxes = () if row is None else tuple(row.boxes)
    on_page = tuple(box for box in boxes if box.page == page)
    return LinkedPlace(
        document=document,
        clause_id=wanted.clause_id,
        section_id=None if row is None else row.section_id,
        page=page if row is None or on_page else row.page_number,
        boxes=on_page or boxes,
        is_clause_gone=wanted.clause_id is not None and row is None,
        is_other_library=not own,
    )
