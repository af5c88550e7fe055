"""Verified documents made of hand-written clauses, through the real schema: for fitting and for tests."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from insurance_desktop.convert.clauses.glossary import define_terms
from insurance_desktop.domain.conversion import Clause, Coverage, Reference
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.indexed import PreparedIndex
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ConversionStatus, DecisionKind, ReviewStatus
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.entries import index_clauses, space_for
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search import indexing
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions, versions
from insurance_desktop.store.versions.decisions import NewDecision
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, editions, originals, works
from insurance_desktop.store.works.documents import Identity, NewDocument, Outcome

_AT = "2026-11-21T00:00:00+00:00"


@contextmanager
def open_engine(path: Path, embedder: Embedder | None = None) -> Iterator[SearchEngine]:
    """A library to fill by hand and to ask, with an embedder of the caller's or the one that ships."""
    models = Models() if embedder is None else Models(embedder=lambda _: embedder)
    with open_library(path) as library, SearchEngine(library, models) as engine:
        yield engine


@dataclass(frozen=True, slots=True)
class BareDocument:
    """A document that no PDF stands behind. `name` is its work's, `label` its edition's.

    `markdown` is the text that the clauses were read from; without it they are set one after the other.
    """

    name: str
    clauses: tuple[Clause, ...]
    references: tuple[Reference, ...] = ()
    code: str | None = None
    company: str | None = None
    category: str | None = None
    label: str = ""
    publish_time: str | None = None
    document_type: str | None = None
    file_name: str | None = None
    markdown: str = ""


def add_pending(connection: Connection, document: BareDocument, pack: DomainPack) -> int:
    """Stores the document with one version; returns its id."""
    content = repr(document).encode()
    sha256 = hashlib.sha256(content).hexdigest()
    originals.put(connection, originals.Original(sha256, content, "application/pdf"), _AT)
    new = NewDocument(sha256, pack.name, document.file_name or f"{sha256[:8]}.pdf", GivenMetadata())
    document_id = documents.queue(connection, new, _AT)
    version_id = versions.add(connection, _version(document_id, document))
    documents.identify(connection, document_id, _identity(connection, document, pack))
    documents.store_outcome(connection, document_id, Outcome(1, ConversionStatus.CONVERTED, None, version_id))
    return document_id


def approve(connection: Connection, document_id: int) -> None:
    """Verifies the document's version by a decision."""
    found = documents.get(connection, document_id)
    assert found is not None
    decision = NewDecision(
        document_id, found.version_id, DecisionKind.APPROVED, "bare", _AT, "", hashlib.sha256(b"").hexdigest()
    )
    documents.set_review(connection, document_id, ReviewStatus.VERIFIED, decisions.append(connection, decision))
    if found.product_id is not None:
        editions.refresh_status(connection, found.product_id)


def add_verified(connection: Connection, document: BareDocument, pack: DomainPack, embedder: Embedder) -> int:
    """Stores, verifies and indexes the document; returns its id."""
    document_id = add_pending(connection, document, pack)
    approve(connection, document_id)
    found = documents.get(connection, document_id)
    assert found is not None and found.version_id is not None
    tables = tuple(each.table_data for each in document.clauses if each.table_data is not None)
    definitions = define_terms(document.clauses, document.references, pack)
    rows = index_clauses(
        document.clauses,
        tables,
        definitions,
        found.sha256,
        embedder=embedder,
        synonyms=pack.synonyms,
        language=pack.language,
    )
    space = space_for(pack.name, embedder, pack.language)
    indexing.write(connection, PreparedIndex(document_id, found.version_id, space, rows, document.references))
    return document_id


def clause(section: str, title: str, text: str, **given: object) -> Clause:
    """A clause of one page with the fields that matter to a test."""
    number = section.rsplit(".", 1)[0] if "." in section else None
    values = {"level": 3, "parent_section": number, "chunk_index": 0, "page_number": 1, "page_to": 1} | given
    return Clause(section_id=section, section_title=title, text=text, **values)  # type: ignore[arg-type]


def _version(document_id: int, document: BareDocument) -> StoredVersion:
    one_by_one = "\n\n".join(f"### {each.section_id} {each.section_title}\n\n{each.text}" for each in document.clauses)
    markdown = document.markdown or one_by_one
    return StoredVersion(
        0,
        document_id,
        0,
        markdown,
        (),
        (),
        Coverage(0, 0, 0, 0),
        document.references,
        "converted",
        "bare",
        "bare",
        created_at=_AT,
    )


def _identity(connection: Connection, document: BareDocument, pack: DomainPack) -> Identity:
    known = [work for work in works.all_of(connection, pack.name) if work.name == document.name]
    if known:
        work_id = known[0].work_id
    else:
        work = works.Work(
            0,
            pack.name,
            pack.work_kind,
            document.code,
            document.name,
            document.company,
            document.category,
            document.publish_time,
        )
        work_id = works.add(connection, work, _AT)
    edition_id = None
    if document.label:
        edition = editions.find(connection, work_id, document.label)
        edition = edition or editions.add(connection, work_id, document.label, document.publish_time)
        edition_id = edition.edition_id
    return Identity(work_id, edition_id, document.document_type, None)
