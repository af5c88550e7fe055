"""The collection page: the sites with their runs, the switches, and every request with a filter."""

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSplitter,
    QTableView,
    QWidget,
)

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.errors import RobotsRefused
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.menus import offer_buttons
from insurance_desktop.gui.look.parts import (
    MARGIN,
    STRETCH,
    Chooser,
    button,
    column,
    flat_button,
    label,
    row,
    scrolling,
    show_icon,
)
from insurance_desktop.gui.look.tables import dress_table, set_widths
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.questions import Asking
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say
from insurance_desktop.services.collecting.alarms import ToldAlarm
from insurance_desktop.services.collecting.overview import CollectionOverview
from insurance_desktop.services.collecting.runs import CollectionReport
from insurance_desktop.services.collecting.settings import USUAL_RECHECKS
from insurance_desktop.store.collecting.collection import Receipt

from . import collecting_words
from .daily_check import COLLECTION
from .receipt_table import COLUMNS, FILTERS, Narrowing, ReceiptTable
from .site_card import SiteCard

with imported_when_used():
    from insurance_desktop.services.collecting import alarms, overview, records, runs, session, settings

LOOK_MS = 1000
SHARES = [420, 320]
RECHECK_CHOICES = (0, USUAL_RECHECKS, 10, 30, 100)
MOST_RECEIPTS = 2000
CSV_FILTER = "CSV (*.csv)"


