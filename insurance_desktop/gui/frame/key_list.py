"""F1: every key on one sheet, as it is now."""

from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, scrolling
from insurance_desktop.gui.shortcuts import Shortcuts
from insurance_desktop.packs.wording import say


class KeyList(QDialog):
    """Two columns, no larger than the window; `change` leads to where keys are changed."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("gui.keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(MARGIN)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        self.lines = [(say(each.words), shortcuts.with_letter(each)) for each in shortcuts.commands]
        half = (len(self.lines) + 1) // 2
        for number, (words, sequence) in enumerate(self.lines):
            line, side = number % half, number // half * 2
            grid.addWidget(label(words), line, side)
            grid.addWidget(label(sequence, "muted"), line, side + 1)
        self.change = button(say("gui.change_keys"), self.accept)
        self.shut = button(say("gui.close"), self.reject, primary=True)
        foot = row(STRETCH, self.change, self.shut)
        self.area = scrolling(grid)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the arrows scroll it
        self.setLayout(column(label(say("gui.keys"), "heading"), self.area, foot, margin=MARGIN + 4, gap=14))
        self.shut.setFocus()
        whole = self.sizeHint() - self.area.sizeHint() + grid.sizeHint()
        beside = self.area.verticalScrollBar().sizeHint().width()
        self.resize(whole.grownBy(QMargins(0, 0, beside, 0)).boundedTo(parent.size()))
