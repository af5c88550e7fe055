"""Decisions are taken back, anchored, annotated and inherited, by keys alone."""

from datetime import UTC, datetime

import pytest
from clause_sheet import CLAUSES, SOURCE_MAP
from fake_workbench import document
from input_method import compose
from PySide6.QtCore import QPoint, Qt
from test_window_review import CTRL, chosen_boxes, click_text, opened, settled
from test_window_review import review as short_document

from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.inheriting import VerifiedClause

review = short_document
SHIFT = Qt.KeyboardModifier.ShiftModifier


def text_of(review):
    return review.text.view.rendered


@pytest.mark.requirement("FR-005")
def test_the_last_decision_is_taken_back_with_a_key_until_the_next_one(review, bench, window, qtbot):
    assert not review.undo.isVisible()
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(review.undo.isVisible)
    assert "U" in window.notice.hint.text()
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    settled(window, qtbot)
    qtbot.keyClick(text_of(review), Qt.Key.Key_U)
    qtbot.waitUntil(lambda: bench.rows[1].review_status is ReviewStatus.PENDING)
    qtbot.waitUntil(lambda: review.opened.document_id == 1)  # back to what it was about
    settled(window, qtbot)
    assert bench.log[-1].kind is DecisionKind.UNDONE
    assert not review.undo.isVisible()


@pytest.mark.requirement("FR-005")
def test_a_rejection_is_anchored_to_a_place_framed_by_keys(review, bench, window, qtbot):
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
    qtbot.waitUntil(lambda: bench.rows[1].review_status is ReviewStatus.REJECTED)
    assert bench.rejected_at[1] == framed


def test_a_place_is_framed_with_the_mouse_and_left_with_escape(review, bench, qtbot):
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


def test_without_a_frame_a_rejection_is_about_the_document(review, bench, window, qtbot):
    qtbot.keyClick(text_of(review), Qt.Key.Key_R)
    question = review.decisions.question
    assert not question.anchored.isVisible()
    compose(question.reason, "缺页")
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: 1 in bench.rejected_at)
    assert bench.rejected_at[1] is None


@pytest.mark.requirement("US2")
def test_a_note_on_the_clause_here_is_kept_shown_and_leads_back(review, bench, window, qtbot):
    click_text(review, qtbot, "签收")
    qtbot.keyClick(text_of(review), Qt.Key.Key_M)
    compose(review.notes.question.reason, "和旧版不同？")
    qtbot.mouseClick(review.notes.question.confirm, Qt.MouseButton.LeftButton)
    rows = review.notes_panel.rows
    qtbot.waitUntil(lambda: rows.count() == 1)
    assert "和旧版不同？" in rows.item(0).text()
    assert bench.kept_notes[0][1].section_id == "3.2"
    assert review.outline.rows.currentItem().text(0).startswith("✎1")
    click_text(review, qtbot, "等待期")
    rows.setCurrentRow(0)
    rows.itemActivated.emit(rows.item(0))
    assert review.text.view.marked == (CLAUSES[4].markdown_start, CLAUSES[4].markdown_end)
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: rows.count() == 0)
    qtbot.waitUntil(lambda: not review.notes_panel.bring_back.isHidden())
    review.notes_panel.bring_back.click()
    qtbot.waitUntil(lambda: rows.count() == 1)


def test_the_category_of_a_clause_is_corrected(review, bench, window, qtbot):
    click_text(review, qtbot, "酒后驾驶")
    qtbot.keyClick(text_of(review), Qt.Key.Key_C)
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    question = review.decisions.question
    question.categories["Exclusion"].setChecked(True)
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (1, "2.4") in bench.clause_fields)
    fields = bench.clause_fields[1, "2.4"]
    assert fields.category == ("Exclusion",)
    assert (fields.section_id, fields.section_title, fields.entity_role) == (None, None, None)


@pytest.mark.requirement("US2")
def test_what_was_verified_word_for_word_is_offered_as_seen_with_who_and_when(window, bench, settings, qtbot):
    settings.reviewer = "王敏"
    bench.holds(document(1))
    source = VerifiedClause(9, "2025-1", 1, "2.3", 4, "李强", datetime(2026, 10, 5, 8, tzinfo=UTC), 33)
    bench.verified_before[1] = {"2.3": source, "3.2": source}
    review = opened(window, bench, qtbot, 1)
    outline = review.outline
    review.tabs.setCurrentWidget(review.clauses)
    qtbot.waitUntil(outline.inherit.isVisible)
    words = outline.offered.text()
    assert "2 条" in words and "2025-1" in words and "李强" in words and "2026-10-05" in words
    qtbot.keyClick(outline.inherit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review.looking.seen == {1, 4})
    assert not outline.inherit.isVisible()
    outline.follow(0)
    qtbot.keyClick(text_of(review), Qt.Key.Key_J)
    assert outline.current == 2  # only what changed asks for eyes
    assert bench.rows[1].review_status is ReviewStatus.PENDING


def test_the_marked_block_is_told_to_screen_readers(review, qtbot):
    click_text(review, qtbot, "不承担")
    assert "不承担" in review.page.view.accessibleDescription()
    assert "**" not in review.page.view.accessibleDescription()
    assert chosen_boxes(review)
    qtbot.keyClick(text_of(review), Qt.Key.Key_F, CTRL)
    assert review.text.find_bar.words.accessibleName()


@pytest.mark.requirement("US2")
def test_a_framed_place_is_read_again_by_keys_and_taken_over_as_a_suggestion(review, bench, window, qtbot):
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
def test_approving_before_the_last_clause_was_seen_is_asked_about(review, bench, window, qtbot):
    review.outline.follow(0)
    qtbot.keyClick(text_of(review), Qt.Key.Key_J)
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    question = review.decisions.question
    assert "4 条" in question.windowTitle()
    qtbot.mouseClick(question.confirm, Qt.MouseButton.LeftButton)  # what Enter does: go on looking
    assert review.outline.current == 2
    assert "approve" not in bench.calls
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.mouseClick(review.decisions.question.anyway, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bench.rows[1].review_status is ReviewStatus.VERIFIED)


def test_the_next_document_is_one_further_also_while_the_decision_is_still_being_written(review, bench, window, qtbot):
    bench.wait_in("approve")
    qtbot.keyClick(text_of(review), Qt.Key.Key_A)
    qtbot.waitUntil(lambda: "approve" in bench.calls)
    qtbot.keyClick(text_of(review), Qt.Key.Key_N)
    qtbot.waitUntil(lambda: review.opened.document_id == 2)
    bench.let_go()
    qtbot.waitUntil(lambda: bench.rows[1].review_status is ReviewStatus.VERIFIED)
    settled(window, qtbot)
    assert review.opened.document_id == 2
    assert review.approve.isEnabled()
