"""A library as an earlier release would have written it: the file of this one, its schema taken back."""

import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection
from insurance_desktop.store.migrations import MIGRATIONS, Migration, newest
from insurance_desktop.store.opening import open_database

Parts = dict[tuple[str, str], "Part"]


@entity
class Part:
    """A table, index, view or trigger of a schema; `table` is the one that it belongs to."""

    table: str
    sql: str


def take_back(path: Path, migrations: Sequence[Migration]) -> None:
    """Gives a library the schema that these migrations lead to. What is the same in both stays as it is; a table that
    was another keeps the rows that it can hold: those without what it asks for and this release does not have are left
    out."""
    older, newer = _parts(migrations), _parts(MIGRATIONS)
    with closing(open_database(path, create=False)) as database:
        connection = database.connection()
        connection.run("PRAGMA foreign_keys = OFF")
        connection.run("PRAGMA legacy_alter_table = ON")  # what refers to a table goes on meaning the one of its name
        with connection.writing():
            _exchange(connection, older, newer)
            connection.run(f"PRAGMA user_version = {newest(migrations)}")


def _parts(migrations: Sequence[Migration]) -> Parts:
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_database(Path(folder) / "library.db", migrations=migrations)) as database,
    ):
        rows = database.connection().rows("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {(kind, name): Part(table, sql) for kind, name, table, sql in rows}


def _exchange(connection: Connection, older: Parts, newer: Parts) -> None:
    other = {key for key in (*older, *newer) if older.get(key) != newer.get(key)}
    tables = {name for kind, name in other if kind == "table"}
    # with a table goes what belongs to it
    other |= {key for parts in (older, newer) for key, part in parts.items() if part.table in tables}
    for kind, name in sorted(other & set(newer)):
        if kind != "table":
            connection.run(f"DROP {kind} IF EXISTS {name}")
    for name in sorted(tables):
        before = older.get(("table", name))
        if before is None:
            connection.run(f"DROP TABLE {name}")
        elif ("table", name) not in newer:
            connection.run(before.sql)
        else:
            _rebuild(connection, name, before.sql)
    for kind, name in sorted(other & set(older)):
        if kind != "table":
            connection.run(older[kind, name].sql)


def _rebuild(connection: Connection, name: str, sql: str) -> None:
    connection.run(f"ALTER TABLE {name} RENAME TO {name}_newer")
    connection.run(sql)
    here = {row[1] for row in connection.rows(f"PRAGMA table_info({name}_newer)")}
    columns = [(row[1], row[3] and row[4] is None) for row in connection.rows(f"PRAGMA table_info({name})")]
    if all(column in here for column, is_asked_for in columns if is_asked_for):
        common = ", ".join(column for column, _ in columns if column in here)
        connection.run(f"INSERT INTO {name} ({common}) SELECT {common} FROM {name}_newer")
    connection.run(f"DROP TABLE {name}_newer")
