"""The documents as a table: filtered and sorted in plain Python, then shown in one reset."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.gui.document_list import found_by
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.tables import TO_THE_RIGHT, Index, ListModel
from insurance_desktop.gui.look.theme import Colours
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.name_matching import sort_key

DOCUMENT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
REVIEWS, CONVERSIONS = list(ReviewStatus), list(ConversionStatus)


@dataclass(frozen=True, slots=True)
class Column:
    """`shown` stands in the cell, `order` is what it is sorted by; below `needs` pixels of table it steps aside.

    `width` is the least it gets; what the table has left over is shared out by `grows`.
    """

    key: str
    width: int
    shown: Callable[[Document], str]
    order: Callable[[Document], Any]
    needs: int = 0
    grows: int = 0


COLUMNS = (
    Column("gui.column_title", 240, wording.title_of, lambda d: sort_key(wording.title_of(d)), grows=3),
    Column(
        "gui.column_review",
        96,
        lambda d: wording.review_word(d.review_status),
        lambda d: REVIEWS.index(d.review_status),
    ),
    Column(
        "gui.column_conversion",
        104,
        lambda d: wording.conversion_word(d.conversion_status),
        lambda d: CONVERSIONS.index(d.conversion_status),
    ),
    Column(
        "gui.column_findings",
        176,
        lambda d: wording.findings_words(d.findings),
        lambda d: (d.findings.blocking, d.findings.warning, d.findings.note),
    ),
    Column("gui.column_type", 104, lambda d: d.document_type or "", lambda d: sort_key(d.document_type or ""), grows=1),
    Column("gui.column_pages", 56, lambda d: str(d.pages or ""), lambda d: d.pages),
    Column(
        "gui.column_company",
        120,
        lambda d: d.company or "",
        lambda d: sort_key(d.company or ""),
        needs=900,
        grows=2,
    ),
    Column(
        "gui.column_clauses",
        90,
        lambda d: str(d.indexed_clauses or ""),
        lambda d: d.indexed_clauses,
        needs=1000,
    ),
    Column(
        "gui.column_imported",
        140,
        lambda d: wording.moment(d.imported_at),
        lambda d: d.imported_at.timestamp() if d.imported_at else 0.0,
        needs=1140,
    ),
)
TITLE_COLUMN = 0
REVIEW_COLUMN = 1
CONVERSION_COLUMN = 2
FINDINGS_COLUMN = 3
NUMBER_COLUMNS = (5, 7)


@dataclass
class Row:
    """A document with everything that it can be found by, which is put together when somebody seeks."""

    document: Document

    @cached_property
    def words(self) -> str:
        return found_by(self.document)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which documents are shown: all words must occur somewhere in the row, as characters, pinyin or initials.

    None = any. `findings` is `blocking`, `warning` (blocking or warning), `open` or `none`.
    """

    words: str = ""
    status: ReviewStatus | None = None
    conversion: ConversionStatus | None = None
    findings: str | None = None
    company: str | None = None
    kind: str | None = None

    def takes(self, row: Row, words: Iterable[str]) -> bool:
        """`words` is the filter's own text, split and casefolded once for all rows."""
        document = row.document
        return (
            self.status in (None, document.review_status)
            and self.conversion in (None, document.conversion_status)
            and self.company in (None, document.company)
            and self.kind in (None, document.document_type)
            and (self.findings is None or self._found(document))
            and all(word in row.words for word in words)
        )

    def _found(self, document: Document) -> bool:
        counts = document.findings
        grave = counts.blocking + counts.warning
        has = {"blocking": counts.blocking > 0, "warning": grave > 0, "open": counts.open > 0, "none": not counts.open}
        return has[self.findings or "open"]


class DocumentTable(ListModel):
    """`show` replaces the rows; the view restores its selection by document id."""

    headings = tuple(each.key for each in COLUMNS)
    number_columns = NUMBER_COLUMNS

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: dict[int, Row] = {}
        self._rows: list[Document] = []
        self._apart: dict[int, str] = {}
        self._filter = Filter()
        self._sort: tuple[int, bool] = (8, True)
        self._colours = colours

    def show(self, documents: tuple[Document, ...]) -> None:
        """Nothing is rearranged where nothing has changed."""
        known = self._all
        fresh = {}
        for each in documents:
            row = known.get(each.document_id)
            fresh[each.document_id] = row if row is not None and row.document == each else Row(each)
        if list(fresh.values()) != list(known.values()) or not known:
            self._all = fresh
            self._apart = wording.told_apart(documents)
            self._arrange()

    def narrow(self, wanted: Filter) -> None:
        self._filter = wanted
        self._arrange()

    def recolour(self, colours: Colours) -> None:
        self._colours = colours

    @property
    def total(self) -> int:
        return len(self._all)

    def at(self, row: int) -> Document:
        return self._rows[row]

    @property
    def places(self) -> dict[int, int]:
        """The row of every document that is shown, by its id."""
        return {each.document_id: row for row, each in enumerate(self._rows)}

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort = (column, order == Qt.SortOrder.DescendingOrder)
        self._arrange()

    def _arrange(self) -> None:
        column, backwards = self._sort
        words = self._filter.words.casefold().split()
        self.beginResetModel()
        rows = [row.document for row in self._all.values() if self._filter.takes(row, words)]
        rows.sort(key=lambda document: document.document_id, reverse=backwards)
        rows.sort(key=COLUMNS[column].order, reverse=backwards)
        self._rows = rows
        self.endResetModel()

    def words_at(self, row: int, column: int) -> str:
        return self._words(self._rows[row], column)

    # --- Qt's questions ---------------------------------------------------------------------------------------
    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        document, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(document, column)
        if role == DOCUMENT_ROLE:
            return document
        if role == Qt.ItemDataRole.ToolTipRole:
            reason = wording.failure_words(document) if column == CONVERSION_COLUMN else ""
            return reason or self._words(document, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{say(COLUMNS[column].key)}: {self._words(document, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBER_COLUMNS:
            return TO_THE_RIGHT
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink(document, column)
        return None

    def _words(self, document: Document, column: int) -> str:
        """A name that several have is followed by what tells this one apart."""
        apart = self._apart.get(document.document_id, "") if column == TITLE_COLUMN else ""
        return "　".join(part for part in (COLUMNS[column].shown(document), apart) if part)

    def _ink(self, document: Document, column: int) -> QColor | None:
        """Colour supports the word that stands there, it never replaces it."""
        colours = self._colours
        if column == REVIEW_COLUMN:
            return QColor(
                {ReviewStatus.VERIFIED: colours.good, ReviewStatus.REJECTED: colours.danger}.get(
                    document.review_status, colours.text
                )
            )
        if column == CONVERSION_COLUMN and document.conversion_status is ConversionStatus.FAILED:
            return QColor(colours.danger)
        if column == CONVERSION_COLUMN and document.conversion_status is ConversionStatus.NEEDS_ATTENTION:
            return QColor(colours.warning)
        if column == FINDINGS_COLUMN:
            found = document.findings
            return QColor(colours.danger if found.blocking else colours.warning if found.warning else colours.text)
        return None
