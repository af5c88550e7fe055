"""From the first start to the first cited answer: how many things a person does, and how long the program takes.

    python -m development.release.first_minute

Does it in a fresh library on a screen that nobody sees, by the same buttons and fields; what is typed and clicked takes
no time here, so the seconds are the program's own, and beside them stand those of the processor, which another load
does not lengthen. Ends with 1 where that is more than six actions or sixty seconds.
"""

import os
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QTimer

from insurance_desktop.gui.application import make_application, make_window, open_workspace
from insurance_desktop.gui.asking.asking_page import AskingPage
from insurance_desktop.gui.asking.entry import ENTRY
from insurance_desktop.gui.review.decisions.decision_questions import UnseenQuestion
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import say

ACTIONS, SECONDS = 6, 60.0
PATIENCE_MS = 300_000


class Minute:
    """Counts what is done, and waits for what comes of it."""

    def __init__(self) -> None:
        self.start = perf_counter()
        self.actions = 1  # the program's icon

    def did(self, what: str) -> None:
        self.actions += 1
        self.note(f"{self.actions}. {what}")

    def note(self, what: str) -> None:
        """A line with the seconds since the start, and those that this process computed."""
        print(f"{perf_counter() - self.start:6.1f} s  {process_time():6.1f} CPU s  {what}", flush=True)

    def until(self, ready: Callable[[], bool]) -> None:
        look, deadline = QTimer(), QDeadlineTimer(PATIENCE_MS)
        look.start(20)
        while not ready():
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if deadline.hasExpired():
                raise TimeoutError("nothing came of the last action")


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    minute = Minute()
    with tempfile.TemporaryDirectory() as folder:
        settings = WindowSettings(Path(folder) / "settings.ini")
        make_application()
        window = make_window(make_application(), settings, open_workspace, Path(folder) / "library.db")
        window.show()
        window.ask()
        if not window.start.reviewer.text():  # the account has proposed no name
            window.start.reviewer.setText("R")
            minute.did("a name is typed")
        window.start.samples.click()
        minute.did("the samples are chosen")
        minute.until(lambda: window.current is window.review and window.review.approve.isEnabled())
        minute.note("a document can be approved")
        window.review.approve.click()
        minute.did("approved")
        question = window.review.decisions.question
        if isinstance(question, UnseenQuestion):
            question.anyway.click()
            minute.did("approved though not all was looked at")
        minute.until(lambda: any(each.review_status == "VERIFIED" for each in window.context.documents))
        minute.note("it is verified")
        window.show_page(ENTRY.name)
        minute.did("the page of questions is opened")
        page = window.page(ENTRY.name)
        assert isinstance(page, AskingPage)
        page.question.setText(say("demonstrating.question"))
        page.ask_button.click()
        minute.did("a question is asked")
        minute.until(lambda: bool(page.turns) and page.turns[-1].answer is not None)
        answer, seconds = page.turns[-1].answer, perf_counter() - minute.start
        minute.note(f"an answer with {len(answer.citations) if answer else 0} citations")
        window.context.close()
    helpers = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{helpers.ru_utime + helpers.ru_stime:17.1f} CPU s  in its helper processes")
    return 0 if minute.actions <= ACTIONS and seconds <= SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
