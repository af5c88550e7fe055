"""The table `answer_runs`: evaluations of answers with what they were given by, told apart by their kind."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from insurance_desktop.store.database import Connection

EXAM, ASK = "exam", "ask"


@dataclass(frozen=True, slots=True)
class AnswerRun:
    """`configuration` is what the answers were given by, hex sha256 by name; `report` the whole evaluation as JSON."""

    run_id: int
    at: str
    paper: str
    paper_sha256: str
    questions: int
    configuration: Mapping[str, str]
    report: Any


def add(connection: Connection, pack: str, kind: str, run: AnswerRun) -> int:
    """Writes a run (its `run_id` does not count); returns its id."""
    connection.run(
        """
        INSERT INTO answer_runs (pack, kind, at, paper, paper_sha256, questions, configuration, report)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            pack,
            kind,
            run.at,
            run.paper,
            run.paper_sha256,
            run.questions,
            json.dumps(dict(run.configuration), sort_keys=True),
            json.dumps(run.report, ensure_ascii=False),
        ),
    )
    return connection.last_id


def listed(connection: Connection, pack: str, kind: str) -> tuple[AnswerRun, ...]:
    """The runs of a kind, the oldest first."""
    rows = connection.rows(
        """
        SELECT id, at, paper, paper_sha256, questions, configuration, report FROM answer_runs
        WHERE pack = ? AND kind = ? ORDER BY id
        """,
        (pack, kind),
    )
    return tuple(
        AnswerRun(run_id, at, paper, sha256, questions, json.loads(configuration), json.loads(report))
        for run_id, at, paper, sha256, questions, configuration, report in rows
    )
