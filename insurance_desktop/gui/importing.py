"""Files on their way into the library, as jobs of the window, and the ones that ship with the program."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from insurance_desktop import paths
from insurance_desktop.domain.documents import Changes, Document, ImportedFile
from insurance_desktop.domain.running import CancelCheck, Cancelled, ProgressCallback
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.wording import say

from .notices import import_notice
from .running.failures import failure_of
from .running.jobs import IMPORTS
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.importing import ingestion, job_queue

if TYPE_CHECKING:
    from insurance_desktop.services.importing.job_queue import WaitingImport
    from insurance_desktop.services.workspace import Workspace


T = TypeVar("T")


class Working(Protocol):
    """The open library as an import needs it: `gui.context` is one."""

    @property
    def is_open(self) -> bool: ...

    @property
    def documents(self) -> tuple[Document, ...]: ...

    @property
    def noticed(self) -> Any: ...

    def write(self, title: str, work: "Callable[[Workspace], T]", done: Callable[[T], None]) -> object: ...

    def run(
        self,
        title: str,
        work: "Callable[[Workspace, ProgressCallback, CancelCheck], T]",
        done: Callable[[T], None],
        *,
        stopped: Callable[[], None] | None = None,
        lane: str = ...,
    ) -> object: ...

    def tell(self, changes: Changes) -> None: ...

    def say_stopped(self) -> None: ...

    def settle(self) -> None: ...


class Imports:
    """What is taken in one after the other, whatever page is in front."""

    def __init__(self, context: Working) -> None:
        self._context = context

    def take_in(self, paths: Sequence[Path]) -> None:
        """Files, folders and zip archives, as they were chosen or dropped; on record before the first is read."""
        if paths and self._context.is_open:
            chosen = tuple(paths)
            self._context.write("", lambda workspace: job_queue.queue_import(workspace.library, chosen), self._import)

    def stop(self, job_id: int | None = None) -> None:
        """What a person stopped does not go on by itself, not after a restart either."""
        told = self._context.say_stopped
        self._context.write("", lambda workspace: stop_import(workspace, job_id), lambda _: told())

    def go_on(self, waiting: "tuple[WaitingImport, ...]") -> None:
        """What a kill or a closed window cut off; an import converts what is queued before it takes anything in."""
        for each in waiting:
            self._import(each)
        documents = self._context.documents
        queued = any(document.conversion_status is ConversionStatus.QUEUED for document in documents)
        if queued and not waiting:
            self._context.run(
                say("gui.job_resume"),
                lambda workspace, progress, cancel: ingestion.resume_queued(
                    workspace.library, workspace.converter, progress=progress, cancel=cancel
                ),
                self._resumed,
                stopped=self.stop,
                lane=IMPORTS,
            )
        if queued or waiting:
            self._context.settle()  # it may be long until nothing is under way

    def _import(self, waiting: "WaitingImport") -> None:
        """By the pack that was in use when it was asked for, whatever the window has turned to since."""
        self._context.run(
            say("gui.job_import", count=len(waiting.paths)),
            lambda workspace, *steps: import_on_record(workspace, waiting, *steps),
            self._imported,
            stopped=lambda: self.stop(waiting.job_id),
            lane=IMPORTS,
        )

    def _imported(self, files: tuple[ImportedFile, ...]) -> None:
        changed = frozenset(each.document.document_id for each in files if each.document)
        self._context.tell(Changes(changed, products=True))
        self._context.noticed.emit(import_notice(files))

    def _resumed(self, documents: tuple[Document, ...]) -> None:
        self._context.tell(Changes(frozenset(each.document_id for each in documents), products=True))


def import_on_record(
    workspace: "Workspace", waiting: "WaitingImport", progress: ProgressCallback, cancel: CancelCheck
) -> tuple[ImportedFile, ...]:
    """Take the files of a queued import in, by the pack that they were chosen for, and write down how it ended; what
    was stopped may go on later."""
    library = workspace.library if waiting.pack is None else workspace.library.read_by(waiting.pack)
    try:
        files = ingestion.import_chosen(library, workspace.converter, waiting.paths, progress=progress, cancel=cancel)
    except Cancelled:
        raise
    except Exception as error:
        job_queue.end_job(library, waiting.job_id, failure=failure_of(error).message)
        raise
    job_queue.end_job(library, waiting.job_id)
    return files


def stop_import(workspace: "Workspace", job_id: int | None = None) -> None:
    """Its user stopped it: neither the import nor what it left unconverted goes on at the next start."""
    if job_id is not None:
        job_queue.end_job(workspace.library, job_id, stopped=True)
    ingestion.give_up_queued(workspace.library)


def sample_files() -> list[Path]:
    """The PDFs to try everything with."""
    return sorted((paths.resource_root() / "samples").glob("*.pdf"))
