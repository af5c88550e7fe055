"""Exclusions, surrender and the check of an AI answer: what a reader sees, and where the keyboard leads."""

from dataclasses import replace

import pytest
from fake_answers import quotation
from fake_services import document
from input_method import compose
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from insurance_desktop.domain.answers import (
    ExceptionClause,
    ExclusionItem,
    OperationWords,
    RelatedTable,
    SurrenderAnswer,
)
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.quotes import Difference, QuoteCheck, Verdict
from insurance_desktop.domain.states import AnswerStatus, EditionStatus, ReviewStatus
from insurance_desktop.packs.wording import say

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def search(window, services, qtbot):
    services.holds(document(1, review_status=ReviewStatus.VERIFIED))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.show_page("search")
    qtbot.waitUntil(window.isActiveWindow)
    return window.search


@pytest.fixture
def source(services):
    return services._hit(None).source_reference


def shown(widget):
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if not each.isHidden())


def step_to(search, qtbot, view):
    """With the key that goes from view to view."""
    for _ in search.views:
        if search.view is not view:
            qtbot.keyClick(search.view.field, Qt.Key.Key_PageDown, ALT)
    assert search.view is view
    assert view.field.hasFocus()


def settled(search, qtbot):
    view = search.view
    qtbot.waitUntil(lambda: view.has_answer and view.asking is None and search.window().context.jobs.is_idle)
    qtbot.waitUntil(lambda: not view.is_growing and all(each.isVisible() for each in view.cards))


# --- exclusions ---------------------------------------------------------------------------------------------------
def item(source, mark, number, **changes):
    made = ExclusionItem(
        f"c{number}", "2.4", "责任免除", f"{number}、", None, mark, None, f"第{number}种情形", (), (), source
    )
    return replace(made, **changes)


@pytest.fixture
def excluded(services, source):
    exception = ExceptionClause("但因急救的除外", "2.4")
    services.excluded = (
        item(source, "not_mentioned", 1),
        item(source, "matched", 2, exceptions=(exception,), definitions=("d1",)),
        item(source, "possible", 3),
    )


def check_scenario(search, qtbot):
    step_to(search, qtbot, search.exclusions)
    compose(search.exclusions.scenario, "酒后驾车")
    qtbot.keyClick(search.exclusions.scenario, Qt.Key.Key_Return)
    settled(search, qtbot)


@pytest.mark.requirement("FR-002")
def test_exclusions_are_marked_in_words_with_exceptions_definitions_and_disclaimer(search, excluded, qtbot):
    search.product.setText("安心保重大疾病保险1")
    check_scenario(search, qtbot)
    view = search.exclusions
    assert [each.mark.text() for each in view.cards] == ["■ 相符", "△ 可能"]
    first = shown(view.cards[0])
    assert "↩ 例外（2.4）：但因急救的除外" in first
    assert "15日的犹豫期" in first  # what its term means
    assert "✓ 已列全：这个范围里的 3 项" in view.summary.text()
    assert view.disclaimer.text() == "仅供参考"


def test_what_is_not_mentioned_is_counted_and_shown_on_demand(search, excluded, qtbot):
    check_scenario(search, qtbot)
    view = search.exclusions
    assert "△ 没有列全" in view.summary.text()
    assert view.filters["not_mentioned"].text() == "○ 未提到 1"
    qtbot.keyClick(view.filters["not_mentioned"], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not view.is_growing)
    assert [each.mark.text() for each in view.cards] == ["■ 相符", "△ 可能", "○ 未提到"]


def test_enter_on_an_exclusion_opens_its_place(search, window, excluded, qtbot):
    check_scenario(search, qtbot)
    qtbot.keyClick(search.exclusions.scenario, Qt.Key.Key_Down, CTRL)
    assert search.exclusions.cards[0].hasFocus()
    qtbot.keyClick(search.exclusions.cards[0], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.isVisible() and window.review.page.page == 3)


# --- surrender ----------------------------------------------------------------------------------------------------
@pytest.fixture
def surrendered(services):
    table = Table(4, "cash_value", ("年度", "现金价值"), (("1", "10"), ("2", "25")), 2, 2)
    first = SurrenderAnswer(
        AnswerStatus.OK,
        None,
        "退保",
        quotation("您可以解除合同。"),
        (quotation("退还现金价值。"),),
        (),
        (),
        (RelatedTable("t", "9", "现金价值表", 4, table, (("年度", "现金价值"), ("2", "25"))),),
        "退保见 5.1",
        (),
        ("只提供计算逻辑",),
        next_cursor="1",
    )
    rest = replace(
        first,
        definition=None,
        calculation_rules=(quotation("扣除手续费。"),),
        related_tables=(),
        next_cursor=None,
        other_operations=(OperationWords("减额交清", quotation("可以减额交清。", "5.2")),),
    )
    services.surrendered = {None: first, "1": rest}


