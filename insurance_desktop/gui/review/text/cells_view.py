"""The cells of a table: its header and first column stay in sight, words of merged cells stand where they are seen."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from insurance_desktop.gui.look.theme import POINTS, ThemeSwitch

from .copied_cells import Block, as_html, as_text, owners_of, whole
from .markdown_tables import TableText

Index = QModelIndex | QPersistentModelIndex
NARROWEST, WIDEST = 48, 168  # pixels at the usual size: a longer text goes on in further lines of its cell
CELL_ROOM = 24  # beside the words of a cell
MEASURED_ROWS = 60
MOST_LINES = 6
MOST_FITTED = 3_000  # cells whose heights are measured: what is larger has one line a row
MOST_SPANS = 3_000  # Qt walks through all of them at every paint
MOST_HEADERS = 3
ZOOM_STEP, SMALLEST, LARGEST = 1.15, 0.6, 2.5


class CellDelegate(QStyledItemDelegate):
    """The cell in hand has a frame, whatever the colours of selection are."""

    def __init__(self, theme: ThemeSwitch, view: "CellsView") -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        whole_cell = QRect(option.rect)
        if self._view.rowSpan(index.row(), index.column()) + self._view.columnSpan(index.row(), index.column()) > 2:
            option.rect = self._view.seen(whole_cell, index)
        super().paint(painter, option, index)
        if index == self._view.currentIndex():
            painter.save()
            painter.setPen(QPen(QColor(self._theme.colours.focus), 2.0))
            painter.drawRect(QRectF(whole_cell).adjusted(1, 1, -1, -1))
            painter.restore()


class CellsView(QTableView):
    """Letters begin an edit here: no shortcut may take them. Ctrl+C copies the selected cells as cells, Ctrl and the
    wheel make all of them larger.
    """

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._table: TableText | None = None
        self._owners: dict[tuple[int, int], tuple[int, int]] = {}
        self._headers = range(0)
        self._zoom = self._size = 1.0
        self._delegate = CellDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)  # Tab leaves the table, arrows move in it
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().hide()
        self.setWordWrap(True)

    def take_table(self, table: TableText | None) -> None:
        """Another table is in the model: its merged cells, and widths and heights by its words."""
        self.clearSpans()
        self._table = table
        for span in table.spans[:MOST_SPANS] if table is not None else ():
            self.setSpan(*span)
        self._owners = owners_of(table.spans) if table is not None else {}
        self._headers = self._levels(table) if table is not None else range(0)
        self._fit()

    # --- size -------------------------------------------------------------------------------------------------
    def zoom(self, *, larger: bool) -> None:
        """As somebody wants it, in whatever pane."""
        self._zoom = min(max(self._zoom * (ZOOM_STEP if larger else 1 / ZOOM_STEP), SMALLEST), LARGEST)
        self._write_larger()

    def grow(self, size: float) -> None:
        """With its pane, as the text does."""
        self._size = size
        self._write_larger()

    def _write_larger(self) -> None:
        font = QFont(self.font())
        font.setPointSizeF(POINTS * self._zoom * self._size)
        self.setFont(font)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(larger=event.angleDelta().y() > 0)
            event.accept()
        else:
            super().wheelEvent(event)

    def _fit(self) -> None:
        """Widths by the first rows, heights by the lines that words need then; a table of thousands is not measured."""
        table, metrics = self._table, self.fontMetrics()
        line = round(metrics.lineSpacing() * 1.9)
        self.verticalHeader().setDefaultSectionSize(line)
        if table is None:
            return
        across = {(row, first) for row, first, _down, wide in table.spans if wide > 1}
        for column in range(table.column_count):
            rows = range(min(table.row_count, MEASURED_ROWS))
            words = (table.words(row, column) for row in rows if (row, column) not in across)
            widest = max(map(metrics.horizontalAdvance, words), default=0) + CELL_ROOM
            self.setColumnWidth(column, min(max(widest, NARROWEST), round(WIDEST * self._zoom * self._size)))
        if table.row_count * table.column_count <= MOST_FITTED:
            for row in range(table.row_count):
                lines = min(max(self._lines(table, row), default=1), MOST_LINES)
                self.setRowHeight(row, line + (lines - 1) * metrics.lineSpacing())

    def _lines(self, table: TableText, row: int) -> Iterable[int]:
        """How many lines each cell needs that stands in this row alone."""
        metrics, wrapped = self.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
        line = metrics.lineSpacing()
        for column in range(table.column_count):
            if self.rowSpan(row, column) == 1 and table.words(row, column):
                wide = range(column, column + self.columnSpan(row, column))
                room = max(sum(map(self.columnWidth, wide)) - CELL_ROOM, 1)
                words = QRect(0, 0, room, MOST_LINES * line)
                yield round(metrics.boundingRect(words, wrapped, table.words(row, column)).height() / line)

    # --- what stays in sight ----------------------------------------------------------------------------------
    @property
    def header_rows(self) -> range:
        """The rows that say what the columns are; in a small pane the lowest of them, which must leave something to
        see."""
        rows, room = self._headers, self.viewport().height() // 2
        while len(rows) > 1 and sum(map(self.rowHeight, rows)) > room:
            rows = rows[1:]
        return rows

    def _levels(self, table: TableText) -> range:
        """The first row that is not merged over all columns, and its levels: a cell over several columns is divided in
        the row below (rates: benefit, then sex, then payment)."""
        first = 0
        while first < table.row_count - 1 and self.columnSpan(first, 0) == table.column_count:
            first += 1
        columns, end = range(table.column_count), first + 1
        while end - first < MOST_HEADERS and end < table.row_count:
            above = range(first, end)
            deepest = max(row + self.rowSpan(row, column) for row in above for column in columns)
            is_divided = any(1 < self.columnSpan(end - 1, column) < table.column_count for column in columns)
            if deepest <= end and not is_divided:
                break
            end += 1
        return range(first, end)

    @property
    def frozen(self) -> QSize:
        """How much of the left and the upper edge the header and the first column take while they are scrolled away."""
        rows, room = self.header_rows, self.viewport().size()
        above = bool(rows) and self.rowViewportPosition(rows.start) < 0
        beside = self._table is not None and self.horizontalOffset() > 0
        height = sum(map(self.rowHeight, rows)) if above else 0
        width = self.columnWidth(0) if beside else 0
        return QSize(width if width <= room.width() // 2 else 0, height if height <= room.height() // 2 else 0)

    def seen(self, cell: QRect, index: Index) -> QRect:
        """The part of a merged cell that is in sight, where its words go; the cell itself where none is."""
        edge = self.frozen
        left = edge.width() if index.column() else 0
        room = self.viewport().rect().adjusted(left, edge.height(), 0, 0)
        part = cell.intersected(room)
        return cell if part.isEmpty() else part

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Into sight, and not below what stays there."""
        super().scrollTo(index, hint)
        edge, place = self.frozen, self.visualRect(index)
        if index.row() not in self.header_rows and place.top() < edge.height():
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - edge.height() + place.top())
        if index.column() > 0 and place.left() < edge.width():
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - edge.width() + place.left())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge, table = self.frozen, self._table
        if table is None or edge.isNull():
            return
        painter, height = QPainter(self.viewport()), self.viewport().height()
        rows, columns = self.header_rows, range(table.column_count)
        aside = QPoint(self.horizontalOffset(), 0)
        down = QPoint(0, -self.rowViewportPosition(rows.start)) if edge.height() else QPoint(0, 0)
        if edge.width():
            last = self.rowAt(height - 1)
            in_sight = range(max(self.rowAt(0), 0), (last if last >= 0 else table.row_count - 1) + 1)
            self._paint_frozen(painter, {self._owner(row, 0) for row in in_sight}, aside)
        if edge.height():
            painter.setClipRect(0, 0, self.viewport().width(), edge.height())
            self._paint_frozen(painter, {self._owner(row, each) for row in rows for each in columns}, down)
            if edge.width():
                painter.setClipRect(0, 0, edge.width(), edge.height())
                self._paint_frozen(painter, {self._owner(row, 0) for row in rows}, aside + down)

    def _paint_frozen(self, painter: QPainter, cells: Iterable[tuple[int, int]], shift: QPoint) -> None:
        """These cells where they would stand if the table were not scrolled, on a ground of their own."""
        colours, room = self._theme.colours, self.viewport().rect()
        for row, column in cells:
            index = self.model().index(row, column)
            place = self.visualRect(index).translated(shift)
            if not place.intersects(room):
                continue
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            option.rect = place.adjusted(0, 0, -1, -1).intersected(room)
            painter.fillRect(place, QColor(colours.stripe))
            QStyledItemDelegate.paint(self._delegate, painter, option, index)
            painter.setPen(QColor(colours.border))
            painter.drawLine(place.bottomLeft(), place.bottomRight())
            painter.drawLine(place.topRight(), place.bottomRight())

    def _owner(self, row: int, column: int) -> tuple[int, int]:
        """The merged cell that holds this place; the place itself where it is in none."""
        return self._owners.get((row, column), (row, column))

    # --- keys -------------------------------------------------------------------------------------------------
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier
            if event.text() and event.text().isprintable() and plain == Qt.KeyboardModifier.NoModifier:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_cells()
        else:
            super().keyPressEvent(event)

    def copy_cells(self, *, all_of_them: bool = False) -> None:
        """The selected cells, or the whole table, for a spreadsheet or a text."""
        table, chosen = self._table, self.selectedIndexes()
        if table is None or not (chosen or all_of_them):
            return
        rows, columns = [each.row() for each in chosen], [each.column() for each in chosen]
        block = whole(table) if all_of_them else Block(min(rows), min(columns), max(rows), max(columns))
        copied = QMimeData()
        copied.setText(as_text(table, block))
        copied.setHtml(as_html(table, block))
        QGuiApplication.clipboard().setMimeData(copied)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The cell in hand stays in sight: the line that says "unsaved" comes above the table with the first edit."""
        here = self.visualRect(self.currentIndex())
        was_in_sight = QRect(QPoint(0, 0), event.oldSize()).intersects(here)
        super().resizeEvent(event)
        if was_in_sight:
            self.scrollTo(self.currentIndex())
