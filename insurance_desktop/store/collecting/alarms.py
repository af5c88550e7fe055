"""Alarms of collecting: what a person must look at, from the moment that it was found until somebody has."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from insurance_desktop.store.database import Connection

FILE_CHANGED = "file_changed"
LIST_SHRUNK = "list_shrunk"


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm that is open. `document_id` is the changed file as it is now, `former_document_id` as it was."""

    alarm_id: int
    site: str
    run_id: str
    raised_at: str
    kind: str
    document_id: int | None
    former_document_id: int | None
    facts: Mapping[str, Any]


_COLUMNS = "id, site, run_id, raised_at, kind, document_id, former_document_id, facts"


def add(
    connection: Connection,
    kind: str,
    facts: Mapping[str, Any],
    *,
    site: str,
    run_id: str,
    now: str,
    document_id: int | None = None,
    former_document_id: int | None = None,
) -> int:
    """Raise an alarm; of a changed file only a decision that comes after it counts as an answer."""
    connection.run(
        "INSERT INTO collection_alarms (site, run_id, raised_at, kind, document_id, former_document_id, facts, "
        "after_decision) VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(id), 0) FROM decisions))",
        (site, run_id, now, kind, document_id, former_document_id, json.dumps(dict(facts), ensure_ascii=False)),
    )
    return connection.last_id


def open_ones(connection: Connection, site: str | None = None) -> tuple[Alarm, ...]:
    """What nobody has answered yet, oldest first; of one site where given."""
    rows = connection.rows(
        f"SELECT {_COLUMNS} FROM open_collection_alarms WHERE ?1 IS NULL OR site = ?1 ORDER BY id", (site,)
    )
    return tuple(map(_alarm, rows))


def find_open(connection: Connection, alarm_id: int) -> Alarm | None:
    row = connection.row(f"SELECT {_COLUMNS} FROM open_collection_alarms WHERE id = ?", (alarm_id,))
    return _alarm(row) if row else None


def of_document(connection: Connection, document_id: int) -> tuple[Alarm, ...]:
    """The open alarms that tell of this document as the changed one."""
    rows = connection.rows(
        f"SELECT {_COLUMNS} FROM open_collection_alarms WHERE document_id = ? AND kind = ? ORDER BY id",
        (document_id, FILE_CHANGED),
    )
    return tuple(map(_alarm, rows))


def end(connection: Connection, alarm_id: int, now: str, *, by: str | None = None, reason: str | None = None) -> None:
    """Over: by a person's word for a reason, or by itself where nobody is named."""
    connection.run(
        "UPDATE collection_alarms SET ended_at = ?, ended_by = ?, reason = ? WHERE id = ?", (now, by, reason, alarm_id)
    )


def _alarm(row: tuple[Any, ...]) -> Alarm:
    alarm_id, site, run_id, raised_at, kind, document_id, former, facts = row
    return Alarm(alarm_id, site, run_id, raised_at, kind, document_id, former, json.loads(facts))
