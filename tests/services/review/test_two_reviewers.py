"""Where a library asks for two reviewers, one alone verifies nothing, by whatever way."""

import pytest
from stand_ins import clause_text

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import ReviewRefused, UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ReasonKind
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.review_queue import review_queue
from insurance_desktop.services.review.two_reviewers import approvals, outlook, review_rule, set_review_rule
from insurance_desktop.services.review.undo import undo
from insurance_desktop.store.database import RuleBroken

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


@pytest.fixture
def careful(workspace):
    set_review_rule(workspace.library, reviewers=2, reviewer="赵", reason="公司规定")
    return workspace.engine


def status(library, document_id):
    return get_document(library, document_id).review_status


@pytest.mark.requirement("FR-005", "FR-006")
def test_text_is_found_only_after_two_different_reviewers(careful, one_document):
    document_id = one_document(TEXT)
    first = decisions.approve(careful, document_id, reviewer="王")
    assert first.review_status is ReviewStatus.PENDING
    document = get_document(careful.library, document_id)
    assert (document.review_status, document.indexed_clauses, document.first_reviewer) == ("PENDING", 0, "王")
    second = decisions.approve(careful, document_id, reviewer="李")
    assert second.review_status is ReviewStatus.VERIFIED
    assert get_document(careful.library, document_id).indexed_clauses > 0
    kinds = [each.kind for each in decisions.log(careful.library, document_id)]
    assert kinds[-2:] == [DecisionKind.FIRST_APPROVED, DecisionKind.APPROVED]
    assert decisions.verify_log(careful.library).ok


@pytest.mark.requirement("FR-005")
@pytest.mark.parametrize("name", ["wang", "WANG", " wang ", "w ang", "ｗａｎｇ"])
def test_one_person_is_not_two(careful, one_document, name):
    document_id = one_document(TEXT)
    decisions.approve(careful, document_id, reviewer="wang")
    with pytest.raises(ReviewRefused) as fault:
        decisions.approve(careful, document_id, reviewer=name, accept_findings_reason="看过")
    assert "wang" in str(sentence(fault.value))
    assert get_document(careful.library, document_id).indexed_clauses == 0


@pytest.mark.requirement("FR-006")
def test_a_changed_text_needs_a_first_approval_again(careful, one_document):
    document_id = one_document(TEXT, name="甲", code="1")
    decisions.approve(careful, document_id, reviewer="王")
    decisions.edit(careful.library, document_id, markdown=TEXT + "\n\n", reviewer="王")
    assert get_document(careful.library, document_id).first_reviewer is None
    assert decisions.approve(careful, document_id, reviewer="李").review_status is ReviewStatus.PENDING
    decisions.correct(careful.library, document_id, reviewer="王", metadata=GivenMetadata(company="乙"))
    assert get_document(careful.library, document_id).first_reviewer is None
    assert decisions.approve(careful, document_id, reviewer="王").review_status is ReviewStatus.PENDING
    decisions.reject(careful.library, document_id, reviewer="赵", reason="错")
    assert decisions.approve(careful, document_id, reviewer="李").review_status is ReviewStatus.PENDING
    assert decisions.approve(careful, document_id, reviewer="王").review_status is ReviewStatus.VERIFIED


def test_undoing_goes_back_step_by_step(careful, one_document):
    document_id = one_document(TEXT)
    decisions.approve(careful, document_id, reviewer="王")
    decisions.approve(careful, document_id, reviewer="李")
    undo(careful, document_id, reviewer="李")
    assert get_document(careful.library, document_id).first_reviewer == "王"
    decisions.reject(careful.library, document_id, reviewer="李", reason="错")
    undo(careful, document_id, reviewer="李")
    assert get_document(careful.library, document_id).first_reviewer == "王"
    assert decisions.approve(careful, document_id, reviewer="李").review_status is ReviewStatus.VERIFIED


def test_a_first_approval_that_was_undone_counts_for_nothing(careful, one_document):
    document_id = one_document(TEXT)
    decisions.approve(careful, document_id, reviewer="王")
    undo(careful, document_id, reviewer="王")
    assert decisions.approve(careful, document_id, reviewer="李").review_status is ReviewStatus.PENDING


