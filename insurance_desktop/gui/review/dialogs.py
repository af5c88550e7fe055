"""The questions of a review: who, why, and what stands in the way. None of them blocks the event loop."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from insurance_desktop.domain.documents import Document, GivenMetadata, StoredFinding
from insurance_desktop.packs.wording import say

from .. import wording
from ..parts import MARGIN, button, column, label, row


class Question(QDialog):
    """A window-modal sheet with a heading, a body and two buttons; Ctrl+Enter answers, Esc leaves."""

    def __init__(self, parent: QWidget, title: str, text: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(480)
        self.body: QVBoxLayout = column(margin=0)
        self.confirm = button("", self.accept, primary=True)
        self.confirm.setDefault(True)
        self.leave = button(say("gui.cancel"), self.reject)
        self.leave.setAutoDefault(False)
        buttons = row()
        buttons.addStretch()
        buttons.addWidget(self.leave)
        buttons.addWidget(self.confirm)
        whole = column(margin=MARGIN + 4, gap=12)
        whole.addWidget(label(title, "heading", wrap=True))
        if text:
            whole.addWidget(label(text, "muted", wrap=True))
        whole.addLayout(self.body)
        whole.addLayout(buttons)
        self.setLayout(whole)


class ReviewerQuestion(Question):
    """Asked once; the name goes into every decision."""

    def __init__(self, parent: QWidget, name: str, answered: Callable[[str], None]) -> None:
        super().__init__(parent, say("gui.ask_reviewer"), say("gui.ask_reviewer_text"))
        self.name = QLineEdit(name)
        self.name.setMaxLength(60)
        self.name.setPlaceholderText(say("gui.reviewer_placeholder"))
        self.name.setAccessibleName(say("gui.ask_reviewer"))
        self.body.addWidget(self.name)
        self.confirm.setText(say("gui.confirm"))
        _needs(self.name, self.confirm)
        self.accepted.connect(lambda: answered(self.name.text().strip()))
        self.name.setFocus()


class ReasonQuestion(Question):
    """A reason on record; with `required` the button waits for one."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        confirm: str,
        answered: Callable[[str], None],
        *,
        required: bool = True,
    ) -> None:
        super().__init__(parent, title, text)
        self.reason = QPlainTextEdit()
        self.reason.setTabChangesFocus(True)
        self.reason.setFixedHeight(96)
        self.reason.setPlaceholderText(say("gui.reason_required" if required else "gui.reason_optional"))
        self.reason.setAccessibleName(say("gui.reason"))
        self.body.addWidget(self.reason)
        self.confirm.setText(confirm)
        if required:
            _needs(self.reason, self.confirm)
        self.accepted.connect(lambda: answered(self.reason.toPlainText().strip()))
        self.reason.setFocus()


class BlockedQuestion(Question):
    """Approval is refused: the open findings, each leading to its place; or accept them all with a reason."""

    def __init__(
        self,
        parent: QWidget,
        findings: Sequence[StoredFinding],
        lead_to: Callable[[int], None],
        accept_all: Callable[[str], None],
    ) -> None:
        blocking = [each for each in findings if each.severity.value == "blocking"]
        super().__init__(parent, say("gui.blocked", count=len(blocking)), say("gui.blocked_text"))
        self.findings = QListWidget()
        self.findings.setAccessibleName(say("gui.findings"))
        self.findings.setWordWrap(True)
        self.findings.setMinimumHeight(140)
        for each in findings:
            item = QListWidgetItem(f"{wording.severity_word(each.severity)}　{each.message}")
            item.setData(Qt.ItemDataRole.UserRole, each.finding_id)
            self.findings.addItem(item)
        self.findings.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.findings.setCurrentRow(0)
        self.show_place = button(say("gui.show_place"), self._lead)
        self.show_place.setAutoDefault(False)
        self.findings.itemActivated.connect(lambda _item: self._lead())
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(say("gui.accept_reason"))
        self.reason.setAccessibleName(say("gui.accept_reason"))
        self.body.addWidget(self.findings)
        self.body.addWidget(self.show_place, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.reason)
        self.findings.setFocus()
        self.confirm.setText(say("gui.accept_and_approve"))
        _needs(self.reason, self.confirm)
        self._lead_to = lead_to
        self.accepted.connect(lambda: accept_all(self.reason.text().strip()))

    def _lead(self) -> None:
        item = self.findings.currentItem()
        if item is not None:
            self.reject()
            self._lead_to(int(item.data(Qt.ItemDataRole.UserRole)))


class CorrectionQuestion(Question):
    """What page 1 did not say, or said wrongly: only changed fields are handed over."""

    FIELDS = (
        ("product_name", "gui.column_title"),
        ("product_code", "gui.fact_code"),
        ("company", "gui.column_company"),
        ("document_type", "gui.column_type"),
        ("product_category", "gui.fact_category"),
        ("edition", "gui.fact_edition"),
        ("publish_time", "gui.fact_published"),
    )

    def __init__(self, parent: QWidget, document: Document, answered: Callable[[GivenMetadata], None]) -> None:
        super().__init__(parent, say("gui.correct_title"), say("gui.correct_text"))
        self._document = document
        self.fields: dict[str, QLineEdit] = {}
        form = QFormLayout()
        form.setVerticalSpacing(8)
        for name, key in self.FIELDS:
            line = QLineEdit(getattr(document, name) or "")
            line.setAccessibleName(say(key))
            self.fields[name] = line
            form.addRow(label(say(key)), line)
        self.body.addLayout(form)
        self.fields["product_name"].setFocus()
        self.confirm.setText(say("gui.save"))
        self.accepted.connect(lambda: answered(self.changed()))

    def changed(self) -> GivenMetadata:
        """None where the field was left as it is, "" where it was emptied."""
        given: dict[str, str | None] = {}
        for name, line in self.fields.items():
            text = line.text().strip()
            given[name] = None if text == (getattr(self._document, name) or "") else text
        return GivenMetadata(**given)


def _needs(field: QLineEdit | QPlainTextEdit, confirm: QPushButton) -> None:
    """The button waits until something was written."""

    def look() -> None:
        text = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
        confirm.setEnabled(bool(text.strip()))

    field.textChanged.connect(look)
    look()
