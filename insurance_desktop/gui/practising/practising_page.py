"""The page of practice: a question, one's own choice, then the answer; beside it the papers and what is due."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QSplitter, QWidget

from insurance_desktop.domain.exam import ExamArm
from insurance_desktop.domain.pack import BOOKS
from insurance_desktop.domain.practising import (
    EvidencePlace,
    JudgedChoice,
    PracticeState,
    PractisedPaper,
    PractisedQuestion,
)
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import (
    MARGIN,
    STRETCH,
    Chooser,
    EmptyState,
    button,
    column,
    label,
    row,
    set_primary,
)
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pack_chooser import PackChooser
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import place_of
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.wording import say

from . import keys
from .papers_pane import DUE, PapersPane
from .question_view import QuestionView
from .typing_sheet import TypingSheet

with imported_when_used():
    from insurance_desktop.services.exam import practising

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace

LANE = "practising"
SHARES = [740, 260]
Questions = tuple[PractisedQuestion, ...]


class PractisingPage(Page):
    """`queue` is what is practised now, `at` where in it, `source` the id of its paper, DUE, or None."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.queue: Questions = ()
        self.at = 0
        self.source: int | None = None
        self._made = self._right = 0  # choices of this round
        self._job: Job | None = None
        self._looking: Job | None = None
        self._opening: Job | None = None
        self.sheet: TypingSheet | None = None
        self.pack = PackChooser(context, self)
        self.arm = Chooser(context.theme)
        self.view = QuestionView()
        self.papers = PapersPane(context)
        self.empty = EmptyState(context.theme, "practise", "", "")
        self.turn = button("", self._turn_to_books, primary=True)
        self.review_due = button("", self.open_due, primary=True)
        self.load = button(say("practise_page.load"), self.choose_file)
        self.type = button(say("practise_page.type"), self.type_question)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._bind()
        self._show()

    def _lay_out(self) -> None:
        for arm in (ExamArm.HYBRID, ExamArm.MODEL):
            self.arm.addItem(say(f"practise_page.arm_{arm.value}"), arm.value)
        self.arm.setAccessibleName(say("practise_page.arm"))
        self.arm.setToolTip(say("practise_page.arm"))
        self.arm.hide()
        for each in (self.turn, self.review_due, self.load, self.type):
            self.empty.add(each)
        work = QWidget()
        work.setLayout(column((self.empty, 1), (self.view, 1)))
        self.split.addWidget(work)
        self.split.addWidget(self.papers)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes(SHARES)
        head = row(label(say("gui.page_practise"), "title"), STRETCH, self.pack, self.arm)
        self.setLayout(column(head, (self.split, 1), margin=MARGIN, gap=8))

    def _bind(self) -> None:
        context = self.context
        context.read_only.changing(self.load, self.type, self.view.check, self.view.count_right, self.view.count_wrong)
        for key, action in (
            (keys.STOP, self.stop),
            (keys.LOAD, self.choose_file),
            (keys.TYPE, self.type_question),
            (keys.DUE, self.open_due),
            (keys.PAPERS, self.papers.list.setFocus),
            (keys.EVIDENCE, self.view.evidence.open_first),
            (keys.RECOUNT, self._recount_other_way),
            (shortcuts.FIND, self.arrive),
        ):
            context.shortcuts.bind(key, self, action)
        self.papers.opened.connect(self.open_paper)
        self.papers.removed.connect(self._remove)
        self.papers.load_wanted.connect(self.choose_file)
        self.papers.type_wanted.connect(self.type_question)
        self.view.chosen.connect(self._choose)
        self.view.recounted.connect(self._recount)
        self.view.next_wanted.connect(self.go_on)
        self.view.stop_wanted.connect(self.stop)
        self.view.place_wanted.connect(self._open_place)
        context.pack_changed.connect(self._turn_pack)
        context.packs_offered.connect(self._show)

    # --- what the frame asks ----------------------------------------------------------------------------------
    def catch_up(self) -> None:
        self._look()

    def arrive(self) -> None:
        self._look()
        self.panes()[0].setFocus()
        if self.queue:
            self.view.take_keyboard()

    def panes(self) -> tuple[QWidget, ...]:
        step = next((each for each in (self.turn, self.review_due, self.load) if not each.isHidden()), self.load)
        return (self.view.next if self.queue else step, self.papers.list)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("practise/papers", self.split),)

    def reset_layout(self) -> None:
        self.split.setSizes(SHARES)

    def place(self) -> str:
        return "" if self.source is None else str(self.source)

    def return_to(self, place: str) -> None:
        """To the first question that is left of the paper; what is gone meanwhile is passed over."""
        if place.isdecimal() and self._has_books:
            self._open(int(place), lambda _failure: None)

    def refresh(self) -> None:
        self._look()

    # --- what there is ----------------------------------------------------------------------------------------
    @property
    def _has_books(self) -> bool:
        return self.context.pack in self.context.packs_of(BOOKS)

    def _look(self) -> None:
        """What is due, how far each paper is, and whether a language model could answer."""
        if not self._has_books:
            self._show()
            return
        if self._looking is not None:
            self._looking.forget()
        self._looking = self.context.read(
            lambda workspace: practising.practice_state(workspace.library), self._show_state
        )
        self.context.read_later(lambda workspace: practising.has_model(workspace.engine), self.arm.setVisible)

    def _show_state(self, state: PracticeState) -> None:
        self._looking = None
        self.papers.show_state(state)
        self._show()

    def _show(self) -> None:
        has_books, is_on = self._has_books, bool(self.queue)
        due = self.papers.state.due
        self.view.setVisible(is_on)
        self.empty.setVisible(not is_on)
        self.papers.setVisible(has_books)
        books = self.context.packs_of(BOOKS)
        self.turn.setVisible(not has_books and bool(books))
        self.turn.setText(say("practise_page.turn", pack=pack_label(books[0])) if books else "")
        self.review_due.setVisible(has_books and due > 0)
        set_primary(self.load, not due)  # what is due comes first
        self.review_due.setText(say("practise_page.review_due", count=due))
        for each in (self.load, self.type):
            each.setVisible(has_books)
        if not has_books:
            self.empty.say(say("practise_page.other_pack"), say("practise_page.other_pack_text"))
        elif self._made:
            over = say("practise_page.over_text", count=self._made, right=self._right)
            self.empty.say(say("practise_page.over"), over)
        else:
            self.empty.say(say("practise_page.ready"), say("practise_page.ready_text"))

    def _turn_to_books(self) -> None:
        for pack in self.context.packs_of(BOOKS)[:1]:
            self.context.pack_wanted.emit(pack)

    def _turn_pack(self) -> None:
        self.arm.hide()
        self._begin((), None)
        self.papers.show_state(PracticeState(0, None, ()))
        self._look()

    # --- papers -----------------------------------------------------------------------------------------------
    def choose_file(self) -> None:
        if not self.load.isEnabled():
            self.context.read_only.tell()
        elif self._has_books:
            name, _ = QFileDialog.getOpenFileName(self, say("practise_page.load"), "", say("exam.file_kinds"))
            if name:
                self.load_paper(Path(name))

    def load_paper(self, path: Path) -> None:
        self.context.write(
            say("practise_page.job_load"),
            lambda workspace: practising.load_paper(workspace.library, path),
            self._loaded,
        )

    def _loaded(self, paper: PractisedPaper) -> None:
        self._look()
        self.open_paper(paper.paper_id)

    def type_question(self, typed: str = "") -> None:
        if not self.type.isEnabled():
            self.context.read_only.tell()
        elif self._has_books:
            self.sheet = TypingSheet(self.window(), typed, self.add_typed)
            self.sheet.open()

    def add_typed(self, typed: str) -> None:
        """What cannot be read is told, and stands in the sheet once more."""

        def failed(failure: Failure) -> None:
            self.context.notice_failure(failure)
            self.type_question(typed)

        self.context.write(
            "",
            lambda workspace: practising.add_typed(workspace.library, typed),
            lambda found: self._begin(found, None),
            failed,
        )

    def open_due(self) -> None:
        self.open_paper(DUE)

    def open_paper(self, paper_id: int) -> None:
        """Go on with a paper, or with what is due."""
        if self._has_books:
            self._open(paper_id, self.context.notice_failure)

    def _open(self, paper_id: int, failed: Callable[[Failure], None]) -> None:
        def read(workspace: "Workspace") -> Questions:
            library = workspace.library
            return practising.questions_of(library, paper_id) if paper_id != DUE else practising.due_questions(library)

        self._leave_opening()
        self._opening = self.context.read(read, lambda found: self._begin(found, paper_id), failed)

    def _remove(self, paper_id: int) -> None:
        self.context.write("", lambda workspace: practising.remove_paper(workspace.library, paper_id), self._removed)

    def _removed(self, paper: PractisedPaper) -> None:
        if self.source in (paper.paper_id, DUE, None):
            self._begin((), None)
        self._look()

    # --- one question after the other -------------------------------------------------------------------------
    def _begin(self, questions: Questions, source: int | None) -> None:
        self._leave_answer()
        self._leave_opening()
        self.queue, self.at, self.source = questions, 0, source
        self._made = self._right = 0
        self._show()
        if questions:
            self._ask()
        self._look_again_when_typed()

    def _look_again_when_typed(self) -> None:
        if self.queue and self.source is None:  # typed questions are a paper, too
            self._look()

    def _ask(self) -> None:
        where = say("practise_page.number", number=self.at + 1, count=len(self.queue))
        self.view.show_question(self.queue[self.at], where)

    def go_on(self) -> None:
        """To the next question, or to the end of the round."""
        self._leave_answer()
        self.at += 1
        if self.at < len(self.queue):
            self._ask()
            return
        self.queue, self.source = (), None
        self._show()
        self._look()
        self.panes()[0].setFocus()

    def _leave_answer(self) -> None:
        if self._job is not None:
            self._job.forget()
            self._job = None

    def _leave_opening(self) -> None:
        """What was opened before comes no more: what was opened last counts, of the field that is worked in."""
        if self._opening is not None:
            self._opening.forget()
            self._opening = None

    def _choose(self, labels: str) -> None:
        if self.context.read_only.is_on:
            self.context.read_only.tell()
            return
        question_id, arm = self.queue[self.at].question_id, str(self.arm.currentData())
        used = arm if not self.arm.isHidden() else ExamArm.HYBRID.value

        def work(workspace: "Workspace", _progress: ProgressCallback, cancel: CancelCheck) -> JudgedChoice:
            return practising.choose(workspace.engine, question_id, labels, used, cancel=cancel)

        self.view.wait()
        self._job = self.context.run(
            say("practise_page.job"), work, partial(self._judged, used), self._failed, stopped=self._stopped, lane=LANE
        )

    def _judged(self, arm: str, judged: JudgedChoice) -> None:
        self._job = None
        self._made += 1
        self._right += judged.is_right is True
        self.view.show_judged(judged, arm=arm)
        self._look()

    def _failed(self, failure: Failure) -> None:
        self._job = None
        self.view.fail(failure)

    def _stopped(self) -> None:
        self._job = None
        self.view.resume()
        self.context.noticed.emit(Notice("information", say("practise_page.stopped")))

    def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _recount(self, is_right: bool) -> None:
        judged = self.view.judged
        if judged is not None:
            self.context.write(
                "",
                lambda workspace: practising.judge(workspace.library, judged.choice_id, is_right=is_right),
                partial(self._counted, judged, is_right),
            )

    def _counted(self, judged: JudgedChoice, is_right: bool, due: datetime | None) -> None:
        if self.view.judged is judged:
            before = self.view.counts_right
            self.view.count_anew(is_right=is_right, due=due)
            self._right += is_right - bool(before)
        self._look()

    def _recount_other_way(self) -> None:
        if self.view.judged is not None and self.view.count_right.isEnabled():
            self._recount(not self.view.counts_right)

    def _open_place(self, place: EvidencePlace) -> None:
        self.context.place_wanted.emit(place_of(place))
