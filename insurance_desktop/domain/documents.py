"""Products, documents, versions, findings with their state, and decisions, as the faces see them."""

import json
from dataclasses import field
from datetime import datetime

from insurance_desktop.domain.entity import entity

from .geometry import Box
from .identity import text_sha256
from .states import ConversionStatus, DecisionKind, EditionStatus, ImportAction, ReviewStatus, Severity


@entity
class GivenMetadata:
    """What the person who imports says about a file; None = not said, read it from page 1 or leave it null."""

    company: str | None = None
    product_name: str | None = None
    product_code: str | None = None
    document_type: str | None = None
    product_category: str | None = None
    edition: str | None = None
    publish_time: str | None = None
    download_url: str | None = None


@entity
class FindingCounts:
    """Findings that nobody has settled yet, by how grave they are: what every list and every face counts."""

    blocking: int = 0
    warning: int = 0
    note: int = 0

    @property
    def open(self) -> int:
        return self.blocking + self.warning + self.note


@entity
class Document:
    """One document of the library: a row of every list.

    `first_reviewer` approved it first where two reviewers are asked for; while it is PENDING, another one is due.
    `original_name` is that of the file that it was imported from; `assigned_to` is asked to review it.
    """

    document_id: int
    sha256: str
    product_id: int | None
    product_code: str | None
    product_name: str | None
    company: str | None
    document_type: str | None
    product_category: str | None
    edition: str | None
    edition_status: EditionStatus
    publish_time: str | None
    download_url: str | None
    logical_path: str
    pages: int
    conversion_status: ConversionStatus
    reason: str | None
    review_status: ReviewStatus
    version_id: int | None
    findings: FindingCounts = field(default_factory=FindingCounts)
    indexed_clauses: int = 0
    imported_at: datetime | None = None
    first_reviewer: str | None = None
    original_name: str = ""
    assigned_to: str | None = None

    def served(self) -> dict[str, str | None]:
        """Everything that an answer may say of it beside its text: what a decision covers."""
        return {
            "sha256": self.sha256,
            "product_name": self.product_name,
            "product_code": self.product_code,
            "company": self.company,
            "document_type": self.document_type,
            "product_category": self.product_category,
            "edition": self.edition,
            "publish_time": self.publish_time,
            "download_url": self.download_url,
        }

    def served_sha256(self) -> str:
        """The hash of that."""
        return text_sha256(json.dumps(self.served(), ensure_ascii=False, sort_keys=True))


@entity
class ImportedFile:
    """The report line of one file: `document` is None only where nothing could be stored."""

    path: str
    sha256: str | None
    action: ImportAction
    reason: str | None
    document: Document | None


@entity
class StoredFinding:
    """A finding with its id and, once resolved, by whom and why; `others` are its places after the first, `box`."""

    finding_id: int
    kind: str
    severity: Severity
    message: str
    box: Box | None
    others: tuple[Box, ...] = ()
    resolved_by: str | None = None
    resolved_reason: str | None = None

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All its places, in order."""
        return (self.box, *self.others) if self.box else self.others

    @property
    def is_open(self) -> bool:
        return self.resolved_by is None


@entity
class Decision:
    """One entry of the append-only, hash-chained log.

    `subject` is JSON: what the entry is about beside the document (resolved findings, corrected fields). Where it
    `is_backdated` the entry before it bears a later date: a clock was wrong, or set back.
    """

    decision_id: int
    document_id: int
    kind: DecisionKind
    reviewer: str
    at: datetime
    reason: str
    content_sha256: str | None
    previous_hash: str
    entry_hash: str
    version_id: int | None = None
    subject: str = "{}"
    is_backdated: bool = False


@entity
class DecisionReceipt:
    """What a face answers after a decision."""

    document_id: int
    review_status: ReviewStatus
    content_sha256: str | None
    decision_id: int


@entity
class Changes:
    """What a mutation touched, so that pages refresh what concerns them."""

    documents: frozenset[int] = frozenset()
    products: bool = False
    index: bool = False
