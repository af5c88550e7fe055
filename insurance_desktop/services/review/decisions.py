"""Review: what a person decides about a document, each decision on record, in one transaction with its effect."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.domain.conversion import (
    UNREADABLE,
    Clause,
    Coverage,
    PageSuggestion,
    Reference,
    SourceSpan,
    Table,
)
from insurance_desktop.domain.documents import Decision, DecisionReceipt, Document, StoredFinding
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, ReviewRefused, UsageError
from insurance_desktop.domain.fact_judgements import Told
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.running import ProgressCallback, ignore_progress
from insurance_desktop.domain.states import DecisionKind, ReviewStatus, Severity
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.library.clause_texts import clauses_of
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import storable
from insurance_desktop.store.versions import decisions, drafts, findings, ledgers, suggestions, versions
from insurance_desktop.store.versions.drafts import DraftKey
from insurance_desktop.store.versions.fact_judgements import all_told
from insurance_desktop.store.versions.findings import Resolution
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, editions

from .decision_log import Entry, content_hash, content_now, current_version, record, required
from .document_corrections import correct
from .rejections import checked_place, rejection_now
from .table_twins import retell
from .two_reviewers import Approval, kind_of

__all__ = [
    "LogCheck",
    "ReviewDocument",
    "approve",
    "correct",
    "edit",
    "log",
    "read_markdown_file",
    "reject",
    "resolve",
    "show",
    "verify_log",
]


@entity
class ReviewDocument:
    """All that a reviewer needs to see of one document. `is_altered`: it is verified, and what can be served of it no
    longer has the hash that its approval names."""

    document: Document
    markdown: str
    source_map: tuple[SourceSpan, ...]
    tables: tuple[Table, ...]
    clauses: tuple[Clause, ...]
    findings: tuple[StoredFinding, ...]
    coverage: Coverage
    decisions: tuple[Decision, ...]
    references: tuple[Reference, ...]
    suggestions: tuple[PageSuggestion, ...] = ()
    is_altered: bool = False


@entity
class Standing:
    """What a decision is made on: if any of it is another one at the end, the decision does not stand."""

    document: Document
    version: StoredVersion
    open_findings: tuple[StoredFinding, ...]
    told: Told


@entity
class LogCheck:
    """Whether the log still chains and verified documents are still what was approved.

    `broken_at` = the first entry that does not follow from the one before; `changed` = documents whose content no
    longer has the hash that their approval names.
    """

    ok: bool
    entries: int
    broken_at: int | None
    changed: tuple[int, ...]


def show(library: Library, document_id: int) -> ReviewDocument:
    """The sheet of a document; of one without text (QUEUED, FAILED) an empty one."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        entries = decisions.log(connection, document_id)
        if document.version_id is None:
            return ReviewDocument(document, "", (), (), (), (), Coverage(0, 0, 0, 0), entries, ())
        version = current_version(connection, document)
        found = findings.of_version(connection, version.version_id)
        suggested = suggestions.of_document(connection, document_id)
        read = clauses_of(connection, library.pack, version)
        altered = document.review_status is ReviewStatus.VERIFIED and _is_altered(connection, document)
    return ReviewDocument(
        document=document,
        markdown=version.markdown,
        source_map=version.source_map,
        tables=version.tables,
        clauses=read,
        findings=found,
        coverage=version.coverage,
        decisions=entries,
        references=version.references,
        suggestions=suggested,
        is_altered=altered,
    )


