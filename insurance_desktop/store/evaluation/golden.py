"""The tables `golden_questions`, `golden_labels`, `golden_removals` and `golden_vectors`: what a reviewer keeps.

A question is never changed: it is removed, with who and why, and kept anew. The vectors are derived.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from insurance_desktop.store.clauses.index_spaces import space_of, vectors_of
from insurance_desktop.store.database import Connection


class Mark(NamedTuple):
    """The state of the kept questions: the newest of them, of the removals and of the vectors."""

    question: int
    removals: int
    vectors: int


NO_QUESTIONS = Mark(0, 0, 0)


def mark(connection: Connection) -> Mark:
    """Equal marks mean the same questions in memory."""
    row = connection.row(
        """
        SELECT (SELECT coalesce(max(id), 0) FROM golden_questions), (SELECT count(*) FROM golden_removals),
            (SELECT count(*) FROM golden_vectors)
        """
    )
    return NO_QUESTIONS if row is None else Mark(*row)


@dataclass(frozen=True, slots=True)
class GoldenLabel:
    """A clause that answers, as it was when the question was kept; `item` = the mark of one item of it."""

    clause_id: str
    document_sha256: str
    section_id: str
    item: str | None
    text_sha256: str


@dataclass(frozen=True, slots=True)
class Removal:
    reviewer: str
    reason: str
    at: str


@dataclass(frozen=True, slots=True)
class KeptQuestion:
    """A golden question of this library. `document_sha256` None: it is asked of the whole library."""

    golden_id: int
    tier: str
    style: str
    question: str
    document_sha256: str | None
    reviewer: str
    at: str
    labels: tuple[GoldenLabel, ...]
    removal: Removal | None = None


@dataclass(frozen=True, slots=True)
class RememberedQuestion:
    """A kept question as the question memory needs it: float32 bytes of unit length, and the rows of its clauses."""

    golden_id: int
    question: str
    vector: bytes
    clauses: tuple[int, ...]
    clause_ids: tuple[str, ...]


def add(connection: Connection, pack: str, kept: KeptQuestion) -> int:
    """Writes a question with its labels (`golden_id` and `removal` of `kept` do not count); returns its id."""
    connection.run(
        "INSERT INTO golden_questions (pack, tier, style, question, document_sha256, reviewer, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (pack, kept.tier, kept.style, kept.question, kept.document_sha256, kept.reviewer, kept.at),
    )
    golden_id = connection.last_id
    connection.run_many(
        """
        INSERT INTO golden_labels (golden_id, position, clause_id, document_sha256, section_id, item, text_sha256)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (golden_id, position, each.clause_id, each.document_sha256, each.section_id, each.item, each.text_sha256)
            for position, each in enumerate(kept.labels)
        ],
    )
    return golden_id


def remove(connection: Connection, golden_id: int, removal: Removal) -> None:
    connection.run(
        "INSERT INTO golden_removals (golden_id, reviewer, reason, at) VALUES (?, ?, ?, ?)",
        (golden_id, removal.reviewer, removal.reason, removal.at),
    )


def listed(connection: Connection, pack: str, *, removed: bool = False) -> tuple[KeptQuestion, ...]:
    """The kept questions, oldest first; with `removed` also those that were taken out."""
    labels: defaultdict[int, list[GoldenLabel]] = defaultdict(list)
    for row in connection.rows(
        "SELECT golden_id, clause_id, document_sha256, section_id, item, text_sha256 FROM golden_labels "
        "ORDER BY golden_id, position"
    ):
        labels[row[0]].append(GoldenLabel(*row[1:]))
    rows = connection.rows(
        """
        SELECT q.id, q.tier, q.style, q.question, q.document_sha256, q.reviewer, q.at, r.reviewer, r.reason, r.at
        FROM golden_questions AS q LEFT JOIN golden_removals AS r ON r.golden_id = q.id
        WHERE q.pack = ? AND (? OR r.golden_id IS NULL) ORDER BY q.id
        """,
        (pack, int(removed)),
    )
    return tuple(
        KeptQuestion(
            golden_id=row[0],
            tier=row[1],
            style=row[2],
            question=row[3],
            document_sha256=row[4],
            reviewer=row[5],
            at=row[6],
            labels=tuple(labels[row[0]]),
            removal=None if row[7] is None else Removal(row[7], row[8], row[9]),
        )
        for row in rows
    )


def put_vector(connection: Connection, golden_id: int, model: str, vector: bytes) -> None:
    """The question's vector by one model; a vector of another model is replaced."""
    connection.run(
        "INSERT INTO golden_vectors (golden_id, model, vector) VALUES (?, ?, ?) "
        "ON CONFLICT (golden_id) DO UPDATE SET model = excluded.model, vector = excluded.vector",
        (golden_id, model, vector),
    )


def without_vector(connection: Connection, pack: str, model: str) -> tuple[tuple[int, str], ...]:
    """(id, question) of the kept questions that have no vector by this model."""
    return tuple(
        connection.rows(
            """
            SELECT q.id, q.question FROM golden_questions AS q
            WHERE q.pack = ? AND q.id NOT IN (SELECT golden_id FROM golden_removals)
                AND q.id NOT IN (SELECT golden_id FROM golden_vectors WHERE model = ?)
            ORDER BY q.id
            """,
            (pack, model),
        )
    )


def remembered(connection: Connection, pack: str, model: str) -> tuple[RememberedQuestion, ...]:
    """The kept questions that have clauses, all of them unchanged and searchable, with a vector by this model."""
    rows = connection.rows(
        """
        SELECT q.id, q.question, v.vector, json_group_array(c.id), json_group_array(l.clause_id), count(c.id), count(*)
        FROM golden_questions AS q
        JOIN golden_vectors AS v ON v.golden_id = q.id AND v.model = ?2
        JOIN golden_labels AS l ON l.golden_id = q.id
        LEFT JOIN clauses AS c ON c.clause_id = l.clause_id
        WHERE q.pack = ?1 AND q.id NOT IN (SELECT golden_id FROM golden_removals)
        GROUP BY q.id ORDER BY q.id
        """,
        (pack, model),
    )
    return tuple(
        RememberedQuestion(row[0], row[1], row[2], tuple(json.loads(row[3])), tuple(json.loads(row[4])))
        for row in rows
        if row[5] == row[6]
    )


def window_vectors(connection: Connection, pack: str, clauses: Sequence[int]) -> dict[int, tuple[bytes, ...]]:
    """The vectors of the windows of these clauses of the pack, by clause."""
    space = space_of(connection, pack)
    if space is None:
        return {}
    found: defaultdict[int, list[bytes]] = defaultdict(list)
    for clause, vector in connection.rows(
        f"""
        SELECT w.clause, v.embedding FROM windows AS w
        JOIN {vectors_of(space.space_id)} AS v ON v.window_id = w.id
        WHERE w.clause IN (SELECT value FROM json_each(?)) ORDER BY w.id
        """,
        (json.dumps(list(clauses)),),
    ):
        found[clause].append(vector)
    return {clause: tuple(vectors) for clause, vectors in found.items()}
