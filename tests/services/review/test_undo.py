"""The last decision can be taken back until the next one; the log keeps everything and still chains."""

import pytest
from stand_ins import clause_text, open_with_stand_ins

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.rejections import rejection_of
from insurance_desktop.services.review.two_reviewers import set_review_rule
from insurance_desktop.services.review.undo import undo, undoable

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


def status(library, document_id):
    return get_document(library, document_id).review_status


def indexed(library, document_id):
    return get_document(library, document_id).indexed_clauses


@pytest.mark.requirement("FR-006")
def test_an_approval_that_is_undone_takes_the_text_out_of_the_index(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert undoable(workspace.library, reviewer="王").back_to is ReviewStatus.PENDING
    receipt = undo(workspace.engine, document_id, reviewer="王")
    assert receipt.review_status is status(workspace.library, document_id) is ReviewStatus.PENDING
    assert indexed(workspace.library, document_id) == 0
    kinds = [each.kind for each in decisions.log(workspace.library, document_id)]
    assert kinds[-2:] == [DecisionKind.APPROVED, DecisionKind.UNDONE]
    assert decisions.verify_log(workspace.library).ok
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert indexed(workspace.library, document_id) > 0


@pytest.mark.requirement("FR-006")
def test_a_rejection_of_verified_text_that_is_undone_brings_it_back_into_the_index(workspace, one_document):
    document_id = one_document(TEXT)
    approval = decisions.approve(workspace.engine, document_id, reviewer="王")
    before = indexed(workspace.library, document_id)
    decisions.reject(workspace.library, document_id, reviewer="李", reason="看错了")
    receipt = undo(workspace.engine, document_id, reviewer="李")
    assert (receipt.review_status, receipt.content_sha256) == (ReviewStatus.VERIFIED, approval.content_sha256)
    assert indexed(workspace.library, document_id) == before
    assert decisions.verify_log(workspace.library).ok


def test_findings_that_an_approval_settled_are_open_again(workspace, one_document):
    document_id = one_document(TEXT, blocking=("看不清",), warning=("有水印",))
    watermark = decisions.show(workspace.library, document_id).findings[1]
    decisions.resolve(workspace.library, document_id, (watermark.finding_id,), reviewer="王", reason="无误")
    decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="看过")
    undo(workspace.engine, document_id, reviewer="王")
    assert [each.is_open for each in decisions.show(workspace.library, document_id).findings] == [True, False]
    with pytest.raises(ReviewRefused):
        decisions.approve(workspace.engine, document_id, reviewer="王")


def test_an_approval_of_a_rejected_document_goes_back_to_the_rejection_with_its_reason(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.reject(workspace.library, document_id, reviewer="李", reason="不是条款")
    decisions.approve(workspace.engine, document_id, reviewer="王")
    undo(workspace.engine, document_id, reviewer="王")
    assert rejection_of(workspace.library, document_id).reason == "不是条款"
    assert undoable(workspace.library, reviewer="李") is None


def test_a_rejected_file_without_text_can_be_taken_back(workspace, one_document):
    document_id = one_document(failed="打不开")
    decisions.reject(workspace.library, document_id, reviewer="王", reason="打不开")
    assert undo(workspace.engine, document_id, reviewer="王").review_status is ReviewStatus.PENDING


@pytest.mark.requirement("FR-006")
def test_the_next_decision_ends_it(workspace, one_document):
    first, second = one_document(TEXT), one_document(TEXT + "\n乙\n", file="乙.pdf")
    decisions.approve(workspace.engine, first, reviewer="王")
    decisions.reject(workspace.library, second, reviewer="王", reason="不是条款")
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, first, reviewer="王")
    undo(workspace.engine, second, reviewer="王")
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, second, reviewer="王")
    assert undoable(workspace.library, reviewer="王") is None
    assert status(workspace.library, first) is ReviewStatus.VERIFIED


def test_nobody_undoes_what_somebody_else_decided_or_what_went_on_since(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="李")
    decisions.correct(workspace.library, document_id, reviewer="李", metadata=GivenMetadata(company="甲"))
    assert undoable(workspace.library, reviewer="王") is None
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="王")


def test_text_is_not_verified_again_by_fewer_reviewers_than_the_rule_asks_for(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    decisions.reject(workspace.library, document_id, reviewer="王", reason="错")
    set_review_rule(workspace.library, reviewers=2, reviewer="赵", reason="规定")
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="王")
    assert status(workspace.library, document_id) is ReviewStatus.REJECTED


