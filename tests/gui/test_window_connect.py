"""AI clients are connected in the window: no write before its difference was seen, and the server is tried."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.serving import SERVER_NAME
from insurance_desktop.services.answers.tools import WITH_FACTS

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(window, services, qtbot):
    window.show_page("connect")
    shown = window.pages.currentWidget()
    qtbot.waitUntil(lambda: len(shown.cards) == 4 and window.context.jobs.is_idle)
    return shown


def press(qtbot, made):
    qtbot.waitUntil(made.isVisible)
    qtbot.mouseClick(made, Qt.MouseButton.LeftButton)


def settle(qtbot, window):
    qtbot.waitUntil(lambda: window.context.jobs.is_idle)


def test_each_client_says_how_it_stands(page):
    said = {name: card.status.text() for name, card in page.cards.items()}
    assert said == {
        "claude-desktop": "未连接",
        "claude-code": "没有安装",
        "cursor": "未连接",
        "vscode": "没有安装",
    }
    assert page.cards["cursor"].connect_button.isEnabled()
    assert not page.cards["vscode"].connect_button.isEnabled()
    assert "cursor.json" in page.cards["cursor"].path.text()


def test_connecting_shows_the_difference_writes_it_and_tries_the_server(page, services, window, qtbot):
    card = page.cards["cursor"]
    press(qtbot, card.connect_button)
    qtbot.waitUntil(card.asking.isVisible)
    assert '+  "insurance-clauses": 1' in card.difference.toPlainText()
    assert services.written == {}
    assert card.cancel_button.hasFocus()
    press(qtbot, card.confirm_button)
    qtbot.waitUntil(lambda: len(card.lines) == 2)
    settle(qtbot, window)
    assert [line[0] for line in card.lines] == ["✔", "✔"]
    assert services.written["cursor"] == services.tried[0]
    assert card.status.text() == "已连接"
    assert not card.connect_button.isVisible()
    assert "重新打开" in window.notice.hint.text()
    assert services.on_main_thread == []


def test_a_client_is_given_the_tools_for_facts_and_may_be_given_others_later(page, services, window, qtbot):
    card = page.cards["cursor"]
    card.facts_box.click()
    press(qtbot, card.connect_button)
    qtbot.waitUntil(card.asking.isVisible)
    assert services.toolsets == WITH_FACTS
    press(qtbot, card.confirm_button)
    qtbot.waitUntil(lambda: len(card.lines) == 2)
    settle(qtbot, window)
    assert not card.facts_box.isChecked(), "what the file says counts"
    assert not card.connect_button.isVisible()
    card.facts_box.click()
    assert card.connect_button.isVisible()
    assert card.connect_button.text() == "更改…"


def test_who_says_no_leaves_the_file_as_it_is(page, services, window, qtbot):
    card = page.cards["cursor"]
    press(qtbot, card.connect_button)
    qtbot.waitUntil(card.asking.isVisible)
    qtbot.keyClick(card.cancel_button, Qt.Key.Key_Return)
    assert not card.asking.isVisible()
    settle(qtbot, window)
    assert services.written == {}
    assert "carry_out" not in services.calls
    assert card.connect_button.hasFocus()


def test_undoing_shows_the_difference_too(page, services, window, qtbot):
    services.written["cursor"] = ("/elsewhere/insurance-desktop", "mcp")
    page.refresh()
    card = page.cards["cursor"]
    qtbot.waitUntil(lambda: card.status.text() == "连接的是别处")
    assert "/elsewhere/insurance-desktop mcp" in card.remark.text()
    press(qtbot, card.undo_button)
    qtbot.waitUntil(card.asking.isVisible)
    assert '-  "insurance-clauses": 1' in card.difference.toPlainText()
    press(qtbot, card.confirm_button)
    qtbot.waitUntil(lambda: card.status.text() == "未连接")
    settle(qtbot, window)
    assert card.lines == ["已撤销 Cursor 的连接。"]


def test_a_server_that_does_not_answer_is_a_line_with_what_to_do(page, services, window, qtbot):
    services.server_works = False
    services.written["cursor"] = ("/gone", "mcp")
    page.refresh()
    card = page.cards["cursor"]
    press(qtbot, card.trial_button)
    qtbot.waitUntil(lambda: card.lines[:1] == ["✘ no answer\ninstall it again"])
    assert services.tried == [("/gone", "mcp")]


def test_a_broken_file_is_said_and_cannot_be_written(page, services, qtbot):
    services.broken.add("cursor")
    page.refresh()
    card = page.cards["cursor"]
    qtbot.waitUntil(lambda: card.status.text() == "配置文件有错")
    assert "第 3 行" in card.remark.text()
    assert not card.connect_button.isEnabled()


def test_a_refusal_on_writing_is_a_notice_and_the_page_looks_again(page, services, window, qtbot):
    services.fail_in("carry_out", SourceError("connecting.changed_meanwhile", path="settings.json"))
    card = page.cards["cursor"]
    press(qtbot, card.connect_button)
    press(qtbot, card.confirm_button)
    qtbot.waitUntil(lambda: "刚刚被别的程序改动" in window.notice.message.text())
    settle(qtbot, window)
    assert card.lines == []
    assert card.connect_button.isEnabled()


def test_the_settings_of_a_client_can_be_copied(page, qtbot):
    card = page.cards["vscode"]
    press(qtbot, card.snippet_button)
    qtbot.waitUntil(lambda: SERVER_NAME in QGuiApplication.clipboard().text())
    assert card.lines == ["已复制，可以贴进客户端的 MCP 配置。"]
