"""Damages that a repair is for: rows changed past all guards of the schema, as no program of this kind changes them."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.opening import open_database
from insurance_desktop.store.restoring import unguarded


@entity
class Damage:
    table: str
    change: str


DAMAGES = {
    "log": Damage("decisions", "reason = reason || 'x' WHERE id = 1"),
    "original": Damage("originals", "content = zeroblob(length(content)) WHERE rowid = 1"),
    "text": Damage("versions", "markdown = markdown || 'x' WHERE id = 1"),
    "clauses": Damage("clauses", "text = text || 'x' WHERE document_id = (SELECT max(document_id) FROM clauses)"),
}
"""By what they are of: the first entry of the log, the original and the text of the first document, the clauses of the
last one that is verified."""


def damage(path: Path, names: Iterable[str]) -> None:
    """Does these damages to a library."""
    with closing(open_database(path, create=False)) as database, database.write() as connection:
        for each in map(DAMAGES.__getitem__, names):
            with unguarded(connection, each.table):
                connection.run(f"UPDATE {each.table} SET {each.change}")
