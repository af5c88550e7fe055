"""The derived tables: FTS5 rows, and windows with their vectors, of one index space each."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from insurance_desktop.domain.indexed import IndexedWindow, TokenColumns
from insurance_desktop.store.database import Connection, RuleBroken

from . import seals, window_vectors
from .index_spaces import all_ids, space_of, vectors_of, words_of

WORD_COLUMNS = ("title_words", "words")
BIGRAM_COLUMNS = ("title_bigrams", "bigrams")
MOST_NEIGHBOURS = 4096
"""vec0 answers no more than this many neighbours at once."""

_BYTES_IN_MEMORY = 16 << 20
_PIECES_BESIDE = 4
"""FTS5's own number."""
_CACHE_KIBIBYTES = 32 << 10


@dataclass(frozen=True, slots=True)
class IndexScope:
    """Which rows a search may see: these documents, and of these one category where given."""

    documents: tuple[int, ...]
    category: str | None = None
    whole_space: bool = False
    """True where the documents are all that the space holds: the filter then costs nothing."""

    @property
    def is_open(self) -> bool:
        return self.whole_space and self.category is None


class OwnedWindows(NamedTuple):
    """The windows of a stored clause."""

    document: int
    clause: int
    windows: Sequence[IndexedWindow]


def documents_to_index(
    connection: Connection, pack: str, *, everything: bool, with_vectors: bool = True
) -> tuple[int, ...]:
    """The pack's verified documents whose rows are missing or incomplete, or all of them.

    Without a model, clauses have no vectors and lack nothing.
    """
    space = space_of(connection, pack)
    rows = connection.rows(
        f"""
        SELECT d.id FROM documents AS d WHERE d.pack = ? AND d.review_status = 'VERIFIED'
            AND {"TRUE" if everything or space is None else _lacking_rows(space.space_id, with_vectors)} ORDER BY d.id
        """,
        (pack,),
    )
    return tuple(row[0] for row in rows)


def _lacking_rows(space_id: int, with_vectors: bool) -> str:
    no_window = "NOT EXISTS (SELECT 1 FROM windows AS w WHERE w.clause = c.id)" if with_vectors else "FALSE"
    return f"""
        (NOT EXISTS (SELECT 1 FROM clauses AS c WHERE c.document_id = d.id)
            OR EXISTS (
                SELECT 1 FROM clauses AS c
                WHERE c.document_id = d.id AND {no_window}
            )
            OR EXISTS (SELECT 1 FROM clauses AS c WHERE c.document_id = d.id AND {seals.SEAL} IS NULL)
            OR NOT EXISTS (
                SELECT 1 FROM decisions AS e
                WHERE e.document_id = d.id AND json_extract(e.subject, '$.facts') IS NOT NULL
            )
            OR EXISTS (
                SELECT 1 FROM clauses AS c
                WHERE c.document_id = d.id AND c.id NOT IN (SELECT rowid FROM {words_of(space_id)})
            )
            OR EXISTS (
                SELECT 1 FROM clauses AS c JOIN windows AS w ON w.clause = c.id
                WHERE c.document_id = d.id AND w.id NOT IN (SELECT window_id FROM {vectors_of(space_id)})
            ))
    """


def insert_words(connection: Connection, space_id: int, clauses: Iterable[tuple[int, TokenColumns]]) -> None:
    """Writes the FTS5 rows of clauses."""
    connection.run_many(
        f"INSERT INTO {words_of(space_id)} (rowid, title_words, words, title_bigrams, bigrams) VALUES (?, ?, ?, ?, ?)",
        [
            (clause, tokens.title_words, tokens.words, tokens.title_bigrams, tokens.bigrams)
            for clause, tokens in clauses
        ],
    )


@contextmanager
def room_for_many(connection: Connection) -> Iterator[None]:
    """For thousands of rows in one transaction: pages that are written to again and again are kept meanwhile."""
    with connection.page_cache(_CACHE_KIBIBYTES):
        yield


