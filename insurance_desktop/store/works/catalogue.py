"""What a search may look at: verified documents with their work and edition, and how a hit is cited."""

import json
from collections.abc import Sequence

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions

_OPENING = 600
"""Signs of a text within which its title stands."""


@entity
class VerifiedDocument:
    """A searchable document. `publish_time` is the edition's, else the work's."""

    document_id: int
    work_id: int | None
    document_type: str | None
    edition: str | None
    edition_status: str
    publish_time: str | None


@entity
class Verification:
    """Who verified a document, and when."""

    reviewer: str
    at: str


def verified_documents(
    connection: Connection, pack: str, *, works: Sequence[int] | None = None, document_id: int | None = None
) -> tuple[VerifiedDocument, ...]:
    """The verified documents of a pack, of these works or with this id where given, oldest first."""
    conditions = ["pack = ?", "review_status = 'VERIFIED'"]
    bindings: list[str | int] = [pack]
    if works is not None:
        conditions.append("work_id IN (SELECT value FROM json_each(?))")
        bindings.append(json.dumps(list(works)))
    if document_id is not None:
        conditions.append("document_id = ?")
        bindings.append(document_id)
    rows = connection.rows(
        f"""
        SELECT document_id, work_id, document_type, edition, edition_status, publish_time FROM listed_documents
        WHERE {" AND ".join(conditions)} ORDER BY document_id
        """,
        bindings,
    )
    return tuple(VerifiedDocument(*row) for row in rows)


def unverified_beside(connection: Connection, documents: Sequence[int]) -> int:
    """How many documents of the same works, in an edition that is not superseded, nobody has decided on yet."""
    found = connection.row(
        """
        SELECT count(*) FROM listed_documents
        WHERE review_status = 'PENDING' AND edition_status <> 'superseded' AND work_id IN (
            SELECT work_id FROM listed_documents WHERE document_id IN (SELECT value FROM json_each(?))
        )
        """,
        (json.dumps(list(documents)),),
    )
    return 0 if found is None else int(found[0])


def types_of(connection: Connection, documents: Sequence[int]) -> frozenset[str | None]:
    """What kinds of document these are."""
    rows = connection.rows(
        "SELECT DISTINCT document_type FROM listed_documents WHERE document_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )
    return frozenset(row[0] for row in rows)


def verifications(connection: Connection, documents: Sequence[int]) -> dict[int, Verification]:
    """The decision behind each of these documents, by document. LibraryDamaged where one is not what was written."""
    known = connection.kept(_Verifications)
    return {document_id: known.of(document_id) for document_id in documents}


class _Verifications:
    """The decisions behind documents, looked up once while the library stays as it is."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[int, Verification] = {}

    def of(self, document_id: int) -> Verification:
        if document_id not in self._known:
            found = decisions.approval(self._connection, document_id)
            if found is None:
                raise LibraryDamaged("store.decision_changed", document_id=document_id)
            self._known[document_id] = Verification(found.reviewer, found.at)
        return self._known[document_id]


def aliases(connection: Connection, pack: str) -> dict[int, tuple[str, ...]]:
    """The other names of the pack's works, by work."""
    found: dict[int, list[str]] = {}
    for work, alias in connection.rows(
        "SELECT a.work_id, a.alias FROM work_aliases AS a JOIN works AS w ON w.id = a.work_id WHERE w.pack = ?", (pack,)
    ):
        found.setdefault(work, []).append(alias)
    return {work: tuple(names) for work, names in found.items()}


def openings(connection: Connection, pack: str) -> tuple[tuple[int, str], ...]:
    """The first words of each verified text, with its work."""
    rows = connection.rows(
        """
        SELECT d.work_id, substr(v.markdown, 1, ?) FROM documents AS d
        JOIN versions AS v ON v.id = d.verified_version_id WHERE d.pack = ? AND d.work_id IS NOT NULL
        """,
        (_OPENING, pack),
    )
    return tuple((work, opening) for work, opening in rows)


def listed_dates(connection: Connection, pack: str) -> tuple[tuple[int, str], ...]:
    """When the editions of each work were published, as far as somebody said, with its work."""
    rows = connection.rows(
        "SELECT e.work_id, e.publish_time FROM editions AS e JOIN works AS w ON w.id = e.work_id "
        "WHERE w.pack = ? AND e.publish_time IS NOT NULL",
        (pack,),
    )
    return tuple((work, published) for work, published in rows)


def has_document(connection: Connection, document_id: int) -> bool:
    """Whether the library holds a document with this id, verified or not."""
    return connection.row("SELECT 1 FROM documents WHERE id = ?", (document_id,)) is not None


@entity
class FiledDocument:
    """A document by the file that it was imported from."""

    document_id: int
    file_name: str
    sha256: str
    is_verified: bool
    issuer: str | None


@entity
class ClausePlace:
    """Where an indexed clause stands; `section` is the key that section ids are compared by."""

    row: int
    clause_id: str
    document_id: int
    section: str
    categories: tuple[str, ...]


def filed_documents(connection: Connection, pack: str) -> tuple[FiledDocument, ...]:
    """Every document of a pack with its file, oldest first."""
    rows = connection.rows(
        "SELECT document_id, file_name, sha256, review_status = 'VERIFIED', issuer FROM listed_documents "
        "WHERE pack = ? ORDER BY document_id",
        (pack,),
    )
    return tuple(FiledDocument(row[0], row[1], row[2], bool(row[3]), row[4]) for row in rows)


def clause_places(connection: Connection) -> tuple[ClausePlace, ...]:
    """Every indexed clause of the file by its place."""
    rows = connection.rows("SELECT id, clause_id, document_id, section_key, categories FROM clauses ORDER BY id")
    return tuple(ClausePlace(row[0], row[1], row[2], row[3], tuple(json.loads(row[4]))) for row in rows)


def item_marks(connection: Connection) -> tuple[tuple[int, str, str], ...]:
    """(document, section key, mark as printed) of every item in the index."""
    return tuple(
        connection.rows(
            "SELECT c.document_id, c.section_key, i.mark FROM items AS i JOIN clauses AS c ON c.id = i.clause"
        )
    )
