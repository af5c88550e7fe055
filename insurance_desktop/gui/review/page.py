"""The review page: queue, page picture and text side by side, and the decision."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QSplitter, QStackedLayout, QTabWidget, QWidget

from insurance_desktop.domain.conversion import Clause, Coverage, SourceSpan
from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.packs.wording import say

from .. import wording
from ..desk import Desk, Notice, Place
from ..jobs import Job
from ..page import Page
from ..parts import MARGIN, ElidedLabel, EmptyState, button, column, flat_button, row, show_icon
from . import keys
from .deciding import Decisions
from .dialogs import LeaveQuestion
from .page_pane import PagePane
from .page_view import Mark
from .panels import FindingsPanel, LogPanel, OutlinePanel, QueuePanel
from .sheet import OpenSheet, open_sheet
from .text_pane import TextPane


class ReviewPage(Page):
    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._opened: OpenSheet | None = None
        self._loading: Job | None = None
        self._place: Place | None = None
        self.decisions = Decisions(desk, self)
        self.queue = QueuePanel(desk.theme)
        self.findings = FindingsPanel()
        self.outline = OutlinePanel()
        self.log = LogPanel()
        self.page = PagePane(desk)
        self.text = TextPane(desk.theme)
        self.empty = EmptyState(desk.theme, "review", say("gui.review_nothing"), say("gui.review_nothing_text"))
        self._make_head()
        self._lay_out()
        self._connect()
        self._add_shortcuts()
        self._show_nothing()

    # --- building ---------------------------------------------------------------------------------------------
    def _make_head(self) -> None:
        self.title = ElidedLabel("title")
        self.state = ElidedLabel("muted")
        self.reviewer = flat_button("", self.decisions.ask_reviewer, tip=say("gui.change_reviewer"))
        self.correct = button(say("gui.correct"), self._correct)
        self.next = button(say("gui.next_document"), lambda: self.go(1))
        self.reject = button(say("gui.reject"), self._reject, danger=True)
        self.approve = button(say("gui.approve"), self._approve, primary=True)
        for each, key in ((self.next, keys.NEXT_DOCUMENT), (self.reject, keys.REJECT), (self.approve, keys.APPROVE)):
            shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            each.setToolTip(f"{each.text()}  {shown}")
        show_icon(self.approve, "good", self._desk.theme)

    def _lay_out(self) -> None:
        words = column(gap=2)
        words.addWidget(self.title)
        words.addWidget(self.state)
        head = row()
        head.addLayout(words, 1)
        for action in (self.reviewer, self.correct, self.next, self.reject, self.approve):
            head.addWidget(action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        panels: tuple[tuple[QWidget, str], ...] = (
            (self.queue, "gui.queue"),
            (self.findings, "gui.findings"),
            (self.outline, "gui.outline"),
            (self.log, "gui.log"),
        )
        for panel, key in panels:
            self.tabs.addTab(panel, say(key))
        self.tabs.setMinimumWidth(232)
        self._desk_area = QWidget()
        self._stack = QStackedLayout(self._desk_area)
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        self.sides.addWidget(self.page)
        self.sides.addWidget(self.text)
        self.sides.setHandleWidth(MARGIN)
        self.sides.setChildrenCollapsible(False)
        self.sides.setSizes([500, 500])
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.sides)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.tabs)
        self.splitter.addWidget(self._desk_area)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([250, 900])
        self.splitter.setHandleWidth(MARGIN)
        self.splitter.setChildrenCollapsible(False)
        whole = column(margin=MARGIN, gap=12)
        whole.addLayout(head)
        whole.addWidget(self.splitter, 1)
        self.setLayout(whole)

    def _connect(self) -> None:
        self._desk.listed.connect(self._listed)
        self._desk.changed.connect(self._changed)
        self.queue.picked.connect(lambda document_id: self.open(Place(document_id)))
        self.findings.picked.connect(self.show_finding)
        self.findings.resolve_wanted.connect(self._resolve)
        self.outline.picked.connect(self._show_clause)
        self.page.pointed.connect(self._pointed_on_page)
        self.page.turned.connect(self._follow_page)
        self.text.view.pointed.connect(self._pointed_in_text)
        self.text.save_wanted.connect(self.save)
        self.text.view.edited.connect(lambda _edited: self._show_actions())
        self.decisions.finding_wanted.connect(self.show_finding)
        self.decisions.reviewer_changed.connect(self._show_reviewer)
        self.decisions.busy.connect(lambda busy: self._show_actions(busy=busy))
        self._show_reviewer()

    def _add_shortcuts(self) -> None:
        for key, action in (
            (keys.APPROVE, self.approve.click),
            (keys.REJECT, self.reject.click),
            (keys.NEXT_DOCUMENT, lambda: self.go(1)),
            (keys.PREVIOUS_DOCUMENT, lambda: self.go(-1)),
            (keys.NEXT_FINDING, lambda: self.findings.step(1)),
            (keys.PREVIOUS_FINDING, lambda: self.findings.step(-1)),
            (keys.RESOLVE, self.findings.resolve.click),
            (keys.FIND, self.text.find_bar.open_bar),
            (keys.SOURCE, self.text.toggle_source),
            (keys.SAVE, self.text.save.click),
            (keys.NEXT_PAGE, lambda: self.page.turn(1)),
            (keys.PREVIOUS_PAGE, lambda: self.page.turn(-1)),
            (keys.ZOOM_IN, self.page.view.zoom_in),
            (keys.ZOOM_OUT, self.page.view.zoom_out),
            (keys.FIT_WIDTH, self.page.view.fit_width),
        ):
            self._desk.shortcuts.bind(key, self, action, repeats=key not in keys.DECIDING)

    # --- opening ----------------------------------------------------------------------------------------------
    @property
    def opened(self) -> OpenSheet | None:
        return self._opened

    def open(self, place: Place) -> None:
        """Show a document, and there the boxes. Unsaved changes of another document keep it open."""
        if self._opened is not None and self._opened.document_id == place.document_id:
            self._show_place(place)
            return
        if self._opened is not None and self.text.view.is_edited:
            self._desk.noticed.emit(Notice("warning", say("gui.unsaved"), say("gui.unsaved_hint")))
            return
        self._place = place
        self._load(place.document_id)

    def arrive(self) -> None:
        """The keyboard belongs to the text; before a document is open, to the queue."""
        self._show_reviewer()
        (self.queue.rows if self._opened is None else self.text.view).setFocus()

    def catch_up(self) -> None:
        self._listed()

    def panes(self) -> tuple[QWidget, ...]:
        panel = self.tabs.currentWidget()
        return (panel.rows if hasattr(panel, "rows") else self.tabs, self.page.view, self.text.view)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("review", self.splitter), ("sides", self.sides))

    def reset_layout(self) -> None:
        self.splitter.setSizes([250, 900])
        self.sides.setSizes([500, 500])

    def place(self) -> str:
        return f"{self._opened.document_id}:{self.page.page}" if self._opened else ""

    def return_to(self, place: str) -> None:
        document_id, _, page = place.partition(":")
        if document_id.isdecimal() and page.isdecimal():
            self._loading = self._desk.read(
                lambda bench: open_sheet(bench, int(document_id)), self._show, lambda _gone: None
            )
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
        then()

    def show_waiting(self) -> None:
        """What can be decided on now."""
        self.queue.scope.setCurrentIndex(0)
        self.tabs.setCurrentIndex(0)

    def go(self, step: int) -> None:
        """To the next document that waits."""
        current = self._opened.document_id if self._opened else None
        following = self.queue.neighbour(current, step)
        if following is None:
            self._desk.noticed.emit(Notice("good", say("gui.queue_done"), say("gui.queue_done_hint")))
        else:
            self.open(Place(following))

    def _load(self, document_id: int) -> None:
        if self._loading is not None:
            self._loading.forget()
        self._loading = self._desk.read(lambda bench: open_sheet(bench, document_id), self._show)

    def _show(self, opened: OpenSheet) -> None:
        self._loading = None
        again = self._opened is not None and self._opened.document_id == opened.document_id
        same_text = again and self._opened is not None and self._opened.sheet.markdown == opened.sheet.markdown
        self._opened = opened
        sheet = opened.sheet
        self._stack.setCurrentWidget(self.sides)
        if not same_text:
            self.text.view.show_markdown(sheet.markdown, opened.pieces, keep_place=again)
        if not again:
            self.page.show_document(opened.document_id, sheet.document.pages)
            self.findings.rows.setCurrentRow(-1)
        self.findings.show_findings(sheet.findings)
        self.outline.show_clauses(sheet.clauses)
        self.log.show_decisions(sheet.decisions)
        self.text.show_coverage(coverage_words(sheet.coverage))
        self.page.show_findings(_finding_marks(opened))
        self.queue.rows.choose(opened.document_id)
        self._show_head()
        if self._place is not None:
            place, self._place = self._place, None
            self._show_place(place)

    def _show_place(self, place: Place) -> None:
        """A place is for reading beside the page, also where the source was being edited."""
        if place.boxes or place.section is not None or place.page is not None:
            self.text.reading.click()
        if place.boxes:
            self.show_boxes(place.boxes)
        elif place.section is not None:
            self._show_section(place.section)
        elif place.page is not None:
            self.page.go_to(place.page)

    # --- the state of the page --------------------------------------------------------------------------------
    def _show_nothing(self) -> None:
        self._opened = None
        self._stack.setCurrentWidget(self.empty)
        self._show_head()

    def _show_head(self) -> None:
        if self._opened is None:
            self.title.setText(say("gui.page_review"))
            self.state.setText(say("gui.review_choose"))
        else:
            document = self._opened.sheet.document
            self.title.setText(wording.full_title(document))
            parts = (
                wording.review_word(document.review_status),
                wording.conversion_word(document.conversion_status),
                wording.findings_words(document.findings),
                document.reason or "",
                say("gui.document_number", number=document.document_id),
                document.logical_path,
            )
            self.state.setText("　".join(part for part in parts if part))
        count = self.findings.open_count
        self.tabs.setTabText(1, say("gui.findings_count", count=count) if count else say("gui.findings"))
        self._show_actions()

    def _show_actions(self, *, busy: bool = False) -> None:
        document = self._opened.sheet.document if self._opened else None
        ready = document is not None and not busy
        readable = document is not None and document.conversion_status not in (
            ConversionStatus.FAILED,
            ConversionStatus.QUEUED,
        )
        edited = self.text.view.is_edited
        verified = document is not None and document.review_status is ReviewStatus.VERIFIED
        rejected = document is not None and document.review_status is ReviewStatus.REJECTED
        self.approve.setEnabled(ready and readable and not edited and not verified)
        self.reject.setEnabled(ready and not rejected)
        self.correct.setEnabled(ready and not edited)

    def _show_reviewer(self) -> None:
        name = self._desk.settings.reviewer
        self.reviewer.setText(say("gui.reviewer_name", name=name) if name else say("gui.reviewer_missing"))

    def _listed(self) -> None:
        self.queue.show_documents(self._desk.documents)
        if self._opened is not None:
            self.queue.rows.choose(self._opened.document_id)

    def _changed(self, changes: Changes) -> None:
        if self._opened is not None and self._opened.document_id in changes.documents:
            self._load(self._opened.document_id)

    # --- text ⇄ page ------------------------------------------------------------------------------------------
    def _pointed_in_text(self, offset: int) -> None:
        """A place in the text: mark its boxes on the page."""
        span = self._opened.links.at_offset(offset) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=False)

    def _pointed_on_page(self, page: int, x: float, y: float) -> None:
        """A place on the page: find its text."""
        span = self._opened.links.at_point(page, x, y) if self._opened else None
        if span is not None:
            self._mark(span, span.boxes, reveal=True)

    def _mark(self, span: SourceSpan, boxes: tuple[Box, ...], *, reveal: bool) -> None:
        """The same block on both sides; what stands in it is the picture's text for screen readers."""
        if self._opened is not None:
            self.page.show_chosen(boxes)
            self.page.view.setAccessibleDescription(self._opened.sheet.markdown[span.start : span.end])
            self.text.view.mark(span.start, span.end, reveal=reveal)
            self._follow_outline(span.start)

    def show_finding(self, finding_id: int) -> None:
        if self._opened is None:
            return
        finding = next((each for each in self._opened.sheet.findings if each.finding_id == finding_id), None)
        self.tabs.setCurrentWidget(self.findings)
        self.findings.rows.choose(finding_id)
        if finding is not None and finding.box is not None:
            self.show_boxes((finding.box,))

    def show_boxes(self, boxes: tuple[Box, ...]) -> None:
        span = self._opened.links.touching(boxes[0]) if self._opened else None
        if span is not None:
            self._mark(span, boxes, reveal=True)
        else:
            self.page.show_chosen(boxes)
            self.text.view.clear_mark()
            self.outline.follow(None)
            self._follow_page(boxes[0].page)

    def _show_clause(self, number: int) -> None:
        if self._opened is not None:
            clause = self._opened.sheet.clauses[number]
            self.page.show_chosen(
                clause.boxes or self._opened.links.between(clause.markdown_start, clause.markdown_end)
            )
            self.text.view.mark(clause.markdown_start, max(clause.markdown_end, clause.markdown_start + 1))
            self.outline.follow(number)

    def _show_section(self, section_id: str) -> None:
        clauses = self._opened.sheet.clauses if self._opened else ()
        number = next((place for place, clause in enumerate(clauses) if clause.section_id == section_id), None)
        if number is not None:
            self._show_clause(number)

    def _follow_outline(self, offset: int) -> None:
        if self._opened is not None:
            self.outline.follow(clause_at(self._opened.sheet.clauses, offset))

    def _follow_page(self, page: int) -> None:
        """The text comes along with a page that was turned to."""
        span = self._opened.links.first_on(page) if self._opened else None
        if span is not None:
            self.text.view.scroll_to(span.start)

    # --- decisions --------------------------------------------------------------------------------------------
    def _approve(self) -> None:
        if self._opened is not None:
            self.decisions.approve(self._opened)

    def _reject(self) -> None:
        if self._opened is not None:
            self.decisions.reject(self._opened)

    def _correct(self) -> None:
        if self._opened is not None:
            self.decisions.correct(self._opened)

    def _resolve(self, finding_id: int) -> None:
        if self._opened is not None:
            self.decisions.resolve(self._opened, finding_id)

    def save(self, then: Callable[[], None] | None = None) -> None:
        """The edited text as a new version; `then` comes once it is stored and nothing was typed meanwhile."""
        if self._opened is None or not self.text.view.is_edited:
            return
        written = self.text.view.text

        def stored() -> None:
            if then is not None and self.text.view.text == written:
                then()

        self.decisions.save_edit(self._opened, written, stored)


def _finding_marks(opened: OpenSheet) -> tuple[Mark, ...]:
    """Open findings as numbered boxes, in the order of the list."""
    ordered = [each for each in opened.sheet.findings if each.is_open and each.box is not None]
    return tuple(Mark(each.box, each.severity.value, "!") for each in ordered if each.box is not None)


def clause_at(clauses: tuple[Clause, ...], offset: int) -> int | None:
    """The innermost clause that holds a Markdown character."""
    holding = [
        (clause.markdown_end - clause.markdown_start, number)
        for number, clause in enumerate(clauses)
        if clause.markdown_start <= offset < clause.markdown_end
    ]
    return min(holding)[1] if holding else None


def coverage_words(coverage: Coverage) -> str:
    return say(
        "gui.coverage",
        glyphs=coverage.glyphs,
        in_markdown=coverage.in_markdown,
        excluded=coverage.excluded,
        unaccounted=coverage.unaccounted,
    )
