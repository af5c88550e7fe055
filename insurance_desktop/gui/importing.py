"""Files on their way into the library, on a worker thread, and the ones that ship with the program."""

from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop import paths
from insurance_desktop.domain.documents import ImportedFile
from insurance_desktop.domain.running import CancelCheck, Cancelled, ProgressCallback

from .running.failures import failure_of
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.importing import ingestion, job_queue

if TYPE_CHECKING:
    from insurance_desktop.services.importing.job_queue import WaitingImport
    from insurance_desktop.services.workspace import Workspace


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
