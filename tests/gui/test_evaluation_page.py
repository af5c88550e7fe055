"""The evaluation page: figures against the bars in words, misses that open, and no ranking active without a reason."""

from pathlib import Path

import pytest
from fake_evaluation import HASH, exam_run, kept, run
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.running import Progress
from insurance_desktop.gui.evaluation.evaluation_page import (
    EXAM,
    FIGURES,
    KEPT,
    MISSES,
    PARTS,
    RANKING,
    RELIABILITY,
    SILENCE,
    Source,
)
from insurance_desktop.gui.evaluation.silence_pane import Curves
from insurance_desktop.gui.pages import SEARCH
from insurance_desktop.services.evaluation.runs import RecordedRun
from insurance_desktop.services.search.kept_questions import Fit
from insurance_desktop.services.search.ranking_approval import Standing

CTRL = Qt.KeyboardModifier.ControlModifier
SOFT_EDGE = 60


@pytest.fixture
def page(window, qtbot):
    window.show_page("evaluation")
    settle(qtbot, window)
    return window.pages.currentWidget()


@pytest.fixture
def measured(page, window, qtbot):
    qtbot.keyClick(page.first, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.run is not None)
    settle(qtbot, window)
    return page


def settle(qtbot, window):
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)


def choose(page, source):
    place = page.source.findData(source)
    page.source.setCurrentIndex(place)
    page.source.activated.emit(place)


@pytest.mark.requirement("C12c")
def test_the_ranking_is_judged_by_itself_when_that_is_due_and_a_miss_is_said(window, services, qtbot):
    window.background["evaluation"].look()
    settle(qtbot, window)
    assert services.asked_to == [], "nothing is due"
    services.is_due = True
    said = []
    window.context.noticed.connect(said.append)
    window.background["evaluation"].look()
    qtbot.waitUntil(lambda: len(said) == 1)
    assert said[0].kind == "warning" and "没有达标" in said[0].message
    settle(qtbot, window)
    window.background["evaluation"].look()
    settle(qtbot, window)
    assert [what for what, *_ in services.asked_to] == ["judge"], "once a month"


def test_an_empty_page_says_what_it_is_for_and_its_button_starts(page, services, window, qtbot):
    assert page.empty.isVisible()
    assert not page.figures.isVisible()
    assert page.first.hasFocus()
    assert not page.tabs.isTabEnabled(MISSES)
    qtbot.keyClick(page.first, Qt.Key.Key_Return)
    qtbot.waitUntil(page.figures.isVisible)
    settle(qtbot, window)
    assert ("evaluate", "own") in services.asked_to
    assert not page.empty.isVisible()
    assert services.on_main_thread == []


@pytest.mark.requirement("SC-003")
def test_each_figure_stands_beside_its_bar_with_interval_and_judgement_in_words(measured):
    rows = measured.figures.texts
    assert rows[0] == ("基础", "第一条对", "0.850", "0.800 – 0.900", "20", "≥ 0.90", "✘ 不达标")
    assert rows[1] == ("免责", "章节召回", "0.900", "0.850 – 0.950", "20", "≥ 0.80", "✔ 达标")
    assert rows[2] == ("基础", "正确条款排得多靠前", "0.880", "0.830 – 0.930", "20", "", "没有定标准")
    assert len(rows) == 3
    assert measured.summary.text().startswith("✘ 1 条标准没有达到。")
    assert "20" in measured.summary.text()


def test_colours_follow_the_theme_and_words_stay(measured, window):
    light = measured.figures.item(0, 6).foreground().color()
    words = measured.figures.texts
    window.context.theme.choose("dark")
    assert measured.figures.item(0, 6).foreground().color() != light
    assert measured.figures.texts == words
    window.context.theme.choose("light")


