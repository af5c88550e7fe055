"""Waiting for a window as a person does: the event loop turns, and nothing else is done."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:  # a first start is measured: nothing of the program is loaded before
    from insurance_desktop.gui.frame.window import MainWindow

PATIENCE_MS = 240_000
LOOK_MS = 5


def is_calm(window: "MainWindow") -> bool:
    """Whether nothing is under way: no job, and no text that is still being laid out."""
    return window.context.jobs.is_idle and not window.review.text.view.writer.is_writing


def wait(ready: Callable[[], bool], calm: int = 3) -> None:
    """Turn the event loop until `ready`, and `calm` turns more for what that set off. TimeoutError after minutes.

    Asleep between two events, as a window is: turning without rest takes the interpreter from the workers.
    """
    look = QTimer()
    look.start(LOOK_MS)
    deadline = QDeadlineTimer(PATIENCE_MS)
    turns = 0
    while not ready() or turns < calm:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        turns = turns + 1 if ready() else 0
        if deadline.hasExpired():
            raise TimeoutError("the window did not come to rest")
