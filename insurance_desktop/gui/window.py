"""The frame: the rail on the left, the notice over the page, the status bar, and files dropped anywhere."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QButtonGroup, QFrame, QMainWindow, QSplitter, QStackedWidget, QToolButton, QWidget

from insurance_desktop.packs.wording import say

from .desk import Desk, Place
from .library.page import LibraryPage, sample_files
from .more_menu import MoreButton
from .notice_bar import NoticeBar
from .parts import ToolButton, column, label, row, set_role, show_icon
from .review.dialogs import LeaveQuestion
from .review.page import ReviewPage
from .search.page import SearchPage
from .start_page import StartPage
from .status_bar import StatusBar
from .workbench import Workbench

LIBRARY, REVIEW, SEARCH = range(3)
RAIL_WIDTH = 92
SMALLEST = QSize(960, 600)
AT_FIRST = QSize(1280, 800)
FRAME = QSize(16, 48)  # what the system draws around a window

Opener = Callable[[Path], Workbench]


class MainWindow(QMainWindow):
    """`opener` makes the workbench of a path, on a worker thread. Begin with `open_library` or with `ask`."""

    def __init__(self, desk: Desk, opener: Opener, default_library: Path) -> None:
        super().__init__()
        self.desk = desk
        self._opener = opener
        self._samples_wanted = False
        self._closing = False
        self.setWindowTitle(say("gui.application"))
        self.setMinimumSize(SMALLEST)
        self.resize(self._first_size())
        self.setAcceptDrops(True)
        self.start = StartPage(desk, default_library)
        self.library = LibraryPage(desk)
        self.review = ReviewPage(desk)
        self.search = SearchPage(desk)
        self.pages = QStackedWidget()
        self.notice = NoticeBar(desk.theme, self.pages)
        self.pages.addWidget(self.start)
        self.rail = self._make_rail()
        self.status = StatusBar(desk)
        self.setStatusBar(self.status)
        self._lay_out()
        self._connect()
        self.restoreGeometry(desk.settings.layout("window"))
        for name, splitter in self._splitters():
            splitter.restoreState(desk.settings.layout(name))

    def _first_size(self) -> QSize:
        """As designed, or what the screen has inside a window's frame."""
        return AT_FIRST.boundedTo(self.screen().availableGeometry().size() - FRAME).expandedTo(SMALLEST)

    # --- building ---------------------------------------------------------------------------------------------
    def _make_rail(self) -> QFrame:
        frame = QFrame()
        set_role(frame, "rail")
        frame.setFixedWidth(RAIL_WIDTH)
        self.rail_buttons = QButtonGroup(self)
        inner = column(margin=8, gap=6)
        entries: tuple[tuple[str, str, QWidget], ...] = (
            ("library", "gui.page_library", self.library),
            ("review", "gui.page_review", self.review),
            ("search", "gui.page_search", self.search),
        )
        for number, (icon_name, key, page) in enumerate(entries):
            self.pages.addWidget(page)
            inner.addWidget(self._rail_button(icon_name, say(key), number))
        inner.addStretch()
        self.more = MoreButton(self.desk)
        self.more.setFixedSize(RAIL_WIDTH - 17, 66)
        inner.addWidget(self.more)
        frame.setLayout(inner)
        return frame

    def _rail_button(self, icon_name: str, text: str, number: int) -> QToolButton:
        made = ToolButton()
        made.setProperty("role", "rail")
        made.setText(text)
        made.setCheckable(True)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setFixedSize(RAIL_WIDTH - 17, 66)
        made.setEnabled(False)
        made.hide()  # until there is a library, there is nothing behind it
        shortcut = QKeySequence(f"Ctrl+{number + 1}")
        made.setToolTip(f"{text}  {shortcut.toString(QKeySequence.SequenceFormat.NativeText)}")
        show_icon(made, icon_name, self.desk.theme, 24)
        self.rail_buttons.addButton(made, number)
        QShortcut(shortcut, self, made.click)
        return made

    def _lay_out(self) -> None:
        whole = row(gap=0)
        whole.addWidget(self.rail)
        whole.addWidget(self.pages, 1)
        centre = QWidget()
        centre.setLayout(whole)
        self.setCentralWidget(centre)
        self.drop_sign = QFrame(self)
        set_role(self.drop_sign, "drop")
        sign = column()
        words = label(say("gui.drop_here"))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sign.addWidget(words)
        self.drop_sign.setLayout(sign)
        self.drop_sign.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.drop_sign.hide()

    def _connect(self) -> None:
        self.rail_buttons.idClicked.connect(self.show_page)
        self.desk.opened.connect(self._opened)
        self.desk.noticed.connect(self.notice.show_notice)
        self.desk.place_wanted.connect(self.open_place)
        self.desk.jobs.idle.connect(self._close_when_idle)
        self.desk.jobs.changed.connect(self._follow_import)
        self.start.chosen.connect(self._choose)
        self.status.waiting_pressed.connect(self.show_waiting)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Open), self, self._show_import)
        QShortcut(QKeySequence("F5"), self, self._refresh)
        self.addAction(self.more.keys)

    # --- opening ----------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """The first start without a library."""
        self.start.ask()

    def open_library(self, path: Path) -> None:
        self.start.show_opening()
        self.desk.open(lambda: self._opener(path))

    def _choose(self, path: Path, samples: bool) -> None:
        self._samples_wanted = samples
        self.open_library(path)

    def _opened(self) -> None:
        for each in self.rail_buttons.buttons():
            each.setEnabled(True)
            each.show()
        path = self.desk.library_path
        self.setWindowTitle(f"{path.stem if path else ''} — {say('gui.application')}")
        self.show_page(LIBRARY)
        if self._samples_wanted:
            self.desk.import_paths(sample_files())

    # --- moving about -----------------------------------------------------------------------------------------
    def show_page(self, number: int) -> None:
        self.rail_buttons.button(number).setChecked(True)
        if self.pages.currentIndex() != number + 1:
            self.notice.hide()  # it spoke about the other page
        self.pages.setCurrentIndex(number + 1)
        self.notice.raise_()
        if number == SEARCH:
            self.search.focus_question()
        elif number == LIBRARY:
            self.library.table.setFocus()
        elif number == REVIEW:
            self.review.focus_text()

    def open_place(self, place: Place) -> None:
        """A document, from any page, in review."""
        self.show_page(REVIEW)
        self.review.open(place)

    def show_waiting(self) -> None:
        self.show_page(REVIEW)
        self.review.queue.scope.setCurrentIndex(0)
        self.review.tabs.setCurrentIndex(0)

    def bring_to_front(self) -> None:
        """What a second start asks for."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def _show_import(self) -> None:
        if self.desk.is_open:
            self.show_page(LIBRARY)
            self.library.show_import_menu()

    def _refresh(self) -> None:
        if self.desk.is_open:
            self.desk.refresh()

    def _follow_import(self) -> None:
        """Documents appear in the list while the import goes on."""
        if self.desk.is_open and any(job.progress.done for job in self.desk.jobs.titled):
            self.desk.refresh()

    # --- files dropped anywhere -------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.desk.is_open and event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._place_drop_sign()
            self.drop_sign.show()
            self.drop_sign.raise_()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_sign.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_sign.hide()
        dropped = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.desk.import_paths(dropped)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_drop_sign()

    def _place_drop_sign(self) -> None:
        self.drop_sign.setGeometry(self.rect().adjusted(RAIL_WIDTH + 8, 8, -8, -44))

    # --- closing ----------------------------------------------------------------------------------------------
    def closeEvent(self, event: QCloseEvent) -> None:
        """Unsaved words are asked about, work under way is stopped; the window goes when the last job has ended."""
        if self.review.text.view.is_edited and not self._closing:
            event.ignore()
            self._ask_about_edit()
            return
        if not self.desk.jobs.is_idle:
            self._closing = True
            self.desk.jobs.cancel_all()
            self.status.setEnabled(False)
            event.ignore()
            return
        self.desk.settings.keep_layout("window", self.saveGeometry())
        for name, splitter in self._splitters():
            self.desk.settings.keep_layout(name, splitter.saveState())
        self.desk.settings.save()
        self.desk.close()
        event.accept()

    def _ask_about_edit(self) -> None:
        self.show_page(REVIEW)
        self.leave_question = LeaveQuestion(self, lambda: self.review.save(self._leave), self._discard_and_close)
        self.leave_question.open()

    def _discard_and_close(self) -> None:
        self.review.text.view.discard()
        self.close()

    def _leave(self) -> None:
        """The words are stored, though the page has not read them back yet."""
        self._closing = True
        self.close()

    def _splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (
            ("library", self.library.splitter),
            ("review", self.review.splitter),
            ("sides", self.review.sides),
        )

    def _close_when_idle(self) -> None:
        if self._closing:
            self.close()