def test_a_run_shows_how_far_it_is_and_stops(page, services, window, qtbot):
    services.wait_in("evaluate", after=Progress(3, 20, "q3"))
    qtbot.keyClick(page.start_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.progress.isVisible() and page.progress.value() == 3)
    assert page.progress.maximum() == 20
    assert not page.start_button.isEnabled()
    assert page.stop_button.hasFocus()
    qtbot.keyClick(page.stop_button, Qt.Key.Key_Return)
    qtbot.waitUntil(page.stop_button.isHidden)
    settle(qtbot, window)
    assert page.run is None
    assert page.start_button.isEnabled()
    assert "已停止" in window.notice.message.text()


def test_a_set_that_cannot_be_read_is_a_sentence_and_the_page_goes_on(page, services, window, qtbot, tmp_path):
    services.fail_in("evaluate_file", UsageError("evaluating.line_not_json", path="set.jsonl", line=3))
    page.take_file(tmp_path / "set.jsonl")
    assert page.chosen is Source.FILE
    assert page.choose_button.text() == "set.jsonl"
    qtbot.keyClick(page.start_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "第 3 行" in window.notice.message.text())
    settle(qtbot, window)
    assert page.start_button.isEnabled()
    assert page.empty.isVisible()


def test_a_file_must_be_chosen_before_it_is_asked(page, services, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(page, "_choose_file", lambda: None)  # a native dialog that the user leaves
    choose(page, Source.FILE)
    assert page.choose_button.isVisible()
    assert not page.start_button.isEnabled()
    page.take_file(tmp_path / "mine.jsonl")
    qtbot.keyClick(page.start_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: ("evaluate", tmp_path / "mine.jsonl") in services.asked_to)


def test_where_no_question_is_kept_the_next_step_is_said(page, window, qtbot):
    choose(page, Source.KEPT)
    page.start()
    qtbot.waitUntil(lambda: "还没有收进过题" in window.notice.message.text())
    assert "检索" in window.notice.hint.text()
    settle(qtbot, window)
    page.tabs.setCurrentIndex(KEPT)
    assert page.kept.empty.isVisible()
    qtbot.keyClick(page.kept.go, Qt.Key.Key_Return)
    assert window.pages.currentIndex() == window.pages.indexOf(window.page(SEARCH))


@pytest.mark.requirement("SC-003")
def test_a_miss_opens_the_right_clause_in_review(measured, services, window, qtbot):
    services.holds(document(1))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    measured.tabs.setCurrentIndex(MISSES)
    assert measured.tabs.tabText(MISSES) == "答错的题（2）"
    assert measured.missed.texts[0] == ("基础", "犹豫期几天？", "1.4", "2.3、1.1")
    assert measured.missed.texts[1][3] == "无"
    with qtbot.waitSignal(window.context.place_wanted) as wanted:
        qtbot.keyClick(measured.missed, Qt.Key.Key_Return)
    assert (wanted.args[0].document_id, wanted.args[0].section) == (1, "1.4")
    assert window.context.document(1).sha256 == HASH


def test_a_miss_in_a_file_that_is_not_here_says_what_to_do(measured, window, qtbot):
    measured.tabs.setCurrentIndex(MISSES)
    measured.missed.setCurrentCell(1, 0)
    qtbot.keyClick(measured.missed, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "不在本库" in window.notice.message.text())
    assert "导入样例" in window.notice.hint.text()


def test_what_could_not_be_asked_stands_below_with_its_reason(measured):
    assert measured.missed.texts[2] == ("基础", "q9", "gone.pdf", "没有问：库里没有这份文件")


def test_a_missed_question_goes_along_to_the_search_page(measured, window, qtbot):
    measured.tabs.setCurrentIndex(MISSES)
    qtbot.keyClick(measured.ask_button, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text() == "犹豫期几天？"
    assert window.pages.currentIndex() == window.pages.indexOf(window.page(SEARCH))


@pytest.mark.requirement("SC-003")
def test_the_reliability_diagram_says_in_words_and_as_a_table_what_it_draws(measured):
    measured.tabs.setCurrentIndex(RELIABILITY)
    (card,) = measured.reliability.diagrams
    assert card.table.texts[8] == ("9", "5", "0.80", "0.80", "相符")
    assert card.table.texts[9] == ("10", "5", "0.90", "0.40", "把握说高了")
    said = card.diagram.accessibleDescription()
    assert "第 10 组 5 道：平均得分 0.90，实际 0.40。" in said
    assert "0.120" in said
    assert "文件里有没有答案" in card.diagram.accessibleName()
    low, high, right = card.diagram.place(0.2, 0.2), card.diagram.place(0.2, 0.8), card.diagram.place(0.9, 0.2)
    assert high.y() < low.y()
    assert right.x() > low.x()
    assert not card.diagram.grab().isNull()


@pytest.mark.requirement("SC-003")
def test_the_figures_are_split_by_insurer_and_by_style(measured):
    measured.tabs.setCurrentIndex(PARTS)
    assert measured.parts.table.texts == [
        ("基础", "第一条对", "甲人寿", "0.900", "0.850 – 0.950", "10"),
        ("基础", "第一条对", "多家公司（不限产品）", "0.600", "0.550 – 0.650", "10"),
    ]
    measured.parts.by.setCurrentIndex(1)
    measured.parts.by.activated.emit(1)
    assert [row[2] for row in measured.parts.table.texts] == ["口语", "未注明"]


@pytest.mark.requirement("SC-003")
def test_the_silence_curves_are_drawn_marked_at_the_bar_and_said_in_words_and_numbers(measured, window):
    measured.tabs.setCurrentIndex(SILENCE)
    card = measured.silence.curves
    said = card.curves.accessibleDescription()
    assert "现在的门槛是 0.70" in said
    assert "没有答案的 5 道题里，如实没有作答的占 0.610" in said
    assert "有答案的 15 道题里，被错误压下的占 0.140" in said
    assert card.table.texts[7] == ("0.70 现在", "0.610（0.560 – 0.660）", "0.140（0.090 – 0.190）")
    assert card.table.horizontalHeaderItem(2).text() == "错误沉默（有答案 15 道）"
    assert card.table.currentRow() == 7
    for theme in ("dark", "light"):
        window.context.theme.choose(theme)
        assert is_drawn(card.curves, 0.3, 0.29, window.context.theme.colours.accent)
        assert is_drawn(card.curves, 0.7, 0.95, window.context.theme.colours.text)
        assert not is_drawn(card.curves, 0.3, 0.95, window.context.theme.colours.text)


def test_pictures_of_an_earlier_run_are_gone_when_the_light_changes(measured, window, qtbot):
    measured.show_run(run(run_id=8))
    qtbot.waitUntil(lambda: len(measured.findChildren(Curves)) == 1)
    for theme in ("dark", "light"):
        window.context.theme.choose(theme)
    assert measured.silence.curves.table.texts


def is_drawn(picture, across, upwards, colour):
    """Whether a line of this colour goes through the place, give or take its soft edge."""
    middle = picture.place(across, upwards).toPoint()
    drawn = picture.grab().toImage()
    around = range(-3, 4)
    near = [drawn.pixelColor(middle.x() + across, middle.y() + upwards) for across in around for upwards in around]
    wanted = QColor(colour)
    return any(
        max(abs(a - b) for a, b in zip(each.getRgb(), wanted.getRgb(), strict=True)) <= SOFT_EDGE for each in near
    )


@pytest.mark.requirement("SC-003")
def test_near_misses_say_what_came_and_open_their_clause(measured, services, window, qtbot):
    services.holds(document(1))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    measured.tabs.setCurrentIndex(SILENCE)
    table = measured.silence.near.table
    assert table.texts[0] == ("0.810", "能贷款吗？", "无", "6.1 保单贷款", "✘ 没有答案，却作了答")
    assert [row[4] for row in table.texts[1:]] == [
        "✔ 没有答案，如实沉默",
        "△ 有答案没答，条款找对了",
        "△ 有答案没答，条款也不对",
    ]
    table.setCurrentCell(2, 0)
    with qtbot.waitSignal(window.context.place_wanted) as wanted:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert wanted.args[0].section == "1.4"


@pytest.mark.requirement("SC-003", "C12c")
def test_a_decision_says_by_whom_and_by_which_sets_and_a_run_of_the_history_opens(page, services, window, qtbot):
    services.judged_passes = True
    window.context.settings.reviewer = "韩梅"
    page.tabs.setCurrentIndex(RANKING)
    qtbot.keyClick(page.ranking.judge_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.ranking.grounds.text() != "")
    settle(qtbot, window)
    assert page.ranking.grounds.text() == (
        "由韩梅于 2026-11-21 08:00 判定，依据 1 份题集、20 道题：own.jsonl 20 道。"
        "问的是：甲人寿 12 道、多家公司（不限产品） 8 道。"
    )
    assert page.ranking.chosen.text().startswith("决定 · 测评达标，启用 · 韩梅 · 依据 1 份题集")
    page.ranking.table.setCurrentCell(1, 0)
    assert page.ranking.chosen.text().endswith("✘ 不达标 · 甲人寿 12 道、多家公司（不限产品） 8 道")
    page.ranking.table.setCurrentCell(0, 0)
    qtbot.keyClick(page.ranking.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.run is not None)
    assert ("recorded", 7) in services.asked_to
    assert page.tabs.currentIndex() == FIGURES
    page.tabs.setCurrentIndex(MISSES)
    qtbot.keyClick(page.missed, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "重新测评" in window.notice.message.text())


def test_too_few_questions_for_a_diagram_are_said(page, services, window, qtbot):
    found = run().evaluation
    services.measures = RecordedRun(8, type(found)("few", "0" * 64, 2, 2, True, (), (), ()), {})
    page.start()
    qtbot.waitUntil(lambda: page.run is not None)
    assert page.reliability.diagrams == []
    assert page.silence.curves is None
    assert page.summary.text().startswith("✘ 没有一条标准评得到这些题")


@pytest.mark.requirement("SC-003")
def test_a_kept_question_goes_only_with_a_reason_and_a_name(page, services, window, qtbot):
    services.kept_ones = (kept(1), kept(2, Fit.CHANGED, "等待期几天？"))
    window.context.settings.reviewer = "李雷"
    page.refresh()
    qtbot.waitUntil(lambda: len(page.kept.table.texts) == 2)
    page.tabs.setCurrentIndex(KEPT)
    assert page.kept.table.texts[1][:4] == ("基础", "等待期几天？", "1.4", "条款的文字已经变了，请重新收进")
    page.kept.table.setFocus()
    page.kept.table.setCurrentCell(1, 0)
    qtbot.keyClick(page.kept.table, Qt.Key.Key_Delete)
    question = page.asking.question
    assert not question.confirm.isEnabled()
    question.reason.setPlainText("条款改了")
    question.confirm.click()
    qtbot.waitUntil(lambda: len(page.kept.table.texts) == 1)
    settle(qtbot, window)
    assert services.asked_to[-1] == ("remove", 2, "李雷", "条款改了")


def test_the_history_of_the_ranking_is_told_newest_first(measured, qtbot):
    measured.tabs.setCurrentIndex(RANKING)
    qtbot.waitUntil(lambda: len(measured.ranking.table.texts) == 2)
    newest, oldest = measured.ranking.table.texts
    assert newest[:3] == ("2026-11-20 08:00", "测评 own.jsonl，20/21 道", "✘ 不达标")
    assert oldest[2] == "随程序采用"
    assert measured.ranking.state.text().startswith("△")
    assert "排序参数" in measured.ranking.details.text()


@pytest.mark.requirement("SC-003")
def test_a_ranking_that_reaches_its_bars_becomes_active_under_a_name(page, services, window, qtbot):
    services.judged_passes = True
    page.tabs.setCurrentIndex(RANKING)
    qtbot.keyClick(page.ranking.judge_button, Qt.Key.Key_Return)
    page.asking.question.name.setText("韩梅")
    page.asking.question.confirm.click()
    qtbot.waitUntil(lambda: page.ranking.state.text().startswith("✔"))
    settle(qtbot, window)
    assert ("judge", "韩梅") in services.asked_to
    assert window.context.settings.reviewer == "韩梅"
    assert page.ranking.override_button.isHidden()


@pytest.mark.requirement("SC-003")
def test_a_ranking_that_misses_a_bar_stays_off_until_a_reason_is_given(page, services, window, qtbot):
    window.context.settings.reviewer = "韩梅"
    page.tabs.setCurrentIndex(RANKING)
    before = page.asking.question
    page.ranking.judge()
    qtbot.waitUntil(lambda: page.asking.question is not before)
    settle(qtbot, window)
    assert services.standing is Standing.REFUSED
    assert window.status.ranking.isVisible()
    question = page.asking.question
    assert any("第一条对 0.850 (≥ 0.90)" in each.text() for each in question.findChildren(QWidget) if is_label(each))
    question.reject()
    assert page.ranking.override_button.isVisible()
    assert not any(each[0] == "override" for each in services.asked_to)
    qtbot.keyClick(page.ranking.override_button, Qt.Key.Key_Return)
    question = page.asking.question
    assert not question.confirm.isEnabled()
    question.reason.setPlainText("先用着，下周换模型")
    question.confirm.click()
    qtbot.waitUntil(lambda: services.standing is Standing.ACTIVE)
    settle(qtbot, window)
    assert services.asked_to[-1] == ("override", "韩梅", "先用着，下周换模型")
    assert page.ranking.table.texts[0][3].startswith("韩梅 · 先用着，下周换模型 · 依据 1 份题集")
    assert page.ranking.override_button.isHidden()
    assert not window.status.ranking.isVisible()


def is_label(widget):
    return widget.metaObject().className() == "QLabel"


def test_every_control_has_a_name_and_a_stop_for_the_keyboard(measured):
    for each in (measured.source, measured.figures, measured.missed, measured.kept.table, measured.ranking.table):
        assert each.accessibleName()
    assert measured.panes()[-1] is measured.figures
    measured.tabs.setCurrentIndex(MISSES)
    assert measured.panes()[-1] is measured.missed


def test_a_paper_is_evaluated_and_stands_beside_the_one_before(page, services, window, qtbot):
    page.tabs.setCurrentIndex(EXAM)
    assert page.exam.empty.isVisible()
    services.exam_ones = (exam_run(2, before=1, p_value=0.01), exam_run(1))
    page.exam.read()
    qtbot.waitUntil(lambda: len(page.exam.runs) == 2)
    newest, first = page.exam.table.texts
    assert newest[1:7] == ("paper.csv", "20", "–", "0.600", "0.600", "0.600")
    assert (newest[8], first[8]) == ("+0.100（3 比 1，p = 0.01）", "首次")
    assert "比第 1 次变了：库里核验过的内容" in page.exam.details.text()
    assert "单选题 12/20" in page.exam.details.text()
    assert page.exam.diagram.diagram.accessibleDescription()
    page.exam.start(Path("paper.csv"))
    qtbot.waitUntil(lambda: len(page.exam.runs) == 3)
    assert ("exam", Path("paper.csv")) in services.asked_to
    assert not page.exam.stop_button.isVisible()


def test_a_paper_that_cannot_be_read_is_said(page, services, window, qtbot):
    page.tabs.setCurrentIndex(EXAM)
    services.fail_in("evaluate_exam", UsageError("services.paper_without_keys", answers="答案"))
    said = []
    window.context.noticed.connect(said.append)
    page.exam.start(Path("paper.csv"))
    qtbot.waitUntil(lambda: bool(said))
    assert "没有答案" in said[0].message
    assert page.exam.choose_button.isVisible()
