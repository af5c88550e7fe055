"""The table `index_spaces`, and the two tables that each space has for itself: its words and its vectors.

A pack's clauses lie in its space, and a search looks into one: how common a word is and which window lies nearest is
never told by another pack's clauses, and each space has vectors of its own model's length.
"""

from dataclasses import dataclass

from insurance_desktop.domain.indexed import IndexSpace
from insurance_desktop.store.database import Connection
from insurance_desktop.store.schema.clauses import SPACE_TRIGGERS, SPACE_VECTORS, SPACE_WORDS

_WHOLE_WORDS, _STEMS = "ascii", "porter unicode61"
"""FTS5's tokenizers: what is cut already stays as it is; an English word stands for all with its stem."""


@dataclass(frozen=True, slots=True)
class StoredSpace:
    space_id: int
    space: IndexSpace


def words_of(space_id: int) -> str:
    """The name of a space's FTS5 table; its rows are those of the clauses."""
    return f"clause_words_{space_id:d}"


def vectors_of(space_id: int) -> str:
    """The name of a space's vec0 table; its rows are those of the windows."""
    return f"window_vectors_{space_id:d}"


def space_of(connection: Connection, pack: str) -> StoredSpace | None:
    """The pack's index space, or None before anything was indexed."""
    row = connection.row("SELECT id, pack, model, dimensions, fingerprint FROM index_spaces WHERE pack = ?", (pack,))
    if row is None:
        return None
    return StoredSpace(row[0], IndexSpace(row[1], row[2], row[3], row[4], has_stems(connection, row[0])))


def has_stems(connection: Connection, space_id: int) -> bool:
    """Whether the words of a space are told by their stems, as its table was made."""
    sql = connection.value("SELECT sql FROM sqlite_schema WHERE name = ?", (words_of(space_id),))
    return _STEMS in str(sql)


def all_ids(connection: Connection) -> list[int]:
    return [row[0] for row in connection.rows("SELECT id FROM index_spaces ORDER BY id")]


def dimensions_of(connection: Connection, space_id: int) -> int:
    """How many numbers a vector of the space has."""
    return int(connection.value("SELECT dimensions FROM index_spaces WHERE id = ?", (space_id,)))


def holds_clauses(connection: Connection, space_id: int) -> bool:
    """Whether any row hangs on the space."""
    return connection.row("SELECT 1 FROM clauses WHERE space_id = ? LIMIT 1", (space_id,)) is not None


def put_space(connection: Connection, space: IndexSpace, built_at: str) -> int:
    """Creates the pack's index space with its tables, or renews its description; returns its id."""
    known = space_of(connection, space.pack)
    if known is None:
        connection.run(
            "INSERT INTO index_spaces (pack, model, dimensions, fingerprint, built_at) VALUES (?, ?, ?, ?, ?)",
            (space.pack, space.model, space.dimensions, space.fingerprint, built_at),
        )
        space_id = connection.last_id
        make_tables(connection, space_id, space)
        return space_id
    reshape(connection, known, space)
    connection.run(
        "UPDATE index_spaces SET model = ?, fingerprint = ?, built_at = ? WHERE id = ?",
        (space.model, space.fingerprint, built_at, known.space_id),
    )
    return known.space_id


def make_tables(connection: Connection, space_id: int, space: IndexSpace) -> None:
    """What a space has for itself."""
    for sql in (SPACE_WORDS, SPACE_VECTORS, SPACE_TRIGGERS):
        connection.run(_shaped(sql, space_id, space))


def _shaped(sql: str, space_id: int, space: IndexSpace) -> str:
    tokenizer = _STEMS if space.stems else _WHOLE_WORDS
    return sql.format(space=space_id, dimensions=space.dimensions, tokenizer=tokenizer)


def reshape(connection: Connection, known: StoredSpace, space: IndexSpace) -> None:
    """Makes room for vectors of another length or words told otherwise, in place of what the space holds; nothing
    where both stay."""
    if (space.dimensions, space.stems) == (known.space.dimensions, known.space.stems):
        return
    space_id = known.space_id
    connection.run("DELETE FROM clauses WHERE space_id = ?", (space_id,))
    for name, sql in ((words_of(space_id), SPACE_WORDS), (vectors_of(space_id), SPACE_VECTORS)):
        connection.run(f"DROP TABLE {name}")
        connection.run(_shaped(sql, space_id, space))
    connection.run("UPDATE index_spaces SET dimensions = ? WHERE id = ?", (space.dimensions, space_id))
