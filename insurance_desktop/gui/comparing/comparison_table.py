"""The table of a comparison: facts down, products across, each cell with its status and its place beneath it."""

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QTextLayout
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from insurance_desktop.domain.facts import FactStatus, ToldFact
from insurance_desktop.domain.product_answers import ComparedProduct, ComparedRow, ProductComparison
from insurance_desktop.gui.look.parts import copy_text
from insurance_desktop.gui.look.tables import NOWHERE, Index, ListModel, dress_table
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.fact_words import (
    cell_words,
    label_words,
    place_words,
    product_words,
    whole_words,
)

MOST_LINES = 3
NARROWEST = 4
"""Pixels of a narrow sign: what cannot fit in a cell is not laid out."""
LABEL_WIDTH, PRODUCT_WIDTH = 168, 190  # pixels
PADDING = QSize(8, 6)
SIGNS = {FactStatus.CONFIRMED: "✓", FactStatus.DERIVED: "○"}
"""The line above the table says what they mean, and each cell's whole text says it in words."""
FACT_ROLE = Qt.ItemDataRole.UserRole


class ComparisonModel(ListModel):
    """`show` replaces the answer; only rows that differ are rows while `is_narrowed`."""

    headings = ()
    number_columns = ()

    def __init__(self, theme: ThemeSwitch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._products: tuple[ComparedProduct, ...] = ()
        self._rows: list[ComparedRow] = []

    def show(self, answer: ProductComparison | None, *, is_narrowed: bool) -> None:
        self.beginResetModel()
        self._products = answer.products if answer else ()
        self._rows = [row for row in answer.rows if row.differs or not is_narrowed] if answer else []
        self.endResetModel()

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._products)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if orientation is Qt.Orientation.Horizontal:
            product = self._products[section]
            return product.product_name if role == Qt.ItemDataRole.DisplayRole else product_words(product)
        row = self._rows[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return label_words(row)
        return f"{row.label} · {say('products.differs')}" if row.differs else row.label

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        fact = row.values[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_words(fact)
        if role == FACT_ROLE:
            return fact
        if role == Qt.ItemDataRole.ToolTipRole:
            return whole_words(fact)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            product = self._products[index.column()].product_name
            return say("compare_page.cell", fact=row.label, product=product, said=whole_words(fact))
        if role == Qt.ItemDataRole.ForegroundRole and (fact is None or fact.value is None):
            return QColor(self._theme.colours.warning if fact is None else self._theme.colours.muted)
        return None


class CellDelegate(QStyledItemDelegate):
    """Draws at most `MOST_LINES` of what a cell says, and beneath it, muted, how far it is checked and where it is."""

    def __init__(self, theme: ThemeSwitch, table: "ComparisonTable") -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._table.columnWidth(index.column())
        lines = shown_lines(index.data(), self._table.font(), width - 2 * PADDING.width())
        count = len(lines) + len(self._foot(index, width - 2 * PADDING.width()))
        return QSize(width, count * self._table.fontMetrics().lineSpacing() + 2 * PADDING.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        self._table.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._table)
        room = option.rect.adjusted(PADDING.width(), PADDING.height(), -PADDING.width(), -PADDING.height())
        metrics = self._table.fontMetrics()
        painter.save()
        painter.setPen(index.data(Qt.ItemDataRole.ForegroundRole) or QColor(self._theme.colours.text))
        line = QRect(room.topLeft(), QSize(room.width(), metrics.lineSpacing()))
        for text in shown_lines(index.data(), self._table.font(), room.width()):
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
            line.translate(QPoint(0, metrics.lineSpacing()))
        painter.setPen(QColor(self._theme.colours.muted))
        for text in self._foot(index, room.width()):
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
            line.translate(QPoint(0, metrics.lineSpacing()))
        painter.restore()

    def _foot(self, index: Index, width: int) -> list[str]:
        """In as many lines as it takes: the page is what a reader looks it up by."""
        words = beneath(index.data(FACT_ROLE))
        return shown_lines(words, self._table.font(), width) if words else []


def beneath(fact: ToldFact | None) -> str:
    """How far a value is checked, by its sign, and where it is printed."""
    sign = SIGNS[fact.status] if fact is not None and fact.status is not None else ""
    return f"{sign} {place_words(fact)}".strip()


def shown_lines(text: str, font: QFont, width: int) -> list[str]:
    """A text in lines of so many pixels; what does not fit in the last one ends in …."""
    flat = " ".join(text[: MOST_LINES * width // NARROWEST].split())
    if QFontMetrics(font).horizontalAdvance(flat) <= width:
        return [flat]
    layout = QTextLayout(flat, font)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= MOST_LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    lines = [flat[start:end] for start, end in zip(starts, [*starts[1:], len(flat)], strict=True)]
    if len(lines) <= MOST_LINES:
        return lines
    rest = flat[starts[MOST_LINES - 1] :]
    return [*lines[: MOST_LINES - 1], QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)]


class ComparisonTable(QTableView):
    """A click or Enter on a cell wants its source, Ctrl+C copies what it says and where.

    `looked_at` where the cursor moves.
    """

    source_wanted = Signal(object)  # ToldFact
    looked_at = Signal(str, bool)  # all that a cell says, and whether it has a source

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.facts = ComparisonModel(theme, self)
        self.setModel(self.facts)
        dress_table(self, say("gui.page_compare"))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectItems)
        self.setShowGrid(True)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(CellDelegate(theme, self))
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.resizeRowsToContents)
        self._dress_heads()
        self.clicked.connect(self._want)
        self.selectionModel().currentChanged.connect(self._look)
        theme.changed.connect(self.viewport().update)

    def _dress_heads(self) -> None:
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setMinimumSectionSize(PRODUCT_WIDTH)
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        down.setFixedWidth(LABEL_WIDTH)
        down.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        down.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        across.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        down.setHighlightSections(False)
        down.show()
        self.setCornerButtonEnabled(False)
        across.sectionResized.connect(lambda *_: self._fitting.start())

    def show_answer(self, answer: ProductComparison | None, *, is_narrowed: bool) -> None:
        self.facts.show(answer, is_narrowed=is_narrowed)
        self.resizeRowsToContents()
        if self.facts.rowCount():
            self.setCurrentIndex(self.facts.index(0, 0))
        else:
            self.looked_at.emit("", False)

    def want_source(self) -> None:
        """Of the cell that has the cursor."""
        self._want(self.currentIndex())

    def copy_cell(self) -> None:
        """What the cell says that has the cursor, and where."""
        if self.currentIndex().isValid():
            copy_text(whole_words(self.currentIndex().data(FACT_ROLE)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.want_source()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_cell()
        else:
            super().keyPressEvent(event)

    def _want(self, index: QModelIndex) -> None:
        fact = index.data(FACT_ROLE)
        if fact is not None and fact.source is not None:
            self.source_wanted.emit(fact)

    def _look(self, index: QModelIndex) -> None:
        if index.isValid():
            fact = index.data(FACT_ROLE)
            has_source = fact is not None and fact.source is not None
            self.looked_at.emit(index.data(Qt.ItemDataRole.AccessibleTextRole), has_source)
