"""One original to its conversion: pdf → tables → layout → clean → markdown → clauses → findings."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from insurance_desktop import __version__
from insurance_desktop.domain.conversion import Conversion, Finding
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.packs.wording import say, sentence

from . import findings as checks
from .blocks import build_blocks
from .clauses import read_clauses
from .clean import PageRows, remove_furniture
from .columns import measure
from .contents import Contents, remove_contents
from .cut_texts import printed_texts, without
from .facts import read_facts
from .layout import TablePlace, read_lines
from .markdown import write_markdown
from .pages import LeftOut, PageReading
from .pdf import is_repaired, open_pdf, read_page
from .references import read_references
from .runs import Row, build_rows, build_runs
from .table_pages import doubt_headless, join_pages
from .tables import GridTable, name_tables, take_aligned, take_tables
from .visibility import see

CONVERTER = f"insurance-desktop {__version__}"
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


def convert_bytes(original: bytes, pack: DomainPack) -> Conversion:
    """The whole conversion of one PDF. A file that cannot be read comes back as FAILED with its reason."""
    sha256 = hashlib.sha256(original).hexdigest()
    try:
        with open_pdf(original) as document:
            pages = tuple(_page_or_nothing(document, number) for number in range(1, document.page_count + 1))
            repaired = is_repaired(document)
    except SourceError as error:
        return failed(sha256, str(sentence(error)))
    return _convert_pages(sha256, pages, repaired, pack)


def _page_or_nothing(document: Any, number: int) -> PageReading:
    """One page; a page that cannot be read costs that page, and is said to be broken."""
    try:
        return read_page(document, number)
    except (RuntimeError, ValueError, IndexError, KeyError, OverflowError) as error:
        return PageReading(number, 595.0, 842.0, fault=f"{type(error).__name__}: {error}")


def failed(sha256: str, reason: str) -> Conversion:
    """The empty result of a file that could not be converted."""
    return Conversion(sha256, 0, ConversionStatus.FAILED, reason, converter=CONVERTER)


def _convert_pages(sha256: str, pages: Sequence[PageReading], repaired: bool, pack: DomainPack) -> Conversion:
    arranged = arrange(pages, pack)
    columns = measure(arranged.contents.pages, pack)
    lines = read_lines(arranged.contents.pages, columns, arranged.places, pack)
    widths = {page.number: page.width for page in pages}
    drafts, dropped = build_blocks(lines, columns, widths, pack)
    written = write_markdown(drafts, arranged.tables)
    left_out = (*arranged.left_out, *dropped)
    tables = tuple(each.table for each in arranged.tables)
    clauses = read_clauses(written.markdown, written.source_map, tables, pack)
    references = read_references(clauses, pack)
    coverage = checks.take_stock(pages, written, left_out)
    found = (
        *checks.check_pages(pages, repaired),
        *checks.check_coverage(pages, written, left_out),
        *checks.check_unreadable(written),
        *checks.check_tables(arranged.tables),
        *checks.check_contents(arranged.contents.entries, clauses),
        *checks.check_sections(clauses),
        *checks.check_hidden(left_out),
        *checks.check_references(references),
    )
    status, reason = _status(pages, found)
    return Conversion(
        sha256=sha256,
        pages=len(pages),
        status=status,
        reason=reason,
        markdown=written.markdown,
        source_map=written.source_map,
        blocks=written.blocks,
        clauses=clauses,
        tables=tables,
        references=references,
        findings=found,
        coverage=coverage,
        printed=read_facts(written.blocks, left_out, pack),
        converter=CONVERTER,
    )


def arrange(pages: Sequence[PageReading], pack: DomainPack) -> Arranged:
    """Takes tables, furniture and contents out of the pages, in this order (DESIGN 4a)."""
    left: list[LeftOut] = []
    found: list[GridTable] = []
    rows: list[PageRows] = []
    for page in pages:
        seen = see(page)
        texts = printed_texts(seen) if page.rules else ()
        tables, outside = take_tables(page.number, build_runs(seen), page.rules, page.fills, texts)
        before = found[-1].xs if found and found[-1].is_open and found[-1].table.page == page.number - 1 else ()
        drawn = (page.rules, page.fills)
        aligned, kept = take_aligned(page.number, build_rows(outside), drawn, tables, before=before)
        left += without(seen.left_out, _glyphs_of(tables))
        found += sorted((*tables, *aligned), key=lambda table: table.y)
        rows.append(PageRows(page.number, page.width, page.height, kept))
    cleaned, furniture = remove_furniture(rows, pack)
    contents = remove_contents(cleaned, pack)
    joined, index, repeated = join_pages(found, _open_ends(found, cleaned), pack)
    notes = [_note_above(table, cleaned) for table in joined]
    placed = {new: old for old, new in reversed(index.items())}
    places = tuple(TablePlace(new, found[old].table.page, found[old].y) for new, old in sorted(placed.items()))
    return Arranged(
        pages=contents.pages,
        tables=doubt_headless(name_tables(joined, notes, pack)),
        places=places,
        left_out=(*left, *furniture, *repeated, *contents.left_out),
        contents=contents,
    )


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
    if not any(page.glyphs for page in pages):
        return ConversionStatus.NEEDS_ATTENTION, say("convert.no_text_at_all", pages=len(pages))
    if blocking:
        return ConversionStatus.NEEDS_ATTENTION, say(
            "convert.open_findings", count=len(blocking), first=blocking[0].message
        )
    return ConversionStatus.CONVERTED, None
