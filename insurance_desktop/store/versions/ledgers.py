"""The ledger of a version: one row for each page, its packed arrays compressed."""

import zlib
from collections.abc import Iterable

from insurance_desktop.domain.ledger import Ledger, LedgerPage
from insurance_desktop.store.database import Connection

LEVEL = 6
"""zlib's usual effort: a page shrinks to a quarter in a few milliseconds."""


def add(connection: Connection, version_id: int, ledger: Ledger) -> None:
    connection.run_many(
        "INSERT INTO ledger_pages (version_id, page, places, boxes) VALUES (?, ?, ?, ?)",
        [
            (version_id, each.page, zlib.compress(each.places, LEVEL), zlib.compress(each.boxes, LEVEL))
            for each in ledger.pages
        ],
    )


def put_back(connection: Connection, source: Connection, version_id: int) -> None:
    """The ledger of a version as another file has it."""
    pages = source.rows("SELECT version_id, page, places, boxes FROM ledger_pages WHERE version_id = ?", (version_id,))
    connection.run("DELETE FROM ledger_pages WHERE version_id = ?", (version_id,))
    connection.run_many("INSERT INTO ledger_pages (version_id, page, places, boxes) VALUES (?, ?, ?, ?)", pages)


def of_version(connection: Connection, version_id: int) -> Ledger:
    """The whole ledger; one without pages for a version that was stored without."""
    return _ledger(
        connection.rows(
            "SELECT page, places, boxes FROM ledger_pages WHERE version_id = ? ORDER BY page", (version_id,)
        )
    )


def of_pages(connection: Connection, version_id: int, first: int, last: int) -> Ledger:
    """The ledger of some pages alone, from `first` to `last`."""
    return _ledger(
        connection.rows(
            "SELECT page, places, boxes FROM ledger_pages WHERE version_id = ? AND page BETWEEN ? AND ? ORDER BY page",
            (version_id, first, last),
        )
    )


def _ledger(rows: Iterable[tuple[int, bytes, bytes]]) -> Ledger:
    return Ledger(
        tuple(LedgerPage(page, zlib.decompress(places), zlib.decompress(boxes)) for page, places, boxes in rows)
    )
