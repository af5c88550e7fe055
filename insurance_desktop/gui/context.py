"""What the pages share: the open library, the jobs, the list of documents and the news about them."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.documents import Changes, Document
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.packs import retelling
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import say

from .document_list import Listed, list_now, list_sorted, spell
from .importing import Imports
from .look.theme import ThemeSwitch
from .notices import Notice
from .pages import BACKUP, REVIEW
from .process.web_face import WebFace
from .read_only import ReadOnly
from .running.failures import Failure
from .running.jobs import DECISIONS, Job, Jobs
from .running.late_imports import imported_when_used
from .shortcuts import Shortcuts
from .window_settings import WindowSettings
from .workspaces import Workspaces, is_offline, packs_of, packs_to_choose, worked_on

with imported_when_used():
    from insurance_desktop.services.collecting import settings as collecting_settings
    from insurance_desktop.services.importing import job_queue
    from insurance_desktop.services.library import documents
    from insurance_desktop.services.review import reviewer_names
    from insurance_desktop.services.search import ranking_approval

if TYPE_CHECKING:
    from insurance_desktop.domain.pack import DomainPack
    from insurance_desktop.services.library.documents import LibraryState
    from insurance_desktop.services.workspace import Workspace

T = TypeVar("T")
PACK = "pack"  # the name under which the settings keep the pack in use
WHOLE = 1_000_000_000  # bytes of an answer that no client has to pay for
FOLLOW_MS = 700
WATCH_MS = 2_000  # how soon the list shows what another program did to the library
REST_MS = 250  # a page that asked for nothing so long is on the screen


class AppContext(QObject):
    """Lives in the main thread. Pages ask through `read` and `write` and listen to the signals."""

    opening = Signal()  # the library is there, its documents are being read
    opened = Signal()
    open_failed = Signal(object)  # Failure
    listed = Signal()  # `documents` is new
    changed = Signal(object)  # Changes
    changed_elsewhere = Signal(object)  # Changes that another program made, or work in the background
    noticed = Signal(object)  # Notice
    place_wanted = Signal(object)  # Place
    page_wanted = Signal(str)  # the name of its entry
    section_wanted = Signal(str)  # of the settings, by the key of its heading
    regulation_wanted = Signal(object)  # a citation or a chunk_id, or a document with a section
    import_wanted = Signal()  # the user wants to choose files
    layout_reset = Signal()
    network_changed = Signal(bool)  # whether connections are forbidden
    settled = Signal()  # the first page is shown: what can wait begins now
    ranking_judged = Signal()  # `ranking_warning` is known
    restart_wanted = Signal()
    library_wanted = Signal(object)  # LibraryChoice: the window goes to another library
    language_chosen = Signal()
    forgotten = Signal(str)  # the session of a conversation that is remembered no more; "" for all of them
    pack_wanted = Signal(str)  # the user chose another pack to read the library by
    packs_offered = Signal()  # there are others to choose from
    pack_changed = Signal()  # the library is read by another pack: `documents` are its, what is shown of others is old

    def __init__(self, settings: WindowSettings, theme: ThemeSwitch) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self.shortcuts = Shortcuts(settings)
        self.jobs = Jobs(self)
        self.web = WebFace(self)
        self.read_only = ReadOnly(self)
        self.imports = Imports(self)
        self.read_only.noticed.connect(self.noticed)
        self.page_home: QWidget | None = None  # what pages are made in: dressed there, not again when they go there
        self.documents: tuple[Document, ...] = ()
        self._packs_held: tuple[str, ...] = ()
        self.is_listed = False
        self._ranking_warning = ""
        self.is_offline = True
        self._workspace: Workspace | None = None
        self._workspaces: Workspaces | None = None
        self._turning: Job | None = None
        self._listing: Job | None = None
        self._list_again = False
        self._is_settled = True  # nothing is open that could be
        self._following = self._timer(FOLLOW_MS, self._refresh_open)
        self._state: LibraryState | None = None  # of the list that is shown
        self._watch: Job | None = None
        self._told: set[int] = set()  # documents whose change here was told since the last list
        self._watching = self._timer(WATCH_MS, self.look_for_changes, is_single=False)
        self._seen_done = 0  # steps of the jobs under way
        self.jobs.changed.connect(self._follow)
        self.jobs.failed.connect(self.notice_failure)
        self._resting = self._timer(REST_MS, self._rested)
        self.jobs.idle.connect(self._rest)

    def _timer(self, milliseconds: int, then: Callable[[], None], is_single: bool = True) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(is_single)
        timer.setInterval(milliseconds)
        timer.timeout.connect(then)
        return timer

    # --- the library ------------------------------------------------------------------------------------------
    @property
    def is_open(self) -> bool:
        return self._workspace is not None

    @property
    def library_path(self) -> Path | None:
        return self._workspace.library.path if self._workspace else None

    @property
    def ranking_warning(self) -> str:
        """What the user must know of the ranking; "" for nothing, or while nobody knows yet."""
        return self._ranking_warning

    @property
    def field(self) -> "DomainPack | None":
        """The pack that the library is read by; None before one is open."""
        return self._workspace.library.pack if self._workspace else None

    @property
    def pack(self) -> str:
        """Its name; "" before one is open."""
        return self.field.name if self.field else ""

    @property
    def packs(self) -> tuple[str, ...]:
        """The packs to choose from; none where there is only one."""
        return packs_to_choose(self.pack, {*self._packs_held, *self.settings.packs}) if self.is_open else ()

    def packs_of(self, work_kind: str) -> tuple[str, ...]:
        """Those in use, held or wanted whose works are of this kind."""
        return packs_of(work_kind, {self.pack, *self._packs_held, *self.settings.packs}) if self.is_open else ()

    def open(self, opener: Callable[[], "Workspace"]) -> None:
        """Open (and, where needed, make or migrate) a library in the background."""
        self.jobs.write(say("gui.job_open"), lambda progress, cancel: opener(), self._take, self.open_failed.emit)

    def close(self) -> None:
        """After this no thread is left and the library file is closed."""
        self._following.stop()
        self._watching.stop()
        self._resting.stop()
        self.web.close()
        self.jobs.close()
        if self._workspaces is not None:
            self._workspaces.close()
            self._workspace = self._workspaces = None

    def _take(self, workspace: "Workspace") -> None:
        self._workspace = workspace
        self.read_only.is_on = workspace.library.is_read_only
        workspaces = self._workspaces = Workspaces(workspace)
        self.jobs.clear_finished()  # opening is over, and nobody wants to read of it
        is_sorted_later = self.settings.page == REVIEW  # every other page sorts it at once
        lists = list_now if is_sorted_later else list_sorted
        kept = self.settings.place(PACK, str(workspace.library.path))
        pack = kept if kept in pack_names() else workspace.library.pack.name

        def read(_opened: "Workspace") -> "tuple[Workspace, Listed]":
            retelling.prepare()
            chosen = workspaces.read_by(pack)
            return chosen, lists(chosen)

        self.read(read, self._first_list, self.open_failed.emit)
        self.opening.emit()

    def _first_list(self, found: "tuple[Workspace, Listed]") -> None:
        """Only now the pages are shown: none of them says for a moment that the library is empty."""
        self._workspace, listed = found
        self._is_settled = False
        self._show(listed)
        self.opened.emit()
        self._watching.start()
        self.read_later(lambda _workspace: spell(listed.documents), lambda _: None)
        self.read_later(lambda workspace: job_queue.waiting_imports(workspace.library), self.imports.go_on)
        self.read_later(is_offline, self._tell_network)

    def _rest(self) -> None:
        if not self._is_settled:
            self._resting.start()

    def _rested(self) -> None:
        """Where the page has asked for more meanwhile, the end of that is waited for."""
        if self.jobs.is_idle:
            self.settle()

    def settle(self) -> None:
        """Once, when the page in front shows all it asked for: this work would take the processor from it."""
        if self._is_settled or not self.is_open:
            return
        self._is_settled = True
        self._look_at_pack()
        self.settled.emit()

    def _look_at_pack(self) -> None:
        # Every fault of the pack, told as one PackError: this takes longer than opening.
        self.read(lambda workspace: load_pack(workspace.library.pack.name), lambda _: None)
        self.ask_of_ranking()

    def turn_to(self, pack: str, then: Callable[[], None]) -> None:
        """Read the library by another pack: its documents, its answers. `then` comes when that is so."""
        workspaces = self._workspaces
        if pack == self.pack or workspaces is None:
            then()
            return
        if self._turning is not None:
            self._turning.forget()

        def read(_before: "Workspace") -> "tuple[Workspace, Listed]":
            chosen = workspaces.read_by(pack)
            return chosen, list_sorted(chosen)

        self._turning = self.read(read, lambda found: self._turned(*found, then))

    def _turned(self, workspace: "Workspace", listed: Listed, then: Callable[[], None]) -> None:
        for job in (self._listing, self._watch):
            if job is not None:
                job.forget()  # it asked by the pack before
        self._turning = self._listing = self._watch = None
        self._list_again = self.is_listed = False
        self._workspace, self._ranking_warning = workspace, ""
        self.settings.keep_place(PACK, str(workspace.library.path), self.pack)
        self.pack_changed.emit()
        self._show(listed)
        self._look_at_pack()
        then()

    def set_offline(self, offline: bool) -> None:
        """Whether this library may open connections (only collecting ever does)."""

        def switch(workspace: "Workspace") -> bool:
            collecting_settings.set_offline(workspace.library, offline)
            return is_offline(workspace)  # which the user's own switch may still forbid

        self.write("", switch, self._tell_network)

    def _tell_network(self, offline: bool) -> None:
        self.is_offline = offline
        self.network_changed.emit(offline)

    def ask_of_ranking(self) -> None:
        """Read the warning again: the ranking may have been judged."""
        self.read(lambda workspace: ranking_approval.warning(workspace.engine), self._warn_of_ranking)

    def _warn_of_ranking(self, warning: str) -> None:
        self._ranking_warning = warning
        self.ranking_judged.emit()

    def name_reviewer(self, name: str) -> None:
        """Decisions go by this name from now on; what was looked at before anybody gave one is its bearer's."""
        before, self.settings.reviewer = self.settings.reviewer, name
        named = (say("review_page.nobody"), self.settings.reviewer)
        if not before and all(named) and self.is_open and not self.read_only.is_on:
            self.write("", lambda workspace: reviewer_names.take_over(workspace.library, *named), lambda _: None)

    # --- questions and changes --------------------------------------------------------------------------------
    def read(
        self,
        work: Callable[["Workspace"], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> Job:
        """Ask the library; several questions run side by side."""
        workspace = self._opened_workspace()
        return self.jobs.read(lambda: worked_on(workspace, work), done, failed)

    def read_later(
        self,
        work: Callable[["Workspace"], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> Job:
        """What stands beside that which is looked at: it lets `read` go first."""
        workspace = self._opened_workspace()
        return self.jobs.read_later(lambda: worked_on(workspace, work), done, failed)

    def write(
        self,
        title: str,
        work: Callable[["Workspace"], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> Job:
        """A change of the library that is soon through; they run one after the other."""
        return self.run(title, lambda workspace, _progress, _cancel: work(workspace), done, failed)

    def run(
        self,
        title: str,
        work: Callable[["Workspace", ProgressCallback, CancelCheck], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
        *,
        stopped: Callable[[], None] | None = None,
        lane: str = DECISIONS,
        after: str = "",
    ) -> Job:
        """Long work; what is in one lane runs one after the other, lanes side by side: one for each kind of work. It
        begins once what is in the lane `after` is through."""
        workspace = self._opened_workspace()
        return self.jobs.write(
            title,
            lambda progress, cancel: worked_on(workspace, work, progress, cancel),
            done,
            failed,
            stopped=stopped or self.say_stopped,
            lane=lane,
            after=after,
        )

    def tell(self, changes: Changes) -> None:
        """A mutation is through: the list is read again, pages look at what concerns them."""
        self._told |= changes.documents
        self.changed.emit(changes)
        self.refresh()

    def look_for_changes(self) -> None:
        """Whether another program changed the library since the list was read; a few numbers tell."""
        if self.is_open and self._watch is None and self._listing is None:
            self._watch = self.read(
                lambda workspace: documents.state_of(workspace.library), self._compare, self._unwatched
            )

    def _compare(self, state: "LibraryState") -> None:
        self._watch = None
        if state != self._state:
            self.refresh()

    def _unwatched(self, _failure: Failure) -> None:
        """What is wrong with the file is said when the user asks for something."""
        self._watch = None

    def refresh(self) -> None:
        """Read the list of documents again; calls that come meanwhile are answered by one more reading."""
        if self._listing is not None:
            self._list_again = True
            return
        known = self.documents
        self._listing = self.read(lambda now: list_sorted(now, known), self._listed, self._listing_failed)

    def _refresh_open(self) -> None:
        if self.is_open:
            self.refresh()

    def document(self, document_id: int) -> Document | None:
        return next((each for each in self.documents if each.document_id == document_id), None)

    def _follow(self) -> None:
        """Documents appear in the list while an import goes on: now and then, for the list may be long."""
        done = sum(job.progress.done for job in self.jobs.titled)
        if self.is_open and done > self._seen_done and not self._following.isActive():
            self._following.start()
        self._seen_done = done

    # --- news -------------------------------------------------------------------------------------------------
    def notice_failure(self, failure: Failure) -> None:
        section = BACKUP if isinstance(failure.error, LibraryDamaged) else ""
        self.noticed.emit(Notice("error", failure.message, failure.hint, failure.details, section))

    def say_stopped(self) -> None:
        self.noticed.emit(Notice("information", say("gui.job_stopped")))
        self.refresh()

    def _listed(self, listed: Listed) -> None:
        self._listing = None
        self._show(listed)
        if self._list_again:
            self._list_again = False
            self.refresh()

    def _listing_failed(self, failure: Failure) -> None:
        self._listing = None
        self._list_again = False
        self.notice_failure(failure)

    def _show(self, listed: Listed) -> None:
        before = {each.document_id: each for each in self.documents}
        moved = {each.document_id for each in listed.documents if before.get(each.document_id) != each} - self._told
        is_first, self.is_listed = not self.is_listed, True
        self.documents, self._state, self._packs_held = listed.documents, listed.state, listed.packs
        if not self._list_again:  # else this list may be from before what was told
            self._told = set()
        self.listed.emit()
        if moved and not is_first:
            self.changed_elsewhere.emit(Changes(frozenset(moved), products=True, index=True))

    def _opened_workspace(self) -> "Workspace":
        if self._workspace is None:
            raise RuntimeError("no library is open")
        return self._workspace
