"""Questions are asked in the window, and an answer leads to its page."""

import re
from dataclasses import replace

import pytest
from fake_answers import product
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from insurance_desktop.domain.answers import SearchAnswer
from insurance_desktop.domain.errors import LibraryError
from insurance_desktop.domain.laws import RelatedLaw
from insurance_desktop.domain.states import AnswerStatus, EditionStatus, ReviewStatus
from insurance_desktop.gui.pages import REVIEW
from insurance_desktop.packs.wording import say

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def search(window, services, qtbot):
    services.holds(document(1, review_status=ReviewStatus.VERIFIED), document(2))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.keyClick(window, Qt.Key.Key_3, CTRL)
    assert window.search.isVisible()
    return window.search


def ask(search, qtbot, question):
    search.question.clear()
    compose(search.question, question)
    qtbot.keyClick(search.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: search.asking.asking is None)
    assert search.cards or search.silence is not None


def shown(widget):
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if not each.isHidden())


def steps(search):
    return [each.text() for each in search.silence.steps.values()]


# --- hits ---------------------------------------------------------------------------------------------------------
def test_a_hit_shows_the_words_section_page_score_and_source(search, qtbot):
    ask(search, qtbot, "犹豫期几天")
    for words in (
        "15日的犹豫期",
        "3.2",
        "犹豫期",
        "第 3 页",
        "93%",
        "产品条款",
        "2001-1（现行）",
        "产品条款.pdf",
        "王敏",
    ):
        assert words in shown(search.cards[0])


def test_a_hit_says_what_found_it_and_on_demand_why(search, services, qtbot):
    ask(search, qtbot, "犹豫期几天")
    assert services.questions[-1].explain
    card = search.cards[0]
    assert "意思相近 81% + 字词相合 40%" in shown(card)
    assert "标题与问题相合" not in shown(card)
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Y, CTRL | SHIFT)
    assert "标题与问题相合" in shown(card)
    assert "cosine=0.81" in shown(card)


def test_what_was_named_exactly_was_not_ranked_and_says_so(search, services, qtbot):
    ask(search, qtbot, "犹豫期几天")
    exact = replace(search.cards[0].hit, explain=None, edition_status=EditionStatus.SUPERSEDED)
    services.answer = SearchAnswer(AnswerStatus.OK, "3.2", {}, results=(exact,))
    ask(search, qtbot, "3.2")
    assert "按编号、标题或产品名直接找到" in shown(search.cards[0])
    assert "△ 这是已被替换的版本" in shown(search.cards[0])


def test_a_card_names_the_articles_beside_its_clause_and_why(search, services, qtbot):
    ask(search, qtbot, "犹豫期几天")
    laws = (
        RelatedLaw("示例法", "2020-01-01", "第三条", "cited", day_shown=True),
        RelatedLaw("示例法", "2020-01-01", "第五条", "subject", day_shown=False),
        RelatedLaw("示例法", "2020-01-01", "第六条", "subject", day_shown=False),
    )
    hit = replace(search.cards[0].hit, related_law=laws)
    services.answer = SearchAnswer(AnswerStatus.OK, "3.2", {}, results=(hit,))
    ask(search, qtbot, "3.2")
    said = [re.sub("<[^>]*>", "", each.text()) for each in search.cards[0].laws]
    assert said == [
        "条款所引的法律：示例法（2020-01-01）第三条",
        "相关的法律：示例法（2020-01-01）第五条、第六条，合同订立时是否如此没有核对",
    ]


def test_enter_on_a_hit_opens_its_page_with_the_place_marked(search, window, qtbot):
    ask(search, qtbot, "犹豫期几天")
    qtbot.keyClick(search.question, Qt.Key.Key_Down, CTRL)
    card = search.cards[0]
    assert card.hasFocus()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.isVisible() and window.review.page.view.paper.has_picture)
    assert window.review.page.page == 3
    boxes = [mark.box for mark in window.review.page.view.paper.highlights if mark.look == "chosen"]
    assert boxes == list(card.hit.source_reference.boxes)


def test_what_belongs_together_is_one_line_that_leads_there(search, window, qtbot):
    ask(search, qtbot, "犹豫期几天")
    together = search.cards[0].together
    assert re.sub("<[^>]*>", "", together.text()) == "请同时阅读：3.2  犹豫期、2.4"
    together.linkActivated.emit("2.4")
    qtbot.waitUntil(lambda: window.review.opened is not None and window.review.page.page == 2)
    assert window.review.outline.rows.currentItem().text(0).startswith("2.4")


def test_a_citation_is_copied_by_key_with_its_source_and_link(search, qtbot):
    ask(search, qtbot, "犹豫期几天")
    card = search.cards[0]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_C, CTRL | SHIFT)
    qtbot.waitUntil(lambda: card.copy_button.text() == "✓ 已复制")
    copied = QGuiApplication.clipboard().text()
    for words in ("15日的犹豫期", "第 3 页", "产品条款 · 2001-1（现行）", "baoxian://", card.hit.chunk_id):
        assert words in copied
    qtbot.waitUntil(lambda: card.copy_button.text() == "复制引文")


