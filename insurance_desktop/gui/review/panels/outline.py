"""The clauses as the converter numbered them, and how far the reviewer is with them."""

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import button, column, flat_button, label
from insurance_desktop.packs.wording import say

ID_ROLE = Qt.ItemDataRole.UserRole


class OutlinePanel(QWidget):
    """`picked` brings the clause's place in the document, `inherit_wanted` takes what is offered, `relate_wanted` asks
    for the pointers around the chosen one."""

    picked = Signal(int)
    relate_wanted = Signal()
    inherit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows = QTreeWidget()
        self.rows.setHeaderHidden(True)
        self.rows.setAccessibleName(say("gui.outline"))
        self.rows.setIndentation(14)
        self.rows.itemClicked.connect(lambda item, _column: self._pick(item))
        self.rows.itemActivated.connect(lambda item, _column: self._pick(item))
        self.progress = label("", "muted", wrap=True)
        self._items: list[QTreeWidgetItem] = []
        self._titles: list[str] = []
        inner = column(gap=8)
        self.offered = label("", wrap=True)
        self.inherit = button(say("review_page.inherit_take"), self.inherit_wanted.emit)
        inner.addWidget(self.progress)
        inner.addWidget(self.offered)
        inner.addWidget(self.inherit, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self.rows, 1)
        self.relate = flat_button(
            say("regulation_window.show"), self.relate_wanted.emit, tip=say("regulation_window.show_tip")
        )
        self.relate.hide()
        inner.addWidget(self.relate, 0, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(inner)
        self.setFocusProxy(self.rows)
        self.progress.hide()
        self.offer("")

    def show_clauses(self, clauses: tuple[Clause, ...]) -> None:
        """Nested by level; a clause whose parent is not there stands at the top."""
        self.rows.clear()
        self._items = []
        self._titles = []
        open_items: list[tuple[Clause, QTreeWidgetItem]] = []
        for number, clause in enumerate(clauses):
            while open_items and open_items[-1][0].level >= clause.level:
                open_items.pop()
            above = f"{open_items[-1][0].section_id}/" if open_items else ""
            self._titles.append(wording.heading_of(clause.section_id.removeprefix(above), clause.section_title))
            item = QTreeWidgetItem([self._titles[number]])
            item.setData(0, ID_ROLE, number)
            item.setToolTip(0, item.text(0))
            if open_items:
                open_items[-1][1].addChild(item)
            else:
                self.rows.addTopLevelItem(item)
            open_items.append((clause, item))
            self._items.append(item)
        self.rows.expandAll()
        self.rows.scrollToTop()

    def show_signs(self, signs: Mapping[int, str], progress: str) -> None:
        """What stands before a clause's title, by its place in the document, and the sentence above the list."""
        for number, item in enumerate(self._items):
            text = f"{signs.get(number, '')}{self._titles[number]}"
            if item.text(0) != text:
                item.setText(0, text)
                item.setToolTip(0, text)
        self.progress.setText(progress)
        self.progress.setVisible(bool(progress))

    def offer(self, words: str) -> None:
        """Clauses that were verified before, in a sentence; "" for none."""
        self.offered.setText(words)
        self.offered.setVisible(bool(words))
        self.inherit.setVisible(bool(words))

    @property
    def current(self) -> int | None:
        """The place of the clause that is chosen, in the document."""
        item = self.rows.currentItem()
        return None if item is None else int(item.data(0, ID_ROLE))

    def follow(self, number: int | None) -> None:
        """Show where the reader is, without leading anywhere; None where no clause holds the place."""
        if number is None:
            self.rows.setCurrentIndex(QModelIndex())
        elif number < len(self._items):
            self.rows.setCurrentItem(self._items[number])

    def _pick(self, item: QTreeWidgetItem) -> None:
        self.picked.emit(int(item.data(0, ID_ROLE)))
