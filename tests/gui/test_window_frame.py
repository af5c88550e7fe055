"""The frame: pages by key and by button, panes by F6, keys of one's own, and where the reader was."""

import pytest
from fake_services import document
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from insurance_desktop.gui.application import make_window
from insurance_desktop.gui.frame.window import AT_FIRST
from insurance_desktop.gui.library.library_page import LibraryPage
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import LIBRARY, REVIEW, SEARCH, SETTINGS, Place, entries
from insurance_desktop.gui.shortcuts import COMMANDS, Shortcuts
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import say, speak

PAGES = [each.name for each in entries()]
BOOKS = "fund_exam"  # a field that adds a page to the rail
ALWAYS = [each.name for each in entries() if not each.work_kind]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def reopened(window, settings, services, dressed, qtbot, path):
    """The window closed, and another one on the same library and settings."""
    with qtbot.waitSignal(window.gone):
        window.close()
    again = make_window(dressed, settings, services.opened_at, path)
    qtbot.addWidget(again)
    again.resize(AT_FIRST)
    again.show()
    with qtbot.waitSignal(again.context.listed):
        again.open_library(path)
    qtbot.waitUntil(lambda: again.context.jobs.is_idle)
    return again


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_the_rail_opens_by_its_key_with_the_keyboard_in_it(window, settings, qtbot, name):
    settings.packs = frozenset({BOOKS})
    window.context.packs_offered.emit()
    qtbot.waitUntil(window.isActiveWindow)
    key = dict(zip(ALWAYS, range(Qt.Key.Key_1, Qt.Key.Key_9 + 1), strict=True)).get(name, Qt.Key.Key_P)
    qtbot.keyClick(window, Qt.Key(key), CTRL)
    assert isinstance(window.current, Page)
    assert window.current is window.page(name)
    assert window.rail.buttons[name].isChecked()
    assert QApplication.activeWindow() is window  # no part of the page was a window of its own for a moment
    held = QApplication.focusWidget()
    assert held is not None
    assert window.current.isAncestorOf(held)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_says_the_next_step_while_the_library_is_empty(window, settings, qtbot, name):
    settings.packs = frozenset({BOOKS})
    window.show_page(name)
    if name == REVIEW:
        assert "导入" in window.review.queue.nothing.text()
        return
    steps = [each for each in window.current.findChildren(QPushButton) if each.isVisible() and each.isEnabled()]
    assert steps


def test_f6_goes_round_the_panes_and_back(window, services, qtbot):
    services.holds(document(1))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page(LIBRARY)
    seen = []
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    library = window.library
    assert seen == [library.details.open_button, window.rail.buttons[LIBRARY], library.search, library.table]
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, SHIFT)
    assert QApplication.focusWidget() is library.search


def test_the_last_place_is_found_again(window, settings, services, dressed, qtbot, tmp_path):
    services.holds(document(1), document(2))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(2, page=3))
    qtbot.waitUntil(lambda: window.review.opened is not None and window.context.jobs.is_idle)
    again = reopened(window, settings, services, dressed, qtbot, tmp_path / "library.db")
    qtbot.waitUntil(lambda: again.review.opened is not None)
    assert again.current is again.review
    assert again.review.opened.document_id == 2
    assert again.review.page.page == 3
    again.context.close()


def test_a_window_that_is_killed_begins_where_its_reader_was(window, settings, services, qtbot):
    """The place is in the file soon after each move, though nobody closed the window."""
    services.holds(document(1), document(2))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    library = str(window.context.library_path)
    for number in (2, 3):
        window.context.place_wanted.emit(Place(2, page=number))
        qtbot.waitUntil(lambda number=number: WindowSettings(settings.file).place(REVIEW, library) == f"2:{number}")
    assert WindowSettings(settings.file).page == REVIEW
    window.show_page(SETTINGS)
    qtbot.waitUntil(lambda: WindowSettings(settings.file).page == SETTINGS)


