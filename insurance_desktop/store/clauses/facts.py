"""The table `facts`: what verified documents state of their works, as it was decided on.

The log entry of a decision names the hash of a document's facts. Where they have another one, all of them are withheld:
who changed one could have changed any.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from insurance_desktop.domain.facts import Fact, FactKind, FactStatus
from insurance_desktop.domain.hash_tree import leaf_of
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump

from .seals import told_of


class FactRow(NamedTuple):
    """A fact as it stands in the library. `row` and `clause_id` are those of the clause that states it."""

    row: int
    clause_id: str
    fact: Fact


_SHOWN = "c.chunk_index, f.path, f.value, f.kind, f.parsed, f.span_start, f.span_end, f.rule, f.status"


def insert(connection: Connection, rows: Mapping[int, int], facts: Sequence[Fact]) -> None:
    """Writes a document's facts; `rows` are its clauses' keys by chunk index."""
    connection.run_many(
        "INSERT INTO facts (clause, position, path, value, kind, parsed, span_start, span_end, rule, status) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(rows[fact.chunk_index], position, *_stored(fact)[1:]) for position, fact in enumerate(facts)],
    )


def hash_of(facts: Iterable[Fact]) -> str:
    """What the log says of a document's facts."""
    return _hash(map(_stored, facts))


def of_documents(connection: Connection, documents: Sequence[int]) -> dict[int, tuple[FactRow, ...]]:
    """The facts of each document in order, but for those that are withheld."""
    stored: dict[int, list[Sequence[Any]]] = {}
    for document, *told in _rows(connection, documents):
        stored.setdefault(document, []).append(told)
    found = {}
    for document in documents:
        rows = stored.get(document, [])
        if not _is_intact(connection, document, [shown for _row, _clause_id, *shown in rows]):
            for clause_id in [clause_id for _row, clause_id, *_shown in rows] or _first_clause(connection, document):
                connection.withhold(clause_id)
        elif rows:
            found[document] = tuple(FactRow(row, clause_id, _fact(shown)) for row, clause_id, *shown in rows)
    return found


def _first_clause(connection: Connection, document_id: int) -> list[str]:
    """What stands for a document whose facts are gone: nothing says any more which clauses stated them."""
    rows = connection.rows("SELECT clause_id FROM clauses WHERE document_id = ? ORDER BY id LIMIT 1", (document_id,))
    return [clause_id for (clause_id,) in rows]


def are_as_decided(connection: Connection, document_id: int) -> bool:
    """Whether a document states what was decided on: nothing else, nothing more, nothing less."""
    return _is_intact(connection, document_id, [row[3:] for row in _rows(connection, [document_id])])


def _is_intact(connection: Connection, document_id: int, stored: Iterable[Sequence[Any]]) -> bool:
    """Whether these are a document's facts as they were decided on; true before there were any."""
    told = told_of(connection, document_id)
    return told is None or told.get("facts") in (None, _hash(stored))


def _rows(connection: Connection, documents: Sequence[int]) -> list[tuple[Any, ...]]:
    return connection.rows(
        f"""
        SELECT c.document_id, c.id, c.clause_id, {_SHOWN} FROM facts AS f JOIN clauses AS c ON c.id = f.clause
        WHERE c.document_id IN (SELECT value FROM json_each(?)) ORDER BY c.document_id, f.position
        """,
        (json.dumps(list(documents)),),
    )


def _hash(stored: Iterable[Sequence[Any]]) -> str:
    return leaf_of(part for row in stored for part in row).hex()


def _stored(fact: Fact) -> tuple[Any, ...]:
    parsed = None if fact.parsed is None else dump(fact.parsed)
    return (
        fact.chunk_index,
        fact.path,
        fact.value,
        fact.kind.value,
        parsed,
        fact.start,
        fact.end,
        fact.rule,
        fact.status.value,
    )


def _fact(row: Sequence[Any]) -> Fact:
    chunk_index, path, value, kind, parsed, start, end, rule, status = row
    told = None if parsed is None else json.loads(parsed)
    return Fact(path, value, FactKind(kind), chunk_index, start, end, rule, told, FactStatus(status))
