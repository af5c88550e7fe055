"""The table of contents: taken out of the text, and kept to check the sections that were found."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_line
from ..headings import UNITS, HeadingParts, follows, mark_value, read_heading, unified
from ..reading.pages import Glyph, LeftOut
from ..reading.runs import Row, Run, make_row, spaced
from .clean import PageRows
from .inline_titles import number_apart
from .leaders import has_leader, leads_to_page, split_leaders
from .text_columns import COLUMN_GAP

ICON = re.compile("[\ue000-\uf8ff\ufffd\u25c6\u2700-\u2704\u2706-\u2712\u2719-\u274b\u274d\u274f-\u2775\u2794-\u27bf]")
"""Private use, unreadable, a black diamond, or a dingbat that is no numeral; ticks and crosses say yes and no."""
SENTENCE = frozenset("\u3002\uff1b;\uff0c")
"""No title of a contents has these."""
NAMELESS = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]")
"""No sign, or one that is the font's own affair."""
ENTRY_FORMS = frozenset(
    {"section", "chapter_digit", "chapter_icon", "chapter", "part", "division", "article", "annex", "annex_entry"}
)
CIRCLED = "circled"
"""The form of an entry behind a numeral in a circle; it may count anew in each chapter."""
SAME_SIZE = 1.15
NEXT_LINE = 2.2
"""A contents line follows the one before within this many type sizes."""
SAME_COLUMN = 3.0
NUMBER_REACH = 3.0
"""A plain number belongs to words up to this many type sizes behind it."""
MANY = 10
"""More than half of so many lines below the word for contents are entries."""
SURELY = 3
"""So many entries in a row at the head of a page are more contents, even without leaders."""


class Entry(NamedTuple):
    """One line of the table of contents: number and title as printed there."""

    number: str
    title: str
    page: int


class Contents(NamedTuple):
    """The entries found, the pages without them, and what was left out."""

    pages: tuple[PageRows, ...]
    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]


def remove_contents(pages: Sequence[PageRows], pack: DomainPack) -> Contents:
    """Takes the table of contents out of the pages; documents without one come back unchanged."""
    remaining: list[PageRows] = []
    left: list[LeftOut] = []
    entries: list[Entry] = []
    earlier: list[Entry] = []
    is_open = False
    for page in pages:
        kept: list[Row] = []
        taken: list[Row] = []
        for position, row in enumerate(page.rows):
            if not is_open and not taken and _is_title(row, pack) and _begins(page.rows[position + 1 :], entries, pack):
                is_open = True
                earlier, entries = [*earlier, *entries], []
                taken.append(row)
            elif is_open and (
                _belongs(row, taken, entries, pack) or (not taken and _counts_on(page.rows[position:], entries, pack))
            ):
                taken.append(row)
            else:
                is_open = is_open and not kept and not taken
                kept.append(row)
        if taken:
            left.append(
                LeftOut(ExclusionReason.CONTENTS, page.number, tuple(glyph for row in taken for glyph in row.glyphs))
            )
            entries += _read_entries(taken, pack)
        is_open = is_open and bool(taken)
        remaining.append(page._replace(rows=tuple(kept)))
    return Contents(tuple(remaining), (*earlier, *entries), tuple(left))


@per_line
def plain_words(text: str, pack: DomainPack) -> str:
    """A line without the icons before it, for comparison."""
    return ICON.sub("", unified(normalised(text), pack))


def is_icon(char: str) -> bool:
    """Whether this is a sign from a symbol font."""
    return ICON.match(char) is not None


def has_unreadable(text: str) -> bool:
    """Whether the file does not say which sign this is, or one of these."""
    return NAMELESS.search(text) is not None


def is_chapter_sign(char: str) -> bool:
    """An icon, or a numeral in a circle: what stands where a chapter's number should."""
    return is_icon(char) or 0x2460 <= ord(char) <= 0x2473 or 0x2776 <= ord(char) <= 0x2793


def _is_title(row: Row, pack: DomainPack) -> bool:
    return plain_words(row.text, pack) in pack.contents_titles


def _begins(rows: Sequence[Row], known: Sequence[Entry], pack: DomainPack) -> bool:
    """Whether entries follow: one right below; most lines where others come first, or an annex has contents again."""
    if not known and any(_entry_of(row, pack) for row in rows[:2]):
        return True
    return sum(leads_to_page(row) or _entry_of(row, pack) is not None for row in rows[:MANY]) > MANY / 2


def _entry_of(row: Row, pack: DomainPack) -> HeadingParts | None:
    return _as_entry(" ".join(each.text for each in number_apart(row)), pack)


def _as_entry(words: str, pack: DomainPack) -> HeadingParts | None:
    """The words as an entry: behind the number of a heading, or a numeral in a circle."""
    heading = read_heading(words, pack)
    if heading is not None and heading.form in ENTRY_FORMS:
        return heading
    sign, title = words[:1], words[1:].strip()
    value = mark_value(sign) if title and is_chapter_sign(sign) else None
    return HeadingParts(CIRCLED, str(value), title) if value else None


def _belongs(row: Row, taken: list[Row], entries: list[Entry], pack: DomainPack) -> bool:
    """Whether the row goes on with the contents: an entry, or the rest of one right below the line before."""
    pieces = _pieces(row, _starts([*taken, row], pack), pack) if len(row.runs) > 1 else [make_row(row.runs)]
    is_entry = any(_entry_of(piece, pack) for piece in pieces) or leads_to_page(row)
    if not taken:
        return is_entry and _has_leader(row) and not _starts_again(pieces, entries, pack)
    above = taken[-1]
    if row.size > SAME_SIZE * above.size and len(taken) > 2:
        return False
    if not is_entry and (not SENTENCE.isdisjoint(row.text) or row.x0 < _entries_begin([*taken, row], pack)):
        return False
    if not _has_leader(row) and _is_taken(pieces, taken, pack):
        return False
    return (is_entry or row.y - above.y < NEXT_LINE * max(row.size, above.size)) and not _starts_again(
        pieces, entries, pack
    )


