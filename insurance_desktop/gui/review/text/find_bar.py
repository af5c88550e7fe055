"""Words to find in the text, on either side of it: Enter goes on, Shift+Enter back, Esc leaves."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextDocument
from PySide6.QtWidgets import QLineEdit, QWidget

from insurance_desktop.gui.look.parts import flat_button, label, row, show_icon
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say


class FindLine(QLineEdit):
    """`stepped` with True to go on and False to go back; `left` after Esc."""

    stepped = Signal(bool)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """`wanted` brings the words and how to look for them; answer with `show_found`."""

    wanted = Signal(str, QTextDocument.FindFlag)
    closed = Signal()

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.words = FindLine()
        self.words.setPlaceholderText(say("gui.find_words"))
        self.words.setAccessibleName(say("gui.find_words"))
        self.words.setAcceptDrops(False)
        self.nothing = label(say("gui.find_nothing"), "warning")
        self.leave = flat_button("", self.close_bar, tip=say("gui.find_close"))
        show_icon(self.leave, "close", theme, 14)
        self.setLayout(row((self.words, 1), self.nothing, self.leave, gap=6))
        self.words.stepped.connect(self._step)
        self.words.left.connect(self.close_bar)
        self.words.textEdited.connect(lambda _text: self.nothing.hide())
        self.nothing.hide()
        self.hide()

    def open_bar(self) -> None:
        self.show()
        self.words.setFocus()
        self.words.selectAll()

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def show_found(self, found: bool) -> None:
        self.nothing.setVisible(not found)

    def _step(self, onwards: bool) -> None:
        if self.words.text():
            self.wanted.emit(
                self.words.text(), QTextDocument.FindFlag(0) if onwards else QTextDocument.FindFlag.FindBackward
            )
