"""A person who decides in the window: a line on stdout for each decision that the window has told him of; after so many
steps he closes it."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QPushButton

from insurance_desktop.gui import application
from insurance_desktop.gui.frame.window import MainWindow
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.questions import Question, ReasonQuestion
from insurance_desktop.gui.review.decisions.decision_questions import BlockedQuestion, UnseenQuestion
from insurance_desktop.gui.window_settings import WindowSettings

_LOOK_MS = 5
_WAITING = 2
"""The document that is decided on."""
_WORDS = "seen"


class Reviewer:
    """Works on the buttons of a window as a person does."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._review = window.review
        self._told = 0
        window.context.changed.connect(self._is_told)

    def _is_told(self) -> None:
        self._told += 1
        sys.stdout.write("decided\n")
        sys.stdout.flush()

    def approve(self) -> None:
        self._review.approve.click()

    def reject(self) -> None:
        self._review.reject.click()

    def undo(self) -> None:
        self._review.undo.click()

    def edit(self) -> None:
        text = self._review.text
        text.view.show_source(True)
        text.view.put_text(f"{text.view.text}\n{_WORDS} {self._told}\n")
        text.save.click()

    def judge(self) -> None:
        facts = self._review.tabs.facts
        wait(lambda: bool(facts.waiting))
        self._review.walk(lambda: self._review.facts.step(1), facts)
        facts.refuse.click()

    def open(self) -> None:
        self._window.open_place(Place(_WAITING))
        wait(lambda: self._review.opened is not None and self._is_calm)

    def decide(self, decision: Callable[[], None]) -> None:
        """The decision, with an answer to each question, until the window has told of it and shows what it made."""
        before = self._told
        decision()
        while self._told == before:
            question = self._review.decisions.question
            if question is not None and question.isVisible():
                _answer(question)
            turn()
        wait(lambda: self._is_calm)

    @property
    def _is_calm(self) -> bool:
        return self._window.context.jobs.is_idle and not self._review.text.view.writer.is_writing


def _answer(question: Question) -> None:
    """Yes, whatever it is; a reason where one is asked for."""
    if isinstance(question, BlockedQuestion):
        question.reason.setText(_WORDS)
    elif isinstance(question, ReasonQuestion):
        question.reason.setPlainText(_WORDS)
    answer: QPushButton = question.anyway if isinstance(question, UnseenQuestion) else question.confirm
    answer.click()


def turn() -> None:
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def wait(ready: Callable[[], bool]) -> None:
    while not ready():
        turn()


def review(steps: int) -> None:
    """Begins as soon as the window's own loop turns."""
    window = next(each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    look = QTimer()  # a loop in which nothing happens turns all the same
    look.start(_LOOK_MS)
    wait(lambda: window.context.is_open and window.context.is_listed)
    reviewer = Reviewer(window)
    reviewer.open()
    decisions = (reviewer.approve, reviewer.judge, reviewer.edit, reviewer.approve, reviewer.reject, reviewer.undo)
    for decision in decisions[:steps]:
        reviewer.decide(decision)
    window.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("steps", type=int)
    call = parser.parse_args()
    settings = WindowSettings()
    settings.reviewer = "a"
    settings.save()
    application.make_application()
    QTimer.singleShot(0, lambda: review(call.steps))
    return application.run(call.library)


if __name__ == "__main__":
    raise SystemExit(main())
