"""Listed files: the attachments that a site's list names for an edition, and what became of each."""

import json
from dataclasses import dataclass

from insurance_desktop.store.database import Connection

LISTED = "listed"
HELD = "held"
FAILED = "failed"

_COLUMNS = (
    "a.id, a.edition_id, a.document_type, a.url, a.state, a.document_id, a.site, a.is_confirmed, a.reason, a.sha256, "
    "a.tries, a.validator, a.checked_at, w.id, w.code, w.name, w.issuer, w.category, e.label, e.publish_time"
)
_JOINED = "FROM attachments AS a JOIN editions AS e ON e.id = a.edition_id JOIN works AS w ON w.id = e.work_id"


@dataclass(frozen=True, slots=True)
class ListedAttachment:
    """An attachment with the edition and product that it belongs to.

    `state` is `listed` (to be had), `held` (in the library as `document_id` with `sha256`) or `failed` (`reason` is the
    key of a sentence, after `tries`). `validator` is the ETag or time with which the file can be asked whether it has
    changed, `checked_at` when it was last asked for.
    """

    attachment_id: int
    edition_id: int
    document_type: str
    url: str
    state: str
    document_id: int | None
    site: str | None
    is_confirmed: bool
    reason: str | None
    sha256: str | None
    tries: int
    validator: str | None
    checked_at: str | None
    work_id: int
    product_code: str | None
    product_name: str
    company: str | None
    category: str | None
    edition: str
    publish_time: str | None


def of_site(connection: Connection, site: str) -> tuple[ListedAttachment, ...]:
    """All files of a site, product by product in the order in which the products were first listed."""
    rows = connection.rows(f"SELECT {_COLUMNS} {_JOINED} WHERE a.site = ? ORDER BY a.id", (site,))
    found = [_attachment(row) for row in rows]
    first: dict[int, int] = {}
    for each in found:
        first.setdefault(each.work_id, each.attachment_id)
    return tuple(sorted(found, key=lambda each: (first[each.work_id], each.attachment_id)))


def of_document(connection: Connection, document_id: int) -> tuple[ListedAttachment, ...]:
    rows = connection.rows(f"SELECT {_COLUMNS} {_JOINED} WHERE a.document_id = ? ORDER BY a.id", (document_id,))
    return tuple(_attachment(row) for row in rows)


def find(connection: Connection, edition_id: int, document_type: str, url: str) -> tuple[int, str] | None:
    """(id, listing) of an attachment."""
    return connection.row(
        "SELECT id, listing FROM attachments WHERE edition_id = ? AND document_type = ? AND url = ?",
        (edition_id, document_type, url),
    )


def add(
    connection: Connection,
    edition_id: int,
    document_type: str,
    url: str,
    *,
    site: str,
    is_confirmed: bool,
    listing: str,
    now: str,
) -> None:
    connection.run(
        "INSERT INTO attachments (edition_id, document_type, url, listed_at, site, is_confirmed, listing) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (edition_id, document_type, url, now, site, is_confirmed, listing),
    )


def list_again(connection: Connection, attachment_id: int, listing: str, site: str, is_confirmed: bool) -> None:
    """What the list says of the file has changed: it is to be had again."""
    connection.run(
        "UPDATE attachments SET listing = ?, site = ?, is_confirmed = ?, state = 'listed', reason = NULL, tries = 0 "
        "WHERE id = ?",
        (listing, site, is_confirmed, attachment_id),
    )


def hold(
    connection: Connection, attachment_id: int, document_id: int, *, sha256: str, validator: str | None, now: str
) -> None:
    """The file is in the library."""
    connection.run(
        "UPDATE attachments SET state = 'held', document_id = ?, sha256 = ?, validator = ?, checked_at = ?, "
        "reason = NULL, tries = 0 WHERE id = ?",
        (document_id, sha256, validator, now, attachment_id),
    )


def still_held(connection: Connection, attachment_id: int, now: str) -> None:
    """The file was asked for again and has not changed."""
    connection.run(
        "UPDATE attachments SET state = 'held', checked_at = ?, reason = NULL, tries = 0 WHERE id = ?",
        (now, attachment_id),
    )


def fail(connection: Connection, attachment_id: int, reason: str, now: str) -> None:
    """The file could not be had; one that is held already stays so, with the reason."""
    connection.run(
        "UPDATE attachments SET state = CASE WHEN document_id IS NULL THEN 'failed' ELSE state END, reason = ?, "
        "tries = tries + 1, checked_at = ? WHERE id = ?",
        (reason, now, attachment_id),
    )


def describe_edition(
    connection: Connection, edition_id: int, *, filing_number: str | None, sale_status: str | None
) -> None:
    """What a list says of an edition beside its name and date; what it leaves out stays."""
    connection.run(
        "UPDATE editions SET filing_number = ifnull(?, filing_number), sale_status = ifnull(?, sale_status) "
        "WHERE id = ?",
        (filing_number, sale_status, edition_id),
    )


def describe_work(connection: Connection, work_id: int, attributes: dict[str, str]) -> None:
    """Further facts of a product by name, beside those that it has."""
    connection.run(
        "UPDATE works SET attributes = json_patch(attributes, ?) WHERE id = ?",
        (json.dumps(attributes, ensure_ascii=False), work_id),
    )


def siblings_held(connection: Connection, attachment: ListedAttachment, sha256: str) -> int | None:
    """A document with other bytes that the same edition holds under the same type: the file was changed."""
    found: int | None = connection.value(
        "SELECT document_id FROM attachments WHERE edition_id = ? AND document_type = ? AND document_id IS NOT NULL "
        "AND sha256 <> ? ORDER BY id LIMIT 1",
        (attachment.edition_id, attachment.document_type, sha256),
    )
    return found


def _attachment(row: tuple[object, ...]) -> ListedAttachment:
    values = list(row)
    values[7] = bool(values[7])
    return ListedAttachment(*values)  # type: ignore[arg-type]


def knows(connection: Connection, document_id: int) -> bool:
    """Whether a site's catalogue, or an alarm of a run, names this document."""
    named = connection.value(
        "SELECT EXISTS (SELECT 1 FROM attachments WHERE document_id = ?1) OR EXISTS "
        "(SELECT 1 FROM collection_alarms WHERE ?1 IN (document_id, former_document_id))",
        (document_id,),
    )
    return bool(named)
