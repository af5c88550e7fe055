"""Writes verified clauses with what hangs on them, and the seals that show later that nothing of it was changed."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from insurance_desktop.domain.conversion import Item, Reference
from insurance_desktop.domain.identity import normalised, text_sha256
from insurance_desktop.domain.indexed import IndexedClause, PreparedIndex
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump, dump_names, locator_as_list

from . import facts, seals
from .seals import Sealing

_NAMES = ("id", *seals.COLUMNS, "version_id", "space_id", "section_key", "title_key", "index_text", "priority")
_INSERT = f"INSERT INTO clauses ({', '.join(_NAMES)}) VALUES ({', '.join('?' * len(_NAMES))})"


class _Pointer(NamedTuple):
    """A printed pointer from the clause at a place to the first one of its target section, where there is one."""

    source: int
    reference: Reference
    target: int | None


def insert_all(connection: Connection, prepared: PreparedIndex, space_id: int) -> list[int]:
    """Writes a document's clauses with their items, tables and pointers, sealed; returns their rows."""
    document_id, entries = prepared.document_id, prepared.clauses
    first = int(connection.value("SELECT coalesce(max(id), 0) + 1 FROM clauses"))
    rows = list(range(first, first + len(entries)))
    connection.run_many(
        _INSERT,
        [
            (
                *(row, *_shown(document_id, entry), prepared.version_id, space_id),
                *(normalised(entry.clause.section_id), normalised(entry.clause.section_title), entry.index_text),
                entry.priority,
            )
            for row, entry in zip(rows, entries, strict=True)
        ],
    )
    _insert_parts(connection, rows, entries)
    pointers = tuple(_pointers(entries, prepared.references))
    _insert_references(connection, rows, pointers)
    seals.insert(connection, document_id, _sealed(document_id, entries, pointers))
    facts.insert(connection, dict(enumerate(rows)), prepared.facts)
    return rows


def seal(prepared: PreparedIndex) -> Sealing:
    """The seals that a document's clauses get when they are written: what the log says of them."""
    return _sealed(prepared.document_id, prepared.clauses, tuple(_pointers(prepared.clauses, prepared.references)))


def remove_document(connection: Connection, document_id: int) -> int:
    """Takes a document out of the index (items, tables, windows, words, vectors and seals go by trigger)."""
    connection.run("DELETE FROM clauses WHERE document_id = ?", (document_id,))
    return connection.changed


def _insert_parts(connection: Connection, rows: Sequence[int], entries: Sequence[IndexedClause]) -> None:
    numbered = [(row, entry.clause) for row, entry in zip(rows, entries, strict=True)]
    connection.run_many(
        "INSERT OR IGNORE INTO clause_categories (clause, category) VALUES (?, ?)",
        [(row, category) for row, clause in numbered for category in clause.category],
    )
    connection.run_many(
        "INSERT INTO items (clause, position, mark, text, boxes) VALUES (?, ?, ?, ?, ?)",
        [(row, position, *_item(item)) for row, clause in numbered for position, item in enumerate(clause.items)],
    )


def _item(item: Item) -> tuple[str, str, str]:
    return item.mark, item.text, dump(item.boxes)


def _shown(document_id: int, entry: IndexedClause) -> tuple[Any, ...]:
    """A clause as an answer shows it: the values of `seals.COLUMNS`."""
    clause = entry.clause
    return (
        entry.clause_id,
        document_id,
        clause.chunk_index,
        clause.section_id,
        clause.section_title,
        dump_names(clause.breadcrumb),
        clause.level,
        clause.parent_section,
        clause.page_number,
        clause.page_to,
        clause.text,
        text_sha256(clause.text),
        dump_names(clause.category),
        dump_names(clause.entity_role),
        dump_names(clause.keywords),
        dump(clause.emphasis),
        dump(clause.boxes),
        int(clause.is_table),
        None if clause.table_data is None else dump(clause.table_data),
        entry.chunk_type,
        None if clause.locator is None else dump(locator_as_list(clause.locator)),
    )


def _pointers(entries: Sequence[IndexedClause], references: Sequence[Reference]) -> Iterator[_Pointer]:
    """The pointers between these clauses, each from the first clause of its section."""
    firsts: dict[str, int] = {}
    for place, entry in enumerate(entries):
        firsts.setdefault(normalised(entry.clause.section_id), place)
    for reference in references:
        source = firsts.get(normalised(reference.source))
        if source is not None:
            target = None if reference.target is None else firsts.get(normalised(reference.target))
            yield _Pointer(source, reference, target)


def _insert_references(connection: Connection, rows: Sequence[int], pointers: Sequence[_Pointer]) -> None:
    connection.run_many(
        """
        INSERT INTO clause_references (clause, kind, anchor, target_section, target_text, target_clause)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
            (
                *(rows[source], reference.kind, reference.anchor, reference.target),
                *(None if reference.resolved else reference.anchor, None if target is None else rows[target]),
            )
            for source, reference, target in pointers
        ],
    )


def _sealed(document_id: int, entries: Sequence[IndexedClause], pointers: Sequence[_Pointer]) -> Sealing:
    told: dict[int, list[seals.Pointer]] = {}
    for source, reference, target in pointers:
        named = None if target is None else entries[target].clause_id
        told.setdefault(source, []).append((reference.kind, reference.anchor, reference.target, named))
    return seals.seal(
        [
            (
                _shown(document_id, entry),
                seals.hash_of(map(_item, entry.clause.items)),
                seals.hash_of(told.get(place, ())),
            )
            for place, entry in enumerate(entries)
        ]
    )
