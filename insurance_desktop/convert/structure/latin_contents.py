"""Tables of contents of legal texts in Latin script: rows with dotted leaders, or lines below their own title. Pure.

Such texts have contents of many pages, and every annex may have its own again; all of them leave the text, and their
entries stay to check the sections that were found.
"""

import re
from collections.abc import Sequence

from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from ..headings import RANKS, read_heading
from ..reading.pages import Glyph, LeftOut
from ..reading.runs import Row, join_runs, spaced
from .clean import PageRows
from .contents import Contents, Entry, plain_words
from .latin import style_of
from .leaders import leads_to_page, split_leaders

LEAST_LEADERS = 3
"""A page with fewer rows that lead to a page number begins no table of contents."""
MOST_BETWEEN = 2
"""An entry has at most this many rows before the one with its page number."""
SHORT_LEADER = re.compile(r"\s*\.{2,3}\s*\d+$")
SAME_EDGE = 2.0
"""Points that the ends of page numbers may differ."""
NEXT_ROW = 1.5
"""A list without leaders ends at a step of more type sizes than this."""


def remove_latin_contents(pages: Sequence[PageRows], pack: DomainPack) -> Contents:
    """The pages without their tables of contents."""
    remaining: list[PageRows] = []
    left: list[LeftOut] = []
    entries: list[Entry] = []
    edge = 0.0
    for page in pages:
        inside = _inside(page.rows, pack) or _rest(page.rows, edge, pack)
        edge = max((page.rows[place].x1 for place in inside if leads_to_page(page.rows[place])), default=0.0)
        taken = [page.rows[place] for place in sorted(inside)]
        if taken:
            left.append(
                LeftOut(ExclusionReason.CONTENTS, page.number, tuple(glyph for row in taken for glyph in row.glyphs))
            )
            entries += _entries(taken, pack)
            kept = tuple(row for place, row in enumerate(page.rows) if place not in inside)
            remaining.append(page._replace(rows=kept))
        else:
            remaining.append(page)
    return Contents(tuple(remaining), tuple(entries), tuple(left))


def _inside(rows: Sequence[Row], pack: DomainPack) -> set[int]:
    """The places of the rows that belong to a table of contents."""
    leading = [place for place, row in enumerate(rows) if leads_to_page(row)]
    titles = [place for place, row in enumerate(rows) if plain_words(row.text, pack) in pack.contents_titles]
    if len(leading) < LEAST_LEADERS and not (leading and titles):
        return {place for title in titles[:1] for place in _listed(rows, title, pack)}
    inside: set[int] = set()
    for place in leading:
        first = place
        while first - 1 >= 0 and place - first < MOST_BETWEEN and _goes_before(rows[first - 1], rows[first]):
            first -= 1
        inside |= set(range(first, place + 1))
    first, last = min(inside), max(inside)
    between = {place for place in range(first, last) if place not in inside}
    inside |= {place for place in between if {place - 1, place + 1} & inside}
    edge = max(rows[place].x1 for place in leading)
    inside |= {last + 1 + place for place in _rest(rows[last + 1 :], edge, pack)}
    return inside | {title for title in titles if title < first and first - title <= MOST_BETWEEN}


def _rest(rows: Sequence[Row], edge: float, pack: DomainPack) -> set[int]:
    """The entries at the head of a page that goes on with contents; their numbers end at `edge`, leaders or not."""
    taken = 0
    for place, row in enumerate(rows):
        if place - taken > MOST_BETWEEN or not _unit(rows[taken].text, pack):
            break
        if abs(row.x1 - edge) < SAME_EDGE and row.glyphs[-1].char.isdigit():
            taken = place + 1
            if taken == len(rows):
                break
    return set(range(taken))


def _goes_before(above: Row, row: Row) -> bool:
    """Whether the row above begins an entry that goes on in this one: it has no page number of its own."""
    return (
        not leads_to_page(above)
        and style_of(above) == style_of(row)
        and row.y - above.y < NEXT_ROW * row.size
        and above.x0 < row.x0
    )


def _listed(rows: Sequence[Row], title: int, pack: DomainPack) -> list[int]:
    """The title and the lines below it that look alike, if some of them name units of the text."""
    found: list[int] = []
    for place in range(title + 1, len(rows)):
        row, above = rows[place], rows[place - 1]
        is_alike = style_of(row) == style_of(rows[title + 1]) and abs(row.size - rows[title + 1].size) < 1
        if not is_alike or row.y - above.y > 2 * NEXT_ROW * row.size or (found and _is_step(rows, place)):
            break
        found.append(place)
    named = [place for place in found if _unit(rows[place].text, pack)]
    return [title, *found] if len(named) >= LEAST_LEADERS and 2 * len(named) >= len(found) else []


def _is_step(rows: Sequence[Row], place: int) -> bool:
    """Whether the gap above is wider than the one before it."""
    return rows[place].y - rows[place - 1].y > NEXT_ROW * (rows[place - 1].y - rows[place - 2].y)


def _unit(text: str, pack: DomainPack) -> bool:
    parts = read_heading(text, pack)
    return parts is not None and parts.form in RANKS


def _entries(rows: Sequence[Row], pack: DomainPack) -> list[Entry]:
    """The entries that name a unit of the text: from the row of its number to the one with the page number."""
    edge = max((row.x1 for row in rows if leads_to_page(row)), default=None)
    found: list[Entry] = []
    words: list[str] = []
    for row in rows:
        if edge is None or _unit(row.text, pack):
            words = []
        words.append(_words(row))
        if edge is None or (abs(row.x1 - edge) < SAME_EDGE and row.glyphs[-1].char.isdigit()):
            parts = read_heading(" ".join(words).strip(), pack)
            if parts is not None and parts.form in RANKS:
                found.append(Entry(parts.number, parts.title, row.page))
            words = []
    return found


def _words(row: Row) -> str:
    """The words of a row before its leader or its page number."""
    leaders = split_leaders(row.glyphs)[1]
    if not leaders:
        return SHORT_LEADER.sub("", join_runs(row.runs))
    first = min(each.x0 for each in leaders)
    glyphs: tuple[Glyph, ...] = tuple(each for each in row.glyphs if each.x0 < first)
    return "".join(text for text, _ in spaced(glyphs)).strip()
