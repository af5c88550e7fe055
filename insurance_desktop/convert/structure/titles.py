"""Titles that no number announces: the product's name, and chapters that are only centred. Pure."""

import re
from collections.abc import Sequence

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark, unified
from ..reading.runs import Row
from .inline_titles import is_title
from .lines import Line, Part
from .text_columns import Columns
from .typeface import is_heavy

TITLE_SIZE, WIDE_TITLE = 1.12, 1.25
"""How much larger than the text a title's row is; one that fills its line is larger still."""
TITLE_STEP, COVER_STEP = 4, 10
"""Rows of a title stand within so many type sizes; on a cover a larger row may stand further below."""
SMALLER = 0.85
"""A further row of the title is at least this part of the first one's size."""
CENTRED = 0.05
"""The middle of a centred row is this close to the middle of the page, in page widths."""
MIDDLE, INDENTED_MIDDLE = 0.015, 0.03
"""A chapter between clauses is this close to it: a short last row of a paragraph may come close by chance. A heavy one
right above an article may be centred with the indent of a paragraph."""
STOPS = frozenset("\u3002\uff1b;\uff1a:\uff0c,")
OPENED, CLOSED = "(\uff08", ")\uff09"
LEAST_SIGNS = 4


def is_centred(row: Row, width: float, columns: Columns, reach: float = MIDDLE) -> bool:
    """Whether the row stands in the middle of the page or, where margins differ, of the text; away from both edges."""
    middle = (row.x0 + row.x1) / 2
    is_mid = any(abs(middle - each) < reach * width for each in _middles(columns, width))
    return is_mid and row.x0 > columns.left + 2 * columns.size and not columns.is_full(row, width)


def _middles(columns: Columns, width: float) -> tuple[float, ...]:
    edge = columns.edges.get(round(width))
    return (width / 2,) if edge is None else (width / 2, (columns.left + edge) / 2)


def title_rows(lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack) -> frozenset[int]:
    """The first group of centred rows that are large, or that end as the name of a document does."""
    found: list[int] = []
    for index, line in enumerate(lines):
        if line.part is not Part.TEXT or not line.rows:
            if found:
                break
            continue
        row = line.rows[0]
        above = lines[found[-1]].rows[0] if found else None
        is_next = above is None or _goes_on(above, row, pack)
        if is_next and _is_title_row(row, widths[line.page], columns, pack, is_first=above is None):
            found.append(index)
        elif found:
            break
    return frozenset(found)


def _goes_on(above: Row, row: Row, pack: DomainPack) -> bool:
    """Whether the row is the next one of the title: near, of about the same size, and the name not yet at its end."""
    reach = COVER_STEP if row.size > above.size else TITLE_STEP
    is_near = above.page == row.page and row.y - above.y < reach * row.size
    is_alike = row.size >= SMALLER * above.size
    is_open = row.size > above.size or not ends_name(above, pack)
    return is_near and is_alike and (is_open or ends_name(row, pack) or is_bracketed(row))


def is_bracketed(row: Row) -> bool:
    """Whether all of the row stands in brackets: it adds something to the line above and names nothing by itself."""
    words = row.text.strip()
    return words[:1] in OPENED and words[-1:] in CLOSED and bool(words)


def _is_title_row(row: Row, width: float, columns: Columns, pack: DomainPack, *, is_first: bool) -> bool:
    is_set_in = row.x0 > columns.left + 2 * columns.size or row.size >= WIDE_TITLE * columns.size
    is_middle = abs((row.x0 + row.x1) / 2 - width / 2) < CENTRED * width and is_set_in
    if not is_middle or row.text[-1:] in STOPS or item_mark(row.text, pack) is not None:
        return False
    is_large = row.size >= TITLE_SIZE * columns.size or (is_heavy(row) and row.size > columns.size)
    if is_large:
        return len(normalised(row.text)) >= LEAST_SIGNS or not is_first
    return (
        (ends_name(row, pack) or is_quoted_name(row))
        and is_title(row.text)
        and (is_heavy(row) or not is_first or row.y < 0.3 * 842)
    )


def ends_name(row: Row, pack: DomainPack) -> bool:
    """Whether the row ends as names of documents do."""
    words = unified(normalised(row.text), pack)
    return any(words.endswith(ending) for ending in pack.name_endings)


def is_quoted_name(row: Row) -> bool:
    """Whether all of the row is one name in the marks of titles: it names a document, and no part of it."""
    words = row.text.strip()
    return words[:1] == "\u300a" and words.find("\u300b") == len(words) - 1


def names_company(row: Row, pack: DomainPack) -> bool:
    """Whether all of the row is the name of a company: whose text it is, and no part of it."""
    words = unified(normalised(row.text), pack)
    return any(re.fullmatch(phrase, words) for phrase in pack.company_phrases)
