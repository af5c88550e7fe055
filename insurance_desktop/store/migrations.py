"""The schema's history: an append-only list. A released migration is never edited; a change of mind is the next one."""

from collections.abc import Callable, Sequence

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryTooNew, LibraryTooOld

from . import schema
from .database import Connection
from .schema import answer_runs, assignments, facts, practising, seals


@entity
class Migration:
    """One step of the schema; `number` is the `user_version` that it leads to, counted on from the first."""

    number: int
    apply: Callable[[Connection], None]


def _first_release(connection: Connection) -> None:
    connection.run(schema.SQL)


def _places_of_findings(connection: Connection) -> None:
    """One finding may have many places: what has one cause is decided once."""
    connection.run("ALTER TABLE findings ADD COLUMN others TEXT NOT NULL DEFAULT '[]'")


def _seals(connection: Connection) -> None:
    """What was indexed or drawn before has none until it is indexed or drawn again."""
    connection.run(seals.SQL)
    connection.run("ALTER TABLE page_pictures ADD COLUMN hash BLOB")


def _facts(connection: Connection) -> None:
    """No program wrote a fact before; documents that were indexed before get theirs with the next `index`."""
    connection.run(facts.SQL)


def _without_copies(connection: Connection) -> None:
    """What was written beside versions and clauses a second time, and read by nothing: a copy that nothing checks."""
    for table in ("cells", "tables", "blocks"):
        connection.run(f"DROP TABLE {table}")


def _assignments(connection: Connection) -> None:
    """Nobody was asked by the file to review anything before."""
    connection.run(assignments.SQL)


def _practising(connection: Connection) -> None:
    """Nobody practised exam questions before."""
    connection.run(practising.SQL)


def _answer_runs(connection: Connection) -> None:
    """Evaluations of answers were told and not kept before."""
    connection.run(answer_runs.SQL)


MIGRATIONS: tuple[Migration, ...] = (
    Migration(9, _first_release),
    Migration(10, _places_of_findings),
    Migration(11, _seals),
    Migration(12, _facts),
    Migration(13, _without_copies),
    Migration(14, _assignments),
    Migration(15, _practising),
    Migration(16, _answer_runs),
)
"""Versions 1 to 8 were steps of development: no release wrote them, and none reads them."""


def newest(migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """The schema version that this program writes."""
    return migrations[-1].number


def version_of(connection: Connection) -> int:
    return int(connection.value("PRAGMA user_version"))


def refuse_unknown(connection: Connection, path: str, migrations: Sequence[Migration]) -> None:
    """A file of a later program, or of one before the first release, is left alone: who knows what would break."""
    found, first, known = version_of(connection), migrations[0].number, newest(migrations)
    if found > known:
        raise LibraryTooNew("store.too_new", path=path, found=found, known=known)
    if 0 < found < first:
        raise LibraryTooOld("store.before_first_release", path=path, found=found, first=first)


def migrate(
    connection: Connection, migrations: Sequence[Migration], before_each: Callable[[int], None] = lambda number: None
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


def _apply(connection: Connection, step: Migration) -> None:
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
