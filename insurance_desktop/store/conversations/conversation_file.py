"""Opens the file of conversations: made where there is none, made anew where it is not one or is damaged."""

from pathlib import Path

from insurance_desktop.domain.errors import LibraryDamaged, NotALibrary
from insurance_desktop.store.database import Connection, Database, connect_unfinished
from insurance_desktop.store.faults import as_refusal
from insurance_desktop.unfinished import discard, place_beside, publish, sweep

APPLICATION_ID = 0x42584456
"""`BXDV`: at byte 68 of the file, so that no other program's file is taken for one, nor a library."""

SCHEMA = 1
"""A file of another one is thrown away: what it holds lasts a day."""

_SQL = """
CREATE TABLE session (
    session_id TEXT PRIMARY KEY,
    last_at REAL NOT NULL,
    summary TEXT NOT NULL,
    active_clauses TEXT NOT NULL,
    topics TEXT NOT NULL,
    entities TEXT NOT NULL
) STRICT;
CREATE INDEX session_age ON session (last_at);
CREATE TABLE turn (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    at TEXT NOT NULL,
    input_mode TEXT NOT NULL,
    enhanced_query TEXT,
    cited TEXT NOT NULL,
    entities TEXT NOT NULL,
    UNIQUE (session_id, turn_id)
) STRICT;
CREATE TABLE often (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
"""


def open_conversations(path: Path) -> tuple[Database, bool]:
    """The file, and whether another one in its place was thrown away. LibraryError where no file can be had."""
    path = path.expanduser().absolute()
    try:
        return _opened(path), False
    except (LibraryDamaged, NotALibrary):
        discard(path)
    return _opened(path), True


def _opened(path: Path) -> Database:
    if not path.exists():
        _make(path)
    database = Database(path)
    try:
        _agree(database.connection(), path)
    except BaseException:
        database.close()
        raise
    return database


def _agree(connection: Connection, path: Path) -> None:
    """NotALibrary where this is no file of conversations, LibraryDamaged where it cannot be read."""
    marks = connection.value("PRAGMA application_id"), connection.value("PRAGMA user_version")
    if marks != (APPLICATION_ID, SCHEMA):
        raise NotALibrary("store.foreign_file", path=str(path))
    if connection.value("PRAGMA quick_check(1)") != "ok":
        raise LibraryDamaged("store.damaged", path=str(path))


def _make(path: Path) -> None:
    """The whole file beside its name first: of several processes that make it at once, one gives it the name."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        unfinished = place_beside(path, "creating")
        try:
            connection = connect_unfinished(unfinished, path)
            try:
                connection.run(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA}")
                connection.run(_SQL)
            finally:
                connection.close()
            unfinished.chmod(0o600)
            publish(unfinished, path)
        finally:
            discard(unfinished)
    except OSError as error:
        raise as_refusal(error, path) from error
