"""The clauses of a document's current text, read from its Markdown inside a transaction of the caller's."""

from insurance_desktop.convert.clauses.clauses import read_clauses
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import Document
from insurance_desktop.store import versions
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import StoredVersion

from .library import Library


def clauses_now(connection: Connection, library: Library, document: Document) -> tuple[Clause, ...]:
    """() for a document without text."""
    version = None if document.version_id is None else versions.get(connection, document.version_id)
    return () if version is None else clauses_of(library, version)


def clauses_of(library: Library, version: StoredVersion) -> tuple[Clause, ...]:
    """The clauses of a version as the converter reads them."""
    return read_clauses(version.markdown, version.source_map, version.tables, library.pack)
