"""The schema's history: an append-only list. A released migration is never edited; a change of mind is the next one."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryTooNew

from . import (
    migration_0001,
    migration_0002,
    migration_0003,
    migration_0004,
    migration_0005,
    migration_0006,
    migration_0007,
    migration_0008,
)

if TYPE_CHECKING:
    from .database import Connection


@entity
class Migration:
    """One step of the schema; `number` is the `user_version` that it leads to, counted from 1 without gaps."""

    number: int
    apply: "Callable[[Connection], None]"


def _first_schema(connection: "Connection") -> None:
    connection.run(migration_0001.TABLES)
    connection.run(migration_0001.TRIGGERS)


def _page_suggestions(connection: "Connection") -> None:
    connection.run(migration_0002.TABLES)


def _index_changes(connection: "Connection") -> None:
    connection.run(migration_0003.TABLES)
    connection.run(migration_0003.TRIGGERS)


def _golden_history(connection: "Connection") -> None:
    connection.run(migration_0004.TABLES)
    connection.run(migration_0004.TRIGGERS)


def _review_day(connection: "Connection") -> None:
    connection.run(migration_0005.TABLES)
    connection.run(migration_0005.TRIGGERS)


def _collection(connection: "Connection") -> None:
    connection.run(migration_0006.TABLES)
    connection.run(migration_0006.TRIGGERS)


def _collection_alarms(connection: "Connection") -> None:
    connection.run(migration_0007.TABLES)
    connection.run(migration_0007.TRIGGERS)


def _tokens_as_they_are(connection: "Connection") -> None:
    """For a library without rows a new table; for others a new declaration, where both read their rows alike."""
    if connection.row(migration_0008.HOLDS_ROWS) is None:
        connection.run(migration_0008.MADE_ANEW)
        return
    if connection.row(migration_0008.ANY_READ_OTHERWISE, (migration_0008.GLOB,)) is not None:
        return
    connection.run(migration_0008.ALLOWED)
    connection.run(migration_0008.DECLARED_ANEW, (migration_0008.OLD, migration_0008.NEW))
    seen = int(connection.value(migration_0008.TOLD_TO_OTHERS))
    connection.run(f"{migration_0008.TOLD_TO_OTHERS} = {seen + 1}")
    connection.run(migration_0008.READ_AGAIN)


MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, _first_schema),
    Migration(2, _page_suggestions),
    Migration(3, _index_changes),
    Migration(4, _golden_history),
    Migration(5, _review_day),
    Migration(6, _collection),
    Migration(7, _collection_alarms),
    Migration(8, _tokens_as_they_are),
)


def newest(migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """The schema version that this program writes."""
    return migrations[-1].number


def version_of(connection: "Connection") -> int:
    return int(connection.value("PRAGMA user_version"))


def refuse_newer(connection: "Connection", path: str, migrations: Sequence[Migration]) -> None:
    """A file of a later program is left alone: this one does not know what it would break."""
    found, known = version_of(connection), newest(migrations)
    if found > known:
        raise LibraryTooNew("store.too_new", path=path, found=found, known=known)


def migrate(
    connection: "Connection", migrations: Sequence[Migration], before_each: Callable[[int], None] = lambda number: None
) -> None:
    """Bring the schema to the newest version, each step in its own transaction.

    `before_each(number)` is called before a step's transaction, for the backup. Another process may have done a step
    meanwhile: the version is read again under the write lock.
    """
    for step in migrations:
        if version_of(connection) >= step.number:
            continue
        before_each(step.number)
        _apply(connection, step)


def _apply(connection: "Connection", step: Migration) -> None:
    # A rebuilt parent table would delete its children with enforcement on, and the pragma is deaf inside a transaction.
    connection.run("PRAGMA foreign_keys = OFF")
    try:
        with connection.writing():
            if version_of(connection) >= step.number:
                return
            step.apply(connection)
            orphans = connection.rows("PRAGMA foreign_key_check")
            if orphans:
                raise RuntimeError(f"migration {step.number} leaves orphans: {orphans[:5]}")
            connection.run(f"PRAGMA user_version = {step.number}")
    finally:
        connection.run("PRAGMA foreign_keys = ON")
