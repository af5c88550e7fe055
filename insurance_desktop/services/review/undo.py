"""Taking back the last decision, until the next one: the log keeps both, and an entry that says so."""

import json

from insurance_desktop.domain.documents import Decision, DecisionReceipt
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.indexed import PreparedIndex
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions, findings, versions
from insurance_desktop.store.works import documents, editions, packs
from insurance_desktop.store.works.documents import ReviewState

from .decision_log import Entry, content_now, current_version, record, required
from .decisions import edit
from .two_reviewers import rule_now, same_person


@entity
class Undoable:
    """What its reviewer did last and can still take back, and where its document would stand then. `findings` are the
    ids of those that would be open again."""

    decision: Decision
    back_to: ReviewStatus
    findings: tuple[int, ...] = ()


def undoable(library: Library, *, reviewer: str) -> Undoable | None:
    """The last approval, rejection, edit or settling of findings of this reviewer, unless anything was recorded since;
    None where there is none, or where it was about a document of another pack."""
    with library.database.read() as connection:
        decision = decisions.last_of(connection, reviewer.strip())
        if decision is None or _why_not(connection, decision):
            return None
        if packs.of_document(connection, decision.document_id) != library.pack.name:
            return None
        if decision.kind is DecisionKind.RESOLVED:
            now = require(connection, decision.document_id).review_status
            return Undoable(decision, now, tuple(json.loads(decision.subject)["findings"]))
        if decision.kind is DecisionKind.EDITED:
            return Undoable(decision, ReviewStatus.PENDING)
        return Undoable(decision, _before(decision).review_status)


def undo(engine: SearchEngine, document_id: int, *, reviewer: str) -> DecisionReceipt:
    """Put a document back where it stood before the reviewer's last decision, in one transaction with the entry.

    What the decision settled is open again; a text that is verified again is indexed again. Where the last entry is
    this reviewer's edit, the text before it becomes a new version, to be reviewed. Findings that were settled one
    after the other are opened again one after the other. ReviewRefused where it was not this reviewer's last decision,
    or something was recorded about the document since.
    """
    library = engine.library
    reviewer = required(reviewer, "services.reviewer_required")
    edited = _edited_last(library, document_id, reviewer)
    if edited is not None:
        return edit(
            library, document_id, markdown=_before_edit(library, edited), reviewer=reviewer, reason=_why(edited)
        )
    settled = _open_again(library, document_id, reviewer)
    if settled is not None:
        return settled
    with library.database.read() as connection:
        document = require(connection, document_id)
        decision = _last(connection, document_id, reviewer)
        before = _before(decision)
        content = content_now(connection, document)
        is_verified = before.review_status is ReviewStatus.VERIFIED
        version = current_version(connection, document) if is_verified else None
        stored = None if version is None else versions.hash_of(connection, version.version_id)
        _refuse_to_restore(connection, decision, before)
    from insurance_desktop.services.search import indexing  # noqa: PLC0415 (the index's arithmetic: to know what can be undone takes none of it)

    prepared = None if version is None else indexing.prepare(engine, document, version)
    seals = {} if prepared is None else {**indexing.sealed(prepared, document), "version": stored}
    subject = {"undone": decision.decision_id} | seals
    with library.database.write() as connection:
        now = require(connection, document_id)
        if _last(connection, document_id, reviewer) != decision or content_now(connection, now) != content:
            raise ReviewRefused("services.changed_meanwhile", document_id=document_id)
        entry = Entry(DecisionKind.UNDONE, reviewer, "", content, subject)
        decision_id = record(connection, library, now, entry)
        findings.reopen(connection, decision.decision_id)
        _restore(connection, engine, document_id, before, prepared)
        if document.product_id is not None:
            editions.refresh_status(connection, document.product_id)
    return DecisionReceipt(document_id, before.review_status, content, decision_id)


def _open_again(library: Library, document_id: int, reviewer: str) -> DecisionReceipt | None:
    """Opens the findings again that this reviewer settled last; None, and nothing done, where it was something else."""
    with library.database.write() as connection:
        document = require(connection, document_id)
        decision = _last(connection, document_id, reviewer)
        if decision.kind is not DecisionKind.RESOLVED:
            return None
        content = content_now(connection, document)
        entry = Entry(DecisionKind.UNDONE, reviewer, "", content, {"undone": decision.decision_id})
        decision_id = record(connection, library, document, entry)
        findings.reopen(connection, decision.decision_id)
    return DecisionReceipt(document_id, document.review_status, content, decision_id)


