"""The collection page, by what a person sees and does, and the daily check behind it."""

from datetime import UTC, datetime, timedelta

import pytest
from fake_collection import acquired, alarm, ended_run, failed_file, receipt, site, state
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from insurance_desktop.domain.errors import CaptchaAsked, RobotsRefused
from insurance_desktop.gui.pages import COLLECTING
from insurance_desktop.services.collecting.runs import CollectionReport
from insurance_desktop.services.collecting.schedule import DailyOutcome
from insurance_desktop.store.collecting.collection import Breaker

PRESS = Qt.MouseButton.LeftButton


@pytest.fixture
def page(window, qtbot):
    """The page in front, with its sites."""
    window.show_page(COLLECTING)
    made = window.page(COLLECTING)
    qtbot.waitUntil(lambda: bool(made.cards))
    return made


def card(page):
    return page.cards["pingan-life"]


def shown_again(page, qtbot):
    page.read()
    qtbot.waitUntil(lambda: page.context.jobs.is_idle)


def breaker(seconds, cause="HTTP 429"):
    until = datetime.now(UTC) + timedelta(seconds=seconds)
    return Breaker("life.pingan.com", until.isoformat(), cause)


def asked(services, name):
    return [argument for called, argument in services.collected if called == name]


@pytest.mark.requirement("SC-002")
def test_the_last_successful_check_is_always_on_screen(window, services, page, qtbot):
    assert "还没有检查过" in window.status.signs["crawl"].text()
    services.sites = (site(state=state()),)
    shown_again(page, qtbot)
    window.status.signs["crawl"].read()
    qtbot.waitUntil(lambda: "上次成功的检查" in window.status.signs["crawl"].text())
    assert "上次成功的检查" in card(page).checked.text()
    assert "120 个产品" in card(page).counts.text()
    window.show_page("library")
    qtbot.mouseClick(window.status.signs["crawl"], PRESS)
    assert window.current is page


def test_what_is_new_since_last_time_is_said(services, page, qtbot):
    services.sites = (site(state=state(), news=ended_run((7, 8), (8,), ("甲", "乙", "丙", "丁"))),)
    shown_again(page, qtbot)
    assert "2 份新文件（1 份与先前的不同），4 个新产品：甲、乙、丙" in card(page).news.text()
    services.sites = (site(state=state(), news=ended_run()),)
    shown_again(page, qtbot)
    assert "没有新内容" in card(page).news.text()


@pytest.mark.requirement("US3")
def test_one_button_checks_and_downloads_and_says_what_came(window, services, page, qtbot):
    with qtbot.waitSignal(window.context.noticed) as notice:
        qtbot.mouseClick(card(page).start, PRESS)
    assert asked(services, "collect") == ["pingan-life"]
    assert notice.args[0].kind == "good"
    assert "新存 2 份" in notice.args[0].message
    assert card(page).start.isVisible()


def test_a_run_shows_its_progress_and_can_be_paused_and_go_on(window, services, page, qtbot):
    assert not services.collecting_waits.is_set()
    qtbot.mouseClick(card(page).start, PRESS)
    qtbot.waitUntil(lambda: card(page).progress.value() == 3)
    assert "甲 产品条款" in card(page).what.text()
    assert not card(page).start.isVisible()
    with qtbot.waitSignal(window.context.noticed) as notice:
        qtbot.mouseClick(card(page).pause, PRESS)
    assert "已暂停" in notice.args[0].message
    assert card(page).start.text() == "继续"
    services.collecting_waits.set()
    with qtbot.waitSignal(window.context.noticed):
        qtbot.mouseClick(card(page).start, PRESS)
    assert asked(services, "collect") == ["pingan-life", "pingan-life"]
    assert card(page).start.text() == "检查并下载"


def test_a_run_can_be_cancelled(window, services, page, qtbot):
    assert not services.collecting_waits.is_set()
    qtbot.mouseClick(card(page).start, PRESS)
    qtbot.waitUntil(card(page).cancel.isVisible)
    with qtbot.waitSignal(window.context.noticed) as notice:
        qtbot.mouseClick(card(page).cancel, PRESS)
    assert "已取消" in notice.args[0].message
    assert card(page).start.text() == "检查并下载"


def test_two_presses_are_one_run(services, page, qtbot):
    assert not services.collecting_waits.is_set()
    page.collect("pingan-life")
    page.collect("pingan-life")
    services.collecting_waits.set()
    qtbot.waitUntil(lambda: page.context.jobs.is_idle)
    assert asked(services, "collect") == ["pingan-life"]


@pytest.mark.requirement("EC-003")
def test_a_resting_site_counts_down_and_cannot_be_asked(services, page, qtbot):
    services.sites = (site(state=state(breaker=breaker(3725))),)
    shown_again(page, qtbot)
    assert "1:02:0" in card(page).trouble.text()
    assert "HTTP 429" in card(page).trouble.text()
    assert not card(page).start.isEnabled()
    services.sites = (site(state=state(breaker=breaker(-1))),)
    shown_again(page, qtbot)
    assert card(page).start.isEnabled()
    assert not card(page).trouble.isVisible()