@pytest.mark.requirement("FR-002a")
def test_both_operations_stand_side_by_side_with_tables_and_notices(search, services, surrendered, qtbot):
    search.product.setText("安心保重大疾病保险1")
    step_to(search, qtbot, search.surrender)
    qtbot.keyClicks(search.surrender.year, "2")
    qtbot.keyClick(search.surrender.year, Qt.Key.Key_Return)
    settled(search, qtbot)
    view = search.surrender
    assert services.asked[0] == ("安心保重大疾病保险1", "surrender", 2)
    assert [[card.quotation.text for card in cards] for cards in view.side_cards] == [
        ["您可以解除合同。", "退还现金价值。", "扣除手续费。"],
        ["可以减额交清。"],
    ]
    left, right = view.side_cards[0][0], view.side_cards[1][0]
    assert left.mapTo(view, left.rect().topLeft()).x() < right.mapTo(view, right.rect().topLeft()).x()
    table = view.cards[-1]
    assert "所问的保单年度：2 | 25" in shown(table)
    assert table.grid.item(1, 1).text() == "25"
    assert "只提供计算逻辑" in view.summary.text()


def test_an_operation_that_the_clauses_do_not_know_says_so_in_its_column(search, services, surrendered, qtbot):
    services.surrendered["1"] = replace(services.surrendered["1"], other_operations=())
    search.product.setText("安心保重大疾病保险1")
    step_to(search, qtbot, search.surrender)
    search.ask()
    settled(search, qtbot)
    assert say("search.operation_not_mentioned", operation="减额交清") in shown(search.surrender)


def test_a_product_that_knows_neither_operation_says_each_once(search, services, surrendered, qtbot):
    unsaid = "本产品的条款没有提到退保。", "本产品的条款没有提到减额交清。"
    services.surrendered = {
        None: replace(
            services.surrendered["1"],
            status=AnswerStatus.NO_MATCH,
            message=unsaid[0],
            calculation_rules=(),
            other_operations=(OperationWords("减额交清", None),),
            comparison_note="\n".join(unsaid),
        )
    }
    search.product.setText("安心保重大疾病保险1")
    step_to(search, qtbot, search.surrender)
    search.ask()
    settled(search, qtbot)
    said = shown(search.surrender)
    assert [said.count(each) for each in unsaid] == [1, 1]
    assert "只提供计算逻辑" in search.surrender.summary.text()


def test_surrender_without_a_product_leads_to_choosing_one(search, services, surrendered, qtbot):
    step_to(search, qtbot, search.surrender)
    qtbot.keyClick(search.surrender.ask_button, Qt.Key.Key_Return)
    assert "选定一个产品" in search.surrender.summary.text()
    assert search.product.hasFocus()
    assert services.asked == []


# --- an AI answer -------------------------------------------------------------------------------------------------
PASTED = "根据条款，“有15日的犹豫期”，而且“有30日的犹豫期”，还有“双倍退还保险费”。𠮷：“不收手续费”。"


def check(source, quote, verdict, message, **changes):
    made = QuoteCheck(
        quote,
        verdict,
        message,
        chunk_id="c",
        section_id="3.2",
        section_title="犹豫期",
        verified_text="有15日的犹豫期",
        edition_status=EditionStatus.CURRENT,
        source_reference=source,
    )
    return replace(made, **changes)


@pytest.fixture
def checks(services, source):
    days = (
        Difference("same", "有", "有"),
        Difference("changed", "30", "15", critical=True),
        Difference("same", "日的犹豫期", "日的犹豫期"),
    )
    services.checks = [
        check(source, "有15日的犹豫期", Verdict.EXACT, "逐字一致。", goes_on_with="但电话销售除外"),
        check(source, "有30日的犹豫期", Verdict.NOT_FOUND, "数字不同。", difference=days),
        QuoteCheck("双倍退还保险费", Verdict.NOT_FOUND, "没有这段话。"),
        check(source, "不收手续费", Verdict.SUPERSEDED, "旧版本。", edition_status=EditionStatus.SUPERSEDED),
    ]


