"""What the collection keeps: receipts, breakers, robots.txt, confirmations, runs, and the state of each site."""

import json
from collections.abc import Mapping
from typing import Any

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection


@entity
class Receipt:
    """One request: what was asked for, what for, and what came of it.

    `at` is ISO 8601 UTC, `bytes` the length of the body, `reason` the key of a sentence; `sent` = never ended.
    """

    at: str
    method: str
    url: str
    status: int | None
    bytes: int | None
    sha256: str | None
    outcome: str
    run_id: str
    purpose: str = ""
    reason: str | None = None


@entity
class Breaker:
    """An open circuit: no request to `domain` before `open_until` (ISO 8601)."""

    domain: str
    open_until: str
    cause: str | None


@entity
class BreakerRow:
    """A breaker as kept, open or not."""

    open_until: str | None
    cause: str | None
    openings: int
    server_faults: int


@entity
class SiteState:
    """One site: when it was last read whole, what holds it up, and how many products and documents came from it.

    `waiting` counts files that are listed and not here yet, `failed` those of them that could not be had;
    `needs_person` is when it asked for a person, until a run goes through; `oldest_check` when the file that was asked
    for longest ago was asked for, `gone` how many that are here could not be had when they were last asked for.
    """

    site: str
    last_success: str | None
    breaker: Breaker | None
    products: int
    documents: int
    last_discovery: str | None = None
    waiting: int = 0
    failed: int = 0
    needs_person: str | None = None
    oldest_check: str | None = None
    gone: int = 0


@entity
class Run:
    """One run of a step; `outcome` is `running` while it runs, and for ever where the program was killed."""

    run_id: str
    site: str
    step: str
    started_at: str
    ended_at: str | None
    outcome: str
    reason: str | None
    report: Mapping[str, Any]


@entity
class Confirmation:
    """A person's word that a folder is a disclosure that the law demands."""

    origin: str
    path: str
    confirmed_by: str
    reason: str
    at: str


_RECEIPT = "at, method, url, status, bytes, sha256, outcome, run_id, purpose, reason"

SITES = """
SELECT sites.name, sites.last_success, breakers.domain, breakers.open_until, breakers.cause,
    (SELECT COUNT(DISTINCT editions.work_id) FROM attachments JOIN editions ON editions.id = attachments.edition_id
        WHERE attachments.site = sites.name),
    (SELECT COUNT(DISTINCT attachments.document_id) FROM attachments WHERE attachments.site = sites.name),
    sites.last_discovery,
    (SELECT COUNT(*) FROM attachments WHERE attachments.site = sites.name AND state <> 'held'),
    (SELECT COUNT(*) FROM attachments WHERE attachments.site = sites.name AND state = 'failed'),
    json_extract(sites.state, '$.needs_person'),
    (SELECT MIN(checked_at) FROM attachments WHERE attachments.site = sites.name AND state = 'held'),
    (SELECT COUNT(*) FROM attachments WHERE attachments.site = sites.name AND state = 'held' AND reason IS NOT NULL)
FROM sites
LEFT JOIN breakers ON breakers.open_until > ?1
    AND breakers.domain IN (SELECT value FROM json_each(sites.state, '$.domains'))
GROUP BY sites.name
ORDER BY sites.name
"""


def latest_receipts(connection: Connection, most: int) -> tuple[Receipt, ...]:
    """The last requests, the newest first."""
    return tuple(
        Receipt(*row) for row in connection.rows(f"SELECT {_RECEIPT} FROM receipts ORDER BY id DESC LIMIT ?", (most,))
    )


def receipts(
    connection: Connection, *, run_id: str | None = None, outcome: str | None = None, after: str | None = None
) -> tuple[Receipt, ...]:
    """Every request, oldest first; of one run, with one outcome, from a time (ISO 8601) on where given."""
    rows = connection.rows(
        f"SELECT {_RECEIPT} FROM receipts WHERE (?1 IS NULL OR run_id = ?1) AND (?2 IS NULL OR outcome = ?2) "
        "AND (?3 IS NULL OR at >= ?3) ORDER BY id",
        (run_id, outcome, after),
    )
    return tuple(Receipt(*row) for row in rows)


def receipts_of(connection: Connection, sha256: str, url: str | None) -> tuple[Receipt, ...]:
    """The requests that brought these bytes or asked for this address, the newest first."""
    rows = connection.rows(
        f"SELECT {_RECEIPT} FROM receipts WHERE sha256 = ?1 OR (?2 IS NOT NULL AND url = ?2) ORDER BY id DESC",
        (sha256, url),
    )
    return tuple(Receipt(*row) for row in rows)


def add_receipt(connection: Connection, receipt: Receipt) -> int:
    connection.run(
        f"INSERT INTO receipts ({_RECEIPT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            receipt.at,
            receipt.method,
            receipt.url,
            receipt.status,
            receipt.bytes,
            receipt.sha256,
            receipt.outcome,
            receipt.run_id,
            receipt.purpose,
            receipt.reason,
        ),
    )
    return connection.last_id


