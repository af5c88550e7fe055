"""The table of documents: Enter opens, and the width is shared out so that no name is squeezed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTableView

from insurance_desktop.domain.documents import FindingCounts
from insurance_desktop.gui.look import wording
from insurance_desktop.packs.wording import say

from .document_model import COLUMNS, CONVERSION_COLUMN, FINDINGS_COLUMN, REVIEW_COLUMN, DocumentTable

WORDS = {REVIEW_COLUMN: tuple(wording.REVIEW.values()), CONVERSION_COLUMN: tuple(wording.CONVERSION.values())}
FEW = FindingCounts(9, 9)
"""What the column of findings has room for, in whatever language."""
PADDING = 30
MEASURED_ROWS = 200


class DocumentView(QTableView):
    """Enter opens, as a double click does; columns that find no room step aside (the details show them).

    No column gets narrower than it needs: rather the table scrolls sideways. What is left over goes where it is needed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._widths = [self._needed(number) for number in range(len(COLUMNS))]
        self._fitting = False
        self._longest: dict[int, int] = {}
        self._advances: dict[str, int] = {}  # of words that were measured before: most stay from list to list

    def _needed(self, number: int) -> int:
        """A column whose words are known is as wide as the longest of them, in whatever language."""
        words = [say(COLUMNS[number].key), *(say(each) for each in WORDS.get(number, ()))]
        if number == FINDINGS_COLUMN:
            words.append(wording.findings_words(FEW))
        longest = max(self.fontMetrics().horizontalAdvance(each) for each in words)
        return max(COLUMNS[number].width, longest + PADDING)

    def watch_header(self) -> None:
        """Once there is a model: a width that somebody has drawn is kept."""
        self.horizontalHeader().sectionResized.connect(self._keep)
        self.model().modelReset.connect(self._measure_anew)

    def fit_columns(self) -> None:
        self._fitting = True
        room = self.viewport().width()
        shown = [number for number, each in enumerate(COLUMNS) if room >= each.needs]
        widths = self._shared(room, shown)
        for number in range(len(COLUMNS)):
            self.setColumnHidden(number, number not in shown)
            self.setColumnWidth(number, widths.get(number, self._widths[number]))
        self._fitting = False

    def _shared(self, room: int, shown: list[int]) -> dict[int, int]:
        """What is left over goes to the columns whose words need it, in proportion; the rest of it by `grows`."""
        widths = {number: self._widths[number] for number in shown}
        spare = max(room - sum(widths.values()), 0)
        lacks = {number: max(self._wanted(number) - widths[number], 0) for number in shown if COLUMNS[number].grows}
        given = min(spare, sum(lacks.values()))
        for number, lack in lacks.items():
            widths[number] += given * lack // max(sum(lacks.values()), 1)
        shares = sum(COLUMNS[number].grows for number in shown)
        for number in shown:
            widths[number] += (spare - given) * COLUMNS[number].grows // max(shares, 1)
        return widths

    def _wanted(self, number: int) -> int:
        """The width at which the longest words of the first rows are whole; measured once for a list."""
        model = self.model()
        if number not in self._longest and isinstance(model, DocumentTable):
            rows = range(min(model.rowCount(), MEASURED_ROWS))
            words = (model.words_at(row, number) for row in rows)
            self._longest[number] = max(map(self._advance, words), default=0) + PADDING
        return self._longest.get(number, 0)

    def _advance(self, words: str) -> int:
        if words not in self._advances:
            self._advances[words] = self.fontMetrics().horizontalAdvance(words)
        return self._advances[words]

    def _measure_anew(self) -> None:
        self._longest.clear()
        self.fit_columns()

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
