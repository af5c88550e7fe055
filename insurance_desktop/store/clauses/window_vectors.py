"""All vectors of an index space at once, for who keeps them in memory; and those of a few documents.

sqlite-vec answers one question from the file by reading all of it, and one row by walking half a megabyte: reading its
chunks whole is the only fast way to many rows. To store one it walks half a megabyte, too: what comes together is
written together, behind a row that it placed itself. The chunks are as its 0.1 keeps them; another form is said, not
guessed at, and then every row goes its long way.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from insurance_desktop.store.database import Connection, Row, RuleBroken

from .index_spaces import vectors_of

_SHADOWS = {"info", "chunks", "rowids", "vector_chunks00", "metadatachunks00"}
_NUMBER_BYTES = 8
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
    document: int


class Chunk(NamedTuple):
    """Rows as sqlite-vec keeps them: 8 bytes an id, 4 a number of a vector, one bit a row that says whether it
    counts.

    `vectors` lie in memory that the next chunk takes.
    """

    ids: bytes
    counted: bytes
    vectors: memoryview


def chunks(connection: Connection, space_id: int) -> Iterator[Chunk]:
    """Every vector of the space, chunk by chunk. RuleBroken where sqlite-vec keeps them in another form."""
    table = vectors_of(space_id)
    if not {"chunks", "vector_chunks00"} <= _shadows(connection, table):
        raise RuleBroken("sqlite-vec keeps its chunks elsewhere")
    rows = connection.rows(
        f"""
        SELECT c.chunk_id, c.rowids, c.validity
        FROM {table}_chunks AS c JOIN {table}_vector_chunks00 AS v ON v.rowid = c.chunk_id
        ORDER BY c.chunk_id
        """
    )
    stored = connection.read_bytes(f"{table}_vector_chunks00", "vectors", [row[0] for row in rows])
    for (_, ids, counted), vectors in zip(rows, stored, strict=True):
        yield Chunk(ids, counted, vectors)


def _shadows(connection: Connection, table: str) -> set[str]:
    """The tables that sqlite-vec keeps behind its own, by the ends of their names."""
    names = connection.rows("SELECT name FROM sqlite_schema WHERE name GLOB ? AND type = 'table'", (f"{table}_*",))
    return {name.removeprefix(f"{table}_") for (name,) in names}


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
        f"""
        SELECT w.id, c.id, c.document_id, v.embedding
        FROM clauses AS c JOIN windows AS w ON w.clause = c.id
            JOIN {vectors_of(space_id)} AS v ON v.window_id = w.id
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


def of_windows(connection: Connection, space_id: int, windows: Sequence[int]) -> list[Row]:
    """(window, vector) of these windows; slow by the row (see above), so for a handful."""
    return connection.rows(
        f"""
        SELECT v.window_id, v.embedding
        FROM json_each(?) AS asked JOIN {vectors_of(space_id)} AS v ON v.window_id = asked.value
        """,
        (json.dumps(list(windows)),),
    )


def add(connection: Connection, space_id: int, documents: Sequence[int], first: int, vectors: Sequence[bytes]) -> None:
    """Stores the vectors of the windows `first`, `first` + 1, … (float32) with their documents."""
    table = vectors_of(space_id)
    rows = [_Row(*each) for each in zip(count(first), vectors, documents, strict=False)]
    done = 0
    while done < len(rows):
        connection.run(f"INSERT INTO {table} (window_id, embedding, document_id) VALUES (?, ?, ?)", rows[done])
        done += 1
        place = _place(connection, table, rows[done - 1]) if len(rows) - done >= _WORTH else None
        if place is not None:
            done += _add_behind(connection, table, place, rows[done:])


def _place(connection: Connection, table: str, stored: _Row) -> _Place | None:
    """Where a stored vector lies; None where its chunk has another form than sqlite-vec 0.1 gives it."""
    if _shadows(connection, table) != _SHADOWS:
        return None
    row = connection.row(
        f"""
        SELECT r.chunk_id, r.chunk_offset, c.validity, c.size, length(c.rowids), length(v.vectors), length(d.data)
        FROM {table}_rowids AS r
            JOIN {table}_chunks AS c ON c.chunk_id = r.chunk_id
            JOIN {table}_vector_chunks00 AS v ON v._rowid_ = c.chunk_id
            JOIN {table}_metadatachunks00 AS d ON d._rowid_ = c.chunk_id
        WHERE r.rowid = ?
        """,
        (stored.window,),
    )
    if row is None:
        return None
    chunk, offset, counted, size, *lengths = row
    widths = (_NUMBER_BYTES, len(stored.vector), _NUMBER_BYTES)
    if [len(counted) * 8, *lengths] != [size, *(size * each for each in widths)]:
        return None
    return _Place(chunk, offset, counted)


def _add_behind(connection: Connection, table: str, place: _Place, rows: Sequence[_Row]) -> int:
    """Writes as many rows as there are free ones next to a place of a chunk; returns how many."""
    bits = np.unpackbits(np.frombuffer(place.counted, dtype=np.uint8), bitorder="little")
    start = place.offset + 1
    taken = np.flatnonzero(bits[start:])
    rows = rows[: int(taken[0]) if len(taken) else len(bits) - start]
    if not rows:
        return 0
    bits[start : start + len(rows)] = 1
    windows, vectors, documents = zip(*rows, strict=True)
    for shadow, column, width, content in (
        ("vector_chunks00", "vectors", len(vectors[0]), b"".join(vectors)),
        ("metadatachunks00", "data", _NUMBER_BYTES, np.array(documents, dtype=np.int64).tobytes()),
        ("chunks", "rowids", _NUMBER_BYTES, np.array(windows, dtype=np.int64).tobytes()),
    ):
        connection.put_bytes(f"{table}_{shadow}", column, place.chunk, start * width, content)
    connection.put_bytes(f"{table}_chunks", "validity", place.chunk, 0, np.packbits(bits, bitorder="little").tobytes())
    connection.run_many(
        f"INSERT INTO {table}_rowids (rowid, chunk_id, chunk_offset) VALUES (?, ?, ?)",
        [(window, place.chunk, start + number) for number, window in enumerate(windows)],
    )
    return len(rows)
