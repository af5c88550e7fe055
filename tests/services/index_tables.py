"""The index tables of all spaces of a library, as rows: to see what a file really holds."""

from typing import Any

from insurance_desktop.store.clauses import index_spaces
from insurance_desktop.store.database import Connection


def words_rows(connection: Connection) -> list[int]:
    """The clauses that FTS5 has words of."""
    return [
        row[0]
        for space in index_spaces.all_ids(connection)
        for row in connection.rows(f"SELECT rowid FROM {index_spaces.words_of(space)}")
    ]


def vector_rows(connection: Connection) -> list[tuple[Any, ...]]:
    """(window, document, vector) of everything that sqlite-vec keeps."""
    return [
        row
        for space in index_spaces.all_ids(connection)
        for row in connection.rows(f"SELECT window_id, document_id, embedding FROM {index_spaces.vectors_of(space)}")
    ]
