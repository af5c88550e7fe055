"""Nothing that was typed or looked at is lost, and the queue says why it stands as it does."""

import pytest
from clause_sheet import MARKDOWN
from fake_services import document, finding
from input_method import compose
from PySide6.QtCore import Qt
from test_window_review import opened, settled
from test_window_review import review as short_document

from insurance_desktop.domain.documents import FindingCounts
from insurance_desktop.domain.kinds import ReasonKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.services.review.review_queue import Reason

review = short_document
ALT = Qt.KeyboardModifier.AltModifier


@pytest.mark.requirement("US2")
def test_what_is_typed_is_kept_in_the_library_and_offered_on_return(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1), document(2))
    review = opened(window, services, qtbot, 1)
    review.text.toggle_source()
    compose(review.text.view.source, "改")
    qtbot.waitUntil(lambda: services.kept_drafts.get((1, "王敏")) == "改" + MARKDOWN)
    review.text.view.source.undo()  # as after a crash: the editor knows nothing of it
    review.drafts._pause.stop()
    review.text.toggle_source()
    opened(window, services, qtbot, 2)
    review = opened(window, services, qtbot, 1)
    assert review.text.draft_bar.isVisible()
    assert not review.text.view.is_edited
    qtbot.keyClick(review.text.draft_bar.take, Qt.Key.Key_Return)
    assert review.text.view.text == "改" + MARKDOWN
    assert review.text.view.is_edited


@pytest.mark.requirement("US2")
def test_an_unwanted_draft_is_put_aside_and_can_be_taken_back(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1))
    services.kept_drafts[1, "王敏"] = MARKDOWN + "\n没写完"
    bar = opened(window, services, qtbot, 1).text.draft_bar
    qtbot.mouseClick(bar.drop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(bar.bring_back.isVisible)
    assert services.kept_drafts == {}
    qtbot.mouseClick(bar.bring_back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(bar.take.isVisible)
    assert services.kept_drafts[1, "王敏"].endswith("没写完")


def test_an_edit_that_is_given_up_leaves_no_draft(review, services, window, qtbot):
    review.text.toggle_source()
    compose(review.text.view.source, "改")
    qtbot.waitUntil(lambda: services.kept_drafts != {})
    qtbot.mouseClick(review.text.discard, Qt.MouseButton.LeftButton)
    assert review.text.view.is_edited and services.kept_drafts  # asked first
    qtbot.mouseClick(review.text.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.kept_drafts == {})
    assert not review.text.view.is_edited


def test_the_name_is_asked_at_the_first_mark_and_the_mark_is_that_persons(window, services, settings, qtbot):
    services.holds(document(1))
    review = opened(window, services, qtbot, 1)
    review.outline.follow(0)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_J)
    assert not services.seen and not review.progress.seen
    compose(review.decisions.question.name, "王敏")
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (1, "王敏") in services.seen)
    assert settings.reviewer == "王敏"
    assert review.progress.seen == {0}


def test_what_was_begun_before_a_name_was_given_is_the_persons_who_gives_one(window, services, settings, qtbot):
    services.holds(document(1))
    services.kept_drafts[1, "未署名"] = MARKDOWN + "\n没写完"
    services.seen[1, "未署名"] = {"1.1"}
    review = opened(window, services, qtbot, 1)
    review.decisions.ask_reviewer()
    compose(review.decisions.question.name, "王敏")
    qtbot.mouseClick(review.decisions.question.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.kept_drafts == {(1, "王敏"): MARKDOWN + "\n没写完"})
    assert services.seen == {(1, "王敏"): {"1.1"}}


@pytest.mark.requirement("US2")
def test_one_key_goes_from_clause_to_clause_and_keeps_what_was_looked_at(review, services, window, qtbot):
    text = review.text.view.rendered
    qtbot.keyClick(text, Qt.Key.Key_J)
    assert review.outline.current == 0
    assert review.progress.seen == frozenset()
    qtbot.keyClick(text, Qt.Key.Key_J)
    assert (review.outline.current, review.progress.seen) == (1, {0})
    qtbot.keyClick(text, Qt.Key.Key_Down, ALT)
    assert (review.outline.current, review.progress.seen) == (2, {0, 1})
    qtbot.keyClick(text, Qt.Key.Key_K)
    qtbot.keyClick(text, Qt.Key.Key_L)
    assert (review.outline.current, review.progress.seen) == (1, {0})
    settled(window, qtbot)
    assert services.seen[1, "王敏"] == {"2"}
    assert "已看 1 / 5" in review.outline.progress.text()
    opened(window, services, qtbot, 2)
    assert opened(window, services, qtbot, 1).progress.seen == {0}


def test_after_the_last_clause_the_reviewer_is_told_that_all_were_seen(review, window, qtbot):
    for _ in range(6):
        qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_J)
    assert len(review.progress.seen) == 5
    assert "每一条都看过" in window.notice.message.text()


@pytest.mark.requirement("US2")
def test_the_queue_stands_as_the_service_weighs_it_and_says_why(window, services, qtbot):
    services.holds(document(1), document(2, findings=FindingCounts(2, 0)))
    services.findings[2] = (finding(7, Severity.BLOCKING),)
    services.reasons[2] = (Reason(ReasonKind.FLAGGED_TABLES, blocking=2), Reason(ReasonKind.HIDDEN_TEXT, warning=1))
    review = opened(window, services, qtbot, 1)
    rows = review.queue.rows
    settled(window, qtbot)
    assert rows.lines.lines[0].text.endswith("■ 表格要核对 2 · △ 隐藏文字 1")
    assert rows.lines.lines[0].number == 2
