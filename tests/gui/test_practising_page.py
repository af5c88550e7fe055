"""Practice in the window: one's own choice first, then what is right and why, by keyboard; wrong ones come again."""

import itertools
from dataclasses import replace

import pytest
from fake_practice import EVIDENCE, QUOTE, asked
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QRadioButton
from test_window_access import controls, described, spoken
from test_window_room import cut_words, settle

from insurance_desktop.domain.choice_questions import ChoiceKind
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.gui.application import make_window, open_workspace
from insurance_desktop.gui.practising.papers_pane import DUE
from insurance_desktop.packs.wording import LANGUAGES, say, speak

BOOKS = "fund_exam"
CTRL, CTRL_SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
LONG = "以下关于基金份额上市交易的条件、程序和终止情形的表述中，符合《证券投资基金法》规定的是哪一项" * 3


@pytest.fixture
def window(request, services):
    """A library of books."""
    services.pack_name = BOOKS
    return request.getfixturevalue("window")


@pytest.fixture
def other_window(closed_window, services, qtbot, tmp_path):
    """A library of another field."""
    with qtbot.waitSignal(closed_window.context.listed):
        closed_window.open_library(tmp_path / "library.db")
    settle(closed_window, qtbot)
    return closed_window


@pytest.fixture
def page(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("practise")
    settle(window, qtbot)
    return window.page("practise")


def press(qtbot, key, modifier=Qt.KeyboardModifier.NoModifier):
    """Where the keyboard is, as a person does."""
    qtbot.keyClick(QApplication.focusWidget(), key, modifier)


def begin(page, services, qtbot, *questions):
    services.practised_papers[1] = questions
    page.open_paper(1)
    settle(page.window(), qtbot)


def choose(page, qtbot, key):
    press(qtbot, key)
    press(qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.view.judged is not None)
    settle(page.window(), qtbot)


# --- where it is ----------------------------------------------------------------------------------------------
def test_the_page_is_in_the_rail_only_where_there_are_books(other_window, services, settings, qtbot):
    window = other_window
    button = window.rail.buttons["practise"]
    assert button.isHidden() and not window.rail.has("practise")
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_P, CTRL)
    assert window.current is window.library
    settings.packs = frozenset({BOOKS})
    window.context.packs_offered.emit()
    assert button.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_P, CTRL)
    assert window.current is window.page("practise")
    settings.packs = frozenset()
    window.context.packs_offered.emit()
    assert button.isHidden()


def test_the_other_pages_keep_their_keys(window):
    shown = {name: each.accessibleDescription() for name, each in window.rail.buttons.items()}
    assert (shown["ask"], shown["compare"], shown["settings"]) == ("Ctrl+4", "Ctrl+5", "Ctrl+9")
    assert shown["practise"] == "Ctrl+P"


def test_a_last_page_that_is_no_longer_there_is_passed_over(request, settings):
    settings.page = "practise"
    window = request.getfixturevalue("other_window")
    assert window.current is window.library


def test_read_by_another_field_it_offers_to_turn_to_the_books(request, services, settings, qtbot):
    settings.packs = frozenset({BOOKS})
    window = request.getfixturevalue("other_window")
    window.show_page("practise")
    page = window.page("practise")
    settle(window, qtbot)
    assert page.turn.isVisible() and not page.papers.isVisible()
    window.context.pack_wanted.disconnect()
    with qtbot.waitSignal(window.context.pack_wanted) as wanted:
        page.turn.click()
    assert wanted.args == [BOOKS]
    assert "practice_state" not in services.calls


def test_every_row_of_the_rail_is_whole_in_the_smallest_window(window, qtbot):
    window.resize(QSize(960, 600))
    settle(window, qtbot)
    shown = [each.geometry() for each in window.rail.buttons.values() if each.isVisible()]
    assert len(shown) == 10
    assert all(above.bottom() < below.top() for above, below in itertools.pairwise(shown))
    assert window.rail.rect().contains(shown[-1])
    window.resize(QSize(1280, 900))
    settle(window, qtbot)
    assert window.rail.buttons["ask"].height() == 64


