"""Who is asked to review what: rows that are only added, the newest of a document holds."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection

_COLUMNS = "document_id, reviewer, set_by, note, at"


@entity
class AssignmentRow:
    """`reviewer` None = nobody in particular; `at` as the file holds times."""

    document_id: int
    reviewer: str | None
    set_by: str
    note: str
    at: str


def add(connection: Connection, row: AssignmentRow) -> None:
    connection.run(
        f"INSERT INTO assignments ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
        (row.document_id, row.reviewer, row.set_by, row.note, row.at),
    )


def of_document(connection: Connection, document_id: int) -> tuple[AssignmentRow, ...]:
    """The newest first."""
    rows = connection.rows(f"SELECT {_COLUMNS} FROM assignments WHERE document_id = ? ORDER BY id DESC", (document_id,))
    return tuple(AssignmentRow(*row) for row in rows)


def people(connection: Connection) -> tuple[str, ...]:
    """Everybody who decided, assigned or was asked; who did so last stands first."""
    rows = connection.rows(
        """
        SELECT name FROM (
            SELECT reviewer AS name, at FROM decisions WHERE kind NOT IN ('imported', 'indexed')
            UNION ALL SELECT set_by, at FROM assignments
            UNION ALL SELECT reviewer, at FROM assignments WHERE reviewer IS NOT NULL
        ) GROUP BY name ORDER BY max(at) DESC, name
        """
    )
    return tuple(row[0] for row in rows)
