"""How a document stands in the queue: its name on at most two lines, what tells it apart, and always its state."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from insurance_desktop.domain.documents import Document
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.theme import ThemeSwitch

SIDE, EDGE = 8, 6
MOST_LINES = 2
Index = QModelIndex | QPersistentModelIndex


class QueueDelegate(QStyledItemDelegate):
    """Draws a text of lines: the first is the name, the last the state, between them what tells it apart."""

    def __init__(self, theme: ThemeSwitch, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        name, *others = str(index.data()).split("\n")
        self.initStyleOption(option, index)
        width = self._view.viewport().width()
        metrics = QFontMetricsF(option.font)
        lines = len(name_lines(name, option, width - 2 * SIDE)) + len(others)
        return QSize(width, round(lines * metrics.lineSpacing()) + 2 * EDGE)

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
        painter.setPen(QColor(self._theme.colours.text))
        room = max(int((bottom - inside.top() + 1) / step), 1)
        for number, line in enumerate(name_lines(name, option, inside.width(), room)):
            painter.drawText(QPointF(inside.left(), inside.top() + number * step + metrics.ascent()), line)
        painter.restore()


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
    """Name, what tells it apart from others of that name, state, and why it stands where it does, as lines."""
    state = " · ".join(
        part
        for part in (
            wording.review_word(document.review_status),
            "" if why else wording.findings_words(document.findings),
        )
        if part
    )
    return "\n".join(part for part in (wording.full_title(document), apart, state, why) if part)
