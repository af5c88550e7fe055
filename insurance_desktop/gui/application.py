"""Starts the window: one application, one context, one frame; a second start raises the first."""

from insurance_desktop.gui.process import quick_start  # it works by being imported first

# isort: split
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLibraryInfo, QLocale, QTranslator, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from insurance_desktop import paths
from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.domain.links import SCHEME
from insurance_desktop.gui.look import icons, theme
from insurance_desktop.packs.loader import take_pack
from insurance_desktop.packs.wording import language, say, speak, speak_in_window

from .context import AppContext
from .frame.link_follower import LinkFollower
from .frame.window import MainWindow, Opener
from .look.qt_words import ForgottenWords
from .look.theme import ThemeSwitch
from .process.crash import CrashGuard
from .process.single_instance import FirstWindow, raise_first, socket_name
from .process.watchdog import Watchdog
from .running.late_imports import imported_when_used
from .window_settings import LibraryChoice, WindowSettings

with imported_when_used():
    from insurance_desktop.services import workspace

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace

SCALE_VARIABLE = "QT_SCALE_FACTOR"
LOCALES = {"zh": "zh_CN", "en": "en"}


class Application(QApplication):
    """A Mac hands a clicked link to the program that runs as an event of its own: `link_clicked` brings it."""

    link_clicked = Signal(str)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.url().scheme() == SCHEME:
            self.link_clicked.emit(event.url().toString())
            return True
        return super().event(event)


def run(library_path: Path | None, link: str = "", *, read_only: bool = False) -> int:
    """Open the window on a library (None = the user's own) and stay until it is closed; returns the exit code.

    `read_only`: nothing in it can be changed. `link` is the place to show first; where a window is open already, that
    one shows it.
    """
    settings = WindowSettings()
    speak(settings.language)
    application = make_application(settings.scale)
    path = library_path or paths.default_library()
    name = socket_name(path)
    if raise_first(name, link=link):
        return 0
    guard = CrashGuard(application)
    first = FirstWindow(name, application)
    showing = Showing(application, settings, first)
    showing.show(LibraryChoice(path, read_only), link)
    watchdog = Watchdog(guard.log.parent, showing.work_under_way)
    watchdog.watch()
    try:
        code = application.exec()
        while showing.window.anew_wanted:
            showing.show_anew()
            code = application.exec()
    finally:
        first.close()
        watchdog.stop()
        guard.release()
    if showing.window.restart_wanted:
        start_again(showing.window.next_library or showing.library)
    return code


class Showing:
    """The window in front. Where another language was chosen, one in that language takes its place."""

    window: MainWindow
    library: LibraryChoice

    def __init__(self, application: QApplication, settings: WindowSettings, first: FirstWindow) -> None:
        self._application = application
        self._settings = settings
        self._first = first

    def show(self, library: LibraryChoice, link: str = "") -> None:
        """A window on a library, at the place of `link`, else where its reader was."""
        self.library, opener = library, open_to_read if library.read_only else open_workspace
        self.window = make_window(self._application, self._settings, opener, library.path)
        self.window.context.read_only.is_asked_for = library.read_only
        self._first.raise_wanted.connect(self.window.bring_to_front)
        follower = LinkFollower(self.window.context)
        self._first.link_wanted.connect(follower.follow)
        if isinstance(self._application, Application):
            self._application.link_clicked.connect(follower.follow)
        if link:
            follower.follow(link)
        if library.backup is not None:
            self.library = LibraryChoice(library.path)
            self.window.start.restore(library.path, library.backup)
        else:
            begin(self.window, library.path)
        self.window.show()

    def show_anew(self) -> None:
        """After the window was closed: the same library in the language of the settings, or as it was in a backup."""
        path = self.window.context.library_path or self.library.path
        wanted = self.window.next_library or LibraryChoice(path, self.library.read_only)
        let_go(self.window)
        speak(self._settings.language)
        translate(self._application)
        self.show(wanted)

    def work_under_way(self) -> str:
        return "; ".join(each.title for each in self.window.context.jobs.titled)


def open_workspace(path: Path) -> "Workspace":
    """On a worker thread; the pack's patterns are looked through once the window is there. A library on a medium that
    cannot be written is opened to be read."""
    try:
        return workspace.open_workspace(path, read=take_pack)
    except LibraryReadOnly:
        if paths.is_absent(path):
            raise
    return open_to_read(path)


def open_to_read(path: Path) -> "Workspace":
    """As above, for somebody who wants nothing in it to be changed."""
    return workspace.open_to_read(path, read=take_pack)


def start_again(library: LibraryChoice) -> None:
    """The same program once more: the size is set, and a library is opened, when a program starts."""
    import subprocess  # noqa: PLC0415  (few windows start another)

    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "insurance_desktop"]
    how = ["--read-only"] if library.read_only else []
    subprocess.Popen([*program, "--library", str(library.path), *how], close_fds=True)


def begin(window: MainWindow, path: Path) -> None:
    """Questions only on the very first start, and never when somebody named the library."""
    named = path != paths.default_library() or bool(os.environ.get(paths.LIBRARY_VARIABLE))
    if named or path.exists():
        window.open_library(path)
    else:
        window.ask()


def make_window(application: QApplication, settings: WindowSettings, opener: Opener, path: Path) -> MainWindow:
    """The frame with everything it stands on."""
    switch = ThemeSwitch(application, settings.theme)
    application.setWindowIcon(QIcon(icons.pixmap("review", switch.colours.accent, 64)))
    speak_in_window()
    context = AppContext(settings, switch)
    context.settled.connect(quick_start.look_for_cycles)
    return MainWindow(context, opener, path)


def let_go(window: MainWindow) -> None:
    """A closed window with what it stands on. Qt holds whatever listens to these: left alone they stay as long as the
    program, with all their pages."""
    for each in (window, window.context.theme, window.context):
        each.deleteLater()


def make_application(scale: int = 100) -> QApplication:
    """The one QApplication, in the language that is spoken, dressed, at `scale` per cent of the system's size."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if scale != 100:
        os.environ.setdefault(SCALE_VARIABLE, str(scale / 100))
    application = Application(sys.argv[:1])
    application.setApplicationName(paths.APPLICATION)
    application.setDesktopFileName(paths.APPLICATION)
    translate(application)
    theme.dress(application)
    return application


def translate(application: QApplication) -> None:
    """The words of Qt's own dialogs and menus, numbers and dates, in the language that is spoken."""
    QLocale.setDefault(QLocale(LOCALES[language()]))
    application.setApplicationDisplayName(say("gui.application"))
    for old in application.findChildren(QTranslator):
        application.removeTranslator(old)
        old.deleteLater()
    translator = QTranslator(application)
    if translator.load(f"qtbase_{LOCALES[language()]}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)
    application.installTranslator(ForgottenWords(application))
