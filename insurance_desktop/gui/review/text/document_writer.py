"""Writes the pieces of a Markdown text into a QTextDocument, a little at a time."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from insurance_desktop.gui.look.theme import LIGHT, POINTS, Colours

from .markdown_pieces import Piece, PieceKind, Words, measures_of
from .source_links import Placed, PlaceMap

SLICE_WEIGHT = 1_000  # characters per slice: Qt lays them out when the slice ends, so time cannot be asked before
BLOCK_WEIGHT = 25  # what a paragraph or a cell costs beside its characters
TABLE_CELLS_AT_ONCE = 90  # a longer table becomes several without a gap, so that no single layout step is long
WIDEST_COLUMN = 260.0
CELL_PADDING = 5
HEADING_POINTS = {1: POINTS + 6, 2: POINTS + 3, 3: POINTS + 1.5}
LINE_HEIGHT = 150.0


class DocumentWriter(QObject):
    """`advancing` before and `advanced` after each slice, `finished` at the end. `places` grows as the text does."""

    advancing = Signal()
    advanced = Signal()
    finished = Signal()

    def __init__(self, document: QTextDocument, colours: Colours, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._colours = colours
        self._steps: Iterator[int] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(1)  # between two slices others have their turn
        self._timer.timeout.connect(self._write_slice)
        self.places = PlaceMap()
        self._cursor = QTextCursor(document)
        self._at_start = True
        self.size = 1.0
        """How large the text is written: 1 is the size of the window's other words."""

    @property
    def is_writing(self) -> bool:
        return self._timer.isActive()

    def begin(self, pieces: tuple[Piece, ...], colours: Colours) -> None:
        """Replace what is there, slice by slice from the next turn of the event loop on."""
        self._colours = colours
        self._document.clear()
        self._document.setDocumentMargin(14)
        self.places = PlaceMap()
        self._cursor = QTextCursor(self._document)
        self._at_start = True
        self._steps = self._write(pieces)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _write_slice(self) -> None:
        weight = 0
        self.advancing.emit()
        self._cursor.beginEditBlock()
        try:
            while weight < SLICE_WEIGHT:
                weight += next(self._steps)
        except StopIteration:
            self._timer.stop()
        finally:
            self._cursor.endEditBlock()
        self.advanced.emit()
        if not self._timer.isActive():
            self.finished.emit()

    def _write(self, pieces: tuple[Piece, ...]) -> Iterator[int]:
        """Yields the weight of each step."""
        for piece in pieces:
            if piece.kind is PieceKind.TABLE:
                yield from self._write_table(piece)
            else:
                self._next_block(_block_format(piece))
                self._insert(piece.words, self._sized(_char_format(piece, self._colours)))
                yield BLOCK_WEIGHT + len(piece.words.text)

    def _next_block(self, block: QTextBlockFormat) -> None:
        if self._at_start:
            self._at_start = False
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
            self._cursor.insertBlock(block, QTextCharFormat())

    def _seam(self) -> None:
        """The line that Qt demands after a table, as thin as it can be."""
        thin = QTextBlockFormat()
        thin.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        hair = QTextCharFormat()
        hair.setFontPointSize(1)
        self._cursor.setBlockFormat(thin)
        self._cursor.setBlockCharFormat(hair)

    def _insert(self, words: Words, look: QTextCharFormat) -> None:
        bold = QTextCharFormat(look)
        bold.setFontWeight(QFont.Weight.DemiBold)
        for stretch in words.stretches:
            text = words.text[stretch.shown : stretch.shown + stretch.length]
            before = self._cursor.position()
            self._cursor.insertText(text.replace("\n", "\u2028"), bold if stretch.bold else look)
            self.places.add(Placed(before, self._cursor.position() - before, stretch.written, stretch.length))

    def _write_table(self, piece: Piece) -> Iterator[int]:
        columns = max((len(row) for row in piece.rows), default=0)
        if not columns:
            return
        at_once = max(TABLE_CELLS_AT_ONCE // columns, 1)
        look = self._table_format([width * self.size for width in column_widths(piece)])
        for first in range(0, len(piece.rows), at_once):
            rows = piece.rows[first : first + at_once]
            if first == 0:
                self._next_block(_gap())
                self._seam()
            table = self._cursor.insertTable(len(rows), columns, look)
            for span in _spans_within(piece, first, len(rows)):
                table.mergeCells(*span)
            for number, row in enumerate(rows):
                self._write_row(table, number, row, is_header=first + number == 0)
            self._cursor = QTextCursor(self._document)
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
            self._seam()
            yield sum(BLOCK_WEIGHT + len(words.text) for row in rows for words in row)

    def _write_row(self, table: QTextTable, number: int, row: tuple[Words, ...], *, is_header: bool) -> None:
        for column, words in enumerate(row):
            cell = table.cellAt(number, column)
            if (cell.row(), cell.column()) != (number, column):
                continue  # covered by a merged cell, which holds the words
            if is_header:
                shade = cell.format()
                shade.setBackground(QColor(self._colours.stripe))
                cell.setFormat(shade)
            self._cursor = cell.firstCursorPosition()
            self._insert(words, self._sized(_cell_look(self._colours, is_header)))

    def _sized(self, look: QTextCharFormat) -> QTextCharFormat:
        look.setFontPointSize(look.fontPointSize() * self.size)
        return look

    def _table_format(self, widths: list[float]) -> QTextTableFormat:
        made = QTextTableFormat()
        made.setBorder(1)
        made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setBorderBrush(QColor(self._colours.border))
        made.setBorderCollapse(True)
        made.setCellPadding(CELL_PADDING)
        made.setCellSpacing(0)
        made.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, width) for width in widths])
        return made


def _spans_within(piece: Piece, first: int, count: int) -> Iterator[tuple[int, int, int, int]]:
    """The merged cells of `count` rows from `first` on, counted from there; one that goes on below is cut."""
    for row, column, down, across in piece.spans:
        top, bottom = max(row, first), min(row + down, first + count)
        if top < bottom and (bottom - top > 1 or across > 1):
            yield top - first, column, bottom - top, across


def column_widths(piece: Piece) -> list[float]:
    """Pixels per column, from the longest line in it: a number must never break; long text may."""
    font = _cell_look(LIGHT, is_header=True).font()
    wide, narrow = float(QFontInfo(font).pixelSize()), QFontMetricsF(font).horizontalAdvance("0")
    lines = piece.measures or measures_of(piece)
    widths = [max((few * narrow + many * wide for few, many in each), default=0.0) for each in lines]
    return [min(max(width, 2 * wide), WIDEST_COLUMN) + 2 * CELL_PADDING + 4 for width in widths]


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
