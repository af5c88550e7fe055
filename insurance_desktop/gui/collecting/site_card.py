"""One site: when it was last checked, what it brought, what holds it up, and the run that is under way."""

from time import monotonic

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QProgressBar, QWidget

from insurance_desktop.gui.look.parts import MARGIN, STRETCH, ElidedLabel, button, column, label, row, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.running.job_progress import pace_words, show_progress
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.packs.wording import say
from insurance_desktop.services.collecting.overview import SiteOverview

from . import collecting_words
from .alarm_list import AlarmList


class SiteCard(QFrame):
    """`wanted`: collect from this site; `halted`: stop the run, for now (True) or for good (False).

    `confirmation_wanted`: somebody answers for the folder that robots.txt forbids.
    """

    wanted = Signal(str)
    confirmation_wanted = Signal(str)
    halted = Signal(str, bool)

    def __init__(self, overview: SiteOverview, theme: ThemeSwitch) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(overview.label)
        self._site = overview
        self._job: Job | None = None
        self._is_offline = False
        self._is_paused = False
        self.checked = label("", "muted")
        self.counts = label("", "muted", wrap=True)
        self.news = label("", wrap=True)
        self.trouble = label("", "danger", wrap=True)
        self.alarms = AlarmList(theme)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(say("collection.running", label=overview.label))
        self.what = ElidedLabel("muted")
        self.start = button(say("collection.start"), lambda: self.wanted.emit(self._site.site), primary=True)
        self.pause = button(say("collection.pause"), lambda: self._halt(True))
        self.cancel = button(say("collection.cancel"), lambda: self._halt(False))
        self.confirm = button(
            say("collection.confirm"), lambda: self.confirmation_wanted.emit(self._site.site), primary=True
        )
        self.confirm.hide()
        self.open_site = button(say("collection.open_site"), self._open)
        self._lay_out()
        self.show_site(overview, is_offline=False)

    def _lay_out(self) -> None:
        head = row(label(self._site.label, "heading"), label(self._site.origin, "muted"), STRETCH, self.checked)
        actions = row(self.confirm, self.start, self.pause, self.cancel, self.open_site, STRETCH)
        inner = column(head, margin=MARGIN, gap=8)
        lines: tuple[QWidget, ...] = (self.counts, self.news, self.trouble, self.progress, self.what)
        for each in lines:
            inner.addWidget(each)
        inner.addLayout(actions)
        inner.addWidget(self.alarms)  # below what can be pressed: there may be many
        self.setLayout(inner)

    @property
    def site(self) -> str:
        return self._site.site

    def show_site(self, overview: SiteOverview, *, is_offline: bool) -> None:
        self._site = overview
        self._is_offline = is_offline
        self.checked.setText(collecting_words.last_check(overview.state.last_success if overview.state else None))
        self.counts.setText(collecting_words.counts(overview))
        self.news.setText(collecting_words.news(overview))
        for each in (self.counts, self.news):
            each.setVisible(bool(each.text()))
        self.alarms.show_alarms(overview.alarms)
        self.look()

    def show_job(self, job: Job | None, *, was_paused: bool = False) -> None:
        """The run under way; None = there is none. A run that was only halted for now can go on."""
        self._job = job
        self._is_paused = was_paused and job is None
        self.look()

    def look(self) -> None:
        """What changes by the second: the countdown, the progress, which buttons can be pressed."""
        breaker = self._site.state.breaker if self._site.state else None
        is_closed = breaker is not None and collecting_words.seconds_closed(breaker, collecting_words.now()) > 0
        if breaker is not None and is_closed:
            self.trouble.setText(collecting_words.countdown(breaker, collecting_words.now()))
        elif self._site.needs_person:
            self.trouble.setText(say("collection.needs_person"))
        self.trouble.setVisible(is_closed or self._site.needs_person)
        self.open_site.setVisible(self._site.needs_person)
        self._look_at_job(may_start=not (is_closed or self._is_offline))

    def _look_at_job(self, *, may_start: bool) -> None:
        job = self._job
        shown: tuple[QWidget, ...] = (self.progress, self.what, self.pause, self.cancel)
        for each in shown:
            each.setVisible(job is not None)
        self.start.setVisible(job is None)
        self.start.setEnabled(may_start)
        self.start.setText(say("collection.go_on" if self._is_paused else "collection.start"))
        if job is not None:
            show_progress(self.progress, job)
            parts = (job.progress.what, *pace_words(job, monotonic()))
            stopping = (say("gui.job_stopping"),) if job.is_cancelled else ()
            self.what.setText(" · ".join(part for part in (*stopping, *parts) if part))
            for action in (self.pause, self.cancel):
                action.setEnabled(not job.is_cancelled)

    def _halt(self, only_now: bool) -> None:
        self.halted.emit(self._site.site, only_now)

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._site.origin))
