"""The tables `clauses`, `clause_categories`, `items`, `tables`, `cells` and `clause_references`: verified text alone.

The schema's triggers refuse a clause whose version is not verified and take clauses away with their verification.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from insurance_desktop.domain.conversion import Item, Reference, Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised, text_sha256
from insurance_desktop.domain.indexed import IndexedClause
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump, dump_names, load_boxes, table_from

CATALOGUED_COLUMNS = """
    c.id, c.clause_id, c.document_id, c.chunk_index, c.section_id, c.section_title, c.breadcrumb, c.level,
    c.parent_section, c.page_number, c.page_to, c.text, c.text_sha256, c.categories, c.entity_roles, c.keywords,
    c.emphasis, c.boxes, c.is_table, c.table_json, c.chunk_type, c.index_text
"""
DOCUMENT_IN_SCOPE = "c.document_id IN (SELECT value FROM json_each(?))"
BY_ANOTHER_INDEX = f"+{DOCUMENT_IN_SCOPE}"
"""The plus: what is looked for is rarer than the clauses of so many documents, which SQLite cannot know."""

_FEW_DOCUMENTS = 8


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """A clause as it stands in the library. `row` is the key inside this file, `clause_id` the stable one."""

    row: int
    clause_id: str
    document_id: int
    chunk_index: int
    section_id: str
    section_title: str
    breadcrumb: tuple[str, ...]
    level: int
    parent_section: str | None
    page_number: int | None
    page_to: int | None
    text: str
    text_sha256: str
    categories: tuple[str, ...]
    entity_roles: tuple[str, ...]
    keywords: tuple[str, ...]
    emphasis: tuple[str, ...]
    boxes: tuple[Box, ...]
    is_table: bool
    table: Table | None
    chunk_type: str
    index_text: str


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """A printed pointer of a clause. `target_clause_id` is None where it leads nowhere in the library."""

    kind: str
    anchor: str
    target_section: str | None
    target_clause_id: str | None


class SpokenClause(NamedTuple):
    """The index text of a clause and what else ranking looks at; never shown. `chapter` tells it from any other."""

    title: str
    chapter: str
    index_text: str
    text_length: int
    is_table: bool
    categories: tuple[str, ...]


def insert_all(
    connection: Connection, document_id: int, version_id: int, space_id: int, entries: Sequence[IndexedClause]
) -> list[int]:
    """Writes a document's clauses with their items and tables; returns their rows."""
    first = int(connection.value("SELECT coalesce(max(id), 0) + 1 FROM clauses"))
    rows = list(range(first, first + len(entries)))
    connection.run_many(
        """
        INSERT INTO clauses (
            id, clause_id, document_id, version_id, space_id, chunk_index, section_id, section_key, section_title,
            title_key, breadcrumb, level, parent_section, page_number, page_to, text, text_sha256, categories,
            entity_roles, keywords, emphasis, boxes, is_table, table_json, chunk_type, index_text
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (row, entry.clause_id, document_id, version_id, space_id, *_columns(entry))
            for row, entry in zip(rows, entries, strict=True)
        ],
    )
    numbered = [(row, entry.clause) for row, entry in zip(rows, entries, strict=True)]
    connection.run_many(
        "INSERT OR IGNORE INTO clause_categories (clause, category) VALUES (?, ?)",
        [(row, category) for row, clause in numbered for category in clause.category],
    )
    connection.run_many(
        "INSERT INTO items (clause, position, mark, text, boxes) VALUES (?, ?, ?, ?, ?)",
        [
            (row, position, item.mark, item.text, dump(item.boxes))
            for row, clause in numbered
            for position, item in enumerate(clause.items)
        ],
    )
    for row, entry in zip(rows, entries, strict=True):
        for position, table in enumerate(entry.tables):
            _insert_table(connection, row, position, table)
    return rows


def _columns(entry: IndexedClause) -> tuple[Any, ...]:
    clause = entry.clause
    return (
        clause.chunk_index,
        clause.section_id,
        normalised(clause.section_id),
        clause.section_title,
        normalised(clause.section_title),
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
        entry.index_text,
    )


def _insert_table(connection: Connection, row: int, position: int, table: Table) -> None:
    connection.run(
        "INSERT INTO tables (clause, position, table_type, unit, page, twin) VALUES (?, ?, ?, ?, ?, ?)",
        (row, position, table.table_type, table.unit, table.page, dump(table)),
    )
    table_id = connection.last_id
    grid = [*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :]]
    spans = {(span[0], span[1]): (span[2], span[3]) for span in table.spans}
    boxes = iter(table.cell_boxes)
    cells = []
    for grid_row, line in enumerate(grid):
        for grid_column, text in enumerate(line):
            box = next(boxes, None)
            row_span, column_span = spans.get((grid_row, grid_column), (1, 1))
            place = None if box is None else dump(box)
            cells.append((table_id, grid_row, grid_column, text, row_span, column_span, place))
    connection.run_many(
        """
        INSERT INTO cells (table_id, grid_row, grid_column, text, row_span, column_span, box)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        cells,
    )


