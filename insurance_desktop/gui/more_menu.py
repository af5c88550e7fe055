"""The foot of the rail: light or dark, and the list of keys."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QMenu, QToolButton, QWidget

from insurance_desktop.packs.wording import say

from .desk import Desk
from .parts import MARGIN, ToolButton, button, column, label, show_icon
from .review import keys

THEMES = (("system", "gui.theme_system"), ("light", "gui.theme_light"), ("dark", "gui.theme_dark"))
GENERAL_KEYS = (
    ("Ctrl+1", "gui.page_library"),
    ("Ctrl+2", "gui.page_review"),
    ("Ctrl+3", "gui.page_search"),
    ("Ctrl+O", "gui.import"),
    ("Ctrl+F", "gui.key_find"),
    ("F5", "gui.key_refresh"),
    ("Ctrl+Return", "gui.key_confirm"),
    ("F1", "gui.keys"),
)


class MoreButton(ToolButton):
    """A menu; what is chosen there is remembered."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setProperty("role", "rail")
        self.setText(say("gui.more"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        show_icon(self, "more", desk.theme, 24)
        menu = QMenu(self)
        self.themes = QActionGroup(menu)
        for name, key in THEMES:
            action = QAction(say(key), menu, checkable=True)
            action.setChecked(desk.settings.theme == name)
            action.setData(name)
            self.themes.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        self.keys = menu.addAction(say("gui.keys"))
        self.keys.setShortcut(QKeySequence("F1"))
        self.keys.triggered.connect(self.show_keys)
        self.setMenu(menu)
        self.themes.triggered.connect(self._choose)
        self.key_list: KeyList | None = None

    def show_keys(self) -> None:
        self.key_list = KeyList(self.window())
        self.key_list.open()

    def _choose(self, action: QAction) -> None:
        self._desk.settings.theme = action.data()
        self._desk.theme.choose(action.data())


class KeyList(QDialog):
    """Every key in two columns: all of them have a modifier or are function keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("gui.keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(8)
        self.lines = [(say(key), shown(sequence)) for sequence, key in (*GENERAL_KEYS, *keys.LISTED)]
        half = (len(self.lines) + 1) // 2
        for number, (words, sequence) in enumerate(self.lines):
            line, side = number % half, number // half * 2
            grid.addWidget(label(words), line, side)
            grid.addWidget(label(sequence, "muted"), line, side + 1)
        whole = column(margin=MARGIN + 4, gap=14)
        whole.addWidget(label(say("gui.keys"), "heading"))
        whole.addLayout(grid)
        whole.addWidget(button(say("gui.close"), self.close, primary=True), 0, Qt.AlignmentFlag.AlignRight)
        self.setLayout(whole)


def shown(sequence: str) -> str:
    """As this system writes its keys."""
    return QKeySequence(sequence).toString(QKeySequence.SequenceFormat.NativeText)
