"""What the next start finds in a library: its content, and all that is wrong with it."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.services.importing.ingestion import resume_queued
from insurance_desktop.services.workspace import open_workspace
from insurance_desktop.store.database import Connection

from ..library_faults import faults

Row = tuple[object, ...]

_CONTENT = (
    "SELECT 'document', id, file_name, original_sha256, conversion_status, review_status, version_id FROM documents",
    "SELECT 'original', sha256, content FROM originals",
    "SELECT 'version', id, document_id, number, markdown, tables_json, author FROM versions",
    "SELECT 'decision', id, document_id, version_id, kind, reviewer, reason, content_sha256 FROM decisions",
    "SELECT 'judgement', id, document_id, path, value, verdict, new_value, reviewer FROM fact_judgements",
    "SELECT 'clause', clause_id, document_id, version_id, text, table_json FROM clauses",
)
"""What a library is for, without the times of it."""
_LONGEST = 40
"""Signs of a value that is told as it is."""


@entity
class State:
    rows: frozenset[Row]
    faults: frozenset[str]

    def __sub__(self, other: "State") -> str:
        """What is here and not there, in words."""
        return "; ".join(sorted(map(str, (*(self.rows - other.rows), *(self.faults - other.faults)))))


def look(path: Path) -> State:
    """Opens the library as the next start does. Raises whatever does not open without help."""
    with open_workspace(path, create=False) as workspace:
        resume_queued(workspace.library, workspace.converter)
        with workspace.library.database.read() as connection:
            rows = frozenset(content(connection))
        return State(rows, frozenset(faults(workspace.library)))


def content(connection: Connection) -> Iterator[Row]:
    for query in _CONTENT:
        yield from (tuple(map(_short, row)) for row in connection.rows(query))


def _short(value: object) -> object:
    """A long value by its hash."""
    if not isinstance(value, (str, bytes)) or len(value) <= _LONGEST:
        return value
    return hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()[:16]
