"""When a text can be scrolled sideways: while a table that is wider than its pane is in sight, and at no other time."""

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QTextCursor, QTextTable
from PySide6.QtWidgets import QTextEdit


class SidewaysBar(QObject):
    """One wide table somewhere in a document would leave the bar below every page of it; lines break, tables do not."""

    def __init__(self, text: QTextEdit) -> None:
        super().__init__(text)
        self._text = text
        self._bar = text.horizontalScrollBar()
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.setInterval(0)
        self._looking.timeout.connect(self._look)
        text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bar.valueChanged.connect(self._hold)
        text.verticalScrollBar().valueChanged.connect(lambda _value: self._looking.start())
        for bar in (text.verticalScrollBar(), self._bar):
            bar.rangeChanged.connect(lambda _least, _most: self._looking.start())

    @property
    def reach(self) -> float:
        """How far the widest table in sight goes to the right of where lines begin, in pixels; 0 without a table.

        Looked for down to the edge of the pane: what the bar itself hides must not make it come and go.
        """
        hidden = self._bar.height() if self._bar.isVisible() else 0
        middle = self._text.viewport().width() // 2  # the margin beside a table counts as the line before it
        last = self._text.cursorForPosition(QPoint(middle, self._text.viewport().height() + hidden)).position()
        block = self._text.cursorForPosition(QPoint(middle, 0)).block()
        reach = 0.0
        while block.isValid() and block.position() <= last:
            table = QTextCursor(block).currentTable()
            if table is None:
                block = block.next()
            else:
                reach = max(reach, self._width(table))
                block = self._text.document().findBlock(table.lastPosition() + 1)
        return reach

    @property
    def is_wanted(self) -> bool:
        return self.reach > self._text.viewport().width()

    def _width(self, table: QTextTable) -> float:
        """By the widths that its columns were given: to ask the layout would finish it for the whole document."""
        columns = sum(each.rawValue() for each in table.format().columnWidthConstraints())
        return columns + 2 * self._text.document().documentMargin()

    def _look(self) -> None:
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if self.is_wanted else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self._text.horizontalScrollBarPolicy():
            self._text.setHorizontalScrollBarPolicy(policy)
            self._hold(self._bar.value())

    def _hold(self, value: int) -> None:
        """Lines begin at the edge where nothing is wide."""
        if value and self._text.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            self._bar.setValue(0)
