"""The tables `ranking_configurations`, `evaluation_runs` and `ranking_verdicts`: what ranks, and how it was judged."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from insurance_desktop.store.database import Connection

ADOPTED, ACTIVATED, OVERRIDDEN, REFUSED = "adopted", "activated", "overridden", "refused"


@dataclass(frozen=True, slots=True)
class StoredConfiguration:
    configuration_id: int
    fingerprint: str
    parts: Mapping[str, str]
    first_seen_at: str


@dataclass(frozen=True, slots=True)
class NewRun:
    """One evaluation: `metrics` is its whole report as JSON."""

    configuration_id: int
    at: str
    golden: str
    golden_sha256: str
    questions: int
    measured: int
    passed: bool
    metrics: str


@dataclass(frozen=True, slots=True)
class AskedPart:
    """How many questions of a run were of one issuer or style; `name` as in the report."""

    by: str
    name: str | None
    questions: int


@dataclass(frozen=True, slots=True)
class Run:
    """A run without its report. `parts`: whose documents it asked, and in which styles; () in older records."""

    run_id: int
    fingerprint: str
    at: str
    golden: str
    golden_sha256: str
    questions: int
    measured: int
    passed: bool
    bars: tuple[Any, ...]
    parts: tuple[AskedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided of a configuration. `reviewer` is "" where the program adopted what it shipped with."""

    verdict_id: int
    fingerprint: str
    verdict: str
    reviewer: str
    reason: str
    runs: tuple[int, ...]
    at: str


def put(connection: Connection, pack: str, fingerprint: str, parts: Mapping[str, str], at: str) -> int:
    """The id of a configuration, made known to the library where it is new."""
    connection.run(
        "INSERT OR IGNORE INTO ranking_configurations (pack, fingerprint, parts, first_seen_at) VALUES (?, ?, ?, ?)",
        (pack, fingerprint, json.dumps(dict(parts), sort_keys=True), at),
    )
    return int(
        connection.value(
            "SELECT id FROM ranking_configurations WHERE pack = ? AND fingerprint = ?", (pack, fingerprint)
        )
    )


def get(connection: Connection, pack: str, fingerprint: str) -> StoredConfiguration | None:
    row = connection.row(
        "SELECT id, fingerprint, parts, first_seen_at FROM ranking_configurations WHERE pack = ? AND fingerprint = ?",
        (pack, fingerprint),
    )
    return None if row is None else StoredConfiguration(row[0], row[1], json.loads(row[2]), row[3])


def add_run(connection: Connection, run: NewRun) -> int:
    connection.run(
        """
        INSERT INTO evaluation_runs (
            configuration_id, at, golden, golden_sha256, questions, measured, passed, metrics
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            run.configuration_id,
            run.at,
            run.golden,
            run.golden_sha256,
            run.questions,
            run.measured,
            int(run.passed),
            run.metrics,
        ),
    )
    return connection.last_id


def runs(connection: Connection, pack: str) -> tuple[Run, ...]:
    """All runs, the oldest first."""
    rows = connection.rows(
        """
        SELECT r.id, c.fingerprint, r.at, r.golden, r.golden_sha256, r.questions, r.measured, r.passed,
            json_extract(r.metrics, '$.bars'), (
                SELECT json_group_array(json_array(value ->> 'by', value ->> 'name', value ->> 'questions'))
                FROM json_each(r.metrics, '$.parts')
            )
        FROM evaluation_runs AS r JOIN ranking_configurations AS c ON c.id = r.configuration_id
        WHERE c.pack = ? ORDER BY r.id
        """,
        (pack,),
    )
    return tuple(
        Run(
            run_id,
            fingerprint,
            at,
            golden,
            sha256,
            questions,
            measured,
            bool(passed),
            tuple(json.loads(bars)),
            _asked(parts),
        )
        for run_id, fingerprint, at, golden, sha256, questions, measured, passed, bars, parts in rows
    )


def _asked(parts: str) -> tuple[AskedPart, ...]:
    return tuple(AskedPart(by, name, questions) for by, name, questions in json.loads(parts))


def report_of(connection: Connection, run_id: int) -> Any:
    """The whole report of a run, as it was written; None where there is no such run."""
    report = connection.value("SELECT metrics FROM evaluation_runs WHERE id = ?", (run_id,))
    return None if report is None else json.loads(report)


def add_verdict(
    connection: Connection,
    configuration_id: int,
    verdict: str,
    *,
    at: str,
    reviewer: str = "",
    reason: str = "",
    runs: Sequence[int] = (),
) -> int:
    connection.run(
        "INSERT INTO ranking_verdicts (configuration_id, verdict, reviewer, reason, runs, at) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (configuration_id, verdict, reviewer, reason, json.dumps(list(runs)), at),
    )
    return connection.last_id


def verdicts(connection: Connection, pack: str) -> tuple[Verdict, ...]:
    """All verdicts, the oldest first."""
    rows = connection.rows(
        """
        SELECT v.id, c.fingerprint, v.verdict, v.reviewer, v.reason, v.runs, v.at
        FROM ranking_verdicts AS v JOIN ranking_configurations AS c ON c.id = v.configuration_id
        WHERE c.pack = ? ORDER BY v.id
        """,
        (pack,),
    )
    return tuple(
        Verdict(verdict_id, fingerprint, verdict, reviewer, reason, tuple(json.loads(runs)), at)
        for verdict_id, fingerprint, verdict, reviewer, reason, runs, at in rows
    )


def active(connection: Connection, pack: str) -> Verdict | None:
    """The verdict that made the active configuration active; None before any was."""
    found = [each for each in verdicts(connection, pack) if each.verdict != REFUSED]
    return found[-1] if found else None


def last_of(connection: Connection, pack: str, fingerprint: str) -> Verdict | None:
    """The last verdict on one configuration."""
    found = [each for each in verdicts(connection, pack) if each.fingerprint == fingerprint]
    return found[-1] if found else None
