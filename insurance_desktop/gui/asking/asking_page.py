"""The page of questions and answers: what was said above, the question below, earlier conversations beside it."""

from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QLineEdit, QScrollArea, QSplitter, QWidget

from insurance_desktop.domain.asking import AnswerCitation, AskedAnswer, AskProgress, AskRequest, Conversation
from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.running import CancelCheck, Progress, ProgressCallback
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import (
    MARGIN,
    STRETCH,
    EmptyState,
    button,
    clear,
    column,
    copy_text,
    label,
    row,
    scrolling,
    show_icon,
)
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pack_chooser import PackChooser
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.product_field import ProductField
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import APPROVALS, Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say
from insurance_desktop.services.asking.answer_words import with_sources

from . import keys
from .earlier_turn import cards_of
from .history import History
from .turn_card import STAGES, TurnCard

with imported_when_used():
    from insurance_desktop.services.asking import answer_export, as_set, helpers
    from insurance_desktop.services.library import links

if TYPE_CHECKING:
    from insurance_desktop.services.library.links import LinkedPlace
    from insurance_desktop.services.workspace import Workspace

LANE = "asking"
FILTERS = "Word (*.docx);;Markdown (*.md)"
WIDEST = 1100
SHARES = [760, 240]


class AskingPage(Page):
    """`turns` are the cards of this conversation, the newest last; `session` is its id once something was answered."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.turns: list[TurnCard] = []
        self.session: str | None = None
        self._job: Job | None = None
        self._heard: SimpleQueue[AskProgress] = SimpleQueue()
        self.pack = PackChooser(context, self)
        self.product = ProductField(context)
        self.question = QLineEdit()
        self.ask_button = button(say("asking_page.ask"), self.ask, primary=True)
        self.stop_button = button(say("gui.stop_job"), self.stop)
        self.new_button = button(say("asking_page.new"), self.begin_anew)
        self.history = History(context)
        self.empty = EmptyState(context.theme, "ask", "", "")
        self.said = column(gap=12)
        self.area: QScrollArea = scrolling(self.said, widest=WIDEST)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self._scrolling = QTimer(self)  # once the new card has been laid out
        self._scrolling.setSingleShot(True)
        self._scrolling.setInterval(0)
        self._scrolling.timeout.connect(self._show_newest)
        self._lay_out()
        self._bind()
        self._show()

    def _lay_out(self) -> None:
        self.question.setPlaceholderText(say("asking_page.placeholder"))
        self.question.setAccessibleName(say("asking_page.placeholder"))
        self.question.setClearButtonEnabled(True)
        self.question.setAcceptDrops(False)
        show_icon(self.ask_button, "ask", self.context.theme)
        show_icon(self.stop_button, "stop", self.context.theme)
        self.product.setMinimumWidth(240)
        self.product.setMaximumWidth(460)
        self.area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        talk = QWidget()
        asking = row((self.question, 1), self.ask_button, self.stop_button)
        talk.setLayout(column((self.empty, 1), (self.area, 1), asking))
        self.split.addWidget(talk)
        self.split.addWidget(self.history)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes(SHARES)
        head = row(
            label(say("gui.page_ask"), "title"),
            STRETCH,
            self.pack,
            label(say("gui.product_filter"), "muted"),
            (self.product, 1),
            self.new_button,
        )
        self.setLayout(column(head, (self.split, 1), margin=MARGIN, gap=8))

    def _bind(self) -> None:
        for key, action in (
            (shortcuts.FIND, self.arrive),
            (keys.STOP, self.stop),
            (keys.COPY, lambda: self._copy(self._newest)),
            (keys.STRUCK, lambda: self._show_struck(self._newest)),
            (keys.EXPORT, lambda: self._choose_export(self._newest)),
            (keys.NEW, self.begin_anew),
            (keys.HISTORY, self.history.list.setFocus),
            (keys.PRODUCT, self.product.setFocus),
        ):
            self.context.shortcuts.bind(key, self, action)
        self.question.returnPressed.connect(self.ask)
        self.product.entered.connect(self.question.setFocus)
        self.history.recalled.connect(self._recall)
        self.context.forgotten.connect(self._forgotten)
        self.context.jobs.changed.connect(self._hear)
        self.context.listed.connect(self.catch_up)
        self.context.changed.connect(self._changed)
        self.context.changed_elsewhere.connect(self._changed)
        self.context.pack_changed.connect(self._turn_pack)

    # --- what the frame asks ----------------------------------------------------------------------------------
    def catch_up(self) -> None:
        self.product.offer(self.context.documents)
        self._show()

    def arrive(self) -> None:
        self.history.look()
        self.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.question.selectAll()

    def panes(self) -> tuple[QWidget, ...]:
        newest = self._newest
        shared = (newest.copy_button,) if newest is not None and newest.to_share is not None else ()
        return (self.question, *shared, self.history.list, self.product)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("ask/history", self.split),)

    def reset_layout(self) -> None:
        self.split.setSizes(SHARES)

    # --- asking -----------------------------------------------------------------------------------------------
    @property
    def _newest(self) -> TurnCard | None:
        return self.turns[-1] if self.turns else None

    def ask(self) -> None:
        """One question at a time: the next one may mean the answer to this one."""
        words = self.question.text().strip()
        if not words or self._job is not None or not self.context.is_open:
            return
        request = AskRequest(words, product=self.product.asked, session_id=self.session)
        heard = self._heard = SimpleQueue()

        def work(workspace: "Workspace", progress: ProgressCallback, cancel: CancelCheck) -> AskedAnswer:
            def report(told: AskProgress) -> None:
                heard.put(told)
                progress(Progress(0, 0, say(STAGES[told.stage])))

            return as_set.ask_as_set(workspace.engine, request, listener=helpers.Listener(report, cancel))

        self._add(TurnCard(words))
        self.question.clear()
        self._job = self.context.run(
            say("asking_page.job"),
            work,
            self._answered,
            self._failed,
            stopped=self._stopped,
            lane=LANE,
            after="" if self._has_verified else APPROVALS,  # the first document may be on its way
        )
        self._show()

    def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def begin_anew(self) -> None:
        """What follows stands alone; what was said stays under the earlier conversations."""
        self._drop()
        self.session = None
        self.arrive()

    def _hear(self) -> None:
        """What has come since: every sentence, in its order."""
        card = self._newest
        while self._job is not None and card is not None:
            try:
                card.hear(self._heard.get_nowait())
            except Empty:
                return

    def _answered(self, answer: AskedAnswer) -> None:
        self._job = None
        self.session = answer.session_id
        if self._newest is not None:
            self._newest.finish(answer)
        self._ended()

    def _failed(self, failure: Failure) -> None:
        self._job = None
        if self._newest is not None:
            self._newest.fail(failure)
        self._ended()

    def _stopped(self) -> None:
        self._job = None
        if self._newest is not None:
            self._newest.stop(say("asking_page.stopped"))
        self._ended()

    def _ended(self) -> None:
        self._show()
        self._scrolling.start()
        self.history.look()

    # --- what stands there ------------------------------------------------------------------------------------
    def _add(self, card: TurnCard) -> None:
        card.citation_wanted.connect(self._open)
        card.copy_wanted.connect(self._copy)
        card.export_wanted.connect(self._choose_export)
        self.turns.append(card)
        if self.said.count():  # the room beneath the cards
            self.said.takeAt(self.said.count() - 1)
        self.said.addWidget(card)
        self.said.addStretch()
        self._scrolling.start()

    def _show_newest(self) -> None:
        """From its question on."""
        card = self._newest
        if card is not None:
            self.area.verticalScrollBar().setValue(card.y())

    def _drop(self) -> None:
        if self._job is not None:
            self._job.forget()
            self._job = None
        clear(self.said)
        self.turns = []
        self._show()

    def _show(self) -> None:
        is_asking = self._job is not None
        self.stop_button.setVisible(is_asking)
        self.ask_button.setVisible(not is_asking)
        self.empty.setVisible(not self.turns)
        self.area.setVisible(bool(self.turns))
        words = ("asking_page.ready", "asking_page.ready_text") if self._has_verified else _NOTHING
        self.empty.say(*map(say, words))

    @property
    def _has_verified(self) -> bool:
        return any(each.review_status is ReviewStatus.VERIFIED for each in self.context.documents)

    def _recall(self, conversation: Conversation) -> None:
        self._drop()
        self.session = conversation.session_id
        for card in cards_of(conversation):
            self._add(card)
        self._show()
        self.question.setFocus()

    def _forgotten(self, session: str) -> None:
        """What is forgotten leaves the screen, too."""
        if session in ("", self.session):
            self.begin_anew()

    def _turn_pack(self) -> None:
        self.product.clear()
        self._drop()
        self.session = None

    def _changed(self, changes: Changes) -> None:
        if changes.index:
            for each in self.turns:
                each.grow_old()

    # --- what is done with it ---------------------------------------------------------------------------------
    def _open(self, cited: AnswerCitation) -> None:
        """The page on which the clause is printed, marked."""
        clause = cited.clause_id
        if clause is None:
            return

        def find(workspace: "Workspace") -> "LinkedPlace":
            library = workspace.library
            return links.follow(library, links.link_to_clause(library, clause, cited.page_number))

        self.context.read(find, self._go)

    def _go(self, found: "LinkedPlace") -> None:
        section = None if found.boxes else found.section_id
        self.context.place_wanted.emit(Place(found.document.document_id, found.boxes, found.page, section))

    def _show_struck(self, card: TurnCard | None) -> None:
        if card is not None:
            card.show_struck()

    def _copy(self, card: TurnCard | None) -> None:
        answer = card.to_share if card is not None else None
        if card is not None and answer is not None:
            copy_text(with_sources(card.question, answer))
            self.context.noticed.emit(Notice("good", say("asking_page.copied")))

    def _choose_export(self, card: TurnCard | None) -> None:
        if card is None or card.to_share is None:
            return
        name, kind = QFileDialog.getSaveFileName(
            self,
            say("asking_page.export"),
            say("asking_page.export_name"),
            FILTERS,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            target = Path(name)
            self.export_to(card, target if target.suffix else target.with_suffix(kind[kind.rindex(".") : -1]))

    def export_to(self, card: TurnCard, target: Path) -> None:
        """The answer as a file of the kind that its ending says."""
        answer = card.to_share
        if answer is not None:
            self.context.write(
                say("asking_page.job_export"),
                lambda _workspace: answer_export.export_answer(card.question, answer, target),
                lambda path: self.context.noticed.emit(Notice("good", say("asking_page.exported", path=path))),
            )


_NOTHING = ("gui.search_nothing", "gui.search_nothing_text")
