"""The Markdown of the document: rendered for reading, or its source for editing; both linked to the page."""

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QStackedLayout, QTextBrowser, QTextEdit, QWidget

from insurance_desktop.packs.wording import say

from ..theme import Colours, ThemeSwitch
from .document_writer import DocumentWriter
from .links import moved_offset
from .reading import Piece

MOST_RUNS = 1_500  # beyond that a long table is marked as one
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


class RenderedText(QTextBrowser):
    """Read-only, but with a cursor that the keyboard moves; `pointed` after a click or a move."""

    pointed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.pointed.emit(self.cursorForPosition(event.position().toPoint()).position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in MOVING_KEYS:
            self.pointed.emit(self.textCursor().position())


class TextView(QWidget):
    """`pointed` brings an offset into the stored Markdown; `edited` says whether there are unsaved changes."""

    pointed = Signal(int)
    edited = Signal(bool)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._markdown = ""
        self._pieces: tuple[Piece, ...] = ()
        self._marked: tuple[int, int] | None = None
        self._reveal_wanted = False
        self.rendered = RenderedText()
        self.rendered.setAccessibleName(say("gui.text_rendered"))
        self.rendered.setPlaceholderText(say("gui.no_text"))
        self.source = QPlainTextEdit()
        self.source.setAccessibleName(say("gui.text_source"))
        self.source.setAcceptDrops(False)
        self.source.setTabChangesFocus(True)
        self.writer = DocumentWriter(self.rendered.document(), theme.colours, self)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.rendered)
        self._stack.addWidget(self.source)
        self.setFocusProxy(self.rendered)
        self._pointing = QTimer(self)  # the cursor may run over many lines: only where it rests counts
        self._pointing.setSingleShot(True)
        self._pointing.setInterval(40)
        self._pointing.timeout.connect(self._point_in_source)
        self.rendered.pointed.connect(self._point_in_rendered)
        self.source.cursorPositionChanged.connect(self._pointing.start)
        self.source.textChanged.connect(lambda: self.edited.emit(self.is_edited))
        self.writer.advanced.connect(self._reveal)
        theme.changed.connect(self._recolour)

    # --- what is shown ----------------------------------------------------------------------------------------
    def show_markdown(self, markdown: str, pieces: tuple[Piece, ...]) -> None:
        self._markdown = markdown
        self._pieces = pieces
        self._marked = None
        self._reveal_wanted = False
        with QSignalBlocker(self.source):
            self.source.setPlainText(markdown)
        self._pointing.stop()
        self.writer.begin(pieces, self._theme.colours)
        self._mark_now()
        self.edited.emit(False)

    @property
    def is_source(self) -> bool:
        return self._stack.currentWidget() is self.source

    def show_source(self, wanted: bool) -> None:
        self._stack.setCurrentWidget(self.source if wanted else self.rendered)
        if self._marked is not None:
            self._reveal_wanted = True
            QTimer.singleShot(0, self._reveal)  # once the new side has its size
        self.setFocusProxy(self.source if wanted else self.rendered)
        self.setFocus()

    @property
    def text(self) -> str:
        """What stands in the editor now."""
        return self.source.toPlainText()

    @property
    def is_edited(self) -> bool:
        return self.text != self._markdown

    def discard(self) -> None:
        """Back to the stored text."""
        self.show_markdown(self._markdown, self._pieces)

    # --- the link ---------------------------------------------------------------------------------------------
    def mark(self, start: int, end: int, *, reveal: bool = True) -> None:
        """Mark stored characters [start, end) and bring them into sight, as soon as they are written."""
        self._marked = (start, end)
        self._reveal_wanted = reveal
        self._reveal()

    def clear_mark(self) -> None:
        self._marked = None
        self._mark_now()

    @property
    def marked(self) -> tuple[int, int] | None:
        return self._marked

    def _point_in_rendered(self, position: int) -> None:
        written = self.writer.places.written_at(position)
        if written is not None:
            self.pointed.emit(written)

    def _point_in_source(self) -> None:
        if self.is_source and self.source.hasFocus():
            text = self.text
            offset = from_units(text, self.source.textCursor().position())
            self.pointed.emit(moved_offset(self._markdown, text, offset))

    def _reveal(self) -> None:
        if self._marked is None or not self._reveal_wanted:
            return
        self._mark_now()
        if self.is_source:
            self._reveal_wanted = False
            self._scroll_source()
        elif not self.writer.is_writing or self.writer.places.reaches(self._marked[1]):
            self._reveal_wanted = False
            found = self.writer.places.range_of(*self._marked)
            if found is not None:
                self._scroll_rendered(found[0])

    def _scroll_rendered(self, position: int) -> None:
        cursor = QTextCursor(self.rendered.document())
        cursor.setPosition(min(position, self.rendered.document().characterCount() - 1))
        top = self.rendered.cursorRect(cursor).top()
        height = self.rendered.viewport().height()
        if not 0 <= top <= height - 60:
            bar = self.rendered.verticalScrollBar()
            bar.setValue(bar.value() + top - height // 4)
        self.rendered.setTextCursor(cursor)

    def _scroll_source(self) -> None:
        if self._marked is None:
            return
        cursor = self.source.textCursor()
        cursor.setPosition(to_units(self._markdown, self._marked[0]))
        with QSignalBlocker(self.source):
            self.source.setTextCursor(cursor)
        self.source.centerCursor()

    def _mark_now(self) -> None:
        self.rendered.setExtraSelections(self._selections(self.rendered))
        self.source.setExtraSelections([] if self.is_edited else self._selections(self.source))

    def _selections(self, editor: QTextBrowser | QPlainTextEdit) -> list[QTextEdit.ExtraSelection]:
        if self._marked is None:
            return []
        start, end = self._marked
        if editor is self.source:
            runs = [(to_units(self._markdown, start), to_units(self._markdown, end))]
        else:
            runs = self.writer.places.runs_of(start, end, MOST_RUNS)
        return [self._selection(editor, run) for run in runs]

    def _selection(self, editor: QTextBrowser | QPlainTextEdit, run: tuple[int, int]) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(editor.document())
        limit = editor.document().characterCount() - 1
        cursor.setPosition(min(run[0], limit))
        cursor.setPosition(min(run[1], limit), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = _mark_format(self._theme.colours)
        return selection

    def _recolour(self) -> None:
        if self._pieces:
            self.writer.begin(self._pieces, self._theme.colours)
            self._reveal_wanted = self._marked is not None
            self._mark_now()


def _mark_format(colours: Colours) -> QTextCharFormat:
    """A ground and an underline: not by colour alone."""
    look = QTextCharFormat()
    look.setBackground(QColor(colours.mark))
    look.setFontUnderline(True)
    look.setUnderlineColor(QColor(colours.accent))
    return look


def to_units(text: str, offset: int) -> int:
    """Python characters to the UTF-16 units that Qt counts."""
    return offset + sum(1 for character in text[:offset] if ord(character) > 0xFFFF)


def from_units(text: str, units: int) -> int:
    """Qt's UTF-16 units to Python characters."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return min(units, len(text))
    taken = 0
    for number, character in enumerate(text):
        if taken >= units:
            return number
        taken += 2 if ord(character) > 0xFFFF else 1
    return len(text)
