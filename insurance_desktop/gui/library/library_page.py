"""The library page: the table, its filters, import, and the details of the chosen document."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from insurance_desktop.domain.documents import Document
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.document_actions import DocumentActions
from insurance_desktop.gui.importing import sample_files
from insurance_desktop.gui.look import icons
from insurance_desktop.gui.look.menus import offer_menu
from insurance_desktop.gui.look.parts import (
    MARGIN,
    STRETCH,
    EmptyState,
    ToolButton,
    button,
    column,
    flat_button,
    label,
    row,
    show_icon,
)
from insurance_desktop.gui.pack_chooser import PackChooser
from insurance_desktop.gui.pages import Place
from insurance_desktop.packs.wording import say

from ..look.tables import dress_table
from ..page import Page
from .details import DocumentDetails
from .document_model import COLUMNS, DocumentTable
from .document_table import DocumentView
from .filter_bar import FilterBar
from .keys import PROGRESS
from .progress_pane import ProgressPane
from .several import SeveralDocuments


class LibraryPage(Page):
    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._chosen: tuple[int, ...] = ()
        self.model = DocumentTable(context.theme.colours, self)
        self.table = self._make_table()
        self.details = DocumentDetails(context)
        self.several = SeveralDocuments(context)
        self.actions_of_documents = DocumentActions(context, self)
        self.more = flat_button(say("gui.more_actions"), tip=say("gui.more_actions_tip"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.side = QStackedWidget()
        self.filters = FilterBar(context.theme, context.settings)
        self.search = self.filters.words
        self.status = self.filters.status
        self.count = label("", "muted")
        self.pack = PackChooser(context, self)
        self.progress_button = flat_button(say("gui.progress"), tip=say("gui.progress_tip"))
        self.progress_button.setCheckable(True)
        self.import_button = self._make_import_button()
        self.empty = self._make_empty_state()
        self.nothing_found = self._make_nothing_found()
        self._stack = QStackedWidget()  # no bare layout: it would show its first widget as a window of its own
        self._lay_out()
        self._connect()
        context.read_only.changing(self.import_button, *self.empty.findChildren(QPushButton))

    # --- building ---------------------------------------------------------------------------------------------
    def _make_table(self) -> DocumentView:
        table = DocumentView()
        table.setModel(self.model)
        dress_table(table, say("gui.page_library"), row_height=34)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(52)
        table.watch_header()
        table.fit_columns()
        table.setSortingEnabled(True)
        header.setSortIndicator(len(COLUMNS) - 1, Qt.SortOrder.DescendingOrder)
        return table

    def _make_import_button(self) -> QToolButton:
        made = ToolButton()
        made.setProperty("role", "button")
        made.setProperty("primary", True)
        made.setText(say("gui.import"))
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        show_icon(made, "import", self.context.theme)
        menu = QMenu(made)
        colour = self.context.theme.colours.muted
        files = menu.addAction(icons.icon("files", colour), say("gui.import_files"), self.choose_files)
        menu.addAction(icons.icon("folder", colour), say("gui.import_folder"), self.choose_folder)
        menu.addAction(icons.icon("archive", colour), say("gui.import_archive"), self.choose_archive)
        words, keys = say("gui.import_files"), self.context.shortcuts
        menu.aboutToShow.connect(lambda: files.setText(f"{words}\t{keys.shown(shortcuts.IMPORT)}"))
        made.setMenu(menu)
        return made

    def _make_empty_state(self) -> EmptyState:
        made = EmptyState(self.context.theme, "library", say("gui.library_empty"), say("gui.library_empty_text"))
        self.first_files = button(say("gui.import_files"), self.choose_files, primary=True)
        made.add(self.first_files)
        made.add(button(say("gui.import_folder"), self.choose_folder))
        if sample_files():
            made.add(button(say("gui.import_samples"), self.import_samples))
        return made

    def _make_nothing_found(self) -> EmptyState:
        made = EmptyState(self.context.theme, "search", say("gui.filter_nothing"), say("gui.filter_nothing_text"))
        made.add(button(say("gui.filter_clear"), self._clear_filter))
        return made

    def _lay_out(self) -> None:
        words = (label(say("gui.page_library"), "title"), self.count)
        head = row(*words, STRETCH, self.more, self.progress_button, self.pack, self.import_button)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.table)
        self.side.addWidget(self.details)
        self.side.addWidget(self.several)
        self.side.setMinimumWidth(250)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([900, 280])
        self.splitter.setHandleWidth(MARGIN)
        self.splitter.setChildrenCollapsible(False)
        for each in (self.empty, self.nothing_found, self.splitter):
            self._stack.addWidget(each)
        self.setLayout(column(head, self.filters, (self._stack, 1), margin=MARGIN, gap=12))

    def _connect(self) -> None:
        self.context.listed.connect(self.show_documents)
        self.context.theme.changed.connect(self.model.recolour)
        self.model.modelReset.connect(self._restore)
        self.filters.changed.connect(self._narrow)
        self.table.activated.connect(self._open_current)
        self.table.doubleClicked.connect(self._open_current)
        self.table.selectionModel().selectionChanged.connect(self._show_current)
        self.table.selectionModel().currentRowChanged.connect(self._show_current)
        for side in (self.details, self.several):
            side.review_wanted.connect(self.open_in_review)
        self.progress_button.toggled.connect(self._show_progress)
        offer_menu(self.table, self.fill_chosen)
        self.more.menu().aboutToShow.connect(lambda: self.fill_chosen(self.more.menu()))
        self.context.shortcuts.bind(shortcuts.FIND, self, self.search.setFocus)
        self.context.shortcuts.bind(PROGRESS, self, self.progress_button.toggle)

    def arrive(self) -> None:
        (self.first_files if self._stack.currentWidget() is self.empty else self.table).setFocus()

    def catch_up(self) -> None:
        self.show_documents()

    def panes(self) -> tuple[QWidget, ...]:
        side = self.several.review if self.side.currentWidget() is self.several else self.details.open_button
        return (self.search, self.table, side)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("library", self.splitter),)

    def reset_layout(self) -> None:
        self.splitter.setSizes([900, 280])

    def _show_progress(self, wanted: bool) -> None:
        self.more.setHidden(wanted)  # nobody rejects what he does not see
        if wanted:
            self.progress.look()
            self._stack.setCurrentWidget(self.progress)
            self.filters.hide()
            self.progress.setFocus()
        else:
            self._restore()
            self.arrive()

    @cached_property
    def progress(self) -> ProgressPane:
        """Made when it is first wanted: few look at it each day."""
        made = ProgressPane(self.context)
        self._stack.addWidget(made)
        return made

    # --- what is shown ----------------------------------------------------------------------------------------
    def show_documents(self) -> None:
        if self.progress_button.isChecked():
            self.progress.look()
        self.filters.offer(self.context.documents)
        self.model.show(self.context.documents)

    def current(self) -> Document | None:
        index = self.table.currentIndex()
        return self.model.at(index.row()) if index.isValid() else None

    def selected(self) -> tuple[Document, ...]:
        """The chosen documents in the order of the table."""
        chosen = self.table.selectionModel().selection()  # Qt asks the model about every cell of `selectedRows`
        ranges = (chosen.at(number) for number in range(chosen.count()))
        rows = {row for each in ranges for row in range(each.top(), each.bottom() + 1)}
        return tuple(self.model.at(each) for each in sorted(rows))

    def _narrow(self) -> None:
        self.model.narrow(self.filters.filter)

    def _restore(self) -> None:
        """After every new order: the same documents are chosen, also over a time when they were filtered away."""
        chosen = self._chosen
        shown, total = self.model.rowCount(), self.model.total
        if not self.progress_button.isChecked():
            self._show_side(self.splitter if shown else self.nothing_found if total else self.empty)
            self.filters.setVisible(bool(total))
        self.count.setText(say("gui.document_count", shown=shown, total=total) if total else "")
        places = self.model.places
        lines = [places[each] for each in chosen if each in places]
        if shown:
            self._choose(lines or [0])
        self._show_current()
        self._chosen = chosen or self._chosen  # what was filtered away comes back; what stood there by itself stays

    def _choose(self, lines: list[int]) -> None:
        """These rows; the first is the current one."""
        flags = QItemSelectionModel.SelectionFlag
        model, last = self.table.selectionModel(), self.model.columnCount() - 1
        wanted = QItemSelection()
        for first, end in _runs(lines):
            wanted.append(QItemSelectionRange(self.model.index(first, 0), self.model.index(end, last)))
        model.setCurrentIndex(self.model.index(lines[0], 0), flags.NoUpdate)
        model.select(wanted, flags.ClearAndSelect)  # at once: what follows the selection does so for each change of it

    def _show_current(self) -> None:
        chosen = self.selected()
        if len(chosen) > 1:
            self.several.show_documents(chosen)
            self.side.setCurrentWidget(self.several)
        else:
            self.details.show_document(self.current())
            self.side.setCurrentWidget(self.details)
        current = self.current()
        first = [current.document_id] if current is not None else []
        self._chosen = tuple(dict.fromkeys([*first, *(each.document_id for each in chosen)]))

    def _clear_filter(self) -> None:
        self.filters.reset()
        self.table.setFocus()

    def fill_menu(self, menu: QMenu) -> None:
        self.fill_chosen(menu)
        if self.import_button.isEnabled():
            menu.addActions(self.import_button.menu().actions())

    def fill_chosen(self, menu: QMenu) -> None:
        """All that can be done with the chosen documents, from the table or from the button."""
        menu.clear()
        chosen = self.selected()
        if not chosen:
            menu.addAction(say("gui.nothing_chosen")).setEnabled(False)
            return
        several, exporting = self.several, self.actions_of_documents.exporting
        several.show_documents(chosen)
        self.actions_of_documents.fill(menu, chosen)
        menu.addAction(say("gui.export_list"), lambda: exporting.choose(say("gui.told_list"), several.list_table))
        menu.addAction(say("gui.print_list"), lambda: exporting.print_out(several.list_table))
        menu.addAction(say("gui.copy_list_menu"), several.copy_list)
        menu.addSeparator()
        for words, act in (
            ("gui.several_correct", several.ask_correction),
            ("gui.convert_again", several.taking_back.convert_again),
            ("gui.withdraw_import", several.taking_back.ask_to_withdraw),
            ("gui.several_reject", several.ask_reason),
        ):
            menu.addAction(say(words), act).setEnabled(not self.context.read_only.is_on)

    # --- actions ----------------------------------------------------------------------------------------------
    def open_in_review(self, document_id: int) -> None:
        self.context.place_wanted.emit(Place(document_id))

    def _open_current(self) -> None:
        document = self.current()
        if document is not None:
            self.open_in_review(document.document_id)

    def show_import_menu(self) -> None:
        """For the keyboard: the menu opens under its button."""
        menu = self.import_button.menu()
        menu.popup(self.import_button.mapToGlobal(QPoint(0, self.import_button.height())))

    def choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(
            self, say("gui.import_files"), self.context.settings.import_folder, say("gui.import_filter")
        )
        self._import([Path(name) for name in names])

    def choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, say("gui.import_folder"), self.context.settings.import_folder)
        self._import([Path(name)] if name else [])

    def choose_archive(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, say("gui.import_archive"), self.context.settings.import_folder, say("gui.archive_filter")
        )
        self._import([Path(name)] if name else [])

    def import_samples(self) -> None:
        self.context.imports.take_in(sample_files())

    def _import(self, chosen: list[Path]) -> None:
        if chosen:
            self.context.settings.import_folder = str(chosen[0].parent)
            self.context.imports.take_in(chosen)

    def _show_side(self, side: QWidget) -> None:
        """The keyboard stays on what is shown: Qt would hand it on to the next button, wherever that stands."""
        before, held = self._stack.currentWidget(), QApplication.focusWidget()
        had_keyboard = held is not None and before is not None and before.isAncestorOf(held)
        self._stack.setCurrentWidget(side)
        if had_keyboard and side is not before:
            self.arrive()


def _runs(lines: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of every run of lines that follow each other."""
    ordered = sorted(lines)
    starts = [line for line, before in zip(ordered, [None, *ordered], strict=False) if line - 1 != before]
    ends = [line for line, behind in zip(ordered, [*ordered[1:], None], strict=True) if line + 1 != behind]
    return zip(starts, ends, strict=True)
