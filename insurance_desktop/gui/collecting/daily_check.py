"""The daily check while the window is open (SC-002): it looks now and then whether a site is due, and collects."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from insurance_desktop.domain.documents import Changes
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say, sentence

from . import collecting_words

with imported_when_used():
    from insurance_desktop.services.collecting import schedule

if TYPE_CHECKING:
    from insurance_desktop.services.collecting.runs import CollectionReport
    from insurance_desktop.services.collecting.schedule import DailyOutcome

LOOK_MS = 10 * 60 * 1000
COLLECTION = "collection"
"""The lane of everything that collects: one run after the other."""


class DailyCheck(QObject):
    """Lives as long as the window. What it did not get is tried again when the service says that it is due."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._context = context
        self._is_running = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        context.settled.connect(self._begin)

    def _begin(self) -> None:
        self._timer.start()
        self.look()

    def look(self) -> None:
        """Ask whether a site is due."""
        if self._context.is_open and not self._is_running:
            self._context.read(
                lambda workspace: tuple(each.site for each in schedule.checks(workspace.library) if each.is_due),
                self._collect,
            )

    def _collect(self, due: tuple[str, ...]) -> None:
        if not due or self._is_running:
            return
        self._is_running = True
        self._context.run(
            say("collection.job_daily"),
            lambda workspace, progress, cancel: schedule.run_due(
                workspace.library, workspace.converter, progress=progress, cancel=cancel
            ),
            self._done,
            lambda failure: self._ended(),
            stopped=self._ended,
            lane=COLLECTION,
        )

    def _ended(self) -> None:
        self._is_running = False
        self._context.tell(Changes(products=True))

    def _done(self, outcomes: "tuple[DailyOutcome, ...]") -> None:
        """New documents, alarms and faults are said; that nothing is new shows in the time of the last check."""
        self._ended()
        for each in outcomes:
            if each.fault is not None:
                told = sentence(each.fault)
                self._context.noticed.emit(Notice("warning", told.message, told.hint))
            elif each.report is not None and (each.report.alarms or _brought(each.report)):
                self._context.noticed.emit(collecting_words.done_notice(each.report))


def _brought(report: "CollectionReport") -> bool:
    return bool(report.acquisition and report.acquisition.documents)
