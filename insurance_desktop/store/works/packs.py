"""Which packs a library holds: documents and works say their pack."""

from insurance_desktop.store.database import Connection


def held(connection: Connection) -> tuple[str, ...]:
    """The packs with documents, by name."""
    return tuple(row[0] for row in connection.rows("SELECT DISTINCT pack FROM documents ORDER BY pack"))


def of_document(connection: Connection, document_id: int) -> str | None:
    found = connection.value("SELECT pack FROM documents WHERE id = ?", (document_id,))
    return None if found is None else str(found)


def of_clause(connection: Connection, clause_id: str) -> str | None:
    """The pack of an indexed clause."""
    found = connection.value(
        "SELECT pack FROM documents WHERE id = (SELECT document_id FROM clauses WHERE clause_id = ?)", (clause_id,)
    )
    return None if found is None else str(found)


def of_question(connection: Connection, golden_id: int) -> str | None:
    """The pack that a golden question was kept for."""
    found = connection.value("SELECT pack FROM golden_questions WHERE id = ?", (golden_id,))
    return None if found is None else str(found)


def of_product(connection: Connection, named: str) -> str | None:
    """The pack of the works with this code, name or id; None where there is none, or more than one pack has one."""
    rows = connection.rows("SELECT DISTINCT pack FROM works WHERE code = ?1 OR name = ?1 OR id = ?1", (named,))
    return str(rows[0][0]) if len(rows) == 1 else None
