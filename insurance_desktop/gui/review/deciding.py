"""The reviewer's decisions: ask who and why, then call one service; what the rules refuse is shown as a list."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.documents import Changes, DecisionReceipt, GivenMetadata
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

from .. import wording
from ..desk import Desk, Notice
from ..failures import Failure
from ..workbench import Workbench
from .dialogs import BlockedQuestion, CorrectionQuestion, Question, ReasonQuestion, ReviewerQuestion, WarnedQuestion
from .sheet import OpenSheet

Deciding = Callable[[Workbench, ProgressCallback, CancelCheck], DecisionReceipt]


class Decisions(QObject):
    """One method per decision. `finding_wanted` leads to a finding, `busy` while a decision is being written."""

    finding_wanted = Signal(int)
    reviewer_changed = Signal()
    busy = Signal(bool)

    def __init__(self, desk: Desk, page: QWidget) -> None:
        super().__init__(page)
        self._desk = desk
        self._page = page
        self.question: Question | None = None

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

    def reject(self, opened: OpenSheet) -> None:
        title = wording.full_title(opened.sheet.document)
        self._ask(
            ReasonQuestion(
                self._page,
                say("gui.reject_title", title=title),
                say("gui.reject_text"),
                say("gui.reject_confirm"),
                lambda reason: self._reject(opened, reason),
            )
        )

    def resolve(self, opened: OpenSheet, finding_id: int) -> None:
        finding = next(each for each in opened.sheet.findings if each.finding_id == finding_id)
        self._ask(
            ReasonQuestion(
                self._page,
                say("gui.resolve_title"),
                finding.message,
                say("gui.resolve_confirm"),
                lambda reason: self._resolve(opened, finding_id, reason),
            )
        )

    def save_edit(self, opened: OpenSheet, markdown: str, then: Callable[[], None] | None = None) -> None:
        """`then` comes once the version is stored."""
        self._ask(
            ReasonQuestion(
                self._page,
                say("gui.edit_title"),
                say("gui.edit_text"),
                say("gui.save_version"),
                lambda reason: self._edit(opened, markdown, reason, then),
                required=False,
            )
        )

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

    def _reject(self, opened: OpenSheet, reason: str) -> None:
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda reviewer: lambda bench, *_: bench.reject(opened.document_id, reviewer, reason),
            "gui.rejected",
        )

    def _resolve(self, opened: OpenSheet, finding_id: int, reason: str) -> None:
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
                self._desk.noticed.emit(Notice("good", words))
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