def test_a_site_that_asks_for_a_person_says_what_to_do(window, services, page, qtbot):
    services.collecting_fails = CaptchaAsked("crawl.captcha_answer", url="https://life.pingan.com")
    services.sites = (site(state=state(), needs_person=True),)
    with qtbot.waitSignal(window.context.noticed) as notice:
        qtbot.mouseClick(card(page).start, PRESS)
    assert "人工验证" in notice.args[0].message
    qtbot.waitUntil(card(page).open_site.isVisible)
    assert "浏览器" in card(page).trouble.text()
    assert card(page).start.isEnabled()


def test_what_could_not_be_had_and_what_has_changed_is_told(window, services, page, qtbot):
    services.brings = CollectionReport("pingan-life", "r1", None, acquired(failed=(failed_file(),)))
    with qtbot.waitSignal(window.context.noticed) as notice:
        page.collect("pingan-life")
    assert (notice.args[0].kind, "文件不完整" in notice.args[0].hint) == ("warning", True)
    services.brings = CollectionReport("pingan-life", "r1", None, acquired(changed=(8,)))
    with qtbot.waitSignal(window.context.noticed) as notice:
        page.collect("pingan-life")
    assert "#8" in notice.args[0].hint


def words_on(widget):
    return [each.text() for each in widget.findChildren(QLabel) if each.isVisible()]


def press_on(widget, text):
    QTest.mouseClick(next(each for each in widget.findChildren(QPushButton) if each.text() == text), PRESS)


@pytest.mark.requirement("FR-003")
def test_an_alarm_says_in_words_what_happened_and_leads_to_the_review(window, services, page, qtbot):
    assert not card(page).alarms.isVisible()
    services.sites = (site(state=state(oldest_check="2026-11-01T08:00:00+00:00"), alarms=(alarm(),)),)
    shown_again(page, qtbot)
    title, message, hint = (each for each in words_on(card(page).alarms) if each)
    assert "警报 #3" in title
    assert (message, hint) == ("甲的条款换了内容。", "请核验文件 #8。")
    assert "最久没有看过" in card(page).counts.text()
    assert "没有得到" not in card(page).counts.text()
    window.status.signs["crawl"].read()
    qtbot.waitUntil(lambda: "1 个警报" in window.status.signs["crawl"].text())
    with qtbot.waitSignal(page.context.place_wanted) as place:
        press_on(card(page).alarms, "去核验")
    assert place.args[0].document_id == 8


def test_an_alarm_is_over_when_somebody_has_said_why(window, services, page, qtbot):
    window.context.settings.reviewer = "王"
    shrunk = alarm(kind="list_shrunk", document_id=None, former_document_id=None, message="目录突然变少。")
    services.sites = (site(state=state(), alarms=(shrunk,)),)
    shown_again(page, qtbot)
    assert "去核验" not in [each.text() for each in card(page).alarms.findChildren(QPushButton)]
    press_on(card(page).alarms, "已看过…")
    question = page.asking.question
    assert not question.confirm.isEnabled()
    question.reason.setPlainText("网站撤下了产品")
    question.confirm.click()
    qtbot.waitUntil(lambda: not card(page).alarms.isVisible())
    assert asked(services, "answer_alarm") == [(3, "王", "网站撤下了产品")]


def test_many_alarms_are_counted_and_the_oldest_shown(services, page, qtbot):
    services.sites = (site(state=state(), alarms=tuple(alarm(number) for number in range(1, 9))),)
    shown_again(page, qtbot)
    shown = words_on(card(page).alarms)
    assert sum("警报 #" in each for each in shown) == 5
    assert "还有 3 个警报" in shown[-1]


def test_a_run_with_an_alarm_is_no_good_news_by_hand_or_daily(window, services, page, qtbot):
    services.brings = CollectionReport("pingan-life", "r1", None, acquired(documents=()), (alarm(),))
    with qtbot.waitSignal(window.context.noticed) as notice:
        page.collect("pingan-life")
    assert (notice.args[0].kind, notice.args[0].hint) == ("warning", "甲的条款换了内容。")
    services.due = ("pingan-life",)
    services.daily = (DailyOutcome("pingan-life", services.brings, None),)
    with qtbot.waitSignal(window.context.noticed) as notice:
        window.background["crawl"].look()
    assert "1 个警报" in notice.args[0].message


@pytest.mark.requirement("FR-008")
def test_the_offline_switch_stops_collecting_and_shows_below(window, services, page, qtbot):
    page.offline.click()
    qtbot.waitUntil(lambda: window.status.network.text() == "离线")
    qtbot.waitUntil(lambda: not card(page).start.isEnabled())
    assert asked(services, "set_offline") == [True]
    page.offline.click()
    qtbot.waitUntil(card(page).start.isEnabled)


def test_a_switch_of_the_environment_cannot_be_turned_here(services, page, qtbot):
    services.user_switch, services.offline = "INSURANCE_DESKTOP_OFFLINE", True
    shown_again(page, qtbot)
    assert not page.offline.isEnabled()
    assert "INSURANCE_DESKTOP_OFFLINE" in page.offline.toolTip()


