"""Decisions are taken back, anchored, annotated and inherited, by keys alone."""

from datetime import UTC, datetime

import pytest
from clause_sheet import CLAUSES, SOURCE_MAP
from fake_services import document, finding
from input_method import compose
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from test_window_review import CTRL, chosen_boxes, click_text, looked_through, opened, settled
from test_window_review import review as short_document

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import DecisionKind, ReviewStatus, Severity
from insurance_desktop.gui.library.details import more_facts
from insurance_desktop.gui.pages import Place
from insurance_desktop.services.review.inheritance import VerifiedClause

review = short_document
SHIFT = Qt.KeyboardModifier.ShiftModifier


def text_of(review):
    return review.text.view.rendered


@pytest.mark.requirement("FR-005")
def test_the_last_decision_is_taken_back_with_a_key_until_the_next_one(review, services, window, qtbot):
    assert not review.undo.isVisible()
    looked_through(review, window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(review.undo.isVisible)
    assert "U" in window.notice.hint.text()
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.PENDING)
    settled(window, qtbot)
    assert review.decisions.question is None  # it is the document on screen: nothing to ask
    assert services.log[-1].kind is DecisionKind.UNDONE
    assert not review.undo.isVisible()


@pytest.fixture
def decided_before(review, services, window, qtbot):
    """Document 1 is approved, document 2 is on screen."""
    looked_through(review, window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(review.undo.isVisible)
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    settled(window, qtbot)
    return review


@pytest.mark.requirement("FR-005")
def test_a_decision_on_another_document_is_named_and_asked_about_before_it_is_taken_back(
    decided_before, services, window, qtbot
):
    review = decided_before
    assert "安心保重大疾病保险1" in review.undo.toolTip()
    qtbot.keyClick(text_of(review), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    question = review.decisions.question
    assert "安心保重大疾病保险1" in question.windowTitle()
    assert "文件 1" in question.windowTitle()
    assert services.rows[1].review_status is ReviewStatus.VERIFIED
    qtbot.mouseClick(question.take_back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.PENDING)
    qtbot.waitUntil(lambda: review.opened.document_id == 1)  # back to what it was about
    settled(window, qtbot)
    assert services.log[-1].kind is DecisionKind.UNDONE


@pytest.mark.requirement("FR-005")
def test_the_document_of_the_last_decision_can_be_looked_at_before_it_is_taken_back(
    decided_before, services, window, qtbot
):
    review = decided_before
    qtbot.keyClick(text_of(review), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    qtbot.keyClick(review.decisions.question.confirm, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review.opened.document_id == 1)
    settled(window, qtbot)
    assert services.rows[1].review_status is ReviewStatus.VERIFIED
    qtbot.keyClick(text_of(review), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.PENDING)


@pytest.mark.requirement("FR-005")
def test_a_rejection_is_anchored_to_a_place_framed_by_keys(review, services, window, qtbot):
    click_text(review, qtbot, "酒后驾驶")
    settled(window, qtbot)
    box = SOURCE_MAP[7].boxes[0]
    qtbot.keyClick(text_of(review), Qt.Key.Key_G)
    assert review.page.framed == box
    page = review.page.view
    qtbot.keyClick(page, Qt.Key.Key_Down)
    qtbot.keyClick(page, Qt.Key.Key_Right, SHIFT)
    framed = Box(2, box.x0, box.y0 + 4, box.x1 + 4, box.y1 + 4)
    assert review.page.framed == framed
    qtbot.keyClick(page, Qt.Key.Key_R)
    question = review.decisions.question
    assert question.anchored.isChecked()
    compose(question.reason, "这一行读错")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.REJECTED)
    assert services.rejected_at[1] == framed


def test_a_place_is_framed_with_the_mouse_and_left_with_escape(review, services, qtbot):
    paper = review.page.view.paper
    start, end = QPoint(60, 80), QPoint(160, 140)
    qtbot.mousePress(paper, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(paper, end)
    qtbot.mouseRelease(paper, Qt.MouseButton.LeftButton, pos=end)
    framed = review.page.framed
    assert framed is not None
    assert framed.x0 == pytest.approx(60 / paper.scale)
    assert framed.y1 == pytest.approx(140 / paper.scale)
    assert review.text.view.marked is None  # a drag is no click
    review.page.view.setFocus()
    qtbot.keyClick(review.page.view, Qt.Key.Key_Escape)
    assert review.page.framed is None


def test_without_a_frame_a_rejection_is_about_the_document(review, services, window, qtbot):
    qtbot.keyClick(text_of(review), Qt.Key.Key_R)
    question = review.decisions.question
    assert not question.anchored.isVisible()
    compose(question.reason, "缺页")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: 1 in services.rejected_at)
    assert services.rejected_at[1] is None


@pytest.mark.requirement("US2")
def test_a_note_on_the_clause_here_is_kept_shown_and_leads_back(review, services, window, qtbot):
    click_text(review, qtbot, "签收")
    qtbot.keyClick(text_of(review), Qt.Key.Key_M)
    compose(review.notes.question.reason, "和旧版不同？")
    qtbot.mouseClick(review.notes.question.confirm, Qt.MouseButton.LeftButton)
    rows = review.tabs.notes.rows
    qtbot.waitUntil(lambda: rows.count() == 1)
    assert "和旧版不同？" in rows.item(0).text()
    assert services.kept_notes[0][1].section_id == "3.2"
    assert review.outline.rows.currentItem().text(0).startswith("✎1")
    click_text(review, qtbot, "等待期")
    rows.setCurrentRow(0)
    rows.itemActivated.emit(rows.item(0))
    assert review.text.view.marked == (CLAUSES[4].markdown_start, CLAUSES[4].markdown_end)
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: rows.count() == 0)
    qtbot.waitUntil(lambda: not review.tabs.notes.bring_back.isHidden())
    review.tabs.notes.bring_back.click()
    qtbot.waitUntil(lambda: rows.count() == 1)


def test_the_category_of_a_clause_is_corrected(review, services, window, qtbot):
    click_text(review, qtbot, "酒后驾驶")
    qtbot.keyClick(text_of(review), Qt.Key.Key_C)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    question = review.decisions.question
    question.categories["Exclusion"].setChecked(True)
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (1, "2.4") in services.clause_fields)
    fields = services.clause_fields[1, "2.4"]
    assert fields.category == ("Exclusion",)
    assert (fields.section_id, fields.section_title, fields.entity_role) == (None, None, None)


