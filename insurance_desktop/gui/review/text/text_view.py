"""The Markdown of the document: rendered for reading, or its source for editing; both linked to the page."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QStackedLayout, QTextBrowser, QTextEdit, QWidget

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look.theme import POINTS, Colours, ThemeSwitch
from insurance_desktop.packs.wording import say

from .document_writer import DocumentWriter
from .finder import Finder, Found, marked
from .markdown_pieces import Piece
from .preview import Preview
from .rendered_text import SCROLL_REST_MS, RenderedText
from .source_links import common_start, from_units, moved_offset, to_units
from .text_frames import FramePainter, TextFrame
from .text_size import TextSize

MOST_RUNS = 1_500  # beyond that a long table is marked as one
REVEAL_AHEAD = 1_500  # characters below the wanted one that must stand, or it could not be scrolled up


@entity
class Wanted:
    """A stored character to bring into sight as soon as it is written."""

    start: int
    at_top: bool = False


class TextView(QWidget):
    """`pointed` and `opened` (a double click) bring an offset into the stored Markdown, `scrolled` the offset at the
    upper edge after the reader's own scrolling; `edited` says whether there are unsaved changes, `typed` that they
    changed.
    """

    pointed = Signal(int)
    opened = Signal(int)
    scrolled = Signal(int)
    edited = Signal(bool)
    typed = Signal()

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._markdown = ""
        self._pieces: tuple[Piece, ...] = ()
        self._runs: tuple[tuple[int, int], ...] = ()  # what is marked, in stored characters
        self._wanted: Wanted | None = None
        self._left_at: int | None = None  # in stored characters: what was pointed at elsewhere, or before a new version
        self.rendered = RenderedText()
        self.rendered.setAccessibleName(say("gui.text_rendered"))
        self.rendered.say_where_empty(say("gui.no_text"))
        self.source = QPlainTextEdit()
        self.source.setAccessibleName(say("gui.text_source"))
        self.source.setAcceptDrops(False)
        self.source.setTabChangesFocus(True)
        self.writer = DocumentWriter(self.rendered.document(), theme.colours, self)
        self.frames = FramePainter(self.rendered.document())
        self.finder = Finder()
        self.preview = Preview(theme)
        self.editing = QSplitter(Qt.Orientation.Vertical)
        self.editing.setChildrenCollapsible(False)
        self.editing.addWidget(self.source)
        self.editing.addWidget(self.preview)
        self.editing.setSizes([600, 300])
        self._stack = QStackedLayout(self)
        TextSize(self).changed.connect(self._grow)
        self._stack.addWidget(self.rendered)
        self._stack.addWidget(self.editing)
        self.setFocusProxy(self.rendered)
        self._pointing = QTimer(self)  # the cursor may run over many lines: only where it rests counts
        self._pointing.setSingleShot(True)
        self._pointing.setInterval(40)
        self._pointing.timeout.connect(self._point_in_source)
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(SCROLL_REST_MS)
        self._resting.timeout.connect(self._scrolled)
        self.rendered.pointed.connect(self._point_in_rendered)
        self.source.cursorPositionChanged.connect(self._pointing.start)
        self.rendered.opened.connect(self._open_in_rendered)
        self.rendered.scrolled.connect(self._scrolled)
        self.rendered.over = self._paint_frames
        self.source.verticalScrollBar().actionTriggered.connect(lambda _action: self._resting.start())
        self.source.textChanged.connect(self._typed)
        self.source.cursorPositionChanged.connect(self._show_preview)
        self.writer.advancing.connect(self.rendered.hold_cursor)
        self.writer.advanced.connect(self._advance)
        theme.changed.connect(self._recolour)

    # --- what is shown ----------------------------------------------------------------------------------------
    def show_markdown(self, markdown: str, pieces: tuple[Piece, ...], *, keep_place: bool = False) -> None:
        """Replace the text; with `keep_place` the reader stays where he is, as after a new version."""
        top = self._top_written() if keep_place else None
        self._left_at = moved_offset(markdown, self._markdown, self._stored_here()) if keep_place else None
        self._markdown = markdown
        self._pieces = pieces
        self._runs = ()
        if not keep_place or self.text != markdown:
            self._set_source(markdown, keep_place=keep_place)
        self._pointing.stop()
        self._write(None if self.is_source else top)
        self._mark_now()
        self.edited.emit(False)

    def _place(self) -> Wanted | None:
        if self._wanted is not None:
            return self._wanted
        if self._runs and self._mark_in_sight():
            return Wanted(self._runs[0][0])
        top = self._top_of_source() if self.is_source else self._top_written()
        return None if top is None else Wanted(top, at_top=True)

    def _top_of_source(self) -> int:
        units = self.source.cursorForPosition(QPoint(0, 0)).position()
        return moved_offset(self._markdown, self.text, from_units(self.text, units))

    def _mark_in_sight(self) -> bool:
        editor = self._editor
        selections = self._selections(editor)
        if not selections:
            return False
        cursor = QTextCursor(selections[0].cursor)
        cursor.setPosition(cursor.selectionStart())
        return 0 <= editor.cursorRect(cursor).top() < editor.viewport().height()

    def _set_source(self, markdown: str, *, keep_place: bool) -> None:
        bar, position = self.source.verticalScrollBar(), self.source.textCursor().position()
        value = bar.value()
        with QSignalBlocker(self.source):
            self.source.setPlainText(markdown)
            if keep_place:
                cursor = self.source.textCursor()
                cursor.setPosition(min(position, self.source.document().characterCount() - 1))
                self.source.setTextCursor(cursor)
                bar.setValue(value)

    def _write(self, top: int | None) -> None:
        """The reading side anew, from its beginning or until the character `top` is back at its place."""
        self.writer.begin(self._pieces, self._theme.colours)
        self._wanted = Wanted(top, at_top=True) if top else None

    def _top_written(self) -> int | None:
        """The Markdown character at the upper edge; None at the very beginning."""
        if self.writer.is_writing and self._wanted is not None:
            return self._wanted.start
        return self.writer.places.written_at(self.rendered.top) if self.rendered.verticalScrollBar().value() else None

    @property
    def is_source(self) -> bool:
        return self._stack.currentWidget() is self.editing

    @property
    def is_on_the_way(self) -> bool:
        """Whether what is to be shown has yet to be written."""
        return self._wanted is not None

    def show_source(self, wanted: bool) -> None:
        """The other side, at the same place: the mark where it is in sight, else what stands at the top."""
        was_source, place = self.is_source, self._place()
        self._stack.setCurrentWidget(self.editing if wanted else self.rendered)
        if wanted != was_source:
            self._wanted = place
            QTimer.singleShot(0, self._reveal)  # once the new side has its size
        self.setFocusProxy(self.source if wanted else self.rendered)
        self.setFocus()
        self.seek_words()
        if wanted:
            self._show_preview()

    @property
    def text(self) -> str:
        """What stands in the editor now."""
        return self.source.toPlainText()

    @property
    def is_edited(self) -> bool:
        return self.text != self._markdown

    @property
    def here(self) -> int:
        """The place of the keyboard's cursor, as a character of the text in the editor."""
        if self.is_source:
            return from_units(self.text, self.source.textCursor().position())
        return self.moved(self._stored_here())

    @property
    def selected(self) -> str:
        """The words that are selected on the side that is shown; "" for none."""
        return self._editor.textCursor().selection().toPlainText().strip()

    def _stored_here(self) -> int:
        """On the reading side: the mark, and the very sign in it that was pointed at or that the cursor is at."""
        stored = self._left_at
        if stored is None:
            stored = self.writer.places.written_at(self.rendered.textCursor().position()) or 0
        if self.marked is not None and not self.marked[0] <= stored < self.marked[1]:
            return self.marked[0]
        return stored

    def moved(self, stored: int) -> int:
        """Where a character of the stored Markdown stands in the text of the editor."""
        return moved_offset(self.text, self._markdown, stored)

    def bring(self, offset: int) -> None:
        """Make a character of the editor's text the place that is shown next."""
        self._wanted = Wanted(moved_offset(self._markdown, self.text, offset))
        self._reveal()

    def splice(self, start: int, end: int, replacement: str) -> None:
        """Replace characters [start, end) of the editor's text, as one step that its undo takes back."""
        before = self.text
        cursor = self.source.textCursor()
        cursor.setPosition(to_units(before, start))
        cursor.setPosition(to_units(before, end), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(replacement)

    def point_at(self, offset: int) -> None:
        """A place of the editor's text was pointed at from elsewhere: the page follows."""
        stored = moved_offset(self._markdown, self.text, offset)
        self.pointed.emit(stored)
        self._left_at = stored

    def put_text(self, text: str) -> None:
        """Replace what stands in the editor, as one step that its undo takes back; only what differs is touched."""
        before = self.text
        same = common_start(before, text)
        tail = common_start(before[same:][::-1], text[same:][::-1])
        self.splice(same, len(before) - tail, text[same : len(text) - tail])

    def discard(self) -> None:
        """Back to the stored text."""
        self.show_markdown(self._markdown, self._pieces, keep_place=True)
        self.typed.emit()

    @property
    def _editor(self) -> QTextBrowser | QPlainTextEdit:
        return self.source if self.is_source else self.rendered

    def seek_words(self, words: str | None = None) -> Found:
        """Mark every place of these words, or anew those of the last ones; "" for none."""
        self.finder.seek(self._editor, words)
        self._mark_now()
        return self.finder.found(self._editor)

    def find_words(self, words: str, onwards: bool) -> Found:
        """Go to the next place of these words, around the end; the page follows."""
        self.seek_words(words)
        if self.finder.step(self._editor, onwards=onwards) and not self.is_source:
            self._point_in_rendered(self.rendered.textCursor().selectionStart())
        return self.finder.found(self._editor)

    # --- the link ---------------------------------------------------------------------------------------------
    def mark(self, start: int, end: int, *, reveal: bool = True) -> None:
        """Mark stored characters [start, end) and bring them into sight, as soon as they are written."""
        self.mark_runs(((start, end),), reveal=reveal)

    def mark_runs(self, runs: Sequence[tuple[int, int]], *, reveal: bool = True) -> None:
        """The same for a place of several parts, the first of which is brought into sight."""
        self._runs = tuple(runs)
        self._left_at = None
        self._wanted = Wanted(runs[0][0]) if reveal else None
        self._mark_now()
        self._reveal()

    def scroll_to(self, start: int) -> None:
        """Bring a stored character to the upper edge without marking anything."""
        self._wanted = Wanted(start, at_top=True)
        self._reveal()

    def clear_mark(self) -> None:
        self._runs = ()
        self._left_at = None
        self._mark_now()

    @property
    def marked(self) -> tuple[int, int] | None:
        """From the first marked stored character to the last; None where none is."""
        return (self._runs[0][0], self._runs[-1][1]) if self._runs else None

    def _point_in_rendered(self, position: int) -> None:
        written = self.writer.places.written_at(position)
        if written is not None:
            self._left_at = None
            self.pointed.emit(written)

    def _point_in_source(self) -> None:
        if self.is_source and self.source.hasFocus():
            text = self.text
            offset = from_units(text, self.source.textCursor().position())
            self.pointed.emit(moved_offset(self._markdown, text, offset))

    def _open_in_rendered(self, position: int) -> None:
        written = self.writer.places.written_at(position)
        if written is not None:
            self.opened.emit(written)

    def _scrolled(self) -> None:
        top = self._top_of_source() if self.is_source else self.writer.places.written_at(self.rendered.top)
        if top is not None:
            self.scrolled.emit(top)

    def _typed(self) -> None:
        self.edited.emit(self.is_edited)
        self.typed.emit()
        self._show_preview()

    def _show_preview(self) -> None:
        if self.is_source:
            text = self.text
            self.preview.show_around(text, from_units(text, self.source.textCursor().position()))

    def show_frames(self, layer: str, frames: Sequence[TextFrame]) -> None:
        """What is framed in the shown text, in characters of the stored Markdown; a layer replaces its own frames."""
        self.frames.show(layer, frames)
        self.rendered.viewport().update()

    def _paint_frames(self, painter: QPainter, first: int, last: int) -> None:
        scrolled = QPointF(self.rendered.horizontalScrollBar().value(), self.rendered.verticalScrollBar().value())
        self.frames.paint(painter, self.writer.places, (first, last), scrolled, self._theme.colours)

    def _advance(self) -> None:
        """More text is written: it may hold what is marked or wanted."""
        self.rendered.release_cursor()
        if not self.writer.is_writing:
            self.finder.seek(self._editor)
        if self._runs or not self.writer.is_writing:
            self._mark_now()
        self._reveal()

    def _reveal(self) -> None:
        wanted = self._wanted
        if wanted is None:
            return
        if self.is_source:
            self._wanted = None
            self._scroll_source(wanted)
        elif not self.writer.is_writing or self.writer.places.reaches(wanted.start + REVEAL_AHEAD):
            self._wanted = None
            self._mark_now()
            position = self.writer.places.position_of(wanted.start)
            if position is not None:
                self.rendered.reveal(position, at_top=wanted.at_top)

    def _scroll_source(self, wanted: Wanted) -> None:
        text = self.text
        cursor = self.source.textCursor()
        cursor.setPosition(to_units(text, moved_offset(text, self._markdown, wanted.start)))
        with QSignalBlocker(self.source):
            self.source.setTextCursor(cursor)
        self._show_preview()
        if wanted.at_top:
            self.source.verticalScrollBar().setValue(cursor.block().firstLineNumber())
        else:
            self.source.centerCursor()

    def _mark_now(self) -> None:
        for editor in (self.rendered, self.source):
            editor.setExtraSelections([*self.finder.marks(editor, self._theme.colours), *self._selections(editor)])

    def _selections(self, editor: QTextBrowser | QPlainTextEdit) -> list[QTextEdit.ExtraSelection]:
        if editor is self.source and self.is_edited:
            return []
        if editor is self.source:
            runs = [(to_units(self._markdown, start), to_units(self._markdown, end)) for start, end in self._runs]
        else:
            places = self.writer.places
            runs = [run for start, end in self._runs for run in places.runs_of(start, end, MOST_RUNS)]
        return [self._selection(editor, run) for run in runs]

    def _selection(self, editor: QTextBrowser | QPlainTextEdit, run: tuple[int, int]) -> QTextEdit.ExtraSelection:
        cursor = QTextCursor(editor.document())
        limit = editor.document().characterCount() - 1
        cursor.setPosition(min(run[0], limit))
        cursor.setPosition(min(run[1], limit), QTextCursor.MoveMode.KeepAnchor)
        return marked(cursor, _mark_format(self._theme.colours))

    def _recolour(self) -> None:
        if self._pieces:
            self._write(None if self.is_source else self._top_written())
            self._mark_now()

    def _grow(self, size: float) -> None:
        self.writer.size = size
        font = self.source.font()
        font.setPointSizeF(POINTS * size)
        self.source.setFont(font)
        self._recolour()


def _mark_format(colours: Colours) -> QTextCharFormat:
    """A ground and an underline: not by colour alone."""
    look = QTextCharFormat()
    look.setBackground(QColor(colours.mark))
    look.setFontUnderline(True)
    look.setUnderlineColor(QColor(colours.accent))
    return look
