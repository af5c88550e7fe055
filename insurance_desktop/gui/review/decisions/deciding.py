"""The reviewer's decisions: ask who and why, then call one service; what the rules refuse is shown as a list."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.clause_corrections import ClauseFields, ClauseMark
from insurance_desktop.domain.documents import Changes, DecisionReceipt, GivenMetadata
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import DecisionKind, ReviewStatus, Severity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Question, ReviewerQuestion
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.review_progress import Unseen
from insurance_desktop.gui.review.text.difference_view import TextDifference, against_converted
from insurance_desktop.gui.running.failures import failure_of
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .clause_question import ClauseQuestion, ClauseVocabulary
from .decision_questions import (
    BlockedQuestion,
    CorrectionQuestion,
    RejectQuestion,
    SaveQuestion,
    UndoQuestion,
    UnseenQuestion,
    WarnedQuestion,
    WithdrawQuestion,
)
from .fact_questions import ConfirmFactsQuestion, FactQuestion, ReopenQuestion
from .writing import Writing

with imported_when_used():
    from insurance_desktop.services.review import clause_corrections, decisions, fact_review, undo

if TYPE_CHECKING:
    from insurance_desktop.services.review.fact_review import FactInReview, Judging
    from insurance_desktop.services.review.undo import Undoable
    from insurance_desktop.services.workspace import Workspace

Deciding = Callable[["Workspace", str], DecisionReceipt]


class Decisions(QObject):
    """One method per decision. `finding_wanted` leads to a finding.

    `busy` when one begins to be written and when it is (`is_busy`). `undone` brings the document whose last decision
    was taken back, `document_wanted` one to be looked at.
    """

    finding_wanted = Signal(int)
    undone = Signal(int)
    document_wanted = Signal(int)
    reviewer_changed = Signal()
    busy = Signal()

    def __init__(self, context: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self.question: Question | None = None
        self._writing = Writing(context, self)
        self._writing.changed.connect(self.busy)
        self.is_busy = self._writing.is_busy

    def approve(self, opened: OpenDocument, unseen: Unseen | None, go_on: Callable[[], None]) -> None:
        """Refused while blocking findings are open; asked once where something was not looked at or warnings are open.

        `go_on` leads to what was not looked at.
        """
        if opened.approvals is not None and opened.approvals.is_own:
            self._approve(opened, None)  # another one's turn, as the service says: nothing else is worth asking
            return
        still_open = tuple(each for each in opened.review.findings if each.is_open)
        if any(each.severity is Severity.BLOCKING for each in still_open):
            self._ask(
                BlockedQuestion(
                    self._page,
                    still_open,
                    self.finding_wanted.emit,
                    lambda reason: self._approve(opened, reason),
                    unseen,
                )
            )
            return
        warnings = tuple(each for each in still_open if each.severity is Severity.WARNING)
        lead_to = self.finding_wanted.emit
        if unseen is not None:
            answers = {"go_on": go_on, "approve": lambda: self._approve(opened, None)}
            self._ask(UnseenQuestion(self._page, unseen, warnings, lead_to, **answers))
        elif warnings:
            self._ask(WarnedQuestion(self._page, warnings, lead_to, lambda: self._approve(opened, None)))
        else:
            self._approve(opened, None)

    def reject(self, opened: OpenDocument, place: Box | None) -> None:
        """`place` is what the reviewer framed on the page, if he did."""
        title = say("gui.reject_title", title=wording.full_title(opened.review.document))
        self._ask(RejectQuestion(self._page, title, place, lambda *told: self._reject(opened, *told)))

    def undo(self, opened: OpenDocument | None) -> None:
        """Take back the last decision; one about another document than is shown only after a question that names it."""
        reviewer = self._context.settings.reviewer

        def look(last: "Undoable | None") -> None:
            if last is None:
                self._context.notice_failure(failure_of(ReviewRefused("review_page.nothing_to_undo")))
            elif opened is not None and last.decision.document_id == opened.document_id:
                self._undo(last)
            else:
                document = self._context.document(last.decision.document_id)
                number = last.decision.document_id
                numbered = say("gui.document_number", number=number)  # two editions may have one title
                title = f"{wording.full_title(document)}（{numbered}）" if document else numbered
                self._ask(
                    UndoQuestion(
                        self._page, last, title, lambda: self.document_wanted.emit(number), lambda: self._undo(last)
                    )
                )

        # behind all that is being written now: one of these is the last one then
        self._writing.behind_all(
            lambda: self._writing.write(
                None, "", lambda workspace: undo.undoable(workspace.library, reviewer=reviewer), look
            )
        )

    def _undo(self, last: "Undoable") -> None:
        """`undone` brings the document."""

        def done(receipt: DecisionReceipt) -> None:
            self._context.tell(Changes(frozenset({receipt.document_id}), products=True, index=True))
            self._context.noticed.emit(Notice("good", undone_words(last)))
            self.undone.emit(receipt.document_id)
            if last.findings:
                self.finding_wanted.emit(last.findings[0])

        reviewer = self._context.settings.reviewer
        work = say("gui.job_decide")
        self._writing.write(None, work, lambda workspace: undo_decision(workspace, last, reviewer), done)

    def correct_clause(self, opened: OpenDocument | None, number: int | None) -> None:
        """What the converter says about one clause, `number` being its place in the document."""
        if opened is None or opened.progress is None or number is None:
            self._context.noticed.emit(Notice("information", say("review_page.choose_clause")))
            return
        key, clause = opened.progress.clauses[number].key, opened.review.clauses[number]

        def ask(words: ClauseVocabulary) -> None:
            self._ask(ClauseQuestion(self._page, clause, words, lambda *told: self._correct_clause(opened, key, *told)))

        self._context.read(
            lambda workspace: ClauseVocabulary(workspace.library.pack.categories, workspace.library.pack.roles), ask
        )

    def withdraw(self, opened: OpenDocument, mark: ClauseMark) -> None:
        """A clause is to be as the converter reads it again; a verified document has to be approved anew then."""
        self._ask(WithdrawQuestion(self._page, mark.section_id, lambda: self._withdraw(opened, mark)))

    def judge(self, opened: OpenDocument, fact: "FactInReview", verdict: Verdict, then: Callable[[], None]) -> None:
        """What a person says of one fact; that the document has to be approved anew is said before. `then` comes once
        it is on record."""
        said = (judging_of(fact, verdict),)
        if must_approve_again(opened):
            self._ask(ReopenQuestion(self._page, fact.label, lambda: self._judge(opened, said, then)))
        else:
            self._judge(opened, said, then)

    def correct_fact(self, opened: OpenDocument, fact: "FactInReview", words: str, then: Callable[[], None]) -> None:
        """`words` are those that are selected in the text, "" for none."""

        def judge(value: str) -> None:
            self._judge(opened, (judging_of(fact, Verdict.CORRECTED, value),), then)

        self._ask(FactQuestion(self._page, fact, words, judge, reopens=must_approve_again(opened)))

    def confirm_facts(self, opened: OpenDocument, facts: "Sequence[FactInReview]") -> None:
        """All of these at once, after a question."""
        said = tuple(judging_of(each, Verdict.CONFIRMED) for each in facts)
        question = ConfirmFactsQuestion(
            self._page, len(said), lambda: self._judge(opened, said), reopens=must_approve_again(opened)
        )
        self._ask(question)

    def resolve(self, opened: OpenDocument, finding_ids: Sequence[int], reason: str) -> None:
        """The text is right where these findings doubted it."""
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda workspace, reviewer: decisions.resolve(
                workspace.library, opened.document_id, finding_ids, reviewer=reviewer, reason=reason
            ),
            "",
        )

    def save_edit(self, opened: OpenDocument, markdown: str, then: Callable[[], None] | None = None) -> None:
        """What the new version changes is shown before it is stored; `then` comes once it is."""
        question = SaveQuestion(
            self._page, self._context.theme, lambda reason: self._edit(opened, markdown, reason, then)
        )

        def show(difference: TextDifference) -> None:
            if self.question is question:
                question.difference.show_difference(difference)

        self._ask(question)
        self._context.read(lambda workspace: against_converted(workspace, opened, markdown), show)

    def restore(self, opened: OpenDocument | None, number: int, back: TextDifference) -> None:
        """The text of an earlier version becomes a new one; `back` is what that changes of the text now."""
        if opened is None:
            return
        title, text = say("review_page.restore_title", number=number), say("review_page.restore_text", number=number)
        question = SaveQuestion(
            self._page, self._context.theme, lambda reason: self._edit(opened, back.new, reason, None), title, text
        )
        question.difference.show_difference(back)
        question.reason.setPlainText(say("review_page.restore_reason", number=number))
        self._ask(question)

    def correct(self, opened: OpenDocument) -> None:
        self._ask(
            CorrectionQuestion(self._page, opened.review.document, lambda metadata: self._correct(opened, metadata))
        )

    def ask_reviewer(self, then: Callable[[str], None] | None = None) -> None:
        """The name is asked once and remembered; here it can be changed."""

        def answered(name: str) -> None:
            self._context.name_reviewer(name)
            self.reviewer_changed.emit()
            if then is not None:
                then(name)

        self._ask(ReviewerQuestion(self._page, self._context.settings.reviewer, answered))

    # --- one service call each --------------------------------------------------------------------------------
    def _approve(self, opened: OpenDocument, accept_reason: str | None) -> None:
        """What is on screen, and nothing that another program has put in its place meanwhile."""
        number, seen = opened.document_id, opened.review.document.version_id
        self._decide(
            say("gui.job_approve"),
            opened,
            lambda workspace, reviewer: decisions.approve(
                workspace.engine, number, reviewer=reviewer, accept_findings_reason=accept_reason, seen_version=seen
            ),
            "gui.approved",
        )

    def _reject(self, opened: OpenDocument, reason: str, place: Box | None) -> None:
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda workspace, reviewer: decisions.reject(
                workspace.library, opened.document_id, reviewer=reviewer, reason=reason, place=place
            ),
            "gui.rejected",
        )

    def _correct_clause(self, opened: OpenDocument, key: str, fields: ClauseFields, reason: str) -> None:
        if fields.is_empty:
            return
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda workspace, reviewer: clause_corrections.correct_clause(
                workspace.library, opened.document_id, key, reviewer=reviewer, fields=fields, reason=reason
            ),
            "review_page.clause_corrected",
        )

    def _withdraw(self, opened: OpenDocument, mark: ClauseMark) -> None:
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda workspace, reviewer: clause_corrections.withdraw_correction(
                workspace.library, opened.document_id, mark, reviewer=reviewer
            ),
            "review_page.correction_withdrawn",
        )

    def _judge(self, opened: OpenDocument, said: "Sequence[Judging]", then: Callable[[], None] | None = None) -> None:
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda workspace, reviewer: fact_review.judge_facts(
                workspace.library, opened.document_id, said, reviewer=reviewer
            ),
            "",
            then,
        )

    def _edit(self, opened: OpenDocument, markdown: str, reason: str, then: Callable[[], None] | None) -> None:
        self._decide(
            say("gui.job_edit"),
            opened,
            lambda workspace, reviewer: decisions.edit(
                workspace.library, opened.document_id, markdown=markdown, reviewer=reviewer, reason=reason
            ),
            "gui.edited",
            then,
        )

    def _correct(self, opened: OpenDocument, metadata: GivenMetadata) -> None:
        if metadata == GivenMetadata():
            return
        self._decide(
            say("gui.job_decide"),
            opened,
            lambda workspace, reviewer: decisions.correct(
                workspace.library, opened.document_id, reviewer=reviewer, metadata=metadata
            ),
            "gui.corrected",
        )

    # --- around every decision --------------------------------------------------------------------------------
    def _decide(
        self,
        title: str,
        opened: OpenDocument,
        made: Deciding,
        notice_key: str,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Write the decision in the name of the reviewer, then let every page look at what changed."""
        reviewer = self._context.settings.reviewer
        if not reviewer:
            self.ask_reviewer(lambda _name: self._decide(title, opened, made, notice_key, then))
            return

        def done(receipt: DecisionReceipt) -> None:
            self._context.tell(Changes(frozenset({receipt.document_id}), products=True, index=True))
            if notice_key == "gui.approved" and receipt.review_status is ReviewStatus.PENDING:
                first = say("review_page.first_recorded", title=wording.full_title(opened.review.document))
                self._context.noticed.emit(Notice("good", first, say("review_page.undo_hint")))
            elif notice_key:
                words = say(notice_key, title=wording.full_title(opened.review.document))
                hint = say("review_page.undo_hint") if notice_key in ("gui.approved", "gui.rejected") else ""
                self._context.noticed.emit(Notice("good", words, hint))
            if then is not None:
                then()

        approves = notice_key == "gui.approved"
        self._writing.write(
            opened.document_id, title, lambda workspace: made(workspace, reviewer), done, approves=approves
        )

    def _ask(self, question: Question) -> None:
        self.question = question
        question.finished.connect(lambda _answer: self._leave(question))
        question.open()

    def _leave(self, question: Question) -> None:
        """The keyboard goes back to the page, unless the next question is already there."""
        if self.question is question:
            self.question = None
            self._page.window().activateWindow()


