"""Whether what is served is still what was verified: every clause with what hangs on it, the original files,
and the pictures kept of their pages."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.store.clauses.clause_checking import Altered, altered
from insurance_desktop.store.versions import versions
from insurance_desktop.store.works import documents, originals, page_pictures

from .library import Library


@entity
class Integrity:
    """How many clauses were looked at, the documents whose clauses differ from what was decided on, those whose
    original is no longer the file that came, those whose verified version, with its ledger, cannot be read or is
    another one, and those of which a kept page picture is no longer what was drawn."""

    clauses: int
    altered: tuple[Altered, ...]
    originals: tuple[int, ...] = ()
    versions: tuple[int, ...] = ()
    pictures: tuple[int, ...] = ()


def integrity(library: Library, *, deep: bool = False) -> Integrity:
    """Walks the pack's verified documents; `deep`: with every byte of their originals, versions and page pictures."""
    with library.database.read() as connection:
        verified = documents.listed(connection, pack=library.pack.name, review_status=ReviewStatus.VERIFIED)
        found = tuple(filter(None, (altered(connection, each.document_id) for each in verified)))
        files = [each.document_id for each in verified if deep and not originals.is_sound(connection, each.sha256)]
        texts = documents.verified(connection, library.pack.name) if deep else {}
        unreadable = [document for document, text in texts.items() if not versions.is_whole(connection, text)]
        redrawn = {sha256 for _row, sha256 in page_pictures.altered(connection)} if deep else set()
    pictures = tuple(each.document_id for each in verified if each.sha256 in redrawn)
    clauses = sum(each.indexed_clauses for each in verified)
    return Integrity(clauses, found, tuple(files), tuple(unreadable), pictures)
