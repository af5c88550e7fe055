"""What was looked at and begun before its reviewer gave a name becomes that person's."""

from insurance_desktop.services.library.library import Library
from insurance_desktop.store.versions import drafts, looked_clauses


def take_over(library: Library, unnamed: str, reviewer: str) -> None:
    """What was kept under `unnamed` is the reviewer's from now on: clauses looked at, and unfinished edits."""
    with library.database.write() as connection:
        looked_clauses.hand_over(connection, unnamed, reviewer)
        drafts.hand_over(connection, unnamed, reviewer)
