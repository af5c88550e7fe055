"""A small table for reading: rows of words, Enter or a double click picks one."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from insurance_desktop.gui.look.menus import offer_buttons
from insurance_desktop.gui.look.tables import TO_THE_RIGHT, dress_table, set_widths
from insurance_desktop.gui.look.theme import ThemeSwitch


@dataclass(frozen=True, slots=True)
class Cell:
    """`look` is a colour of the theme by name; what it says stands in `text` all the same."""

    text: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """`width` 0: the column shares what is left. Numbers stand to the right, their title too."""

    title: str
    width: int = 0
    is_number: bool = False


class Table(QTableWidget):
    picked = Signal(int)

    def __init__(self, theme: ThemeSwitch, name: str, columns: Sequence[Column]) -> None:
        super().__init__(0, len(columns))
        self._theme = theme
        self._rows: tuple[tuple[Cell, ...], ...] = ()
        self.setHorizontalHeaderLabels([each.title for each in columns])
        self._numbers = {place for place, each in enumerate(columns) if each.is_number}
        for place in self._numbers:
            if (title := self.horizontalHeaderItem(place)) is not None:
                title.setTextAlignment(TO_THE_RIGHT)
        dress_table(self, name)
        set_widths(self, [each.width for each in columns])
        self.cellDoubleClicked.connect(lambda place, _column: self.picked.emit(place))
        theme.changed.connect(self._write)
        offer_buttons(self)

    def show_rows(self, rows: Sequence[Sequence[Cell | str]]) -> None:
        """The row that had the keyboard keeps its place."""
        place = self.currentRow()
        self._rows = tuple(tuple(Cell(each) if isinstance(each, str) else each for each in row) for row in rows)
        self._write()
        if self._rows:
            self.setCurrentCell(min(max(place, 0), len(self._rows) - 1), 0)

    @property
    def texts(self) -> list[tuple[str, ...]]:
        return [tuple(each.text for each in row) for row in self._rows]

    def _write(self) -> None:
        self.setRowCount(len(self._rows))
        for place, row in enumerate(self._rows):
            for column, cell in enumerate(row):
                item = QTableWidgetItem(cell.text)
                item.setToolTip(cell.text)
                if column in self._numbers:
                    item.setTextAlignment(TO_THE_RIGHT)
                if cell.look:
                    item.setForeground(QColor(getattr(self._theme.colours, cell.look)))
                self.setItem(place, column, item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.picked.emit(self.currentRow())
        else:
            super().keyPressEvent(event)