# --- one question after the other -----------------------------------------------------------------------------
@pytest.mark.parametrize("key", [Qt.Key.Key_B, Qt.Key.Key_2])
def test_a_question_is_answered_by_keyboard_before_its_answer_is_seen(page, services, qtbot, key):
    begin(page, services, qtbot, asked(1), asked(2))
    assert page.view.stem.text() == "第1题问什么（ ）。"
    assert not page.view.told.isVisible()
    press(qtbot, key)
    assert [each.option.label for each in page.view.rows if each.mark.isChecked()] == ["B"]
    assert services.choices == []
    press(qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.view.judged is not None)
    assert services.choices == [(1, "B", "hybrid")]
    assert page.view.verdict.text() == "✓ 答对了（试卷的答案：B）。"
    assert page.view.answer.text() == "程序的答案：B　把握 0.87"
    press(qtbot, Qt.Key.Key_Return)
    assert page.view.stem.text() == "第2题问什么（ ）。"
    assert not page.view.told.isVisible()
    assert not services.on_main_thread


def test_a_wrong_choice_is_told_on_its_row_with_the_right_one_and_when_it_comes_again(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    choose(page, qtbot, Qt.Key.Key_D)
    assert [each.sign.text() for each in page.view.rows] == ["", "✓ 正确", "", "✕ 您选的"]
    assert page.view.rows[1].mark.accessibleDescription() == "✓ 正确"
    assert page.view.verdict.text() == "✕ 答错了（试卷的答案：B）。"
    assert page.view.next.accessibleDescription() == page.view.verdict.text()
    assert "2999-11-03" in page.view.due.text()


def test_evidence_names_its_place_and_opens_at_its_page(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    choose(page, qtbot, Qt.Key.Key_B)
    first, second = page.view.evidence.buttons
    assert first.accessibleName() == "打开依据所在的位置：上册 | 第6章 | 上市条件 | 表6-1 | 第 3 页"
    assert first.accessibleDescription() == QUOTE
    assert "&lt;二亿元&gt;" in first.toolTip(), "what others wrote is never read as markup"
    assert second.accessibleName().endswith("上册 | 第6章 | 上市规则")
    for act in (lambda: press(qtbot, Qt.Key.Key_E, CTRL_SHIFT), lambda: qtbot.keyClick(first, Qt.Key.Key_Space)):
        with qtbot.waitSignal(page.context.place_wanted) as wanted:
            act()
        assert (wanted.args[0].document_id, wanted.args[0].page, len(wanted.args[0].boxes)) == (1, 3, 1)


def test_long_passages_are_shortened_under_their_place(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    choose(page, qtbot, Qt.Key.Key_B)
    quoted = page.view.evidence.layout().itemAt(3).widget().text()
    assert quoted.endswith("…")
    assert EVIDENCE[1].quote.startswith(quoted[:-1])


def test_several_answers_are_ticked_and_told_apart_by_their_form(page, services, qtbot):
    begin(page, services, qtbot, asked(1, "AC", ChoiceKind.MULTIPLE, options=5), asked(2))
    assert all(isinstance(each.mark, QCheckBox) for each in page.view.rows)
    for key in (Qt.Key.Key_C, Qt.Key.Key_E, Qt.Key.Key_1, Qt.Key.Key_5):
        press(qtbot, key)
    press(qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.view.judged is not None)
    assert services.choices == [(1, "AC", "hybrid")]
    page.go_on()
    assert all(isinstance(each.mark, QRadioButton) for each in page.view.rows)


def test_a_statement_without_options_is_judged_true_or_false(page, services, qtbot):
    begin(page, services, qtbot, asked(1, "A", ChoiceKind.TRUE_FALSE, options=0))
    assert [each.words.text() for each in page.view.rows] == ["正确", "错误"]
    choose(page, qtbot, Qt.Key.Key_A)
    assert services.choices == [(1, "A", "hybrid")]


def test_nothing_is_sent_before_something_is_chosen_and_a_question_may_be_skipped(page, services, qtbot):
    begin(page, services, qtbot, asked(1), asked(2))
    press(qtbot, Qt.Key.Key_Return)
    press(qtbot, Qt.Key.Key_F)
    assert not page.view.check.isEnabled()
    assert page.view.next.text() == say("practise_page.skip")
    page.view.next.click()
    assert page.view.stem.text() == "第2题问什么（ ）。"
    assert services.choices == []


def test_the_mouse_may_choose_on_the_words_of_an_option(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    qtbot.mouseClick(page.view.rows[2].words, Qt.MouseButton.LeftButton)
    assert page.view.rows[2].mark.isChecked()


def test_what_nobody_can_judge_may_be_counted_either_way(page, services, qtbot):
    services.told_answer = None
    begin(page, services, qtbot, asked(1, key=""))
    choose(page, qtbot, Qt.Key.Key_B)
    assert page.view.verdict.text() == say("practise_page.unjudged")
    assert page.view.answer.text() == "未在教材中找到明确依据"
    assert page.view.count_right.isVisible() and page.view.count_wrong.isVisible()


def test_a_person_may_count_it_the_other_way(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    choose(page, qtbot, Qt.Key.Key_C)
    assert page.view.count_right.isVisible() and not page.view.count_wrong.isVisible()
    press(qtbot, Qt.Key.Key_X, CTRL_SHIFT)
    qtbot.waitUntil(lambda: page.view.verdict.text() == say("practise_page.counted_right"))
    assert page.view.due.text() == say("practise_page.not_kept")
    page.view.count_wrong.click()
    qtbot.waitUntil(lambda: page.view.verdict.text() == say("practise_page.counted_wrong"))
    assert services.recounts == [(1, True), (1, False)]
    page.view.count_right.click()
    qtbot.waitUntil(lambda: page.view.counts_right is True)
    page.go_on()
    assert say("practise_page.over_text", count=1, right=1) == page.empty._text.text()


def test_an_answer_under_way_can_be_stopped_and_nothing_is_kept(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    services.wait_in("choose_option")
    press(qtbot, Qt.Key.Key_B)
    press(qtbot, Qt.Key.Key_Return)
    assert page.view.stop.isVisible()
    assert not page.view.rows[0].mark.isEnabled()
    press(qtbot, Qt.Key.Key_Return)  # pressed once too often: it neither stops nor asks again
    press(qtbot, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(page.view.check.isVisible)
    assert services.choices == []
    assert page.view.rows[1].mark.isChecked() and page.view.rows[1].mark.isEnabled()


def test_a_failure_is_a_sentence_under_the_question(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    services.fail_in("choose_option", UsageError("services.exam_no_model"))
    press(qtbot, Qt.Key.Key_B)
    press(qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "语言模型" in page.view.verdict.text())
    assert page.view.check.isVisible()


def test_the_language_model_can_be_chosen_where_one_is_set(page, services, qtbot):
    assert not page.arm.isVisible()
    services.has_chat_model = True
    page.arrive()
    settle(page.window(), qtbot)
    assert page.arm.isVisible()
    page.arm.setCurrentIndex(1)
    begin(page, services, qtbot, asked(1), asked(2))
    choose(page, qtbot, Qt.Key.Key_B)
    assert services.choices == [(1, "B", "model")]
    assert say("practise_page.by_model") in page.view.answer.text()
    services.has_lost_model = True
    press(qtbot, Qt.Key.Key_Return)
    choose(page, qtbot, Qt.Key.Key_B)
    assert say("practise_page.model_failed") in page.view.answer.text()


# --- papers and what is due -----------------------------------------------------------------------------------
def test_a_paper_that_is_loaded_begins_and_stands_in_the_list(page, services, qtbot, tmp_path):
    page.load_paper(tmp_path / "模拟卷.csv")
    settle(page.window(), qtbot)
    assert page.view.where.text().startswith("第 1 题，共 2 题")
    lines = [page.papers.list.item(line).text() for line in range(page.papers.list.count())]
    assert lines[1].splitlines()[0] == "模拟卷.csv"
    choose(page, qtbot, Qt.Key.Key_B)
    assert "做过 1/2" in page.papers.list.item(1).text()


def test_what_is_due_today_is_practised_from_the_page_as_it_opens(page, services, qtbot):
    services.repeated = [asked(7), asked(8)]
    page.arrive()
    settle(page.window(), qtbot)
    assert page.review_due.text() == "复习今天的 2 题"
    assert page.papers.list.item(DUE).text() == "今天复习 2 题"
    page.review_due.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    settle(page.window(), qtbot)
    assert page.view.stem.text() == "第7题问什么（ ）。"
    page.go_on()
    page.go_on()
    settle(page.window(), qtbot)
    press(qtbot, Qt.Key.Key_D, CTRL_SHIFT)
    settle(page.window(), qtbot)
    assert page.view.stem.text() == "第7题问什么（ ）。"


def test_a_round_ends_with_how_many_were_right(page, services, qtbot):
    begin(page, services, qtbot, asked(1), asked(2))
    choose(page, qtbot, Qt.Key.Key_B)
    press(qtbot, Qt.Key.Key_Return)
    choose(page, qtbot, Qt.Key.Key_A)
    press(qtbot, Qt.Key.Key_Return)
    assert page.empty.isVisible() and not page.view.isVisible()
    assert page.empty._text.text() == say("practise_page.over_text", count=2, right=1)


def test_questions_are_typed_into_a_sheet_and_begin(page, services, qtbot):
    press(qtbot, Qt.Key.Key_T, CTRL_SHIFT)
    qtbot.waitUntil(page.sheet.isActiveWindow)
    assert not page.sheet.confirm.isEnabled()
    page.sheet.words.setPlainText("题目 A. 甲 B. 乙")
    qtbot.keyClick(page.sheet.words, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: page.view.stem.text() == "第100题问什么（ ）。")


def test_what_is_no_question_stands_in_the_sheet_once_more(page, services, qtbot):
    services.fail_in("add_typed", UsageError("services.no_choice_question"))
    page.add_typed("不是题目")
    qtbot.waitUntil(lambda: page.sheet is not None)
    assert page.sheet.words.toPlainText() == "不是题目"
    assert "没有认出选择题" in page.window().notice.message.text()


def test_a_paper_is_removed_after_a_question(page, services, qtbot, tmp_path):
    page.load_paper(tmp_path / "a.csv")
    settle(page.window(), qtbot)
    page.papers.list.setCurrentRow(0)
    page.papers.list.setFocus()
    press(qtbot, Qt.Key.Key_Delete)
    assert page.papers.asking is None, "what is due is no paper"
    page.papers.list.setCurrentRow(1)
    press(qtbot, Qt.Key.Key_Delete)
    assert services.practised_papers
    page.papers.asking.accept()
    settle(page.window(), qtbot)
    assert not services.practised_papers
    assert not page.view.isVisible()


def test_a_paper_opens_by_enter_in_the_list(page, services, qtbot):
    services.practised_papers[1] = (asked(1),)
    page.arrive()
    settle(page.window(), qtbot)
    press(qtbot, Qt.Key.Key_H, CTRL_SHIFT)
    press(qtbot, Qt.Key.Key_Down)
    press(qtbot, Qt.Key.Key_Return)
    settle(page.window(), qtbot)
    assert page.view.stem.text() == "第1题问什么（ ）。"


def test_the_place_is_found_again_and_a_paper_that_is_gone_is_passed_over(page, services, qtbot):
    begin(page, services, qtbot, asked(1), asked(2))
    place = page.place()
    page.go_on()
    page.return_to(place)
    settle(page.window(), qtbot)
    assert (page.view.stem.text(), place) == ("第1题问什么（ ）。", "1")
    page.return_to("99")
    settle(page.window(), qtbot)
    assert page.view.stem.text() == "第1题问什么（ ）。"


def test_a_paper_of_the_field_before_does_not_begin_after_another_one_was_turned_to(page, services, qtbot):
    services.practised_papers[1] = (asked(1),)
    page.open_paper(1)
    page.context.pack_changed.emit()
    settle(page.window(), qtbot)
    assert (page.queue, page.source) == ((), None)


def test_in_a_library_that_is_only_read_nothing_is_loaded_and_nothing_chosen(page, services, qtbot):
    page.context.read_only.is_on = True
    begin(page, services, qtbot, asked(1))
    with qtbot.waitSignal(page.context.noticed):
        press(qtbot, Qt.Key.Key_B)
        press(qtbot, Qt.Key.Key_Return)
    assert services.choices == []


# --- for everybody --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [QSize(960, 600), QSize(1280, 800)], ids=lambda size: f"{size.width()}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_cut_before_or_after_the_answer(request, services, qtbot, language, size):
    speak(language)
    window = request.getfixturevalue("window")
    window.resize(size)
    long = asked(1, key="D")
    question = replace(long.question, stem=LONG)
    services.practised_papers[1] = (replace(long, question=question),)
    services.has_chat_model = True
    services.repeated = [asked(n) for n in range(2, 140)]
    window.show_page("practise")
    page = window.page("practise")
    settle(window, qtbot)
    cut = list(cut_words(page))
    page.open_paper(1)
    settle(window, qtbot)
    cut += cut_words(page)
    page.view.rows[2].mark.click()
    page.view.choose()
    qtbot.waitUntil(lambda: page.view.judged is not None)
    settle(window, qtbot)
    elided = {each.text() for each in page.view.evidence.findChildren(QPushButton)}
    cut += [each for each in cut_words(page) if not any(repr(words) in each for words in elided)]
    cut += cut_words(window.rail)
    assert not cut


def test_every_control_has_a_name_and_takes_the_keyboard_before_and_after_the_answer(page, services, qtbot):
    begin(page, services, qtbot, asked(1))
    for key in (None, Qt.Key.Key_C):
        if key is not None:
            choose(page, qtbot, key)
        assert [described(each) for each in controls(page) if not spoken(each)] == []
        usable = [each for each in controls(page) if each.isVisible() and each.isEnabled()]
        assert [described(each) for each in usable if each.focusPolicy() == Qt.FocusPolicy.NoFocus] == []


def test_the_keyboard_stays_on_the_page_all_the_way(page, services, qtbot):
    begin(page, services, qtbot, asked(1), asked(2))
    held = [QApplication.focusWidget()]
    for key in (Qt.Key.Key_C, Qt.Key.Key_Return):
        press(qtbot, key)
        held.append(QApplication.focusWidget())
    qtbot.waitUntil(lambda: page.view.judged is not None)
    held.append(QApplication.focusWidget())
    press(qtbot, Qt.Key.Key_Return)
    held.append(QApplication.focusWidget())
    assert all(each is not None and page.isAncestorOf(each) for each in held)
    assert held[3] is page.view.next
    assert held[4] is page.view.rows[0].mark


# --- on a real library ----------------------------------------------------------------------------------------
def test_progress_is_there_after_the_next_start(dressed, settings, qtbot, tmp_path):
    settings.packs = frozenset({BOOKS})
    (tmp_path / "paper.csv").write_text(
        "题目,A,B,答案\n一加一是（ ）。,一,二,B\n二加二是（ ）。,四,五,A\n", encoding="utf-8"
    )

    def opened():
        made = make_window(dressed, settings, open_workspace, tmp_path / "library.db")
        qtbot.addWidget(made)
        made.show()
        with qtbot.waitSignal(made.context.listed, timeout=60_000):
            made.open_library(tmp_path / "library.db")
        qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=60_000)
        if made.context.pack != BOOKS:
            made.choose_pack(BOOKS)
            qtbot.waitUntil(lambda: made.context.pack == BOOKS, timeout=60_000)
        made.show_page("practise")
        qtbot.waitUntil(lambda: made.context.jobs.is_idle, timeout=60_000)
        return made

    first = opened()
    page = first.page("practise")
    page.load_paper(tmp_path / "paper.csv")
    qtbot.waitUntil(lambda: bool(page.queue), timeout=60_000)
    page.view.rows[0].mark.click()
    page.view.choose()
    qtbot.waitUntil(lambda: page.view.judged is not None, timeout=60_000)
    assert (page.view.judged.is_right, page.view.judged.truth) == (False, "B")
    qtbot.waitUntil(lambda: first.context.jobs.is_idle, timeout=60_000)
    with qtbot.waitSignal(first.gone, timeout=60_000):
        first.close()
    second = opened()
    again = second.page("practise")
    qtbot.waitUntil(lambda: bool(again.queue), timeout=60_000)
    assert again.view.stem.text() == "二加二是（ ）。", "it goes on behind what was answered"
    assert again.papers.list.item(DUE).text() == "今天复习 1 题"
    assert "做过 1/2" in again.papers.list.item(1).text()
    second.context.close()
