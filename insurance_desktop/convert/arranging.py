"""The pages together: furniture and contents out, tables that go on over a page joined."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from .compiled import per_pack
from .headings import read_heading
from .reading.pages import LeftOut
from .reading.runs import LEADER, Row
from .splitting import SplitPage
from .structure.boxed_furniture import take_boxed_furniture
from .structure.clean import PageRows, names_table, remove_furniture
from .structure.contents import Contents, remove_contents
from .structure.footnotes import without_notes
from .structure.latin import is_written_in_latin
from .structure.latin_contents import remove_latin_contents
from .structure.line_numbers import take_line_numbers
from .structure.lines import TablePlace
from .structure.side_by_side import take_lists
from .structure.text_columns import type_size
from .tables.filling import GridTable
from .tables.first_rows import with_unnamed_columns
from .tables.lone_values import take_lone
from .tables.table_names import name_tables
from .tables.table_pages import doubt_headless, join_pages
from .tables.unread_columns import LEAST_COLUMNS, LEAST_ROWS, take_unread
from .tables.valued_rows import take_valued
from .tables.valued_seams import take_cut_off

SECTIONS = frozenset({"section", "article", "chapter", "part", "division", "annex"})
NEAR_TABLE = 30.0
"""Points above a table where its unit may be printed."""
CAPTION = 40.0
"""Points between a table and its name."""


class Arranged(NamedTuple):
    """The pages once tables and furniture are out: what remains is text in rows."""

    pages: tuple[PageRows, ...]
    tables: tuple[GridTable, ...]
    places: tuple[TablePlace, ...]
    left_out: tuple[LeftOut, ...]
    contents: Contents
    sides: tuple[PageRows, ...] = ()


def arrange(pages: Sequence[SplitPage], pack: DomainPack) -> Arranged:
    """Takes furniture and contents out of the pages and joins tables that go on.

    In this order: a table that goes on is seen only once the furniture between its parts is gone.
    """
    left = [each for page in pages for each in page.left_out]
    rows, counted = take_line_numbers([page.level for page in pages])
    found, boxed = take_boxed_furniture(rows, [table for page in pages for table in page.tables], pack)
    cleaned, furniture = remove_furniture([*rows, *(side for page in pages for side in page.sides)], pack)
    cleaned, sides = cleaned[: len(rows)], cleaned[len(rows) :]
    is_latin = is_written_in_latin(cleaned)
    contents = (remove_latin_contents if is_latin else remove_contents)(cleaned, pack)
    listed = tuple(entry for page in pages for entry in page.entries)
    contents = contents._replace(entries=(*listed, *contents.entries))
    if not is_latin:
        found, contents = _with_unread(found, contents, pack)
    said = _said_to_go_on(found, contents.pages, pack)
    silent = _without_rows(cleaned, said.values())
    joined, index, repeated = join_pages(found, _open_ends(found, silent), pack)
    repeats = [rows for old, rows in said.items() if index[old] == index[old - 1]]
    contents = contents._replace(pages=_without_rows(contents.pages, repeats))
    notes = [_note_above(table, cleaned, rows, pack) for table in joined]
    placed = {new: old for old, new in reversed(index.items())}
    places = tuple(TablePlace(new, found[old].page, found[old].y) for new, old in sorted(placed.items()))
    return Arranged(
        pages=contents.pages,
        tables=doubt_headless(with_unnamed_columns(name_tables(joined, notes, pack), pack)),
        places=places,
        left_out=(
            *left,
            *(
                _printed(each, pages)
                for each in (*counted, *boxed, *furniture, *repeated, *map(_as_repeat, repeats), *contents.left_out)
            ),
        ),
        contents=contents,
        sides=sides,
    )


def _said_to_go_on(tables: Sequence[GridTable], pages: Sequence[PageRows], pack: DomainPack) -> dict[int, Row]:
    """By the index of a table the one line over it that says that the table of the page before goes on.

    The line says nothing else, or it is the name of that table with such words behind it.
    """
    rows = {page.number: page.rows for page in pages}
    found: dict[int, Row] = {}
    for index, (one, other) in enumerate(pairwise(tables), 1):
        above = [row for row in rows.get(other.page, ()) if row.y < other.y]
        if len(above) == 1 and other.page == one.table.boxes[-1].page + 1:
            names = [normalised(row.text) for row in rows.get(one.page, ()) if 0 < one.y - row.y < CAPTION]
            if _says_so(above[0].text, names, pack):
                found[index] = above[0]
    return found


def _says_so(text: str, names: Sequence[str], pack: DomainPack) -> bool:
    words = normalised(text)
    return any(
        words.startswith(name) and any(form.fullmatch(words[len(name) :]) for form in _continuation_forms(pack))
        for name in ("", *names)
    )


@per_pack
def _continuation_forms(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, pack.continuation_phrases))


def _without_rows(pages: Sequence[PageRows], gone: Iterable[Row]) -> tuple[PageRows, ...]:
    """The pages without these rows."""
    taken = {id(row) for row in gone}
    return tuple(page._replace(rows=tuple(row for row in page.rows if id(row) not in taken)) for page in pages)


def _as_repeat(row: Row) -> LeftOut:
    """The row as it is left out: it repeats what the table is."""
    return LeftOut(ExclusionReason.REPEATED_HEADER, row.page, row.glyphs)


def _with_unread(tables: Sequence[GridTable], contents: Contents, pack: DomainPack) -> tuple[list[GridTable], Contents]:
    """The tables with the regions of words in columns that are none of them, and the pages without these."""
    found = list(tables)
    pages: list[PageRows] = []
    is_numbered = partial(_is_numbered, pack=pack)
    valued: list[GridTable] = []
    left: dict[int, tuple[Row, ...]] = {}
    for printed in contents.pages:
        lists, left[printed.number] = take_valued(printed.number, printed.width, printed.rows, is_numbered, pack)
        valued += lists
    rests, left = take_cut_off(valued, left, is_numbered, pack)
    found += (*valued, *rests)
    for printed in contents.pages:
        lone, rows = take_lone(printed.number, printed.width, left[printed.number], is_numbered, pack)
        found += lone
        page = printed._replace(rows=rows)
        if sum(len(row.runs) >= LEAST_COLUMNS for row in page.rows) >= LEAST_ROWS:
            items, _ = take_lists(page.rows, pack)
            listed = {glyph.id for item in items for row in item.rows for glyph in row.glyphs}
            unread, rows = take_unread(page.number, page.rows, partial(_is_other, listed=listed, pack=pack), pack)
            found += unread
            pages.append(page._replace(rows=rows))
        else:
            pages.append(page)
    return sorted(found, key=lambda each: (each.page, each.y)), contents._replace(pages=tuple(pages))


def _is_numbered(row: Row, pack: DomainPack) -> bool:
    """Whether the row begins with the number of a section."""
    heading = read_heading(row.text, pack)
    return heading is not None and heading.form in SECTIONS


def _is_other(row: Row, listed: Collection[int], pack: DomainPack) -> bool:
    """Whether the row is of a list or of contents, or begins with the number of a section."""
    heading = read_heading(row.text, pack)
    is_heading = heading is not None and heading.form != "chapter_icon"
    return is_heading or row.glyphs[0].id in listed or LEADER.search(row.text) is not None


def _printed(left: LeftOut, pages: Sequence[SplitPage]) -> LeftOut:
    """What was left out, at its printed place."""
    upright = pages[left.page - 1].upright
    return left._replace(glyphs=upright.glyphs(left.glyphs)) if upright else left


def _open_ends(tables: Sequence[GridTable], pages: Sequence[PageRows]) -> frozenset[int]:
    """Tables with no text below them, notes left aside, whose successor has none above it on the next page."""
    size = type_size(pages)
    numbered = {page.number: page for page in pages}
    found: set[int] = set()
    for index, (one, other) in enumerate(pairwise(tables)):
        last_page = one.table.boxes[-1].page
        if other.page != last_page + 1:
            continue
        is_last = not any(row.y > one.bottom for row in without_notes(numbered[last_page], size))
        is_first = not any(row.y < other.y for row in without_notes(numbered[other.page], size))
        if is_last and is_first:
            found.add(index)
    return frozenset(found)


def _note_above(table: GridTable, pages: Sequence[PageRows], printed: Sequence[PageRows], pack: DomainPack) -> str:
    """The words right above a table; its unit too where it stands in the margin of each page, as a header does."""
    texts = [row.text for row in _right_above(table, pages)]
    texts += [row.text for row in _right_above(table, printed) if names_table(row.text, pack)]
    return " ".join(dict.fromkeys(texts))


def _right_above(table: GridTable, pages: Sequence[PageRows]) -> list[Row]:
    rows: tuple[Row, ...] = next((page.rows for page in pages if page.number == table.page), ())
    return [row for row in rows if 0 < table.y - row.y < NEAR_TABLE]
