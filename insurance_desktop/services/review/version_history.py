"""Every version of a document's text: who made it, when, why, what was decided about it, and how two of them differ."""

import re
from bisect import bisect_right
from datetime import datetime

from insurance_desktop.domain.documents import Decision
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.text_difference import Hunk, difference
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import moment
from insurance_desktop.store.versions import decisions, versions

_HEADING = re.compile(r"^#{1,6} +(.*?)\s*$", re.MULTILINE)


@entity
class Version:
    """One text of a document. `origin` is converted or edited; `based_on` the number of the one that was edited.

    `decisions` are the entries of the log about this text, the oldest first.
    """

    version_id: int
    number: int
    origin: str
    author: str
    reason: str
    converter: str
    based_on: int | None
    created_at: datetime
    is_current: bool
    decisions: tuple[Decision, ...]


@entity
class PlacedHunk:
    """A difference and the headings that it stands under; "" above the first heading."""

    hunk: Hunk
    old_heading: str
    new_heading: str


@entity
class VersionDifference:
    """What makes the Markdown of `new` another one than that of `old`."""

    old: Version
    new: Version
    old_markdown: str
    new_markdown: str
    hunks: tuple[PlacedHunk, ...]


def versions_of(library: Library, document_id: int) -> tuple[Version, ...]:
    """The newest first; () for a document without text."""
    with library.database.read() as connection:
        return _versions(connection, document_id)


def compare_versions(library: Library, document_id: int, old: int, new: int) -> VersionDifference:
    """The difference of two versions by their numbers, in either order. NotFound where there is no such version."""
    with library.database.read() as connection:
        known = {each.number: each for each in _versions(connection, document_id)}
        for number in (old, new):
            if number not in known:
                raise NotFound("review.no_such_version", document_id=document_id, version=number)
        before, after = (_markdown(connection, known[number].version_id) for number in (old, new))
    old_headings, new_headings = _Headings(before), _Headings(after)
    hunks = tuple(
        PlacedHunk(each, old_headings.above(each.place.old_start), new_headings.above(each.place.new_start))
        for each in difference(before, after)
    )
    return VersionDifference(known[old], known[new], before, after, hunks)


class _Headings:
    """The headings of a Markdown by their place."""

    def __init__(self, markdown: str) -> None:
        found = list(_HEADING.finditer(markdown))
        self._starts = [match.start() for match in found]
        self._words = [match[1] for match in found]

    def above(self, offset: int) -> str:
        """The heading that a place stands under, or is."""
        place = bisect_right(self._starts, offset) - 1
        return self._words[place] if place >= 0 else ""


def _versions(connection: Connection, document_id: int) -> tuple[Version, ...]:
    document = require(connection, document_id)
    entries = decisions.log(connection, document_id)
    rows = versions.listed(connection, document_id)
    numbers = {row.version_id: row.number for row in rows}
    return tuple(
        Version(
            version_id=row.version_id,
            number=row.number,
            origin=row.origin,
            author=row.author,
            reason=row.reason,
            converter=row.converter,
            based_on=None if row.based_on is None else numbers.get(row.based_on),
            created_at=moment(row.created_at),
            is_current=row.version_id == document.version_id,
            decisions=tuple(each for each in entries if each.version_id == row.version_id),
        )
        for row in reversed(rows)
    )


def _markdown(connection: Connection, version_id: int) -> str:
    served = versions.served_text(connection, version_id)
    return "" if served is None else served.markdown
