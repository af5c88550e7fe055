"""The line at the bottom: which library, what waits, what is running and how to stop it, and that nothing is sent."""

from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QStatusBar, QWidget

from insurance_desktop.packs.wording import say

from . import wording
from .desk import Desk
from .parts import flat_button, label, show_icon


class StatusBar(QStatusBar):
    """`waiting_pressed`: the reader wants to see what waits for review."""

    waiting_pressed = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setSizeGripEnabled(False)
        self.setContentsMargins(10, 0, 10, 0)
        self.library = label(say("gui.no_library"), "muted")
        self.waiting_link = flat_button("", self.waiting_pressed.emit, tip=say("gui.show_waiting"))
        self.ranking = label(say("gui.ranking_needs_care"), "muted")
        self.ranking.hide()
        self.running = label("", "muted")
        self.progress = QProgressBar()
        self.progress.setFixedWidth(150)
        self.progress.setTextVisible(True)
        self.stop = flat_button(say("gui.stop_job"), self._stop, tip=say("gui.stop_job_tip"))
        show_icon(self.stop, "close", desk.theme, 14)
        self.stop.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.offline = label(say("gui.offline"), "muted")
        self.offline.setToolTip(say("gui.offline_tip"))
        self.addWidget(self.library)
        self.addWidget(self.waiting_link)
        self.addWidget(self.ranking)
        for each in (self.running, self.progress, self.stop, self.offline):
            self.addPermanentWidget(each)
        desk.opened.connect(self._show_library)
        desk.opened.connect(self._ask_for_ranking)
        desk.listed.connect(self._show_waiting)
        desk.jobs.changed.connect(self._show_jobs)
        self._show_waiting()
        self._show_jobs()

    def _show_library(self) -> None:
        path = self._desk.library_path
        if path is not None:
            self.library.setText(say("gui.library_name", name=path.name))
            self.library.setToolTip(str(path))

    def _ask_for_ranking(self) -> None:
        self._desk.read(lambda bench: bench.ranking_warning(), self._show_ranking)

    def _show_ranking(self, warning: str) -> None:
        """A ranking that changed under the library is said as long as the window is open."""
        self.ranking.setVisible(bool(warning))
        self.ranking.setToolTip(warning)

    def _show_waiting(self) -> None:
        count = wording.waiting(self._desk.documents)
        self.waiting_link.setVisible(self._desk.is_open)
        self.waiting_link.setText(say("gui.waiting", count=count) if count else say("gui.waiting_none"))

    def _show_jobs(self) -> None:
        titled = self._desk.jobs.titled
        for each in (self.running, self.progress, self.stop):
            each.setVisible(bool(titled))
        if not titled:
            return
        job = titled[0]
        more = say("gui.more_jobs", count=len(titled) - 1) if len(titled) > 1 else ""
        title = say("gui.job_stopping") if job.is_cancelled else job.title
        what = PurePath(job.progress.what).name
        what = what if len(what) <= 40 else what[:39] + "…"
        self.running.setText("  ".join(part for part in (title, what, more) if part))
        self.progress.setRange(0, job.progress.total)
        self.progress.setValue(job.progress.done)
        self.progress.setFormat(f"{job.progress.done} / {job.progress.total}" if job.progress.total else "")
        self.stop.setEnabled(not job.is_cancelled)

    def _stop(self) -> None:
        for job in self._desk.jobs.titled[:1]:
            job.cancel()
        self._show_jobs()
