"""Who and why, asked before anything goes on record. No question blocks the event loop."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from insurance_desktop.packs.wording import say

from .look.parts import MARGIN, STRETCH, button, column, label, row
from .window_settings import WindowSettings


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
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(key), self, self.confirm.click)
            shortcut.setAutoRepeat(False)  # the key still held down must not answer the next question
        self.buttons = row(STRETCH, self.leave, self.confirm)
        whole = column(label(title, "heading", wrap=True), margin=MARGIN + 4, gap=12)
        if text:
            whole.addWidget(label(text, "muted", wrap=True))
        whole.addLayout(self.body)
        whole.addLayout(self.buttons)
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
        needs(self.name, self.confirm)
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
            needs(self.reason, self.confirm)
        self.accepted.connect(lambda: answered(self.reason.toPlainText().strip()))
        self.reason.setFocus()


class Asking:
    """Who was asked before is not asked again; `keep` takes a name. `question` is the last dialog, open or not."""

    def __init__(self, owner: QWidget, settings: WindowSettings, keep: Callable[[str], None]) -> None:
        self._owner = owner
        self._settings = settings
        self._keep = keep
        self.question: Question | None = None

    def name(self, answered: Callable[[str], None]) -> None:
        known = self._settings.reviewer
        if known:
            answered(known)
            return

        def keep(name: str) -> None:
            self._keep(name)
            answered(name)

        self._open(ReviewerQuestion(self._owner.window(), "", keep))

    def reason(self, title: str, text: str, confirm: str, answered: Callable[[str, str], None]) -> None:
        """`answered` takes the name and the reason, which must not be empty."""

        def ask(name: str) -> None:
            window = self._owner.window()
            self._open(ReasonQuestion(window, title, text, confirm, lambda reason: answered(name, reason)))

        self.name(ask)

    def _open(self, question: Question) -> None:
        self.question = question
        question.open()


def needs(field: QLineEdit | QPlainTextEdit, confirm: QPushButton) -> None:
    """The button waits until something was written."""

    def look() -> None:
        text = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
        confirm.setEnabled(bool(text.strip()))

    field.textChanged.connect(look)
    look()
