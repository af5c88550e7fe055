"""Brings verified text into the index: computed outside, written inside the transaction that verifies it."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from insurance_desktop.convert.clauses.glossary import define_terms
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.convert.facts.placing import placed
from insurance_desktop.domain.answers import IndexReport
from insurance_desktop.domain.conversion import Locator
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.fact_judgements import served
from insurance_desktop.domain.indexed import IndexedClause, IndexSpace, PreparedIndex, TokenColumns
from insurance_desktop.domain.originals import OriginalKind, kind_of
from insurance_desktop.domain.running import (
    CancelCheck,
    Cancelled,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.index import tokens
from insurance_desktop.index.entries import index_clauses, space_for
from insurance_desktop.packs.wording import say
from insurance_desktop.paths import APPLICATION
from insurance_desktop.services.library.clause_texts import clauses_of, facts_as_judged
from insurance_desktop.services.library.figures import is_transcription
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clause_writing, clauses, facts, index_spaces, search_index
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions, fact_judgements, versions
from insurance_desktop.store.versions.decisions import NewDecision
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, originals

from .chunking import chunked
from .kept_questions import refresh_vectors
from .ranking_approval import adopt_first, refusal

TOGETHER = 2000
"""Clauses that are written in one transaction: half a second's work for the disk, 40 MB until then."""
TRANSCRIPTION = "manual_table_rewrite"
"""The type of clauses that somebody wrote out by hand from a figure, as answers name it."""
LONGEST_WAIT = 5.0
"""Seconds after which a prepared document is written with the next one, however few they are."""


def prepare(
    engine: SearchEngine, document: Document, version: StoredVersion, progress: ProgressCallback = ignore_progress
) -> PreparedIndex:
    """Clauses, tokens, windows and vectors of one version: the slow part, outside any transaction."""
    library = engine.library
    with library.database.read() as connection:
        read = clauses_of(connection, library.pack, version)
        judgements = fact_judgements.of_document(connection, document.document_id)
    references = read_references(read, version.markdown, version.source_map, library.pack)
    indexed = index_clauses(
        chunked(read, version, library.pack.textbooks.chunks),
        version.tables,
        define_terms(read, references, library.pack),
        document.sha256,
        embedder=engine.embedder,
        synonyms=library.pack.synonyms,
        language=library.pack.language,
        told=_in_tenths(progress),
    )
    if is_transcription(document, library.pack):
        indexed = _as_transcriptions(library, document, indexed)
    return PreparedIndex(
        document_id=document.document_id,
        version_id=version.version_id,
        space=_spaces(engine)[0],
        clauses=indexed,
        references=references,
        facts=placed(
            served(facts_as_judged(library.pack, read, judgements)),
            read,
            [each.clause for each in indexed if each.chunk_type == "text"],
        ),
    )


def _as_transcriptions(
    library: Library, document: Document, indexed: Sequence[IndexedClause]
) -> tuple[IndexedClause, ...]:
    """The clauses of a table of transcriptions, each as high as the highest of its rows."""
    from insurance_desktop.convert.flowing.transcription_reader import priorities_of  # noqa: PLC0415 (csv and XML)

    with library.database.read() as connection:
        original = originals.content(connection, document.sha256)
    is_table = original is not None and kind_of(original) in (OriginalKind.CSV, OriginalKind.XLSX)
    known = priorities_of(original, library.pack.textbooks) if original and is_table else {}
    return tuple(
        replace(each, chunk_type=TRANSCRIPTION, priority=_highest(each.clause.locator, known)) for each in indexed
    )


def _highest(place: Locator | None, known: Mapping[int, int]) -> int:
    if place is None:
        return 0
    return max((known.get(number, 0) for number in range(place.paragraph, place.paragraph_to + 1)), default=0)


def _in_tenths(progress: ProgressCallback) -> Callable[[int, int], None]:
    """Tells in percent how far the model is, whenever a tenth more is done: 31 pages take it ten seconds."""
    reached = 0

    def told(done: int, total: int) -> None:
        nonlocal reached
        tenths = 10 * done // total
        if tenths > reached:
            reached = tenths
            progress(Progress(10 * tenths, 100, say("services.computing_vectors")))

    return told


def sealed(prepared: PreparedIndex, document: Document) -> dict[str, str]:
    """What the log says of the clauses that come with a decision: the root of the hash tree over them, and the hash of
    what is said about their document and that of the facts that it states."""
    return {
        "clauses": clause_writing.seal(prepared).root,
        "metadata": document.served_sha256(),
        "facts": facts.hash_of(prepared.facts),
    }


def write(connection: Connection, prepared: PreparedIndex) -> int:
    """Writes what `prepare` made in place of what the document had; returns the number of clauses.

    The document must be VERIFIED in this transaction (the schema refuses otherwise). While rows of other settings are
    there, the space keeps their fingerprint: `is_stale` stays true until `bring_in_step` has renewed them.
    """
    return _write(connection, _room_for(connection, (prepared,)), (prepared,))


def write_all(connection: Connection, documents: Sequence[PreparedIndex]) -> int:
    """The same for many documents of one pack, in half of the time; returns the number of their clauses."""
    with search_index.room_for_many(connection):
        space_id = _room_for(connection, documents)
        with search_index.many_words(connection, space_id):
            return _write(connection, space_id, documents)


def _room_for(connection: Connection, documents: Sequence[PreparedIndex]) -> int:
    """The space that these documents' rows go to; what they had there is gone."""
    for each in documents:
        clause_writing.remove_document(connection, each.document_id)
    return _space(connection, documents[0])


