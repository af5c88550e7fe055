"""The line at the bottom: which library, what waits, what runs and how to stop it, and the last check of sites."""

from pathlib import PurePath
from time import monotonic

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QProgressBar, QStatusBar, QToolButton, QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import icons, wording
from insurance_desktop.gui.look.parts import BESIDE, flat_button, label, show_icon
from insurance_desktop.gui.pages import SETTINGS, entries
from insurance_desktop.gui.running.job_progress import pace_words, show_progress
from insurance_desktop.gui.running.jobs import Job, JobState
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.page_words import page_words
from insurance_desktop.packs.wording import say

from .library_menu import LibraryMenu

LONGEST_NAME = 28
SIDE = 14  # of an icon, in pixels


class StatusBar(QStatusBar):
    """`waiting_pressed`: the reader wants to see what waits for review; `jobs_pressed`: the list of jobs."""

    waiting_pressed = Signal()
    jobs_pressed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setSizeGripEnabled(False)
        self.setContentsMargins(10, 0, 10, 0)
        self.library = flat_button(say("gui.no_library"), tip=say("gui.library_menu"))
        self.library_menu = LibraryMenu(context, self.library)
        self.library.setMenu(self.library_menu)
        self.library.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.waiting_link = flat_button("", self.waiting_pressed.emit, tip=say("gui.show_waiting"))
        self.ranking = label(say("gui.ranking_needs_care"), "muted")
        self.ranking.hide()
        self.running = self._with_icon(flat_button("", self.jobs_pressed.emit, tip=say("gui.jobs")), "jobs")
        self.progress = QProgressBar()
        self.progress.setFixedWidth(120)
        self.progress.setAccessibleName(say("gui.jobs"))
        self.stop = self._with_icon(flat_button(say("gui.stop_job"), self._stop, tip=say("gui.stop_job_tip")), "stop")
        self.network = flat_button("", lambda: context.page_wanted.emit(SETTINGS))
        self.network.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.network.setIconSize(QSize(SIDE + BESIDE, SIDE))
        self.signs = {each.name: each.load(each.sign)(context) for each in entries() if each.sign}
        self.addWidget(self.library)
        self.addWidget(self.waiting_link)
        self.addWidget(self.ranking)
        for each in (self.running, self.progress, self.stop, *self.signs.values(), self.network):
            self.addPermanentWidget(each)
        context.opened.connect(self._show_library)
        context.pack_changed.connect(self._show_library)
        context.packs_offered.connect(self._show_library)
        context.ranking_judged.connect(self._show_ranking)
        context.listed.connect(self._show_waiting)
        context.jobs.changed.connect(self._show_jobs)
        context.network_changed.connect(self._show_network)
        context.theme.changed.connect(self._show_network)
        self._show_waiting()
        self._show_jobs()
        self._show_network()

    def _show_network(self) -> None:
        """A word and a sign; the sentence is the tooltip and what a screen reader says."""
        offline = self._context.is_offline
        word, tip = (
            say("gui.offline" if offline else "gui.online"),
            say("gui.offline_tip" if offline else "gui.online_tip"),
        )
        self.network.setText(word)
        self.network.setToolTip(tip)
        self.network.setAccessibleName(word)
        self.network.setAccessibleDescription(tip)
        sign, colour = "offline" if offline else "online", self._context.theme.colours.muted
        self.network.setIcon(icons.icon(sign, colour, beside=BESIDE / SIDE))
        self.network.setEnabled(self._context.is_open)

    def _with_icon(self, made: QToolButton, name: str) -> QToolButton:
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        show_icon(made, name, self._context.theme, SIDE)
        return made

    def _show_library(self) -> None:
        """Its name, and by which pack it is read where there are several: no page shows anything of the others."""
        path = self._context.library_path
        if path is not None:
            pack = pack_label(self._context.pack) if self._context.packs else ""
            self.library.setText(" · ".join(filter(None, (say("gui.library_name", name=path.name), pack))))
            self.library.setToolTip(str(path))

    def _show_ranking(self) -> None:
        """A ranking that changed under the library is said as long as the window is open."""
        warning = self._context.ranking_warning
        self.ranking.setVisible(bool(warning))
        self.ranking.setToolTip(warning)

    def _show_waiting(self) -> None:
        count = wording.waiting(self._context.documents)
        self.waiting_link.setVisible(self._context.is_open)
        self.waiting_link.setText(say("gui.waiting", count=count) if count else say("gui.waiting_none"))

    @property
    def _foremost(self) -> Job | None:
        """The job to show: the one that has been running longest, or the first that waits."""
        titled = self._context.jobs.titled
        return next((each for each in titled if each.state is JobState.RUNNING), titled[0] if titled else None)

    def _show_jobs(self) -> None:
        job = self._foremost
        for each in (self.progress, self.stop):
            each.setVisible(job is not None)
        self.running.setVisible(self._context.is_open or job is not None)
        if job is None:
            self.running.setText(say("gui.jobs"))
            return
        others = len(self._context.jobs.titled) - 1
        more = say("gui.more_jobs", count=others) if others else ""
        title = say("gui.job_stopping") if job.is_cancelled else job.title
        what = PurePath(job.progress.what).name
        what = what if len(what) <= LONGEST_NAME else what[: LONGEST_NAME - 1] + "…"
        page = page_words(job.progress.at)
        self.running.setText("  ".join(part for part in (title, what, page, more) if part))
        self.running.setToolTip(" · ".join((job.title, *pace_words(job, monotonic()))))
        show_progress(self.progress, job)
        self.stop.setEnabled(not job.is_cancelled)

    def _stop(self) -> None:
        job = self._foremost
        if job is not None:
            job.cancel()
        self._show_jobs()
