"""Whether the file's tables, columns and rules are still those that the migrations make.

SQLite takes a name that a damaged file has for its word, and says of the right one that there is no such thing.
"""

from contextlib import closing
from pathlib import Path

from .clauses import index_spaces
from .database import Connection, connect_unfinished
from .migrations import MIGRATIONS, migrate, version_of

_IN_MEMORY = Path(":memory:")


def altered(connection: Connection) -> tuple[str, ...]:
    """The names of what is no longer as it was made; none where another program's version made it. What SQLite's
    extensions make for themselves is theirs."""
    version = version_of(connection)
    if version not in {each.number for each in MIGRATIONS}:
        return ()
    with closing(connect_unfinished(_IN_MEMORY, _IN_MEMORY)) as sound:
        migrate(sound, tuple(each for each in MIGRATIONS if each.number <= version))
        found = set(_declared(connection))
        changed = {name for name, *_ in set(_declared(sound)) - found}
        if not changed:  # the table of the spaces is sound
            for (pack,) in connection.rows("SELECT pack FROM index_spaces"):
                stored = index_spaces.space_of(connection, pack)
                if stored is not None:
                    index_spaces.make_tables(sound, stored.space_id, stored.space)
            theirs = {name for (name,) in sound.rows("SELECT name FROM pragma_table_list WHERE type = 'shadow'")}
            changed = {name for name, table, *_ in set(_declared(sound)) - found if table not in theirs}
    return tuple(sorted(changed))


def _declared(connection: Connection) -> list[tuple[str, str, str, str | None]]:
    return connection.rows("SELECT name, tbl_name, type, sql FROM sqlite_schema")
