"""A library gives its place to a backup, because it is damaged or somebody wants it as it was; it is kept beside it
under another name."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.lasting import sync_folder
from insurance_desktop.packs.system_reasons import system_refused
from insurance_desktop.store import health
from insurance_desktop.store.faults import damaged
from insurance_desktop.store.opening import open_database
from insurance_desktop.unfinished import discard, place_beside, publish

BESIDE = ("", "-wal", "-shm")
"""What makes a library together: the file, its log, and the log's index."""


DAMAGED, REPLACED = "damaged", "replaced"
"""Why a library was set aside: part of its new name."""


def check(backup: Path, path: Path) -> None:
    """UsageError where the backup is the library `path` itself, LibraryDamaged and its kin where it is not whole."""
    backup = backup.expanduser().absolute()
    if path.exists() and backup.samefile(path):
        raise UsageError("review.backup_is_the_library", path=str(backup))
    with closing(open_database(backup, read_only=True)) as database, database.read() as connection:
        if not health.is_whole(connection):
            raise damaged(backup)


def put_in_place(backup: Path, path: Path, why: str = DAMAGED) -> Path:
    """Copy `backup` to where the library `path` lies, and say where that one lies from now on.

    Nothing is moved before the copy is whole. UsageError where both are one file, LibraryDamaged where the backup is
    damaged as well. The library must not be open.
    """
    backup, path = backup.expanduser().absolute(), path.expanduser().absolute()
    copy = place_beside(path, "copying")
    try:
        check(backup, path)
        with closing(open_database(backup, read_only=True)) as database:
            database.copy_to(copy)
        aside = _set_aside(path, why)
        publish(copy, path)
    except OSError as error:
        raise system_refused(error) from error
    finally:
        discard(copy)
    sync_folder(path.parent)
    return aside


def _set_aside(path: Path, why: str) -> Path:
    aside = path.with_name(f"{path.name}.{why}-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for ending in BESIDE:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
