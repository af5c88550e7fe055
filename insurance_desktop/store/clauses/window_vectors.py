"""All vectors of the library at once, for who keeps them in memory; and those of a few documents.

sqlite-vec answers one question from the file by reading all of it, and one row by walking half a megabyte: reading its
chunks whole is the only fast way to many rows. To store one it walks half a megabyte, too: what comes together is
written together, behind a row that it placed itself. The chunks are as its 0.1 keeps them; another form is said, not
guessed at, and then every row goes its long way.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count, repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from insurance_desktop.store.database import Connection, Row, RuleBroken

_CHUNKS_KNOWN = """
    SELECT count(*) FROM sqlite_schema
    WHERE name IN ('window_vectors_512_chunks', 'window_vectors_512_vector_chunks00') AND type = 'table'
"""


_SHADOWS = {"info", "chunks", "rowids", "vector_chunks00", "metadatachunks00", "metadatachunks01"}
_VECTOR_BYTES, _NUMBER_BYTES = 2048, 8
_WORTH = 4
"""So many vectors are worth five writes."""


class _Place(NamedTuple):
    """Where sqlite-vec put a row, and which rows of that chunk count (one bit each)."""

    chunk: int
    offset: int
    counted: bytes


class _Row(NamedTuple):
    """A vector to store, and what sqlite-vec keeps beside it."""

    window: int
    vector: bytes
    space: int
    document: int


class Chunk(NamedTuple):
    """Rows as sqlite-vec keeps them: 8 bytes an id, 2048 a vector, one bit a row that says whether it counts.

    `vectors` lie in memory that the next chunk takes.
    """

    ids: bytes
    counted: bytes
    vectors: memoryview


def chunks(connection: Connection) -> Iterator[Chunk]:
    """Every stored vector, chunk by chunk. RuleBroken where sqlite-vec keeps them in another form."""
    if connection.value(_CHUNKS_KNOWN) != 2:
        raise RuleBroken("sqlite-vec keeps its chunks elsewhere")
    rows = connection.rows(
        """
        SELECT c.chunk_id, c.rowids, c.validity
        FROM window_vectors_512_chunks AS c JOIN window_vectors_512_vector_chunks00 AS v ON v.rowid = c.chunk_id
        ORDER BY c.chunk_id
        """
    )
    stored = connection.read_bytes("window_vectors_512_vector_chunks00", "vectors", [row[0] for row in rows])
    for (_, ids, counted), vectors in zip(rows, stored, strict=True):
        yield Chunk(ids, counted, vectors)


def owners(connection: Connection, space_id: int) -> npt.NDArray[np.int64]:
    """(window, clause, document) of every window of a space, in reading order, out of the keys alone."""
    found = connection.rows(
        """
        SELECT w.id, c.id, c.document_id FROM clauses AS c JOIN windows AS w ON w.clause = c.id
        WHERE +c.id IN (SELECT id FROM clauses WHERE space_id = ?)
        ORDER BY c.document_id, c.chunk_index, w.position
        """,  # the plus: clauses are gone through in their order then, and nothing has to be sorted
        (space_id,),
    )
    return np.array(found, dtype=np.int64).reshape(-1, 3)


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


def texts_of_clauses(connection: Connection, clauses: Sequence[int]) -> list[Row]:
    """(clause, window, text) of every window of these clauses, in reading order."""
    return connection.rows(
        """
        SELECT clause, id, text FROM windows WHERE clause IN (SELECT value FROM json_each(?))
        ORDER BY clause, position
        """,
        (json.dumps(list(clauses)),),
    )


def of_windows(connection: Connection, windows: Sequence[int]) -> list[Row]:
    """(window, vector) of these windows; slow by the row (see above), so for a handful."""
    return connection.rows(
        """
        SELECT v.window_id, v.embedding
        FROM json_each(?) AS asked JOIN window_vectors_512 AS v ON v.window_id = asked.value
        """,
        (json.dumps(list(windows)),),
    )


def add(connection: Connection, space_id: int, documents: Sequence[int], first: int, vectors: Sequence[bytes]) -> None:
    """Stores the vectors of the windows `first`, `first` + 1, … (float32, 2048 bytes each) with their documents."""
    rows = [_Row(*each) for each in zip(count(first), vectors, repeat(space_id), documents, strict=False)]
    done = 0
    while done < len(rows):
        connection.run(
            "INSERT INTO window_vectors_512 (window_id, embedding, space_id, document_id) VALUES (?, ?, ?, ?)",
            rows[done],
        )
        done += 1
        place = _place(connection, first + done - 1) if len(rows) - done >= _WORTH else None
        if place is not None:
            done += _add_behind(connection, place, rows[done:])


def _place(connection: Connection, window: int) -> _Place | None:
    """Where the vector of a window lies; None where its chunk has another form than sqlite-vec 0.1 gives it."""
    names = connection.rows("SELECT name FROM sqlite_schema WHERE name GLOB 'window_vectors_512_*' AND type = 'table'")
    if {name.removeprefix("window_vectors_512_") for (name,) in names} != _SHADOWS:
        return None
    row = connection.row(
        """
        SELECT r.chunk_id, r.chunk_offset, c.validity, c.size, length(c.rowids), length(v.vectors), length(s.data),
            length(d.data)
        FROM window_vectors_512_rowids AS r
            JOIN window_vectors_512_chunks AS c ON c.chunk_id = r.chunk_id
            JOIN window_vectors_512_vector_chunks00 AS v ON v._rowid_ = c.chunk_id
            JOIN window_vectors_512_metadatachunks00 AS s ON s._rowid_ = c.chunk_id
            JOIN window_vectors_512_metadatachunks01 AS d ON d._rowid_ = c.chunk_id
        WHERE r.rowid = ?
        """,
        (window,),
    )
    if row is None:
        return None
    chunk, offset, counted, size, *lengths = row
    if [len(counted) * 8, *lengths] != [size, *(size * each for each in (_NUMBER_BYTES, _VECTOR_BYTES, 8, 8))]:
        return None
    return _Place(chunk, offset, counted)


def _add_behind(connection: Connection, place: _Place, rows: Sequence[_Row]) -> int:
    """Writes as many rows as there are free ones next to a place of a chunk; returns how many."""
    bits = np.unpackbits(np.frombuffer(place.counted, dtype=np.uint8), bitorder="little")
    start = place.offset + 1
    taken = np.flatnonzero(bits[start:])
    rows = rows[: int(taken[0]) if len(taken) else len(bits) - start]
    if not rows:
        return 0
    bits[start : start + len(rows)] = 1
    table = "window_vectors_512_"
    windows, vectors, spaces, documents = zip(*rows, strict=True)
    for shadow, column, width, content in (
        ("vector_chunks00", "vectors", _VECTOR_BYTES, b"".join(vectors)),
        ("metadatachunks00", "data", _NUMBER_BYTES, np.array(spaces, dtype=np.int64).tobytes()),
        ("metadatachunks01", "data", _NUMBER_BYTES, np.array(documents, dtype=np.int64).tobytes()),
        ("chunks", "rowids", _NUMBER_BYTES, np.array(windows, dtype=np.int64).tobytes()),
    ):
        connection.put_bytes(table + shadow, column, place.chunk, start * width, content)
    connection.put_bytes(table + "chunks", "validity", place.chunk, 0, np.packbits(bits, bitorder="little").tobytes())
    connection.run_many(
        "INSERT INTO window_vectors_512_rowids (rowid, chunk_id, chunk_offset) VALUES (?, ?, ?)",
        [(window, place.chunk, start + number) for number, window in enumerate(windows)],
    )
    return len(rows)