def must_approve_again(opened: OpenDocument) -> bool:
    """Whether what is said of a fact takes an approval back: that of a verified document, or the first of two."""
    is_begun = opened.approvals is not None and opened.approvals.first is not None
    return is_begun or opened.review.document.review_status is ReviewStatus.VERIFIED


def judging_of(fact: "FactInReview", verdict: Verdict, new_value: str = "") -> "Judging":
    """A judgement of exactly this fact."""
    return fact_review.Judging(fact.path, verdict, fact.read or "", new_value, fact.section_id, fact.chunk_index)


def undone_words(last: "Undoable") -> str:
    """What was taken back, once it is."""
    if last.findings:
        return say("review_page.undone_settling", count=len(last.findings))
    return say("review_page.undone_edit" if last.decision.kind is DecisionKind.EDITED else "review_page.undone")


def undo_decision(workspace: "Workspace", last: "Undoable", reviewer: str) -> DecisionReceipt:
    """Take back this decision and no other, as long as it is the reviewer's last one."""
    now = undo.undoable(workspace.library, reviewer=reviewer)
    if now is None or now.decision.decision_id != last.decision.decision_id:
        raise ReviewRefused("review_page.nothing_to_undo")
    return undo.undo(workspace.engine, last.decision.document_id, reviewer=reviewer)
