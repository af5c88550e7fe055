"""Another language is spoken at once: a window in it takes the place of the one in front, where its reader was."""

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit
from shiboken6 import isValid

from insurance_desktop.gui import application as starting
from insurance_desktop.gui.application import Showing
from insurance_desktop.gui.pages import SETTINGS, entries
from insurance_desktop.gui.process.single_instance import FirstWindow
from insurance_desktop.gui.settings.backup_card import BackupCard
from insurance_desktop.gui.window_settings import LibraryChoice
from insurance_desktop.packs.wording import language, sentences_of
from insurance_desktop.services.library import replacing

PATIENCE_MS = 60_000


@pytest.fixture
def showing(dressed, settings, services, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(starting, "open_workspace", services.opened_at)
    first = FirstWindow(f"language-{tmp_path.name}")
    made = Showing(dressed, settings, first)
    library = tmp_path / "library.db"
    library.touch()
    made.show(LibraryChoice(library))
    wait_for_list(made, qtbot)
    yield made
    services.let_go()
    made.window.context.close()
    made.window.close()
    first.close()


def wait_for_list(showing, qtbot):
    context = showing.window.context
    qtbot.waitUntil(lambda: context.is_listed and context.jobs.is_idle, timeout=PATIENCE_MS)


def choose_english(showing, qtbot):
    showing.window.show_page(SETTINGS)
    chooser = showing.window.settings_page.language
    chooser.setCurrentIndex(chooser.findData("en"))
    with qtbot.waitSignal(showing.window.gone, timeout=PATIENCE_MS):
        chooser.activated.emit(chooser.currentIndex())
    assert showing.window.anew_wanted
    showing.show_anew()
    wait_for_list(showing, qtbot)


def texts(page):
    for each in page.findChildren(QLabel) + page.findChildren(QAbstractButton):
        yield each.text()
        yield each.toolTip()
        yield each.accessibleName()
    for each in page.findChildren(QLineEdit):
        yield each.placeholderText()
    for each in page.findChildren(QComboBox):
        yield from (each.itemText(row) for row in range(each.count()))


def test_the_library_is_as_it_was_in_a_backup_without_another_start(showing, services, qtbot, tmp_path, monkeypatch):
    """The service that puts the file in place is tried in test_window_damage; here who is asked what, and when."""
    placed = []
    monkeypatch.setattr(replacing, "check", lambda backup, path: None)
    monkeypatch.setattr(replacing, "put_in_place", lambda *told: placed.append(told) or tmp_path / "aside.db")
    backup = tmp_path / "backup.db"
    backup.touch()
    before = showing.window
    card = BackupCard(before.context)  # alone: the page around it takes seconds
    qtbot.addWidget(card)
    card.restore_from(backup)
    qtbot.waitUntil(lambda: card.question is not None)
    assert placed == []
    with qtbot.waitSignal(before.gone, timeout=PATIENCE_MS):
        card.question.accept()
    showing.show_anew()
    wait_for_list(showing, qtbot)
    assert placed == [(backup, tmp_path / "library.db", replacing.REPLACED)]
    assert str(tmp_path / "aside.db") in showing.window.notice.hint.text()
    assert showing.window.notice.isVisible()
    assert showing.library == LibraryChoice(tmp_path / "library.db"), "another language must not do it once more"


def test_a_chosen_language_is_spoken_without_another_start(showing, qtbot):
    before = showing.window
    stood_on = (before, before.context, before.context.theme)
    choose_english(showing, qtbot)
    assert language() == "en"
    assert showing.window is not before
    assert showing.window.isVisible()
    assert showing.window.current is showing.window.settings_page
    assert not showing.window.anew_wanted
    assert showing.window.rail.buttons[SETTINGS].text() == "Settings"
    assert not any(isValid(each) for each in stood_on), "the window before is kept in memory"


def test_no_page_goes_on_in_the_language_before(showing, qtbot):
    choose_english(showing, qtbot)
    english = set(sentences_of("en").values())
    chinese = {text for text in sentences_of("zh").values() if text not in english}
    for entry in entries():
        showing.window.show_page(entry.name)
        said = set(texts(showing.window.page(entry.name))) & chinese
        assert said == set(), entry.name


def test_the_same_language_changes_nothing(showing, qtbot):
    showing.window.show_page(SETTINGS)
    chooser = showing.window.settings_page.language
    chooser.activated.emit(chooser.currentIndex())
    assert showing.window.isVisible()
    assert not showing.window.anew_wanted
