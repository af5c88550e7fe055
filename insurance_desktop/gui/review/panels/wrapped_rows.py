"""A list of wrapped lines, each with an id behind it."""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem

ID_ROLE = Qt.ItemDataRole.UserRole
SIDE = 8
"""The padding of a row to the left and right, as the theme has it."""
Index = QModelIndex | QPersistentModelIndex


class WholeLines(QStyledItemDelegate):
    """Rows high enough for their text: Qt forgets the padding when it breaks lines, and the last one would be lost."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -2 * SIDE, 0)
        return super().sizeHint(narrower, index)


class Rows(QListWidget):
    """A list of wrapped lines; `picked` after a click or Enter, with the id behind the line."""

    picked = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setItemDelegate(WholeLines(self))
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)  # or lines are lost when the scroll bar comes or goes
        self.setAccessibleName(name)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._pick)
        self.itemActivated.connect(self._pick)

    def fill(self, lines: Iterable[tuple[int, str]]) -> None:
        """Replace the lines and keep the current one."""
        kept = self.current_id
        self.clear()
        for number, text in lines:
            item = QListWidgetItem(text)
            item.setData(ID_ROLE, number)
            item.setToolTip(text)
            self.addItem(item)
            if number == kept:
                self.setCurrentItem(item)

    def rename(self, number: int, text: str) -> None:
        """The line with this id says this now."""
        for line in range(self.count()):
            if self.item(line).data(ID_ROLE) == number and self.item(line).text() != text:
                self.item(line).setText(text)
                self.item(line).setToolTip(text)

    @property
    def current_id(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(ID_ROLE))

    def choose(self, number: int) -> None:
        """This line and no other, also where several can be selected."""
        for line in range(self.count()):
            if self.item(line).data(ID_ROLE) == number:
                self.setCurrentRow(line, QItemSelectionModel.SelectionFlag.ClearAndSelect)
                return

    def _pick(self, item: QListWidgetItem) -> None:
        self.picked.emit(int(item.data(ID_ROLE)))
