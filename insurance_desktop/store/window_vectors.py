"""All vectors of the library at once, for who keeps them in memory; and those of a few documents.

sqlite-vec answers one question from the file by reading all of it, and one row by walking half a megabyte: reading its
chunks whole is the only fast way to many rows. They are as its 0.1 keeps them; another form is said, not guessed at.
"""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .database import Connection, Row, RuleBroken

_CHUNKS_KNOWN = """
    SELECT count(*) FROM sqlite_schema
    WHERE name IN ('window_vectors_512_chunks', 'window_vectors_512_vector_chunks00') AND type = 'table'
"""


class Chunk(NamedTuple):
    """Rows as sqlite-vec keeps them: 8 bytes an id, 2048 a vector, one bit a row that says whether it counts."""

    ids: bytes
    counted: bytes
    vectors: bytes


def chunks(connection: Connection) -> Iterator[Chunk]:
    """Every stored vector, chunk by chunk. RuleBroken where sqlite-vec keeps them in another form."""
    if connection.value(_CHUNKS_KNOWN) != 2:
        raise RuleBroken("sqlite-vec keeps its chunks elsewhere")
    for (number,) in connection.rows("SELECT chunk_id FROM window_vectors_512_chunks ORDER BY chunk_id"):
        row = connection.row(
            """
            SELECT c.rowids, c.validity, v.vectors
            FROM window_vectors_512_chunks AS c JOIN window_vectors_512_vector_chunks00 AS v ON v.rowid = c.chunk_id
            WHERE c.chunk_id = ?
            """,
            (number,),
        )
        if row is not None:
            yield Chunk(*row)


def owners(connection: Connection, space_id: int) -> list[Row]:
    """(window, clause, document) of every window of a space, in reading order, out of the keys alone."""
    return connection.rows(
        """
        SELECT w.id, c.id, c.document_id FROM clauses AS c JOIN windows AS w ON w.clause = c.id
        WHERE c.id IN (SELECT id FROM clauses WHERE space_id = ?)
        ORDER BY c.document_id, c.chunk_index, w.position
        """,
        (space_id,),
    )


def of_documents(connection: Connection, space_id: int, documents: Sequence[int]) -> list[Row]:
    """(window, clause, document, vector) of these documents' windows, in reading order."""
    return connection.rows(
        """
        SELECT w.id, c.id, c.document_id, v.embedding
        FROM clauses AS c JOIN windows AS w ON w.clause = c.id JOIN window_vectors_512 AS v ON v.window_id = w.id
        WHERE c.document_id IN (SELECT value FROM json_each(?)) AND c.space_id = ?
        ORDER BY c.document_id, c.chunk_index, w.position
        """,
        (json.dumps(list(documents)), space_id),
    )
