"""The switch of the web face: off until it is wanted, a link while it serves, nothing left when the window goes."""

import json
import sys

import pytest
from PySide6.QtCore import Qt

from insurance_desktop.gui.pages import SETTINGS
from insurance_desktop.services.connecting import command

SERVES = "import sys; print({told!r}, flush=True); sys.stdin.read(); open({gone!r}, 'w').close()"
WHERE = {"url": "http://127.0.0.1:1", "token": "t", "link": "http://127.0.0.1:1/?token=t"}
FAULT = {"error": {"code": "system", "message": "端口用不了。", "hint": "换一个。"}}


@pytest.fixture
def card(window, services):
    window.show_page(SETTINGS)
    return window.settings_page.web


@pytest.fixture
def gone(tmp_path):
    """A file that the program leaves when it ends by itself."""
    return tmp_path / "gone"


def started_as(monkeypatch, script: str) -> None:
    monkeypatch.setattr(command, "web_command", lambda library: (sys.executable, "-c", script))


def switch(card, qtbot) -> None:
    qtbot.keyClick(card.switch, Qt.Key.Key_Space)


def test_nothing_is_served_until_it_is_switched_on(card, window):
    assert not card.switch.isChecked()
    assert not window.context.web.is_running
    assert not card.open.isVisibleTo(card)


def test_the_link_is_there_while_it_serves(card, qtbot, monkeypatch, gone):
    started_as(monkeypatch, SERVES.format(told=json.dumps(WHERE), gone=str(gone)))
    switch(card, qtbot)
    qtbot.waitUntil(lambda: card.copy.isVisibleTo(card), timeout=60_000)
    assert WHERE["url"] in card.state.text()
    assert "token" not in card.state.text()
    switch(card, qtbot)
    qtbot.waitUntil(lambda: not card.copy.isVisibleTo(card), timeout=60_000)
    assert gone.exists()
    assert not card.switch.isChecked()


def test_it_ends_with_the_window(card, window, qtbot, monkeypatch, gone):
    started_as(monkeypatch, SERVES.format(told=json.dumps(WHERE), gone=str(gone)))
    switch(card, qtbot)
    qtbot.waitUntil(lambda: card.copy.isVisibleTo(card), timeout=60_000)
    window.context.close()
    assert gone.exists()


def test_why_it_does_not_serve_is_said(card, qtbot, monkeypatch):
    started_as(monkeypatch, f"print({json.dumps(FAULT)!r})")
    switch(card, qtbot)
    qtbot.waitUntil(lambda: not card.switch.isChecked(), timeout=60_000)
    assert card.state.text() == "端口用不了。 换一个。"


@pytest.mark.parametrize("command_line", [(sys.executable, "-c", "raise SystemExit(3)"), ("/no/such/program",)])
def test_a_program_that_says_nothing_leads_to_its_log(card, qtbot, monkeypatch, command_line):
    monkeypatch.setattr(command, "web_command", lambda library: command_line)
    switch(card, qtbot)
    qtbot.waitUntil(lambda: "web.log" in card.state.text(), timeout=60_000)
    assert not card.switch.isChecked()
