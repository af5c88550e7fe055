"""The review page: queue, page picture and text side by side, and the decision."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QSplitter, QStackedLayout, QWidget

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, EmptyState, column
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pages import BACKUP, Place
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..page import Page
from . import keys
from .actions import actions_of
from .decisions.deciding import Decisions
from .decisions.decision_head import ReviewHead, may_approve
from .decisions.decision_questions import LeaveQuestion
from .decisions.settling import SettlePanel
from .findings import Findings
from .layers import Layers, coverage_words
from .linking import Linking
from .page.flow_pane import FlowPane
from .page.original_side import OriginalSide
from .page.page_pane import PagePane
from .page.region_panel import RegionPanel, RegionReading
from .page.scan_panel import ScanPanel, ScanReading
from .panels.correction_panel import Corrections
from .panels.fact_panel import Facts
from .panels.menus import ReviewMenus
from .panels.note_panel import Notes
from .panels.queue_panel import weighed
from .panels.side_panels import SidePanels, splitter
from .panels.version_panel import Versions
from .reading_on import ReadingOn
from .review_document import OpenDocument, open_document
from .review_progress import ReviewProgress
from .side_by_side import SideBySide
from .text.draft_keeper import DraftKeeper, reviewer_or_nobody
from .text.text_pane import TextPane

with imported_when_used():
    from insurance_desktop.services.review import review_queue, undo

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


class ReviewPage(Page):
    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._opened: OpenDocument | None = None
        self._loading: Job | None = None
        self._coming: int | None = None  # the document that is being loaded, or was the last to be
        self._place: Place | None = None
        self._is_outdated = False  # another program changed the document while words here are unsaved
        self.decisions = Decisions(context, self)
        self.tabs = SidePanels(context.theme, context.settings)
        self.queue, self.findings = self.tabs.queue, self.tabs.findings
        self.outline, self.log = self.tabs.outline, self.tabs.log
        self.page, self.flow, self.text = PagePane(context), FlowPane(context), TextPane(context)
        self.original = OriginalSide(self.page, self.flow)
        self.empty = EmptyState(context.theme, "review", say("gui.review_nothing"), say("gui.review_nothing_text"))
        self.linking = Linking(self.page, self.flow, self.text.view, self.outline)
        self.versions = Versions(context, self.tabs.versions, self.text, self.linking)
        self.layers = Layers(context, self.page, self.text)
        self.drafts = DraftKeeper(context, self.text.view, self.text.draft_bar)
        self.progress = ReviewProgress(context, self.outline, self.linking, self.decisions.ask_reviewer)
        self.reading_on = ReadingOn(self.text.view, self.linking, self.progress, lambda: self._go_on(0))
        parts = (self.outline, self.progress, self.linking, self.page)
        self.notes = Notes(context, self.tabs.notes, self.decisions, parts)
        self.corrections = Corrections(context, self.tabs.corrections, self.decisions, (self.progress, self.linking))
        self.facts = Facts(context, self.tabs.facts, self.decisions, (self.linking, self.text.view))
        self.region = RegionPanel(context.theme)
        self.text.add_panel(self.region)
        self.reading_again = RegionReading(context, self.region, self.page, self.text, self.notes.write)
        self.scans = ScanPanel()
        self.text.add_panel(self.scans)
        self.reading_scans = ScanReading(context, self.scans, self.page, self.text)
        self.settling = SettlePanel()
        parts_of_findings = (self.page, self.text, self.linking)
        self.shown_findings = Findings(self.tabs, self.settling, self.decisions, parts_of_findings)
        self._shown_parts = (
            self.tabs,
            self.linking,
            self.shown_findings,
            self.progress,
            self.reading_on,
            self.drafts,
            self.notes,
            self.corrections,
            self.facts,
            self.layers,
            self.versions,
            self.reading_again,
            self.reading_scans,
        )
        self._make_head()
        self._lay_out()
        self._connect()
        self.menus = ReviewMenus(context, self.tabs, self.text, lambda: self._opened)
        actions = actions_of(self)
        if context.read_only.is_on:
            actions |= dict.fromkeys(keys.CHANGING, context.read_only.tell)
        self.menus.offer(actions, self.page.view)
        context.shortcuts.bind_all(self, actions, once=keys.DECIDING)
        context.read_only.changing(*self.head.changing, *self.tabs.changing, self.region.note, self.region.take)
        context.read_only.changing(*self.scans.changing)
        self.undo.hide()
        self._show_nothing()

    # --- building ---------------------------------------------------------------------------------------------
    def _make_head(self) -> None:
        self.head = ReviewHead(self.context, self.decisions)
        self.title, self.state = self.head.title, self.head.state
        self.undo = self.head.add(say("review_page.undo"), self._undo, keys.UNDO)
        self.correct = self.head.add(say("gui.correct"), self._correct, "")
        self.next = self.head.add(say("gui.next_document"), lambda: self.go(1), keys.NEXT_DOCUMENT)
        self.reject = self.head.add(say("gui.reject"), self._reject, keys.REJECT, danger=True)
        self.approve = self.head.add(say("gui.approve"), self._approve, keys.APPROVE, primary=True)

    def _lay_out(self) -> None:
        """From the outside in: what is put into a frame that is in no other yet is dressed once more with each."""
        self.splitter = splitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(MARGIN)
        self.setLayout(column(self.head, (self.splitter, 1), margin=MARGIN, gap=12))
        self._reading_area = QWidget()
        self.splitter.addWidget(self.tabs)
        self.splitter.addWidget(self._reading_area)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([250, 900])
        self._fill_reading_area()
        self.tabs.fill()

    def _fill_reading_area(self) -> None:
        """The page and the text side by side; nothing to read yet."""
        self._stack = QStackedLayout(self._reading_area)
        self.sides = SideBySide()
        reading = QWidget()
        reading.setLayout(column((self.sides, 1), self.settling, gap=8))
        self._stack.addWidget(self.empty)
        self._stack.addWidget(reading)
        self.sides.addWidget(self.original)
        self.sides.addWidget(self.text)
        self.sides.setSizes([500, 500])

    def _connect(self) -> None:
        self.context.listed.connect(self._listed)
        self.context.changed.connect(self._changed)
        self.context.changed_elsewhere.connect(self._changed_elsewhere)
        self.context.pack_changed.connect(self._leave)
        self.queue.picked.connect(lambda document_id: self.open(Place(document_id)))
        self.linking.regulation_wanted.connect(self.context.regulation_wanted)
        self.text.save_wanted.connect(self.save)
        self.text.view.rendered.read_on.connect(self.read_on)
        self.versions.restore_wanted.connect(lambda *told: self.decisions.restore(self._opened, *told))
        self.text.view.edited.connect(self._edited)
        for wanted in (self.decisions.undone, self.decisions.document_wanted):
            wanted.connect(lambda document_id: self.open(Place(document_id)))
        self.decisions.reviewer_changed.connect(self.head.show_reviewer)
        self.page.shown.connect(self._saw_page)
        self.tabs.fold_by(self.page.fold, self.context.settings, self.splitter)
        self.decisions.busy.connect(self._show_actions)

    # --- opening ----------------------------------------------------------------------------------------------
    @property
    def opened(self) -> OpenDocument | None:
        return self._opened

    def open(self, place: Place) -> None:
        """Show a document, and there the boxes. Unsaved changes of another document keep it open."""
        if self._opened is not None and self._opened.document_id == place.document_id:
            self._show_place(place)
            return
        if self._opened is not None and self.text.view.is_edited:
            self.context.noticed.emit(Notice("warning", say("gui.unsaved"), say("gui.unsaved_hint")))
            return
        self._place = place
        self._load(place.document_id)

    def arrive(self) -> None:
        """The keyboard belongs to the text; before a document is open, to the queue."""
        self.head.show_reviewer()
        (self.queue.rows if self._opened is None else self.text.view).setFocus()

    @property
    def _has_keyboard(self) -> bool:
        focus = self.window().focusWidget()
        return focus is not None and focus.isVisible() and self.isAncestorOf(focus)

    def catch_up(self) -> None:
        self._listed()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.tabs.current_rows, self.original.view, self.text.focusProxy() or self.text.view)

    def reading(self) -> tuple[QWidget, ...]:
        return (self.original, self.text, self.settling)

    def fill_menu(self, menu: QMenu) -> None:
        self.menus.fill_of_document(menu)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        inner = (("records", self.tabs.records), ("editing", self.text.view.editing))
        return (("review", self.splitter), ("sides", self.sides), ("clauses", self.tabs.clauses), *inner)

    def reset_layout(self) -> None:
        self.page.fold.setChecked(False)
        self.splitter.setSizes([250, 900])
        self.sides.setSizes([500, 500])

    def place(self) -> str:
        if self._place is not None:  # on the way there
            return f"{self._place.document_id}:{self._place.page or 1}"
        return f"{self._opened.document_id}:{self.page.page}" if self._opened else ""

    def return_to(self, place: str) -> None:
        document_id, _, page = place.partition(":")
        if document_id.isdecimal() and page.isdecimal():
            self._loading = self.context.read(self._opener(int(document_id)), self._show, lambda _gone: None)
            self._place = Place(int(document_id), page=int(page))

    def may_close(self, then: Callable[[], None]) -> bool:
        """Unsaved words are asked about."""
        if not self.text.view.is_edited:
            return True
        self.leave_question = LeaveQuestion(self, lambda: self.save(then), lambda: self._discard(then))
        self.leave_question.open()
        return False

    def _discard(self, then: Callable[[], None]) -> None:
        self.text.view.discard()
        self.drafts.keep_now(then)

    def show_waiting(self) -> None:
        """What can be decided on now."""
        self.queue.scope.setCurrentIndex(0)
        self.tabs.setCurrentIndex(0)

    def walk(self, step: Callable[[], None], panel: QWidget | None = None) -> None:
        """From clause to clause, the outline in sight; or through another panel."""
        self.tabs.setCurrentWidget(panel or self.tabs.clauses)
        step()

    def read_on(self) -> None:
        """A screenful is read; how far one is stands in sight, unless the findings or something else do."""
        if self.tabs.currentWidget() is self.queue:
            self.tabs.setCurrentWidget(self.tabs.clauses)
        self.reading_on.go_on()

    def go(self, step: int) -> None:
        """To the next document that waits."""
        current = self._opened.document_id if self._opened else None
        following = self.queue.neighbour(current, step)
        if following is None:
            self.context.noticed.emit(Notice("good", say("gui.queue_done"), say("gui.queue_done_hint")))
        else:
            self.open(Place(following))

    def _load(self, document_id: int) -> None:
        if self._loading is not None:
            self._loading.forget()
        self._coming = document_id
        self._loading = self.context.read(self._opener(document_id), self._show, self._not_opened)

    def _load_again(self) -> None:
        """What is shown, unless another document is on its way: who went on must not be held back by what is done."""
        if self._opened is not None and (self._loading is None or self._coming == self._opened.document_id):
            self._load(self._opened.document_id)

    def _not_opened(self, failure: Failure) -> None:
        """An import that was withdrawn is nothing to be told of here."""
        self._loading = None
        if self._opened is not None and isinstance(failure.error, NotFound):
            self._leave()
        else:
            self.context.notice_failure(failure)

    def _opener(self, document_id: int) -> Callable[["Workspace"], OpenDocument]:
        reviewer = reviewer_or_nobody(self.context)
        return lambda workspace: open_document(workspace, document_id, reviewer)

    def _show(self, opened: OpenDocument) -> None:
        self._loading = None
        again = self._opened is not None and self._opened.document_id == opened.document_id
        same_text = again and self._opened is not None and self._opened.review.markdown == opened.review.markdown
        self._opened = opened
        self._is_outdated = False
        review = opened.review
        self._stack.setCurrentIndex(1)
        if not same_text:
            self.text.view.show_markdown(review.markdown, opened.pieces, keep_place=again)
        if not again:
            self.original.show_document(opened.document_id, review.document.pages, has_pages=opened.has_pages)
            if self.queue.rows.hasFocus() or (self.isVisible() and not self._has_keyboard):
                self.text.view.setFocus()  # what was chosen is to be read now; a folded queue could not take the keys
        self.outline.show_clauses(review.clauses)
        self.log.show_decisions(review.decisions, opened.assignments)
        self.text.show_twins(review.tables)
        self.text.show_coverage(coverage_words(review.coverage))
        for part in self._shown_parts:
            part.show_opened(opened)
        self.queue.rows.choose(opened.document_id)
        self.moved.emit()
        self._show_head()
        if review.is_altered:
            self.context.noticed.emit(Notice("error", say("review.text_altered", it=review.document), section=BACKUP))
        if self._place is not None:
            place, self._place = self._place, None
            self._show_place(place)

    def _show_place(self, place: Place) -> None:
        """A place is for reading beside the page, also where the source was being edited."""
        if place != Place(place.document_id):
            self.text.reading.click()
            self.linking.show_place(place)
        if place.against is not None:
            self.versions.compare_edition(place.against)

    # --- the state of the page --------------------------------------------------------------------------------
    def _show_nothing(self) -> None:
        self._opened = None
        for part in self._shown_parts:
            part.show_opened(None)
        self._stack.setCurrentWidget(self.empty)
        self._show_head()

    def _leave(self) -> None:
        """The document is gone, or of a pack that the window does not read by any more."""
        if self._loading is not None:
            self._loading.forget()
        self._loading = self._place = None
        self._is_outdated = False
        self.outline.show_clauses(())
        self.log.show_decisions(())
        self._show_nothing()

    def _show_head(self) -> None:
        self.head.show_document(self._opened.review.document if self._opened else None)
        self.head.show_approvals(self._opened)
        self._show_actions()

    def _show_actions(self) -> None:
        document = self._opened.review.document if self._opened else None
        ready = self._opened is not None and not self.decisions.is_busy(self._opened.document_id)
        edited = self.text.view.is_edited
        rejected = document is not None and document.review_status is ReviewStatus.REJECTED
        self.approve.setEnabled(ready and not edited and document is not None and may_approve(document))
        self.reject.setEnabled(ready and not rejected)
        self.correct.setEnabled(ready and not edited)

    def _listed(self) -> None:
        self.queue.show_documents(self.context.documents)
        reviewer, written = self.context.settings.reviewer, self.queue.written
        self.context.read_later(
            lambda workspace: weighed(review_queue.review_queue(workspace.library, reviewer=reviewer), written),
            self.queue.show_queue,
        )
        self.context.read_later(
            lambda workspace: undo.undoable(workspace.library, reviewer=reviewer), self.head.show_undoable
        )
        if self._opened is not None:
            self.queue.rows.choose(self._opened.document_id)

    def _changed(self, changes: Changes) -> None:
        if self._opened is not None and self._opened.document_id in changes.documents:
            self._load_again()

    def _changed_elsewhere(self, changes: Changes) -> None:
        """Another program decided or edited: shown at once, unless that would take away what is being written."""
        if self._opened is None or self._opened.document_id not in changes.documents:
            return
        self._is_outdated = self.text.view.is_edited
        if self._is_outdated:
            self.context.noticed.emit(
                Notice("warning", say("review_page.changed_elsewhere"), say("review_page.changed_elsewhere_hint"))
            )
        else:
            self._load_again()

    def _edited(self, edited: bool) -> None:
        if self._is_outdated and not edited and self._opened is not None:
            self._is_outdated = False
            self._load(self._opened.document_id)
        self._show_actions()

    def _saw_page(self, page: int) -> None:
        if self._opened is not None:
            self.progress.saw_page(self._opened.document_id, page)
            self.moved.emit()

    # --- decisions --------------------------------------------------------------------------------------------
    def _approve(self) -> None:
        if self._opened is None:
            return
        self.decisions.approve(self._opened, self.progress.unseen, self._go_on)

    def _go_on(self, start: int | None = None) -> None:
        """To what was not looked at, from the clause `start` on."""
        unseen = self.progress.unseen
        if unseen is not None and unseen.are_pages:
            self.page.turn(int(unseen.names[0]) - self.page.page)
            self.page.view.setFocus()
        else:
            self.walk(lambda: self.progress.go_to_unseen(start))

    def _reject(self) -> None:
        if self._opened is not None:
            self.decisions.reject(self._opened, self.page.framed)

    def _undo(self) -> None:
        """Never over words that are typed and not yet saved: what is taken back may be an edit."""
        if self.text.view.is_edited:
            self.context.noticed.emit(Notice("warning", say("gui.unsaved"), say("gui.unsaved_hint")))
        else:
            self.decisions.undo(self._opened)

    def _correct(self) -> None:
        if self._opened is not None:
            self.decisions.correct(self._opened)

    def correct_clause(self) -> None:
        self.decisions.correct_clause(self._opened, self.outline.current)

    def save(self, then: Callable[[], None] = lambda: None) -> None:
        """The edited text as a new version; `then` comes once it is stored and nothing was typed meanwhile."""
        if self._opened is None or not self.text.view.is_edited:
            return
        written = self.text.view.text

        def stored() -> None:
            if self.text.view.text == written:
                self.text.reading.click()  # a key that is pressed next must not change the contract
                then()

        self.decisions.save_edit(self._opened, written, stored)
