"""The card of the settings page: an address is set, a newer version shown, its file fetched, and it is installed."""

import pytest
from laid_versions import ARCHIVE
from published_release import WHEEL, Publisher
from PySide6.QtCore import Qt

from insurance_desktop import __version__, paths
from insurance_desktop.gui.pages import SETTINGS


@pytest.fixture
def publisher(tmp_path):
    made = Publisher(tmp_path / "published")
    made.releases(days=36500)
    return made


@pytest.fixture
def card(window, services, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "machine"))
    window.show_page(SETTINGS)
    card = window.settings_page.updates
    qtbot.waitUntil(lambda: window.context.jobs.is_idle, timeout=60_000)
    return card


def press(card, part, qtbot):
    assert part.isEnabled()
    part.setFocus()
    qtbot.keyClick(part, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: card.window().context.jobs.is_idle, timeout=60_000)


def set_up(card, publisher, qtbot):
    card.address.setText(publisher.address)
    card.key.setText(publisher.key)
    press(card, card.keep, qtbot)


def test_nothing_can_be_looked_for_before_an_address_was_saved(card, publisher):
    assert not card.check.isEnabled()
    card.address.setText(publisher.address)
    assert not card.check.isEnabled()


def test_a_newer_version_is_shown_and_fetched_on_a_press(card, publisher, qtbot):
    set_up(card, publisher, qtbot)
    press(card, card.check, qtbot)
    assert "9.1.0" in card.state.text() and "找得更快" in card.state.text()
    press(card, card.fetch, qtbot)
    assert (paths.update_folder() / "9.1.0" / WHEEL).exists()
    assert WHEEL in card.state.text()
    assert not card.fetch.isVisible() and not card.install.isVisible()


def test_an_archive_is_installed_once_what_will_happen_was_said(card, laid, publisher, qtbot):
    publisher.releases(name=ARCHIVE, content=laid.packed(), days=36500)
    set_up(card, publisher, qtbot)
    press(card, card.check, qtbot)
    press(card, card.fetch, qtbot)
    assert "9.1.0" in card.state.text() and __version__ in card.state.text()
    assert laid.started == __version__
    press(card, card.install, qtbot)
    assert laid.started == "9.1.0"
    assert "关掉" in card.state.text() and __version__ in card.state.text()
    assert not card.install.isVisible() and not card.open.isVisible()


def test_what_is_not_believed_is_said_and_not_offered(card, publisher, window, qtbot, tmp_path):
    noticed = []
    window.context.noticed.connect(noticed.append)
    set_up(card, publisher, qtbot)
    thief = Publisher(tmp_path / "published")
    thief.releases("9.2.0", days=36500)
    press(card, card.check, qtbot)
    assert [each.kind for each in noticed] == ["error"]
    assert not card.fetch.isVisible()
    assert card.state.text() == ""


def test_another_address_makes_what_was_shown_void(card, publisher, qtbot):
    set_up(card, publisher, qtbot)
    press(card, card.check, qtbot)
    assert card.fetch.isVisible()
    card.address.setText("https://elsewhere.example/insurance-desktop.toml")
    assert not card.fetch.isVisible()
