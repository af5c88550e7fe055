"""The list of documents as the window reads it, on a worker thread."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ReviewStatus

from .look import wording
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.library import documents
    from insurance_desktop.services.library import packs as library_packs
    from insurance_desktop.services.products import name_matching

if TYPE_CHECKING:
    from insurance_desktop.services.library.documents import LibraryState
    from insurance_desktop.services.workspace import Workspace


@entity
class Listed:
    """The list of documents, the state of the library that it shows at least, and the packs of all that it holds."""

    documents: tuple[Document, ...]
    state: "LibraryState"
    packs: tuple[str, ...]


def list_now(workspace: "Workspace") -> Listed:
    """The list before anybody sorts it."""
    # The state before the documents: what changes meanwhile must look like a change.
    state = documents.state_of(workspace.library)
    packs = library_packs.packs_held(workspace.library.database)
    return Listed(documents.list_documents(workspace.library), state, packs)


def list_sorted(workspace: "Workspace", known: Sequence[Document] = ()) -> Listed:
    """The list, with the sounds of its names spelled here and not in the event loop; a document that is as it was in
    `known` is the same object, so that whoever shows it sees at once that nothing is to be done."""
    listed = list_now(workspace)
    before = {each.document_id: each for each in known}
    kept = (before.get(each.document_id, each) for each in listed.documents)
    same = tuple(old if old == new else new for old, new in zip(kept, listed.documents, strict=True))
    spell(same)
    return Listed(same, listed.state, listed.packs)


def spell(listed: Iterable[Document]) -> None:
    """The sounds of the names are remembered from now on; nothing changes."""
    for each in listed:
        for name in (wording.title_of(each), each.company or "", each.document_type or ""):
            name_matching.sort_key(name)
            name_matching.spelled(name)


def found_by(document: Document) -> str:
    """All that a document is found by, casefolded: what is known of it, and the sounds of its names."""
    said = (
        document.product_name,
        document.product_code,
        document.company,
        document.document_type,
        document.logical_path,
        document.original_name,
        document.edition,
        document.assigned_to,
    )
    names = (document.product_name, document.company, document.document_type)
    sounds = (name_matching.spelled(each) for each in names if each)
    return "\n".join((*(part for part in said if part), *sounds)).casefold()


def other_editions(document: Document, documents: Sequence[Document]) -> tuple[Document, ...]:
    """Verified documents of the same product and type as this verified one."""
    if document.review_status is not ReviewStatus.VERIFIED or document.product_id is None:
        return ()
    return tuple(
        each
        for each in documents
        if each.document_id != document.document_id
        and (each.product_id, each.document_type) == (document.product_id, document.document_type)
        and each.review_status is ReviewStatus.VERIFIED
    )
