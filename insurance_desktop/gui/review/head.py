"""The head of the review page: which document, how it stands, who decides, and the decisions as buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.packs.wording import say

from .. import wording
from ..desk import Desk
from ..parts import ElidedLabel, button, column, flat_button, row, show_icon
from . import keys
from .deciding import Decisions


class ReviewHead(QWidget):
    def __init__(self, desk: Desk, decisions: Decisions) -> None:
        super().__init__()
        self._desk = desk
        self.title = ElidedLabel("title")
        self.state = ElidedLabel("muted")
        self.reviewer = flat_button("", decisions.ask_reviewer, tip=say("gui.change_reviewer"))
        words = column(gap=2)
        words.addWidget(self.title)
        words.addWidget(self.state)
        self._line = row()
        self._line.addLayout(words, 1)
        self._line.addWidget(self.reviewer, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(self._line)
        self.show_reviewer()

    def add(
        self, text: str, action: Callable[[], object], key: str, *, primary: bool = False, danger: bool = False
    ) -> QPushButton:
        """A button at the right end; `key` is named in its tooltip."""
        made = button(text, action, primary=primary, danger=danger)
        if key:
            shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            made.setToolTip(f"{text}  {shown}  {keys.letter_of(key)}".strip())
        if primary:
            show_icon(made, "good", self._desk.theme)
        self._line.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        return made

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
            document.reason or "",
            say("gui.document_number", number=document.document_id),
            document.logical_path,
        )
        self.state.setText("　".join(part for part in parts if part))

    def show_reviewer(self) -> None:
        name = self._desk.settings.reviewer
        self.reviewer.setText(say("gui.reviewer_name", name=name) if name else say("gui.reviewer_missing"))


def may_approve(document: Document) -> bool:
    readable = document.conversion_status not in (ConversionStatus.FAILED, ConversionStatus.QUEUED)
    return readable and document.review_status is not ReviewStatus.VERIFIED
