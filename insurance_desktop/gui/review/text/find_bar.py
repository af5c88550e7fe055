"""Words to find in the text, on either side of it: all places are marked while one types; Enter or F3 goes on,
Shift+Enter or Shift+F3 back, Esc leaves.
"""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from insurance_desktop.gui.look.parts import explain_field, flat_button, label, row, set_role, show_icon
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .finder import Found

REST_MS = 150  # a name is typed sign by sign: the places are looked for where the typing rests


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
    """`sought` brings the words to mark ("" for none), `wanted` those to go to and whether onwards; answer both with
    `show_found`.
    """

    sought = Signal(str)
    wanted = Signal(str, bool)
    closed = Signal()

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.words = FindLine()
        explain_field(self.words, say("gui.find_here"), say("gui.find_words"))
        self.words.setAcceptDrops(False)
        self.found = label()
        self.back = flat_button("", lambda: self.step(False), tip=say("gui.key_find_previous"))
        self.onwards = flat_button("", lambda: self.step(True), tip=say("gui.key_find_next"))
        self.leave = flat_button("", self.close_bar, tip=say("gui.find_close"))
        for tool, icon in ((self.back, "chevron-up"), (self.onwards, "down"), (self.leave, "close")):
            show_icon(tool, icon, theme, 14)
        self.setLayout(row((self.words, 1), self.found, self.back, self.onwards, self.leave, gap=6))
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(lambda: self.sought.emit(self.words.text()))
        self.words.stepped.connect(self.step)
        self.words.left.connect(self.close_bar)
        self.words.textChanged.connect(lambda _text: self._resting.start())
        self.hide()

    def open_bar(self) -> None:
        self.show()
        self.words.setFocus()
        self.words.selectAll()
        self._resting.start()

    def close_bar(self) -> None:
        self.hide()
        self._resting.stop()
        self.sought.emit("")
        self.closed.emit()

    def step(self, onwards: bool) -> None:
        """To the next place of the words, or back; where no words stand yet they are asked for."""
        if not self.words.text():
            self.open_bar()
            return
        self.show()
        self._resting.stop()
        self.wanted.emit(self.words.text(), onwards)

    def show_found(self, found: Found) -> None:
        """`3 / 17`, or that there is none."""
        count = say(
            "gui.find_more" if found.has_more else "gui.find_count", count=found.count, place=found.place or "–"
        )
        set_role(self.found, "muted" if found.count else "warning")
        self.found.setText((count if found.count else say("gui.find_nothing")) if self.words.text() else "")
