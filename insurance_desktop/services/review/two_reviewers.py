"""The second pair of eyes: a library can ask that two different people approve a document before it can be found.

The first approval is an entry of the log and nothing more; the second one verifies. The file itself refuses a document
that only one of them approved. What was verified before the rule stays verified.
"""

from datetime import datetime

from insurance_desktop.domain.documents import Decision, StoredFinding
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import ReviewRefused, UsageError
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.states import DecisionKind, ReviewStatus, Severity
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import moment
from insurance_desktop.store.versions import decisions, findings
from insurance_desktop.store.works import documents

from .decision_log import content_now, required

VERDICTS = (DecisionKind.APPROVED, DecisionKind.REJECTED)


@entity
class Approval:
    """Who approves what: a version with the hash of all that can be served of it."""

    document_id: int
    version_id: int
    content_sha256: str
    reviewer: str


@entity
class ReviewRule:
    """How many different reviewers approve a document; who said so, when and why (None = nobody ever did)."""

    reviewers: int = 1
    set_by: str | None = None
    reason: str | None = None
    at: datetime | None = None


@entity
class Outlook:
    """What an approval by a certain reviewer would meet: open blocking findings, and whose turn it is.

    `leads_to` is the kind of entry that it would be; None where this reviewer approved already and another is due.
    """

    blocking: tuple[StoredFinding, ...]
    rule: ReviewRule
    first: Decision | None
    leads_to: DecisionKind | None

    @property
    def can_approve(self) -> bool:
        """Without accepting findings."""
        return not self.blocking and self.leads_to is not None


@entity
class Approvals:
    """Who decided about a document so far, where the library asks for `asked_for` reviewers.

    `first` is the approval of the first of two while it stands, `is_own` whether the reviewer who asks gave it;
    `verdict` is the approval or rejection that the document stands on.
    """

    asked_for: int = 1
    first: Decision | None = None
    is_own: bool = False
    verdict: Decision | None = None


NOBODY = Approvals()


def review_rule(library: Library) -> ReviewRule:
    """The rule that holds now."""
    with library.database.read() as connection:
        return rule_now(connection)


def set_review_rule(library: Library, *, reviewers: int, reviewer: str, reason: str) -> ReviewRule:
    """Ask for one or for two reviewers from now on; who changed it and why stays on record."""
    reviewer = required(reviewer, "services.reviewer_required")
    reason = required(reason, "services.reason_required")
    if reviewers not in (1, 2):
        raise UsageError("review.one_or_two_reviewers", reviewers=reviewers)
    with library.database.write() as connection:
        if rule_now(connection).reviewers == reviewers:
            raise ReviewRefused("review.rule_unchanged", reviewers=reviewers)
        decisions.add(connection, decisions.RuleRow(reviewers, reviewer, reason, library.now()))
        return rule_now(connection)


def kind_of(connection: Connection, approval: Approval) -> DecisionKind:
    """What this approval is in the log: the only or second one verifies. ReviewRefused where another person is due."""
    if rule_now(connection).reviewers == 1:
        return DecisionKind.APPROVED
    first = standing_first(connection, approval)
    if first is None:
        return DecisionKind.FIRST_APPROVED
    if same_person(first.reviewer, approval.reviewer):
        raise ReviewRefused(
            "review.second_reviewer_due", document_id=approval.document_id, first=first.reviewer, decision=first
        )
    return DecisionKind.APPROVED


def standing_first(connection: Connection, approval: Approval) -> Decision | None:
    """The first approval, as far as it is one of exactly this content."""
    first_id = documents.review_state(connection, approval.document_id).first_decision_id
    first = None if first_id is None else decisions.get(connection, first_id)
    if first is None or first.kind is not DecisionKind.FIRST_APPROVED:
        return None
    same = (first.version_id, first.content_sha256) == (approval.version_id, approval.content_sha256)
    return first if same else None


def outlook(library: Library, document_id: int, *, reviewer: str) -> Outlook:
    """What stands between a document and its approval by this reviewer, with a place for each finding."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        rule = rule_now(connection)
        if document.version_id is None or document.review_status is ReviewStatus.VERIFIED:
            return Outlook((), rule, None, None)
        content = content_now(connection, document) or ""
        approval = Approval(document_id, document.version_id, content, reviewer)
        first = standing_first(connection, approval) if rule.reviewers > 1 else None
        found = findings.of_version(connection, document.version_id)
        try:
            leads_to = kind_of(connection, approval)
        except ReviewRefused:
            leads_to = None
    blocking = tuple(each for each in found if each.is_open and each.severity is Severity.BLOCKING)
    return Outlook(blocking, rule, first, leads_to)


def approvals(library: Library, document_id: int, *, reviewer: str = "") -> Approvals:
    """What the log says of a document's approvals; `reviewer` is who wants to know."""
    with library.database.read() as connection:
        require(connection, document_id)
        standing = documents.review_state(connection, document_id)
        first, verdict = (
            None if number is None else decisions.get(connection, number)
            for number in (standing.first_decision_id, standing.decision_id)
        )
        rule = rule_now(connection)
    stands = first if first is not None and first.kind is DecisionKind.FIRST_APPROVED else None
    decided = verdict if verdict is not None and verdict.kind in VERDICTS else None
    is_own = stands is not None and bool(reviewer.strip()) and same_person(stands.reviewer, reviewer)
    return Approvals(rule.reviewers, stands, is_own, decided)


def same_person(one: str, other: str) -> bool:
    """Whether two names are one reviewer's: widths, spaces and case apart."""
    return normalised(one).casefold() == normalised(other).casefold()


def rule_now(connection: Connection) -> ReviewRule:
    """The rule inside a transaction of the caller's."""
    row = decisions.newest(connection)
    if row is None:
        return ReviewRule()
    return ReviewRule(row.reviewers, row.set_by, row.reason, moment(row.at))
