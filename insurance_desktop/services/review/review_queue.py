"""What waits for review, riskiest first, and why each document stands where it does."""

from collections import defaultdict
from collections.abc import Mapping

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.kinds import ReasonKind, family_of
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus, Severity
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.versions import drafts, findings
from insurance_desktop.store.works import documents

from .two_reviewers import same_person


@entity
class Reason:
    """Why a document waits: how many open findings of a family block, warn, or are notes. The rest counts as `note`."""

    kind: ReasonKind
    blocking: int = 0
    warning: int = 0
    note: int = 0

    @property
    def count(self) -> int:
        return self.blocking + self.warning + self.note


@entity
class QueueEntry:
    """A document that waits; its reasons, the heaviest first."""

    document: Document
    reasons: tuple[Reason, ...]

    def of(self, kind: ReasonKind) -> Reason:
        """The reason of this kind; one that counts nothing where it is none."""
        return next((each for each in self.reasons if each.kind is kind), Reason(kind))


@entity
class ReviewQueue:
    """`entries` can be decided now, riskiest first. The others wait for something else.

    `for_others` are another reviewer's: assigned to somebody else, or approved first by the one who asks. `unreadable`
    could not be converted; `converting` are not converted yet.
    """

    entries: tuple[QueueEntry, ...]
    for_others: tuple[Document, ...] = ()
    unreadable: tuple[Document, ...] = ()
    converting: tuple[Document, ...] = ()

    def after(self, document_id: int) -> QueueEntry | None:
        """The next one to decide: the one behind this document, or the first where it is not in the queue."""
        places = [each.document.document_id for each in self.entries]
        following = places.index(document_id) + 1 if document_id in places else 0
        others = self.entries[following:] + self.entries[: max(following - 1, 0)]
        return others[0] if others else None


def review_queue(library: Library, *, reviewer: str = "") -> ReviewQueue:
    """Everything PENDING, as `reviewer` finds it ("" = nobody in particular).

    First by open blocking findings, then warnings, flagged tables, unresolved references, hidden text and suggestions
    of a reader of pictures; what weighs the same stands in the order of import.
    """
    with library.database.read() as connection:
        waiting = documents.listed(connection, pack=library.pack.name, review_status=ReviewStatus.PENDING)
        counts = findings.open_counts(connection, library.pack.name)
        drafted = {row.document_id for row in drafts.unfinished(connection, reviewer=reviewer.strip() or None)}
    by_document: dict[int, list[tuple[str, Severity, int]]] = defaultdict(list)
    for document_id, kind, severity, count in counts:
        by_document[document_id].append((kind, severity, count))
    ready = [each for each in waiting if each.version_id is not None]
    entries = [
        QueueEntry(each, _reasons(each, by_document[each.document_id], each.document_id in drafted))
        for each in ready
        if not _is_for_others(each, reviewer)
    ]
    return ReviewQueue(
        entries=tuple(sorted(entries, key=_risk)),
        for_others=tuple(each for each in ready if _is_for_others(each, reviewer)),
        unreadable=tuple(each for each in waiting if each.conversion_status is ConversionStatus.FAILED),
        converting=tuple(each for each in waiting if each.conversion_status is ConversionStatus.QUEUED),
    )


def _is_for_others(document: Document, reviewer: str) -> bool:
    if not reviewer.strip():
        return False
    is_own = document.first_reviewer is not None and same_person(document.first_reviewer, reviewer)
    return is_own or (document.assigned_to is not None and not same_person(document.assigned_to, reviewer))


def _reasons(document: Document, found: list[tuple[str, Severity, int]], has_draft: bool) -> tuple[Reason, ...]:
    counts: Mapping[ReasonKind, dict[Severity, int]] = defaultdict(lambda: dict.fromkeys(Severity, 0))
    for kind, severity, count in found:
        counts[family_of(kind)][severity] += count
    reasons = [
        Reason(kind, by[Severity.BLOCKING], by[Severity.WARNING], by[Severity.NOTE]) for kind, by in counts.items()
    ]
    if document.first_reviewer is not None:
        reasons.append(Reason(ReasonKind.SECOND_REVIEWER, note=1))
    if has_draft:
        reasons.append(Reason(ReasonKind.DRAFT, note=1))
    order = list(ReasonKind)
    return tuple(sorted(reasons, key=lambda each: (-each.blocking, -each.warning, order.index(each.kind))))


def _risk(entry: QueueEntry) -> tuple[int, ...]:
    """What sorts the riskiest first; the id keeps the order still where all else is the same."""
    weighed = (ReasonKind.FLAGGED_TABLES, ReasonKind.UNRESOLVED_REFERENCES, ReasonKind.HIDDEN_TEXT)
    return (
        -sum(each.blocking for each in entry.reasons),
        -sum(each.warning for each in entry.reasons),
        *(-entry.of(kind).count for kind in (*weighed, ReasonKind.OCR_SUGGESTIONS, ReasonKind.PROPOSED_EXCLUSIONS)),
        entry.document.document_id,
    )
