"""What the collection keeps: sites, breakers and receipts. Only read so far: nothing collects yet."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .database import Connection


@dataclass(frozen=True, slots=True)
class Receipt:
    """One request: what was asked for and what came of it. `at` is ISO 8601 UTC, `bytes` the length of the body."""

    at: str
    method: str
    url: str
    status: int | None
    bytes: int | None
    sha256: str | None
    outcome: str
    run_id: str


@dataclass(frozen=True, slots=True)
class Breaker:
    """An open circuit: no request to `domain` before `open_until` (ISO 8601)."""

    domain: str
    open_until: str
    cause: str | None


@dataclass(frozen=True, slots=True)
class SiteState:
    """One site: when it was last read whole, what holds it up, and how many products and documents came from it."""

    site: str
    last_success: str | None
    breaker: Breaker | None
    products: int
    documents: int


RECEIPTS = "SELECT at, method, url, status, bytes, sha256, outcome, run_id FROM receipts ORDER BY id"

SITES = """
SELECT sites.name, sites.last_success, breakers.domain, breakers.open_until, breakers.cause,
    (SELECT COUNT(DISTINCT editions.work_id) FROM attachments JOIN editions ON editions.id = attachments.edition_id
        WHERE attachments.url LIKE '%://' || json_extract(sites.state, '$.domain') || '/%'),
    (SELECT COUNT(attachments.document_id) FROM attachments
        WHERE attachments.url LIKE '%://' || json_extract(sites.state, '$.domain') || '/%')
FROM sites
LEFT JOIN breakers ON breakers.domain = json_extract(sites.state, '$.domain') AND breakers.open_until IS NOT NULL
ORDER BY sites.name
"""


def receipts(connection: "Connection") -> tuple[Receipt, ...]:
    """Every request, oldest first."""
    return tuple(Receipt(*row) for row in connection.rows(RECEIPTS))


def site_states(connection: "Connection") -> tuple[SiteState, ...]:
    """Every site that was ever read; the `domain` in its state links it to its breaker and attachments."""
    return tuple(
        SiteState(name, last_success, Breaker(domain, until, cause) if domain else None, products, documents)
        for name, last_success, domain, until, cause, products, documents in connection.rows(SITES)
    )
