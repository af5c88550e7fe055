"""Large blobs of many rows, read in place. Knows the driver's blobs by what they can do, not the driver."""

from collections.abc import Iterable, Iterator
from typing import Any


def read_each(driver: Any, table: str, column: str, rows: Iterable[int]) -> Iterator[memoryview]:
    """The blob of each of these rows, in memory that the next one takes: a SELECT copies megabytes twice and asks the
    system for fresh memory each time."""
    blob, room = None, bytearray()
    try:
        for row in rows:
            if blob is None:
                blob = driver.blob_open("main", table, column, row, False)
            else:
                blob.reopen(row)
            if blob.length() > len(room):
                room = bytearray(blob.length())
            blob.read_into(room, 0, blob.length())
            yield memoryview(room)[: blob.length()]
    finally:
        if blob is not None:
            blob.close()