def insert_references(connection: Connection, document_id: int, references: Iterable[Reference]) -> None:
    """Writes the pointers of a document's clauses, each joined to the first clause of its target section."""
    rows: dict[str, int] = {}
    for section, row in connection.rows(
        "SELECT section_key, id FROM clauses WHERE document_id = ? ORDER BY chunk_index DESC", (document_id,)
    ):
        rows[section] = row
    found = []
    for reference in references:
        source = rows.get(normalised(reference.source))
        if source is None:
            continue
        target = None if reference.target is None else rows.get(normalised(reference.target))
        unresolved = None if reference.resolved else reference.anchor
        found.append((source, reference.kind, reference.anchor, reference.target, unresolved, target))
    connection.run_many(
        """
        INSERT INTO clause_references (clause, kind, anchor, target_section, target_text, target_clause)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        found,
    )


def remove_document(connection: Connection, document_id: int) -> int:
    """Takes a document out of the index (items, tables, windows, words and vectors go by trigger)."""
    connection.run("DELETE FROM clauses WHERE document_id = ?", (document_id,))
    return connection.changed


def count(connection: Connection) -> int:
    """Clauses in the library."""
    return int(connection.value("SELECT count(*) FROM clauses"))


def count_in(connection: Connection, space_id: int) -> int:
    """Clauses in an index space."""
    return int(connection.value("SELECT count(*) FROM clauses WHERE space_id = ?", (space_id,)))


def read(connection: Connection, rows: Sequence[int]) -> dict[int, ClauseRow]:
    """The clauses with these keys, by key."""
    found = connection.rows(
        f"SELECT {CATALOGUED_COLUMNS} FROM clauses AS c WHERE c.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(rows)),),
    )
    return {row[0]: _clause(row) for row in found}


def spoken(connection: Connection, rows: Sequence[int]) -> dict[int, SpokenClause]:
    """What ranking reads of these clauses, by key."""
    found = connection.rows(
        """
        SELECT c.id, c.section_title, c.document_id || ' ' || coalesce(c.breadcrumb ->> 0, ''), c.index_text,
            length(trim(c.text)), c.is_table, c.categories
        FROM json_each(?) AS asked CROSS JOIN clauses AS c ON c.id = asked.value
        """,
        (json.dumps(list(rows)),),
    )
    return {
        row: SpokenClause(title, chapter, said, length, bool(is_table), _names(categories))
        for row, title, chapter, said, length, is_table, categories in found
    }


@lru_cache(maxsize=1024)
def _names(stored: str) -> tuple[str, ...]:
    return tuple(json.loads(stored))


def by_titles(connection: Connection, space_id: int) -> list[tuple[str, str]]:
    """(title as it is compared, its clauses as "1,7,9") of every title of a space, out of the keys alone."""
    return connection.rows(
        """
        SELECT title_key, group_concat(id) FROM clauses INDEXED BY clauses_by_title WHERE space_id = ?
        GROUP BY title_key ORDER BY title_key
        """,
        (space_id,),
    )


def by_documents(connection: Connection, space_id: int) -> list[tuple[int, str]]:
    """(document, its clauses as "1,7,9") of every document of a space, out of the keys alone."""
    return connection.rows(
        """
        SELECT document_id, group_concat(id) FROM clauses
        WHERE document_id IN (
            SELECT d.id FROM documents AS d JOIN index_spaces AS s ON s.pack = d.pack WHERE s.id = ?
        )
        GROUP BY document_id
        """,
        (space_id,),
    )


def by_clause_id(connection: Connection, clause_id: str) -> ClauseRow | None:
    """The clause with this stable id."""
    row = connection.row(f"SELECT {CATALOGUED_COLUMNS} FROM clauses AS c WHERE c.clause_id = ?", (clause_id,))
    return None if row is None else _clause(row)


def documents_of(connection: Connection, rows: Sequence[int]) -> dict[int, int]:
    """The document of each of these clauses, by row."""
    found = connection.rows(
        "SELECT id, document_id FROM clauses WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(rows)),)
    )
    return dict(found)


def version_of(connection: Connection, row: int) -> int | None:
    """The verified version that a clause was read from."""
    found = connection.value("SELECT version_id FROM clauses WHERE id = ?", (row,))
    return None if found is None else int(found)


def by_section(connection: Connection, documents: Sequence[int], section_id: str) -> tuple[ClauseRow, ...]:
    """The clauses with this section id in these documents, in reading order."""
    rows = connection.rows(
        f"""
        SELECT {CATALOGUED_COLUMNS} FROM clauses AS c
        WHERE {DOCUMENT_IN_SCOPE} AND c.section_key = ? ORDER BY c.document_id, +c.chunk_index
        """,  # the plus: to have them in order, SQLite would rather look through every clause of the documents
        (json.dumps(list(documents)), normalised(section_id)),
    )
    return tuple(map(_clause, rows))


def section_keys(connection: Connection, documents: Sequence[int]) -> tuple[str, ...]:
    """The section ids of these documents as they are compared, each once."""
    rows = connection.rows(
        f"SELECT DISTINCT c.section_key FROM clauses AS c WHERE {DOCUMENT_IN_SCOPE}", (json.dumps(list(documents)),)
    )
    return tuple(row[0] for row in rows)


def all_section_keys(connection: Connection) -> list[str]:
    """The section ids of the whole library as they are compared, each once, out of the keys alone."""
    return [row[0] for row in connection.rows("SELECT DISTINCT section_key FROM clauses")]


def all_title_keys(connection: Connection) -> list[str]:
    """The titles of the whole library as they are compared, each once, out of the keys alone."""
    return [row[0] for row in connection.rows("SELECT DISTINCT title_key FROM clauses")]


def sections_beginning(
    connection: Connection, documents: Sequence[int], key: str, limit: int
) -> tuple[tuple[str, str], ...]:
    """(section id, clause id) of the clauses whose section's key, or whose own id, begins with this, in order."""
    rows = connection.rows(
        """
        SELECT c.section_id, c.clause_id FROM clauses AS c
        WHERE c.document_id IN (SELECT value FROM json_each(?1))
            AND (substr(c.section_key, 1, length(?2)) = ?2 OR substr(c.clause_id, 1, length(?2)) = ?2)
        ORDER BY c.document_id, c.chunk_index LIMIT ?3
        """,
        (json.dumps(list(documents)), key, limit),
    )
    return tuple((section, clause_id) for section, clause_id in rows)


def by_title(connection: Connection, documents: Sequence[int], titles: Sequence[str]) -> tuple[ClauseRow, ...]:
    """The clauses that bear one of these titles in these documents, in reading order."""
    rows = connection.rows(
        f"""
        SELECT {CATALOGUED_COLUMNS} FROM clauses AS c
        WHERE {DOCUMENT_IN_SCOPE if len(documents) <= _FEW_DOCUMENTS else BY_ANOTHER_INDEX}
            AND c.title_key IN (SELECT value FROM json_each(?))
        ORDER BY c.document_id, c.chunk_index
        """,
        (json.dumps(list(documents)), json.dumps([normalised(title) for title in titles])),
    )
    return tuple(map(_clause, rows))


def of_documents(
    connection: Connection, documents: Sequence[int], category: str | None = None
) -> tuple[ClauseRow, ...]:
    """Every clause of these documents (of one category, where given), in reading order."""
    chosen = "" if category is None else "AND c.id IN (SELECT clause FROM clause_categories WHERE category = ?)"
    rows = connection.rows(
        f"""
        SELECT {CATALOGUED_COLUMNS} FROM clauses AS c
        WHERE {DOCUMENT_IN_SCOPE} {chosen} ORDER BY c.document_id, c.chunk_index
        """,
        (json.dumps(list(documents)), *(() if category is None else (category,))),
    )
    return tuple(map(_clause, rows))


def neighbours(connection: Connection, clause: ClauseRow) -> tuple[ClauseRow | None, ClauseRow | None]:
    """The clauses before and after in reading order."""
    found = []
    for comparison, order in (("<", "DESC"), (">", "ASC")):
        row = connection.row(
            f"""
            SELECT {CATALOGUED_COLUMNS} FROM clauses AS c
            WHERE c.document_id = ? AND c.chunk_index {comparison} ? ORDER BY c.chunk_index {order} LIMIT 1
            """,
            (clause.document_id, clause.chunk_index),
        )
        found.append(None if row is None else _clause(row))
    return found[0], found[1]


def items_of(connection: Connection, rows: Sequence[int]) -> dict[int, tuple[Item, ...]]:
    """The marked items of these clauses, in order, by clause."""
    items: dict[int, list[Item]] = {}
    for clause, mark, text, boxes in connection.rows(
        """
        SELECT clause, mark, text, boxes FROM items
        WHERE clause IN (SELECT value FROM json_each(?)) ORDER BY clause, position
        """,
        (json.dumps(list(rows)),),
    ):
        items.setdefault(clause, []).append(Item(mark, text, load_boxes(json.loads(boxes))))
    return {clause: tuple(found) for clause, found in items.items()}


def references_of(connection: Connection, rows: Sequence[int]) -> dict[int, tuple[ReferenceRow, ...]]:
    """The pointers printed in these clauses, by clause."""
    references: dict[int, list[ReferenceRow]] = {}
    for clause, kind, anchor, section, target in connection.rows(
        """
        SELECT r.clause, r.kind, r.anchor, r.target_section, t.clause_id
        FROM clause_references AS r LEFT JOIN clauses AS t ON t.id = r.target_clause
        WHERE r.clause IN (SELECT value FROM json_each(?)) ORDER BY r.clause, r.id
        """,
        (json.dumps(list(rows)),),
    ):
        references.setdefault(clause, []).append(ReferenceRow(kind, anchor, section, target))
    return {clause: tuple(found) for clause, found in references.items()}


def citing(connection: Connection, target: ClauseRow) -> tuple[ClauseRow, ...]:
    """The clauses that print a pointer to this one, in reading order."""
    rows = connection.rows(
        f"""
        SELECT {CATALOGUED_COLUMNS} FROM clauses AS c
        WHERE c.id IN (SELECT clause FROM clause_references WHERE target_clause = ?)
        ORDER BY c.document_id, c.chunk_index
        """,
        (target.row,),
    )
    return tuple(map(_clause, rows))


def _clause(row: tuple[Any, ...]) -> ClauseRow:
    return ClauseRow(
        row=row[0],
        clause_id=row[1],
        document_id=row[2],
        chunk_index=row[3],
        section_id=row[4],
        section_title=row[5],
        breadcrumb=tuple(json.loads(row[6])),
        level=row[7],
        parent_section=row[8],
        page_number=row[9],
        page_to=row[10],
        text=row[11],
        text_sha256=row[12],
        categories=tuple(json.loads(row[13])),
        entity_roles=tuple(json.loads(row[14])),
        keywords=tuple(json.loads(row[15])),
        emphasis=tuple(json.loads(row[16])),
        boxes=load_boxes(json.loads(row[17])),
        is_table=bool(row[18]),
        table=None if row[19] is None else table_from(json.loads(row[19])),
        chunk_type=row[20],
        index_text=row[21],
    )
