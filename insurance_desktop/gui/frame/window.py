"""The frame: the rail on the left, the notice over the page, the status bar, and files dropped anywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QStackedWidget, QWidget

from insurance_desktop import paths
from insurance_desktop.domain.documents import Changes
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.importing import sample_files
from insurance_desktop.gui.look.parts import row
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.pages import LIBRARY, REVIEW, SEARCH, SETTINGS, Place, entries
from insurance_desktop.gui.regulations.regulation_window import RegulationWindow, Wanted
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.gui.window_settings import LibraryChoice
from insurance_desktop.packs.wording import say

from .drop_sign import DropSign
from .jobs_window import JobsWindow
from .key_list import KeyList
from .made_pages import MadePages
from .notice_bar import NoticeBar
from .palette import Palette, ways_now
from .rail import Rail
from .remembering import Remembering
from .start_page import StartPage
from .status_bar import StatusBar

with imported_when_used():
    from insurance_desktop.services.library import packs as library_packs

if TYPE_CHECKING:
    from insurance_desktop.gui.library.library_page import LibraryPage
    from insurance_desktop.gui.review.review_page import ReviewPage
    from insurance_desktop.gui.search.search_page import SearchPage
    from insurance_desktop.gui.settings.settings_page import SettingsPage
    from insurance_desktop.services.workspace import Workspace

SMALLEST = QSize(640, 400)  # a screen of 1024 x 700 at 150 %, inside a window's frame
AT_FIRST = QSize(1280, 800)
FRAME = QSize(16, 48)  # what the system draws around a window

Opener = Callable[[Path], "Workspace"]


class MainWindow(QMainWindow):
    """`opener` opens the library of a path, on a worker thread. Begin with `open_library` or with `ask`."""

    gone = Signal()  # closed, its library too

    def __init__(self, context: AppContext, opener: Opener, default_library: Path) -> None:
        super().__init__()
        self.context = context
        self.restart_wanted = False
        self.next_library: LibraryChoice | None = None  # what the restart opens, where that is another one
        self.anew_wanted = False  # in another language
        self.key_list: KeyList | None = None
        self.jobs_window: JobsWindow | None = None
        self.regulation_window: RegulationWindow | None = None
        self._opener = opener
        self._samples_wanted = self._files_wanted = False
        self._closing = False
        self.setWindowTitle(say("gui.application"))
        self.setMinimumSize(SMALLEST)
        self.resize(self._first_size())
        self.setAcceptDrops(True)
        self.start = StartPage(context, default_library)
        self.pages = QStackedWidget()
        context.page_home = self.pages
        self._made = MadePages(context, self.pages)
        self.remembering = Remembering(context, self._made)
        self.notice = NoticeBar(context.theme, self.pages, lambda: self.current.reading() if self.current else ())
        self.pages.addWidget(self.start)
        self.rail = Rail(context)
        self.status = StatusBar(context)
        self.setStatusBar(self.status)
        self.drop_sign = DropSign(self)
        self.background = {each.name: each.load(each.background)(context) for each in entries() if each.background}
        self._lay_out()
        self._connect()
        self.restoreGeometry(context.settings.layout("window"))

    def _first_size(self) -> QSize:
        """As designed, or what the screen has inside a window's frame."""
        return AT_FIRST.boundedTo(self.screen().availableGeometry().size() - FRAME).expandedTo(SMALLEST)

    # --- building ---------------------------------------------------------------------------------------------
    def _lay_out(self) -> None:
        whole = row(self.rail, (self.pages, 1), gap=0)
        self.centre = QWidget()
        self.centre.setLayout(whole)
        self.setCentralWidget(self.centre)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_page)
        self.context.opened.connect(self._opened)
        self.context.noticed.connect(self.notice.show_notice)
        self.context.place_wanted.connect(self.open_place)
        self.context.page_wanted.connect(self.show_page)
        for asking in (self.context.section_wanted, self.notice.section_wanted):
            asking.connect(self.show_section)
        self.context.regulation_wanted.connect(self.show_regulation)
        self.context.import_wanted.connect(lambda: self._import(lambda page: page.show_import_menu()))
        self.context.layout_reset.connect(self._forget_layout)
        self.context.restart_wanted.connect(self._restart)
        self.context.library_wanted.connect(self._go_to)
        self.context.language_chosen.connect(self._begin_anew)
        self.context.pack_wanted.connect(self.choose_pack)
        self.context.jobs.idle.connect(self._close_when_idle)
        self.start.chosen.connect(self._choose)
        self.start.named.connect(self.open_library)
        self.status.waiting_pressed.connect(self.show_waiting)
        self.status.jobs_pressed.connect(self.show_jobs)
        for key, action in (
            (shortcuts.IMPORT, lambda: self._import(lambda page: page.choose_files())),
            (shortcuts.REFRESH, self._refresh),
            (shortcuts.KEYS, self.show_keys),
            (shortcuts.JOBS, self.show_jobs),
            (shortcuts.PALETTE, self.show_palette),
            (shortcuts.NEXT_PANE, lambda: self.step_pane(1)),
            (shortcuts.PREVIOUS_PANE, lambda: self.step_pane(-1)),
        ):
            self.context.shortcuts.bind(key, self, action, whole_window=True)

    # --- pages ------------------------------------------------------------------------------------------------
    def page(self, name: str) -> Page:
        """The page of the rail with this name, made now where nobody has seen it yet."""
        return self._made.named(name)

    @property
    def library(self) -> "LibraryPage":
        return cast("LibraryPage", self.page(LIBRARY))

    @property
    def review(self) -> "ReviewPage":
        return cast("ReviewPage", self.page(REVIEW))

    @property
    def search(self) -> "SearchPage":
        return cast("SearchPage", self.page(SEARCH))

    @property
    def settings_page(self) -> "SettingsPage":
        return cast("SettingsPage", self.page(SETTINGS))

    @property
    def current(self) -> Page | None:
        """The page in front; None while no library is open."""
        return self._made.current

    def show_page(self, name: str) -> None:
        page = self.page(name)
        self.rail.check(name)
        if self.pages.currentWidget() is not page:
            self.notice.hide()  # it spoke about the other page
        self.pages.setCurrentWidget(page)
        self.notice.raise_()
        page.arrive()

    def show_section(self, heading: str) -> None:
        """A part of the settings."""
        if self.context.is_open:
            self.show_page(SETTINGS)
            self.settings_page.show_section(heading)

    def step_pane(self, step: int) -> None:
        """F6: the keyboard goes from pane to pane, the rail being one."""
        if self.current is None:
            return
        panes = [each for each in self.current.panes() if each.isVisible() and each.isEnabled()]
        held = QApplication.focusWidget()
        here = next((place for place, each in enumerate(panes) if _holds(each, held)), -1 if step > 0 else 0)
        target = here + step
        if 0 <= target < len(panes):
            panes[target].setFocus(Qt.FocusReason.TabFocusReason)
        elif _holds(self.rail, held) and panes:
            panes[0 if step > 0 else -1].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.rail.focus_current()

    # --- opening ----------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """The first start without a library."""
        self.start.ask()

    def open_library(self, path: Path) -> None:
        """Open the one that is there. Where there is none at a place that somebody named, ask before it is made."""
        is_usual = path == paths.default_library() and paths.folder_to_be(path).is_dir()
        if paths.is_absent(path) and not is_usual:
            self.start.ask_to_make(path)
        else:
            self._open(path)

    def _open(self, path: Path) -> None:
        def work() -> "Workspace":
            self._made.import_first()
            return self._opener(path)

        self.start.show_opening(path)
        self.context.open(work)

    def _choose(self, path: Path, samples: bool) -> None:
        """Who wants to begin with files of their own is asked for them at once, and need not look for the button."""
        self._samples_wanted = samples
        self._files_wanted = self.start.is_asking and not samples
        self._open(path)

    def _opened(self) -> None:
        """Back to where the reader was, if that is still there."""
        self.rail.show_pages()
        path = self.context.library_path
        self.setWindowTitle(self._title())
        if path is not None:
            self.context.settings.remember_library(path)
        first = self._made.first_name
        self.show_page(first if self.rail.has(first) else LIBRARY)
        if self.context.read_only.is_asked_for:
            self.notice.show_notice(Notice("information", say("gui.read_only_asked"), say("gui.read_only_asked_hint")))
        elif self.context.read_only.is_on:
            self.notice.show_notice(Notice("warning", say("gui.read_only"), say("gui.read_only_hint")))
        elif self._samples_wanted:
            self.context.changed.connect(self._show_samples, Qt.ConnectionType.SingleShotConnection)
            self.context.imports.take_in(sample_files())
        elif self._files_wanted:
            self._files_wanted = False
            QTimer.singleShot(0, self.library.choose_files)

    def _title(self) -> str:
        path = self.context.library_path
        name = path.stem if path is not None else ""
        if self.context.read_only.is_on:
            name = say("gui.read_only_title", name=name)
        return f"{name} — {say('gui.application')}"

    def _show_samples(self, changes: Changes) -> None:
        """The first of them is there to be reviewed, unless the user has turned to something else."""
        if self.current is self.library and changes.documents:
            self.open_place(Place(min(changes.documents)))

    # --- moving about -----------------------------------------------------------------------------------------
    def open_place(self, place: Place) -> None:
        """A document, from any page, in review; one of another pack is read by that."""
        if self.context.document(place.document_id) is None:
            self.context.read(
                lambda workspace: library_packs.pack_of_document(workspace.library.database, place.document_id),
                lambda pack: self.choose_pack(pack, lambda: self._open_place(place)),
            )
        else:
            self._open_place(place)

    def _open_place(self, place: Place) -> None:
        self.show_page(REVIEW)
        self.review.open(place)

    def choose_pack(self, pack: str, then: Callable[[], None] = lambda: None) -> None:
        """Read the library by another pack; unsaved words of a page are asked about before."""
        for name, page in self._made.items():
            if pack != self.context.pack and not page.may_close(lambda: self.choose_pack(pack, then)):
                self.show_page(name)
                return
        self.context.turn_to(pack, then)

    def show_waiting(self) -> None:
        self.show_page(REVIEW)
        self.review.show_waiting()

    def show_jobs(self) -> None:
        """Beside the window, not over it: work goes on meanwhile."""
        if self.jobs_window is None:
            self.jobs_window = JobsWindow(self.context, self)
        self.jobs_window.show()
        self.jobs_window.raise_()
        self.jobs_window.activateWindow()

    def show_regulation(self, wanted: Wanted) -> None:
        """Beside the window too: its places are opened here."""
        if self.regulation_window is None:
            self.regulation_window = RegulationWindow(self.context, self)
        self.regulation_window.show_regulation(wanted)
        self.regulation_window.show()
        self.regulation_window.raise_()
        self.regulation_window.activateWindow()

    def show_keys(self) -> None:
        self.key_list = KeyList(self.context.shortcuts, self)
        self.key_list.accepted.connect(self._change_keys)
        self.key_list.open()

    def show_palette(self) -> None:
        """Everything that can be gone to or done from here."""
        libraries, here = self.status.library_menu, QMenu(self)
        libraries.fill()
        if self.current is not None:
            self.current.fill_menu(here)
        self.palette_sheet = Palette(self.context, ways_now(self.context, here, libraries), self)
        self.palette_sheet.destroyed.connect(here.deleteLater)
        self.palette_sheet.open()

    def _change_keys(self) -> None:
        if self.context.is_open:
            self.show_page(SETTINGS)
            self.settings_page.show_keys()

    def bring_to_front(self) -> None:
        """What a second start asks for."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def _import(self, ask: Callable[["LibraryPage"], None]) -> None:
        """The library page asks for what is to be taken in."""
        if self.context.read_only.is_on:
            self.context.read_only.tell()
        elif self.context.is_open:
            self.show_page(LIBRARY)
            ask(self.library)

    def _refresh(self) -> None:
        if self.context.is_open:
            self.context.refresh()
            if self.current is not None:
                self.current.refresh()

    # --- files dropped anywhere -------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        may_import = self.context.is_open and not self.context.read_only.is_on
        if may_import and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self.drop_sign.show_over(self.pages)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_sign.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_sign.hide()
        dropped = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.context.imports.take_in(dropped)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.drop_sign.fit(self.pages)

    # --- closing ----------------------------------------------------------------------------------------------
    def closeEvent(self, event: QCloseEvent) -> None:
        """Unsaved words are asked about, work under way is stopped; the window goes when the last job has ended."""
        event.ignore()
        if event.spontaneous():  # a person closes it: what was wanted before it could not be closed then is past
            self.restart_wanted = self.anew_wanted = False
            self.next_library = None
        if not self._closing and not self._may_close():
            return
        if not self.context.jobs.is_idle:
            self._closing = True
            self.context.jobs.suspend_all()
            self.status.setEnabled(False)
            return
        self._remember()
        self.context.close()
        event.accept()
        self.gone.emit()

    def _may_close(self) -> bool:
        for name, page in self._made.items():
            if not page.may_close(self._leave):
                self.show_page(name)
                return False
        return True

    def _leave(self) -> None:
        """Nothing stands in the way any more, though a page may not have read back yet what it stored."""
        self._closing = True
        self.close()

    def _remember(self) -> None:
        self.context.settings.keep_layout("window", self.saveGeometry())
        self.remembering.keep_all()

    def _forget_layout(self) -> None:
        """Every width as on the first start, at once."""
        self.context.settings.forget_layout()
        self.showNormal()
        self.resize(self._first_size())
        for _, page in self._made.items():
            page.reset_layout()

    def _go_to(self, library: LibraryChoice) -> None:
        """To another library, or to this one in another way: the window starts again with it. As it was in a backup it
        comes in the same program."""
        self.next_library = library
        if library.backup is None:
            self._restart()
        else:
            self._begin_anew()

    def _restart(self) -> None:
        self.restart_wanted = True
        self.close()

    def _begin_anew(self) -> None:
        self.anew_wanted = True
        self.close()

    def _close_when_idle(self) -> None:
        if self._closing:
            self.close()


def _holds(pane: QWidget, held: QWidget | None) -> bool:
    return held is not None and (pane is held or pane.isAncestorOf(held))
