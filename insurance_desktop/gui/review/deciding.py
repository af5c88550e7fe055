"""The reviewer's decisions: ask who and why, then call one service; what the rules refuse is shown as a list."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.domain.documents import Changes, DecisionReceipt, GivenMetadata
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

from .. import wording
from ..desk import Desk, Notice
from ..failures import Failure
from ..workbench import Workbench
from .clause_dialog import ClauseQuestion, ClauseVocabulary
from .dialogs import (
    BlockedQuestion,
    CorrectionQuestion,
    Question,
    ReasonQuestion,
    RejectQuestion,
    ReviewerQuestion,
    SaveQuestion,
    UnseenQuestion,
    WarnedQuestion,
)
from .difference_view import TextDifference
from .sheet import OpenSheet
from .versions import against_converted

Deciding = Callable[[Workbench, ProgressCallback, CancelCheck], DecisionReceipt]


class Decisions(QObject):
    """One method per decision. `finding_wanted` leads to a finding, `busy` while a decision is being written.

    `undone` brings the document whose last decision was taken back.
    """

    finding_wanted = Signal(int)
    undone = Signal(int)
    reviewer_changed = Signal()
    busy = Signal(bool)

    def __init__(self, desk: Desk, page: QWidget) -> None:
        super().__init__(page)
        self._desk = desk
        self._page = page
        self.question: Question | None = None
        self._last_reason = ""

    def approve(self, opened: OpenSheet) -> None:
        """Refused while blocking findings are open; where only warnings are, asked once more."""
        still_open = tuple(each for each in opened.sheet.findings if each.is_open)
        if any(each.severity is Severity.BLOCKING for each in still_open):
            self._ask(
                BlockedQuestion(
                    self._page,
                    still_open,
                    self.finding_wanted.emit,
                    lambda reason: self._approve(opened, reason),
                )
            )
            return
        warnings = tuple(each for each in still_open if each.severity is Severity.WARNING)
        if warnings:
            self._ask(
                WarnedQuestion(self._page, warnings, self.finding_wanted.emit, lambda: self._approve(opened, None))
            )
        else:
            self._approve(opened, None)

    def approve_unseen(self, opened: OpenSheet, unseen: int, go_on: Callable[[], None]) -> None:
        """The reviewer goes from clause to clause and has not come to the end: asked once, `go_on` leads there."""
        self._ask(UnseenQuestion(self._page, unseen, go_on, lambda: self.approve(opened)))

    def reject(self, opened: OpenSheet, place: Box | None) -> None:
        """`place` is what the reviewer framed on the page, if he did."""
        title = say("gui.reject_title", title=wording.full_title(opened.sheet.document))
        self._ask(RejectQuestion(self._page, title, place, lambda *told: self._reject(opened, *told)))

    def undo(self) -> None:
        """Take back the last decision; `undone` brings its document."""

        def done(receipt: DecisionReceipt) -> None:
            self.busy.emit(False)
            self._desk.tell(Changes(frozenset({receipt.document_id}), products=True, index=True))
            self._desk.noticed.emit(Notice("good", say("review_page.undone")))
            self.undone.emit(receipt.document_id)

        reviewer = self._desk.settings.reviewer
        self.busy.emit(True)
        self._desk.write(say("gui.job_decide"), lambda bench, *_: bench.undo(reviewer), done, self._failed)

    def correct_clause(self, opened: OpenSheet, number: int, bench: ClauseVocabulary) -> None:
        """What the converter says about one clause, `number` being its place in the sheet."""
        if opened.progress is not None:
            key = opened.progress.clauses[number].key
            clause = opened.sheet.clauses[number]
            self._ask(ClauseQuestion(self._page, clause, bench, lambda *told: self._correct_clause(opened, key, *told)))

    def resolve(self, opened: OpenSheet, finding_id: int) -> None:
        finding = next(each for each in opened.sheet.findings if each.finding_id == finding_id)
        self._ask(
            ReasonQuestion(
                self._page,
                say("gui.resolve_title"),
                finding.message,
                say("gui.resolve_confirm"),
                lambda reason: self._resolve(opened, finding_id, reason),
                before=self._last_reason,
            )
        )

    def save_edit(self, opened: OpenSheet, markdown: str, then: Callable[[], None] | None = None) -> None:
        """What the new version changes is shown before it is stored; `then` comes once it is."""
        question = SaveQuestion(self._page, self._desk.theme, lambda reason: self._edit(opened, markdown, reason, then))

        def show(difference: TextDifference) -> None:
            if self.question is question:
                question.difference.show_difference(difference)

        self._ask(question)
        self._desk.read(lambda bench: against_converted(bench, opened, markdown), show)

    def correct(self, opened: OpenSheet) -> None:
        self._ask(
            CorrectionQuestion(self._page, opened.sheet.document, lambda metadata: self._correct(opened, metadata))
        )

    def ask_reviewer(self, then: Callable[[str], None] | None = None) -> None:
        """The name is asked once and remembered; here it can be changed."""

        def answered(name: str) -> None:
            self._desk.settings.reviewer = name
            self.reviewer_changed.emit()
            if then is not None:
                then(name)

        self._ask(ReviewerQuestion(self._page, self._desk.settings.reviewer, answered))

    # --- one service call each --------------------------------------------------------------------------------
    def _approve(self, opened: OpenSheet, accept_reason: str | None) -> None:
        self._decide(
            say("gui.job_approve"),
            opened,
            lambda reviewer: lambda bench, *_: bench.approve(opened.document_id, reviewer, accept_reason),
            "gui.approved",
        )

    def _reject(self, opened: OpenSheet, reason: str, place: Box | None) -> None:
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda reviewer: lambda bench, *_: bench.reject(opened.document_id, reviewer, reason, place),
            "gui.rejected",
        )

    def _correct_clause(self, opened: OpenSheet, key: str, fields: ClauseFields, reason: str) -> None:
        if fields.is_empty:
            return
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda reviewer: lambda bench, *_: bench.correct_clause(opened.document_id, key, reviewer, fields, reason),
            "review_page.clause_corrected",
        )

    def _resolve(self, opened: OpenSheet, finding_id: int, reason: str) -> None:
        self._last_reason = reason
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda reviewer: lambda bench, *_: bench.resolve(opened.document_id, finding_id, reviewer, reason),
            "",
        )

    def _edit(self, opened: OpenSheet, markdown: str, reason: str, then: Callable[[], None] | None) -> None:
        self._decide(
            say("gui.job_edit"),
            opened,
            lambda reviewer: lambda bench, *_: bench.edit(opened.document_id, markdown, reviewer, reason),
            "gui.edited",
            then,
        )

    def _correct(self, opened: OpenSheet, metadata: GivenMetadata) -> None:
        if metadata == GivenMetadata():
            return
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda reviewer: lambda bench, *_: bench.correct(opened.document_id, reviewer, metadata),
            "gui.corrected",
        )

    # --- around every decision --------------------------------------------------------------------------------
    def _decide(
        self,
        title: str,
        opened: OpenSheet,
        made: Callable[[str], Deciding],
        notice_key: str,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Write the decision in the name of the reviewer, then let every page look at what changed."""
        reviewer = self._desk.settings.reviewer
        if not reviewer:
            self.ask_reviewer(lambda _name: self._decide(title, opened, made, notice_key, then))
            return

        def done(receipt: DecisionReceipt) -> None:
            self.busy.emit(False)
            self._desk.tell(Changes(frozenset({receipt.document_id}), products=True, index=True))
            if notice_key:
                words = say(notice_key, title=wording.full_title(opened.sheet.document))
                hint = say("review_page.undo_hint") if notice_key in ("gui.approved", "gui.rejected") else ""
                self._desk.noticed.emit(Notice("good", words, hint))
            if then is not None:
                then()

        self.busy.emit(True)
        self._desk.write(title, made(reviewer), done, self._failed)

    def _failed(self, failure: Failure) -> None:
        self.busy.emit(False)
        self._desk.notice_failure(failure)

    def _ask(self, question: Question) -> None:
        self.question = question
        question.finished.connect(lambda _answer: self._leave(question))
        question.open()

    def _leave(self, question: Question) -> None:
        """The keyboard goes back to the page, unless the next question is already there."""
        if self.question is question:
            self.question = None
            self._page.window().activateWindow()