def _entries_begin(rows: Sequence[Row], pack: DomainPack) -> float:
    """Where the column of entries begins: what stands left of it is no rest of one."""
    return min((run.x0 for row in rows for run in row.runs if _opens_entry(run, pack)), default=0.0) - SAME_COLUMN


def _counts_on(rows: Sequence[Row], entries: Sequence[Entry], pack: DomainPack) -> bool:
    """Whether the rows at the head of a page go on with the contents: entries only, and the first one is due next."""
    heads = [_entry_of(row, pack) for row in rows[:SURELY]]
    first = heads[0] if heads else None
    if first is None or len(heads) < SURELY or any(head is None for head in heads):
        return False
    return follows(entries[-1].number if entries else "", first.number)


def _has_leader(row: Row) -> bool:
    return has_leader(row) or row.text.strip()[-1:].isdigit()


def _starts_again(pieces: Sequence[Row], entries: list[Entry], pack: DomainPack) -> bool:
    known = {normalised(each.number) for each in entries if each.number}
    heads = [found for piece in pieces if (found := _entry_of(piece, pack)) is not None]
    return any(normalised(head.number) in known for head in heads if head.form != CIRCLED)


def _is_taken(pieces: Sequence[Row], taken: Sequence[Row], pack: DomainPack) -> bool:
    """Whether the contents of this page already have the number: the text begins below them."""
    starts = _starts(taken, pack)
    heads = [_entry_of(piece, pack) for row in taken for piece in _pieces(row, starts, pack)]
    known = {normalised(head.number) for head in heads if head is not None and head.number}
    has_units = any(head is not None and head.form in UNITS for head in heads)
    here = [found for piece in pieces if (found := _entry_of(piece, pack)) is not None]
    return any(normalised(found.number) in known and not (has_units and found.form == CIRCLED) for found in here)


def _starts(region: Sequence[Row], pack: DomainPack) -> Counter[int]:
    """How many entries begin in each place across the page."""
    return Counter(round(run.x0 / SAME_COLUMN) for each in region for run in each.runs if _opens_entry(run, pack))


def _pieces(row: Row, starts: Counter[int], pack: DomainPack) -> list[Row]:
    """The row cut where a column of entries begins."""
    pieces: list[list[Run]] = []
    for run in row.runs:
        place = round(run.x0 / SAME_COLUMN)
        opens = sum(starts[near] for near in (place - 1, place, place + 1)) > 0 and _opens_entry(run, pack)
        gap = run.x0 - pieces[-1][-1].x1 if pieces else 0.0
        reach = NUMBER_REACH if pieces and _is_number(pieces[-1]) else COLUMN_GAP * 2
        if not pieces or opens or gap > reach * row.size:
            pieces.append([run])
        else:
            pieces[-1].append(run)
    return [make_row(each) for each in pieces]


def _is_number(runs: Sequence[Run]) -> bool:
    return all(run.text.isdigit() for run in runs)


def _opens_entry(run: Run, pack: DomainPack) -> bool:
    return _as_entry(run.text, pack) is not None


def _read_entries(rows: Sequence[Row], pack: DomainPack) -> list[Entry]:
    """The entries column by column, each with the lines that its title wraps onto."""
    starts = _starts(rows, pack)
    pieces = [piece for row in rows[1:] for piece in _pieces(row, starts, pack)]
    edges = _column_edges(pieces, pack)
    entries: list[Entry] = []
    for edge, next_edge in zip(edges, [*edges[1:], float("inf")], strict=True):
        current: tuple[str, list[str], int] | None = None
        is_whole = False
        for piece in (each for each in pieces if edge - SAME_COLUMN <= each.x0 < next_edge - SAME_COLUMN):
            heading = _entry_of(piece, pack)
            words = "".join(glyph.char for glyph in split_leaders(piece.glyphs)[0])
            if heading is not None:
                if current is not None:
                    entries.append(Entry(current[0], "".join(current[1]), current[2]))
                kept = _as_entry(_without_page_number(piece.glyphs), pack) or heading
                current = (kept.number, [kept.title], piece.page)
            elif current is not None and not (is_whole and leads_to_page(piece)):
                current[1].append(words)
            is_whole = leads_to_page(piece)
        if current is not None:
            entries.append(Entry(current[0], "".join(current[1]), current[2]))
    return entries


def _without_page_number(glyphs: tuple[Glyph, ...]) -> str:
    """The words of an entry before its leader."""
    words, leaders = split_leaders(glyphs)
    if not leaders:
        return _words(words)
    first = min(each.x0 for each in leaders)
    return _words(tuple(each for each in words if each.x0 < first))


def _words(glyphs: tuple[Glyph, ...]) -> str:
    """Words with the gaps that the page shows."""
    return "".join(text for text, _ in spaced(glyphs))


def _column_edges(pieces: Sequence[Row], pack: DomainPack) -> list[float]:
    """The left edges of the columns of entries: starts that lie far from the one before."""
    starts = sorted(piece.x0 for piece in pieces if _entry_of(piece, pack))
    edges: list[float] = []
    for start in starts:
        if not edges or start - edges[-1] > 60:
            edges.append(start)
    return edges or [0.0]
