"""The one SQLite file: the only module that knows the driver.

Writers take `BEGIN IMMEDIATE`, readers a snapshot; each thread has its own connection; the driver's errors become the
sentences of `domain.errors`. `opening` opens it.
"""

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import apsw

from insurance_desktop.domain.errors import LibraryError, LibraryReadOnly, UsageError
from insurance_desktop.packs.wording import say
from insurance_desktop.unfinished import discard, place_beside, publish, sweep

from . import blobs, known_weights
from .faults import UNREADABLE, RuleBroken, as_fault, as_refusal, damaged, is_of_a_row
from .file_identity import refuse_long_path

__all__ = ["Connection", "Database", "RuleBroken"]

BUSY_MILLISECONDS = 10_000
"""How long a writer waits for another process's transaction before it says that the library is busy."""

_CACHE_KILOBYTES = 8192
"""Pages kept a connection: with SQLite's own 2 MB the clauses that one question reads push out what the keyword index
needs for the next one, 1 ms of each search over 100,000 clauses."""

_LARGEST_INTEGER = 2**63 - 1

Bindings = Sequence[Any] | dict[str, Any]
Row = tuple[Any, ...]
Kept = TypeVar("Kept")


def _storable(value: Any) -> Any:
    """The value, an integer that SQLite cannot hold as a real number."""
    if not isinstance(value, int) or -_LARGEST_INTEGER <= value <= _LARGEST_INTEGER:
        return value
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


