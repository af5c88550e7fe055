"""One start in a process of its own: `python -m development.bench.starting bare|window [LIBRARY SETTINGS]`.

Prints a line when what was asked for is on the screen, and ends. Nothing of this program is imported for `bare`.
"""

import sys
from collections.abc import Callable
from pathlib import Path

PATIENCE_MS = 60_000
LOOK_MS = 5


def bare() -> None:
    """A Qt window with a text field: the least that any such program could do."""
    from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit

    application = QApplication(sys.argv[:1])
    window = QMainWindow()
    window.setCentralWidget(QPlainTextEdit("text"))
    window.show()
    window.grab()
    application.processEvents()


def window(library: Path, settings: Path) -> None:
    """The window of a library, back at the page where its reader was."""
    from insurance_desktop.gui.application import make_application, make_window, open_workspace
    from insurance_desktop.gui.window_settings import WindowSettings

    kept = WindowSettings(settings)
    application = make_application(kept.scale)
    made = make_window(application, kept, open_workspace, library)
    made.show()
    made.open_library(library)
    _wait(lambda: made.context.is_listed and made.review.page.view.paper.has_picture)
    made.grab()
    application.processEvents()
    _say_shown()
    made.context.close()


def _wait(ready: Callable[[], bool]) -> None:
    """Asleep between two events, as a window is: turning without rest takes the interpreter from the workers."""
    from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QTimer

    look = QTimer()
    look.start(LOOK_MS)
    deadline = QDeadlineTimer(PATIENCE_MS)
    while not ready():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if deadline.hasExpired():
            raise TimeoutError("the page did not appear")


def _say_shown() -> None:
    sys.stdout.write("shown\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        bare()
        _say_shown()
    else:
        window(Path(sys.argv[2]), Path(sys.argv[3]))
