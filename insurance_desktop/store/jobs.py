"""The table `jobs`: long work that was asked for, so that what did not end is known after the next start."""

import json
from collections.abc import Mapping
from typing import Any

from insurance_desktop.domain.entity import entity

from .database import Connection

WAITING, ENDED, STOPPED, FAILED = "waiting", "ended", "stopped", "failed"


@entity
class StoredJob:
    """`arguments` is what the work needs to begin anew. A job under way is `waiting` until it has ended."""

    job_id: int
    kind: str
    arguments: Mapping[str, Any]
    created_at: str


def add(connection: Connection, kind: str, arguments: Mapping[str, Any], now: str) -> int:
    written = json.dumps(arguments)  # ASCII: a file's name may be no Unicode at all
    return int(
        connection.value(
            "INSERT INTO jobs (kind, arguments, state, created_at) VALUES (?, ?, ?, ?) RETURNING id",
            (kind, written, WAITING, now),
        )
    )


def settle(connection: Connection, job_id: int, state: str, message: str, now: str) -> None:
    """How it ended. A job that is settled already stays as it is."""
    connection.run(
        "UPDATE jobs SET state = ?, message = ?, finished_at = ? WHERE id = ? AND state = ?",
        (state, message, now, job_id, WAITING),
    )


def waiting(connection: Connection, kind: str) -> tuple[StoredJob, ...]:
    """What was asked for and has not ended, the oldest first."""
    rows = connection.rows(
        "SELECT id, kind, arguments, created_at FROM jobs WHERE kind = ? AND state = ? ORDER BY id", (kind, WAITING)
    )
    return tuple(StoredJob(job_id, kind, json.loads(arguments), at) for job_id, kind, arguments, at in rows)


def forget_all_but(connection: Connection, newest: int) -> None:
    """Drop settled jobs beyond the newest ones: the table is a queue, not a log."""
    connection.run(
        "DELETE FROM jobs WHERE state <> ? AND id NOT IN (SELECT id FROM jobs ORDER BY id DESC LIMIT ?)",
        (WAITING, newest),
    )