def test_the_contact_is_kept_when_it_was_changed(services, page, qtbot):
    page.contact.setText("audit@example.cn")
    page.contact.editingFinished.emit()
    page.contact.editingFinished.emit()
    qtbot.waitUntil(lambda: page.context.jobs.is_idle)
    assert asked(services, "set_contact") == ["audit@example.cn"]


def test_how_many_files_are_looked_at_again_is_kept_when_it_was_changed(services, page, qtbot):
    assert page.rechecks.currentText() == "每次重看 3 份"
    page.rechecks.setFocus()
    qtbot.keyClick(page.rechecks, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.context.jobs.is_idle)
    assert asked(services, "set_rechecks") == [10]
    services.rechecks = 7
    shown_again(page, qtbot)
    assert page.rechecks.currentText() == "每次重看 7 份"
    assert asked(services, "set_rechecks") == [10]


def test_requests_are_narrowed_by_words_and_by_how_they_ended(services, page, qtbot, tmp_path):
    refused = receipt("refused", "https://life.pingan.com/policy/1", status=None, reason="crawl.forbidden_path")
    services.receipts = (receipt(), refused, receipt("no_answer", reason="crawl.no_answer"), receipt("new outcome"))
    shown_again(page, qtbot)
    assert page.model.rowCount() == 4
    assert page.model.index(0, 2).data() == "成功"
    assert "不访问" in page.model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    page.words.setText("policy")
    assert page.model.rowCount() == 1
    page.words.clear()
    page.outcome.setCurrentIndex(1)
    assert page.model.rowCount() == 3
    page.outcome.setCurrentIndex(2)
    assert (page.model.rowCount(), page.count.text()) == (1, "1 / 4 条")
    with qtbot.waitSignal(page.context.noticed) as notice:
        page.export_to(tmp_path / "r.csv")
    assert "4 条" in notice.args[0].message


@pytest.mark.requirement("SC-002")
def test_a_site_that_is_due_is_collected_while_the_window_is_open(window, services, qtbot):
    window.background["crawl"].look()
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)
    assert asked(services, "run_due") == []
    services.due = ("pingan-life",)
    report = CollectionReport("pingan-life", "r1", None, acquired())
    services.daily = (DailyOutcome("pingan-life", report, None),)
    with qtbot.waitSignal(window.context.noticed) as notice:
        window.background["crawl"].look()
    assert "新存 2 份" in notice.args[0].message
    assert asked(services, "run_due") == [("pingan-life",)]


def test_a_daily_check_that_was_stopped_says_why(window, services, qtbot):
    services.due = ("pingan-life",)
    fault = CaptchaAsked("crawl.captcha_answer", url="https://life.pingan.com")
    services.daily = (DailyOutcome("pingan-life", None, fault),)
    with qtbot.waitSignal(window.context.noticed) as notice:
        window.background["crawl"].look()
    assert notice.args[0].kind == "warning"
    services.due = ("pingan-life",)
    with qtbot.waitSignal(window.context.noticed):
        window.background["crawl"].look()
    assert len(asked(services, "run_due")) == 2


def test_files_can_be_imported_from_here_too(window, page, qtbot):
    with qtbot.waitSignal(window.context.import_wanted):
        qtbot.mouseClick(page.import_button, PRESS)
    qtbot.keyClick(window.library.import_button.menu(), Qt.Key.Key_Escape)


def test_a_folder_that_robots_forbid_is_confirmed_on_the_page_and_collected(window, services, page, qtbot):
    """No command is spoken of: a button asks for a reason, puts it on record and goes on."""
    window.context.settings.reviewer = "王"
    forbidden = "https://life.pingan.com/ilife-home/product/a.pdf"
    services.collecting_fails = RobotsRefused("crawl.robots_forbid", url=forbidden, origin="https://life.pingan.com")
    assert not card(page).confirm.isVisible()
    with qtbot.waitSignal(window.context.noticed) as notice:
        qtbot.mouseClick(card(page).start, PRESS)
    assert "确认后继续" in notice.args[0].hint
    qtbot.mouseClick(card(page).confirm, PRESS)
    page.asking.question.reason.setPlainText("依法公开披露")
    page.asking.question.confirm.click()
    qtbot.waitUntil(lambda: len(asked(services, "collect")) == 2)
    assert asked(services, "confirm_folder") == [("pingan-life", "/ilife-home/product/", "王", "依法公开披露")]
    assert not card(page).confirm.isVisible()


def test_what_robots_forbid_outside_the_disclosures_cannot_be_confirmed(window, services, page, qtbot):
    services.collecting_fails = RobotsRefused(
        "crawl.robots_forbid", url="https://life.pingan.com/other/a.pdf", origin=""
    )
    with qtbot.waitSignal(window.context.noticed):
        qtbot.mouseClick(card(page).start, PRESS)
    assert not card(page).confirm.isVisible()
