"""What every decision shares: who decides, on exactly what content, and its entry in the log."""

import json
from dataclasses import field
from typing import Any

from insurance_desktop.domain import clause_corrections, fact_judgements
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.documents import DecisionReceipt, Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import ReviewRefused, UsageError
from insurance_desktop.domain.fact_judgements import Told
from insurance_desktop.domain.identity import content_sha256
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.states import ConversionStatus, DecisionKind, ReviewStatus
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import storable
from insurance_desktop.store.versions import decisions, versions
from insurance_desktop.store.versions.decisions import NewDecision
from insurance_desktop.store.versions.fact_judgements import all_told
from insurance_desktop.store.versions.versions import ServedText, StoredVersion
from insurance_desktop.store.works import documents, editions


@entity
class Entry:
    """A decision to be recorded; `subject` is what it is about beside the document."""

    kind: DecisionKind
    reviewer: str
    reason: str
    content_sha256: str | None
    subject: dict[str, Any] = field(default_factory=dict)


@entity
class Correction:
    """Who corrected what (`subject`), and why."""

    reviewer: str
    reason: str
    subject: dict[str, Any]


def required(text: str, key: str) -> str:
    """The text without blanks around it. UsageError `key` where nothing is left."""
    stripped = storable(text).strip()
    if not stripped:
        raise UsageError(key)
    return stripped


def current_version(connection: Connection, document: Document) -> StoredVersion:
    """The text that a decision is about. ReviewRefused where the document has none."""
    found = None if document.version_id is None else versions.get(connection, document.version_id)
    if found is None:
        is_failed = document.conversion_status is ConversionStatus.FAILED
        key = "services.nothing_was_converted" if is_failed else "services.nothing_to_review"
        raise ReviewRefused(key, document_id=document.document_id)
    return found


def content_hash(version: StoredVersion | ServedText, document: Document, told: Told) -> str:
    """The hash of exactly what can be served: Markdown, table JSON, metadata, clauses and facts as corrected."""
    return content_sha256(*hashed_content(version, document, told))


def hashed_content(
    version: StoredVersion | ServedText, document: Document, told: Told
) -> tuple[str, list[dict[str, Any]], dict[str, Any]]:
    """What the hash is made of: the Markdown, the tables' twins, and the metadata.

    What was said of clauses and facts is named where there is some: decisions on record were hashed before there could
    be.
    """
    metadata: dict[str, Any] = document.served()
    if told.clauses:
        metadata["clauses"] = clause_corrections.as_hashed(told.clauses)
    if told.facts:
        metadata["facts"] = fact_judgements.as_hashed(told.facts)
    return version.markdown, [_hashed_twin(each) for each in version.tables], metadata


def _hashed_twin(table: Table) -> dict[str, Any]:
    """A table as it is hashed; that it is trusted is not said: decisions on record were hashed before it could be."""
    twin: dict[str, Any] = plain(table)
    return {name: value for name, value in twin.items() if name != "trusted" or not value}


def content_now(connection: Connection, document: Document) -> str | None:
    """The hash of what could be served now; None for a document without text."""
    if document.version_id is None:
        return None
    served = versions.served_text(connection, document.version_id)
    if served is None:
        return None
    return content_hash(served, document, all_told(connection, document.document_id))


UNDOABLE = frozenset({DecisionKind.APPROVED, DecisionKind.FIRST_APPROVED, DecisionKind.REJECTED})
"""Decisions whose entry says what was before: their reviewer can take them back."""


def record(connection: Connection, library: Library, document: Document, entry: Entry) -> int:
    """Append the entry to the log, inside the transaction of what it decides and before its effect."""
    subject = dict(entry.subject)
    if entry.kind in UNDOABLE:
        subject["before"] = plain(documents.review_state(connection, document.document_id))
    new = NewDecision(
        document_id=document.document_id,
        version_id=document.version_id,
        kind=entry.kind,
        reviewer=entry.reviewer,
        at=library.now(),
        reason=entry.reason,
        content_sha256=entry.content_sha256,
        subject=json.dumps(subject, ensure_ascii=False, sort_keys=True),
    )
    return decisions.append(connection, new)


def reopen(connection: Connection, document: Document) -> None:
    """Takes back, before a correction, the verification that it falls under, and a first of two approvals."""
    if document.review_status is ReviewStatus.VERIFIED:
        documents.suspend(connection, document.document_id)
    documents.forget_first_approval(connection, document.document_id)


def record_correction(
    connection: Connection, library: Library, document_id: int, correction: Correction
) -> DecisionReceipt:
    """Puts on record what was just corrected about a document that was reopened for it."""
    now = require(connection, document_id)
    content = content_now(connection, now)
    said = Entry(DecisionKind.CORRECTED, correction.reviewer, correction.reason.strip(), content, correction.subject)
    decision_id = record(connection, library, now, said)
    documents.set_decision(connection, document_id, decision_id)
    if now.product_id is not None:
        editions.refresh_status(connection, now.product_id)
    return DecisionReceipt(document_id, now.review_status, content, decision_id)
