"""A clause made ready for the index: what `index` computes and `store` writes, neither knowing the other."""

from insurance_desktop.domain.entity import entity

from .conversion import Clause, Reference
from .facts import Fact


@entity
class IndexedWindow:
    """One embedding unit. `vector` = float32 in machine order, unit length."""

    text: str
    token_count: int
    vector: bytes


@entity
class TokenColumns:
    """The four FTS5 columns: tokens with spaces between."""

    title_words: str
    words: str
    title_bigrams: str
    bigrams: str


@entity
class IndexedClause:
    """One row of the index. `clause` is the verbatim unit of citation (a part of one where C2 cuts, or a table);
    `priority` how much it counts among others that say as much."""

    clause: Clause
    clause_id: str
    index_text: str
    tokens: TokenColumns
    windows: tuple[IndexedWindow, ...]
    chunk_type: str = "text"
    priority: int = 0


@entity
class IndexSpace:
    """Which model and which settings made the rows; rows of different fingerprints are never ranked together.

    `stems`: words are told by their stems, in a language that has endings.
    """

    pack: str
    model: str
    dimensions: int
    fingerprint: str
    stems: bool = False


@entity
class PreparedIndex:
    """Everything that approving writes for one version, computed outside the transaction."""

    document_id: int
    version_id: int
    space: IndexSpace
    clauses: tuple[IndexedClause, ...]
    references: tuple[Reference, ...]
    facts: tuple[Fact, ...] = ()
