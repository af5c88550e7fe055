"""Where a question is typed or pasted."""

from collections.abc import Callable

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from insurance_desktop.gui.questions import Question, needs
from insurance_desktop.packs.wording import say


class TypingSheet(Question):
    """`answered` takes what was typed: a question with its options, or several."""

    def __init__(self, parent: QWidget, typed: str, answered: Callable[[str], None]) -> None:
        super().__init__(parent, say("practise_page.type").rstrip("…"), say("practise_page.type_text"))
        self.words = QPlainTextEdit(typed)
        self.words.setTabChangesFocus(True)
        self.words.setMinimumHeight(180)
        self.words.setPlaceholderText(say("practise_page.type_example"))
        self.words.setAccessibleName(say("practise_page.type"))
        self.body.addWidget(self.words)
        self.confirm.setText(say("practise_page.begin"))
        needs(self.words, self.confirm)
        self.accepted.connect(lambda: answered(self.words.toPlainText()))
        self.words.setFocus()