def test_a_place_is_kept_while_the_window_is_still_on_its_way_there(closed_window, settings, services, qtbot, tmp_path):
    """What is killed before the document is shown begins there the next time."""
    services.holds(document(1), document(2))
    library, kept = str(tmp_path / "library.db"), []

    def closed_now():
        closed_window.remembering.keep_all()
        kept.append(settings.place(REVIEW, library))

    settings.page = REVIEW
    settings.keep_place(REVIEW, library, "2:3")
    closed_window.context.opened.connect(closed_now)
    closed_window.open_library(tmp_path / "library.db")
    qtbot.waitUntil(lambda: bool(kept) and closed_window.review.opened is not None)
    closed_now()
    assert kept == ["2:3", "2:3"]


def test_a_last_place_that_is_gone_is_passed_over_in_silence(window, settings, services, dressed, qtbot, tmp_path):
    services.holds(document(1), document(2))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    window.context.place_wanted.emit(Place(2))
    qtbot.waitUntil(lambda: window.review.opened is not None and window.context.jobs.is_idle)
    services.holds(document(1))
    again = reopened(window, settings, services, dressed, qtbot, tmp_path / "library.db")
    assert again.review.opened is None
    assert not again.notice.isVisible()
    again.context.close()


def test_widths_are_kept_and_can_be_reset(window, settings, services, dressed, qtbot, tmp_path):
    services.holds(document(1))
    with qtbot.waitSignal(window.context.listed):
        window.context.refresh()
    as_made = window.library.splitter.sizes()
    window.library.splitter.moveSplitter(600, 1)
    moved = window.library.splitter.sizes()
    assert moved != as_made
    again = reopened(window, settings, services, dressed, qtbot, tmp_path / "library.db")
    assert again.library.splitter.sizes() == moved
    again.show_page(SETTINGS)
    qtbot.mouseClick(again.settings_page.reset, Qt.MouseButton.LeftButton)
    again.resize(AT_FIRST)  # the window's own size is as before, too: that of a small screen
    again.show_page(LIBRARY)
    assert again.library.splitter.sizes() == as_made
    again.context.close()


# --- keys ---------------------------------------------------------------------------------------------------------


def named(words):
    return next(each for each in COMMANDS if each.words == words)


def test_no_two_commands_share_a_key_where_both_count(settings):
    keys = Shortcuts(settings)
    for command in COMMANDS:
        if not command.fixed:
            assert keys.refusal(command, QKeySequence(command.default)) == "", command


def test_a_key_of_ones_own_works_at_once_and_after_the_next_start(window, settings, services, dressed, qtbot, tmp_path):
    qtbot.waitUntil(window.isActiveWindow)
    assert window.context.shortcuts.assign(named("gui.page_search"), QKeySequence("Ctrl+G")) == ""
    qtbot.keyClick(window, Qt.Key.Key_G, CTRL)
    assert window.current is window.search
    window.show_page(LIBRARY)
    qtbot.keyClick(window, Qt.Key.Key_3, CTRL)
    assert window.current is window.library
    assert "Ctrl+G" in window.rail.buttons[SEARCH].toolTip()
    again = reopened(window, settings, services, dressed, qtbot, tmp_path / "library.db")
    qtbot.waitUntil(again.isActiveWindow)
    qtbot.keyClick(again, Qt.Key.Key_G, CTRL)
    assert again.current is again.search
    again.context.shortcuts.reset()
    assert settings.key("gui.page_search") == ""
    again.context.close()


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("Ctrl+O", "导入"),
        ("Ctrl+R", "驳回"),
        ("G", "输入法"),
        ("Shift+G", "输入法"),
        ("PgDown", "输入法"),
        ("", "组合键"),
    ],
)
def test_a_key_that_is_taken_or_typed_with_is_refused_in_a_sentence(settings, wanted, why):
    keys = Shortcuts(settings)
    assert why in keys.assign(named("gui.key_refresh"), QKeySequence(wanted))
    assert keys.key("F5") == "F5"


def test_keys_of_pages_that_are_never_in_front_together_may_be_alike(settings):
    keys = Shortcuts(settings)
    assert keys.refusal(named("gui.key_confirm"), QKeySequence("F11")) == say("gui.key_fixed")
    assert keys.assign(named("gui.reject"), QKeySequence("F11")) == ""
    assert say("gui.reject") in keys.refusal(named("gui.key_refresh"), QKeySequence("F11"))


