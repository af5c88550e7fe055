"""Taking files in: the original first, in its own transaction; then its conversion; the result in one transaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from insurance_desktop.convert.facts.differing import stated_once
from insurance_desktop.domain.conversion import Conversion, Finding
from insurance_desktop.domain.documents import Document, GivenMetadata, ImportedFile
from insurance_desktop.domain.errors import LibraryReadOnly, SourceError, UsageError, WorkbenchError
from insurance_desktop.domain.originals import kind_of
from insurance_desktop.domain.running import (
    AtPage,
    CancelCheck,
    Cancelled,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.domain.states import ConversionStatus, ImportAction, Severity
from insurance_desktop.packs import wording
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import say
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection, RuleBroken
from insurance_desktop.store.json_forms import storable
from insurance_desktop.store.versions import findings, ledgers, suggestions, versions
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, originals, packs
from insurance_desktop.store.works.documents import NewDocument, Outcome
from insurance_desktop.store.works.originals import Original

from .accepting import unreadable_reason
from .archives import Source, open_sources
from .fact_differences import StatedOnce, fact_findings
from .figure_findings import figure_findings
from .identification import Candidate, filed_kind, known_facts, overlay, said_only, settle
from .manifest import match, read_manifest
from .source_findings import intake_findings

_UNKNOWN = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a file's bytes: `queued` = they wait for their conversion; `mended` = those that the library had
    of them were damaged."""

    document: Document
    queued: bool
    mended: bool = False


@dataclass(slots=True)
class Batch:
    """One import under way: the report's lines by position, and what stopped it."""

    library: Library
    converter: Converter
    total: int
    progress: ProgressCallback
    cancel: CancelCheck
    lines: dict[int, ImportedFile] = field(default_factory=dict)
    fault: WorkbenchError | None = None

    def report(self, position: int, line: ImportedFile) -> None:
        self.lines[position] = line
        self.progress(Progress(len(self.lines), self.total, line.path))

    def report_page(self, name: str, at: AtPage) -> None:
        """How far the file is that is being converted."""
        self.progress(Progress(len(self.lines), self.total, name, at))


