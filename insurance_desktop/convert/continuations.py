"""Lines over the further part of a table that only say that it goes on: they part no table, and are no text. Pure."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from .compiled import per_pack
from .reading.pages import LeftOut
from .reading.runs import Row
from .structure.clean import PageRows
from .tables.grid_tables import GridTable

CAPTION = 40.0
"""Points between a table and its name."""


def said_to_go_on(tables: Sequence[GridTable], pages: Sequence[PageRows], pack: DomainPack) -> dict[int, Row]:
    """By the index of a table the one line over it that says that the table of the page before goes on.

    The line says nothing else, or it is the name of that table with such words behind it.
    """
    rows = {page.number: page.rows for page in pages}
    found: dict[int, Row] = {}
    for index, (one, other) in enumerate(pairwise(tables), 1):
        above = [row for row in rows.get(other.table.page, ()) if row.y < other.y]
        if len(above) == 1 and other.table.page == one.table.boxes[-1].page + 1:
            names = [normalised(row.text) for row in rows.get(one.table.page, ()) if 0 < one.y - row.y < CAPTION]
            if _is_said(above[0].text, names, pack):
                found[index] = above[0]
    return found


def _is_said(text: str, names: Sequence[str], pack: DomainPack) -> bool:
    words = normalised(text)
    return any(
        words.startswith(name) and any(form.fullmatch(words[len(name) :]) for form in _forms(pack))
        for name in ("", *names)
    )


@per_pack
def _forms(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, pack.continuation_phrases))


def without_rows(pages: Sequence[PageRows], gone: Iterable[Row]) -> tuple[PageRows, ...]:
    """The pages without these rows."""
    taken = {id(row) for row in gone}
    return tuple(page._replace(rows=tuple(row for row in page.rows if id(row) not in taken)) for page in pages)


def as_repeat(row: Row) -> LeftOut:
    """The row as it is left out: it repeats what the table is."""
    return LeftOut(ExclusionReason.REPEATED_HEADER, row.page, row.glyphs)