@pytest.mark.requirement("FR-001", "C4")
def test_what_is_only_weak_stands_apart_from_answers_and_each_says_so(search, window, services, qtbot):
    window.context.settings.reviewer = "王敏"
    ask(search, qtbot, "犹豫期几天")
    hit = search.cards[0].hit
    assert "请核对" not in shown(search.cards[0])
    message = "可能相关，请核对：没有足以回答这个问题的条款。"
    services.answer = SearchAnswer(AnswerStatus.WEAK, "反悔", {}, message, results=(hit, hit))
    ask(search, qtbot, "反悔")
    assert search.silence.message.text() == message
    assert len(search.cards) == 2
    for card in search.cards:
        assert "可能相关，请核对" in shown(card) and "可能相关，请核对" in card.accessibleName()
    # said before the first of them, once the page is laid out
    qtbot.waitUntil(lambda: all(card.y() > search.silence.y() for card in search.cards))
    qtbot.keyClick(search.silence.steps["keep"], Qt.Key.Key_Return)
    qtbot.waitUntil(search.taking.question.isActiveWindow)
    with qtbot.waitSignal(window.context.noticed):
        qtbot.keyClick(search.taking.question.confirm, Qt.Key.Key_Return)
    assert services.kept == [("反悔", (), "王敏")], "none of them is the answer"


# --- no answer ----------------------------------------------------------------------------------------------------
@pytest.mark.requirement("FR-001")
def test_without_an_answer_it_says_so_and_names_only_titles(search, window, qtbot):
    ask(search, qtbot, "火星移民")
    assert search.silence.message.text() == "未找到相关条款。"
    assert "换一种说法" in search.silence.advice.text()
    assert "2.4" in search.silence.buttons[0].text()
    qtbot.mouseClick(search.silence.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.review.opened is not None and window.review.page.page == 2)


def test_an_ambiguous_product_is_chosen_with_one_key_and_asked_again(search, services, qtbot):
    two = (product(1, "安心保"), product(7, "安心保", company="另一人寿"))
    services.answer = SearchAnswer(AnswerStatus.AMBIGUOUS, "犹豫期", {}, "对应 2 个产品。", candidates=two)
    compose(search.product, "安心保")
    ask(search, qtbot, "犹豫期几天")
    assert [each.text() for each in search.silence.products] == [
        "安心保 · 示例人寿 · 2001",
        "安心保 · 另一人寿 · 2007",
    ]
    services.answer = None
    search.silence.products[1].setFocus()
    qtbot.keyClick(search.silence.products[1], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(search.cards))
    assert services.questions[-1].product == "7"
    assert search.product.text() == "安心保"


def test_in_an_empty_library_the_step_leads_to_review(search, window, services, qtbot):
    services.answer = SearchAnswer(AnswerStatus.EMPTY_LIBRARY, "犹豫期", {}, say("search.empty_library"))
    ask(search, qtbot, "犹豫期几天")
    assert steps(search) == ["去核验"]
    qtbot.keyClick(search.silence.steps["review"], Qt.Key.Key_Return)
    assert window.current is window.page(REVIEW)


