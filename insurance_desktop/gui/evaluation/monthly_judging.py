"""The monthly judging while the window is open (C12c): the ranking is judged when it is due, and nothing else runs."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from insurance_desktop.domain.documents import Changes
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.evaluation import ranking_judgement

if TYPE_CHECKING:  # numpy and the model come with it
    from insurance_desktop.services.evaluation.ranking_judgement import Activation

FIRST_LOOK_MS = 5 * 60 * 1000
LOOK_MS = 60 * 60 * 1000
LANE = "evaluation"


class MonthlyJudging(QObject):
    """Lives as long as the window. What was stopped, or failed, is left alone until the next start."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._context = context
        self._is_running = False
        self._is_unwanted = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        context.settled.connect(lambda: self._timer.start(FIRST_LOOK_MS))

    def look(self) -> None:
        """Ask whether a judging is due, unless somebody waits for something else."""
        self._timer.setInterval(LOOK_MS)
        if self._context.is_open and self._context.jobs.is_idle and not (self._is_running or self._is_unwanted):
            self._context.read(lambda workspace: ranking_judgement.is_judging_due(workspace.engine), self._judge)

    def _judge(self, is_due: bool) -> None:
        if not is_due or self._is_running:
            return
        self._is_running = True
        self._context.run(
            say("evaluation_page.job_monthly"),
            lambda workspace, progress, cancel: ranking_judgement.judge_when_due(
                workspace.engine, progress=progress, cancel=cancel
            ),
            self._judged,
            self._failed,
            stopped=self._stopped,
            lane=LANE,
        )

    def _judged(self, found: "Activation | None") -> None:
        self._ended()
        if found is not None and found.is_refused:
            words = say("evaluation_page.monthly_missed", missed=found.verdict.reason)
            self._context.noticed.emit(Notice("warning", words))
        elif found is not None:
            self._context.noticed.emit(Notice("good", say("evaluation_page.monthly_passed")))

    def _failed(self, failure: Failure) -> None:
        self._stopped()
        self._context.notice_failure(failure)

    def _stopped(self) -> None:
        self._is_unwanted = True
        self._ended()

    def _ended(self) -> None:
        """What may answer has changed, or not: pages that show answers look again."""
        self._is_running = False
        self._context.ask_of_ranking()
        self._context.tell(Changes(index=True))