def _write(connection: Connection, space_id: int, documents: Sequence[PreparedIndex]) -> int:
    words: list[tuple[int, TokenColumns]] = []
    windows: list[search_index.OwnedWindows] = []
    for each in documents:
        rows = clause_writing.insert_all(connection, each, space_id)
        for row, entry in zip(rows, each.clauses, strict=True):
            words.append((row, entry.tokens))
            windows.append(search_index.OwnedWindows(each.document_id, row, entry.windows))
    search_index.insert_words(connection, space_id, words)
    search_index.insert_windows(connection, space_id, windows)
    return len(words)


def _space(connection: Connection, prepared: PreparedIndex) -> int:
    known = index_spaces.space_of(connection, prepared.space.pack)
    if known is None or not index_spaces.holds_clauses(connection, known.space_id):
        return index_spaces.put_space(connection, prepared.space, _now())
    return known.space_id


def is_stale(connection: Connection, engine: SearchEngine) -> bool:
    """Whether the rows were made with another model or other settings than this program's."""
    known = index_spaces.space_of(connection, engine.library.pack.name)
    return known is not None and known.space not in _spaces(engine)


def _spaces(engine: SearchEngine) -> tuple[IndexSpace, ...]:
    """What this program makes of the pack's clauses, and what else it can answer from.

    While the model has yet to be installed, clauses are told by their words alone, whether they have vectors or not.
    """
    pack, embedder = engine.library.pack, engine.embedder
    whole = space_for(pack.name, embedder, pack.language, chunks=pack.textbooks.chunks)
    if not embedder.is_missing:
        return (whole,)
    return space_for(pack.name, embedder, pack.language, words_alone=True, chunks=pack.textbooks.chunks), whole


def bring_in_step(
    engine: SearchEngine,
    *,
    rebuild: bool = False,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> IndexReport:
    """Indexes every verified document anew that lacks its rows (all of them with `rebuild` or after an upgrade).

    Some documents a transaction; stopped half-way, the rest is done by the next call.
    """
    library = engine.library
    started = time.monotonic()
    space = _spaces(engine)[0]
    with library.database.read() as connection:
        known = index_spaces.space_of(connection, library.pack.name)
        everything = rebuild or is_stale(connection, engine)
        before = clauses.count(connection)
        waiting = search_index.documents_to_index(
            connection, library.pack.name, everything=everything, with_vectors=not engine.embedder.is_missing
        )
    if known is not None:
        with library.database.write() as connection:
            index_spaces.reshape(connection, known, space)
    write_together(engine, _prepared_anew(engine, waiting, progress, cancel))
    with library.database.write() as connection:
        if everything:
            space_id = index_spaces.put_space(connection, space, _now())
        after = clauses.count(connection)
        windows = search_index.count_windows(connection)
    if everything:
        with library.database.write() as connection:
            search_index.merge_words(connection, space_id)
    refresh_vectors(engine)
    return IndexReport(after, windows, max(before - after, 0), round(time.monotonic() - started, 3))


def _prepared_anew(
    engine: SearchEngine, waiting: Sequence[int], progress: ProgressCallback, cancel: CancelCheck
) -> Iterator[PreparedIndex]:
    """The documents' current text, prepared one after the other; Cancelled between two of them."""
    for done, document_id in enumerate(waiting):
        if cancel():
            raise Cancelled
        progress(Progress(done, len(waiting), str(document_id)))
        with engine.library.database.read() as connection:
            document = documents.get(connection, document_id)
            version = None if document is None else versions.get(connection, document.version_id or 0)
        if document is not None and version is not None:
            yield prepare(engine, document, version)


def write_together(engine: SearchEngine, prepared: Iterable[PreparedIndex]) -> None:
    """Writes what comes once there is enough of it or it has waited for long; the rest also where it breaks off."""
    waiting: list[PreparedIndex] = []
    since = time.monotonic()
    try:
        for each in prepared:
            if not waiting:
                since = time.monotonic()
            waiting.append(each)
            if sum(len(every.clauses) for every in waiting) >= TOGETHER or time.monotonic() - since > LONGEST_WAIT:
                ready, waiting = waiting, []
                _write_verified(engine, ready)
    finally:
        if waiting:
            _write_verified(engine, waiting)


def _write_verified(engine: SearchEngine, prepared: Sequence[PreparedIndex]) -> None:
    """Writes those whose text is still the verified one."""
    with engine.library.database.write() as connection:
        found = {each.document_id: documents.get(connection, each.document_id) for each in prepared}
        verified = {
            document_id: document.version_id
            for document_id, document in found.items()
            if document is not None and document.review_status is ReviewStatus.VERIFIED
        }
        current = [each for each in prepared if verified.get(each.document_id) == each.version_id]
        if current:
            _say_what_differs(connection, engine.library, current)
            write_all(connection, current)
            adopt_first(connection, engine)


def _say_what_differs(connection: Connection, library: Library, prepared: Sequence[PreparedIndex]) -> None:
    """An entry in the log for each document whose verified text this program reads into other clauses than before."""
    for each in prepared:
        document = documents.get(connection, each.document_id)
        told = {} if document is None else sealed(each, document)
        if told != decisions.sealed(connection, each.document_id):
            entry = NewDecision(
                document_id=each.document_id,
                version_id=each.version_id,
                kind=DecisionKind.INDEXED,
                reviewer=APPLICATION,
                at=library.now(),
                reason="",
                content_sha256=decisions.approved_content(connection, each.document_id),
                subject=json.dumps(told),
            )
            decisions.append(connection, entry)


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


def why_silent(connection: Connection, engine: SearchEngine) -> str | None:
    """Why nothing is answered, in a sentence; None where questions may be asked."""
    if is_stale(connection, engine):
        return say("search.index_stale")
    return refusal(connection, engine)
