"""What the pages share: the open library, the jobs, the list of documents and the news about them."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.documents import Changes, Document, ImportedFile
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.running import CancelCheck, Cancelled, ProgressCallback
from insurance_desktop.domain.states import ConversionStatus, ImportAction
from insurance_desktop.gui.look import wording
from insurance_desktop.packs.wording import say

from .look.theme import ThemeSwitch
from .pages import REVIEW
from .running.failures import Failure, failure_of
from .running.jobs import DECISIONS, IMPORTS, Job, Jobs
from .shortcuts import Shortcuts
from .window_settings import WindowSettings
from .workbench import Workbench

if TYPE_CHECKING:
    from insurance_desktop.services.importing.job_queue import WaitingImport
    from insurance_desktop.services.library.watching import LibraryState

T = TypeVar("T")
FOLLOW_MS = 700
WATCH_MS = 2_000  # how soon the list shows what another program did to the library
REST_MS = 250  # a page that asked for nothing so long is on the screen


@entity
class Notice:
    """A sentence above the page. `kind` is `good`, `information`, `warning` or `error`; `details` can be copied."""

    kind: str
    message: str
    hint: str = ""
    details: str = ""


@entity
class Place:
    """Where to open the review page: a document, and there boxes to mark, or else a page or a section."""

    document_id: int
    boxes: tuple[Box, ...] = ()
    page: int | None = None
    section: str | None = None


class AppContext(QObject):
    """Lives in the main thread. Pages ask through `read` and `write` and listen to the signals."""

    opened = Signal()
    open_failed = Signal(object)  # Failure
    listed = Signal()  # `documents` is new
    changed = Signal(object)  # Changes
    changed_elsewhere = Signal(object)  # Changes that another program made, or work in the background
    noticed = Signal(object)  # Notice
    place_wanted = Signal(object)  # Place
    page_wanted = Signal(str)  # the name of its entry
    import_wanted = Signal()  # the user wants to choose files
    layout_reset = Signal()
    network_changed = Signal(bool)  # whether connections are forbidden
    settled = Signal()  # the first page is shown: what can wait begins now
    ranking_judged = Signal()  # `ranking_warning` is known
    restart_wanted = Signal()

    def __init__(self, settings: WindowSettings, theme: ThemeSwitch) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self.shortcuts = Shortcuts(settings)
        self.jobs = Jobs(self)
        self.page_home: QWidget | None = None  # what pages are made in: dressed there, not again when they go there
        self.documents: tuple[Document, ...] = ()
        self.is_listed = False
        self._ranking_warning = ""
        self.is_offline = True
        self._workbench: Workbench | None = None
        self._listing: Job | None = None
        self._list_again = False
        self._is_settled = True  # nothing is open that could be
        self._following = QTimer(self)
        self._following.setSingleShot(True)
        self._following.setInterval(FOLLOW_MS)
        self._following.timeout.connect(self._refresh_open)
        self._state: LibraryState | None = None  # of the list that is shown
        self._watch: Job | None = None
        self._told: set[int] = set()  # documents whose change here was told since the last list
        self._watching = QTimer(self)
        self._watching.setInterval(WATCH_MS)
        self._watching.timeout.connect(self.look_for_changes)
        self.jobs.changed.connect(self._follow)
        self.jobs.failed.connect(self.notice_failure)
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self._rested)
        self.jobs.idle.connect(self._rest)

    # --- the library ------------------------------------------------------------------------------------------
    @property
    def is_open(self) -> bool:
        return self._workbench is not None

    @property
    def library_path(self) -> Path | None:
        return self._workbench.path if self._workbench else None

    @property
    def ranking_warning(self) -> str:
        """What the user must know of the ranking; "" for nothing, or while nobody knows yet."""
        return self._ranking_warning

    @property
    def operations(self) -> tuple[tuple[str, str], ...]:
        """The operations on a policy that can be asked about, each with its name and its words."""
        return self._workbench.operations if self._workbench else ()

    def open(self, opener: Callable[[], Workbench]) -> None:
        """Open (and, where needed, make or migrate) a library in the background."""
        self.jobs.write(say("gui.job_open"), lambda progress, cancel: opener(), self._take, self.open_failed.emit)

    def close(self) -> None:
        """After this no thread is left and the library file is closed."""
        self._following.stop()
        self._watching.stop()
        self._resting.stop()
        self.jobs.close()
        if self._workbench is not None:
            self._workbench.close()
            self._workbench = None

    def _take(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self.jobs.clear_finished()  # opening is over, and nobody wants to read of it
        is_sorted_later = self.settings.page == REVIEW  # every other page sorts it at once
        self.read(_list_now if is_sorted_later else _read_list, self._first_list, self.open_failed.emit)

    def _first_list(self, listed: "Listed") -> None:
        """Only now the pages are shown: none of them says for a moment that the library is empty."""
        self._is_settled = False
        self._show(listed)
        self.opened.emit()
        self._watching.start()
        self.read_later(lambda _bench: _spell(listed.documents), lambda _: None)
        self.read_later(lambda bench: bench.waiting_imports(), self._go_on)
        self.read_later(lambda bench: bench.is_offline(), self._tell_network)

    def _rest(self) -> None:
        if not self._is_settled:
            self._resting.start()

    def _rested(self) -> None:
        """Where the page has asked for more meanwhile, the end of that is waited for."""
        if self.jobs.is_idle:
            self._settle()

    def _settle(self) -> None:
        """Once, when the page in front shows all it asked for: this work would take the processor from it."""
        if self._is_settled or not self.is_open:
            return
        self._is_settled = True
        self.read(lambda bench: bench.check_pack(), lambda _: None)
        self.ask_of_ranking()
        self.settled.emit()

    def set_offline(self, offline: bool) -> None:
        """Whether this library may open connections (only collecting ever does)."""
        self.write("", lambda bench, *_: bench.set_offline(offline), self._tell_network)

    def _tell_network(self, offline: bool) -> None:
        self.is_offline = offline
        self.network_changed.emit(offline)

    def ask_of_ranking(self) -> None:
        """Read the warning again: the ranking may have been judged."""
        self.read(lambda bench: bench.ranking_warning, self._warn_of_ranking)

    def _warn_of_ranking(self, warning: str) -> None:
        self._ranking_warning = warning
        self.ranking_judged.emit()

    def _go_on(self, waiting: "tuple[WaitingImport, ...]") -> None:
        """What a kill or a closed window cut off; an import converts what is queued before it takes anything in."""
        for each in waiting:
            self._import(each.job_id, each.paths)
        queued = any(document.conversion_status is ConversionStatus.QUEUED for document in self.documents)
        if queued and not waiting:
            title = say("gui.job_resume")
            self.write(title, lambda bench, *steps: bench.resume(*steps), self._resumed, lane=IMPORTS)
        if queued or waiting:
            self._settle()  # it may be long until nothing is under way

    def _resumed(self, documents: tuple[Document, ...]) -> None:
        self.tell(Changes(frozenset(each.document_id for each in documents), products=True))

    # --- questions and changes --------------------------------------------------------------------------------
    def read(
        self,
        work: Callable[[Workbench], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> Job:
        bench = self._opened_workbench()
        return self.jobs.read(lambda: work(bench), done, failed)

    def read_later(
        self,
        work: Callable[[Workbench], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> Job:
        """What stands beside that which is looked at: it lets `read` go first."""
        bench = self._opened_workbench()
        return self.jobs.read_later(lambda: work(bench), done, failed)

    def write(
        self,
        title: str,
        work: Callable[[Workbench, ProgressCallback, CancelCheck], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None] | None = None,
        *,
        stopped: Callable[[], None] | None = None,
        lane: str = DECISIONS,
    ) -> Job:
        """A change; those of one lane run one after the other, lanes side by side: one for each kind of long work."""
        bench = self._opened_workbench()
        return self.jobs.write(
            title,
            lambda progress, cancel: work(bench, progress, cancel),
            done,
            failed,
            stopped=stopped or self._was_stopped,
            lane=lane,
        )

    def tell(self, changes: Changes) -> None:
        """A mutation is through: the list is read again, pages look at what concerns them."""
        self._told |= changes.documents
        self.changed.emit(changes)
        self.refresh()

    def look_for_changes(self) -> None:
        """Whether another program changed the library since the list was read; a few numbers tell."""
        if self.is_open and self._watch is None and self._listing is None:
            self._watch = self.read(lambda bench: bench.state(), self._compare, self._unwatched)

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
        self._listing = self.read(_read_list, self._listed, self._listing_failed)

    def _refresh_open(self) -> None:
        if self.is_open:
            self.refresh()

    def document(self, document_id: int) -> Document | None:
        return next((each for each in self.documents if each.document_id == document_id), None)

    def import_paths(self, paths: Sequence[Path]) -> None:
        """Files, folders and zip archives, as they were chosen or dropped; on record before the first is read."""
        if paths and self.is_open:
            chosen = tuple(paths)
            self.write("", lambda bench, *_: bench.queue_import(chosen), lambda job_id: self._import(job_id, chosen))

    def _import(self, job_id: int, paths: tuple[Path, ...]) -> None:
        def work(bench: Workbench, progress: ProgressCallback, cancel: CancelCheck) -> tuple[ImportedFile, ...]:
            try:
                files = bench.import_paths(paths, progress, cancel)
            except Cancelled:
                raise
            except Exception as error:
                bench.end_job(job_id, failure=failure_of(error).message)
                raise
            bench.end_job(job_id)
            return files

        def stopped() -> None:
            self.write("", lambda bench, *_: bench.end_job(job_id, stopped=True), lambda _: self._was_stopped())

        title = say("gui.job_import", count=len(paths))
        self.write(title, work, self.report_import, stopped=stopped, lane=IMPORTS)

    def report_import(self, files: tuple[ImportedFile, ...]) -> None:
        self.tell(Changes(frozenset(each.document.document_id for each in files if each.document), products=True))
        self.noticed.emit(import_notice(files))

    def _follow(self) -> None:
        """Documents appear in the list while an import goes on: now and then, for the list may be long."""
        if self.is_open and not self._following.isActive() and any(job.progress.done for job in self.jobs.titled):
            self._following.start()

    # --- news -------------------------------------------------------------------------------------------------
    def notice_failure(self, failure: Failure) -> None:
        self.noticed.emit(Notice("error", failure.message, failure.hint, failure.details))

    def _was_stopped(self) -> None:
        self.noticed.emit(Notice("information", say("gui.job_stopped")))
        self.refresh()

    def _listed(self, listed: "Listed") -> None:
        self._listing = None
        self._show(listed)
        if self._list_again:
            self._list_again = False
            self.refresh()

    def _listing_failed(self, failure: Failure) -> None:
        self._listing = None
        self._list_again = False
        self.notice_failure(failure)

    def _show(self, listed: "Listed") -> None:
        before = {each.document_id: each for each in self.documents}
        moved = {each.document_id for each in listed.documents if before.get(each.document_id) != each} - self._told
        is_first, self.is_listed = not self.is_listed, True
        self.documents, self._state = listed.documents, listed.state
        if not self._list_again:  # else this list may be from before what was told
            self._told = set()
        self.listed.emit()
        if moved and not is_first:
            self.changed_elsewhere.emit(Changes(frozenset(moved), products=True, index=True))

    def _opened_workbench(self) -> Workbench:
        if self._workbench is None:
            raise RuntimeError("no library is open")
        return self._workbench


@entity
class Listed:
    """The list of documents, and the state of the library that it shows at least."""

    documents: tuple[Document, ...]
    state: "LibraryState"


def _list_now(bench: Workbench) -> Listed:
    """The list before anybody sorts it."""
    state = bench.state()  # before the documents: what changes meanwhile must look like a change
    return Listed(bench.documents(), state)


def _read_list(bench: Workbench) -> Listed:
    """The list, with the sounds of its names spelled here and not in the event loop."""
    listed = _list_now(bench)
    _spell(listed.documents)
    return listed


def _spell(documents: Iterable[Document]) -> None:
    """The sounds of the names are remembered from now on; nothing changes."""
    from insurance_desktop.services.products.name_sounds import sort_key, spelled  # noqa: PLC0415 (the readings of all characters)

    for each in documents:
        for name in (wording.title_of(each), each.company or "", each.document_type or ""):
            sort_key(name)
            spelled(name)


def import_notice(files: tuple[ImportedFile, ...]) -> Notice:
    """One sentence for the whole import; the reasons of the failed ones are its details."""
    count = {action: sum(1 for each in files if each.action is action) for action in ImportAction}
    failed = [f"{each.path}: {each.reason}" for each in files if each.action is ImportAction.FAILED]
    message = say(
        "gui.import_done",
        imported=count[ImportAction.IMPORTED],
        duplicate=count[ImportAction.DUPLICATE],
        failed=count[ImportAction.FAILED],
    )
    if not files:
        return Notice("warning", say("gui.import_nothing"), say("gui.import_nothing_hint"))
    if failed:
        return Notice("warning", message, "\n".join(failed[:3]), "\n".join(failed))
    return Notice("good", message, say("gui.import_done_hint") if count[ImportAction.IMPORTED] else "")