def end_receipt(
    connection: Connection,
    number: int,
    *,
    outcome: str,
    status: int | None,
    byte_count: int | None,
    sha256: str | None,
    reason: str | None,
) -> None:
    """The schema refuses where it has ended already."""
    connection.run(
        "UPDATE receipts SET outcome = ?, status = ?, bytes = ?, sha256 = ?, reason = ? WHERE id = ?",
        (outcome, status, byte_count, sha256, reason, number),
    )


def has_asked(connection: Connection) -> bool:
    """Whether a request has ever left."""
    return connection.row("SELECT 1 FROM receipts WHERE outcome <> 'refused' LIMIT 1") is not None


def breaker(connection: Connection, domain: str) -> BreakerRow | None:
    row = connection.row("SELECT open_until, cause, failures, server_faults FROM breakers WHERE domain = ?", (domain,))
    return BreakerRow(*row) if row else None


def keep_breaker(connection: Connection, domain: str, kept: BreakerRow) -> None:
    connection.run(
        "INSERT INTO breakers (domain, open_until, cause, failures, server_faults) VALUES (?1, ?2, ?3, ?4, ?5) "
        "ON CONFLICT (domain) DO UPDATE SET open_until = ?2, cause = ?3, failures = ?4, server_faults = ?5",
        (domain, kept.open_until, kept.cause, kept.openings, kept.server_faults),
    )


def robots_file(connection: Connection, origin: str) -> tuple[str | None, str] | None:
    """(content, fetched at) of a robots.txt; content None = the site has none."""
    return connection.row("SELECT content, fetched_at FROM robots_files WHERE origin = ?", (origin,))


def keep_robots_file(connection: Connection, origin: str, content: str | None, fetched_at: str) -> None:
    connection.run(
        "INSERT INTO robots_files (origin, content, fetched_at) VALUES (?1, ?2, ?3) "
        "ON CONFLICT (origin) DO UPDATE SET content = ?2, fetched_at = ?3",
        (origin, content, fetched_at),
    )


def confirmations(connection: Connection) -> tuple[Confirmation, ...]:
    rows = connection.rows("SELECT origin, path, confirmed_by, reason, at FROM robots_confirmations ORDER BY id")
    return tuple(Confirmation(*row) for row in rows)


def add_confirmation(connection: Connection, said: Confirmation) -> None:
    connection.run(
        "INSERT INTO robots_confirmations (origin, path, confirmed_by, reason, at) VALUES (?, ?, ?, ?, ?)",
        (said.origin, said.path, said.confirmed_by, said.reason, said.at),
    )


def site_states(connection: Connection, now: str) -> tuple[SiteState, ...]:
    """Every site that was ever read; the `domains` in its state link it to its breaker."""
    return tuple(
        SiteState(name, success, Breaker(domain, until, cause) if domain else None, products, documents, *rest)
        for name, success, domain, until, cause, products, documents, *rest in connection.rows(SITES, (now,))
    )


def site_memory(connection: Connection, site: str) -> dict[str, Any]:
    """What a site's last runs left for the next one; {} where there was none."""
    found = connection.value("SELECT state FROM sites WHERE name = ?", (site,))
    return dict(json.loads(found)) if found else {}


def keep_site(
    connection: Connection,
    site: str,
    memory: Mapping[str, Any],
    *,
    discovered_at: str | None = None,
    succeeded_at: str | None = None,
) -> None:
    """Keep a site's memory; the two times stay as they are where None."""
    connection.run(
        "INSERT INTO sites (name, last_discovery, last_success, state) VALUES (?1, ?2, ?3, ?4) "
        "ON CONFLICT (name) DO UPDATE SET last_discovery = ifnull(?2, last_discovery), "
        "last_success = ifnull(?3, last_success), state = ?4",
        (site, discovered_at, succeeded_at, json.dumps(dict(memory), ensure_ascii=False)),
    )


def begin_run(connection: Connection, run_id: str, site: str, step: str, now: str) -> None:
    connection.run(
        "INSERT INTO collection_runs (run_id, site, step, started_at) VALUES (?, ?, ?, ?)", (run_id, site, step, now)
    )


def end_run(
    connection: Connection, run_id: str, now: str, *, outcome: str, reason: str | None, report: Mapping[str, Any]
) -> None:
    connection.run(
        "UPDATE collection_runs SET ended_at = ?, outcome = ?, reason = ?, report = ? WHERE run_id = ?",
        (now, outcome, reason, json.dumps(dict(report), ensure_ascii=False), run_id),
    )


def runs(connection: Connection, site: str | None = None, most: int = 200) -> tuple[Run, ...]:
    """The last runs, newest first."""
    rows = connection.rows(
        "SELECT run_id, site, step, started_at, ended_at, outcome, reason, report FROM collection_runs "
        "WHERE ?1 IS NULL OR site = ?1 ORDER BY started_at DESC, rowid DESC LIMIT ?2",
        (site, most),
    )
    return tuple(
        Run(run_id, name, step, started_at, ended_at, outcome, reason, json.loads(report))
        for run_id, name, step, started_at, ended_at, outcome, reason, report in rows
    )


def setting(connection: Connection, key: str) -> str | None:
    found: str | None = connection.value("SELECT value FROM settings WHERE key = ?", (key,))
    return found


def keep_setting(connection: Connection, key: str, value: str) -> None:
    connection.run(
        "INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2", (key, value)
    )
