"""The closed sets of states. Categories and kinds are not here: a pack says which there are."""

from enum import StrEnum


class ConversionStatus(StrEnum):
    QUEUED = "QUEUED"
    CONVERTED = "CONVERTED"
    NEEDS_ATTENTION = "NEEDS_ATTENTION"
    FAILED = "FAILED"


class ReviewStatus(StrEnum):
    PENDING = "PENDING"
    VERIFIED = "VERIFIED"
    REJECTED = "REJECTED"


class Severity(StrEnum):
    BLOCKING = "blocking"
    WARNING = "warning"
    NOTE = "note"


class EditionStatus(StrEnum):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    UNKNOWN = "unknown"


class AnswerStatus(StrEnum):
    """WITHHELD: what was asked for may be among clauses that are no longer what was verified: no answer, and not that
    there is none."""

    OK = "ok"
    WEAK = "weak"
    NO_MATCH = "no_match"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"
    EMPTY_LIBRARY = "empty_library"
    INDEX_STALE = "index_stale"
    WITHHELD = "withheld"


class ImportAction(StrEnum):
    IMPORTED = "imported"
    DUPLICATE = "duplicate"
    FAILED = "failed"


class DecisionKind(StrEnum):
    """What an entry of the decision log records.

    FIRST_APPROVED is the first of two approvals, where a library asks for two reviewers; UNDONE takes the reviewer's
    last decision back. INDEXED is no person's: a later program reads the verified text into other clauses.
    """

    IMPORTED = "imported"
    FIRST_APPROVED = "first_approved"
    APPROVED = "approved"
    REJECTED = "rejected"
    EDITED = "edited"
    CORRECTED = "corrected"
    RESOLVED = "resolved"
    UNDONE = "undone"
    INDEXED = "indexed"