def check_pasted(search, qtbot):
    step_to(search, qtbot, search.checking)
    compose(search.checking.paper, PASTED)
    qtbot.keyClick(search.checking.paper, Qt.Key.Key_Return, CTRL)
    settled(search, qtbot)


def test_every_quotation_has_its_verdict_in_words_and_a_next_step(search, checks, qtbot):
    check_pasted(search, qtbot)
    view = search.checking
    assert [each.verdict.text() for each in view.cards] == [
        "✓ 逐字一致",
        "✕ 原文里没有",
        "✕ 原文里没有",
        "△ 旧版本的话",
    ]
    assert view.summary.text() == "共 4 处引文：✓ 逐字一致 1、△ 旧版本的话 1、✕ 原文里没有 2"
    steps = [each.step.text() for each in view.cards]
    for step, words in zip(steps, ("但电话销售除外", "真正的数字", "用这句话检索", "哪个版本"), strict=True):
        assert words in step


def test_differences_are_marked_sign_by_sign_without_colour_too(search, checks, qtbot):
    check_pasted(search, qtbot)
    card = search.checking.cards[1]
    assert "〔−30〕" in card.difference.text()
    assert "〔+15〕" in card.difference.text()
    assert "改变意思" in card.difference.text()
    assert search.checking.cards[0].difference is None


def test_the_quotation_with_the_keyboard_is_marked_in_the_answer(search, checks, qtbot):
    check_pasted(search, qtbot)
    for _ in search.checking.cards:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down, CTRL)
    assert search.checking.cards[3].hasFocus()
    [marked] = search.checking.paper.extraSelections()
    assert marked.cursor.selectedText() == "不收手续费"


def test_the_place_of_a_quotation_opens_and_its_verified_words_are_copied(search, window, checks, qtbot):
    check_pasted(search, qtbot)
    card = search.checking.cards[1]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_C, CTRL | SHIFT)
    qtbot.waitUntil(lambda: card.copy_button.text() == "✓ 已复制")
    assert "“有15日的犹豫期”" in QGuiApplication.clipboard().text()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.isVisible() and window.review.page.page == 3)


@pytest.mark.requirement("FR-007")
def test_a_quotation_opens_copies_and_packs_the_page_of_its_own_words(
    search, window, services, source, qtbot, tmp_path
):
    """Its clause begins on page 1; the words stand on page 2 and go on to page 3."""
    lines = (Box(2, 184, 740, 540, 751), Box(3, 184, 92, 300, 103))
    services.checks = [
        check(replace(source, page_number=2, page_to=3, boxes=lines), "有15日的犹豫期", Verdict.EXACT, "逐字一致。")
    ]
    check_pasted(search, qtbot)
    [card] = search.checking.cards
    assert "第 2–3 页" in shown(card)
    card.setFocus()
    card.copy()
    qtbot.waitUntil(lambda: card.copy_button.text() == "✓ 已复制")
    assert "第 2–3 页" in QGuiApplication.clipboard().text()
    assert "&page=2" in QGuiApplication.clipboard().text()
    card.taking.pack_to("c", tmp_path / "evidence.zip", card.checked.check.verified_text)
    qtbot.waitUntil(lambda: services.evidence_words == ["有15日的犹豫期"])
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.review.isVisible() and window.review.page.page == 2)


def test_what_stands_nowhere_can_be_searched(search, services, checks, qtbot):
    check_pasted(search, qtbot)
    qtbot.keyClick(search.checking.cards[2].search_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: search.asking.has_answer)
    assert search.view is search.asking
    assert services.questions[-1].query == "双倍退还保险费"


def test_an_answer_without_quotations_says_what_to_do(search, qtbot):
    step_to(search, qtbot, search.checking)
    compose(search.checking.paper, "没有引文")
    qtbot.keyClick(search.checking.paper, Qt.Key.Key_Return, CTRL)
    settled(search, qtbot)
    assert "没有找到引文" in search.checking.summary.text()


def test_a_newer_check_replaces_the_one_still_under_way(search, services, checks, qtbot):
    step_to(search, qtbot, search.checking)
    services.wait_in("check_answer")
    compose(search.checking.paper, PASTED)
    qtbot.keyClick(search.checking.paper, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: "check_answer" in services.calls)
    services.checks = services.checks[:1]
    qtbot.keyClick(search.checking.paper, Qt.Key.Key_Return, CTRL)
    services.let_go()
    settled(search, qtbot)
    assert len(search.checking.cards) == 1
    assert services.on_main_thread == []