class Connection:
    """One thread's connection: SQL in, plain tuples out, the driver's errors translated."""

    def __init__(self, path: Path, driver: apsw.Connection) -> None:
        self._path = path
        self._driver = driver
        self._depth = 0
        self._reading = False
        self._scores = False
        self._kept: dict[Any, Any] = {}
        self._kept_at = (0, 0)
        self._withheld: set[str] = set()

    def rows(self, sql: str, bindings: Bindings = ()) -> list[Row]:
        try:
            return self._driver.execute(sql, bindings or None).fetchall()
        except OverflowError:
            return self._compared(sql, bindings)
        except UnicodeDecodeError as error:
            raise damaged(self._path) from error
        except apsw.Error as error:
            raise as_fault(error, self._path) from error

    def _compared(self, sql: str, bindings: Bindings) -> list[Row]:
        """The rows of a statement that is given a larger integer than SQLite stores: it is compared as SQLite itself
        reads such a number, as a real one that no row has. UsageError where it would have to be stored."""
        if not sql.lstrip().upper().startswith(("SELECT", "WITH")):
            raise UsageError("store.number_too_large", most=_LARGEST_INTEGER)
        if isinstance(bindings, dict):
            return self.rows(sql, {name: _storable(value) for name, value in bindings.items()})
        return self.rows(sql, [_storable(value) for value in bindings])

    def row(self, sql: str, bindings: Bindings = ()) -> Row | None:
        found = self.rows(sql, bindings)
        return found[0] if found else None

    def value(self, sql: str, bindings: Bindings = ()) -> Any:
        found = self.row(sql, bindings)
        return found[0] if found else None

    def run(self, sql: str, bindings: Bindings = ()) -> None:
        self.rows(sql, bindings)

    def run_many(self, sql: str, many: Iterable[Bindings]) -> None:
        try:
            self._driver.executemany(sql, many).fetchall()
        except OverflowError as error:
            raise UsageError("store.number_too_large", most=_LARGEST_INTEGER) from error
        except apsw.Error as error:
            raise as_fault(error, self._path) from error

    @contextmanager
    def page_cache(self, kibibytes: int) -> Iterator[None]:
        """More room for pages meanwhile: what a transaction changes again and again is then written once."""
        before = self.value("PRAGMA cache_size")
        self.run(f"PRAGMA cache_size = -{kibibytes:d}")
        try:
            yield
        finally:
            self.run(f"PRAGMA cache_size = {before:d}")

    def put_bytes(self, table: str, column: str, row: int, place: int, content: bytes) -> None:
        """Overwrite a stretch of a stored blob, which keeps its size."""
        try:
            with self._driver.blob_open("main", table, column, row, True) as blob:
                blob.seek(place)
                blob.write(content)
        except (apsw.Error, ValueError) as error:
            raise as_fault(error, self._path) if isinstance(error, apsw.Error) else RuleBroken(str(error)) from error

    def read_bytes(self, table: str, column: str, rows: Iterable[int]) -> Iterator[memoryview]:
        try:
            yield from blobs.read_each(self._driver, table, column, rows)
        except apsw.Error as error:
            raise as_fault(error, self._path) from error

    def with_known_weights(self) -> "Connection":
        """This connection, with the FTS5 function of `known_weights`: what a damaged file has no place for."""
        if not self._scores:
            try:
                self._driver.register_fts5_function(known_weights.NAME, known_weights.bm25_known)
            except apsw.Error as error:
                raise as_fault(error, self._path) from error
            self._scores = True
        return self

    @property
    def last_id(self) -> int:
        return self._driver.last_insert_rowid()

    @property
    def changed(self) -> int:
        """Rows that the last statement changed, without those of its triggers."""
        return self._driver.changes()

    @property
    def in_transaction(self) -> bool:
        try:
            return self._driver.in_transaction
        except apsw.ConnectionClosedError:  # closed by another thread: what was open is rolled back
            return False

    @property
    def state(self) -> tuple[int, int]:
        """Another one as soon as this connection sees other content, whoever changed it."""
        try:
            return self._driver.data_version(), self._driver.total_changes()
        except apsw.Error as error:
            raise as_fault(error, self._path) from error

    def kept(self, kind: Callable[["Connection"], Kept]) -> Kept:
        """The one of this kind that was made since the content last changed."""
        if self._kept_at != (now := self.state):
            self._kept, self._kept_at = {}, now
        if kind not in self._kept:
            self._kept[kind] = kind(self)
        found: Kept = self._kept[kind]
        return found

    def withhold(self, clause_id: str) -> bool:
        """Notes a clause that may not be shown; False, so that it can stand at the end of a condition."""
        self._withheld.add(clause_id)
        return False

    @contextmanager
    def withholding(self) -> Iterator[set[str]]:
        """The ids of the clauses that are withheld meanwhile."""
        before, self._withheld = self._withheld, set()
        try:
            yield self._withheld
        finally:
            before |= self._withheld  # what is withheld inside is withheld outside, too
            self._withheld = before

    def copy_into(self, unfinished: Path, target: Path) -> None:
        """Write the whole library, as of now, into the new file `unfinished`; a fault speaks of `target`."""
        try:
            guard, self._driver.authorizer = self._driver.authorizer, None
            reads_only = self._driver.pragma("query_only")
            self._driver.pragma("query_only", False)  # else SQLite takes the copy for a write to the original
            try:
                self._driver.execute("VACUUM INTO ?", (str(unfinished),)).fetchall()
            finally:
                self._driver.pragma("query_only", reads_only)
                self._driver.authorizer = guard
        except apsw.Error as error:
            raise as_fault(error, target) from error

    @contextmanager
    def writing(self) -> Iterator["Connection"]:
        """The write lock from the start, all or nothing; inside another one, a savepoint."""
        if self._reading:
            raise RuntimeError("a snapshot cannot turn into a write: leave read() first")
        name = f"step_{self._depth}"
        nested = self.in_transaction
        self.run(f"SAVEPOINT {name}" if nested else "BEGIN IMMEDIATE")
        self._depth += 1
        try:
            with self._telling_damage():
                yield self
            self.run(f"RELEASE {name}" if nested else "COMMIT")
        except BaseException:
            # A full disk makes SQLite itself roll back: then there is nothing left to undo.
            if self.in_transaction:
                self.run(f"ROLLBACK TO {name}; RELEASE {name}" if nested else "ROLLBACK")
            raise
        finally:
            self._depth -= 1

    @contextmanager
    def reading(self) -> Iterator["Connection"]:
        """One consistent snapshot; inside a transaction, that transaction's own view."""
        if self.in_transaction:
            yield self
            return
        self.run("BEGIN")
        self._reading = True
        try:
            with self._telling_damage():
                yield self
        finally:
            self._reading = False
            if self.in_transaction:
                self.run("ROLLBACK")  # there is nothing to keep, and COMMIT fails once a row could not be read

    @contextmanager
    def _telling_damage(self) -> Iterator[None]:
        """One fault for all that comes of rows which cannot be read any more."""
        try:
            yield
        except UNREADABLE as error:
            if is_of_a_row(error):
                raise damaged(self._path) from error
            raise

    def close(self) -> None:
        self._driver.close()


class Database:
    """A library file, open. Give it to any thread; each gets its own connection.

    Connections outlive their threads and end with `close`: one that dies while Qt ends its thread calls back into an
    interpreter that has no state for that thread any more, and takes the program with it. A later thread with the same
    ident takes the connection over.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._open: dict[int, Connection] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._immutable = False

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """`BEGIN IMMEDIATE … COMMIT`, rolled back on any exception. Nested: a savepoint."""
        if self.read_only:
            raise LibraryReadOnly("store.opened_read_only", path=str(self.path))
        with self.connection().writing() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self.connection().reading() as connection:
            yield connection

    def copy_to(self, target: Path) -> bool:
        """Write a complete, closed copy to `target`. False = that name is taken; nothing is ever overwritten."""
        refuse_long_path(target)
        sweep(target.parent)
        unfinished = place_beside(target, "copying")
        try:
            self.connection().copy_into(unfinished, target)
            return publish(unfinished, target)
        except OSError as error:
            raise as_refusal(error, target) from error
        finally:
            discard(unfinished)

    def close(self) -> None:
        """Close every thread's connection; the last one of all processes folds the log into the file."""
        with self._lock:
            self._closed = True
            for connection in self._open.values():
                connection.close()
            self._open.clear()

    def connection(self) -> Connection:
        """The asking thread's own, outside any transaction."""
        if self._closed:
            raise LibraryError("store.closed", path=str(self.path))
        thread = threading.get_ident()
        connection = self._open.get(thread)
        if connection is None:
            with self._lock:
                connection = self._open[thread] = self._connect()
        return connection

    def _connect(self) -> Connection:
        if not self.read_only:
            return _connect_writer(self.path)
        if not self._immutable:
            try:
                return _connect_reader(self.path)
            except LibraryReadOnly:
                _refuse_unwritten_log(self.path)
            self._immutable = True
            if sys.stderr is not None:
                sys.stderr.write(say("store.opened_immutable", path=str(self.path)) + "\n")
        return _connect_immutable(self.path)


