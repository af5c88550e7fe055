"""Starting: one window for a library, whoever was killed before; nothing but sentences where something breaks."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

import insurance_desktop.gui
from insurance_desktop import paths
from insurance_desktop.gui import application
from insurance_desktop.gui.look import theme
from insurance_desktop.gui.process.crash import CrashGuard
from insurance_desktop.gui.process.single_instance import FirstWindow, raise_first, socket_name
from insurance_desktop.gui.shortcuts import COMMANDS
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import catalogue, say

LISTEN = """
import sys
from PySide6.QtCore import QCoreApplication
from insurance_desktop.gui.process.single_instance import FirstWindow
application = QCoreApplication([])
first = FirstWindow(sys.argv[1])
print(first.is_listening, flush=True)
application.exec()
"""
RAISE = """
import sys
from PySide6.QtCore import QCoreApplication
from insurance_desktop.gui.process.single_instance import raise_first
application = QCoreApplication([])
print(raise_first(sys.argv[1]))
"""


@pytest.fixture
def name(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return socket_name(tmp_path / "library.db")


@pytest.fixture
def other_window(name):
    """Another process that has the first window."""
    process = subprocess.Popen([sys.executable, "-c", LISTEN, name], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().strip() == "True"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_second_start_raises_the_first_window(name, qapp, qtbot):
    first = FirstWindow(name)
    second = subprocess.Popen([sys.executable, "-c", RAISE, name], stdout=subprocess.PIPE, text=True)
    with qtbot.waitSignal(first.raise_wanted, timeout=20_000):
        pass
    assert second.communicate(timeout=20)[0].strip() == "True"
    first.close()


def test_another_window_answers(name, other_window, qapp):
    assert raise_first(name)


def test_what_a_killed_window_left_behind_never_blocks_a_start(name, other_window, qapp):
    other_window.send_signal(signal.SIGKILL)
    other_window.wait()
    assert not raise_first(name)
    first = FirstWindow(name)
    assert first.is_listening
    first.close()


@pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be stopped there")
def test_a_window_that_hangs_does_not_keep_anybody_out(name, other_window, qapp):
    other_window.send_signal(signal.SIGSTOP)
    assert not raise_first(name, patience_ms=200)
    first = FirstWindow(name)
    assert first.is_listening
    first.close()
    other_window.send_signal(signal.SIGCONT)


def test_libraries_and_users_have_windows_of_their_own(tmp_path, monkeypatch):
    one = socket_name(tmp_path / "one.db")
    assert one != socket_name(tmp_path / "two.db")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    if sys.platform.startswith("linux"):
        assert one != socket_name(tmp_path / "one.db")


def test_no_question_is_asked_where_a_library_is_named_or_there(closed_window, tmp_path, monkeypatch, qtbot):
    default = tmp_path / "default.db"
    monkeypatch.setenv(paths.LIBRARY_VARIABLE, str(default))
    with qtbot.waitSignal(closed_window.context.opened):
        application.begin(closed_window, default)
    assert not closed_window.start.questions.isVisible()


def test_the_first_start_of_all_asks(closed_window, tmp_path, monkeypatch):
    monkeypatch.delenv(paths.LIBRARY_VARIABLE, raising=False)
    monkeypatch.setattr(paths, "default_library", lambda: tmp_path / "none.db")
    application.begin(closed_window, tmp_path / "none.db")
    assert closed_window.start.questions.isVisible()


def test_who_tries_the_samples_is_led_to_the_first_of_them(closed_window, tmp_path, monkeypatch, qtbot):
    monkeypatch.setattr(closed_window.start, "_default", tmp_path / "none.db")
    closed_window.start.ask()
    closed_window.start.samples.click()
    qtbot.waitUntil(lambda: closed_window.current is closed_window.review, timeout=60_000)


@pytest.mark.parametrize("place", ["elsewhere.db", "drive/library.db"])
def test_a_named_library_that_is_not_there_is_asked_about_before_it_is_made(closed_window, tmp_path, qtbot, place):
    named = tmp_path / place
    application.begin(closed_window, named)
    start = closed_window.start
    assert start.absence.isVisible()
    assert str(named) in start.absence.findChildren(QLabel)[1].text()
    assert not closed_window.context.is_open
    with qtbot.waitSignal(closed_window.context.opened):
        start.make.click()
    assert closed_window.context.library_path == named


def test_without_a_display_there_is_a_sentence_instead_of_an_abort(tmp_path):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    if not sys.platform.startswith("linux"):
        pytest.skip("elsewhere a display is always there")
    command = [sys.executable, "-m", "insurance_desktop", "--library", str(tmp_path / "l.db")]
    ended = subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
    )
    assert ended.returncode in (1, 2)
    assert "显示" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_program_opens_its_window_and_a_second_start_ends_at_once(tmp_path):
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "insurance_desktop", "--library", str(tmp_path / "l.db")]
    first = subprocess.Popen(command, env=environment)
    try:
        raised = subprocess.run(
            [sys.executable, "-c", UNTIL_RAISED, str(tmp_path / "l.db")], env=environment, timeout=60, check=False
        )
        assert raised.returncode == 0
        second = subprocess.run(command, env=environment, timeout=60, check=False)
        assert second.returncode == 0
        assert first.poll() is None
    finally:
        first.kill()
        first.wait()


UNTIL_RAISED = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QDeadlineTimer
from insurance_desktop.gui.process.single_instance import raise_first, socket_name
application = QCoreApplication([])
deadline = QDeadlineTimer(40_000)
while not raise_first(socket_name(Path(sys.argv[1]))):
    if deadline.hasExpired():
        sys.exit(1)
"""


