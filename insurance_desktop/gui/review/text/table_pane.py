"""The tables of a document as tables: each cell can be edited in its place, merged cells as one."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from insurance_desktop.gui.look.parts import Chooser, column, label, row
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .markdown_tables import Splice, TableText

Index = QModelIndex | QPersistentModelIndex
NARROWEST, WIDEST = 48, 260
CELL_ROOM = 24  # beside the words of a cell
MEASURED_ROWS = 60
MOST_SPANS = 3_000  # Qt walks through all of them at every paint
NOWHERE = QModelIndex()


class TableModel(QAbstractTableModel):
    """`changed` brings the splice that a new cell needs in the text."""

    changed = Signal(object)  # Splice

    def __init__(self) -> None:
        super().__init__()
        self.table: TableText | None = None

    def show_table(self, table: TableText | None) -> None:
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.table is None or parent.isValid() else self.table.row_count

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.table is None or parent.isValid() else self.table.column_count

    def flags(self, index: Index) -> Qt.ItemFlag:
        is_there = self.table is not None and self.table.has_cell(index.row(), index.column())
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable if is_there else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.table is None or not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.ToolTipRole):
            return self.table.words(index.row(), index.column())
        if role == Qt.ItemDataRole.FontRole and index.row() == 0:
            bold = QFont()
            bold.setWeight(QFont.Weight.DemiBold)
            return bold
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if self.table is None or role != Qt.ItemDataRole.EditRole:
            return False
        if str(value).strip() == self.table.words(index.row(), index.column()):
            return False
        splice = self.table.change(index.row(), index.column(), str(value))
        self.dataChanged.emit(index, index)
        self.changed.emit(splice)
        return True


class CellDelegate(QStyledItemDelegate):
    """The cell in hand has a frame, whatever the colours of selection are."""

    def __init__(self, theme: ThemeSwitch, view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index == self._view.currentIndex():
            painter.save()
            painter.setPen(QPen(QColor(self._theme.colours.focus), 2.0))
            painter.drawRect(QRectF(option.rect).adjusted(1, 1, -1, -1))
            painter.restore()


class CellsView(QTableView):
    """Letters begin an edit here: no shortcut may take them."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier
            if event.text() and event.text().isprintable() and plain == Qt.KeyboardModifier.NoModifier:
                event.accept()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The cell in hand stays in sight: the line that says "unsaved" comes above the table with the first edit."""
        here = self.visualRect(self.currentIndex())
        was_in_sight = QRect(QPoint(0, 0), event.oldSize()).intersects(here)
        super().resizeEvent(event)
        if was_in_sight:
            self.scrollTo(self.currentIndex())


class TablePane(QWidget):
    """`edited` brings a Splice of the text, `pointed` the offset of the cell that the keyboard is in."""

    edited = Signal(object)  # Splice
    pointed = Signal(int)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._tables: tuple[TableText, ...] = ()
        self.chooser = Chooser(theme)
        self.chooser.setAccessibleName(say("review_page.table_choose"))
        self.model = TableModel()
        self.cells = CellsView()
        self.cells.setModel(self.model)
        self.cells.setItemDelegate(CellDelegate(theme, self.cells))
        self.cells.setAccessibleName(say("review_page.table_cells"))
        self.cells.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.cells.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.cells.setTabKeyNavigation(False)  # Tab leaves the table, arrows move in it
        self.cells.horizontalHeader().hide()
        self.cells.verticalHeader().setDefaultSectionSize(30)
        self.cells.setWordWrap(False)
        line = row(self.chooser, (label(say("review_page.table_hint"), "muted", wrap=True), 1), gap=8)
        self.setLayout(column(line, (self.cells, 1), gap=6))
        self.setFocusProxy(self.cells)
        self.chooser.currentIndexChanged.connect(self._choose)
        self.model.changed.connect(self._edited)
        self.cells.selectionModel().currentChanged.connect(self._follow)

    def show_tables(self, tables: tuple[TableText, ...], offset: int | None) -> None:
        """The table at or behind this character of the text, and there the cell; the first one where none follows."""
        self._tables = tables
        with QSignalBlocker(self.chooser):
            self.chooser.clear()
            self.chooser.addItems([_name(number, each) for number, each in enumerate(tables, start=1)])
        wanted = next((number for number, each in enumerate(tables) if offset is not None and each.end >= offset), 0)
        with QSignalBlocker(self.chooser):
            self.chooser.setCurrentIndex(wanted if tables else -1)
        self._choose(wanted, offset)

    def go_to(self, offset: int) -> None:
        """To the cell that holds this character of the text."""
        found = next((number for number, each in enumerate(self._tables) if each.start <= offset <= each.end), None)
        if found is not None:
            with QSignalBlocker(self.chooser):
                self.chooser.setCurrentIndex(found)
            self._choose(found, offset)

    @property
    def current(self) -> TableText | None:
        return self.model.table

    def _choose(self, number: int, offset: int | None = None) -> None:
        table = self._tables[number] if 0 <= number < len(self._tables) else None
        if table is not self.model.table:
            self.cells.clearSpans()
            self.model.show_table(table)
            for span in table.spans[:MOST_SPANS] if table is not None else ():
                self.cells.setSpan(*span)
            self._fit_columns()
        if table is not None:
            inside = offset is not None and table.start <= offset <= table.end
            place = table.cell_at(offset) if inside and offset is not None else (0, 0)
            self.cells.setCurrentIndex(self.model.index(*place))

    def _fit_columns(self) -> None:
        """By the first rows: a table of thousands must not be measured to its end."""
        table, metrics = self.model.table, self.cells.fontMetrics()
        across = {(line, first) for line, first, _down, wide in table.spans if wide > 1} if table is not None else set()
        for column_number in range(self.model.columnCount()):
            rows = range(min(self.model.rowCount(), MEASURED_ROWS))
            words = (
                [table.words(line, column_number) for line in rows if (line, column_number) not in across]
                if table is not None
                else []
            )
            widest = max((metrics.horizontalAdvance(each) for each in words), default=0)
            self.cells.setColumnWidth(column_number, min(max(widest + CELL_ROOM, NARROWEST), WIDEST))

    def _follow(self, current: QModelIndex, _before: QModelIndex) -> None:
        if self.model.table is not None and current.isValid():
            self.pointed.emit(self.model.table.offset(current.row(), current.column()))

    def _edited(self, splice: Splice) -> None:
        """Tables further down have moved with the text."""
        moved = len(splice.replacement) - (splice.end - splice.start)
        for each in self._tables:
            if each.start > splice.start:
                each.start += moved
        self.edited.emit(splice)


def _name(number: int, table: TableText) -> str:
    if table.page is None:
        return say("review_page.table_name", number=number)
    return say("review_page.table_name_page", number=number, page=table.page)
