"""Imports that were asked for, on record until they have ended: what a kill cut off goes on after a restart."""

from collections.abc import Sequence
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.services.library.library import Library
from insurance_desktop.store import jobs
from insurance_desktop.store.json_forms import storable

IMPORT = "import"
KEPT = 50


@entity
class WaitingImport:
    """Files, folders and archives as they were chosen. Those that are in the library by now are duplicates.

    `pack`: the pack that they were chosen for; None where an older program put them on record.
    """

    job_id: int
    paths: tuple[Path, ...]
    pack: str | None = None


def queue_import(library: Library, paths: Sequence[Path]) -> WaitingImport:
    """Put an import on record before it begins. LibraryReadOnly where nothing can be kept."""
    from .ingestion import refuse_reader  # noqa: PLC0415 (to look what waits, the window takes no importer)

    refuse_reader(library)
    with library.database.write() as connection:
        jobs.forget_all_but(connection, KEPT)
        arguments = {"paths": [str(each.absolute()) for each in paths], "pack": library.pack.name}
        job_id = jobs.add(connection, IMPORT, arguments, library.now())
    return WaitingImport(job_id, tuple(paths), library.pack.name)


def waiting_imports(library: Library) -> tuple[WaitingImport, ...]:
    """Imports that have not ended, the oldest first; none where they could not go on."""
    if library.database.read_only:
        return ()
    with library.database.read() as connection:
        return tuple(
            WaitingImport(
                each.job_id,
                tuple(Path(path) for path in each.arguments.get("paths", ())),
                each.arguments.get("pack"),
            )
            for each in jobs.waiting(connection, IMPORT)
        )


def end_job(library: Library, job_id: int, *, failure: str = "", stopped: bool = False) -> None:
    """It is done, failed with this sentence, or was stopped by its user; it does not begin again."""
    state = jobs.FAILED if failure else jobs.STOPPED if stopped else jobs.ENDED
    with library.database.write() as connection:
        jobs.settle(connection, job_id, state, storable(failure), library.now())
