"""The tables of a document as tables: each cell can be edited in its place, merged cells as one."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QMenu, QWidget

from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import Chooser, column, flat_button, label, show_icon
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .cells_view import CellsView, Index
from .markdown_tables import Splice, TableText
from .text_size import TextSize

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
        self.cells = CellsView(theme)
        self.cells.setModel(self.model)
        self.cells.setAccessibleName(say("review_page.table_cells"))
        self.copy = flat_button("", lambda: self.cells.copy_cells(all_of_them=True), tip=say("review_page.table_copy"))
        self.smaller = flat_button("", lambda: self.cells.zoom(larger=False), tip=say("review_page.table_smaller"))
        self.larger = flat_button("", lambda: self.cells.zoom(larger=True), tip=say("review_page.table_larger"))
        for tool, icon in ((self.copy, "copy"), (self.smaller, "zoom_out"), (self.larger, "zoom_in")):
            show_icon(tool, icon, theme, 16)
        tools = Flow(self.chooser, self.copy, self.smaller, self.larger)
        hint = label(say("review_page.table_hint"), "muted", wrap=True)
        self.setLayout(column(tools, hint, (self.cells, 1), gap=6))
        self.setFocusProxy(self.cells)
        TextSize(self).changed.connect(self.cells.grow)
        self.chooser.currentIndexChanged.connect(self._choose)
        self.model.changed.connect(self._edited)
        self.cells.selectionModel().currentChanged.connect(self._follow)

    def fill_menu(self, menu: QMenu) -> None:
        """What can be done with the selected cells, and with the whole table."""
        here = self.cells.currentIndex()
        can_edit = bool(self.cells.editTriggers()) and here.isValid()
        menu.addAction(say("review_page.table_edit"), lambda: self.cells.edit(here)).setEnabled(can_edit)
        menu.addAction(say("review_page.table_copy_cells"), self.cells.copy_cells)
        for each in (self.copy, self.smaller, self.larger):
            menu.addAction(each.accessibleName(), each.click)

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
            self.model.show_table(table)
            self.cells.take_table(table)
        if table is not None:
            inside = offset is not None and table.start <= offset <= table.end
            place = table.cell_at(offset) if inside and offset is not None else (0, 0)
            self.cells.setCurrentIndex(self.model.index(*place))

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
