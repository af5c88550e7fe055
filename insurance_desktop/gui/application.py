"""Starts the window: one application, one desk, one frame; a second start raises the first."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from insurance_desktop import paths
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.wording import say

from . import icons, theme
from .desk import Desk
from .settings import WindowSettings
from .theme import ThemeSwitch
from .window import MainWindow, Opener


def begin(window: MainWindow, path: Path, *, asked_for: bool) -> None:
    """Questions only on the very first start, and never when somebody named the library."""
    if asked_for or path.exists() or os.environ.get(paths.LIBRARY_VARIABLE):
        window.open_library(path)
    else:
        window.ask()


def make_window(application: QApplication, settings: WindowSettings, opener: Opener, path: Path) -> MainWindow:
    """The frame with everything it stands on."""
    switch = ThemeSwitch(application, settings.theme)
    application.setWindowIcon(QIcon(icons.pixmap("review", switch.colours.accent, 64)))
    return MainWindow(Desk(settings, switch), opener, path)


def make_application() -> QApplication:
    """The one QApplication, in Chinese, dressed. UsageError where there is no display to open a window on."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if not has_display():
        raise UsageError("gui.no_display")
    QLocale.setDefault(QLocale(QLocale.Language.Chinese, QLocale.Country.China))
    application = QApplication(sys.argv[:1])
    application.setApplicationName(paths.APPLICATION)
    application.setApplicationDisplayName(say("gui.application"))
    application.setDesktopFileName(paths.APPLICATION)
    translator = QTranslator(application)
    if translator.load("qtbase_zh_CN", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)
    theme.dress(application)
    return application


def has_display() -> bool:
    """Qt aborts the process where there is none, so we ask before it does."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
