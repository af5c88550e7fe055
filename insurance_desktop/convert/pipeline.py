"""One original to its conversion: pdf → tables → layout → clean → markdown → clauses → findings."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from insurance_desktop import __version__
from insurance_desktop.domain.conversion import Conversion, Fault, Finding
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.packs.wording import say, sentence

from .checking import findings as checks
from .checking import second_reading
from .checking.verification import verify
from .clauses.clauses import read_clauses
from .clauses.exclusion_finder import propose_exclusions
from .clauses.facts import read_facts
from .clauses.glossary import define_terms
from .clauses.references import read_references
from .reading.pages import LeftOut, PageReading, lost_page
from .reading.pdf import is_repaired, open_pdf, read_page
from .reading.picture_pages import check_pictures
from .reading.raised import build_noted_rows
from .reading.runs import Row, build_rows, build_runs
from .reading.visibility import see
from .reading.watermarks import find_watermarks, without_watermark
from .steps import Report, Step, report_nothing
from .structure.boxed_furniture import take_boxed_furniture
from .structure.clean import PageRows, remove_furniture
from .structure.contents import Contents, remove_contents
from .structure.latin import is_written_in_latin
from .structure.latin_contents import remove_latin_contents
from .structure.layout import TablePlace
from .structure.leaves import cut_leaves
from .structure.page_columns import without_newspaper
from .structure.reading import read_blocks
from .structure.skew import Upright, make_upright, restored_table
from .tables.cut_texts import printed_texts, without
from .tables.table_pages import doubt_headless, join_pages
from .tables.tables import GridTable, name_tables, take_aligned, take_tables
from .text.ledger import keep_ledger
from .text.markdown import write_markdown

CONVERTER = f"insurance-desktop {__version__}"
MOST_WORDS = 200
"""At most this many signs of an error's own words are kept."""
NEAR_TABLE = 30.0
"""Points above a table where its unit may be printed."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """The pages once tables and furniture are out: what remains is text in rows."""

    pages: tuple[PageRows, ...]
    tables: tuple[GridTable, ...]
    places: tuple[TablePlace, ...]
    left_out: tuple[LeftOut, ...]
    contents: Contents
    sides: tuple[PageRows, ...] = ()


@dataclass(frozen=True, slots=True)
class SplitPage:
    """A page whose tables are taken out: what a page can give before the others are known."""

    reading: PageReading
    tables: tuple[GridTable, ...] = ()
    rows: tuple[Row, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sides: tuple[PageRows, ...] = ()
    upright: Upright | None = None
    """What leads back to the printed page, where the page was not level; `sides` is what runs in other directions."""

    @property
    def level(self) -> PageRows:
        """The rows on the page as it is once its lines are level."""
        reading = self.upright.reading if self.upright else self.reading
        return PageRows(reading.number, reading.width, reading.height, self.rows)


@dataclass(frozen=True, slots=True)
class Source:
    """The file itself, whether it had to be repaired, and what the second reading made of it.

    `again` are the faults of pages that the second reading is known not to take.
    """

    original: bytes
    repaired: bool
    second: second_reading.SecondReading
    again: tuple[Fault, ...] = ()


def convert_bytes(
    original: bytes, pack: DomainPack, *, report: Report = report_nothing, lost: Sequence[Fault] = ()
) -> Conversion:
    """The whole conversion of one PDF. A file that cannot be read comes back as FAILED with its reason.

    `report` hears which page is begun; the pages of the faults `lost` are known to be bad and are not touched.
    """
    again = tuple(fault for fault in lost if fault.stage == second_reading.STAGE)
    first = {fault.page: fault for fault in lost if fault not in again}
    try:
        with open_pdf(original) as document:
            pages = _split_pages(document, report, first)
            repaired = is_repaired(document)
    except SourceError as error:
        sha256 = hashlib.sha256(original).hexdigest()
        return failed(sha256, Fault(error.stage, None, str(sentence(error))))
    numbers = [each.reading.number for each in pages if each.reading.fault is None]
    bad = {fault.page: fault.reason for fault in again if fault.page}
    second = second_reading.read_again(original, numbers, report, bad)
    return _convert_pages(Source(original, repaired, second, again), pages, pack, report)


def _split_pages(document: Any, report: Report, lost: Mapping[int | None, Fault]) -> tuple[SplitPage, ...]:
    """Every page by itself; one that cannot be read costs that page, and is said to be broken."""
    read: list[PageReading] = []
    count: int = document.page_count
    for number in range(1, count + 1):
        report(Step("pdf", number, count))
        read.append(lost_page(lost[number]) if number in lost else _read_or_lose(document, number))
    marks = find_watermarks(read)
    pages: list[SplitPage] = []
    for page in read:
        pages.append(_split_or_lose(page, marks.get(page.number), count, report, _columns_before(pages)))
    return tuple(pages)


def _read_or_lose(document: Any, number: int) -> PageReading:
    try:
        return read_page(document, number)
    except MemoryError:
        raise
    except Exception as error:  # MuPDF's own errors share no base below Exception
        return lost_page(_fault("pdf", number, error))


def _split_or_lose(
    page: PageReading, mark: LeftOut | None, count: int, report: Report, before: tuple[float, ...]
) -> SplitPage:
    try:
        return _split(page, mark, count, report, before)
    except MemoryError:
        raise
    except Exception as error:  # a fault of ours on a page that nobody foresaw: it must not cost the other pages
        return SplitPage(lost_page(_fault("tables", page.number, error), page.width, page.height))


def _columns_before(pages: Sequence[SplitPage]) -> tuple[float, ...]:
    """The borders of the columns of a table that may go on from the page before."""
    last = pages[-1].tables[-1:] if pages else ()
    return last[0].xs if last and last[0].is_open else ()


def _split(page: PageReading, mark: LeftOut | None, count: int, report: Report, before: tuple[float, ...]) -> SplitPage:
    report(Step("runs", page.number, count))
    upright = make_upright(without_watermark(page, mark) if mark is not None else page)
    seen = see(upright.reading)
    runs = build_runs(seen)
    report(Step("tables", page.number, count))
    level = upright.reading
    drawn = (level.rules, level.fills)
    ruled, outside = take_tables(page.number, runs, drawn, printed_texts(seen) if level.rules else ())
    noted = build_noted_rows(outside)
    aligned, rows = take_aligned(page.number, noted, drawn, ruled, before=before)
    is_sure = all(table.table.trusted for table in aligned)
    kept = (*ruled, *aligned) if is_sure else ruled
    rows, newspaper = without_newspaper(rows if is_sure else noted, [table.table.boxes[0] for table in kept])
    if not is_sure:  # what looked like a table may have been columns of a newspaper
        aligned, rows = take_aligned(page.number, rows, drawn, ruled, before=before)
    tables = tuple(sorted((*ruled, *aligned), key=lambda table: table.y))
    rows = tuple(sorted((*rows, *newspaper), key=lambda row: row.y)) if newspaper else rows
    split = SplitPage(page, tables, rows, tuple(without(seen.left_out, _glyphs_of(ruled))))
    split = _with_sides(split, upright) if upright.printed else split
    return replace(split, left_out=(*split.left_out, mark)) if mark is not None else split


def _with_sides(split: SplitPage, upright: Upright) -> SplitPage:
    """A page that was not level, with what runs in other directions, and all that was left out as printed."""
    beside = [see(side) for side in upright.sides]
    left_out = (*split.left_out, *upright.left_out, *(each for side in beside for each in side.left_out))
    return replace(
        split,
        left_out=tuple(replace(each, glyphs=upright.glyphs(each.glyphs)) for each in left_out),
        sides=tuple(
            PageRows(split.reading.number, side.reading.width, side.reading.height, build_rows(build_runs(side)))
            for side in beside
        ),
        upright=upright,
    )


def _fault(stage: str, page: int, error: Exception) -> Fault:
    words = f"{type(error).__name__}: {error}"
    return Fault(stage, page, words[:MOST_WORDS])


def failed(sha256: str, fault: Fault) -> Conversion:
    """The empty result of a file that could not be converted."""
    return Conversion(sha256, 0, ConversionStatus.FAILED, fault.reason, converter=CONVERTER, faults=(fault,))


def _convert_pages(source: Source, split: Sequence[SplitPage], pack: DomainPack, report: Report) -> Conversion:
    pages = tuple(each.reading for each in split)
    report(Step("layout", 0, len(pages)))
    arranged = arrange(split, pack)
    uprights = {page.reading.number: page.upright for page in split if page.upright}
    level = [each.table for each in arranged.tables]
    leaves = cut_leaves(arranged.contents.pages, arranged.places, level, arranged.sides, uprights)
    drafts, dropped = read_blocks(leaves, pack)
    grids = [restored_table(each, uprights) for each in arranged.tables]
    tables = tuple(each.table for each in grids)
    report(Step("markdown", 0, len(pages)))
    written = write_markdown(drafts, grids)
    left_out = (*arranged.left_out, *dropped)
    report(Step("clauses", 0, len(pages)))
    clauses = read_clauses(written.markdown, written.source_map, tables, pack)
    references = read_references(clauses, written.markdown, written.source_map, pack)
    proposed = propose_exclusions(clauses, references, written.markdown, written.source_map, pack)
    report(Step("ledger", 0, len(pages)))
    account = keep_ledger(pages, written.written, left_out)
    report(Step("verification", 0, len(pages)))
    verdict = verify(source.original, source.second, written, left_out, pack, ledger=account.ledger, report=report)
    report(Step("findings", 0, len(pages)))
    found = (
        *checks.check_pages(pages, source.repaired),
        *check_pictures(pages, left_out),
        *checks.check_account(account),
        *verdict.findings,
        *checks.check_unreadable(written),
        *checks.check_tables(arranged.tables),
        *checks.check_contents(arranged.contents.entries, clauses),
        *checks.check_sections(clauses),
        *checks.check_hidden(left_out, grids),
        *checks.check_references(references, written.source_map),
        *checks.check_exclusions(proposed),
    )
    status, reason = _status(pages, found)
    return Conversion(
        sha256=hashlib.sha256(source.original).hexdigest(),
        pages=len(pages),
        status=status,
        reason=reason,
        markdown=written.markdown,
        source_map=written.source_map,
        blocks=written.blocks,
        clauses=clauses,
        tables=tables,
        references=references,
        definitions=define_terms(clauses, references, pack),
        proposed_exclusions=proposed,
        findings=found,
        coverage=replace(account.coverage, second_reading=verdict.agreement),
        ledger=account.ledger,
        printed=read_facts(written.blocks, left_out, pack),
        converter=CONVERTER,
        faults=(*(page.fault for page in pages if page.fault), *source.again),
    )


def arrange(pages: Sequence[SplitPage], pack: DomainPack) -> Arranged:
    """Takes furniture and contents out of the pages and joins tables that go on (in this order: DESIGN 4a)."""
    left = [each for page in pages for each in page.left_out]
    rows = [page.level for page in pages]
    found, boxed = take_boxed_furniture(rows, [table for page in pages for table in page.tables], pack)
    cleaned, furniture = remove_furniture([*rows, *(side for page in pages for side in page.sides)], pack)
    cleaned, sides = cleaned[: len(rows)], cleaned[len(rows) :]
    contents = (remove_latin_contents if is_written_in_latin(cleaned) else remove_contents)(cleaned, pack)
    joined, index, repeated = join_pages(found, _open_ends(found, cleaned), pack)
    notes = [_note_above(table, cleaned) for table in joined]
    placed = {new: old for old, new in reversed(index.items())}
    places = tuple(TablePlace(new, found[old].table.page, found[old].y) for new, old in sorted(placed.items()))
    return Arranged(
        pages=contents.pages,
        tables=doubt_headless(name_tables(joined, notes, pack)),
        places=places,
        left_out=(*left, *(_printed(each, pages) for each in (*boxed, *furniture, *repeated, *contents.left_out))),
        contents=contents,
        sides=sides,
    )


def _printed(left: LeftOut, pages: Sequence[SplitPage]) -> LeftOut:
    """What was left out, at its printed place."""
    upright = pages[left.page - 1].upright
    return replace(left, glyphs=upright.glyphs(left.glyphs)) if upright else left


def _glyphs_of(tables: Sequence[GridTable]) -> frozenset[int]:
    return frozenset(glyph.id for table in tables for row in table.rows for cell in row for glyph in cell.glyphs)


def _open_ends(tables: Sequence[GridTable], pages: Sequence[PageRows]) -> frozenset[int]:
    """Tables with no text below them whose successor has none above it on the next page."""
    rows = {page.number: page.rows for page in pages}
    found: set[int] = set()
    for index, (one, other) in enumerate(pairwise(tables)):
        last_page = one.table.boxes[-1].page
        if other.table.page != last_page + 1:
            continue
        is_last = not any(row.y > one.bottom for row in rows[last_page])
        is_first = not any(row.y < other.y for row in rows[other.table.page])
        if is_last and is_first:
            found.add(index)
    return frozenset(found)


def _note_above(table: GridTable, pages: Sequence[PageRows]) -> str:
    """The words right above a table."""
    rows: tuple[Row, ...] = next((page.rows for page in pages if page.number == table.table.page), ())
    return " ".join(row.text for row in rows if 0 < table.y - row.y < NEAR_TABLE)


def _status(pages: Sequence[PageReading], found: Sequence[Finding]) -> tuple[ConversionStatus, str | None]:
    """CONVERTED, or NEEDS_ATTENTION with the first thing that needs a person."""
    blocking = [finding for finding in found if finding.severity is Severity.BLOCKING]
    if not any(page.stretches or page.fault for page in pages):
        return ConversionStatus.NEEDS_ATTENTION, say("convert.no_text_at_all", pages=len(pages))
    if blocking:
        return ConversionStatus.NEEDS_ATTENTION, say(
            "convert.open_findings", count=len(blocking), first=blocking[0].message
        )
    return ConversionStatus.CONVERTED, None
