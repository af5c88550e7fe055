"""Questions are asked in the window, and an answer leads to its page."""

import re

import pytest
from fake_workbench import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from insurance_desktop.domain.states import ReviewStatus

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def search(window, bench, qtbot):
    bench.holds(document(1, review_status=ReviewStatus.VERIFIED), document(2))
    with qtbot.waitSignal(window.desk.listed):
        window.desk.refresh()
    qtbot.keyClick(window, Qt.Key.Key_3, CTRL)
    assert window.search.isVisible()
    return window.search


def ask(search, qtbot, question):
    search.question.clear()
    compose(search.question, question)
    qtbot.keyClick(search.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(search.cards) or search.nearest is not None)


def test_a_hit_shows_the_words_section_page_score_and_source(search, qtbot):
    ask(search, qtbot, "犹豫期几天")
    card = search.cards[0]
    shown = " ".join(each.text() for each in card.findChildren(type(card.content)))
    for words in ("15日的犹豫期", "3.2", "犹豫期", "第 3 页", "93%", "产品条款.pdf", "王敏"):
        assert words in shown


def test_enter_on_a_hit_opens_its_page_with_the_place_marked(search, window, qtbot):
    ask(search, qtbot, "犹豫期几天")
    card = search.cards[0]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.isVisible() and window.review.page.view.paper.has_picture)
    assert window.review.page.page == 3
    boxes = [mark.box for mark in window.review.page.view.paper.marks if mark.look == "chosen"]
    assert boxes == list(card.hit.source_reference.boxes)


@pytest.mark.requirement("FR-001")
def test_without_an_answer_it_says_so_and_names_only_titles(search, window, qtbot):
    ask(search, qtbot, "火星移民")
    assert search.nearest.message.text() == "未找到相关条款。"
    assert "2.4" in search.nearest.buttons[0].text()
    qtbot.mouseClick(search.nearest.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.review.opened is not None and window.review.page.page == 2)


def test_only_products_with_verified_text_can_be_asked(search, bench, qtbot):
    names = [search.product.itemText(row) for row in range(search.product.count())]
    assert names == ["全部产品", "安心保重大疾病保险1"]
    search.product.setCurrentIndex(1)
    ask(search, qtbot, "犹豫期几天")
    assert bench.questions[-1].product == "安心保重大疾病保险1"
    assert bench.questions[-1].top_k == 5


def test_a_newer_question_replaces_the_one_still_under_way(search, bench, qtbot):
    bench.wait_in("search")
    compose(search.question, "火星移民")
    qtbot.keyClick(search.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "search" in bench.calls)
    search.question.clear()
    compose(search.question, "犹豫期几天")
    qtbot.keyClick(search.question, Qt.Key.Key_Return)
    bench.let_go()
    qtbot.waitUntil(lambda: bool(search.cards))
    assert search.nearest is None


def test_a_citation_is_copied_with_its_source(search, qtbot):
    ask(search, qtbot, "犹豫期几天")
    qtbot.mouseClick(search.cards[0].copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert "15日的犹豫期" in copied
    assert "第 3 页" in copied
    assert search.cards[0].copy_button.text() == "✓ 已复制"
    qtbot.waitUntil(lambda: search.cards[0].copy_button.text() == "复制引文")


def test_before_anything_is_verified_the_page_names_the_next_step(window, qtbot):
    window.show_page(2)
    assert window.search.empty.isVisible()


def test_what_belongs_together_is_one_line_that_leads_there(search, window, qtbot):
    ask(search, qtbot, "犹豫期几天")
    together = search.cards[0].together
    assert re.sub("<[^>]*>", "", together.text()) == "请同时阅读：3.2  犹豫期、2.4"
    together.linkActivated.emit("2.4")
    qtbot.waitUntil(lambda: window.review.opened is not None and window.review.page.page == 2)
    assert window.review.outline.rows.currentItem().text(0).startswith("2.4")
