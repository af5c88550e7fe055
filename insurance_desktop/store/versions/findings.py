"""Findings of a version, and how a person settled each."""

import json
from collections.abc import Iterable

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.documents import StoredFinding
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import Severity
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump, load_box, load_boxes


@entity
class Resolution:
    """Who settled a finding, when, why, and in which entry of the log."""

    decision_id: int
    reviewer: str
    reason: str
    at: str


def add(connection: Connection, version_id: int, findings: Iterable[Finding]) -> None:
    connection.run_many(
        "INSERT INTO findings (version_id, kind, severity, message, box, others) VALUES (?, ?, ?, ?, ?, ?)",
        [(version_id, each.kind, each.severity.value, each.message, *_places(each)) for each in findings],
    )


def _places(finding: Finding) -> tuple[str | None, str]:
    """The first place and the further ones, as they are stored."""
    return dump(finding.box) if finding.box else None, dump(finding.others)


def of_version(connection: Connection, version_id: int) -> tuple[StoredFinding, ...]:
    rows = connection.rows(
        "SELECT findings.id, kind, severity, message, box, others, resolutions.reviewer, resolutions.reason "
        "FROM findings LEFT JOIN resolutions ON resolutions.finding_id = findings.id "
        "WHERE version_id = ? ORDER BY findings.id",
        (version_id,),
    )
    return tuple(
        StoredFinding(finding_id, kind, Severity(severity), message, load_box(box), _others(others), by, why)
        for finding_id, kind, severity, message, box, others, by, why in rows
    )


def _others(text: str) -> tuple[Box, ...]:
    return load_boxes(json.loads(text))


def open_counts(connection: Connection, pack: str) -> list[tuple[int, str, Severity, int]]:
    """Of each PENDING document of a pack: its id, a kind, a severity, and how many of these are open."""
    rows = connection.rows(
        "SELECT documents.id, findings.kind, findings.severity, count(*) FROM documents "
        "JOIN findings ON findings.version_id = documents.version_id "
        "LEFT JOIN resolutions ON resolutions.finding_id = findings.id "
        "WHERE documents.pack = ? AND documents.review_status = 'PENDING' AND resolutions.finding_id IS NULL "
        "GROUP BY documents.id, findings.kind, findings.severity",
        (pack,),
    )
    return [(document_id, kind, Severity(severity), count) for document_id, kind, severity, count in rows]


def tallies(connection: Connection, pack: str) -> list[tuple[Severity, int, int]]:
    """Of each severity: how many findings of the current texts of a pack are open, and how many are settled."""
    rows = connection.rows(
        "SELECT severity, count(*) - count(resolutions.finding_id), count(resolutions.finding_id) FROM documents "
        "JOIN findings ON findings.version_id = documents.version_id "
        "LEFT JOIN resolutions ON resolutions.finding_id = findings.id WHERE documents.pack = ? GROUP BY severity",
        (pack,),
    )
    return [(Severity(severity), still_open, settled) for severity, still_open, settled in rows]


def resolve(connection: Connection, finding_ids: Iterable[int], resolution: Resolution) -> None:
    connection.run_many(
        "INSERT INTO resolutions (finding_id, decision_id, reviewer, reason, at) VALUES (?, ?, ?, ?, ?)",
        [(each, resolution.decision_id, resolution.reviewer, resolution.reason, resolution.at) for each in finding_ids],
    )


def reopen(connection: Connection, decision_id: int) -> None:
    """Open again what a decision settled."""
    connection.run("DELETE FROM resolutions WHERE decision_id = ?", (decision_id,))


def copy(connection: Connection, old_version: int, new_version: int) -> None:
    """What the converter found still holds for an edited text."""
    connection.run(
        "INSERT INTO findings (version_id, kind, severity, message, box, others) "
        "SELECT ?, kind, severity, message, box, others FROM findings WHERE version_id = ? ORDER BY id",
        (new_version, old_version),
    )


def carry_resolutions(connection: Connection, old_version: int, new_version: int) -> None:
    """A finding that an edit left as it was stays settled, by the decision that settled it.

    Findings that look the same cannot be told apart: they stay settled only if all of them were, and no more came.
    """
    old, fresh = _alike(connection, old_version), _alike(connection, new_version)
    for look, ids in fresh.items():
        before = old.get(look, [])
        settled = [_resolution(connection, finding_id) for finding_id in before]
        if len(ids) <= len(before) and None not in settled:
            for finding_id, resolution in zip(ids, settled, strict=False):
                if resolution is not None:
                    resolve(connection, (finding_id,), resolution)


def _alike(connection: Connection, version_id: int) -> dict[tuple[object, ...], list[int]]:
    """Ids of a version's findings by what they look like."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for finding_id, *look in connection.rows(
        "SELECT id, kind, severity, message, box, others FROM findings WHERE version_id = ? ORDER BY id", (version_id,)
    ):
        groups.setdefault(tuple(look), []).append(finding_id)
    return groups


def _resolution(connection: Connection, finding_id: int) -> Resolution | None:
    row = connection.row(
        "SELECT decision_id, reviewer, reason, at FROM resolutions WHERE finding_id = ?", (finding_id,)
    )
    return Resolution(*row) if row else None