def approve(
    engine: SearchEngine,
    document_id: int,
    *,
    reviewer: str,
    note: str = "",
    accept_findings_reason: str | None = None,
    seen_version: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> DecisionReceipt:
    """Verify the current text and index it, in one transaction; of two reviewers the first is recorded only.

    Refused while blocking findings are open; with `accept_findings_reason` every open finding is resolved with that
    reason on record. Refused, too, where `seen_version` is given and is no longer the text. The index is prepared
    before the transaction, which therefore looks again whether text, metadata and findings are those that were read.
    """
    library = engine.library
    reviewer = required(reviewer, "services.reviewer_required")
    accepted = storable(accept_findings_reason or "").strip()
    note = storable(note).strip()
    standing = _standing(library, document_id)
    if seen_version not in (None, standing.version.version_id):
        raise ReviewRefused("services.changed_meanwhile", document_id=document_id)
    _refuse_to_approve(standing, accepted)
    if accepted:
        _refuse_unknown_signs(standing.version, standing.open_findings)
    document = standing.document
    content = content_hash(standing.version, document, standing.told)
    approval = Approval(document_id, standing.version.version_id, content, reviewer)
    with library.database.read() as connection:
        kind = kind_of(connection, approval)
        stored = versions.hash_of(connection, standing.version.version_id)
    settled = tuple(each.finding_id for each in standing.open_findings) if accepted else ()
    is_last = kind is DecisionKind.APPROVED
    from insurance_desktop.services.search import indexing  # noqa: PLC0415 (the index's arithmetic: to read a document takes none of it)
    from insurance_desktop.services.search.ranking_approval import adopt_first  # noqa: PLC0415 (as above)

    prepared = indexing.prepare(engine, document, standing.version, progress) if is_last else None
    seals = {} if prepared is None else {**indexing.sealed(prepared, document), "version": stored}
    subject = {"findings": settled, "note": note} | seals
    entry = Entry(kind, reviewer, accepted if settled else note, content, subject)
    with library.database.write() as connection:
        _refuse_if_changed(connection, standing)
        if kind_of(connection, approval) is not kind:
            raise ReviewRefused("services.changed_meanwhile", document_id=document_id)
        decision_id = record(connection, library, document, entry)
        findings.resolve(connection, settled, Resolution(decision_id, reviewer, accepted, library.now()))
        if prepared is None:
            documents.set_first_approval(connection, document_id, decision_id)
        else:
            documents.set_review(connection, document_id, ReviewStatus.VERIFIED, decision_id)
            indexing.write(connection, prepared)
            adopt_first(connection, engine)
        _refresh_editions(connection, document)
    status = ReviewStatus.VERIFIED if is_last else ReviewStatus.PENDING
    return DecisionReceipt(document_id, status, content, decision_id)


def reject(
    library: Library, document_id: int, *, reviewer: str, reason: str, place: Box | None = None
) -> DecisionReceipt:
    """Refuse a document for a reason; what was indexed of it is gone with the same transaction.

    `place` is where on the page the reason stands. UsageError where the document has no such place.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    reason = required(reason, "services.reason_required")
    with library.database.write() as connection:
        document = require(connection, document_id)
        subject = {} if place is None else {"place": checked_place(document, place)}
        rejection = rejection_now(connection, document)
        if rejection is not None and (reason, place) == (rejection.reason, rejection.place):
            raise ReviewRefused("services.already_rejected", document_id=document_id, reason=reason)
        content = content_now(connection, document)
        entry = Entry(DecisionKind.REJECTED, reviewer, reason, content, subject)
        decision_id = record(connection, library, document, entry)
        documents.set_review(connection, document_id, ReviewStatus.REJECTED, decision_id)
        _refresh_editions(connection, document)
    return DecisionReceipt(document_id, ReviewStatus.REJECTED, content, decision_id)


def edit(library: Library, document_id: int, *, markdown: str, reviewer: str, reason: str = "") -> DecisionReceipt:
    """Store a hand-edited text as a new version; the document is PENDING again and leaves the index at once.

    The edit is measured against what the converter read from the PDF, however many edits lie between: each character
    that differs is a finding of its own, and what was resolved and did not change stays resolved.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    reason = storable(reason).strip()
    standing = _standing(library, document_id)
    version = standing.version
    with library.database.read() as connection:
        base = versions.converted(connection, document_id) or version
        base_ledger = ledgers.of_version(connection, base.version_id)
    if markdown == version.markdown:
        raise ReviewRefused("services.edit_without_change", document_id=document_id)
    from insurance_desktop.convert.text.editing import check_edit, remap_ledger  # noqa: PLC0415 (as in `approve`)

    ledger, coverage = remap_ledger(base.markdown, base_ledger, base.coverage, markdown)
    edited = _edited(library, version, base, markdown, Entry(DecisionKind.EDITED, reviewer, reason, None))
    edited = replace(edited, coverage=coverage)
    differences = check_edit(base.markdown, markdown, base.source_map)
    with library.database.write() as connection:
        _refuse_if_changed(connection, standing)
        document = standing.document
        version_id = versions.add(connection, edited)
        ledgers.add(connection, version_id, ledger)
        findings.copy(connection, base.version_id, version_id)
        findings.add(connection, version_id, differences)
        findings.carry_resolutions(connection, version.version_id, version_id)
        content = content_hash(edited, document, standing.told)
        renewed = replace(document, version_id=version_id)
        entry = Entry(DecisionKind.EDITED, reviewer, reason, content)
        decision_id = record(connection, library, renewed, entry)
        documents.set_version(connection, document_id, version_id, decision_id)
        drafts.drop(connection, DraftKey(document_id, reviewer, version.version_id), library.now())
        _refresh_editions(connection, document)
    return DecisionReceipt(document_id, ReviewStatus.PENDING, content, decision_id)


def resolve(
    library: Library, document_id: int, finding_ids: Sequence[int], *, reviewer: str, reason: str
) -> DecisionReceipt:
    """Settle findings of the current text with a reason, as one decision. ReviewRefused where one is settled already,
    or says that signs are unknown which still stand in the text."""
    reviewer = required(reviewer, "services.reviewer_required")
    reason = required(reason, "services.reason_required")
    with library.database.write() as connection:
        document = require(connection, document_id)
        version = current_version(connection, document)
        found = {each.finding_id: each for each in findings.of_version(connection, version.version_id)}
        for finding_id in finding_ids:
            if finding_id not in found:
                raise NotFound("services.no_such_finding", finding_id=finding_id, document_id=document_id)
            if not found[finding_id].is_open:
                raise ReviewRefused(
                    "services.already_resolved", finding_id=finding_id, by=found[finding_id].resolved_by
                )
        settled = tuple(dict.fromkeys(finding_ids))
        _refuse_unknown_signs(version, [found[each] for each in settled])
        content = content_now(connection, document)
        entry = Entry(DecisionKind.RESOLVED, reviewer, reason, content, {"findings": [*settled]})
        decision_id = record(connection, library, document, entry)
        findings.resolve(connection, settled, Resolution(decision_id, reviewer, reason, library.now()))
    return DecisionReceipt(document_id, document.review_status, content, decision_id)


def _refuse_unknown_signs(version: StoredVersion, settled: Sequence[StoredFinding]) -> None:
    """A sign that nobody could read is no text: it is put right by an edit, not by a reason."""
    count = version.markdown.count(UNREADABLE)
    if count and any(each.kind == FindingKind.UNREADABLE for each in settled):
        raise ReviewRefused("services.unknown_signs", document_id=version.document_id, count=count)


def log(library: Library, document_id: int | None = None) -> tuple[Decision, ...]:
    """The decision log, the oldest entry first. NotFound for a document that is not there."""
    with library.database.read() as connection:
        if document_id is not None:
            require(connection, document_id)
        return decisions.log(connection, document_id)


def verify_log(library: Library) -> LogCheck:
    """Recompute the chain, and the content hash of every verified document."""
    with library.database.read() as connection:
        entries = decisions.log(connection)
        verified = documents.listed(connection, pack=library.pack.name, review_status=ReviewStatus.VERIFIED)
        changed = tuple(each.document_id for each in verified if _is_altered(connection, each))
    broken_at = decisions.first_broken(entries)
    return LogCheck(broken_at is None and not changed, len(entries), broken_at, changed)


def _is_altered(connection: Connection, document: Document) -> bool:
    """Whether a verified document is no longer what was approved."""
    approved = decisions.approval(connection, document.document_id)
    return approved is None or approved.content_sha256 != content_now(connection, document)


def read_markdown_file(path: Path) -> str:
    """An edited Markdown file as text. UsageError where it cannot be read, is empty or not UTF-8."""
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        detail = reason_of(error)
        raise UsageError("services.markdown_unreadable", path=str(path), detail=detail) from error
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UsageError("services.markdown_not_utf8", path=str(path), line=line) from error
    if not text.strip():
        raise UsageError("services.markdown_empty", path=str(path))
    return text


def _standing(library: Library, document_id: int) -> Standing:
    with library.database.read() as connection:
        document = require(connection, document_id)
        version = current_version(connection, document)
        told = all_told(connection, document_id)
        return Standing(document, version, _open_findings(connection, version), told)


def _refuse_if_changed(connection: Connection, standing: Standing) -> None:
    """Under the write lock: is what was read before the slow part still what is there?"""
    before, now = standing.document, require(connection, standing.document.document_id)
    if (
        now.version_id != before.version_id
        or now.review_status != before.review_status
        or now.served() != before.served()
        or _open_findings(connection, standing.version) != standing.open_findings
        or all_told(connection, before.document_id) != standing.told
    ):
        raise ReviewRefused("services.changed_meanwhile", document_id=before.document_id)


def _refuse_to_approve(standing: Standing, accepted: str) -> None:
    document = standing.document
    if not standing.version.markdown.strip():
        raise ReviewRefused("services.no_text", document_id=document.document_id)
    if document.review_status is ReviewStatus.VERIFIED:
        raise ReviewRefused("services.already_verified", document_id=document.document_id)
    blocking = [each for each in standing.open_findings if each.severity is Severity.BLOCKING]
    if blocking and not accepted:
        listed = "\n".join(f"[{each.finding_id}] {each.message}" for each in blocking)
        raise ReviewRefused(
            "services.blocking_findings", document_id=document.document_id, count=len(blocking), findings=listed
        )


def _open_findings(connection: Connection, version: StoredVersion) -> tuple[StoredFinding, ...]:
    return tuple(each for each in findings.of_version(connection, version.version_id) if each.is_open)


def _refresh_editions(connection: Connection, document: Document) -> None:
    if document.product_id is not None:
        editions.refresh_status(connection, document.product_id)


def _edited(
    library: Library, version: StoredVersion, base: StoredVersion, markdown: str, entry: Entry
) -> StoredVersion:
    """The new version: source map carried over, tables' twins retold, references read anew."""
    from insurance_desktop.convert.clauses.references import read_references  # noqa: PLC0415 (as in `approve`)
    from insurance_desktop.convert.text.editing import remap  # noqa: PLC0415 (as in `approve`)

    source_map = remap(base.markdown, base.source_map, markdown)
    tables = retell(markdown, base.tables)
    clauses = read_clauses(markdown, source_map, tables, library.pack)
    return StoredVersion(
        version_id=0,
        document_id=version.document_id,
        number=0,
        markdown=markdown,
        tables=tables,
        source_map=source_map,
        coverage=base.coverage,
        references=read_references(clauses, markdown, source_map, library.pack),
        origin=versions.EDITED,
        author=entry.reviewer,
        converter=base.converter,
        reason=entry.reason,
        based_on=version.version_id,
        created_at=library.now(),
    )