def test_undoing_outlives_the_program(workspace, one_document, tmp_path):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    workspace.close()
    with open_with_stand_ins(tmp_path / "library.db") as again:
        assert undo(again.engine, document_id, reviewer="王").review_status is ReviewStatus.PENDING


@pytest.mark.requirement("FR-005")
def test_a_rejection_names_its_place_on_the_page(workspace, one_document):
    document_id = one_document(TEXT)
    place = Box(1, 70.0, 100.0, 520.0, 120.0)
    decisions.reject(workspace.library, document_id, reviewer="王", reason="印错", place=place)
    found = rejection_of(workspace.library, document_id)
    assert (found.reviewer, found.reason, found.place) == ("王", "印错", place)
    elsewhere = Box(1, 70.0, 300.0, 520.0, 320.0)
    with pytest.raises(ReviewRefused):
        decisions.reject(workspace.library, document_id, reviewer="王", reason="印错", place=place)
    decisions.reject(workspace.library, document_id, reviewer="王", reason="印错", place=elsewhere)
    assert rejection_of(workspace.library, document_id).place == elsewhere
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert rejection_of(workspace.library, document_id) is None


def test_an_edit_that_is_taken_back_leaves_the_text_as_it_was_and_to_be_reviewed(workspace, one_document):
    document_id = one_document(TEXT)
    decisions.approve(workspace.engine, document_id, reviewer="王")
    before = decisions.show(workspace.library, document_id).markdown
    decisions.edit(workspace.library, document_id, markdown=before.replace("15日", "16日"), reviewer="王")
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="李")
    undo(workspace.engine, document_id, reviewer="王")
    sheet = decisions.show(workspace.library, document_id)
    assert sheet.markdown == before
    assert [each.kind for each in sheet.decisions][-2:] == [DecisionKind.EDITED, DecisionKind.EDITED]
    assert status(workspace.library, document_id) is ReviewStatus.PENDING
    assert not [each for each in sheet.findings if each.is_open], "what the edit changed is not changed any more"
    with pytest.raises(ReviewRefused, match="already_undone"):
        undo(workspace.engine, document_id, reviewer="王")
    decisions.approve(workspace.engine, document_id, reviewer="王")
    assert indexed(workspace.library, document_id) > 0


@pytest.mark.requirement("FR-006")
def test_findings_settled_one_after_the_other_are_opened_again_one_after_the_other(workspace, one_document):
    document_id = one_document(TEXT, blocking=("看不清", "缺一行"), warning=("有水印",))

    def open_now():
        return [each.is_open for each in decisions.show(workspace.library, document_id).findings]

    first, second, third = (each.finding_id for each in decisions.show(workspace.library, document_id).findings)
    decisions.resolve(workspace.library, document_id, (first, second), reviewer="王", reason="无误")
    decisions.resolve(workspace.library, document_id, (third,), reviewer="王", reason="无误")
    assert undoable(workspace.library, reviewer="王").findings == (third,)
    undo(workspace.engine, document_id, reviewer="王")
    assert open_now() == [False, False, True]
    assert undoable(workspace.library, reviewer="王").findings == (first, second)
    undo(workspace.engine, document_id, reviewer="王")
    assert open_now() == [True, True, True]
    assert undoable(workspace.library, reviewer="王") is None
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="王")
    assert decisions.verify_log(workspace.library).ok


def test_findings_that_were_settled_are_not_opened_again_by_others_or_after_an_approval(workspace, one_document):
    document_id = one_document(TEXT, warning=("有水印",))
    watermark = decisions.show(workspace.library, document_id).findings[0]
    decisions.resolve(workspace.library, document_id, (watermark.finding_id,), reviewer="王", reason="无误")
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="李")
    decisions.approve(workspace.engine, document_id, reviewer="李")
    assert undoable(workspace.library, reviewer="王") is None
    with pytest.raises(ReviewRefused):
        undo(workspace.engine, document_id, reviewer="王")


def test_an_edit_is_offered_to_be_taken_back_once(workspace, one_document):
    document_id = one_document(TEXT)
    text = decisions.show(workspace.library, document_id).markdown
    decisions.edit(
        workspace.library, document_id, markdown=text.replace("90日", "180日"), reviewer="王", reason="看错了"
    )
    assert undoable(workspace.library, reviewer="王").decision.kind is DecisionKind.EDITED
    undo(workspace.engine, document_id, reviewer="王")
    assert decisions.show(workspace.library, document_id).markdown == text
    assert undoable(workspace.library, reviewer="王") is None
