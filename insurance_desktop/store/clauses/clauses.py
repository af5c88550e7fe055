"""The tables `clauses`, `items` and `clause_references`, read: verified text alone, as it was verified.

The schema's triggers refuse a clause whose version is not verified and take clauses away with their verification. What
is no longer what was decided on is withheld here, whoever asks: no function returns it (`Connection.withhold`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from insurance_desktop.domain.conversion import Item, Locator, Table
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import load_boxes, load_locator, table_from

from . import seals

_READ = f"SELECT c.id, {seals.SHOWN}, c.index_text, {seals.SEAL} FROM clauses AS c"
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
    locator: Locator | None
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


def count(connection: Connection) -> int:
    """Clauses in the library."""
    return int(connection.value("SELECT count(*) FROM clauses"))


def count_in(connection: Connection, space_id: int) -> int:
    """Clauses in an index space."""
    return int(connection.value("SELECT count(*) FROM clauses WHERE space_id = ?", (space_id,)))


def read(connection: Connection, rows: Sequence[int]) -> dict[int, ClauseRow]:
    """The clauses with these keys, by key."""
    found = _chosen(connection, "WHERE c.id IN (SELECT value FROM json_each(?))", (json.dumps(list(rows)),))
    return {clause.row: clause for clause in found}


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
    return next(iter(_chosen(connection, "WHERE c.clause_id = ?", (clause_id,))), None)


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
    return _chosen(
        connection,
        f"""
        WHERE {DOCUMENT_IN_SCOPE} AND c.section_key = ? ORDER BY c.document_id, +c.chunk_index
        """,  # the plus: to have them in order, SQLite would rather look through every clause of the documents
        (json.dumps(list(documents)), normalised(section_id)),
    )


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
    return _chosen(
        connection,
        f"""
        WHERE {DOCUMENT_IN_SCOPE if len(documents) <= _FEW_DOCUMENTS else BY_ANOTHER_INDEX}
            AND c.title_key IN (SELECT value FROM json_each(?))
        ORDER BY c.document_id, c.chunk_index
        """,
        (json.dumps(list(documents)), json.dumps([normalised(title) for title in titles])),
    )


def of_documents(
    connection: Connection, documents: Sequence[int], category: str | None = None
) -> tuple[ClauseRow, ...]:
    """Every clause of these documents (of one category, where given), in reading order."""
    chosen = "" if category is None else "AND c.id IN (SELECT clause FROM clause_categories WHERE category = ?)"
    return _chosen(
        connection,
        f"""
        WHERE {DOCUMENT_IN_SCOPE} {chosen} ORDER BY c.document_id, c.chunk_index
        """,
        (json.dumps(list(documents)), *(() if category is None else (category,))),
    )


def priorities(connection: Connection, documents: Sequence[int]) -> dict[int, int]:
    """How much clauses of these documents count, by key; those that count as all others do are left out."""
    return dict(
        connection.rows(
            f"SELECT c.id, c.priority FROM clauses AS c WHERE {DOCUMENT_IN_SCOPE} AND c.priority > 0",
            (json.dumps(list(documents)),),
        )
    )


def neighbours(connection: Connection, clause: ClauseRow) -> tuple[ClauseRow | None, ClauseRow | None]:
    """The clauses before and after in reading order."""
    found = []
    for comparison, order in (("<", "DESC"), (">", "ASC")):
        rows = _chosen(
            connection,
            f"WHERE c.document_id = ? AND c.chunk_index {comparison} ? ORDER BY c.chunk_index {order} LIMIT 1",
            (clause.document_id, clause.chunk_index),
        )
        found.append(next(iter(rows), None))
    return found[0], found[1]


def items_of(connection: Connection, rows: Sequence[int]) -> dict[int, tuple[Item, ...]]:
    """The marked items of these clauses, in order, by clause."""
    items: dict[int, list[tuple[str, str, str]]] = {}
    for clause, *item in connection.rows(
        """
        SELECT clause, mark, text, boxes FROM items
        WHERE clause IN (SELECT value FROM json_each(?)) ORDER BY clause, position
        """,
        (json.dumps(list(rows)),),
    ):
        items.setdefault(clause, []).append(tuple(item))
    return {
        clause: tuple(Item(mark, text, load_boxes(json.loads(boxes))) for mark, text, boxes in items.get(clause, ()))
        for clause, (clause_id, seal) in _seals(connection, rows).items()
        if seals.holds(seal, seals.ITEMS, items.get(clause, ())) or connection.withhold(clause_id)
    }


def items_in_words(connection: Connection, clause: ClauseRow) -> tuple[Item, ...]:
    """Of a clause whose items are no longer those that were decided on: the ones that its own words have as a
    paragraph, without their places."""
    paragraphs = {_bare(paragraph) for paragraph in clause.text.split("\n")}
    found = connection.rows("SELECT mark, text FROM items WHERE clause = ? ORDER BY position", (clause.row,))
    return tuple(Item(mark, text, ()) for mark, text in found if _bare(mark + text) in paragraphs)


def _bare(words: str) -> str:
    return "".join(words.split())


def references_of(connection: Connection, rows: Sequence[int]) -> dict[int, tuple[ReferenceRow, ...]]:
    """The pointers printed in these clauses, by clause."""
    references: dict[int, list[seals.Pointer]] = {}
    for clause, *pointer in connection.rows(
        """
        SELECT r.clause, r.kind, r.anchor, r.target_section, t.clause_id
        FROM clause_references AS r LEFT JOIN clauses AS t ON t.id = r.target_clause
        WHERE r.clause IN (SELECT value FROM json_each(?)) ORDER BY r.clause, r.id
        """,
        (json.dumps(list(rows)),),
    ):
        references.setdefault(clause, []).append(tuple(pointer))
    return {
        clause: tuple(ReferenceRow(*each) for each in references.get(clause, ()))
        for clause, (clause_id, seal) in _seals(connection, rows).items()
        if seals.holds(seal, seals.POINTERS, references.get(clause, ())) or connection.withhold(clause_id)
    }


def _seals(connection: Connection, rows: Sequence[int]) -> dict[int, tuple[str, bytes | None]]:
    """(clause id, seal) of these clauses, by row."""
    found = connection.rows(
        f"SELECT c.id, c.clause_id, {seals.SEAL} FROM clauses AS c WHERE c.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(rows)),),
    )
    return {row: (clause_id, seal) for row, clause_id, seal in found}


def citing(connection: Connection, target: ClauseRow) -> tuple[ClauseRow, ...]:
    """The clauses that print a pointer to this one, in reading order."""
    return _chosen(
        connection,
        """
        WHERE c.id IN (SELECT clause FROM clause_references WHERE target_clause = ?)
        ORDER BY c.document_id, c.chunk_index
        """,
        (target.row,),
    )


def _chosen(connection: Connection, which: str, bindings: Sequence[Any]) -> tuple[ClauseRow, ...]:
    """The clauses that the end of a statement chooses, those left out that are no longer what was decided on."""
    try:
        rows = connection.rows(f"{_READ} {which}", bindings)
    except LibraryDamaged:
        rows = _readable(connection, which, bindings)
    return tuple(
        _clause(row) for row in rows if seals.is_intact(connection, row[1:-2], row[-1]) or connection.withhold(row[1])
    )


def _readable(connection: Connection, which: str, bindings: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows one by one: what is no text any more must not hide the others."""
    found: list[tuple[Any, ...]] = []
    for row, clause_id in connection.rows(f"SELECT c.id, c.clause_id FROM clauses AS c {which}", bindings):
        try:
            found += connection.rows(f"{_READ} WHERE c.id = ?", (row,))
        except LibraryDamaged:
            connection.withhold(clause_id)
    return found


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
        locator=load_locator(row[21]),
        index_text=row[22],
    )
