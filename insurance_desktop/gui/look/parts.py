"""Small pieces that every page is made of: labels by role, buttons, the empty state."""

from collections.abc import Callable
from html import escape
from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from . import icons
from .theme import ThemeSwitch

MARGIN = 16
GAP = 10
BESIDE = 4
"""Pixels between an icon and its words, besides those that Qt leaves."""
STRETCH = None
"""A part that takes the room that is left."""
Part = QWidget | QLayout | None | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
Box = TypeVar("Box", bound=QBoxLayout)
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def label(text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """Plain text always: what stands in a PDF must never be read as markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    set_role(made, role)
    return made


class ElidedLabel(QLabel):
    """One line that gives way: what does not fit is left out of its middle, or where `cut` says, and the tooltip has
    the whole."""

    def __init__(self, role: str, cut: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> None:
        super().__init__()
        self._cut = cut
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_role(self, role)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), self._cut, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)


class ElidedButton(QPushButton):
    """A button that gives way: what does not fit is left out of the middle of its words. `name` is what a screen reader
    says, `more` stands in the tooltip."""

    def __init__(self, words: str, name: str, more: str) -> None:
        super().__init__()
        self._words = words
        self.setAutoDefault(True)
        self.setAccessibleName(name)
        self.setAccessibleDescription(more)
        self.setToolTip(escape(more))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(self.fontMetrics().horizontalAdvance(words) + 48)
        self.setText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideMiddle, self.width() - 36))


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget its look (theme.STYLE); safe to call again."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # else it is dressed when it is shown
            widget.style().unpolish(widget)
            widget.style().polish(widget)


def set_primary(made: QPushButton, primary: bool) -> None:
    """Whether it is the one action that a page leads to; safe to call again."""
    if made.property("primary") != primary:
        made.setProperty("primary", primary)
        made.style().unpolish(made)
        made.style().polish(made)


def button(text: str, pressed: Callable[[], object], *, primary: bool = False, danger: bool = False) -> QPushButton:
    made = QPushButton(text)
    made.setProperty("primary", primary)
    made.setProperty("danger", danger)
    made.setAutoDefault(True)  # Enter presses the button that has the keyboard, outside of dialogs too
    made.clicked.connect(lambda _checked: pressed())
    return made


class ToolButton(QToolButton):
    """Enter presses it, as Space does; where it has a menu, that opens."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.modifiers() & COMMANDS:
            super().keyPressEvent(event)
        elif self.menu() is not None:
            self.showMenu()
        else:
            self.click()


def flat_button(text: str, pressed: Callable[[], object] | None = None, *, tip: str = "") -> QToolButton:
    """A quiet button; `tip` is its tooltip and its name for screen readers."""
    made = ToolButton()
    made.setProperty("role", "flat")
    made.setText(text)
    made.setToolTip(tip)
    made.setAccessibleName(tip or text)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    if pressed is not None:
        made.clicked.connect(lambda _checked: pressed())
    return made


def show_icon(tool: QToolButton | QPushButton, name: str, theme: ThemeSwitch, side: int = 18) -> None:
    """An icon that changes with light and dark."""

    is_beside = isinstance(tool, QPushButton) or tool.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    gap = BESIDE if is_beside else 0

    def draw() -> None:
        primary = bool(tool.property("primary"))
        colours = theme.colours
        colour = colours.on_accent if primary else colours.muted
        tool.setIcon(icons.icon(name, colour, colours.accent, colours.muted, beside=gap / side))

    tool.setIconSize(QSize(side + gap, side))
    draw()
    theme.changed.connect(draw)


def scrolling(inner: QLayout, *, widest: int | None = None) -> QScrollArea:
    """The layout in an area that scrolls up and down; the keyboard stays with what stands in it.

    `widest`: it stands in the middle and does not grow beyond these pixels.
    """
    canvas = QWidget()
    set_role(canvas, "canvas")
    canvas.setLayout(inner)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(canvas)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if widest is not None:
        canvas.setMaximumWidth(widest)
        area.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
    return area


def column(*parts: Part, margin: int = 0, gap: int = GAP) -> QVBoxLayout:
    """`parts` from above to below; a pair is a part and its share of the room that is left."""
    return _filled(QVBoxLayout(), parts, margin, gap)


def row(*parts: Part, margin: int = 0, gap: int = GAP) -> QHBoxLayout:
    """`parts` from left to right; a pair is a part and its share of the room that is left."""
    return _filled(QHBoxLayout(), parts, margin, gap)


def _filled(made: Box, parts: tuple[Part, ...], margin: int, gap: int) -> Box:
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(gap)
    for each in parts:
        match each:
            case None:
                made.addStretch()
            case QLayout():
                made.addLayout(each)
            case QWidget():
                made.addWidget(each)
            case (QLayout() as inner, share):
                made.addLayout(inner, share)
            case (QWidget() as inner, share):
                made.addWidget(inner, share)
            case (inner, share, side):
                made.addWidget(inner, share, side)
    return made


def card() -> QFrame:
    made = QFrame()
    set_role(made, "card")
    return made


def clear(layout: QVBoxLayout | QHBoxLayout) -> None:
    """Take every widget out of a layout and delete it."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def explain_field(field: QLineEdit, short: str, whole: str) -> None:
    """What a field is for: a word that fits in it wherever it stands, the rest as its tooltip and its name."""
    field.setPlaceholderText(short)
    field.setToolTip(whole)
    field.setAccessibleName(whole)


class Chooser(QComboBox):
    """A drop-down whose arrow is drawn in the colours in use, and whose short lists are always whole.

    A wheel turned over it scrolls what it stands in: it would choose something else while somebody scrolls past.
    """

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self.setMaxVisibleItems(14)
        self.view().setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        theme.changed.connect(self.update)

    def setAccessibleName(self, name: str) -> None:
        """Its list has the same name."""
        super().setAccessibleName(name)
        self.view().setAccessibleName(name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def showPopup(self) -> None:
        super().showPopup()
        hidden = self.view().verticalScrollBar().maximum()
        if hidden and self.count() <= self.maxVisibleItems():  # paddings that Qt did not count
            missing = sum(self.view().sizeHintForRow(row) for row in range(self.count()))
            missing -= self.view().viewport().height()
            popup = self.view().window()
            popup.resize(popup.width(), popup.height() + max(missing, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        arrow = icons.pixmap("down", self._theme.colours.muted, 14)
        QPainter(self).drawPixmap(self.width() - 22, (self.height() - 14) // 2, arrow)


class EmptyState(QFrame):
    """What a page says while it has nothing: what this place is, and the next step as a button."""

    def __init__(self, theme: ThemeSwitch, icon_name: str, title: str, text: str) -> None:
        super().__init__()
        self._theme = theme
        self._icon_name = icon_name
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = label(title, "heading")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text = label(text, "muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setMinimumWidth(460)
        self._text.setMaximumWidth(620)
        self._buttons = row()
        inner = column(gap=12)
        inner.addStretch(2)
        for each in (self._picture, self._title):
            inner.addWidget(each, 0, Qt.AlignmentFlag.AlignHCenter)
        words = row()
        words.addStretch()
        words.addWidget(self._text, 10)  # no alignment here: a wrapped label then gets the height it needs
        words.addStretch()
        inner.addLayout(words)
        buttons = row(STRETCH, self._buttons, STRETCH)
        inner.addLayout(buttons)
        inner.addStretch(3)
        self.setLayout(inner)
        self._draw()
        theme.changed.connect(self._draw)

    def add(self, made: QWidget) -> None:
        self._buttons.addWidget(made)

    def say(self, title: str, text: str) -> None:
        self._title.setText(title)
        self._text.setText(text)

    def _draw(self) -> None:
        self._picture.setPixmap(icons.pixmap(self._icon_name, self._theme.colours.muted, 56))
