"""Findings of a version, and how a person settled each."""

from collections.abc import Iterable
from dataclasses import dataclass

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.documents import StoredFinding
from insurance_desktop.domain.states import Severity

from .database import Connection
from .json_forms import dump, load_box


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who settled a finding, when, why, and in which entry of the log."""

    decision_id: int
    reviewer: str
    reason: str
    at: str


def add(connection: Connection, version_id: int, findings: Iterable[Finding]) -> None:
    connection.run_many(
        "INSERT INTO findings (version_id, kind, severity, message, box) VALUES (?, ?, ?, ?, ?)",
        [
            (version_id, each.kind, each.severity.value, each.message, dump(each.box) if each.box else None)
            for each in findings
        ],
    )


def of_version(connection: Connection, version_id: int) -> tuple[StoredFinding, ...]:
    rows = connection.rows(
        "SELECT findings.id, kind, severity, message, box, resolutions.reviewer, resolutions.reason "
        "FROM findings LEFT JOIN resolutions ON resolutions.finding_id = findings.id "
        "WHERE version_id = ? ORDER BY findings.id",
        (version_id,),
    )
    return tuple(
        StoredFinding(finding_id, kind, Severity(severity), message, load_box(box), by, why)
        for finding_id, kind, severity, message, box, by, why in rows
    )


def resolve(connection: Connection, finding_ids: Iterable[int], resolution: Resolution) -> None:
    connection.run_many(
        "INSERT INTO resolutions (finding_id, decision_id, reviewer, reason, at) VALUES (?, ?, ?, ?, ?)",
        [(each, resolution.decision_id, resolution.reviewer, resolution.reason, resolution.at) for each in finding_ids],
    )


def carry_resolutions(connection: Connection, old_version: int, new_version: int) -> None:
    """A finding that an edit left as it was stays settled; the decision behind it is the same one."""
    connection.run(
        "INSERT INTO resolutions (finding_id, decision_id, reviewer, reason, at) "
        "SELECT fresh.id, resolutions.decision_id, resolutions.reviewer, resolutions.reason, resolutions.at "
        "FROM findings AS fresh "
        "JOIN findings AS old ON old.version_id = ?1 AND old.kind = fresh.kind AND old.severity = fresh.severity "
        "    AND old.message = fresh.message AND old.box IS fresh.box "
        "JOIN resolutions ON resolutions.finding_id = old.id "
        "WHERE fresh.version_id = ?2 GROUP BY fresh.id",
        (old_version, new_version),
    )