@pytest.mark.requirement("C7")
def test_a_correction_is_shown_with_who_and_what_it_was_and_can_be_withdrawn(review, services, window, qtbot):
    assert not review.tabs.corrections.isVisibleTo(review.tabs.clauses)
    click_text(review, qtbot, "酒后驾驶")
    qtbot.keyClick(text_of(review), Qt.Key.Key_C)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    review.decisions.question.categories["Exclusion"].setChecked(True)
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    rows = review.tabs.corrections.rows
    qtbot.waitUntil(lambda: rows.count() == 1)
    words = rows.item(0).text()
    assert "2.4" in words and "王敏" in words and "（无） → 责任免除" in words
    assert review.outline.rows.findItems("≠", Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)
    rows.setCurrentRow(0)
    rows.itemActivated.emit(rows.item(0))
    assert review.text.view.marked == (CLAUSES[2].markdown_start, CLAUSES[2].markdown_end)
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    assert "未核验" in " ".join(each.text() for each in review.decisions.question.findChildren(QLabel))
    assert services.clause_fields  # only asked so far
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not services.clause_fields and rows.count() == 0)
    assert not review.tabs.corrections.isVisibleTo(review.tabs.clauses)


@pytest.mark.requirement("FR-005")
def test_the_second_reviewer_sees_who_approved_first_and_when(window, services, settings, qtbot):
    services.reviewers = 2
    services.holds(document(1))
    settings.reviewer = "李强"
    review = opened(window, services, qtbot, 1)
    assert "两位核验人" in review.head.approvals.text()
    looked_through(review, window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(lambda: "还差另一位" in review.head.approvals.text())
    assert "初核" in window.notice.message.text()
    assert "可以检索" not in window.notice.message.text()
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)  # the same person once more: said, not asked
    qtbot.waitUntil(lambda: "还差另一位" in window.notice.message.text())
    settings.reviewer = "王敏"
    window.context.tell(Changes(frozenset({1})))
    qtbot.waitUntil(lambda: "李强已在 2026-11-02" in review.head.approvals.text())
    assert services.rows[1].review_status is ReviewStatus.PENDING
    lines = dict(more_facts(services.facts(None, 1)))
    assert "✓ 初核通过" in lines["gui.fact_decided"] and "李强" in lines["gui.fact_decided"]


