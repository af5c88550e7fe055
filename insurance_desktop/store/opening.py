"""Opens the one SQLite file: made where there is none, brought to the newest schema, or refused in words.

A new library is made beside its name and gets the name when it is whole.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from insurance_desktop.domain.errors import LibraryError, NotFound
from insurance_desktop.unfinished import discard, place_beside, publish, sweep

from .database import Database, connect_unfinished
from .faults import as_refusal
from .file_identity import APPLICATION_ID, Found, look_at, refuse_long_path
from .migrations import MIGRATIONS, Migration, migrate, newest, refuse_unknown, version_of


def open_database(
    path: Path, *, read_only: bool = False, create: bool = True, migrations: Sequence[Migration] = MIGRATIONS
) -> Database:
    """Open the library at `path`; make it where there is none and `create` says so. A reader makes and changes nothing.

    Raises NotFound, NotALibrary, LibraryTooNew, LibraryTooOld, LibraryReadOnly, LibraryBusy, LibraryDamaged,
    DiskFull.
    """
    path = path.expanduser().absolute()
    found = look_at(path)
    if found is not Found.LIBRARY:
        if read_only or not create:
            raise NotFound("store.no_library", path=str(path))
        _create(path, found, migrations)
    if not read_only:
        sweep(path.resolve().parent)
    database = Database(path, read_only=read_only)
    try:
        _agree(database, migrations)
    except BaseException:
        database.close()
        raise
    return database


def _agree(database: Database, migrations: Sequence[Migration]) -> None:
    """Bring the file to the newest schema, a backup beside it before each step. A reader changes nothing, so it can
    only read the schema that it knows."""
    connection = database.connection()
    refuse_unknown(connection, str(database.path), migrations)
    if not database.read_only:
        migrate(connection, migrations, partial(_back_up_before, database))
    elif version_of(connection) < newest(migrations):
        raise LibraryError("store.needs_migration", path=str(database.path))


def _back_up_before(database: Database, number: int) -> None:
    path = database.path
    for attempt in range(1, 1000):
        ending = "" if attempt == 1 else f"-{attempt}"
        target = path.with_name(f"{path.name}.before-schema-{number}{ending}.backup")
        if not target.exists() and database.copy_to(target):
            return
    raise LibraryError("store.too_many_backups", path=str(path), folder=str(path.parent))


def _create(path: Path, found: Found, migrations: Sequence[Migration]) -> None:
    """Make the whole file beside its name first: a kill leaves a hidden leftover, never half a library."""
    path = path.resolve()  # a link keeps pointing where it points
    refuse_long_path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise as_refusal(error, path) from error
    unfinished = place_beside(path, "creating")
    try:
        connection = connect_unfinished(unfinished, path)
        try:
            # Not in WAL mode: a close that cannot fold the log into the file (a full disk) says nothing.
            connection.run(f"PRAGMA application_id = {APPLICATION_ID}")
            migrate(connection, migrations)
        finally:
            connection.close()
        if found is Found.EMPTY:
            unfinished.replace(path)
        else:
            publish(unfinished, path)
    except OSError as error:
        raise as_refusal(error, path) from error
    finally:
        discard(unfinished)
