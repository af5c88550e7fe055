"""A clause that a number means only together with what it stands in: the item (31) of 7.18, the 2.1 of an annex."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection

from .clause_lookup import PrintedNames, below, numbered_so

_ITEM = re.compile(r"(?P<section>.+?)(?:/|(?=\())(?P<mark>\(?[^/()]{1,8}\)?)")
"""A section's number as it is compared, and behind a stroke or in brackets the mark of a part of it."""


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """A marked item, or a section that bears the mark: where in its clause it begins and ends (None = with it)."""

    clause: ClauseRow
    start: int = 0
    end: int | None = None


def under_headings(connection: Connection, documents: Sequence[int], number: str) -> tuple[ClauseRow, ...]:
    """The clauses with this number under a heading that counts anew, such as an annex."""
    ending = "/" + normalised(number)
    keys = [key for key in clauses.section_keys(connection, documents) if key.endswith(ending)]
    return tuple(row for key in keys for row in clauses.by_section(connection, documents, key))


def items_named(
    connection: Connection, printed: PrintedNames, documents: Sequence[int], number: str
) -> tuple[ItemPlace, ...] | None:
    """All that a number with the mark of an item behind it means: sections of this mark, else marked items; where there
    are none, those of what stands below, the nearest level first. None where the number has no such mark, or no section
    is numbered so."""
    said = _ITEM.fullmatch(normalised(number))
    if said is None or numbered(said["mark"].strip("()"))[0]:
        return None
    rows = numbered_so(connection, printed, documents, said["section"])
    if not rows:
        return None
    mark = _mark(said["mark"])
    while rows:
        under = below(connection, rows)
        sections = [ItemPlace(row) for row in under if _mark(_own_number(row)) == mark]
        items = [place for row in rows for place in _items(connection, row, said["mark"])]
        if sections or items:
            return tuple(sections or items)
        rows = under
    return ()


def _own_number(row: ClauseRow) -> str:
    """What a section's number says beyond that of the one it stands under: 31 of 3.2.31 and of 7.18/31."""
    return normalised(row.section_id).removeprefix(normalised(row.parent_section or "")).lstrip("./")


def _items(connection: Connection, row: ClauseRow, said: str) -> Iterator[ItemPlace]:
    """The items of a clause with this mark, where the clause's own text has them word for word; those that are marked
    just so before those of another style."""
    found = clauses.items_of(connection, [row.row]).get(row.row, ())
    alike = [item for item in found if _mark(item.mark) == _mark(said) and item.text.strip()]
    for item in [item for item in alike if said in normalised(item.mark)] or alike:
        printed = re.compile(rf"{re.escape(item.mark)}\s*{re.escape(item.text)}")
        yield from (ItemPlace(row, place.start(), place.end()) for place in printed.finditer(row.text))


def _mark(printed: str) -> str:
    """A mark as it is compared: （31） and 31、 are 31, （三） is 3."""
    bare = normalised(printed).strip("()[]").rstrip("\u3001.")
    return numbered(bare)[1] or bare
