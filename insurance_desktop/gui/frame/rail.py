"""The rail on the left: a button for each page, the settings at its foot."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import ToolButton, column, set_role, show_icon
from insurance_desktop.gui.pages import Entry, entries, keyed
from insurance_desktop.packs.wording import say

WIDTH = 75
PADDING = 16  # around a word, with the frame that shows the keyboard
TALLEST, LEAST = 64, 44  # a button, where the window has room and where it has not
ROOMY = 58  # from here on an icon of full size with air around it
GAP, EDGE = 4, 8
ICON, SMALL_ICON = 24, 20


class Rail(QFrame):
    """`chosen` brings the name of a page. The buttons share the height that the window has."""

    chosen = Signal(str)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        set_role(self, "rail")
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)  # one of them at a time
        self._inner = column(margin=EDGE, gap=GAP)
        for entry, key in keyed():
            if entry.is_at_foot:
                self._inner.addStretch()
            self._inner.addWidget(self._button(entry, key))
        self.setLayout(self._inner)
        self._width = self._widest()
        self._share_height()
        context.shortcuts.changed.connect(self._name_keys)
        for told in (context.listed, context.packs_offered, context.pack_changed):
            told.connect(self.show_pages)
        self._name_keys()
        self.hide()

    def _widest(self) -> int:
        """All buttons are as wide as the longest word in bold, which it has while its page is in front."""
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        longest = max(QFontMetrics(bold).horizontalAdvance(each.text()) for each in self.buttons.values())
        return max(WIDTH, longest + PADDING)

    def _share_height(self) -> None:
        shown = sum(not each.isHidden() for each in self.buttons.values()) or len(self.buttons)
        share = (self.height() - 2 * EDGE - GAP * (shown - 1)) // shown
        height = min(max(share, LEAST), TALLEST)
        is_tight = height < ROOMY
        side = SMALL_ICON if is_tight else ICON
        for each in self.buttons.values():
            if each.property("tight") is not is_tight:
                each.setProperty("tight", is_tight)
                each.style().unpolish(each)
                each.style().polish(each)
            each.setIconSize(QSize(side, side))
            each.setFixedSize(self._width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def show_pages(self) -> None:
        """There is a library now; before, nothing is behind the buttons. A field's own pages are there with it."""
        if not self._context.is_open:
            return
        self.show()
        for entry in entries():
            made = self.buttons[entry.name]
            is_wanted = not entry.work_kind or bool(self._context.packs_of(entry.work_kind))
            made.setEnabled(is_wanted)
            made.setVisible(is_wanted)
        self._share_height()

    def has(self, name: str) -> bool:
        """Whether there is a page of this name that can be gone to."""
        return name in self.buttons and not self.buttons[name].isHidden()

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
        show_icon(made, entry.name, self._context.theme, ICON)
        made.clicked.connect(lambda _checked: self.chosen.emit(entry.name))
        self._group.addButton(made)
        self.buttons[entry.name] = made
        self._context.shortcuts.bind(key, made, made.click, whole_window=True)  # dead while it is hidden
        return made

    def _name_keys(self) -> None:
        for entry, default in keyed():
            key = self._context.shortcuts.shown(default)
            made = self.buttons[entry.name]
            made.setToolTip(f"{say(entry.words)}  {key}")
            made.setAccessibleName(say(entry.words))
            made.setAccessibleDescription(key)
