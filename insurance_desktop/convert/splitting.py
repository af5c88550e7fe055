"""Each page by itself: what a reader sees, its tables, the rows outside of them. A bad page costs that page."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from insurance_desktop.domain.conversion import Fault
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say, sentence

from .reading.pages import LeftOut, PageReading, lost_page
from .reading.pdf import read_page
from .reading.pymupdf_library import empty_store
from .reading.raised import build_noted_rows
from .reading.runs import Row, build_rows, build_runs
from .reading.visibility import see
from .reading.watermarks import find_watermarks, without_watermark
from .steps import Report, Step
from .structure.clean import PageRows
from .structure.contents import Entry
from .structure.contents_columns import take_columns
from .structure.page_columns import without_newspaper
from .structure.panels import find_panels
from .structure.skew import Upright, make_upright
from .tables.cut_texts import printed_texts, without
from .tables.filling import GridTable
from .tables.grid_tables import take_aligned, take_tables
from .tables.turned_cells import take_turned

MOST_WORDS = 200
"""At most this many signs of an error's own words are kept."""
STORED_PAGES = 100
"""What MuPDF keeps of so many pages, to be quicker with the next, is let go of; few files have more."""
MOST_SIGNS = 1_500_000
"""A file of more signs is not converted: all are held until the last page is written, and so many take some 0.9 GB.

Contracts print some 1,100 on a page, treaties up to 4,600.
"""


class SplitPage(NamedTuple):
    """A page whose tables are taken out: what a page can give before the others are known."""

    reading: PageReading
    tables: tuple[GridTable, ...] = ()
    rows: tuple[Row, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sides: tuple[PageRows, ...] = ()
    panels: tuple[Box, ...] = ()
    upright: Upright | None = None
    entries: tuple[Entry, ...] = ()
    """What leads back to the printed page, where the page was not level; `sides` is what runs in other directions."""

    @property
    def level(self) -> PageRows:
        """The rows on the page as it is once its lines are level."""
        reading = self.upright.reading if self.upright else self.reading
        return PageRows(reading.number, reading.width, reading.height, self.rows, self.panels)


def split_pages(
    document: Any, report: Report, lost: Mapping[int | None, Fault], pack: DomainPack
) -> tuple[SplitPage, ...]:
    """Every page by itself; one that cannot be read costs that page, and is said to be broken.

    SourceError where they have more signs than memory is meant for.
    """
    read: list[PageReading] = []
    count: int = document.page_count
    signs = 0
    for number in range(1, count + 1):
        if number % STORED_PAGES == 0:
            empty_store()
        report(Step("pdf", number, count))
        read.append(lost_page(lost[number]) if number in lost else _read_or_lose(document, number))
        signs += sum(map(len, read[-1].stretches))
        if signs > MOST_SIGNS:
            raise SourceError("convert.too_many_signs", stage="pdf", last=number, pages=count, most=MOST_SIGNS)
    marks = find_watermarks(read)
    pages: list[SplitPage] = []
    for page in read:
        pages.append(_split_or_lose(page, marks.get(page.number), Place(count, report, _table_before(pages), pack)))
    return tuple(pages)


def _read_or_lose(document: Any, number: int) -> PageReading:
    try:
        return read_page(document, number)
    except MemoryError:
        raise
    except Exception as error:  # MuPDF's own errors share no base below Exception
        return lost_page(Fault("pdf", number, _said_of(error)))


class Place(NamedTuple):
    """What a page is split in: how many pages there are, who hears of it, the last table before it, the pack."""

    pages: int
    report: Report
    before: GridTable | None
    pack: DomainPack


def _split_or_lose(page: PageReading, mark: LeftOut | None, place: Place) -> SplitPage:
    try:
        return _split(page, mark, place)
    except MemoryError:
        raise
    except Exception as error:  # a fault of ours on a page that nobody foresaw: it must not cost the other pages
        reason = say("convert.page_internal", detail=_words_of(error))
        return SplitPage(lost_page(Fault("tables", page.number, reason), page.width, page.height))


def _table_before(pages: Sequence[SplitPage]) -> GridTable | None:
    """The table that may go on from the page before."""
    return pages[-1].tables[-1] if pages and pages[-1].tables else None


def _split(page: PageReading, mark: LeftOut | None, place: Place) -> SplitPage:
    count, report, last, pack = place
    before = last.xs if last is not None and last.is_open else ()
    report(Step("runs", page.number, count))
    upright = make_upright(without_watermark(page, mark) if mark is not None else page)
    seen = see(upright.reading)
    runs = build_runs(seen)
    entries, contents = take_columns(page.number, build_noted_rows(runs), pack)
    listed = {glyph.id for glyph in contents}
    runs = tuple(run for run in runs if run.glyphs[0].id not in listed)
    report(Step("tables", page.number, count))
    level = upright.reading
    drawn = (level.rules, level.fills)
    ruled, outside = take_tables(page.number, runs, drawn, cache(lambda: printed_texts(seen)), last)
    noted = build_noted_rows(outside)
    aligned, rows = take_aligned(page.number, noted, drawn, ruled, before=before)
    is_sure = all(table.table.trusted for table in aligned)
    kept = (*ruled, *aligned) if is_sure else ruled
    rows, newspaper = without_newspaper(rows if is_sure else noted, [table.table.boxes[0] for table in kept])
    if not is_sure:  # what looked like a table may have been columns of a newspaper
        aligned, rows = take_aligned(page.number, rows, drawn, ruled, before=before)
    tables = tuple(sorted((*ruled, *aligned), key=lambda table: table.y))
    rows = tuple(sorted((*rows, *newspaper), key=lambda row: row.y)) if newspaper else rows
    panels = find_panels(page.number, level.width, level.fills, [box for each in tables for box in each.table.boxes])
    taken = (LeftOut(ExclusionReason.CONTENTS, page.number, contents),) if contents else ()
    left_out = (*without(seen.left_out, _glyphs_of(ruled)), *taken)
    split = SplitPage(page, tables, rows, left_out, panels=panels, entries=entries)
    split = _with_sides(split, upright) if upright.printed else split
    return split._replace(left_out=(*split.left_out, mark)) if mark is not None else split


def _with_sides(split: SplitPage, upright: Upright) -> SplitPage:
    """A page that was not level, with what runs in other directions, and all that was left out as printed."""
    beside = [see(side) for side in upright.sides]
    left_out = (*split.left_out, *upright.left_out, *(each for side in beside for each in side.left_out))
    tables, sides = split.tables, []
    for side in beside:
        tables, rows = take_turned(tables, build_rows(build_runs(side)), upright.level)
        sides.append(PageRows(split.reading.number, side.reading.width, side.reading.height, rows))
    return split._replace(
        tables=tables,
        left_out=tuple(each._replace(glyphs=upright.glyphs(each.glyphs)) for each in left_out),
        sides=tuple(sides),
        upright=upright,
    )


def _said_of(error: Exception) -> str:
    """Why a page could not be read."""
    if isinstance(error, SourceError):
        return str(sentence(error))
    return say("convert.page_unread", detail=_words_of(error))


def _words_of(error: Exception) -> str:
    """What a library or Python says, for a report: it stands beside the sentence for the person."""
    return f"{type(error).__name__}: {error}"[:MOST_WORDS]


def _glyphs_of(tables: Sequence[GridTable]) -> frozenset[int]:
    return frozenset(glyph.id for table in tables for row in table.rows for cell in row for glyph in cell.glyphs)
