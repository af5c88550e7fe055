"""The table `index_changes`: which documents' index rows changed since somebody looked. Triggers write it."""

from typing import NamedTuple

from insurance_desktop.store.database import Connection


class Mark(NamedTuple):
    """The state of the whole index: a count and a number drawn at random with it. Equal marks mean equal rows."""

    change: int
    stamp: int


NOTHING = Mark(0, 0)


def newest(connection: Connection) -> Mark:
    """The last change; NOTHING before anything was indexed."""
    row = connection.row("SELECT change, stamp FROM index_changes ORDER BY change DESC LIMIT 1")
    return NOTHING if row is None else Mark(*row)


def stamps(connection: Connection, space_id: int) -> dict[int, int]:
    """The stamp of each document's rows in a space as they stand, also of documents whose rows are gone."""
    rows: list[tuple[int, int]] = connection.rows(
        """
        SELECT i.document_id, i.stamp FROM index_changes AS i JOIN documents AS d ON d.id = i.document_id
        WHERE d.pack = (SELECT pack FROM index_spaces WHERE id = ?)
        """,
        (space_id,),
    )
    return dict(rows)