def test_a_crash_is_a_dialog_with_a_sentence_and_a_line_in_the_log(dressed, tmp_path, qtbot):
    guard = CrashGuard(dressed, tmp_path)
    try:
        try:
            raise RuntimeError("a bolt came loose")
        except RuntimeError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        dialog = guard.dialog
        qtbot.addWidget(dialog)
        assert dialog.isVisible()
        assert not dialog.details.isVisible()
        assert "a bolt came loose" in dialog.details.toPlainText()
        assert "a bolt came loose" in guard.log.read_text(encoding="utf-8")
        dialog.close()
        qtbot.waitUntil(lambda: guard.dialog is None)
    finally:
        guard.release()


def test_the_reviewers_name_is_remembered_outside_the_library(tmp_path):
    WindowSettings(tmp_path / "window.ini").reviewer = " 王敏 "
    assert WindowSettings(tmp_path / "window.ini").reviewer == "王敏"


def test_light_and_dark_follow_the_choice(dressed):
    switch = theme.ThemeSwitch(dressed, "dark")
    assert switch.is_dark
    switch.choose("light")
    assert not switch.is_dark
    switch.choose("system")
    assert switch.is_dark == (QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark)


def test_no_widget_is_dressed_again_in_what_it_wears(dressed, qtbot):
    worn = []

    class Worn(QLabel):
        def changeEvent(self, event):
            if event.type() == QEvent.Type.StyleChange:
                worn.append(self)

    theme.ThemeSwitch(dressed, "light")
    label = Worn()
    qtbot.addWidget(label)
    label.ensurePolished()
    worn.clear()
    switch = theme.ThemeSwitch(dressed, "light")
    assert worn == []
    switch.choose("dark")
    assert worn != []


def test_the_chosen_look_is_remembered(window, settings):
    chooser = window.settings_page.theme
    for name, is_dark in (("dark", True), ("light", False)):
        chooser.setCurrentIndex(chooser.findData(name))
        chooser.activated.emit(chooser.currentIndex())
        assert window.context.theme.is_dark is is_dark
        assert settings.theme == name


def test_f1_lists_every_key_and_none_is_a_bare_letter(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F1)
    lines = dict(window.key_list.lines)
    assert lines["下一个问题"] == "F8"
    typed_in_no_field = {say(each.words) for each in COMMANDS if each.fixed}  # bare letters count only where none is
    changeable = [sequence for words, sequence in window.key_list.lines if words not in typed_in_no_field]
    assert all("+" in sequence or sequence.startswith("F") for sequence in changeable)
    window.key_list.close()


def test_every_key_can_be_reached_in_a_window_that_is_too_low_for_all_of_them(window, qtbot):
    window.resize(900, 500)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    sheet = window.key_list
    assert sheet.height() <= window.height()
    assert sheet.shut.mapTo(sheet, sheet.shut.rect().bottomLeft()).y() < sheet.height()
    bar = sheet.area.verticalScrollBar()
    sheet.area.setFocus()
    for _page in range(9):
        qtbot.keyClick(sheet.area, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum() > 0
    sheet.close()


def test_the_sheet_of_keys_is_grouped_and_finds_one(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F1)
    sheet = window.key_list

    def shown():
        return [each.text() for each in sheet.area.findChildren(QLabel) if each.isVisible()]

    assert [each for each in ("所有页面", "核验") if each in shown()] == ["所有页面", "核验"]
    qtbot.keyClicks(sheet.words, "f8")
    assert shown() == ["核验", "下一个问题", "F8", "上一个问题", "Shift+F8"]
    sheet.words.setText("核验")
    assert "下一个问题" in shown()
    sheet.words.setText("xyz")
    assert shown() == ["没有这样的操作或按键。"]
    sheet.close()


def test_every_word_of_the_window_is_in_the_catalogue():
    """That none is left over, tests/architecture/test_wording.py looks at, keys that are put together included."""
    folder = Path(insurance_desktop.gui.__file__).parent
    files = [*folder.rglob("*.py"), *(folder.parents[1] / "development").rglob("*.py")]
    used = {key for file in files for key in re.findall(r'"(gui\.[a-z0-9_]+)"', file.read_text(encoding="utf-8"))}
    assert used <= set(catalogue())


@pytest.mark.requirement("SC-003")
def test_a_ranking_that_nobody_judged_is_said_in_the_status_line(closed_window, services, qtbot, tmp_path):
    services.ranking_warning = "程序升级后换了配置，还没有在本库测评过。"
    with qtbot.waitSignal(closed_window.context.listed):
        closed_window.open_library(tmp_path / "library.db")
    qtbot.waitUntil(closed_window.status.ranking.isVisible)
    assert closed_window.status.ranking.toolTip() == services.ranking_warning


def test_a_ranking_as_before_is_not_mentioned(window):
    assert not window.status.ranking.isVisible()