def test_a_stale_index_is_renewed_from_here_and_the_question_asked_again(search, services, qtbot):
    services.answer = SearchAnswer(AnswerStatus.INDEX_STALE, "犹豫期", {}, say("search.index_stale"))
    ask(search, qtbot, "犹豫期几天")
    assert steps(search) == ["更新索引"]
    qtbot.keyClick(search.silence.steps["index"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(search.cards))
    assert services.renewed == 1


def test_a_scope_without_an_answer_can_be_widened(search, services, qtbot):
    services.known = {"安心": (product(1, "安心保重大疾病保险1"),)}
    compose(search.product, "安心保重大疾病保险1")
    ask(search, qtbot, "火星移民")
    assert services.questions[-1].product == "安心保重大疾病保险1"
    qtbot.keyClick(search.silence.steps["everywhere"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: services.questions[-1].product is None)
    assert search.product.text() == ""


def test_a_failure_is_a_sentence_above_the_page(search, window, services, qtbot):
    services.fail_in("search", LibraryError("store.busy", path="x"))
    compose(search.question, "犹豫期几天")
    with qtbot.waitSignal(window.context.noticed):
        qtbot.keyClick(search.question, Qt.Key.Key_Return)
    assert window.notice.isVisible()


def test_before_anything_is_verified_the_page_names_the_next_step(window, qtbot):
    window.show_page("search")
    assert window.search.asking.empty.isVisible()


# --- the product --------------------------------------------------------------------------------------------------
def test_only_products_with_verified_text_are_offered(search):
    assert search.product.offered == ["安心保重大疾病保险1"]


def test_a_product_is_found_by_its_initials_and_chosen_by_keyboard(search, services, qtbot):
    services.known = {"axb": (product(1, "安心保重大疾病保险1"), product(9, "安行保"))}
    qtbot.waitUntil(search.window().isActiveWindow)
    qtbot.keyClick(search.question, Qt.Key.Key_L, CTRL)
    qtbot.keyClicks(search.product, "axb")
    qtbot.waitUntil(lambda: len(search.product.offered) == 2)
    popup = search.product.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert search.product.text() == "安心保重大疾病保险1"
    ask(search, qtbot, "犹豫期几天")
    assert services.questions[-1].product == "安心保重大疾病保险1"
    assert services.questions[-1].top_k == 5


# --- the newest counts --------------------------------------------------------------------------------------------
def test_a_newer_question_replaces_the_one_still_under_way(search, services, qtbot):
    services.wait_in("search")
    compose(search.question, "火星移民")
    qtbot.keyClick(search.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "search" in services.calls)
    search.question.clear()
    compose(search.question, "犹豫期几天")
    qtbot.keyClick(search.question, Qt.Key.Key_Return)
    services.let_go()
    qtbot.waitUntil(lambda: bool(search.cards))
    qtbot.waitUntil(lambda: search.window().context.jobs.is_idle)
    assert search.silence is None
    assert services.on_main_thread == []


# --- keeping a question, evidence, the ranking --------------------------------------------------------------------
def test_a_question_is_kept_with_its_clause_under_the_reviewers_name(search, window, services, qtbot):
    ask(search, qtbot, "犹豫期几天")
    card = search.cards[0]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_G, CTRL | SHIFT)
    question = search.taking.question
    qtbot.waitUntil(question.isActiveWindow)
    assert not question.confirm.isEnabled()
    compose(question.reviewer, "王敏")
    with qtbot.waitSignal(window.context.noticed):
        qtbot.keyClick(question.reviewer, Qt.Key.Key_Return, CTRL)
    assert services.kept == [("犹豫期几天", (card.hit.chunk_id,), "王敏")]
    assert window.context.settings.reviewer == "王敏"


def test_a_question_without_an_answer_is_kept_as_having_none(search, window, services, qtbot):
    window.context.settings.reviewer = "王敏"
    ask(search, qtbot, "火星移民")
    qtbot.keyClick(search.silence.steps["keep"], Qt.Key.Key_Return)
    qtbot.waitUntil(search.taking.question.isActiveWindow)
    with qtbot.waitSignal(window.context.noticed):
        qtbot.keyClick(search.taking.question.confirm, Qt.Key.Key_Return)
    assert services.kept == [("火星移民", (), "王敏")]


def test_evidence_of_a_hit_is_saved_where_the_user_says(search, window, services, qtbot, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "insurance_desktop.gui.search.answer_actions.QFileDialog.getSaveFileName",
        lambda *_, **__: (str(tmp_path / "e"), ""),
    )
    ask(search, qtbot, "犹豫期几天")
    card = search.cards[0]
    card.setFocus()
    with qtbot.waitSignal(window.context.noticed):
        qtbot.keyClick(card, Qt.Key.Key_E, CTRL | SHIFT)
    assert services.evidence == [(card.hit.chunk_id, tmp_path / "e.zip")]


def test_a_ranking_that_misses_a_bar_becomes_active_only_with_a_reason(search, window, services, qtbot):
    qtbot.waitUntil(search.ranking.isHidden)
    services.ranking_warning, services.judged_passes = "没有测评过。", False
    window.context.settings.reviewer = "王敏"
    window.context.ask_of_ranking()
    qtbot.waitUntil(lambda: "没有测评过" in search.ranking.words.text())
    qtbot.keyClick(search.ranking.judge, Qt.Key.Key_Return)
    first = search.ranking.question
    qtbot.keyClick(first.confirm, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: search.ranking.question is not first)
    override = search.ranking.question
    qtbot.waitUntil(override.isActiveWindow)
    assert not override.confirm.isEnabled()
    assert services.ranking_warning
    compose(override.reason, "新的题集还没有补全")
    with qtbot.waitSignal(window.context.noticed):
        qtbot.keyClick(override.reason, Qt.Key.Key_Return, CTRL)
    assert services.asked_to == [("judge", "王敏"), ("override", "王敏", "新的题集还没有补全")]
    qtbot.waitUntil(search.ranking.isHidden)


def test_the_page_opens_with_the_warning_in_it_and_the_keyboard_in_the_question(window, services, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    services.ranking_warning = "没有测评过。"
    with qtbot.waitSignal(window.context.ranking_judged):
        window.context.ask_of_ranking()
    qtbot.keyClick(window, Qt.Key.Key_3, CTRL)
    assert window.search.ranking.isVisible()
    assert window.isActiveWindow()
    assert window.search.question.hasFocus()