def connect_unfinished(unfinished: Path, path: Path) -> Connection:
    """A connection to a new file that will be `path` when it is whole."""
    return _connect(path, str(unfinished), apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)


def _connect_writer(path: Path) -> Connection:
    connection = _connect(path, str(path), apsw.SQLITE_OPEN_READWRITE)
    try:
        if connection._driver.readonly("main"):
            raise LibraryReadOnly("store.file_not_writable", path=str(path), folder=str(path.parent))
        connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_reader(path: Path) -> Connection:
    return _readable(_connect(path, str(path), apsw.SQLITE_OPEN_READONLY))


def _connect_immutable(path: Path) -> Connection:
    """For a folder that cannot be written: SQLite then keeps no log, so nobody may write meanwhile."""
    uri = _as_uri(path) + "?immutable=1"
    return _readable(_connect(path, uri, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI))


def _refuse_unwritten_log(path: Path) -> None:
    """An immutable file is read without its log: what is only there would be missing in silence."""
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise LibraryReadOnly("store.unclean_and_not_writable", path=str(path), folder=str(path.parent))


READS = frozenset(
    {apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_RECURSIVE, apsw.SQLITE_TRANSACTION, apsw.SQLITE_SAVEPOINT}
)
"""What a reader's statements may do. All else is refused when the statement is prepared, before it can do anything."""
TELLING_PRAGMAS = frozenset(
    {"application_id", "data_version", "freelist_count", "journal_mode", "page_count", "page_size", "query_only"}
    | {"schema_version", "user_version"}
)
"""Pragmas that tell something, as long as they are given nothing."""
ASKING_PRAGMAS = frozenset(
    {"foreign_key_check", "index_info", "index_list", "integrity_check", "quick_check", "table_info", "table_xinfo"}
)
"""Pragmas that are given a table or a limit, and only tell of it."""
ACTING_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer", "writefile", "edit"})


def _may_read(operation: int, first: str | None, second: str | None, _schema: str | None, _inside: str | None) -> int:
    """The authorizer of a reader; `first` and `second` are what the operation concerns."""
    if operation in READS:
        allowed = True
    elif operation == apsw.SQLITE_PRAGMA:
        allowed = first in ASKING_PRAGMAS or (first in TELLING_PRAGMAS and second is None)
    else:
        allowed = operation == apsw.SQLITE_FUNCTION and second not in ACTING_FUNCTIONS
    return apsw.SQLITE_OK if allowed else apsw.SQLITE_DENY


def _readable(connection: Connection) -> Connection:
    """A connection that cannot write by three rules of SQLite's own: the file's mode, `query_only`, the authorizer."""
    try:
        connection.run("PRAGMA query_only = ON")
        connection._driver.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        connection._driver.authorizer = _may_read
        connection.rows("SELECT count(*) FROM sqlite_schema")  # the first read is what needs the -shm file
    except BaseException:
        connection.close()
        raise
    return connection


def _as_uri(path: Path) -> str:
    uri = path.as_uri()
    # A share (`file://server/…`) has its authority in the path: SQLite knows no other host.
    return uri if uri.startswith("file:///") else "file:////" + uri.removeprefix("file://")


def _connect(path: Path, name: str, flags: int) -> Connection:
    try:
        driver = apsw.Connection(name, flags=flags)
        driver.set_busy_timeout(BUSY_MILLISECONDS)
        driver.enable_load_extension(True)
        driver.load_extension(_vector_extension())
        driver.enable_load_extension(False)
        driver.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
        driver.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
        driver.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON").fetchall()
        driver.execute(f"PRAGMA cache_size = {-_CACHE_KILOBYTES}").fetchall()
    except apsw.Error as error:
        raise as_fault(error, path) from error
    return Connection(path, driver)


@cache
def _vector_extension() -> str:
    """Where vec0 lies. Its package knows too, but takes numpy along to say so: half of the time to open a library."""
    package = find_spec("sqlite_vec")
    if package is None or package.origin is None:
        raise LibraryError("store.no_vectors")
    return str(Path(package.origin).with_name("vec0"))