class CollectionPage(Page):
    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.cards: dict[str, SiteCard] = {}
        self._jobs: dict[str, Job] = {}
        self._contact = ""
        self._rechecks = USUAL_RECHECKS
        self._paused: set[str] = set()
        self._forbidden: dict[str, str | None] = {}
        """The folder of a site that robots.txt forbids, where a person may answer for it."""
        self.asking = Asking(self, context.settings, context.name_reviewer)
        self.offline = flat_button(say("collection.offline_off"), tip=say("collection.offline_tip"))
        self.contact = QLineEdit()
        self.rechecks = Chooser(context.theme)
        self.import_button = button(say("gui.import_menu"), context.import_wanted.emit)
        self.words = QLineEdit()
        self.outcome = Chooser(context.theme)
        self.count = label("", "muted")
        self.export = button(say("collection.export"), self._choose_export)
        self.model = ReceiptTable(context.theme.colours, self)
        self.table = self._make_table()
        self._sites = column(gap=MARGIN)
        self._looks = QTimer(self)
        self._looks.setInterval(LOOK_MS)
        self._lay_out()
        self._connect()
        context.read_only.changing(self.offline, self.contact, self.rechecks, self.import_button)

    # --- building ---------------------------------------------------------------------------------------------
    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        dress_table(table, say("collection.receipts"))
        set_widths(table, [each.width for each in COLUMNS])
        offer_buttons(table)
        return table

    def _lay_out(self) -> None:
        self.offline.setCheckable(True)
        self.offline.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        show_icon(self.offline, "offline", self.context.theme, 16)
        self._show_switch(False)
        self.contact.setPlaceholderText(say("collection.contact"))
        self.contact.setAccessibleName(say("collection.contact"))
        self.contact.setToolTip(say("collection.contact_tip"))
        self.contact.setMaximumWidth(280)
        self.rechecks.setSizeAdjustPolicy(Chooser.SizeAdjustPolicy.AdjustToContents)
        self.rechecks.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.rechecks.setAccessibleName(say("collection.rechecks"))
        self.rechecks.setToolTip(say("collection.rechecks_tip"))
        head = row(
            label(say("gui.page_crawl"), "title"),
            STRETCH,
            self.offline,
            self.rechecks,
            self.contact,
            self.import_button,
        )
        self._sites.addWidget(label(say("collection.manners"), "muted", wrap=True))
        self._sites.addStretch()
        area = scrolling(self._sites)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(area)
        self.splitter.addWidget(self._make_records())
        self.splitter.setSizes(SHARES)
        self.splitter.setHandleWidth(MARGIN)
        self.splitter.setChildrenCollapsible(False)
        self.setLayout(column(head, (self.splitter, 1), margin=MARGIN, gap=MARGIN))

    def _make_records(self) -> QWidget:
        inner = column(self._make_filter(), (self.table, 1), gap=8)
        made = QWidget()
        made.setLayout(inner)
        return made

    def _make_filter(self) -> QHBoxLayout:
        self.words.setPlaceholderText(say("collection.filter_words"))
        self.words.setAccessibleName(say("collection.filter_words"))
        self.words.setClearButtonEnabled(True)
        self.words.setMaximumWidth(300)
        for key, _ in FILTERS:
            self.outcome.addItem(say(key))
        self.outcome.setAccessibleName(say("collection.filter_outcome"))
        line = row(
            label(say("collection.receipts"), "heading"), self.count, STRETCH, self.words, self.outcome, self.export
        )
        return line

    def _connect(self) -> None:
        self.offline.clicked.connect(self._switch)
        self.contact.editingFinished.connect(self._keep_contact)
        self.rechecks.activated.connect(lambda _row: self._keep_rechecks())
        self.words.textChanged.connect(self._narrow)
        self.outcome.currentIndexChanged.connect(self._narrow)
        self.model.modelReset.connect(self._show_count)
        self.context.theme.changed.connect(self.model.recolour)
        self.context.changed.connect(lambda _changes: self.read())
        self.context.jobs.changed.connect(self._look)
        self.context.network_changed.connect(lambda _offline: self._settled())
        self.context.shortcuts.bind(shortcuts.FIND, self, self.words.setFocus)
        self._looks.timeout.connect(self._look)

    # --- what the window asks ---------------------------------------------------------------------------------
    def catch_up(self) -> None:
        self.read()

    def refresh(self) -> None:
        self.read()

    def arrive(self) -> None:
        self.read()
        first = next(iter(self.cards.values()), None)
        (first.start if first is not None and first.start.isEnabled() else self.offline).setFocus()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.offline, *(each.start for each in self.cards.values()), self.words, self.table)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("collection", self.splitter),)

    def reset_layout(self) -> None:
        self.splitter.setSizes(SHARES)

    def showEvent(self, event: QShowEvent) -> None:
        self._looks.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._looks.stop()
        super().hideEvent(event)

    # --- what is shown ----------------------------------------------------------------------------------------
    def read(self) -> None:
        """Read the sites and the requests again."""
        if self.context.is_open:
            self.context.read(lambda workspace: overview.overview(workspace.library), self._show)
            self.context.read(
                lambda workspace: records.latest_receipts(workspace.library, MOST_RECEIPTS), self._show_receipts
            )

    def _show(self, overview: CollectionOverview) -> None:
        offline = overview.settings.offline
        self._show_switch(offline)
        self.offline.setEnabled(overview.user_switch is None)
        if overview.user_switch is not None:
            self.offline.setToolTip(say("collection.offline_by_user", variable=overview.user_switch))
        self._contact = overview.settings.contact
        if not self.contact.hasFocus():
            self.contact.setText(self._contact)
        self._show_rechecks(overview.settings.rechecks)
        for each in overview.sites:
            if each.site not in self.cards:
                card = self.cards[each.site] = SiteCard(each, self.context.theme)
                card.wanted.connect(self.collect)
                card.halted.connect(self._halt)
                card.confirmation_wanted.connect(self._confirm)
                card.alarms.review_wanted.connect(self._review)
                card.alarms.answer_wanted.connect(self._answer)
                self._sites.insertWidget(self._sites.count() - 1, card)
            self.cards[each.site].show_site(each, is_offline=offline)

    def _show_rechecks(self, rechecks: int) -> None:
        """The usual numbers, and the one that is set where it is none of them."""
        choices = sorted({*RECHECK_CHOICES, rechecks})
        if [self.rechecks.itemData(place) for place in range(self.rechecks.count())] != choices:
            self.rechecks.clear()
            for each in choices:
                key = "collection.rechecks_some" if each else "collection.rechecks_none"
                self.rechecks.addItem(say(key, count=each), each)
        self._rechecks = rechecks
        self.rechecks.setCurrentIndex(choices.index(rechecks))

    def _show_switch(self, offline: bool) -> None:
        self.offline.setChecked(offline)
        self.offline.setText(say("collection.offline_on" if offline else "collection.offline_off"))
        self.offline.setAccessibleName(self.offline.text())
        self.offline.setAccessibleDescription(say("collection.offline_tip"))

    def _show_receipts(self, receipts: tuple[Receipt, ...]) -> None:
        self.model.show(receipts)

    def _show_count(self) -> None:
        shown, total = self.model.rowCount(), self.model.total
        self.count.setText(say("collection.receipt_count", shown=shown, total=total))
        self.export.setEnabled(total > 0)

    def _narrow(self) -> None:
        picked = FILTERS[self.outcome.currentIndex()][1]
        self.model.narrow(Narrowing(self.words.text(), picked.only, picked.faulty))

    def _look(self) -> None:
        for name, card in self.cards.items():
            card.show_job(self._jobs.get(name), was_paused=name in self._paused)

    # --- actions ----------------------------------------------------------------------------------------------
    def collect(self, site: str) -> None:
        """Check the site and download what is new; what stops it is said, and what was had stays."""
        if site in self._jobs:
            return
        self._paused.discard(site)
        self.cards[site].confirm.hide()
        self._jobs[site] = self.context.run(
            say("collection.running", label=self._label(site)),
            lambda workspace, progress, cancel: runs.run(
                workspace.library,
                workspace.converter,
                session.CollectionRequest(site),
                progress=progress,
                cancel=cancel,
            ),
            lambda report: self._done(site, report),
            lambda failure: self._failed(site, failure),
            stopped=lambda: self._stopped(site),
            lane=COLLECTION,
        )
        self._look()

    def _label(self, site: str) -> str:
        return self.cards[site].accessibleName() if site in self.cards else site

    def _halt(self, site: str, only_now: bool) -> None:
        if only_now:
            self._paused.add(site)
        job = self._jobs.get(site)
        if job is not None:
            job.cancel()
        self._look()

    def _done(self, site: str, report: CollectionReport) -> None:
        self._ended(site)
        self.context.noticed.emit(collecting_words.done_notice(report))

    def _failed(self, site: str, failure: Failure) -> None:
        self._ended(site)
        self.context.notice_failure(failure)
        if isinstance(failure.error, RobotsRefused):
            self._forbidden[site] = records.folder_to_confirm(site, str(failure.error.values["url"]))
            self.cards[site].confirm.setVisible(self._forbidden[site] is not None)

    def _confirm(self, site: str) -> None:
        """A name and a reason go on record for the folder that robots.txt forbids; then the run begins anew."""
        folder = self._forbidden[site]
        if folder is None:
            return

        def answered(reviewer: str, reason: str) -> None:
            self.context.write(
                "",
                lambda workspace: records.confirm_folder(
                    workspace.library, site, folder, reviewer=reviewer, reason=reason
                ),
                lambda _: self.collect(site),
            )

        title, text = say("collection.confirm_title"), say("collection.confirm_text", folder=folder)
        self.asking.reason(title, text, say("collection.confirm_go_on"), answered)

    def _stopped(self, site: str) -> None:
        self._ended(site)
        key = "collection.was_paused" if site in self._paused else "collection.was_stopped"
        self.context.noticed.emit(Notice("information", say(key)))

    def _ended(self, site: str) -> None:
        self._jobs.pop(site, None)
        self._look()
        self.context.tell(Changes(products=True))

    def _review(self, document_id: int) -> None:
        self.context.place_wanted.emit(Place(document_id))

    def _answer(self, alarm: ToldAlarm) -> None:
        """A name and a reason go on record; then the alarm is over."""

        def done(_: object) -> None:
            self.context.noticed.emit(Notice("good", say("collection.alarm_answered")))
            self.context.tell(Changes(products=True))

        def answered(reviewer: str, reason: str) -> None:
            number = alarm.alarm_id
            self.context.write(
                "",
                lambda workspace: alarms.acknowledge(workspace.library, number, reviewer=reviewer, reason=reason),
                done,
            )

        title, confirm = say("collection.alarm_answer_title"), say("collection.alarm_answer_confirm")
        self.asking.reason(title, alarm.message, confirm, answered)

    def _switch(self, offline: bool) -> None:
        self.context.set_offline(offline)

    def _keep_contact(self) -> None:
        contact = self.contact.text().strip()
        if contact != self._contact and self.context.is_open:
            self._contact = contact
            self.context.write("", lambda workspace: settings.set_contact(workspace.library, contact), lambda _: None)

    def _keep_rechecks(self) -> None:
        rechecks = int(self.rechecks.currentData())
        if rechecks != self._rechecks and self.context.is_open:
            self._rechecks = rechecks
            self.context.write("", lambda workspace: settings.set_rechecks(workspace.library, rechecks), lambda _: None)

    def _settled(self) -> None:
        self.context.tell(Changes(products=True))

    def _choose_export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, say("collection.export"), "receipts.csv", CSV_FILTER)
        if name:
            self.export_to(Path(name))

    def export_to(self, target: Path) -> None:
        """All requests as a table for other programs."""

        def done(count: int) -> None:
            self.context.noticed.emit(Notice("good", say("collection.exported", count=count, path=target)))

        self.context.read(lambda workspace: records.export_receipts(workspace.library, target), done)
