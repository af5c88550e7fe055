"""The card of the settings page: whether conversations are remembered, and what is asked often."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from insurance_desktop import paths
from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import Role, Turn
from insurance_desktop.gui.pages import SETTINGS
from insurance_desktop.services.asking.memory import Memory
from insurance_desktop.services.asking.memory_settings import MemorySettings, read_memory_settings

SESSION = "session-1"


@pytest.fixture
def card(window, services, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    window.show_page(SETTINGS)
    card = window.settings_page.memory
    qtbot.waitUntil(card.switch.isEnabled, timeout=60_000)
    return card


def remember() -> None:
    with Memory() as memory:
        cited = (ClauseLink("c-1", "3.2", "犹豫期"),)
        memory.add(SESSION, Turn("1", Role.USER, "犹豫期有几天", "2026-11-28T08:00:00+00:00", cited=cited))


def press(card, part, qtbot) -> None:
    part.setFocus()
    qtbot.keyClick(part, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: card.window().context.jobs.is_idle, timeout=60_000)


def test_conversations_are_remembered_and_nothing_is_counted_at_first(card):
    assert card.switch.isChecked()
    assert not card.counting.isChecked()
    assert not card.delete.isEnabled()


def test_what_is_switched_off_is_forgotten_at_once_and_leaves_the_screen(card, window, qtbot):
    remember()
    window.show_page("ask")
    page = window.page("ask")
    qtbot.waitUntil(lambda: page.history.list.count() == 1)
    page.history.list.itemActivated.emit(page.history.list.item(0))
    qtbot.waitUntil(lambda: page.session == SESSION)
    window.show_page(SETTINGS)
    press(card, card.switch, qtbot)
    assert read_memory_settings() == MemorySettings(remembers=False)
    assert "已关闭" in card.state.text()
    assert not card.counting.isEnabled()
    qtbot.waitUntil(lambda: page.session is None and page.history.list.count() == 0)
    with Memory(settings=MemorySettings()) as memory:
        assert not memory.sessions()


def test_what_is_asked_often_is_shown_once_somebody_wants_it_counted(card, qtbot):
    press(card, card.counting, qtbot)
    assert read_memory_settings() == MemorySettings(counts_often=True)
    assert "没有统计到" in card.state.text()
    remember()
    card.look()
    qtbot.waitUntil(lambda: "1 次  犹豫期" in card.state.text())
    assert "1 个会话" in card.state.text()
    press(card, card.counting, qtbot)
    assert "犹豫期" not in card.state.text()
    with Memory() as memory:
        assert not memory.often()


def test_all_of_it_is_deleted_only_after_a_question(card, qtbot):
    remember()
    card.look()
    qtbot.waitUntil(card.delete.isEnabled)
    press(card, card.delete, qtbot)
    assert "1 个会话" in card.state.text()
    card.asking.confirm.click()
    qtbot.waitUntil(lambda: "没有记着任何会话" in card.state.text())
    assert not card.delete.isEnabled()


def test_a_choice_that_cannot_be_kept_is_said_and_not_shown(card, window, qtbot):
    place = Path(paths.memory_settings_file())
    place.mkdir(parents=True)
    notices = []
    window.context.noticed.connect(notices.append)
    press(card, card.counting, qtbot)
    assert "没有存下来" in notices[0].message
    assert not card.counting.isChecked()
