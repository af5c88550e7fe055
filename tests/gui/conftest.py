"""The window's tests run on the real widgets, without a display."""

import gc
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

import pytest
from fake_services import FakeServices
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from insurance_desktop.gui.application import let_go, make_window, open_workspace
from insurance_desktop.gui.frame.window import AT_FIRST, MainWindow
from insurance_desktop.gui.look import theme
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, speak, speak_in_window


@pytest.fixture(scope="session")
def qapp_cls():
    return QApplication


@pytest.fixture(autouse=True)
def spoken_as_before():
    """A window speaks of its buttons; other tests of the same process do not."""
    yield
    speak_in_window(False)
    speak(DEFAULT_LANGUAGE)


@pytest.fixture(scope="session")
def dressed(qapp):
    theme.dress(qapp)
    return qapp


@pytest.fixture(autouse=True)
def windows_end_with_their_test():
    """No window is there for the next test, or it would be dressed again with that one's; nor its pictures in memory.

    What the test before left in cycles goes when nothing holds it any more. All else stays as long as the process, and
    is not looked through again.
    """
    gc.collect()
    gc.freeze()
    yield
    for each in QApplication.topLevelWidgets():
        if isinstance(each, MainWindow):
            each.context.close()
            let_go(each)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def settings(tmp_path: Path) -> WindowSettings:
    return WindowSettings(tmp_path / "window.ini")


@pytest.fixture
def services(monkeypatch) -> FakeServices:
    made = FakeServices()
    made.stand_in(monkeypatch)
    return made


@pytest.fixture
def closed_window(dressed, settings, services, qtbot, tmp_path):
    """The window before any library is open; everything it started has ended when the test has."""
    window = make_window(dressed, settings, services.opened_at, tmp_path / "library.db")
    qtbot.addWidget(window)
    window.resize(AT_FIRST)  # the screen of Qt's offscreen platform is smaller than most
    window.show()
    yield window
    services.let_go()
    window.context.close()


@pytest.fixture
def window(closed_window, qtbot, tmp_path):
    """The window with the fake's library open and listed."""
    context = closed_window.context
    with qtbot.waitSignal(context.listed):
        closed_window.open_library(tmp_path / "library.db")
    qtbot.waitUntil(lambda: context.jobs.is_idle)
    return closed_window


@pytest.fixture
def real_window(dressed, settings, qtbot, tmp_path):
    """The window on the real services, with a new library open and listed."""
    settings.reviewer = "王敏"
    made = make_window(dressed, settings, open_workspace, tmp_path / "library.db")
    qtbot.addWidget(made)
    made.resize(AT_FIRST)
    made.show()
    with qtbot.waitSignal(made.context.listed, timeout=60_000):
        made.open_library(tmp_path / "library.db")
    yield made
    made.context.close()
