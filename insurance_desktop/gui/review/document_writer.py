"""Writes the pieces of a Markdown text into a QTextDocument, a few milliseconds at a time."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)

from ..theme import POINTS, Colours
from .links import Placed, PlaceMap
from .reading import Piece, PieceKind, Words

SLICE_SECONDS = 0.008
TABLE_ROWS_AT_ONCE = 40  # a longer table becomes several, so that no single layout step is long
HEADING_POINTS = {1: POINTS + 6, 2: POINTS + 3, 3: POINTS + 1.5}
LINE_HEIGHT = 150.0


class DocumentWriter(QObject):
    """`advanced` after each slice, `finished` at the end. `places` grows as the text does."""

    advanced = Signal()
    finished = Signal()

    def __init__(self, document: QTextDocument, colours: Colours, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._colours = colours
        self._steps: Iterator[None] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._write_slice)
        self.places = PlaceMap()
        self._cursor = QTextCursor(document)
        self._at_start = True

    @property
    def is_writing(self) -> bool:
        return self._timer.isActive()

    def begin(self, pieces: tuple[Piece, ...], colours: Colours) -> None:
        """Replace what is there. The first slice is written at once."""
        self._colours = colours
        self._document.clear()
        self._document.setDocumentMargin(14)
        self.places = PlaceMap()
        self._cursor = QTextCursor(self._document)
        self._at_start = True
        self._steps = self._write(pieces)
        self._timer.start()
        self._write_slice()

    def stop(self) -> None:
        self._timer.stop()

    def _write_slice(self) -> None:
        until = time.perf_counter() + SLICE_SECONDS
        self._cursor.beginEditBlock()
        try:
            while time.perf_counter() < until:
                next(self._steps)
        except StopIteration:
            self._timer.stop()
        finally:
            self._cursor.endEditBlock()
        self.advanced.emit()
        if not self._timer.isActive():
            self.finished.emit()

    def _write(self, pieces: tuple[Piece, ...]) -> Iterator[None]:
        for piece in pieces:
            if piece.kind is PieceKind.TABLE:
                yield from self._write_table(piece)
            else:
                self._next_block(_block_format(piece))
                self._insert(piece.words, _char_format(piece, self._colours))
                yield

    def _next_block(self, block: QTextBlockFormat) -> None:
        if self._at_start:
            self._at_start = False
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
            self._cursor.insertBlock(block, QTextCharFormat())

    def _insert(self, words: Words, look: QTextCharFormat) -> None:
        bold = QTextCharFormat(look)
        bold.setFontWeight(QFont.Weight.DemiBold)
        for stretch in words.stretches:
            text = words.text[stretch.shown : stretch.shown + stretch.length]
            before = self._cursor.position()
            self._cursor.insertText(text.replace("\n", "\u2028"), bold if stretch.bold else look)
            self.places.add(Placed(before, self._cursor.position() - before, stretch.written, stretch.length))

    def _write_table(self, piece: Piece) -> Iterator[None]:
        columns = max((len(row) for row in piece.rows), default=0)
        if not columns:
            return
        for first in range(0, len(piece.rows), TABLE_ROWS_AT_ONCE):
            rows = piece.rows[first : first + TABLE_ROWS_AT_ONCE]
            self._next_block(_gap())
            table = self._cursor.insertTable(len(rows), columns, self._table_format(columns))
            for number, row in enumerate(rows):
                is_header = first + number == 0
                for column, words in enumerate(row):
                    cell = table.cellAt(number, column)
                    if is_header:
                        shade = cell.format()
                        shade.setBackground(QColor(self._colours.stripe))
                        cell.setFormat(shade)
                    self._cursor = cell.firstCursorPosition()
                    self._insert(words, _cell_look(self._colours, is_header))
                yield
            self._cursor = QTextCursor(self._document)
            self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def _table_format(self, columns: int) -> QTextTableFormat:
        made = QTextTableFormat()
        made.setBorder(1)
        made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setBorderBrush(QColor(self._colours.border))
        made.setBorderCollapse(True)
        made.setCellPadding(5)
        made.setCellSpacing(0)
        made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        made.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 100 / columns)] * columns)
        return made


def _block_format(piece: Piece) -> QTextBlockFormat:
    block = QTextBlockFormat()
    block.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    if piece.kind is PieceKind.HEADING:
        block.setTopMargin(18 if piece.level <= 2 else 12)
        block.setBottomMargin(4)
        block.setHeadingLevel(piece.level)
    else:
        block.setBottomMargin(6)
    if piece.kind is PieceKind.LIST_ITEM:
        block.setIndent(piece.level)
    return block


def _gap() -> QTextBlockFormat:
    block = QTextBlockFormat()
    block.setTopMargin(4)
    return block


def _char_format(piece: Piece, colours: Colours) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(QColor(colours.text))
    if piece.kind is PieceKind.HEADING:
        look.setFontPointSize(HEADING_POINTS.get(piece.level, POINTS + 0.5))
        look.setFontWeight(QFont.Weight.DemiBold)
    else:
        look.setFontPointSize(POINTS + 0.5)
    return look


def _cell_look(colours: Colours, is_header: bool) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(QColor(colours.text))
    look.setFontPointSize(POINTS - 0.5)
    if is_header:
        look.setFontWeight(QFont.Weight.DemiBold)
    return look
