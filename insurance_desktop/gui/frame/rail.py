"""The rail on the left: a button for each page, the settings at its foot."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import ToolButton, column, set_role, show_icon
from insurance_desktop.gui.pages import Entry, entries
from insurance_desktop.packs.wording import say

WIDTH = 75
PADDING = 16  # around a word, with the frame that shows the keyboard
BUTTON_HEIGHT = 64


class Rail(QFrame):
    """`chosen` brings the name of a page."""

    chosen = Signal(str)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        set_role(self, "rail")
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)  # one of them at a time
        inner = column(margin=8, gap=4)
        for number, entry in enumerate(entries(), start=1):
            if entry.is_at_foot:
                inner.addStretch()
            inner.addWidget(self._button(entry, f"Ctrl+{number}"))
        self.setLayout(inner)
        self._widen()
        context.shortcuts.changed.connect(self._name_keys)
        self._name_keys()

    def _widen(self) -> None:
        """All buttons are as wide as the longest word in bold, which it has while its page is in front."""
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        longest = max(QFontMetrics(bold).horizontalAdvance(each.text()) for each in self.buttons.values())
        for each in self.buttons.values():
            each.setFixedSize(max(WIDTH, longest + PADDING), BUTTON_HEIGHT)

    def show_pages(self) -> None:
        """There is a library now; before, nothing is behind the buttons."""
        for each in self.buttons.values():
            each.setEnabled(True)
            each.show()

    def check(self, name: str) -> None:
        self.buttons[name].setChecked(True)

    def focus_current(self) -> None:
        (self._group.checkedButton() or next(iter(self.buttons.values()))).setFocus(Qt.FocusReason.TabFocusReason)

    def _button(self, entry: Entry, key: str) -> QToolButton:
        made = ToolButton()
        made.setProperty("role", "rail")
        made.setText(say(entry.words))
        made.setCheckable(True)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setEnabled(False)
        made.hide()
        show_icon(made, entry.name, self._context.theme, 24)
        made.clicked.connect(lambda _checked: self.chosen.emit(entry.name))
        self._group.addButton(made)
        self.buttons[entry.name] = made
        self._context.shortcuts.bind(key, self, made.click, whole_window=True)
        return made

    def _name_keys(self) -> None:
        for number, entry in enumerate(entries(), start=1):
            key = self._context.shortcuts.shown(f"Ctrl+{number}")
            made = self.buttons[entry.name]
            made.setToolTip(f"{say(entry.words)}  {key}")
            made.setAccessibleName(say(entry.words))
            made.setAccessibleDescription(key)
