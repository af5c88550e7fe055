"""Editions of a work, and which of them is current."""

import re

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.store.database import Connection

_COLUMNS = "id, work_id, label, publish_time, status"


@entity
class Edition:
    edition_id: int
    work_id: int
    label: str
    publish_time: str | None
    status: EditionStatus


def find(connection: Connection, work_id: int, label: str) -> Edition | None:
    row = connection.row(f"SELECT {_COLUMNS} FROM editions WHERE work_id = ? AND label = ?", (work_id, label))
    if row is None:
        return None
    edition_id, work, name, publish_time, status = row
    return Edition(edition_id, work, name, publish_time, EditionStatus(status))


def add(connection: Connection, work_id: int, label: str, publish_time: str | None = None) -> Edition:
    connection.run(
        "INSERT INTO editions (work_id, label, publish_time) VALUES (?, ?, ?)", (work_id, label, publish_time)
    )
    return Edition(connection.last_id, work_id, label, publish_time, EditionStatus.UNKNOWN)


def set_publish_time(connection: Connection, edition_id: int, publish_time: str | None) -> None:
    """The schema refuses while a document of the edition is verified."""
    connection.run("UPDATE editions SET publish_time = ? WHERE id = ?", (publish_time, edition_id))


def remove_if_unused(connection: Connection, edition_id: int) -> None:
    """Forget an edition that neither a document nor the catalogue knows any more."""
    connection.run(
        "DELETE FROM editions WHERE id = ?1 "
        "AND NOT EXISTS (SELECT 1 FROM documents WHERE edition_id = ?1) "
        "AND NOT EXISTS (SELECT 1 FROM attachments WHERE edition_id = ?1)",
        (edition_id,),
    )


def refresh_status(connection: Connection, work_id: int) -> None:
    """Say anew which edition of a work is current: the one with the latest publish time.

    Only editions with a verified document count, so an unchecked import never hides verified text. Without a readable
    publish time, or with two that share the latest, an edition stays `unknown`.
    """
    rows = connection.rows(
        "SELECT id, publish_time, EXISTS (SELECT 1 FROM documents WHERE documents.edition_id = editions.id "
        "AND documents.review_status = 'VERIFIED') FROM editions WHERE work_id = ?",
        (work_id,),
    )
    dates = {row[0]: date_key(row[1]) if row[2] else None for row in rows}
    for edition_id, status in statuses(dates).items():
        connection.run("UPDATE editions SET status = ?1 WHERE id = ?2 AND status <> ?1", (status.value, edition_id))


def statuses(dates: dict[int, tuple[int, ...] | None]) -> dict[int, EditionStatus]:
    """The status of each edition by its date; None = no date that counts."""
    known = [date for date in dates.values() if date is not None]
    latest = max(known, default=None)
    current = EditionStatus.CURRENT if known.count(latest or ()) == 1 else EditionStatus.UNKNOWN
    return {
        edition: EditionStatus.UNKNOWN if date is None else current if date == latest else EditionStatus.SUPERSEDED
        for edition, date in dates.items()
    }


def date_key(text: str | None) -> tuple[int, ...] | None:
    """Year, month and day as numbers from any common form (2023-05-01, 2023.5, 20230501); None = unreadable."""
    compact = re.fullmatch(r"\s*(\d{4})(\d{2})(\d{2})\s*", text or "")
    numbers = compact.groups() if compact else re.findall(r"\d+", text or "")[:3]
    if not numbers or len(numbers[0]) != 4:
        return None
    return tuple(int(number) for number in numbers)
