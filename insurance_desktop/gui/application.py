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
from insurance_desktop.packs.wording import language, say, speak

from .context import AppContext
from .frame.link_follower import LinkFollower
from .frame.window import MainWindow, Opener
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
    window = make_window(application, settings, open_to_read if read_only else open_workspace, path)
    window.context.read_only.is_asked_for = read_only
    first.raise_wanted.connect(window.bring_to_front)
    follower = LinkFollower(window.context)
    first.link_wanted.connect(follower.follow)
    if isinstance(application, Application):
        application.link_clicked.connect(follower.follow)
    if link:
        follower.follow(link)
    jobs = window.context.jobs
    watchdog = Watchdog(guard.log.parent, lambda: "; ".join(each.title for each in jobs.titled))
    watchdog.watch()
    begin(window, path)
    window.show()
    try:
        code = application.exec()
    finally:
        first.close()
        watchdog.stop()
        guard.release()
    if window.restart_wanted:
        start_again(window.next_library or LibraryChoice(path, read_only))
    return code


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
    """The same program once more: words and sizes are set, and a library is opened, when a program starts."""
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
    context = AppContext(settings, switch)
    context.settled.connect(quick_start.look_for_cycles)
    return MainWindow(context, opener, path)


def make_application(scale: int = 100) -> QApplication:
    """The one QApplication, in the language that is spoken, dressed, at `scale` per cent of the system's size."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if scale != 100:
        os.environ.setdefault(SCALE_VARIABLE, str(scale / 100))
    QLocale.setDefault(QLocale(LOCALES[language()]))
    application = Application(sys.argv[:1])
    application.setApplicationName(paths.APPLICATION)
    application.setApplicationDisplayName(say("gui.application"))
    application.setDesktopFileName(paths.APPLICATION)
    translator = QTranslator(application)
    if translator.load(f"qtbase_{LOCALES[language()]}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)  # the words of Qt's own dialogs and menus
    theme.dress(application)
    return application
