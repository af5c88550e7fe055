"""The table `clause_seals`: what shows that a clause is still what was decided on.

Each clause, with the hashes of its items and of its pointers, is a leaf of a hash tree; the decision log names the root
(`decisions.sealed`). A row that leads to another root is withheld, whoever changed it, with or without its hashes.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.hash_tree import SIZE, leaf_of, root_from, tree_of
from insurance_desktop.domain.identity import text_sha256
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions

COLUMNS = (
    *("clause_id", "document_id", "chunk_index", "section_id", "section_title", "breadcrumb", "level"),
    *("parent_section", "page_number", "page_to", "text", "text_sha256", "categories", "entity_roles", "keywords"),
    *("emphasis", "boxes", "is_table", "table_json", "chunk_type", "locator"),
)
"""What answers show of a clause, and what its seal covers, in this order."""
SHOWN = ", ".join(f"c.{name}" for name in COLUMNS)
"""Those columns of the clause `c`."""
SEAL = "(SELECT s.seal FROM clause_seals AS s WHERE s.document_id = c.document_id AND s.chunk_index = c.chunk_index)"
"""Its seal, null where it was indexed before there were seals."""

Shown = Sequence[Any]
"""The values of the columns, as they are stored."""
Pointer = tuple[str, str, str | None, str | None]
"""Kind, anchor, target section and target clause of a reference, as it is read."""
ITEMS, POINTERS, _PATH = slice(SIZE), slice(SIZE, 2 * SIZE), slice(2 * SIZE, None)
"""What a seal is made of: the hashes of a clause's items and of its pointers, and the way from its leaf to the root."""


class Sealing(NamedTuple):
    """The seals of a document's clauses by chunk index, and the root (hex) that they lead to."""

    root: str
    seals: tuple[tuple[int, bytes], ...]


def hash_of(rows: Iterable[Sequence[Any]]) -> bytes:
    """The hash of a clause's items, or of its pointers, as they are stored."""
    return leaf_of(part for row in rows for part in row)


def seal(clauses: Sequence[tuple[Shown, bytes, bytes]]) -> Sealing:
    """The seals of a document's clauses, each given as it is shown, with the hashes of its items and pointers."""
    root, paths = tree_of([_leaf(shown, items + pointers) for shown, items, pointers in clauses])
    place = COLUMNS.index("chunk_index")
    told = zip(clauses, paths, strict=True)
    return Sealing(
        root.hex(), tuple((shown[place], items + pointers + path) for (shown, items, pointers), path in told)
    )


def insert(connection: Connection, document_id: int, sealing: Sealing) -> None:
    connection.run_many(
        "INSERT INTO clause_seals (document_id, chunk_index, seal) VALUES (?, ?, ?)",
        [(document_id, *each) for each in sealing.seals],
    )


def is_intact(connection: Connection, shown: Shown, seal: bytes | None) -> bool:
    """Whether a clause is what was decided on; from before there were seals, whether its words have their hash."""
    values = dict(zip(COLUMNS, shown, strict=True))
    told = told_of(connection, values["document_id"])
    if told is None:
        return text_sha256(values["text"]) == str(values["text_sha256"])
    return seal is not None and root_from(_leaf(shown, seal), seal[_PATH]).hex() == told["clauses"]


def root_now(connection: Connection, document_id: int) -> str:
    """The root over the clauses that a document has now: another one, too, where one is missing or was added."""
    rows = connection.rows(
        f"SELECT {SHOWN}, {SEAL} FROM clauses AS c WHERE c.document_id = ? ORDER BY c.chunk_index", (document_id,)
    )
    return tree_of([_leaf(shown, seal) for *shown, seal in rows if seal is not None])[0].hex()


def _leaf(shown: Shown, seal: bytes) -> bytes:
    """The hash of a clause with what hangs on it; where it has no locator, none is hashed: older programs knew none."""
    *values, locator = shown
    return leaf_of((*values, *(() if locator is None else (locator,)), seal[ITEMS], seal[POINTERS]))


def is_described_as_decided(connection: Connection, document: Document) -> bool:
    """Whether what is said about a document is what was decided on."""
    told = told_of(connection, document.document_id)
    return told is None or told["metadata"] == document.served_sha256()


def holds(seal: bytes | None, part: slice, rows: Iterable[Sequence[Any]]) -> bool:
    """Whether these are the clause's `ITEMS` or `POINTERS`, as they were decided on; true before there were seals."""
    return seal is None or seal[part] == hash_of(rows)


def told_of(connection: Connection, document_id: int) -> dict[str, str] | None:
    """What the log says of a document (`decisions.sealed`), looked up once while the library stays as it is."""
    return connection.kept(_Told).of(document_id)


class _Told:
    """What the log says of documents, looked up once while the library stays as it is."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[int, dict[str, str] | None] = {}

    def of(self, document_id: int) -> dict[str, str] | None:
        if document_id not in self._known:
            self._known[document_id] = decisions.sealed(self._connection, document_id)
        return self._known[document_id]
