"""The rail on the left: a button for each page, the settings at its foot."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton

from insurance_desktop.gui.context import Desk
from insurance_desktop.gui.look.parts import ToolButton, column, set_role, show_icon
from insurance_desktop.gui.pages import ENTRIES, SETTINGS, Entry
from insurance_desktop.packs.wording import say

WIDTH = 92
BUTTON_HEIGHT = 64


class Rail(QFrame):
    """`chosen` brings the number of a page."""

    chosen = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        set_role(self, "rail")
        self.setFixedWidth(WIDTH)
        self.buttons = QButtonGroup(self)
        inner = column(margin=8, gap=4)
        for number, entry in enumerate(ENTRIES):
            if number == SETTINGS:
                inner.addStretch()
            inner.addWidget(self._button(entry, number))
        self.setLayout(inner)
        self.buttons.idClicked.connect(self.chosen)
        desk.shortcuts.changed.connect(self._name_keys)
        self._name_keys()

    def show_pages(self) -> None:
        """There is a library now; before, nothing is behind the buttons."""
        for each in self.buttons.buttons():
            each.setEnabled(True)
            each.show()

    def check(self, number: int) -> None:
        self.buttons.button(number).setChecked(True)

    def focus_current(self) -> None:
        (self.buttons.checkedButton() or self.buttons.button(0)).setFocus(Qt.FocusReason.TabFocusReason)

    def _button(self, entry: Entry, number: int) -> QToolButton:
        made = ToolButton()
        made.setProperty("role", "rail")
        made.setText(say(entry.words))
        made.setCheckable(True)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setFixedSize(WIDTH - 17, BUTTON_HEIGHT)
        made.setEnabled(False)
        made.hide()
        show_icon(made, entry.name, self._desk.theme, 24)
        self.buttons.addButton(made, number)
        self._desk.shortcuts.bind(f"Ctrl+{number + 1}", self, made.click, whole_window=True)
        return made

    def _name_keys(self) -> None:
        for number, entry in enumerate(ENTRIES):
            key = self._desk.shortcuts.shown(f"Ctrl+{number + 1}")
            made = self.buttons.button(number)
            made.setToolTip(f"{say(entry.words)}  {key}")
            made.setAccessibleName(say(entry.words))
            made.setAccessibleDescription(key)
