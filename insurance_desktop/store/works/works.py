"""Works: what documents are about. The insurance pack's faces call a work a product and its issuer the company."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection

_COLUMNS = "id, pack, kind, code, name, issuer, category, publish_time"


@entity
class Work:
    """`work_id` 0 = not stored yet."""

    work_id: int
    pack: str
    kind: str
    code: str | None
    name: str
    issuer: str | None
    category: str | None = None
    publish_time: str | None = None


def get(connection: Connection, work_id: int) -> Work | None:
    row = connection.row(f"SELECT {_COLUMNS} FROM works WHERE id = ?", (work_id,))
    return Work(*row) if row else None


def with_code(connection: Connection, pack: str, code: str) -> tuple[Work, ...]:
    rows = connection.rows(f"SELECT {_COLUMNS} FROM works WHERE pack = ? AND code = ? ORDER BY id", (pack, code))
    return tuple(Work(*row) for row in rows)


def all_of(connection: Connection, pack: str) -> tuple[Work, ...]:
    rows = connection.rows(f"SELECT {_COLUMNS} FROM works WHERE pack = ? ORDER BY id", (pack,))
    return tuple(Work(*row) for row in rows)


def add(connection: Connection, work: Work, now: str) -> int:
    connection.run(
        "INSERT INTO works (pack, kind, code, name, issuer, category, publish_time, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (work.pack, work.kind, work.code, work.name, work.issuer, work.category, work.publish_time, now),
    )
    return connection.last_id


def change(connection: Connection, work: Work) -> None:
    """Write all descriptive columns. The schema refuses while a document of the work is verified."""
    connection.run(
        "UPDATE works SET code = ?, name = ?, issuer = ?, category = ?, publish_time = ? WHERE id = ?",
        (work.code, work.name, work.issuer, work.category, work.publish_time, work.work_id),
    )


def remove_if_unused(connection: Connection, work_id: int) -> None:
    """Forget a work that neither a document nor the catalogue knows any more."""
    connection.run(
        "DELETE FROM works WHERE id = ?1 "
        "AND NOT EXISTS (SELECT 1 FROM documents WHERE work_id = ?1) "
        "AND NOT EXISTS (SELECT 1 FROM documents JOIN editions ON editions.id = documents.edition_id "
        "    WHERE editions.work_id = ?1) "
        "AND NOT EXISTS (SELECT 1 FROM attachments JOIN editions ON editions.id = attachments.edition_id "
        "    WHERE editions.work_id = ?1)",
        (work_id,),
    )
