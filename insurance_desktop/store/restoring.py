"""Puts rows back that the schema keeps as they are: as another file has them, its guards lifted inside the caller's
transaction."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .database import Connection


def put_back(
    connection: Connection, source: Connection, table: str, key: object, *, by: str = "id", columns: Sequence[str] = ()
) -> None:
    """The row with this key as `source` has it; of a row that is there only `columns`, where they are named."""
    names = columns or [row[1] for row in source.rows(f"PRAGMA table_info({table})")]
    values = source.row(f"SELECT {', '.join(names)} FROM {table} WHERE {by} = ?", (key,))
    if values is None:
        return
    changes = ", ".join(f"{name} = ?{place}" for place, name in enumerate(names, 1))
    with unguarded(connection, table):
        if columns:
            connection.run(f"UPDATE {table} SET {changes} WHERE {by} = ?{len(names) + 1}", (*values, key))
        else:
            row = f"({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
            connection.run(f"INSERT INTO {table} {row} ON CONFLICT ({by}) DO UPDATE SET {changes}", values)


@contextmanager
def unguarded(connection: Connection, table: str) -> Iterator[None]:
    """Without the triggers of a table: where something fails, the transaction brings them back."""
    guards = connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", (table,))
    for name, _ in guards:
        connection.run(f"DROP TRIGGER {name}")
    yield
    for _, guard in guards:
        connection.run(guard)
