"""The text for reading: a cursor that the keyboard moves, and a place that stays when the width changes."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QTextBrowser

from .sideways import SidewaysBar

MOVING_KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
PAGING_KEYS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
SCROLL_REST_MS = 30
PAGE_SHARE = 0.9  # of a screenful, so that the last line read is still there


class RenderedText(QTextBrowser):
    """Read-only; `pointed` after a click or a move of the cursor, `opened` after a double click, `scrolled` after the
    reader's own scrolling (not after a jump), `read_on` after Space. `over` draws on top of what is in sight: painter,
    first, last position.
    """

    pointed = Signal(int)
    opened = Signal(int)
    scrolled = Signal()
    read_on = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._top: int | None = None  # what stood at the top before the width changed; None = ask again
        self._resizing = False
        self._held: tuple[int, int] | None = None
        self._is_out_of_sight = False
        self._where_empty = ""
        self.over: Callable[[QPainter, int, int], None] | None = None
        self._resting = QTimer(self)  # many small steps of a wheel are one move
        self._resting.setSingleShot(True)
        self._resting.setInterval(SCROLL_REST_MS)
        self._resting.timeout.connect(self.scrolled)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().actionTriggered.connect(lambda _action: self._resting.start())
        self.sideways = SidewaysBar(self)

    def hold_cursor(self) -> None:
        """Before text is written: it would push a cursor that stands where it begins along to its end.

        What is written below the lower edge changes nothing in sight; Qt would paint all of it anew after each slice.
        """
        cursor, bar = self.textCursor(), self.verticalScrollBar()
        self._held = (cursor.anchor(), cursor.position())
        self._is_out_of_sight = bar.value() < bar.maximum()
        self.document().documentLayout().blockSignals(self._is_out_of_sight)

    def release_cursor(self) -> None:
        """After text was written: the cursor is where it was, and the scroll bar knows how long the text is now."""
        self.document().documentLayout().blockSignals(False)
        if self._is_out_of_sight:
            self._fit_bars()
        cursor = self.textCursor()
        if self._held is not None and (cursor.anchor(), cursor.position()) != self._held:
            cursor.setPosition(self._held[0])
            cursor.setPosition(self._held[1], QTextCursor.MoveMode.KeepAnchor)
            self._set_cursor(cursor)
        self._held = None

    def _fit_bars(self) -> None:
        """Qt fits them to a text that has grown, and so to a pane."""
        layout = self.document().documentLayout()
        layout.documentSizeChanged.emit(layout.documentSize())

    # --- the place --------------------------------------------------------------------------------------------
    @property
    def top(self) -> int:
        """The position of the first line in sight."""
        return self.cursorForPosition(QPoint(0, 0)).position()

    def turn_down(self) -> None:
        """A screenful, whatever stands there."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + round(self.viewport().height() * PAGE_SHARE))

    def turn_right(self) -> bool:
        """A screenful to the right, where a table in sight goes on there; False where none does."""
        bar, width = self.horizontalScrollBar(), self.viewport().width()
        if bar.value() >= bar.maximum() or self.sideways.reach <= bar.value() + width:
            return False
        bar.setValue(bar.value() + round(width * PAGE_SHARE))
        return True

    def put_at_top(self, position: int) -> None:
        """Scroll so that this position's line is the first one."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(self._cursor_at(position)).top())

    def reveal(self, position: int, *, at_top: bool = False) -> None:
        """Bring a position into sight, the keyboard's cursor with it."""
        cursor = self._cursor_at(position)
        top, height = self.cursorRect(cursor).top(), self.viewport().height()
        bar = self.verticalScrollBar()
        if at_top:
            bar.setValue(bar.value() + top)
        elif not 0 <= top <= height * 2 // 3:
            bar.setValue(bar.value() + top - height // 4)
        self._set_cursor(cursor)

    def _cursor_at(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        return cursor

    def _set_cursor(self, cursor: QTextCursor) -> None:
        """Qt would scroll to it once more."""
        value = self.verticalScrollBar().value()
        self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(value)

    def _scrolled(self) -> None:
        if not self._resizing:
            self._top = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() == event.size().width():
            QAbstractScrollArea.resizeEvent(self, event)  # a text edit would lay all of it out again
            self._fit_bars()
            return
        if not self.verticalScrollBar().value():
            super().resizeEvent(event)
            return
        if self._top is None:
            self._top = self.top
        self._resizing = True
        super().resizeEvent(event)
        self.put_at_top(self._top)
        self._resizing = False

    def say_where_empty(self, words: str) -> None:
        """What stands in place of a text: in as many lines as it takes, where Qt's own placeholder has one."""
        self._where_empty = words
        self.setAccessibleDescription(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._where_empty and self.document().isEmpty():
            margin = round(self.document().documentMargin()) + 4
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
            painter.drawText(room, Qt.TextFlag.TextWordWrap, self._where_empty)
            painter.end()
        if self.over is not None:
            corner = QPoint(self.viewport().width(), self.viewport().height())
            self.over(QPainter(self.viewport()), self.top, self.cursorForPosition(corner).position())

    # --- keys and clicks --------------------------------------------------------------------------------------
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.pointed.emit(self.cursorForPosition(event.position().toPoint()).position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        self.opened.emit(self.cursorForPosition(event.position().toPoint()).position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.read_on.emit()
            return
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in PAGING_KEYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._turn(PAGING_KEYS[Qt.Key(event.key())], select=shift)
        else:
            super().keyPressEvent(event)
        if event.key() in MOVING_KEYS:
            self.pointed.emit(self.textCursor().position())

    def _turn(self, direction: int, *, select: bool) -> None:
        """A screenful from what is in sight, wherever the cursor was left; it comes along on its line."""
        bar, height = self.verticalScrollBar(), self.viewport().height()
        line = self.cursorRect().center().y()
        if not 0 <= line < height:
            line = self.cursorRect().height()
        before = bar.value()
        bar.setValue(before + round(direction * height * PAGE_SHARE))
        cursor = self.textCursor()
        keep = QTextCursor.MoveMode.KeepAnchor if select else QTextCursor.MoveMode.MoveAnchor
        if bar.value() != before:
            cursor.setPosition(self.cursorForPosition(QPoint(self.cursorRect().left(), line)).position(), keep)
        else:  # the last screenful: to the end itself
            end = QTextCursor.MoveOperation.End if direction > 0 else QTextCursor.MoveOperation.Start
            cursor.movePosition(end, keep)
        self._set_cursor(cursor)
