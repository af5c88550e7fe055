"""The table of documents: Enter opens, and the width is shared out so that no name is squeezed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTableView

from insurance_desktop.gui.look import wording
from insurance_desktop.packs.wording import say

from .document_model import COLUMNS, CONVERSION_COLUMN, REVIEW_COLUMN

WORDS = {REVIEW_COLUMN: tuple(wording.REVIEW.values()), CONVERSION_COLUMN: tuple(wording.CONVERSION.values())}
PADDING = 30


class DocumentView(QTableView):
    """Enter opens, as a double click does; columns that find no room step aside (the details show them).

    No column gets narrower than it needs: rather the table scrolls sideways. What is left over goes to the names.
    """

    def __init__(self) -> None:
        super().__init__()
        self._widths = [self._needed(number) for number in range(len(COLUMNS))]
        self._fitting = False

    def _needed(self, number: int) -> int:
        """A column whose words are known is as wide as the longest of them, in whatever language."""
        words = [say(COLUMNS[number].key), *(say(each) for each in WORDS.get(number, ()))]
        longest = max(self.fontMetrics().horizontalAdvance(each) for each in words)
        return max(COLUMNS[number].width, longest + PADDING)

    def watch_header(self) -> None:
        """Once there is a model: a width that somebody has drawn is kept."""
        self.horizontalHeader().sectionResized.connect(self._keep)

    def fit_columns(self) -> None:
        self._fitting = True
        room = self.viewport().width()
        shown = [number for number, each in enumerate(COLUMNS) if room >= each.needs]
        spare = max(room - sum(self._widths[number] for number in shown), 0)
        shares = sum(COLUMNS[number].grows for number in shown)
        for number, each in enumerate(COLUMNS):
            self.setColumnHidden(number, number not in shown)
            self.setColumnWidth(number, self._widths[number] + spare * each.grows // max(shares, 1))
        self._fitting = False

    def _keep(self, column: int, _old: int, width: int) -> None:
        if not self._fitting and width:
            self._widths[column] = width

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(event)