@pytest.mark.requirement("FR-006")
def test_the_file_itself_refuses_a_document_that_one_person_approved(careful, one_document):
    document_id = one_document(TEXT)
    first = decisions.approve(careful, document_id, reviewer="王")
    add = (
        "INSERT INTO decisions (document_id, version_id, kind, reviewer, at, content_sha256, previous_hash, "
        "entry_hash) SELECT document_id, version_id, 'approved', ?, at, content_sha256, entry_hash, ? FROM decisions "
        "WHERE id = ?"
    )
    verify = (
        "UPDATE documents SET review_status = 'VERIFIED', verified_version_id = version_id, decision_id = ? "
        "WHERE id = ?"
    )
    for reviewer in ("王", " 王 "):
        with pytest.raises(RuleBroken), careful.library.database.write() as connection:
            connection.run(add, (reviewer, f"hash {reviewer}", first.decision_id))
            connection.run(verify, (connection.last_id, document_id))
    assert status(careful.library, document_id) is ReviewStatus.PENDING
    with pytest.raises(RuleBroken), careful.library.database.write() as connection:
        connection.run("UPDATE review_rules SET reviewers = 1")
    with pytest.raises(RuleBroken), careful.library.database.write() as connection:
        connection.run("DELETE FROM review_rules")


def test_the_rule_says_who_set_it_and_why(library):
    assert (review_rule(library).reviewers, review_rule(library).set_by) == (1, None)
    set_review_rule(library, reviewers=2, reviewer="赵", reason="公司规定")
    rule = review_rule(library)
    assert (rule.reviewers, rule.set_by, rule.reason) == (2, "赵", "公司规定")
    for wrong in (0, 3):
        with pytest.raises(UsageError):
            set_review_rule(library, reviewers=wrong, reviewer="赵", reason="试")
    with pytest.raises(UsageError):
        set_review_rule(library, reviewers=1, reviewer="赵", reason=" ")
    with pytest.raises(ReviewRefused):
        set_review_rule(library, reviewers=2, reviewer="赵", reason="再来")


def test_what_was_verified_before_the_rule_stays_verified(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    set_review_rule(workspace.library, reviewers=2, reviewer="赵", reason="公司规定")
    assert status(workspace.library, document_id) is ReviewStatus.VERIFIED


@pytest.mark.requirement("FR-005")
def test_the_outlook_leads_to_each_finding_and_says_whose_turn_it_is(careful, one_document):
    document_id = one_document(TEXT, blocking=("看不清",), warning=("水印",))
    before = outlook(careful.library, document_id, reviewer="王")
    assert [(each.message, each.box) for each in before.blocking] == [("看不清", Box(1, 70.0, 100.0, 520.0, 120.0))]
    assert (before.can_approve, before.leads_to) == (False, DecisionKind.FIRST_APPROVED)
    decisions.approve(careful, document_id, reviewer="王", accept_findings_reason="看过")
    own, others = (outlook(careful.library, document_id, reviewer=name) for name in ("王", "李"))
    assert (own.can_approve, own.leads_to, own.first.reviewer) == (False, None, "王")
    assert (others.can_approve, others.leads_to) == (True, DecisionKind.APPROVED)


def test_the_queue_knows_for_whom_a_document_waits(careful, one_document):
    document_id = one_document(TEXT)
    decisions.approve(careful, document_id, reviewer="王")
    own = review_queue(careful.library, reviewer="王")
    assert own.entries == ()
    assert [each.document_id for each in own.for_others] == [document_id]
    (entry,) = review_queue(careful.library, reviewer="李").entries
    assert [each.kind for each in entry.reasons] == [ReasonKind.SECOND_REVIEWER]


@pytest.mark.requirement("FR-005")
def test_who_approved_first_and_who_decided_is_told_to_each_reviewer(careful, one_document):
    document_id = one_document(TEXT)
    decisions.approve(careful, document_id, reviewer="王")
    waiting = approvals(careful.library, document_id, reviewer="李")
    assert (waiting.asked_for, waiting.first.reviewer, waiting.is_own, waiting.verdict) == (2, "王", False, None)
    assert approvals(careful.library, document_id, reviewer=" 王 ").is_own
    decisions.approve(careful, document_id, reviewer="李")
    done = approvals(careful.library, document_id)
    assert (done.first.reviewer, done.verdict.reviewer) == ("王", "李")
    decisions.edit(careful.library, document_id, markdown=TEXT.replace("90日", "9日"), reviewer="王")
    assert approvals(careful.library, document_id).first is None
