"""The list of documents as the window reads it, on a worker thread."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity

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


def list_sorted(workspace: "Workspace") -> Listed:
    """The list, with the sounds of its names spelled here and not in the event loop."""
    listed = list_now(workspace)
    spell(listed.documents)
    return listed


def spell(listed: Iterable[Document]) -> None:
    """The sounds of the names are remembered from now on; nothing changes."""
    for each in listed:
        for name in (wording.title_of(each), each.company or "", each.document_type or ""):
            name_matching.sort_key(name)
            name_matching.spelled(name)