@contextmanager
def many_words(connection: Connection, space_id: int) -> Iterator[None]:
    """For the words of thousands of clauses: FTS5 sorts them in memory once and merges them with others later.

    By its own settings it writes a piece for each megabyte of words and merges pieces while it is at it: half of the
    work, done over and over. Inside, sixteen pieces lie beside each other at most before it merges them all the same.
    """
    _order(connection, space_id, "hashsize", _BYTES_IN_MEMORY)
    _order(connection, space_id, "automerge", 0)
    yield
    _order(connection, space_id, "flush")
    _order(connection, space_id, "automerge", _PIECES_BESIDE)


def merge_words(connection: Connection, space_id: int) -> None:
    """Merges all that FTS5 keeps in pieces, after most of it was replaced: what is gone is read no more."""
    _order(connection, space_id, "optimize")


def _order(connection: Connection, space_id: int, order: str, value: int | None = None) -> None:
    """FTS5 takes orders as rows of a column that is named as the table."""
    words = words_of(space_id)
    connection.run(f"INSERT INTO {words} ({words}, rank) VALUES (?, ?)", (order, value))


def insert_windows(connection: Connection, space_id: int, clauses: Iterable[OwnedWindows]) -> None:
    """Writes the windows and vectors of clauses. ValueError on a vector that would rank by accident."""
    placed = [(each, position, window) for each in clauses for position, window in enumerate(each.windows)]
    if not placed:
        return
    vectors = [window.vector for _, _, window in placed]
    _refuse_unusable(vectors)
    first = int(connection.value("SELECT coalesce(max(id), 0) + 1 FROM windows"))
    connection.run_many(
        "INSERT INTO windows (id, clause, position, text, token_count) VALUES (?, ?, ?, ?, ?)",
        [
            (number, each.clause, position, window.text, window.token_count)
            for number, (each, position, window) in enumerate(placed, start=first)
        ],
    )
    window_vectors.add(connection, space_id, [each.document for each, _, _ in placed], first, vectors)


def _refuse_unusable(vectors: Sequence[bytes]) -> None:
    """sqlite-vec accepts NaN and zero vectors and ranks them first."""
    numbers = np.frombuffer(b"".join(vectors), dtype=np.float32).reshape(len(vectors), -1)
    lengths = np.einsum("ij,ij->i", numbers, numbers, dtype=np.float64)
    if not np.all((lengths > 0.98) & (lengths < 1.02)):
        raise RuleBroken("a vector must be finite and of unit length")


def clauses_of_windows(connection: Connection, windows: Sequence[int]) -> dict[int, int]:
    """The clause of each of these windows."""
    found: list[tuple[int, int]] = connection.rows(
        "SELECT id, clause FROM windows WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(windows)),)
    )
    return dict(found)


def count_windows(connection: Connection) -> int:
    """Windows in the library."""
    return int(connection.value("SELECT count(*) FROM windows"))


def count_vectors(connection: Connection) -> int:
    """Vectors in the library; equal to the windows unless the file is damaged."""
    return sum(_count(connection, vectors_of(each)) for each in all_ids(connection))


def count_words(connection: Connection) -> int:
    """FTS5 rows in the library; equal to the clauses unless the file is damaged."""
    return sum(_count(connection, words_of(each)) for each in all_ids(connection))


def _count(connection: Connection, table: str) -> int:
    return int(connection.value(f"SELECT count(*) FROM {table}"))


def frequency(connection: Connection, space_id: int, expression: str) -> int:
    """Clauses of the space that an expression of `index.tokens.match_expression` finds."""
    words = words_of(space_id)
    return int(connection.value(f"SELECT count(*) FROM {words} WHERE {words} MATCH ?", (expression,)))


