"""The facts of a document beside its page: led to, confirmed, corrected, refused and withdrawn, by keys alone."""

import pytest
from fake_facts import BENEFIT, COOLING_OFF, RATIO
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from test_window_review import chosen_boxes, opened, settled

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.domain.facts import FactStatus
from insurance_desktop.domain.states import ReviewStatus

ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def review(window, services, settings, qtbot):
    """Document 1 open, its three facts read, the panel in front; document 2 states one."""
    settings.reviewer = "王敏"
    services.holds(document(1), document(2))
    services.stated = {1: (COOLING_OFF, RATIO, BENEFIT), 2: (RATIO,)}
    shown = opened(window, services, qtbot, 1)
    shown.tabs.setCurrentWidget(shown.tabs.facts)
    settled(window, qtbot)
    return shown


def press(review, qtbot, key, modifier=ALT):
    qtbot.keyClick(review.tabs.facts.rows, key, modifier)


def rows(review):
    """The rows in sight, indented by their depth."""
    tree, found = review.tabs.facts.rows, []
    index = tree.model().index(0, 0)
    while index.isValid():
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        found.append("  " * depth + index.data().replace("\n", " "))
        index = tree.indexBelow(index)
    return found


def question(review, qtbot):
    qtbot.waitUntil(lambda: review.decisions.question is not None)
    return review.decisions.question


def words_of(dialog):
    return " ".join(each.text() for each in dialog.findChildren(QLabel))


def answer(dialog, qtbot):
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)


def test_facts_stand_in_groups_with_section_page_and_status(review):
    shown = rows(review)
    assert shown[0] == "其他约定（2）"
    assert "犹豫期：15日" in shown[1] and "3.2" in shown[1] and "第 3 页" in shown[1] and "未确认" in shown[1]
    assert shown[3] == "保险责任（1）"
    assert len(shown) == 4  # what is covered is folded
    assert "共 3 条" in review.tabs.facts.progress.text()


def test_a_key_leads_to_the_next_fact_and_marks_its_words_on_both_sides(review, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    assert review.text.view.marked == (COOLING_OFF.markdown_start, COOLING_OFF.markdown_end)
    assert {box.page for box in chosen_boxes(review)} == {3}
    press(review, qtbot, Qt.Key.Key_F7, SHIFT)  # around the end, into the folded group
    assert review.tabs.facts.current == BENEFIT
    assert review.text.view.marked == (BENEFIT.markdown_start, BENEFIT.markdown_end)
    review.text.view.clear_mark()
    press(review, qtbot, Qt.Key.Key_O)
    assert review.text.view.marked == (BENEFIT.markdown_start, BENEFIT.markdown_end)


def test_a_fact_is_confirmed_and_the_next_one_is_shown(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    press(review, qtbot, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: "✓ 已确认" in rows(review)[1])
    settled(window, qtbot)
    assert services.stated[1][0].status is FactStatus.CONFIRMED
    assert review.tabs.facts.current == RATIO
    assert review.text.view.marked == (RATIO.markdown_start, RATIO.markdown_end)


def test_a_fact_is_refused_and_that_is_withdrawn(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    press(review, qtbot, Qt.Key.Key_X)
    qtbot.waitUntil(lambda: "✕ 已否定" in rows(review)[1])
    settled(window, qtbot)
    tree = review.tabs.facts.rows
    tree.setCurrentItem(tree.topLevelItem(0).child(0))
    press(review, qtbot, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: "未确认" in rows(review)[1])
    assert [each.verdict for each in services.judged] == [Verdict.REFUSED, Verdict.WITHDRAWN]


def test_a_value_is_corrected_to_what_the_clause_prints_and_what_was_read_is_told(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    press(review, qtbot, Qt.Key.Key_E)
    asked = question(review, qtbot)
    assert asked.value.toPlainText() == "15日"
    compose(asked.value, "次日起，有15日")
    answer(asked, qtbot)
    qtbot.waitUntil(lambda: "犹豫期：次日起，有15日" in rows(review)[1])
    settled(window, qtbot)
    tree = review.tabs.facts.rows
    tree.setCurrentItem(tree.topLevelItem(0).child(0))
    assert "程序读出：15日" in review.tabs.facts.told.text()


def test_words_that_the_clause_does_not_print_are_refused_with_the_reason(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    press(review, qtbot, Qt.Key.Key_E)
    asked = question(review, qtbot)
    compose(asked.value, "20日")
    answer(asked, qtbot)
    qtbot.waitUntil(lambda: "没有印着“20日”" in window.notice.message.text())
    settled(window, qtbot)
    assert services.stated[1][0] == COOLING_OFF


def test_words_selected_in_the_text_are_offered_as_the_value(review, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    rendered = review.text.view.rendered
    rendered.setTextCursor(rendered.document().find("有15日的犹豫期"))
    press(review, qtbot, Qt.Key.Key_E)
    asked = question(review, qtbot)
    assert asked.value.toPlainText() == "有15日的犹豫期"
    assert "选中" in words_of(asked)


def test_the_rest_is_confirmed_at_once_after_a_question(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    press(review, qtbot, Qt.Key.Key_X)
    qtbot.waitUntil(lambda: "✕ 已否定" in rows(review)[1])
    settled(window, qtbot)
    press(review, qtbot, Qt.Key.Key_A)
    asked = question(review, qtbot)
    assert "2" in asked.windowTitle() and len(services.judged) == 1  # only asked so far
    answer(asked, qtbot)
    qtbot.waitUntil(lambda: "已确认 2" in review.tabs.facts.progress.text())
    assert services.stated[1][0].is_refused
    assert not review.tabs.facts.rest.isEnabled()


def test_that_a_verified_document_has_to_be_approved_again_is_said_before(review, services, window, qtbot):
    services.holds(document(1, review_status=ReviewStatus.VERIFIED))
    window.context.tell(Changes(frozenset({1})))
    settled(window, qtbot)
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    press(review, qtbot, Qt.Key.Key_C)
    asked = question(review, qtbot)
    assert "未核验" in words_of(asked) and not services.judged
    answer(asked, qtbot)
    qtbot.waitUntil(lambda: services.rows[1].review_status is ReviewStatus.PENDING)
    assert services.stated[1][0].status is FactStatus.CONFIRMED


def test_the_panel_follows_the_text_and_what_was_chosen_stays_chosen(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    services.stated[1] = (RATIO, COOLING_OFF)
    window.context.tell(Changes(frozenset({1})))
    settled(window, qtbot)
    assert "给付比例" in rows(review)[1]
    assert review.tabs.facts.current == COOLING_OFF


def test_nothing_is_judged_while_the_panel_is_out_of_sight(review, services, window, qtbot):
    press(review, qtbot, Qt.Key.Key_F7, Qt.KeyboardModifier.NoModifier)
    review.tabs.setCurrentWidget(review.findings)
    qtbot.keyClick(review.text.view.rendered, Qt.Key.Key_C, ALT)
    settled(window, qtbot)
    assert not services.judged
