"""What the next start finds in a library: its content, and all that is wrong with it."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.services.importing.ingestion import resume_queued
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.review.decisions import verify_log
from insurance_desktop.services.search import indexing
from insurance_desktop.services.workspace import Workspace, open_workspace
from insurance_desktop.store import health
from insurance_desktop.store.database import Connection

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
        return State(rows, frozenset(_faults(workspace)))


def content(connection: Connection) -> Iterator[Row]:
    for query in _CONTENT:
        yield from (tuple(map(_short, row)) for row in connection.rows(query))


def _short(value: object) -> object:
    """A long value by its hash."""
    if not isinstance(value, (str, bytes)) or len(value) <= _LONGEST:
        return value
    return hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()[:16]


def _faults(workspace: Workspace) -> Iterator[str]:
    """Each thing that is wrong, by itself."""
    library = workspace.library
    with library.database.read() as connection:
        yield from (str(each) for each in (*health.faults(connection), *indexing.faults(connection)))
    log, whole = verify_log(library), integrity(library, deep=True)
    if log.broken_at is not None:
        yield f"the log is broken at {log.broken_at}"
    yield from (f"document {each} is not what was approved" for each in log.changed)
    yield from (f"altered: {each}" for each in whole.altered)
    yield from (f"the original of document {each} is not the file that came" for each in whole.originals)
