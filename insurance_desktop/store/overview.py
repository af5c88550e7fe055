"""When the library was last added to, and when a person last verified something in it."""

from dataclasses import dataclass

from .database import Connection


@dataclass(frozen=True, slots=True)
class Times:
    """ISO 8601, UTC; None = never."""

    imported: str | None
    verified: str | None


def times(connection: Connection, pack: str) -> Times:
    """Of one pack's documents."""
    imported = connection.value("SELECT max(imported_at) FROM documents WHERE pack = ?", (pack,))
    verified = connection.value(
        """
        SELECT max(s.at) FROM documents AS d JOIN decisions AS s ON s.id = d.decision_id
        WHERE d.pack = ? AND d.review_status = 'VERIFIED'
        """,
        (pack,),
    )
    return Times(imported, verified)
