"""The text with its tool line: read it, edit its source or the cells of its tables, save it as a new version."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QButtonGroup, QPushButton, QStackedLayout, QToolButton, QWidget

from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.editions import ComparisonAnswer
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import button, column, flat_button, label
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Question
from insurance_desktop.gui.review import keys
from insurance_desktop.packs.wording import say

from .difference_view import DifferenceView, TextDifference
from .draft_keeper import DraftBar
from .edition_view import EditionView
from .find_bar import FindBar
from .markdown_tables import Splice, TableText, tables_of
from .table_pane import TablePane
from .text_view import TextView


class TextPane(QWidget):
    save_wanted = Signal()
    difference_wanted = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._twins: Sequence[Table] = ()
        self.view = TextView(context.theme)
        self.table = TablePane(context.theme)
        self.find_bar = FindBar(context.theme)
        self.draft_bar = DraftBar()
        ways = QWidget()  # a stack without a widget would show its first page as a window of its own
        self._stack = QStackedLayout(ways)
        self.difference = DifferenceView(context.theme)
        self.editions = EditionView(context.theme)
        self.reading = flat_button(say("gui.text_rendered"), lambda: self._choose(source=False))
        self.source = flat_button(
            say("gui.text_source"), lambda: self._choose(source=True), tip=say("gui.text_source_tip")
        )
        self.cells = flat_button(say("review_page.tables"), self._want_tables, tip=say("review_page.tables_tip"))
        self.changes = flat_button(
            say("review_page.difference"), self.difference_wanted.emit, tip=say("review_page.difference_tip")
        )
        self._choice = QButtonGroup(self)
        for choice in (self.reading, self.source, self.cells, self.changes):
            choice.setCheckable(True)
            self._choice.addButton(choice)
        self.reading.setChecked(True)
        self.unsaved = label(say("gui.unsaved_sign"), "warning")
        self.discard = button(say("gui.discard"), self._ask_to_discard)
        self.question: Question | None = None
        self.save = button(say("gui.save_version"), self.save_wanted.emit, primary=True)
        self.coverage = label("", "muted", wrap=True)
        self.tools = Flow(self.reading, self.source, self.cells, self.changes)
        unsaved = Flow(self.unsaved, self.discard, self.save, gap=6)  # of its own: it comes and pushes nothing aside
        whole = column(self.tools, unsaved, self.draft_bar, self.find_bar, (ways, 1), gap=6)
        self._below = column()
        whole.addLayout(self._below)
        whole.addWidget(self.coverage)
        self.setLayout(whole)
        for way in (self.view, self.table, self.difference, self.editions):
            self._stack.addWidget(way)
        self._connect()
        self._show_edited(False)
        if context.read_only.is_on:
            self.view.source.setReadOnly(True)
            self.table.cells.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        context.read_only.changing(*self.draft_bar.findChildren(QPushButton))

    def _connect(self) -> None:
        self.find_bar.sought.connect(lambda words: self.find_bar.show_found(self.view.seek_words(words)))
        self.find_bar.wanted.connect(lambda words, on: self.find_bar.show_found(self.view.find_words(words, on)))
        self.find_bar.closed.connect(self.view.setFocus)
        self.view.edited.connect(self._show_edited)
        self.view.opened.connect(self._open_cell)
        self.difference.picked.connect(self._lead_to_change)
        self.table.edited.connect(self._take_cell)
        self.table.pointed.connect(self._point_at_cell)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self.table, self._undo_cell)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def by_key(self) -> dict[str, Callable[[], object]]:
        """What each key of the text does, by the key as it ships."""
        return {
            keys.FIND: self.find_bar.open_bar,
            keys.FIND_NEXT: lambda: self.find_bar.step(True),
            keys.FIND_PREVIOUS: lambda: self.find_bar.step(False),
            keys.SOURCE: self.toggle_source,
            keys.TABLES: self.toggle_tables,
            keys.DIFFERENCE: self.toggle_difference,
            keys.EDIT_HERE: self.edit_here,
            keys.SAVE: self.save.click,
        }

    def add_panel(self, panel: QWidget) -> None:
        """Something that stands beside the text for a while, under it."""
        self._below.addWidget(panel)

    def add_switch(self, switch: QToolButton) -> None:
        """Something to show or to hide in the text, beside the ways to see it."""
        self.tools.addWidget(switch)

    def show_twins(self, tables: Sequence[Table]) -> None:
        """The tables of the document that is shown now: what is merged in them."""
        self._twins = tables
        self.cells.setEnabled(bool(tables))
        if self.is_table and not self.view.is_edited:
            self._read_tables()

    @property
    def is_table(self) -> bool:
        return self._stack.currentWidget() is self.table

    def toggle_source(self) -> None:
        (self.reading if self.view.is_source and not self.is_table else self.source).click()

    def toggle_tables(self) -> None:
        (self.reading if self.is_table else self.cells).click()

    def toggle_difference(self) -> None:
        (self.reading if self._stack.currentWidget() in (self.difference, self.editions) else self.changes).click()

    def show_waiting_difference(self) -> None:
        self.difference.say_waiting()
        self.changes.setChecked(True)
        self._stack.setCurrentWidget(self.difference)

    def show_difference(self, shown: TextDifference) -> None:
        """What differs between two texts; Enter or a click on a change leads to its place."""
        self.difference.show_difference(shown)
        if self._stack.currentWidget() is self.difference:
            self.difference.setFocus()

    def show_waiting_editions(self) -> None:
        self.editions.say_waiting()
        self.changes.setChecked(True)
        self._stack.setCurrentWidget(self.editions)

    def show_editions(self, answer: ComparisonAnswer) -> None:
        """Two editions clause by clause."""
        self.editions.show_answer(answer)
        if self._stack.currentWidget() is self.editions:
            self.editions.setFocus()

    def _lead_to_change(self, offset: int) -> None:
        self.view.point_at(min(offset, len(self.view.text)))
        self.reading.click()

    def edit_here(self) -> None:
        """The place of the cursor, where it can be edited: the cell of a table, or the source."""
        if self.is_table:
            self.table.cells.edit(self.table.cells.currentIndex())
        elif not self._open_cell_at(self.view.here):
            self.source.click()

    def show_coverage(self, words: str) -> None:
        self.coverage.setText(words)

    def _choose(self, *, source: bool) -> None:
        was_table = self.is_table
        if was_table and self.table.current is not None:
            self.view.bring(self._here_in_table())
        self._stack.setCurrentWidget(self.view)
        self.view.show_source(source)

    def _ask_to_discard(self) -> None:
        self.question = Question(self.window(), say("review_page.discard_title"), say("review_page.discard_text"))
        self.question.confirm.setText(say("gui.discard"))
        self.question.accepted.connect(self._discard)
        self.question.open()

    def _discard(self) -> None:
        self.view.discard()
        if self.is_table:
            self._read_tables()

    # --- tables -----------------------------------------------------------------------------------------------
    def _want_tables(self) -> None:
        if not self._twins and "|" not in self.view.text:
            self.reading.click()
            self._context.noticed.emit(Notice("information", say("review_page.no_tables")))
            return
        self._read_tables(self.view.here)

    def _read_tables(self, offset: int | None = None) -> None:
        text, twins = self.view.text, tuple(self._twins)
        where = self._here_in_table() if offset is None else offset
        self._context.jobs.read(lambda: tables_of(text, twins), lambda tables: self._show_tables(tables, where))

    def _show_tables(self, tables: tuple[TableText, ...], offset: int) -> None:
        if not tables:
            self.reading.click()
            self._context.noticed.emit(Notice("information", say("review_page.no_tables")))
            return
        self.cells.setChecked(True)
        self._stack.setCurrentWidget(self.table)
        self.table.show_tables(tables, offset)
        self.table.setFocus()

    def _here_in_table(self) -> int:
        table, index = self.table.current, self.table.cells.currentIndex()
        return table.offset(index.row(), index.column()) if table is not None and index.isValid() else 0

    def _open_cell(self, stored: int) -> None:
        """A double click in the text: a cell opens as a cell."""
        self._open_cell_at(self.view.moved(stored))

    def _open_cell_at(self, offset: int) -> bool:
        line_start = self.view.text.rfind("\n", 0, offset) + 1
        if not self.view.text.startswith("|", line_start):
            return False
        self._read_tables(offset)
        return True

    def _take_cell(self, splice: Splice) -> None:
        self.view.splice(*splice)

    def _point_at_cell(self, offset: int) -> None:
        if self.is_table:
            self.view.point_at(offset)

    def _undo_cell(self) -> None:
        self.view.source.undo()
        self._read_tables()

    def _show_edited(self, edited: bool) -> None:
        for each in (self.unsaved, self.discard, self.save):
            each.setVisible(edited)