def test_the_page_of_keys_names_the_letters_that_count_and_says_where(window):
    window.show_page(SETTINGS)
    card = window.settings_page.keys
    lines = {card.table.item(line, 0).text(): card.table.item(line, 2).text() for line in range(card.table.rowCount())}
    assert lines[say("gui.approve")].endswith("  A")
    assert "单独的字母" in card.table.accessibleDescription()
    assert "每个键都带" not in card.table.accessibleDescription()


def test_a_key_is_changed_by_keyboard_on_the_page_of_keys(window, settings, qtbot):
    window.show_page(SETTINGS)
    card = window.settings_page.keys
    line = COMMANDS.index(named("gui.key_refresh"))
    card.table.selectRow(line)
    qtbot.keyClick(card.change, Qt.Key.Key_Return)
    question = card.asking
    qtbot.keyClick(question.sequence, Qt.Key.Key_O, CTRL)
    assert "导入" in question.refusal.text()
    assert not question.confirm.isEnabled()
    question.sequence.clear()
    qtbot.keyClick(question.sequence, Qt.Key.Key_F12)
    assert question.confirm.isEnabled()
    qtbot.keyClick(question.confirm, Qt.Key.Key_Return)
    assert settings.key("gui.key_refresh") == "F12"
    assert card.table.item(line, 2).text() == "F12"


def test_every_key_of_the_review_page_can_be_bound(window):
    """A page binds no key that the list of keys does not show: this would be a KeyError."""
    assert window.review
    with pytest.raises(KeyError):
        window.context.shortcuts.bind("Ctrl+Alt+Q", window, window.close)


# --- settings -----------------------------------------------------------------------------------------------------


def test_the_size_is_kept_and_asks_for_a_restart(window, settings, qtbot):
    window.show_page(SETTINGS)
    page = window.settings_page
    assert not page.restart.isVisible()
    page.scale.setCurrentIndex(page.scale.findData(150))
    page.scale.activated.emit(page.scale.currentIndex())
    assert settings.scale == 150
    assert page.restart.isVisible()
    with qtbot.waitSignal(window.gone):
        qtbot.mouseClick(page.restart, Qt.MouseButton.LeftButton)
    assert window.restart_wanted


@pytest.mark.parametrize(("kept", "scale"), [("150", 150), ("40", 90), ("900", 200), ("big", 100)])
def test_a_size_that_is_no_size_never_makes_the_window_unusable(settings, kept, scale):
    settings._store.setValue("scale", kept)
    assert settings.scale == scale


def test_the_reviewers_name_is_changed_in_the_settings(window, settings, qtbot):
    window.show_page(SETTINGS)
    name = window.settings_page.reviewer
    name.setText("王敏")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    assert settings.reviewer == "王敏"
    window.show_page(REVIEW)
    assert "王敏" in window.review.head.reviewer.text()


def test_the_offline_switch_is_the_librarys_and_the_status_bar_says_it(window, services, qtbot):
    qtbot.waitUntil(lambda: window.status.network.text() == "联网")
    qtbot.mouseClick(window.status.network, Qt.MouseButton.LeftButton)
    assert window.current is window.settings_page
    chooser = window.settings_page.network
    chooser.setCurrentIndex(chooser.findData(True))
    with qtbot.waitSignal(window.context.network_changed):
        chooser.activated.emit(chooser.currentIndex())
    assert services.offline
    assert window.status.network.text() == "离线"


def test_words_of_states_are_whole_in_every_language(window, services, qtbot):
    speak("en")
    try:
        page = LibraryPage(window.context)
        qtbot.addWidget(page)
        for number, words in ((1, wording.REVIEW), (2, wording.CONVERSION)):
            needed = max(page.table.fontMetrics().horizontalAdvance(say(each)) for each in words.values())
            assert page.table.columnWidth(number) >= needed + 16
    finally:
        speak("zh")


def test_every_word_of_the_first_questions_is_in_sight(closed_window, qtbot):
    closed_window.ask()
    for each in closed_window.start.questions.findChildren(QLabel):
        assert each.height() >= each.heightForWidth(each.width())
