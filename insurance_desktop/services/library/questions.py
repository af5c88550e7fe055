"""What every question has in common: unreadable input is refused in words, long answers are cut at a byte budget."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.plain import plain
from insurance_desktop.index.characters import comparable, respelled

T = TypeVar("T")
ANSWER_BYTES = 20_000
"""What the list of an answer may take as JSON: clients cut a result at 25 KB, the rest of an answer needs room."""

LONGEST_QUESTION = 2_000


def refuse_unreadable(text: str, longest: int = LONGEST_QUESTION) -> None:
    """UsageError where a question holds nothing to look for or is longer than a person writes."""
    if len(text) > longest:
        raise UsageError("search.query_too_long", length=len(text), limit=longest)
    if not comparable(text):
        raise UsageError("search.query_empty")


def readable(text: str) -> str:
    """The question in one spelling, without control characters."""
    return " ".join(respelled(text).split())


def page_start(cursor: str | None) -> int:
    """Where a cut answer goes on. UsageError on a cursor that this program did not give."""
    if cursor is None or cursor == "":
        return 0
    if not cursor.isascii() or not cursor.isdecimal() or len(cursor) > 9:
        raise UsageError("search.unknown_cursor", cursor=cursor[:40])
    return int(cursor)


def refuse_past_end(start: int, count: int) -> None:
    """UsageError where a cursor points behind the end: an answer without entries would look like one that has none."""
    if start and start >= count:
        raise UsageError("search.cursor_past_end", cursor=start, count=count)


def page_of(entries: Sequence[T], start: int, budget: int = ANSWER_BYTES) -> tuple[tuple[T, ...], str | None]:
    """The entries from `start` that fit the budget (at least one), and the cursor of the next or None.

    UsageError on a start behind the last entry.
    """
    refuse_past_end(start, len(entries))
    used = 0
    for place in range(start, len(entries)):
        used += json_size(entries[place])
        if used > budget and place > start:
            return tuple(entries[start:place]), str(place)
    return tuple(entries[start:]), None


def json_size(entry: Any) -> int:
    """Bytes of the JSON form."""
    return len(json.dumps(plain(entry), ensure_ascii=False).encode("utf-8"))
