"""F1: every key on one sheet, as it is now, by the page where it counts; a field finds the one that is looked for."""

from itertools import groupby

from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QLineEdit, QWidget

from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, scrolling, set_role
from insurance_desktop.gui.pages import Command
from insurance_desktop.gui.shortcuts import Shortcuts
from insurance_desktop.packs.wording import say

LONGEST = 270
"""Pixels of a line's words; what is longer goes on in a further line."""


class KeyGroup(QWidget):
    """The keys of one page, in two columns of those that are looked for; `wide` are the pixels of words and of keys."""

    def __init__(self, scope: str, lines: list[tuple[str, str]], wide: tuple[int, int]) -> None:
        super().__init__()
        set_role(self, "canvas")
        self._scope = scope
        self._lines = [(label(words, wrap=True), label(sequence, "muted")) for words, sequence in lines]
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(MARGIN)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(6)
        for place in range(4):
            self._grid.setColumnMinimumWidth(place, wide[place % 2])
        self._grid.setColumnStretch(4, 1)
        self.setLayout(column(label(scope, "heading"), self._grid, gap=8))
        self.narrow("")

    def narrow(self, wanted: str) -> None:
        """Only the lines with these words, in what they do or in the key; all where the page itself is named."""
        shown = [line for line in self._lines if wanted in self._scope.casefold() or _has(line, wanted)]
        for words, sequence in self._lines:
            for each in (words, sequence):
                self._grid.removeWidget(each)
                each.setVisible((words, sequence) in shown)
        half = (len(shown) + 1) // 2
        for number, (words, sequence) in enumerate(shown):
            line, side = number % half, number // half * 2
            self._grid.addWidget(words, line, side)
            self._grid.addWidget(sequence, line, side + 1)
        self.setVisible(bool(shown))


class KeyList(QDialog):
    """No larger than the window; `change` leads to where keys are changed."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("gui.keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.lines = [(say(each.words), shortcuts.with_letter(each)) for each in shortcuts.commands]
        widest = [max(map(self.fontMetrics().horizontalAdvance, each)) for each in zip(*self.lines, strict=True)]
        wide = (min(widest[0], LONGEST), widest[1])
        self.groups = [
            KeyGroup(say(scope), [(say(each.words), shortcuts.with_letter(each)) for each in commands], wide)
            for scope, commands in groupby(shortcuts.commands, key=_scope)
        ]
        self.words = QLineEdit()
        self.words.setPlaceholderText(say("gui.keys_filter"))
        self.words.setAccessibleName(say("gui.keys_filter"))
        self.words.setClearButtonEnabled(True)
        self.words.setAcceptDrops(False)
        self.nothing = label(say("gui.keys_nothing"), "muted")
        self.nothing.hide()
        self.change = button(say("gui.change_keys"), self.accept)
        self.shut = button(say("gui.close"), self.reject, primary=True)
        self._lay_out(parent)
        self.words.textChanged.connect(self._narrow)
        self.words.setFocus()

    def _lay_out(self, parent: QWidget) -> None:
        groups = column(*self.groups, self.nothing, STRETCH, gap=MARGIN)
        self.area = scrolling(groups)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the arrows scroll it
        head = row(label(say("gui.keys"), "heading"), STRETCH, (self.words, 1))
        foot = row(STRETCH, self.change, self.shut)
        self.setLayout(column(head, self.area, foot, margin=MARGIN + 4, gap=14))
        whole = self.sizeHint() - self.area.sizeHint() + groups.sizeHint()
        beside = self.area.verticalScrollBar().sizeHint().width()
        self.resize(whole.grownBy(QMargins(0, 0, beside, 0)).boundedTo(parent.size()))

    def _narrow(self, words: str) -> None:
        for each in self.groups:
            each.narrow(words.strip().casefold())
        self.nothing.setVisible(all(each.isHidden() for each in self.groups))


def _scope(command: Command) -> str:
    return command.scope


def _has(line: tuple[QLabel, QLabel], wanted: str) -> bool:
    return any(wanted in each.text().casefold() for each in line)
