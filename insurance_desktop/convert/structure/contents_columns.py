"""A contents page of several columns, boxed or not, with a title or none: taken out before tables are looked for. Pure.

Such a page looks like a table of numbers and words. What tells it: cells that begin with numbers of sections stand in
two columns or more, count on down each of them, and hold no sentence.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.pack import DomainPack

from ..headings import ANNEXES, HeadingParts, read_heading
from ..reading.pages import Glyph
from ..reading.runs import Row, Run, cut_at_gaps, make_row
from .contents import ENTRY_FORMS, SENTENCE, Entry, is_chapter_sign, plain_words

SECTIONS = frozenset({"article", "han"})
LAST_PAGE = 5
"""Contents stand on the first pages (the latest in the corpus on page 2)."""
LEAST_ENTRIES, LEAST_TITLED = 12, 8
"""So many entries make contents; fewer do below the word for contents."""
LEAST_SECTIONS = 5
"""So many entries have numbers with points or of articles: lists of diseases have plain ones."""
LEAST_COLUMNS = 2
MOSTLY = 0.8
"""Of the cells between the first entry and the last this part are entries or rests, and so many count on."""
CELL_GAP = 0.9
"""em: a number and its title, or two entries, stand further apart than signs of one title."""
NUMBER_REACH = 4.0
"""em: a number belongs to the words that begin this close behind it."""
SAME_COLUMN = 12.0
"""Points: entries that begin this close below each other stand in one column; chapters begin left of their sections."""
LONGEST = 30
NEXT_ROW = 2.2
"""em: the rest of a title stands this close below its begin."""


class Cell(NamedTuple):
    """Words of one column in one row; `head` is the number that they begin with."""

    row: Row
    head: HeadingParts | None


def take_columns(page: int, rows: Sequence[Row], pack: DomainPack) -> tuple[tuple[Entry, ...], tuple[Glyph, ...]]:
    """The entries of a contents page and all its glyphs; nothing where the page is none."""
    if page > LAST_PAGE:
        return (), ()
    by_row = [(row, cells_of(row, pack)) for row in rows]
    opened = [place for place, (_, cells) in enumerate(by_row) if any(cell.head for cell in cells)]
    while opened and not any(cell.head and cell.head.form not in ANNEXES for cell in by_row[opened[0]][1]):
        del opened[0]  # an annex's number at the head of the page is no entry
    heads = [cell for _, cells in by_row for cell in cells if cell.head]
    before = by_row[: opened[0] if opened else 0]
    above = [row for row, _ in before if plain_words(row.text, pack) in pack.contents_titles]
    least = LEAST_TITLED if above else LEAST_ENTRIES
    if len(heads) < least or sum(map(_is_section, heads)) < LEAST_SECTIONS:
        return (), ()
    inside = by_row[opened[0] : opened[-1] + 1]
    heads = [cell for _, found in inside for cell in found if cell.head]
    edges = _edges(heads)
    cells = [cell for _, found in inside for cell in found]
    plain = [cell for cell in cells if cell.head or _is_rest(cell)]
    if len(edges) < LEAST_COLUMNS or len(plain) < MOSTLY * len(cells) or not _counts_on(heads, edges):
        return (), ()
    entries = _entries(page, plain, edges)
    below = _rests_below([found for _, found in by_row[opened[-1] + 1 :]], cells[-1].row)
    taken = [*above[-1:], *(cell.row for cell in (*plain, *below))]
    return entries, tuple(glyph for row in taken for glyph in row.glyphs)


def cells_of(row: Row, pack: DomainPack) -> list[Cell]:
    """The row cut at its gaps, a number with the words behind it."""
    pieces = cut_at_gaps(row, CELL_GAP)
    joined: list[list[Run]] = []
    for piece in pieces:
        reach = piece[0].x0 - joined[-1][-1].x1 if joined else 0.0
        if joined and _is_bare(joined[-1], pack) and reach <= NUMBER_REACH * row.size:
            joined[-1] += piece
        else:
            joined.append(list(piece))
    return [Cell(made, _head(made, pack)) for made in map(make_row, joined)]


def _is_bare(runs: Sequence[Run], pack: DomainPack) -> bool:
    words = "".join(run.words for run in runs).strip()
    if _is_plain(words):
        return True
    head = read_heading(words, pack)
    return head is not None and head.form in ENTRY_FORMS | SECTIONS and not head.title


def _is_plain(words: str) -> bool:
    """Whether the words are a plain number or the sign of a chapter."""
    return words.rstrip(".\uff0e").isdecimal() or (len(words) == 1 and is_chapter_sign(words))


def _head(row: Row, pack: DomainPack) -> HeadingParts | None:
    words = row.text.strip()
    first = row.runs[0].words.strip()
    number = numbered(first)[1] if len(row.runs) > 1 and _is_plain(first) else ""
    if number:
        head: HeadingParts | None = HeadingParts("chapter_icon", number, make_row(row.runs[1:]).text.strip())
    else:
        head = read_heading(words, pack)
    if head is None or head.form not in ENTRY_FORMS | SECTIONS or not head.title or head.title.isascii():
        return None
    is_short = len("".join(head.title.split())) <= LONGEST and SENTENCE.isdisjoint(head.title)
    return head if is_short else None


def _is_section(cell: Cell) -> bool:
    return cell.head is not None and (cell.head.depth > 1 or cell.head.form in SECTIONS)


def _is_rest(cell: Cell) -> bool:
    words = "".join(cell.row.text.split())
    return len(words) <= LONGEST and SENTENCE.isdisjoint(words)


def _edges(heads: Sequence[Cell]) -> list[float]:
    """Where the columns of entries begin."""
    edges: list[float] = []
    for x in sorted(cell.row.x0 for cell in heads):
        if not edges or x - edges[-1] > 4 * SAME_COLUMN:
            edges.append(x)
    return edges


def _column(cell: Cell, edges: Sequence[float]) -> int:
    return max((place for place, edge in enumerate(edges) if edge <= cell.row.x0 + SAME_COLUMN), default=0)


def _counts_on(heads: Sequence[Cell], edges: Sequence[float]) -> bool:
    """Whether the numbers grow down the columns, one after the other."""
    ordered = sorted(heads, key=lambda cell: (_column(cell, edges), cell.row.y))
    values = [_value(cell.head.number) for cell in ordered if cell.head]
    grows = sum(one < other for one, other in pairwise(values))
    return grows >= MOSTLY * (len(values) - 1)


def _value(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in numbered(number)[1].split(".") if part.isdigit())


def _entries(page: int, cells: Sequence[Cell], edges: Sequence[float]) -> tuple[Entry, ...]:
    """The entries column by column, each with the rest of its title below it."""
    found: list[Entry] = []
    last: Row | None = None
    column = -1
    for cell in sorted(cells, key=lambda each: (_column(each, edges), each.row.y)):
        if cell.head is not None:
            number = "".join(cell.head.number.split()).rstrip(".\uff0e")
            found.append(Entry(number, cell.head.title.strip(), page))
        elif found and last is not None and column == _column(cell, edges) and _is_next(cell.row, last):
            found[-1] = found[-1]._replace(title=found[-1].title + cell.row.text.strip())
        last, column = cell.row, _column(cell, edges)
    return tuple(found)


def _is_next(row: Row, last: Row) -> bool:
    return row.y - last.y <= NEXT_ROW * row.size


def _rests_below(rows: Sequence[Sequence[Cell]], last: Row) -> list[Cell]:
    """The rest of the last title, right below it."""
    found: list[Cell] = []
    for cells in rows:
        is_near = cells and _is_next(cells[0].row, last)
        if not is_near or not all(cell.head is None and _is_rest(cell) and cell.row.x0 > last.x0 for cell in cells):
            break
        found += cells
        last = cells[0].row
    return found
