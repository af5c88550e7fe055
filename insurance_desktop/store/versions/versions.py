"""Versions of a document's text: what the converter made or a person edited, never changed afterwards."""

from typing import Any

from insurance_desktop.domain.conversion import Coverage, Reference, SourceSpan, Table
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.hash_tree import leaf_of
from insurance_desktop.store.database import Connection
from insurance_desktop.store.faults import UNREADABLE
from insurance_desktop.store.json_forms import (
    dump,
    dump_source_map,
    load_coverage,
    load_references,
    load_source_map,
    load_tables,
)

from . import decisions

CONVERTED = "converted"
EDITED = "edited"

_COLUMNS = (
    "id, document_id, number, markdown, tables_json, source_map, coverage, references_json, origin, author, converter, "
    "reason, based_on, created_at"
)


@entity
class ServedText:
    """The part of a version that an answer can quote."""

    markdown: str
    tables: tuple[Table, ...]


@entity
class StoredVersion:
    """One text of a document; `origin` is converted or edited. `version_id` 0 = not stored yet."""

    version_id: int
    document_id: int
    number: int
    markdown: str
    tables: tuple[Table, ...]
    source_map: tuple[SourceSpan, ...]
    coverage: Coverage
    references: tuple[Reference, ...]
    origin: str
    author: str
    converter: str
    reason: str = ""
    based_on: int | None = None
    created_at: str = ""


@entity
class VersionRow:
    """A version without its text."""

    version_id: int
    number: int
    origin: str
    author: str
    reason: str
    converter: str
    based_on: int | None
    created_at: str


def add(connection: Connection, version: StoredVersion) -> int:
    """Store a version under the next number of its document (`number` is not read)."""
    connection.run(
        "INSERT INTO versions (document_id, number, markdown, tables_json, source_map, coverage, references_json, "
        "origin, author, reason, converter, based_on, created_at) VALUES "
        "(?1, 1 + (SELECT IFNULL(max(number), 0) FROM versions WHERE document_id = ?1), "
        "?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        (
            version.document_id,
            version.markdown,
            dump(version.tables),
            dump_source_map(version.source_map),
            dump(version.coverage),
            dump(version.references),
            version.origin,
            version.author,
            version.reason,
            version.converter,
            version.based_on,
            version.created_at,
        ),
    )
    return connection.last_id


def get(connection: Connection, version_id: int) -> StoredVersion | None:
    row = connection.row(f"SELECT {_COLUMNS} FROM versions WHERE id = ?", (version_id,))
    return _version(row) if row else None


def hash_of(connection: Connection, version_id: int) -> str:
    """The hash of a version as it is stored, with its ledger: also of what no decision's own hash covers, such as the
    source map, the coverage and the pointers."""
    texts = ("markdown", "tables_json", "source_map", "coverage", "references_json", "origin", "author", "converter")
    stored = ", ".join(f"CAST({name} AS BLOB)" for name in (*texts, "reason", "created_at"))
    rows = connection.rows(f"SELECT document_id, number, based_on, {stored} FROM versions WHERE id = ?", (version_id,))
    pages = connection.rows(
        "SELECT page, places, boxes FROM ledger_pages WHERE version_id = ? ORDER BY page", (version_id,)
    )
    return leaf_of(part for row in (*rows, *pages) for part in row).hex()


def is_whole(connection: Connection, version_id: int) -> bool:
    """Whether all of a version can be read and is what was sealed with the decision on it, if it was."""
    try:
        sealed = decisions.sealed_version(connection, version_id)
        return get(connection, version_id) is not None and sealed in (None, hash_of(connection, version_id))
    except (LibraryDamaged, *UNREADABLE):
        return False


def served_text(connection: Connection, version_id: int) -> ServedText | None:
    """What a decision's hash covers of a version, without its source map, which is most of a row."""
    row = connection.row("SELECT markdown, tables_json FROM versions WHERE id = ?", (version_id,))
    return ServedText(row[0], load_tables(row[1])) if row else None


def markdown_of(connection: Connection, version_id: int) -> str | None:
    """The Markdown of a version alone."""
    found = connection.value("SELECT markdown FROM versions WHERE id = ?", (version_id,))
    return None if found is None else str(found)


def listed(connection: Connection, document_id: int) -> tuple[VersionRow, ...]:
    """The versions of a document, the oldest first."""
    rows = connection.rows(
        "SELECT id, number, origin, author, reason, converter, based_on, created_at FROM versions "
        "WHERE document_id = ? ORDER BY number",
        (document_id,),
    )
    return tuple(VersionRow(*row) for row in rows)


def ids_of(connection: Connection, document_id: int) -> frozenset[int]:
    return frozenset(row[0] for row in connection.rows("SELECT id FROM versions WHERE document_id = ?", (document_id,)))


def number_of(connection: Connection, version_id: int) -> int:
    """The number of a version that is there."""
    return int(connection.value("SELECT number FROM versions WHERE id = ?", (version_id,)))


def converted(connection: Connection, document_id: int) -> StoredVersion | None:
    """The converter's last word: what an edit is measured against, however many edits lie between."""
    row = connection.row(
        f"SELECT {_COLUMNS} FROM versions WHERE document_id = ? AND origin = 'converted' ORDER BY number DESC LIMIT 1",
        (document_id,),
    )
    return _version(row) if row else None


def _version(row: tuple[Any, ...]) -> StoredVersion:
    (version_id, document_id, number, markdown, tables, source_map, coverage, references,
     origin, author, converter, reason, based_on, created_at) = row  # fmt: skip
    return StoredVersion(
        version_id=version_id,
        document_id=document_id,
        number=number,
        markdown=markdown,
        tables=load_tables(tables),
        source_map=load_source_map(source_map),
        coverage=load_coverage(coverage),
        references=load_references(references),
        origin=origin,
        author=author,
        converter=converter,
        reason=reason,
        based_on=based_on,
        created_at=created_at,
    )
