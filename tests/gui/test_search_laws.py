"""Laws in the window: an article beside a clause, in the field, and searched for by itself, never among clauses."""

import re
from dataclasses import replace

import pytest
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from insurance_desktop.domain.answers import SearchAnswer
from insurance_desktop.domain.laws import LawHit, LawSearchAnswer, RelatedLaw
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.gui.search.law_card import LawCard
from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.law_articles import law_article

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
HIT = LawHit("示例法", "2020-01-01", "2020-03-01", "第三条", ("第一章 总则",), "甲方应当报告。", 0.9)


@pytest.fixture
def search(window, services, qtbot):
    services.holds(document(1, review_status=ReviewStatus.VERIFIED))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.keyClick(window, Qt.Key.Key_3, CTRL)
    return window.search


@pytest.fixture
def laws(search):
    search.tabs.setCurrentWidget(search.laws)
    return search.laws


def ask(view, qtbot, question):
    view.question.clear()
    compose(view.question, question)
    qtbot.keyClick(view.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.asking is None and view.has_answer)


def shown(widget):
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if not each.isHidden())


def test_an_article_typed_into_the_question_stands_above_the_clauses_and_is_none_of_them(search, services, qtbot):
    ask(search.asking, qtbot, "犹豫期几天")
    services.answer = SearchAnswer(AnswerStatus.OK, "《保险法》16条", {}, results=(search.cards[0].hit,) * 3)
    ask(search.asking, qtbot, "《保险法》16条")
    qtbot.waitUntil(lambda: search.asking.findChildren(LawCard) != [])
    (card,) = search.asking.findChildren(LawCard)
    article = law_article("insurance", "保险法第十六条").article
    qtbot.waitUntil(lambda: article.text in shown(card))
    assert "这是法律条文，不是合同条款。" in shown(card)
    assert "2015-04-24，条文写明 2009-10-01 起施行" in shown(card)
    assert card not in search.cards and len(search.cards) == 3
    qtbot.waitUntil(lambda: all(card.y() < each.y() for each in search.cards))


def test_a_question_that_names_no_article_brings_none(search, services, qtbot):
    ask(search.asking, qtbot, "犹豫期几天")
    qtbot.waitUntil(lambda: "law" in services.calls)
    qtbot.waitUntil(lambda: search.context.jobs.is_idle)
    assert search.asking.findChildren(LawCard) == []


def test_the_article_beside_a_clause_opens_in_its_own_view(search, services, qtbot):
    services.found_laws = LawSearchAnswer(AnswerStatus.OK, "", None, (HIT,))
    ask(search.asking, qtbot, "犹豫期几天")
    beside = (RelatedLaw("示例法", "2020-01-01", "第三条", "cited", day_shown=True),)
    services.answer = SearchAnswer(
        AnswerStatus.OK, "犹豫期", {}, results=(replace(search.cards[0].hit, related_law=beside),)
    )
    ask(search.asking, qtbot, "犹豫期")
    (line,) = search.cards[0].laws
    line.linkActivated.emit(re.search('href="([^"]*)"', line.text())[1])
    assert search.view is search.laws
    qtbot.waitUntil(lambda: search.laws.cards != [])
    assert services.asked[-1][0] == "示例法第三条"


def test_the_view_of_laws_lists_them_before_the_first_question(laws, qtbot):
    qtbot.waitUntil(lambda: "示例法（2020-01-01，条文写明 2020-03-01 起施行），8 条" in shown(laws.empty))


def test_an_article_is_copied_with_its_law_edition_and_number(laws, services, qtbot):
    services.found_laws = LawSearchAnswer(AnswerStatus.OK, "", None, (HIT,))
    ask(laws, qtbot, "谁要报告")
    assert laws.summary.text() == "1 条法律条文。"
    laws.cards[0].setFocus()
    qtbot.keyClick(laws.cards[0], Qt.Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == (
        "“甲方应当报告。”\n——示例法（2020-01-01，条文写明 2020-03-01 起施行）第三条"
    )
    assert laws.cards[0].open_button.isHidden()


def test_a_weak_article_says_so_and_where_there_is_none_that_is_said(laws, services, qtbot):
    services.found_laws = LawSearchAnswer(AnswerStatus.WEAK, "", say("search.weak_law"), (HIT,))
    ask(laws, qtbot, "谁要报告")
    qtbot.waitUntil(lambda: say("search_page.weak") in shown(laws.cards[0]))
    services.found_laws = LawSearchAnswer(AnswerStatus.NO_MATCH, "", "没有相关条文")
    ask(laws, qtbot, "天气")
    assert laws.cards == []
    qtbot.waitUntil(lambda: "没有相关条文" in shown(laws.area))


def test_an_article_of_a_document_opens_there(search, laws, services, window, qtbot):
    held = LawHit("示例法", None, None, "第三条", (), "甲方应当报告。", 0.9, document_id=1)
    services.found_laws = LawSearchAnswer(AnswerStatus.OK, "", None, (held,))
    ask(laws, qtbot, "谁要报告")
    places = []
    window.context.place_wanted.connect(places.append)
    laws.cards[0].open_button.click()
    assert [(each.document_id, each.section) for each in places] == [(1, "第三条")]


def test_a_field_without_laws_has_no_view_of_them(search, services, window, qtbot):
    window.context.field.laws = type(services.law_rules)()
    window.context.listed.emit()
    assert not search.tabs.isTabVisible(search.tabs.indexOf(search.laws))
    seen = set()
    for _ in search.views:
        qtbot.keyClick(window, Qt.Key.Key_PageDown, ALT)
        seen.add(search.view)
    assert search.laws not in seen
