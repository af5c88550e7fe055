"""What SQLite and the file say about themselves: versions, faults, contents, name, and whether anything changed."""

from dataclasses import dataclass

from . import schema_checking
from .database import Connection
from .versions import decisions


@dataclass(frozen=True, slots=True)
class Engine:
    """The versions of SQLite and of sqlite-vec; FTS5 is there, or there is no engine."""

    sqlite: str
    vec: str


@dataclass(frozen=True, slots=True)
class Contents:
    documents: int
    verified: int
    clauses: int


def engine(connection: Connection) -> Engine:
    """Tries both extensions with tables of their own kind (in `temp`, so that no file is touched)."""
    connection.run("CREATE VIRTUAL TABLE temp.words USING fts5 (text)")
    connection.run("CREATE VIRTUAL TABLE temp.vectors USING vec0 (embedding FLOAT[2])")
    return Engine(connection.value("SELECT sqlite_version()"), connection.value("SELECT vec_version()"))


def contents(connection: Connection) -> Contents:
    row = connection.row(
        "SELECT (SELECT COUNT(*) FROM documents), (SELECT COUNT(*) FROM documents WHERE review_status = 'VERIFIED'),"
        " (SELECT COUNT(*) FROM clauses)"
    )
    return Contents(*row) if row else Contents(0, 0, 0)


def faults(connection: Connection, limit: int = 5) -> tuple[str, ...]:
    """What is broken in the file, in SQLite's words; empty where it is whole."""
    reports = [str(row[0]) for row in connection.rows(f"PRAGMA integrity_check({limit})")]
    orphans = [
        f"{table} {rowid} -> {parent}" for table, rowid, parent, _ in connection.rows("PRAGMA foreign_key_check")
    ]
    declared = [f"schema: {name}" for name in schema_checking.altered(connection)]
    return tuple(report for report in [*reports, *orphans[:limit], *declared[:limit]] if report != "ok")


def is_whole(connection: Connection) -> bool:
    """Whether nothing is wrong at a quick look: the pages, the kind of value in each column, the schema."""
    return connection.rows("PRAGMA quick_check(1)") == [("ok",)] and not schema_checking.altered(connection)


def numbers(connection: Connection) -> tuple[int, ...]:
    """Counts and last ids of documents by state, of works, versions, decisions and assignments."""
    row = connection.row(
        "SELECT COUNT(*), IFNULL(MAX(id), 0), IFNULL(SUM(version_id), 0), IFNULL(SUM(work_id), 0), "
        "IFNULL(SUM(conversion_status = 'QUEUED'), 0), IFNULL(SUM(conversion_status = 'FAILED'), 0), "
        "IFNULL(SUM(review_status = 'VERIFIED'), 0), "
        "(SELECT IFNULL(MAX(id), 0) FROM decisions), (SELECT IFNULL(MAX(id), 0) FROM works), "
        "(SELECT IFNULL(MAX(id), 0) FROM versions), (SELECT IFNULL(MAX(id), 0) FROM assignments) FROM documents"
    )
    return () if row is None else tuple(int(each) for each in row)


@dataclass(frozen=True, slots=True)
class Times:
    """ISO 8601, UTC; None = never."""

    imported: str | None
    verified: str | None


def times(connection: Connection, pack: str) -> Times:
    """Of one pack's documents: the last decision counts that is still what was written."""
    imported = connection.value("SELECT max(imported_at) FROM documents WHERE pack = ?", (pack,))
    latest = connection.rows(
        """
        SELECT d.id FROM documents AS d JOIN decisions AS s ON s.id = d.decision_id
        WHERE d.pack = ? AND d.review_status = 'VERIFIED' ORDER BY s.at DESC
        """,
        (pack,),
    )
    approvals = (decisions.approval(connection, document_id) for (document_id,) in latest)
    verified = next((each.at for each in approvals if each is not None), None)
    return Times(imported, verified)


def library_id(connection: Connection) -> str:
    """16 hex digits, drawn when the library was made."""
    return str(connection.value("SELECT value FROM meta WHERE key = 'library_id'"))
