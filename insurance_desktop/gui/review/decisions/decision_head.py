"""The head of the review page: which document, how it stands, who decides, and the decisions as buttons."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import ElidedLabel, button, column, flat_button, label, row, show_icon
from insurance_desktop.gui.review import keys
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.packs.wording import say

from .deciding import Decisions

if TYPE_CHECKING:
    from insurance_desktop.services.review.undo import Undoable


class ReviewHead(QWidget):
    def __init__(self, context: AppContext, decisions: Decisions) -> None:
        super().__init__()
        self._context = context
        self.title = ElidedLabel("title")
        self.state = ElidedLabel("muted", Qt.TextElideMode.ElideRight)  # how it stands is said first
        self._by_key: dict[str, QPushButton] = {}
        self.reviewer = flat_button("", decisions.ask_reviewer, tip=say("gui.change_reviewer"))
        words = column(self.title, self.state, gap=2)
        self._line = row((words, 1), (self.reviewer, 0, Qt.AlignmentFlag.AlignVCenter))
        self.approvals = label("", "muted", wrap=True)
        self.approvals.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.approvals.hide()
        self.setLayout(column(self._line, self.approvals, gap=4))
        self.show_reviewer()

    def add(
        self, text: str, action: Callable[[], object], key: str, *, primary: bool = False, danger: bool = False
    ) -> QPushButton:
        """A button at the right end; `key` is named in its tooltip."""
        made = button(text, action, primary=primary, danger=danger)
        if key:
            made.setToolTip(self.tip(text, key))
        self._by_key[key] = made
        if primary:
            show_icon(made, "good", self._context.theme)
        self._line.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        return made

    @property
    def changing(self) -> tuple[QPushButton, ...]:
        """The buttons that change the library."""
        return tuple(each for key, each in self._by_key.items() if key != keys.NEXT_DOCUMENT)

    def show_undoable(self, last: "Undoable | None") -> None:
        """Taking back is offered until the next decision."""
        undo = self._by_key[keys.UNDO]
        undo.setVisible(last is not None)
        document = None if last is None else self._context.document(last.decision.document_id)
        if document is not None:  # which one: it may be another than the one on screen
            undo.setAccessibleDescription(wording.full_title(document))
            undo.setToolTip(self.tip(say("review_page.undo"), keys.UNDO, wording.full_title(document)))

    def tip(self, text: str, key: str, about: str = "") -> str:
        """A button's tooltip: what it does, by which keys as they are now, and to what."""
        shortcuts = self._context.shortcuts
        return "\n".join(each for each in (f"{text}  {shortcuts.with_letter(shortcuts.named(key))}", about) if each)

    def show_document(self, document: Document | None) -> None:
        if document is None:
            self.title.setText(say("gui.page_review"))
            self.state.setText(say("gui.review_choose"))
            return
        self.title.setText(wording.full_title(document))
        parts = (
            wording.review_word(document.review_status),
            wording.conversion_word(document.conversion_status),
            wording.findings_words(document.findings),
            wording.failure_words(document) if waits_for_somebody(document) else "",
            say("gui.document_number", number=document.document_id),
            document.logical_path,
        )
        self.state.setText("　".join(part for part in parts if part))

    def show_approvals(self, opened: OpenDocument | None) -> None:
        """Under the decisions, in words: who approved first and whose turn it is, where two reviewers are asked for."""
        words = "" if opened is None else approval_words(opened)
        self.approvals.setText(words)
        self.approvals.setVisible(bool(words))

    def show_reviewer(self) -> None:
        name = self._context.settings.reviewer
        self.reviewer.setText(say("gui.reviewer_name", name=name) if name else say("gui.reviewer_missing"))


def waits_for_somebody(document: Document) -> bool:
    """Whether what the conversion asked for is still to be done: settled, it is no more part of the state."""
    return document.conversion_status is ConversionStatus.FAILED or document.findings.blocking > 0


def may_approve(document: Document) -> bool:
    readable = document.conversion_status not in (ConversionStatus.FAILED, ConversionStatus.QUEUED)
    return readable and document.review_status is not ReviewStatus.VERIFIED


def approval_words(opened: OpenDocument) -> str:
    """One sentence about the two approvals; "" where one is enough and nobody gave a first one."""
    approvals, document = opened.approvals, opened.review.document
    if approvals is None:
        return ""
    first, verdict = approvals.first, approvals.verdict
    waits = document.review_status is ReviewStatus.PENDING
    if first is None:
        return say("review_page.first_due") if approvals.asked_for > 1 and waits and may_approve(document) else ""
    told = {"first": first.reviewer, "at": wording.moment(first.at)}
    if not waits:
        if verdict is None or document.review_status is not ReviewStatus.VERIFIED:
            return ""
        then = wording.moment(verdict.at)
        return say("review_page.both_approved", **told, second=verdict.reviewer, then=then)
    if approvals.asked_for == 1:
        return say("review_page.first_approved", **told)
    return say("review_page.first_is_own" if approvals.is_own else "review_page.second_due", **told)
