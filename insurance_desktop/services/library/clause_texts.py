"""The clauses of a version and the facts that they state, as they are shown and served: read from its Markdown, with
the reviewers' corrections."""

from collections.abc import Sequence
from functools import partial

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.facts.reading import read_facts, read_value
from insurance_desktop.domain.clause_corrections import corrected
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.fact_judgements import Judged, JudgedFact, judged
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import corrections, versions
from insurance_desktop.store.versions.versions import StoredVersion

from .library import Library


def clauses_now(connection: Connection, library: Library, document: Document) -> tuple[Clause, ...]:
    """Of a document's current text; () for a document without text."""
    version = None if document.version_id is None else versions.get(connection, document.version_id)
    return () if version is None else clauses_of(connection, library.pack, version)


def clauses_of(connection: Connection, pack: DomainPack, version: StoredVersion) -> tuple[Clause, ...]:
    """Of a stored version, with what was corrected about clauses that have the same words."""
    return corrected(as_converted(pack, version), corrections.of_clauses(connection, version.document_id))


def as_converted(pack: DomainPack, version: StoredVersion) -> tuple[Clause, ...]:
    """Of a version as the converter reads them, without corrections."""
    return read_clauses(version.markdown, version.source_map, version.tables, pack)


def facts_as_judged(pack: DomainPack, clauses: Sequence[Clause], judgements: Judged) -> tuple[JudgedFact, ...]:
    """What these clauses state, with what reviewers said of it."""
    return judged(read_facts(clauses, pack), clauses, judgements, partial(read_value, pack))