def keyword_scores(
    connection: Connection, space_id: int, expression: str, scope: IndexScope, *, title_weight: float, limit: int
) -> list[tuple[int, float]]:
    """(clause, BM25) best first; larger is better. A title column weighs `title_weight` times the text's."""
    chosen, bindings = _clauses_in_scope(scope, "+rowid")  # the plus: else FTS5 begins anew for each row of the scope
    words = words_of(space_id)
    rows = connection.rows(
        f"""
        SELECT rowid, -bm25 ({words}, ?, 1.0, ?, 1.0) AS score FROM {words}
        WHERE {words} MATCH ? {chosen} ORDER BY score DESC, rowid LIMIT ?
        """,
        (title_weight, title_weight, expression, *bindings, limit),
    )
    return [(clause, score) for clause, score in rows]


def token_scores(
    connection: Connection, space_id: int, expression: str, title_weight: float
) -> list[tuple[int, float]]:
    """(clause, BM25) of all clauses that hold one token, in order of clauses."""
    words = words_of(space_id)
    return connection.rows(
        f"SELECT rowid, -bm25 ({words}, ?, 1.0, ?, 1.0) FROM {words} WHERE {words} MATCH ? ORDER BY rowid",
        (title_weight, title_weight, expression),
    )


def scores_in_documents(
    connection: Connection,
    space_id: int,
    expression: str,
    weights: Sequence[float],
    scope: IndexScope,
    *,
    title_weight: float,
    limit: int,
) -> list[tuple[int, float]]:
    """The same for a scope of a few documents, straight over their rows. `weights`: of the expression's tokens."""
    chosen, bindings = _clauses_in_scope(IndexScope((), scope.category, whole_space=True), "+rowid")
    words = words_of(space_id)
    found: list[tuple[int, float]] = []
    for document in scope.documents:
        first, last = connection.rows("SELECT min(id), max(id) FROM clauses WHERE document_id = ?", (document,))[0]
        if first is None:
            continue
        found += connection.with_known_weights().rows(
            f"""
            SELECT rowid, bm25_known ({words}, ?, {", ".join("?" * len(weights))}) FROM {words}
            WHERE {words} MATCH ? AND rowid BETWEEN ? AND ? {chosen}
                AND (SELECT document_id FROM clauses AS c WHERE c.id = {words}.rowid) = ?
            """,
            (title_weight, *weights, expression, first, last, *bindings, document),
        )
    return sorted(found, key=_by_score)[:limit]


def _by_score(found: tuple[int, float]) -> tuple[float, int]:
    return -found[1], found[0]


def nearest_clauses(
    connection: Connection, space_id: int, vector: bytes, scope: IndexScope, *, limit: int
) -> list[tuple[int, float]]:
    """(clause, cosine of its best window) best first, exact over the scope's rows; at most `limit` windows are read."""
    chosen, bindings = _clauses_in_scope(scope, "w.clause")
    inside = ""
    if not scope.is_open:
        inside = f"AND window_id IN (SELECT w.id FROM windows AS w WHERE TRUE {chosen})"
    rows = connection.rows(
        f"""
        WITH near AS (
            SELECT window_id, distance FROM {vectors_of(space_id)}
            WHERE embedding MATCH ? AND k = ? {inside}
        )
        SELECT w.clause, 1.0 - min(near.distance) AS cosine
        FROM near JOIN windows AS w ON w.id = near.window_id
        GROUP BY w.clause ORDER BY cosine DESC, w.clause
        """,
        (vector, min(limit, MOST_NEIGHBOURS), *(() if scope.is_open else bindings)),
    )
    return [(clause, cosine) for clause, cosine in rows]


def _clauses_in_scope(scope: IndexScope, column: str) -> tuple[str, tuple[str, ...]]:
    """`AND column IN (…)` for the scope with its bindings; fails closed: no document, no row."""
    conditions: list[str] = []
    bindings: list[str] = []
    if not scope.whole_space:
        conditions.append("SELECT id FROM clauses WHERE document_id IN (SELECT value FROM json_each(?))")
        bindings.append(json.dumps(list(scope.documents)))
    if scope.category is not None:
        conditions.append("SELECT clause FROM clause_categories WHERE category = ?")
        bindings.append(scope.category)
    text = "".join(f" AND {column} IN ({condition})" for condition in conditions)
    return text, tuple(bindings)


