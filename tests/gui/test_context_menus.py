"""A right click offers what buttons and keys do; a clause's citation is copied in one line."""

import pytest
from fake_services import document, finding
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.gui.pages import SEARCH, Place


def words(menu):
    return [each.text().split("\t")[0] for each in menu.actions() if each.text()]


@pytest.fixture
def review(window, services, settings, qtbot):
    settings.reviewer = "王敏"
    services.holds(document(1), document(2, review_status=ReviewStatus.VERIFIED))
    services.findings[1] = (finding(7, Severity.BLOCKING),)
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    open_document(window, 1, qtbot)
    return window.review


def open_document(window, number, qtbot):
    window.context.place_wanted.emit(Place(number))
    qtbot.waitUntil(lambda: window.review.opened is not None and window.review.opened.document_id == number)
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)


def clicked(view, qtbot):
    """The menu that a right click in a list opens."""
    view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = view.findChild(QMenu)
    shown = words(menu)
    menu.close()
    return shown


def test_every_list_of_the_review_page_has_its_menu(review, qtbot):
    tabs = review.tabs
    review.shown_findings.show(7)
    assert "处理" in "".join(clicked(tabs.findings.rows, qtbot))
    tabs.outline.follow(1)
    shown = clicked(tabs.outline.rows, qtbot)
    assert {"复制出处（一行）", "导出条款…"} <= set(shown)
    tabs.queue.rows.choose(1)
    assert {"分派…", "导出问题…"} <= set(clicked(tabs.queue.rows, qtbot))
    assert "确认" in "".join(clicked(tabs.facts.rows, qtbot))


def test_page_text_table_and_records_have_their_menus(review, window, qtbot):
    assert {"写批注…", "原页适合宽度"} <= set(clicked(review.page.view, qtbot))
    text = review.text.view.rendered
    text.find("等待期")
    assert {"复制所选文字", "复制出处（一行）"} <= set(clicked(text, qtbot))
    assert {"编辑这一格", "复制所选单元格"} <= set(clicked(review.text.table.cells, qtbot))
    versions = review.tabs.versions.rows
    qtbot.waitUntil(lambda: versions.count() > 0)
    review.tabs.setCurrentWidget(review.tabs.records)
    assert clicked(versions, qtbot) == ["复制这一行"]  # the only version is compared with nothing


def test_a_line_of_a_table_is_copied_as_cells(window, qtbot):
    table = Table(window.context.theme, "表", (Column("甲"), Column("乙")))
    qtbot.addWidget(table)
    table.show_rows([("1", "2"), ("3", "4")])
    table.setCurrentCell(1, 0)
    table.customContextMenuRequested.emit(QPoint(5, 5))
    (copy,) = table.findChild(QMenu).actions()
    copy.trigger()
    assert QGuiApplication.clipboard().text() == "3\t4"


def test_the_citation_of_a_clause_says_that_it_is_not_verified(review, window, qtbot):
    review.tabs.outline.follow(1)
    review.menus.cite()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("《安心保重大疾病保险1 · 产品条款 · 2001-1》")
    assert copied.endswith("（未核验）")
    open_document(window, 2, qtbot)
    review.tabs.outline.follow(1)
    review.menus.cite()
    assert "未核验" not in QGuiApplication.clipboard().text()


def test_without_a_chosen_clause_nothing_is_copied(review, window):
    QGuiApplication.clipboard().setText("alt")
    review.tabs.outline.follow(None)
    review.menus.cite()
    assert QGuiApplication.clipboard().text() == "alt"
    assert "先在目录里选一条" in window.notice.message.text()


def test_a_hit_offers_what_its_buttons_do(review, window, qtbot):
    window.show_page(SEARCH)
    window.search.question.setText("犹豫期")
    window.search.ask()
    qtbot.waitUntil(lambda: bool(window.search.cards))
    card = window.search.cards[0]
    menu = QMenu()
    card.fill_menu(menu)
    assert len(words(menu)) == 5
    card.cite()
    assert QGuiApplication.clipboard().text().count("\n") == 0
    assert "第" in QGuiApplication.clipboard().text()
