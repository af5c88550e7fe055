"""How a document stands in the queue: its name on at most two lines, what tells it apart, and always its state."""

import re
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.tables import NOWHERE, Index
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

SIDE, EDGE = 8, 6
MOST_LINES = 2
MOST_IN_SIGHT = 100  # no screen has room for more
IDEOGRAPH, IDEOGRAPHS = chr(0x56FD), re.compile(f"[{chr(0x2E80)}-{chr(0x10FFFF)}]")
AS_NEEDED = Qt.ScrollBarPolicy.ScrollBarAsNeeded


@entity
class Line:
    """A document with its text, or a heading over several: `number` is None then."""

    number: int | None
    text: str


class QueueLines(QAbstractListModel):
    """One model for all of them, filled at once: an item for each document cost more than all else that is shown."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()

    def fill(self, lines: tuple[Line, ...]) -> None:
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        line = self.lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return line.text
        return line.number if role == Qt.ItemDataRole.UserRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The keyboard goes past a heading."""
        is_heading = self.lines[index.row()].number is None
        return Qt.ItemFlag.NoItemFlags if is_heading else super().flags(index)


class QueueRows(QListView):
    """`picked` after a click or Enter, with the document's id."""

    picked = Signal(int)

    def __init__(self, theme: ThemeSwitch, name: str) -> None:
        super().__init__()
        self.lines = QueueLines(self)
        self.setModel(self.lines)
        self._drawing = QueueDelegate(theme, self, self.lines)
        self.setItemDelegate(self._drawing)
        self.setResizeMode(QListView.ResizeMode.Adjust)  # or lines are lost when the scroll bar comes or goes
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._pick)
        self.activated.connect(self._pick)

    def fill(self, lines: Iterable[Line]) -> None:
        """Replace the lines and keep the current one; nothing moves where they are the same."""
        wanted = tuple(lines)
        if wanted != self.lines.lines:
            kept = self.current_id
            needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if len(wanted) > MOST_IN_SIGHT else AS_NEEDED
            self.setVerticalScrollBarPolicy(needed)  # one that only comes with the lines has all of them laid out again
            self.lines.fill(wanted)
            if kept is not None:
                self.choose(kept)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._drawing.forget_sizes()

    @property
    def current_id(self) -> int | None:
        index = self.currentIndex()
        return self.lines.lines[index.row()].number if index.isValid() else None

    def choose(self, number: int) -> None:
        """No line where this one is not among them: another would look like the document that is open."""
        place = next((row for row, each in enumerate(self.lines.lines) if each.number == number), None)
        self.setCurrentIndex(QModelIndex() if place is None else self.lines.index(place, 0))

    def _pick(self, index: QModelIndex) -> None:
        number = self.lines.lines[index.row()].number
        if number is not None:
            self.picked.emit(number)


@entity
class Measures:
    """A font's, in pixels, the widest sign and a line measured once."""

    metrics: QFontMetricsF
    ideograph: float
    line: float

    @classmethod
    def of(cls, font: QFont) -> "Measures":
        metrics = QFontMetricsF(font)
        return cls(metrics, metrics.horizontalAdvance(IDEOGRAPH), metrics.lineSpacing())


class QueueDelegate(QStyledItemDelegate):
    """Draws a text of lines: the first is the name, the last the state, between them what tells it apart."""

    def __init__(self, theme: ThemeSwitch, view: QAbstractItemView, lines: QueueLines) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._lines = lines
        self._sizes: dict[tuple[str, int], QSize] = {}
        self._measures: Measures | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every row is asked, and more than once: nothing is broken into lines for it."""
        told = (self._lines.lines[index.row()].text, self._view.viewport().width())
        if told not in self._sizes:
            self._measures = self._measures or Measures.of(option.font)
            self._sizes[told] = _size(*told, self._measures)
        return self._sizes[told]

    def forget_sizes(self) -> None:
        """They were measured in another font."""
        self._sizes.clear()
        self._measures = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        name, *others = str(index.data()).split("\n")
        inside = QRectF(option.rect).adjusted(SIDE, EDGE, -SIDE, -EDGE)
        metrics = QFontMetricsF(option.font)
        step = metrics.lineSpacing()
        painter.save()
        painter.setFont(option.font)
        painter.setPen(QColor(self._theme.colours.muted))
        bottom = inside.bottom()
        for line in reversed(others):  # from below: the state is what must never be lost
            bottom -= step
            side = Qt.TextElideMode.ElideRight if line is others[-1] else Qt.TextElideMode.ElideMiddle
            elided = metrics.elidedText(line, side, inside.width())
            painter.drawText(QPointF(inside.left(), bottom + metrics.ascent()), elided)
        is_heading = index.data(Qt.ItemDataRole.UserRole) is None
        painter.setPen(QColor(self._theme.colours.accent if is_heading else self._theme.colours.text))
        room = max(int((bottom - inside.top() + 1) / step), 1)
        for number, line in enumerate(name_lines(name, option, inside.width(), room)):
            painter.drawText(QPointF(inside.left(), inside.top() + number * step + metrics.ascent()), line)
        painter.restore()


def _size(text: str, width: int, measures: Measures) -> QSize:
    name, *others = text.split("\n")
    lines = (MOST_LINES if is_wider(name, width - 2 * SIDE, measures) else 1) + len(others)
    return QSize(width, round(lines * measures.line) + 2 * EDGE)


def is_wider(name: str, width: float, measures: Measures) -> bool:
    """Ideographs are as wide as any sign, and all of one width: most names need not be measured."""
    widest = measures.ideograph
    if len(name) * widest <= width:
        return False
    return len(IDEOGRAPHS.findall(name)) * widest > width or measures.metrics.horizontalAdvance(name) > width


def name_lines(name: str, option: QStyleOptionViewItem, width: float, most: int = MOST_LINES) -> list[str]:
    """The name broken at this width; of what does not fit the middle of the last line is left out."""
    layout = QTextLayout(name, option.font)
    anywhere = QTextOption()
    anywhere.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(anywhere)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= most:
        line: QTextLine = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(width, 40.0))
        starts.append(line.textStart())
    layout.endLayout()
    lines = [name[start:end] for start, end in zip(starts, [*starts[1:], len(name)], strict=True)]
    if len(lines) <= most:
        return lines
    rest = name[starts[most - 1] :]
    return [*lines[: most - 1], QFontMetricsF(option.font).elidedText(rest, Qt.TextElideMode.ElideMiddle, width)]


def queue_line(document: Document, apart: str, why: str) -> str:
    """Name, what tells it apart from others of that name with its edition, state, and why it stands there, as lines."""
    state = " · ".join(
        part
        for part in (
            wording.review_word(document.review_status),
            "" if why else wording.findings_words(document.findings),
            say("gui.assigned_to", name=document.assigned_to) if document.assigned_to else "",
        )
        if part
    )
    edition = wording.edition_words(document.edition, document.edition_status) if document.edition else ""
    details = edition if apart == document.edition else " · ".join(part for part in (apart, edition) if part)
    return "\n".join(part for part in (wording.full_title(document), details, state, why) if part)
