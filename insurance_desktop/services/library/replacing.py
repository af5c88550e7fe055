"""A library that cannot be opened any more gives its place to a backup; it is kept beside it under another name."""

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


def put_in_place(backup: Path, path: Path) -> Path:
    """Copy `backup` to where the library `path` lies, and say where that one lies from now on.

    Nothing is moved before the copy is whole. UsageError where both are one file, LibraryDamaged where the backup is
    damaged as well. The library must not be open.
    """
    backup, path = backup.expanduser().absolute(), path.expanduser().absolute()
    if path.exists() and backup.samefile(path):
        raise UsageError("review.backup_is_the_library", path=str(backup))
    copy = place_beside(path, "copying")
    try:
        with closing(open_database(backup, read_only=True)) as database:
            with database.read() as connection:
                if not health.is_whole(connection):
                    raise damaged(backup)
            database.copy_to(copy)
        aside = _set_aside(path)
        publish(copy, path)
    except OSError as error:
        raise system_refused(error) from error
    finally:
        discard(copy)
    sync_folder(path.parent)
    return aside


def _set_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for ending in BESIDE:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
