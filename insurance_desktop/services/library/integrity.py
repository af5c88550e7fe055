"""Whether what is served is still what was verified: every clause with what hangs on it, and the original files."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.store.clauses.clause_checking import Altered, altered
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents, originals

from .library import Library


@entity
class Integrity:
    """How many clauses were looked at, the documents whose clauses differ from what was decided on, and those whose
    original is no longer the file that came."""

    clauses: int
    altered: tuple[Altered, ...]
    originals: tuple[int, ...] = ()


def integrity(library: Library, *, deep: bool = False) -> Integrity:
    """Walks the pack's verified documents; `deep`: with every byte of their originals."""
    with library.database.read() as connection:
        verified = documents.listed(connection, pack=library.pack.name, review_status=ReviewStatus.VERIFIED)
        found = tuple(filter(None, (altered(connection, each.document_id) for each in verified)))
        files = [each.document_id for each in verified if deep and not _is_as_it_came(connection, each.sha256)]
    return Integrity(sum(each.indexed_clauses for each in verified), found, tuple(files))


def _is_as_it_came(connection: Connection, sha256: str) -> bool:
    try:
        return originals.content(connection, sha256) is not None
    except LibraryDamaged:
        return False