@pytest.mark.requirement("US2")
def test_what_was_verified_word_for_word_is_offered_as_seen_with_who_and_when(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    source = VerifiedClause(9, "2025-1", 1, "2.3", 4, "李强", datetime(2026, 10, 5, 8, tzinfo=UTC), 33)
    services.verified_before[1] = {"2.3": source, "3.2": source}
    review = opened(window, services, qtbot, 1)
    outline = review.outline
    review.tabs.setCurrentWidget(review.tabs.clauses)
    qtbot.waitUntil(outline.inherit.isVisible)
    words = outline.offered.text()
    assert "2 条" in words and "2025-1" in words and "李强" in words and "2026-10-05" in words
    qtbot.keyClick(outline.inherit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review.progress.seen == {1, 4})
    assert not outline.inherit.isVisible()
    outline.follow(0)
    qtbot.keyClick(text_of(review), Qt.Key.Key_J)
    assert outline.current == 2  # only what changed asks for eyes
    assert services.rows[1].review_status is ReviewStatus.PENDING


def test_the_marked_block_is_told_to_screen_readers(review, qtbot):
    click_text(review, qtbot, "不承担")
    assert "不承担" in review.page.view.accessibleDescription()
    assert "**" not in review.page.view.accessibleDescription()
    assert chosen_boxes(review)
    qtbot.keyClick(text_of(review), Qt.Key.Key_F, CTRL)
    assert review.text.find_bar.words.accessibleName()


@pytest.mark.requirement("US2")
def test_a_framed_place_is_read_again_by_keys_and_taken_over_as_a_suggestion(review, services, window, qtbot):
    click_text(review, qtbot, "酒后驾驶")
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_G)
    assert review.region.isVisible()
    review.region.rule.setCurrentIndex(1)
    qtbot.keyClick(review.page.view, Qt.Key.Key_Return)
    qtbot.waitUntil(review.region.take.isVisible)
    assert review.region.suggestion.toPlainText() == "按2栏重读*"
    assert not review.text.view.is_edited  # only a suggestion
    qtbot.keyClick(review.region.take, Qt.Key.Key_Return)
    assert "酒后驾驶\\*；\n\n按2栏重读\\*\n\n" in review.text.view.text
    assert review.page.framed is None
    assert not review.region.isVisible()


@pytest.mark.requirement("US2")
def test_approving_before_the_last_clause_was_seen_is_asked_about(review, services, window, qtbot):
    review.outline.follow(0)
    qtbot.keyClick(text_of(review), Qt.Key.Key_J)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    question = review.decisions.question
    assert "4 条" in question.windowTitle()
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)  # what Enter does: go on looking
    assert review.outline.current == 2
    assert "approve" not in services.calls
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.mouseClick(review.decisions.question.anyway, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)


@pytest.mark.requirement("US2", "SC-001")
def test_approving_a_document_that_nobody_looked_at_is_asked_about_and_enter_goes_on_looking(
    review, services, window, qtbot
):
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    question = review.decisions.question
    assert "5 条都还没有标记看过" in question.windowTitle()
    qtbot.keyClick(question.confirm, Qt.Key.Key_Return)
    settled(window, qtbot)
    assert "approve" not in services.calls
    assert review.outline.current == 0


@pytest.mark.requirement("US2")
def test_unseen_clauses_and_open_warnings_are_one_question_and_what_was_seen_is_none(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.findings[1] = (finding(7, Severity.WARNING),)
    review = opened(window, services, qtbot, 1)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    question = review.decisions.question
    assert question.findings.isVisible()
    qtbot.mouseClick(question.show_place, Qt.MouseButton.LeftButton)
    assert review.page.page == 2
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.mouseClick(review.decisions.question.anyway, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)
    assert review.decisions.question is None  # not asked once more about the warning


@pytest.mark.requirement("US2")
def test_a_text_without_clauses_is_asked_about_until_each_page_was_turned_to(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.clauses[1] = ()
    review = opened(window, services, qtbot, 1)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    question = review.decisions.question
    assert "2 页没有翻到过" in question.windowTitle()
    qtbot.keyClick(question.confirm, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review.page.page == 2)
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_PageDown, CTRL)
    qtbot.waitUntil(lambda: review.page.page == 3)
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)


def being_approved(review, services, window, qtbot):
    """Document 1 is approved, and its index takes until `services.let_go()`."""
    looked_through(review, window, qtbot)
    services.wait_in("approve")
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(lambda: "approve" in services.calls)


def test_the_next_document_is_one_further_also_while_the_decision_is_still_being_written(
    review, services, window, qtbot
):
    being_approved(review, services, window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    services.let_go()
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.VERIFIED)
    settled(window, qtbot)
    assert review.opened.document_id == 2
    assert review.approve.isEnabled()


def test_nothing_about_another_document_waits_for_the_index_of_one_that_is_being_approved(
    review, services, window, qtbot
):
    """The index of a long contract takes as long as ten short ones are read in."""
    being_approved(review, services, window, qtbot)
    assert not review.approve.isEnabled()
    qtbot.keyClick(text_of(review), Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    review.outline.follow(0)
    qtbot.keyClick(text_of(review), Qt.Key.Key_J)
    qtbot.waitUntil(lambda: (2, "王敏") in services.seen)
    qtbot.keyClick(text_of(review), Qt.Key.Key_R)
    compose(review.decisions.question.reason, "缺页")
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.rows[2].review_status is ReviewStatus.REJECTED)
    assert services.rows[1].review_status is ReviewStatus.PENDING
    window.context.place_wanted.emit(Place(1))
    qtbot.waitUntil(lambda: review.opened.document_id == 1)
    assert not review.approve.isEnabled()
    qtbot.keyClick(text_of(review), Qt.Key.Key_U)  # what is being written now is the last decision
    services.let_go()
    qtbot.waitUntil(lambda: "undo" in services.calls)
    settled(window, qtbot)
    assert services.rows[1].review_status is ReviewStatus.PENDING
    assert services.rows[2].review_status is ReviewStatus.REJECTED