def import_paths(
    library: Library,
    converter: Converter,
    paths: Sequence[Path],
    *,
    given: GivenMetadata | None = None,
    manifest: Path | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> tuple[ImportedFile, ...]:
    """Take in files, folders and zip archives; one report line for each file, in order.

    `given` wins over the manifest, which wins over what page 1 prints. A file that cannot be read is a line with its
    reason. Raises UsageError for a manifest with faults, LibraryError where the library cannot be written, Cancelled
    between files: what was finished stays.
    """
    refuse_reader(library)
    given = said_only(given or GivenMetadata())
    rows = read_manifest(manifest) if manifest else ()
    resume_queued(library, converter, progress=progress, cancel=cancel)
    with open_sources(paths) as sources:
        matching = match(rows, sources, manifest.parent if manifest else Path())
        batch = Batch(library, converter, len(sources) + len(matching.unmatched), progress, cancel)
        said = [overlay(given, matching.given.get(n, GivenMetadata())) for n in range(len(sources))]
        _convert_all(batch, _take_in(batch, sources, said), sources)
    for position, (file, reason) in enumerate(matching.unmatched, start=len(sources)):
        batch.report(position, ImportedFile(file, None, ImportAction.FAILED, reason, None))
    return _final(batch)


def _final(batch: Batch) -> tuple[ImportedFile, ...]:
    """The lines in order, with the documents as they are now: a file's twin may have been converted after its line."""
    with batch.library.database.read() as connection:
        return tuple(
            replace(line, document=require(connection, line.document.document_id)) if line.document else line
            for _, line in sorted(batch.lines.items())
        )


def resume_queued(
    library: Library,
    converter: Converter,
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> tuple[Document, ...]:
    """Convert what a kill or a cancel left QUEUED, each document by its own pack."""
    refuse_reader(library)
    waiting = _queued(library)
    total = sum(map(len, waiting.values()))
    done: list[Document] = []

    def told(document_id: int, at: AtPage) -> None:
        progress(Progress(len(done), total, _name_of(library, document_id), at))

    for pack, ids in waiting.items():
        meant = library.read_by(pack)
        for document_id, conversion in _conversions(meant, converter, _originals_of(meant, ids, cancel), told, cancel):
            done.append(store_conversion(meant, document_id, conversion))
            progress(Progress(len(done), total, done[-1].logical_path))
    if cancel():
        raise Cancelled
    return tuple(done)


def give_up_queued(library: Library) -> int:
    """What was stopped stays stopped: what waits for its conversion has failed and says why, until it is imported or
    converted again. How many documents that are."""
    waiting = _queued(library)
    with library.database.write() as connection:
        stopped = [
            document_id
            for ids in waiting.values()
            for document_id in ids
            if require(connection, document_id).conversion_status is ConversionStatus.QUEUED
        ]
        for document_id in stopped:
            outcome = Outcome(0, ConversionStatus.FAILED, say("services.conversion_stopped"), None)
            documents.store_outcome(connection, document_id, outcome)
    return len(stopped)


def _queued(library: Library) -> dict[str, tuple[int, ...]]:
    """What waits for its conversion, by the name of its pack; a pack that is not here is waited for."""
    here = (library.pack.name, *(name for name in pack_names() if name != library.pack.name))
    with library.database.read() as connection:
        found = {pack: documents.queued(connection, pack) for pack in here}
    return {pack: ids for pack, ids in found.items() if ids}


def refuse_reader(library: Library) -> None:
    """Say so before any work where the result could not be stored."""
    if library.database.read_only:
        raise LibraryReadOnly("store.opened_read_only", path=str(library.path))


def store_original(library: Library, source_name: str, content: bytes, given: GivenMetadata) -> Taken:
    """Put the bytes of an original into the library as QUEUED. Known ones stay what they are; a FAILED one is tried
    again by its pack."""
    sha256 = originals.sha256_of(content)
    with library.database.write() as connection:
        known = documents.with_original(connection, sha256)
        mended = known is not None and originals.mend(connection, sha256, content)
        if known is None:
            originals.put(connection, Original(sha256, content, kind_of(content) or _UNKNOWN), library.now())
            new = NewDocument(sha256, library.pack.name, source_name, given)
            document_id = documents.queue(connection, new, library.now())
        elif known.conversion_status is ConversionStatus.FAILED and _is_read_by(connection, library, known):
            document_id = known.document_id
            again = overlay(given, documents.given_of(connection, document_id))
            documents.queue_again(connection, document_id, again)
        else:
            return Taken(known, queued=False, mended=mended)
        return Taken(require(connection, document_id), queued=True)


def _is_read_by(connection: Connection, library: Library, document: Document) -> bool:
    """Whether the document is of the pack that reads the library here: by another one it is not tried again."""
    return packs.of_document(connection, document.document_id) == library.pack.name


def store_conversion(library: Library, document_id: int, conversion: Conversion) -> Document:
    """Store a conversion's result in one transaction, unless somebody else has meanwhile.

    A result that the file cannot hold is a FAILED one: left QUEUED it would stop every later import as well.
    """
    try:
        return _store_if_queued(library, document_id, conversion)
    except (RuleBroken, UnicodeEncodeError) as error:
        reason = say("services.conversion_unstorable", detail=f"{type(error).__name__}: {error}"[:200])
        failed = Conversion(conversion.sha256, 0, ConversionStatus.FAILED, storable(reason))
        return _store_if_queued(library, document_id, failed)


def _store_if_queued(library: Library, document_id: int, conversion: Conversion) -> Document:
    own = stated_once(conversion.clauses, library.pack)
    with library.database.write() as connection:
        document = require(connection, document_id)
        if document.conversion_status is ConversionStatus.QUEUED:
            _store_conversion(connection, library, document, conversion, own)
        return require(connection, document_id)


def _take_in(
    batch: Batch, sources: Sequence[Source], said: Sequence[GivenMetadata]
) -> Iterator[tuple[int, int, bytes]]:
    """Store each original and hand on (position, document id, bytes) of those that wait for their conversion."""
    for position, (source, given) in enumerate(zip(sources, said, strict=True)):
        if batch.cancel():
            return
        content, reason = _read(source)
        if reason is not None:
            batch.report(position, ImportedFile(source.shown, None, ImportAction.FAILED, reason, None))
            continue
        taken = store_original(batch.library, source.file_name, content, given)
        if taken.queued:
            yield position, taken.document.document_id, content
        else:
            batch.report(position, _line(source, taken.document, taken))


def _read(source: Source) -> tuple[bytes, str | None]:
    """The bytes of an original, and why they are not taken in (None = they are)."""
    try:
        content = source.read()
    except SourceError as error:
        return b"", str(wording.sentence(error))
    return content, unreadable_reason(content, source.file_name)


def _convert_all(batch: Batch, taken: Iterator[tuple[int, int, bytes]], sources: Sequence[Source]) -> None:
    """Store the results as they come, several files being converted meanwhile."""
    positions: dict[int, int] = {}

    def waiting() -> Iterator[tuple[int, bytes]]:
        # The workers may pull from a thread of theirs: a fault travels in the batch, not through them.
        try:
            for position, document_id, content in taken:
                positions[document_id] = position
                yield document_id, content
        except WorkbenchError as error:
            batch.fault = error

    def told(document_id: int, at: AtPage) -> None:
        batch.report_page(sources[positions[document_id]].shown, at)

    for document_id, conversion in _conversions(batch.library, batch.converter, waiting(), told, batch.cancel):
        document = store_conversion(batch.library, document_id, conversion)
        position = positions[document_id]
        batch.report(position, _line(sources[position], document))
    if batch.fault is not None:
        raise batch.fault
    if batch.cancel():
        raise Cancelled


def _conversions(
    library: Library,
    converter: Converter,
    waiting: Iterator[tuple[int, bytes]],
    told: Callable[[int, AtPage], None],
    cancel: CancelCheck,
) -> Iterable[tuple[int, Conversion]]:
    first = next(waiting, None)
    if first is None:  # no worker is started for nothing
        return ()
    return converter.workers.convert_many(chain((first,), waiting), library.pack.name, told, cancel)


def _name_of(library: Library, document_id: int) -> str:
    with library.database.read() as connection:
        return require(connection, document_id).logical_path


def _originals_of(library: Library, document_ids: Sequence[int], cancel: CancelCheck) -> Iterator[tuple[int, bytes]]:
    for document_id in document_ids:
        if cancel():
            return
        with library.database.read() as connection:
            content = originals.content(connection, require(connection, document_id).sha256)
        yield document_id, content or b""


def _line(source: Source, document: Document, taken: Taken | None = None) -> ImportedFile:
    """`taken`: what became of the bytes where they wait for no conversion."""
    reason = document.reason
    if document.conversion_status is ConversionStatus.FAILED:
        action = ImportAction.FAILED
    elif taken is not None:
        action = ImportAction.DUPLICATE
        key = "services.duplicate_mended" if taken.mended else "services.duplicate"
        reason = say(key, document_id=document.document_id)
    else:
        action = ImportAction.IMPORTED
    return ImportedFile(source.shown, document.sha256, action, reason, document)


def _store_conversion(
    connection: Connection, library: Library, document: Document, conversion: Conversion, own: StatedOnce
) -> None:
    document_id = document.document_id
    file_name = documents.file_name_of(connection, document_id)
    facts = known_facts(documents.given_of(connection, document_id), conversion.printed, file_name, library.pack)
    filed_as = filed_kind(conversion.printed.filing_number, library.pack)
    candidate = Candidate(document_id, document.sha256, facts, filed_as)
    settlement = settle(connection, candidate, library.pack, library.now())
    beside = intake_findings(connection, document_id, conversion, library.pack, settlement.findings)
    documents.identify(connection, document_id, settlement.identity)
    version_id = None
    if conversion.status is not ConversionStatus.FAILED:
        version_id = versions.add(connection, _first_version(document_id, conversion, library.now()))
        ledgers.add(connection, version_id, conversion.ledger)
        suggestions.add(connection, version_id, conversion.suggestions)
        differing = fact_findings(connection, library, document_id, settlement.identity.work_id, own)
        figures = figure_findings(connection, library.pack, require(connection, document_id), conversion.markdown)
        told = (*conversion.findings, *settlement.findings, *beside, *differing, *figures)
        findings.add(connection, version_id, told)
    documents.store_outcome(connection, document_id, _outcome(conversion, (*settlement.findings, *beside), version_id))


def _outcome(conversion: Conversion, settled: Iterable[Finding], version_id: int | None) -> Outcome:
    """A clean conversion whose identity is doubtful needs attention as well."""
    outcome = Outcome(conversion.pages, conversion.status, conversion.reason, version_id)
    doubts = [each.message for each in settled if each.severity is Severity.BLOCKING]
    if doubts and conversion.status is ConversionStatus.CONVERTED:
        return replace(outcome, status=ConversionStatus.NEEDS_ATTENTION, reason=doubts[0])
    return outcome


def _first_version(document_id: int, conversion: Conversion, now: str) -> StoredVersion:
    return StoredVersion(
        version_id=0,
        document_id=document_id,
        number=0,
        markdown=conversion.markdown,
        tables=conversion.tables,
        source_map=conversion.source_map,
        coverage=conversion.coverage,
        references=conversion.references,
        origin=versions.CONVERTED,
        author=conversion.converter,
        converter=conversion.converter,
        created_at=now,
    )


MANIFEST_SUFFIX = ".csv"


def import_chosen(
    library: Library,
    converter: Converter,
    chosen: Sequence[Path],
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> tuple[ImportedFile, ...]:
    """Import what was chosen; a CSV among it is the manifest, and alone it brings the files that it names beside it.

    Raises what `import_paths` raises, and UsageError for two manifests.
    """
    manifests = [each for each in chosen if each.suffix.lower() == MANIFEST_SUFFIX]
    others = [each for each in chosen if each not in manifests]
    if len(manifests) > 1:
        raise UsageError("services.two_manifests", names=", ".join(each.name for each in manifests))
    manifest = manifests[0] if manifests else None
    if manifest is not None and not others:
        others = files_beside(manifest)
    return import_paths(library, converter, others, manifest=manifest, progress=progress, cancel=cancel)


def files_beside(manifest: Path) -> list[Path]:
    """The files and archives in the manifest's folder, or below it, that its lines name, each once, in their order."""
    folder = manifest.absolute().parent
    found: dict[Path, None] = {}
    for row in read_manifest(manifest):
        named = folder / row.file.strip().replace("\\", "/")
        # A name may lead into an archive (材料.zip/条款.pdf): then the archive is what lies beside the manifest.
        file = next((each for each in (named, *named.parents) if each.is_file()), None)
        if file is not None and file.resolve().is_relative_to(folder.resolve()):
            found[file] = None
    return list(found)
