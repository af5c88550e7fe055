"""The list of jobs: what runs, how fast and how long still, what waits, and how the others ended."""

from time import monotonic

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QProgressBar, QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import (
    MARGIN,
    ElidedLabel,
    EmptyState,
    button,
    column,
    copy_text,
    label,
    row,
    scrolling,
    set_role,
)
from insurance_desktop.gui.running.job_progress import pace_words, show_progress
from insurance_desktop.gui.running.jobs import Job, JobState
from insurance_desktop.packs.wording import say

LOOK_MS = 1000
STATES = {
    JobState.WAITING: "gui.job_waiting",
    JobState.RUNNING: "gui.job_running",
    JobState.DONE: "gui.job_done",
    JobState.STOPPED: "gui.job_was_stopped",
    JobState.FAILED: "gui.job_failed",
}


class JobsWindow(QDialog):
    """Stays beside the work; its lines are kept, so that the keyboard does not lose its place."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._lines: dict[Job, JobLine] = {}
        self.setWindowTitle(say("gui.jobs"))
        self.resize(620, 420)
        self.empty = EmptyState(context.theme, "jobs", say("gui.jobs_none"), say("gui.jobs_none_text"))
        self._rows = column(gap=10)
        self._rows.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.area = scrolling(self._rows)
        self.clear = button(say("gui.jobs_clear"), context.jobs.clear_finished)
        self.shut = button(say("gui.close"), self.close, primary=True)
        foot = row((label(say("gui.jobs_kept"), "muted", wrap=True), 1), self.clear, self.shut)
        self.setLayout(
            column(label(say("gui.jobs"), "heading"), (self.empty, 1), (self.area, 1), foot, margin=MARGIN, gap=12)
        )
        self._looks = QTimer(self)
        self._looks.setInterval(LOOK_MS)
        self._looks.timeout.connect(self._show)
        context.jobs.changed.connect(self._show)
        self._show()

    @property
    def lines(self) -> tuple["JobLine", ...]:
        """Running and waiting ones first, then the ended, the newest on top."""
        jobs = (*self._context.jobs.titled, *self._context.jobs.finished)
        return tuple(self._lines[each] for each in jobs)

    def showEvent(self, event: QShowEvent) -> None:
        self._looks.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._looks.stop()
        super().hideEvent(event)

    def _show(self) -> None:
        jobs = (*self._context.jobs.titled, *self._context.jobs.finished)
        for gone in set(self._lines) - set(jobs):
            line = self._lines.pop(gone)
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        for place, job in enumerate(jobs):
            if job not in self._lines:
                self._lines[job] = JobLine(self._context, job)
            if self._rows.indexOf(self._lines[job]) != place:
                self._rows.insertWidget(place, self._lines[job])
            self._lines[job].show_job(monotonic())
        self.empty.setVisible(not jobs)
        self.area.setVisible(bool(jobs))
        self.clear.setEnabled(bool(self._context.jobs.finished))


class JobLine(QFrame):
    """One job: its title, its state in words, and what can be done about it."""

    def __init__(self, context: AppContext, job: Job) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._job = job
        self.title = ElidedLabel("heading")
        self.title.setText(job.title)
        self.state = label("", "muted", wrap=True)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(job.title)
        self.stop = button(say("gui.stop_job"), self._stop)
        self.stop.setAccessibleName(f"{say('gui.stop_job')}: {job.title}")
        self.copy = button(say("gui.copy_details"), self._copy)
        words = column(self.title, self.state, self.progress, gap=4)
        line = row((words, 1), margin=12)
        for action in (self.stop, self.copy):
            line.addWidget(action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)

    def show_job(self, now: float) -> None:
        job = self._job
        is_going = job.state in (JobState.WAITING, JobState.RUNNING)
        self.state.setText(state_words(job, now))
        set_role(self.state, "danger" if job.state is JobState.FAILED else "muted")
        self.progress.setVisible(job.state is JobState.RUNNING)
        show_progress(self.progress, job)
        self.stop.setVisible(is_going)
        self.stop.setEnabled(not job.is_cancelled)
        self.copy.setVisible(job.failure is not None)

    def _stop(self) -> None:
        self._job.cancel()
        self._context.jobs.changed.emit()

    def _copy(self) -> None:
        if self._job.failure is not None:
            copy_text(self._job.failure.details)


def state_words(job: Job, now: float) -> str:
    """`正在进行 · 3 / 50 · 每分钟 40 份 · 约剩 2 分钟`, or how it ended."""
    if job.failure is not None:
        return " ".join(part for part in (say(STATES[job.state]), job.failure.message, job.failure.hint) if part)
    if job.state is JobState.RUNNING:
        return " · ".join(
            (say("gui.job_stopping") if job.is_cancelled else say(STATES[job.state]), *pace_words(job, now))
        )
    is_whole = job.state is JobState.DONE and not job.is_cancelled  # some tell of each step before they do it
    done = job.progress.total if is_whole else job.progress.done
    counted = f"{done} / {job.progress.total}" if job.progress.total else ""
    return " · ".join(part for part in (say(STATES[job.state]), counted) if part)
