"""The requests as a table, the newest first, narrowed by words and by how they ended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from insurance_desktop.gui.look.tables import TO_THE_RIGHT, Index, ListModel
from insurance_desktop.gui.look.theme import Colours
from insurance_desktop.store.collecting.collection import Receipt

from . import collecting_words


@dataclass(frozen=True, slots=True)
class Column:
    """`width` 0 = the column takes what is left."""

    key: str
    width: int
    shown: Callable[[Receipt], str]


COLUMNS = (
    Column("collection.column_at", 150, lambda each: collecting_words.time_of(each.at)),
    Column("collection.column_purpose", 90, collecting_words.purpose),
    Column("collection.column_outcome", 120, collecting_words.outcome),
    Column("collection.column_status", 64, lambda each: str(each.status or "")),
    Column("collection.column_size", 90, collecting_words.size),
    Column("collection.column_url", 0, lambda each: f"{each.method} {each.url}"),
)
OUTCOME_COLUMN = 2
NUMBER_COLUMNS = (3, 4)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which requests are shown: all words must occur in the address; `only` = one outcome, `faulty` = no good one."""

    words: str = ""
    only: str | None = None
    faulty: bool = False

    def takes(self, receipt: Receipt) -> bool:
        if self.only is not None and receipt.outcome != self.only:
            return False
        if self.faulty and receipt.outcome in collecting_words.GOOD_OUTCOMES:
            return False
        text = f"{receipt.method} {receipt.url} {receipt.run_id} {receipt.sha256}".casefold()
        return all(word in text for word in self.words.casefold().split())


FILTERS: tuple[tuple[str, Narrowing], ...] = (
    ("collection.filter_all", Narrowing()),
    ("collection.filter_faulty", Narrowing(faulty=True)),
    ("collection.outcome_refused", Narrowing(only="refused")),
    ("collection.outcome_blocked", Narrowing(only="blocked")),
)


class ReceiptTable(ListModel):
    """`show` replaces the rows."""

    headings = tuple(each.key for each in COLUMNS)
    number_columns = NUMBER_COLUMNS

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Receipt, ...] = ()
        self._rows: list[Receipt] = []
        self._narrowing = Narrowing()
        self._colours = colours

    def show(self, receipts: tuple[Receipt, ...]) -> None:
        self._all = receipts
        self._arrange()

    def narrow(self, wanted: Narrowing) -> None:
        self._narrowing = wanted
        self._arrange()

    def recolour(self, colours: Colours) -> None:
        self._colours = colours

    @property
    def total(self) -> int:
        return len(self._all)

    def _arrange(self) -> None:
        self.beginResetModel()
        self._rows = [each for each in self._all if self._narrowing.takes(each)]
        self.endResetModel()

    # --- Qt's questions ---------------------------------------------------------------------------------------
    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        receipt, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[column].shown(receipt)
        if role == Qt.ItemDataRole.ToolTipRole:
            return collecting_words.why(receipt) or COLUMNS[column].shown(receipt)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBER_COLUMNS:
            return TO_THE_RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and column == OUTCOME_COLUMN:
            is_good = receipt.outcome in collecting_words.GOOD_OUTCOMES
            return QColor(self._colours.good if is_good else self._colours.danger)
        return None
