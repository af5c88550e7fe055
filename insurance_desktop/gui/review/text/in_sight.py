"""Which lines of a text stand wholly in its pane, in the order in which they are read."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

from insurance_desktop.domain.entity import entity

NEAR = 2  # pixels: a line that was put at the upper edge is not cut off by it


@entity
class InSight:
    """Positions: where the first whole line begins, where the last one does, and where what is cut off or hidden below
    begins; None where the end of the text is in sight.
    """

    first: int
    last: int
    below: int | None


def in_sight(text: QTextEdit) -> InSight:
    """Line by line: a place beside a table is for Qt a place before or behind all of it."""
    height, bar = text.viewport().height(), text.verticalScrollBar()
    first: int | None = None
    last = 0
    for position, top, bottom in _lines(text):
        if top < -NEAR:
            continue
        if first is None:
            first = position
        if bottom >= height and bar.value() < bar.maximum():
            return InSight(first, last, position)
        last = position
    if first is None:  # one line fills the pane
        here = text.cursorForPosition(QPoint(0, 0)).position()
        return InSight(here, here, here)
    return InSight(first, last, None)


def _lines(text: QTextEdit) -> Iterator[tuple[int, int, int]]:
    """Where each line begins, its upper and its lower edge in the pane; from above the pane on."""
    middle = QPoint(text.viewport().width() // 2, 0)
    begin = min(text.cursorForPosition(QPoint(0, 0)).position(), text.cursorForPosition(middle).position())
    block = text.document().findBlock(begin)
    while block.isValid():
        cursor = QTextCursor(block)
        text.cursorRect(cursor)  # lays the block out
        for number in range(max(block.layout().lineCount(), 1)):
            line = block.layout().lineAt(number)
            cursor.setPosition(block.position() + (line.textStart() if line.isValid() else 0))
            place = text.cursorRect(cursor)
            yield cursor.position(), place.top(), place.bottom()
        block = block.next()
