"""Tables of things: one row each, columns with a heading, numbers to the right."""

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from insurance_desktop.packs.wording import say

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
TO_THE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
TO_THE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ListModel(QAbstractTableModel):
    """`headings` are keys of the catalogue, `number_columns` the places of the columns that hold numbers."""

    headings: ClassVar[Sequence[str]]
    number_columns: ClassVar[Sequence[int]]
    _rows: list[Any]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.headings)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return say(self.headings[section])
        return TO_THE_RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section in self.number_columns else None


def dress_table(table: QTableView, name: str, *, row_height: int = 30) -> None:
    """A table for reading: whole rows are chosen, Tab leaves it; `row_height` in pixels.

    A long name is cut in its middle: what tells two of them apart is often at the end.
    """
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(row_height)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setDefaultAlignment(TO_THE_LEFT)


def set_widths(table: QTableView, widths: Sequence[int]) -> None:
    """In pixels; a column of 0 takes what is left."""
    for place, width in enumerate(widths):
        if width:
            table.setColumnWidth(place, width)
        else:
            table.horizontalHeader().setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