def _edited_last(library: Library, document_id: int, reviewer: str) -> Decision | None:
    """The edit that is the last thing that was recorded of the document; None where it is another's, or no edit."""
    with library.database.read() as connection:
        require(connection, document_id)
        last = decisions.last_standing_on(connection, document_id)
    is_own_edit = last is not None and last.kind is DecisionKind.EDITED and same_person(last.reviewer, reviewer)
    return last if is_own_edit else None


def _before_edit(library: Library, edited: Decision) -> str:
    """The text that an edit changed. ReviewRefused where the edit itself took another one back."""
    with library.database.read() as connection:
        newest, before, *earlier = _newest_texts(connection, edited.document_id)
    if newest in earlier:
        raise ReviewRefused("review.already_undone", document_id=edited.document_id, reviewer=edited.reviewer)
    return before


def _newest_texts(connection: Connection, document_id: int) -> list[str]:
    """The last three texts of a document, the newest first."""
    rows = versions.listed(connection, document_id)
    return [versions.markdown_of(connection, row.version_id) or "" for row in rows[:-4:-1]]


def _why(edited: Decision) -> str:
    return say("review.edit_taken_back", decision=edited.decision_id)


def _restore(
    connection: Connection, engine: SearchEngine, document_id: int, before: ReviewState, prepared: PreparedIndex | None
) -> None:
    documents.restore_review(connection, document_id, before)
    if prepared is not None:
        from insurance_desktop.services.search import indexing  # noqa: PLC0415 (as above)
        from insurance_desktop.services.search.ranking_approval import adopt_first  # noqa: PLC0415 (as above)

        indexing.write(connection, prepared)
        adopt_first(connection, engine)


def _last(connection: Connection, document_id: int, reviewer: str) -> Decision:
    """The decision to take back. ReviewRefused where this reviewer has none on this document."""
    decision = decisions.last_of(connection, reviewer)
    if decision is None or decision.document_id != document_id:
        raise ReviewRefused("review.nothing_to_undo", document_id=document_id, reviewer=reviewer)
    why_not = _why_not(connection, decision)
    if why_not:
        raise ReviewRefused(why_not, document_id=document_id, reviewer=reviewer)
    return decision


def _why_not(connection: Connection, decision: Decision) -> str:
    """The sentence why a decision cannot be taken back; "" where it can."""
    if decision.kind is DecisionKind.UNDONE:
        return "review.already_undone"
    if decisions.last_standing_on(connection, decision.document_id) != decision:
        return "review.decided_since"
    if decision.kind is DecisionKind.EDITED:
        newest, _before_it, *earlier = _newest_texts(connection, decision.document_id)
        return "review.already_undone" if newest in earlier else ""
    if decision.kind is DecisionKind.RESOLVED:
        return ""
    return "" if "before" in json.loads(decision.subject) else "review.undo_unknown"


def _before(decision: Decision) -> ReviewState:
    told = json.loads(decision.subject)["before"]
    return ReviewState(ReviewStatus(told["review_status"]), told["decision_id"], told["first_decision_id"])


def _refuse_to_restore(connection: Connection, decision: Decision, before: ReviewState) -> None:
    """A text is verified again only if it is still what was approved, and by as many as are asked for now."""
    if before.review_status is not ReviewStatus.VERIFIED or before.decision_id is None:
        return
    approval = decisions.get(connection, before.decision_id)
    document = require(connection, decision.document_id)
    if approval is None or approval.content_sha256 != content_now(connection, document):
        raise ReviewRefused("review.not_what_was_approved", document_id=decision.document_id)
    if rule_now(connection).reviewers == 1:
        return
    first = None if before.first_decision_id is None else decisions.get(connection, before.first_decision_id)
    if first is None or same_person(first.reviewer, approval.reviewer):
        raise ReviewRefused("review.only_one_approved", document_id=decision.document_id)
