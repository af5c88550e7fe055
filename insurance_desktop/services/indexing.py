"""Brings verified text into the index: computed outside, written inside the transaction that verifies it."""

import time
from datetime import UTC, datetime

from insurance_desktop.convert.clauses.glossary import define_terms
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.answers import IndexReport
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.indexed import PreparedIndex
from insurance_desktop.domain.running import (
    CancelCheck,
    Cancelled,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.index import tokens
from insurance_desktop.index.entries import index_clauses, space_for
from insurance_desktop.packs.wording import say
from insurance_desktop.store import clauses, documents, search_index, versions
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import StoredVersion

from .clause_texts import clauses_of
from .gating import adopt_first
from .golden_keeping import refresh_vectors
from .library import Library


def prepare(library: Library, document: Document, version: StoredVersion) -> PreparedIndex:
    """Clauses, tokens, windows and vectors of one version: the slow part, outside any transaction."""
    with library.database.read() as connection:
        read = clauses_of(connection, library.pack, version)
    references = read_references(read, version.markdown, version.source_map, library.pack)
    return PreparedIndex(
        document_id=document.document_id,
        version_id=version.version_id,
        space=space_for(library.pack.name, library.embedder),
        clauses=index_clauses(
            read,
            version.tables,
            define_terms(read, references, library.pack),
            document.sha256,
            embedder=library.embedder,
            synonyms=library.pack.synonyms,
        ),
        references=references,
    )


def write(connection: Connection, prepared: PreparedIndex) -> int:
    """Writes what `prepare` made in place of what the document had; returns the number of clauses.

    The document must be VERIFIED in this transaction (the schema refuses otherwise). While rows of other settings are
    there, the space keeps their fingerprint: `is_stale` stays true until `bring_in_step` has renewed them.
    """
    known = search_index.space_of(connection, prepared.space.pack)
    clauses.remove_document(connection, prepared.document_id)
    if known is None or not search_index.holds_clauses(connection, known.space_id):
        space_id = search_index.put_space(connection, prepared.space, _now())
    else:
        space_id = known.space_id
    entries = prepared.clauses
    rows = clauses.insert_all(connection, prepared.document_id, prepared.version_id, space_id, entries)
    search_index.insert_words(connection, zip(rows, (entry.tokens for entry in entries), strict=True))
    windows = zip(rows, (entry.windows for entry in entries), strict=True)
    search_index.insert_windows(connection, prepared.document_id, space_id, windows)
    clauses.insert_references(connection, prepared.document_id, prepared.references)
    return len(prepared.clauses)


def is_stale(connection: Connection, library: Library) -> bool:
    """Whether the rows were made with another model or other settings than this program's."""
    known = search_index.space_of(connection, library.pack.name)
    if known is None:
        return False
    return known.space != space_for(library.pack.name, library.embedder)


def bring_in_step(
    library: Library,
    *,
    rebuild: bool = False,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> IndexReport:
    """Indexes every verified document anew that lacks its rows (all of them with `rebuild` or after an upgrade).

    One transaction a document; stopped half-way, the rest is done by the next call.
    """
    started = time.monotonic()
    with library.database.read() as connection:
        everything = rebuild or is_stale(connection, library)
        before = clauses.count(connection)
        waiting = search_index.documents_to_index(connection, library.pack.name, everything=everything)
    for done, document_id in enumerate(waiting):
        if cancel():
            raise Cancelled
        progress(Progress(done, len(waiting), str(document_id)))
        _index_again(library, document_id)
    with library.database.write() as connection:
        if everything:
            search_index.put_space(connection, space_for(library.pack.name, library.embedder), _now())
        after = clauses.count(connection)
        windows = search_index.count_windows(connection)
    refresh_vectors(library)
    return IndexReport(after, windows, max(before - after, 0), round(time.monotonic() - started, 3))


def _index_again(library: Library, document_id: int) -> None:
    with library.database.read() as connection:
        document = documents.get(connection, document_id)
        version = None if document is None else versions.get(connection, document.version_id or 0)
    if document is None or version is None:
        return
    prepared = prepare(library, document, version)
    with library.database.write() as connection:
        now = documents.get(connection, document_id)
        if now is not None and now.review_status is ReviewStatus.VERIFIED and now.version_id == version.version_id:
            write(connection, prepared)
            adopt_first(connection, library)


def faults(connection: Connection) -> tuple[str, ...]:
    """Names of the promises that the index does not keep; () in a healthy file."""
    found = []
    if search_index.count_words(connection) != clauses.count(connection):
        found.append("words")
    if search_index.count_vectors(connection) != search_index.count_windows(connection):
        found.append("vectors")
    return tuple(found)


def unfindable_terms(library: Library) -> tuple[str, ...]:
    """The pack's own terms that a keyword search would not find in running text: () unless a tokenizer is broken."""
    terms = (term for group in library.pack.synonyms for term in group.trade)
    return tokens.unfindable(terms, say("index.running_text", term="{}"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