def clauses_of_category(connection: Connection, scope: IndexScope) -> list[int]:
    """The clauses of the scope's category in its documents."""
    chosen, bindings = _clauses_in_scope(scope, "g.clause")
    rows = connection.rows(f"SELECT DISTINCT g.clause FROM clause_categories AS g WHERE TRUE {chosen}", bindings)
    return [row[0] for row in rows]


def count_of_category(connection: Connection, documents: Sequence[int], category: str) -> int:
    """Clauses of one category in these documents."""
    return int(
        connection.value(
            """
            SELECT count(*) FROM clause_categories AS g JOIN clauses AS c ON c.id = g.clause
            WHERE g.category = ? AND c.document_id IN (SELECT value FROM json_each(?))
            """,
            (category, json.dumps(list(documents))),
        )
    )


class Mark(NamedTuple):
    """The state of the whole index: a count and a number drawn at random with it. Equal marks mean equal rows."""

    change: int
    stamp: int


NOTHING = Mark(0, 0)


def newest(connection: Connection) -> Mark:
    """The last change; NOTHING before anything was indexed."""
    row = connection.row("SELECT change, stamp FROM index_changes ORDER BY change DESC LIMIT 1")
    return NOTHING if row is None else Mark(*row)


def stamps(connection: Connection, space_id: int) -> dict[int, int]:
    """The stamp of each document's rows in a space as they stand, also of documents whose rows are gone."""
    rows: list[tuple[int, int]] = connection.rows(
        """
        SELECT i.document_id, i.stamp FROM index_changes AS i JOIN documents AS d ON d.id = i.document_id
        WHERE d.pack = (SELECT pack FROM index_spaces WHERE id = ?)
        """,
        (space_id,),
    )
    return dict(rows)


def printed(connection: Connection, documents: Sequence[int], terms: Sequence[str]) -> bool:
    """Whether one of these terms stands, as it is written here, in a clause or a title of these documents. Ends with
    the first one that does."""
    found = connection.value(
        """
        SELECT 1 FROM clauses AS c JOIN json_each(?2) AS term
        WHERE c.document_id IN (SELECT value FROM json_each(?1))
            AND (instr(c.text, term.value) OR instr(c.section_title, term.value)) LIMIT 1
        """,
        (json.dumps(list(documents)), json.dumps(list(terms), ensure_ascii=False)),
    )
    return found is not None


def saying(
    connection: Connection, documents: Sequence[int], terms: Sequence[str], after: int, limit: int
) -> list[tuple[int, str, str]]:
    """(row, title, text) of the clauses behind this row in whose index text one of these terms stands, by row. Terms
    are respelled and lower case, as index text is."""
    return connection.rows(
        """
        SELECT c.id, c.section_title, c.text FROM clauses AS c
        WHERE c.document_id IN (SELECT value FROM json_each(?1)) AND c.id > ?3
            AND EXISTS (SELECT 1 FROM json_each(?2) AS term WHERE instr(c.index_text, term.value))
        ORDER BY c.id LIMIT ?4
        """,
        (json.dumps(list(documents)), json.dumps(list(terms), ensure_ascii=False), after, limit),
    )


def holding(connection: Connection, documents: Sequence[int], words: Sequence[str], limit: int) -> tuple[int, ...]:
    """The clauses of these documents whose text holds all of these words as they are written, by row: a look through
    every text, some 10 ms for 10,000."""
    rows = connection.rows(
        """
        SELECT c.id FROM clauses AS c
        WHERE c.document_id IN (SELECT value FROM json_each(?1))
            AND NOT EXISTS (SELECT 1 FROM json_each(?2) AS word WHERE NOT instr(c.text, word.value))
        ORDER BY c.id LIMIT ?3
        """,
        (json.dumps(list(documents)), json.dumps(list(words), ensure_ascii=False), limit),
    )
    return tuple(row[0] for row in rows)
