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
    from insurance_desktop.services.workspace import Workspace


def import_on_record(
    workspace: "Workspace", job_id: int, chosen: tuple[Path, ...], progress: ProgressCallback, cancel: CancelCheck
) -> tuple[ImportedFile, ...]:
    """Take the files of a queued import in, and write down how it ended; what was stopped may go on later."""
    try:
        files = ingestion.import_chosen(
            workspace.library, workspace.converter, chosen, progress=progress, cancel=cancel
        )
    except Cancelled:
        raise
    except Exception as error:
        job_queue.end_job(workspace.library, job_id, failure=failure_of(error).message)
        raise
    job_queue.end_job(workspace.library, job_id)
    return files


def sample_files() -> list[Path]:
    """The PDFs to try everything with."""
    return sorted((paths.resource_root() / "samples").glob("*.pdf"))
