"""One original to its conversion: reading → tables → structure → text → clauses → checking."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import Conversion, Fault, Finding
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.originals import OriginalKind, kind_of
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.wording import say, sentence

from .arranging import arrange
from .checking import checks, second_reading
from .checking.hidden_text import check_faint, check_hidden
from .checking.left_out_words import check_left_out
from .checking.structure.judging import check_structure
from .checking.verification import verify
from .clauses.clause_tree import read_clauses
from .clauses.exclusion_finder import propose_exclusions
from .clauses.facts import read_facts
from .clauses.first_page import FirstPage, text_size_of
from .clauses.glossary import define_terms
from .clauses.references import read_references
from .flowing.converting import convert_flow
from .outcomes import CONVERTER, failed, status_of
from .outline.block_reading import read_blocks
from .reading.pages import PageReading
from .reading.pdf import is_repaired, open_pdf
from .reading.symbol_fonts import as_printed, is_symbol_font
from .splitting import SplitPage, split_pages
from .steps import Report, Step, report_nothing
from .structure.leaves import cut_leaves
from .structure.skew import restored_table
from .text.account import keep_ledger
from .text.markdown import text_as_printed, write_markdown

TEXT_PAGES = 3
"""The size of the text is that of the first pages: a cover has none of it."""
MOST_PAGES = 3000
"""A file of more pages is not converted: a few hundred bytes can name one page a hundred thousand times."""


@entity
class Source:
    """The file itself, whether it had to be repaired, and what the second reading made of it.

    `again` are the faults of pages that the second reading is known not to take.
    """

    original: bytes
    repaired: bool
    second: second_reading.SecondReading
    again: tuple[Fault, ...] = ()


def convert_bytes(
    original: bytes,
    pack: DomainPack,
    *,
    report: Report = report_nothing,
    lost: Sequence[Fault] = (),
    most_pages: int = MOST_PAGES,
) -> Conversion:
    """The whole conversion of one original. A file that cannot be read comes back as FAILED with its reason.

    What is no other kind of original is read as a PDF. `report` hears which page is begun; the pages of the faults
    `lost` are known to be bad and are not touched.
    """
    kind = kind_of(original)
    if kind is not None and kind is not OriginalKind.PDF:
        return convert_flow(original, kind, pack, report)
    again = tuple(fault for fault in lost if fault.stage == second_reading.STAGE)
    first = {fault.page: fault for fault in lost if fault not in again}
    try:
        with open_pdf(original) as document:
            _refuse_endless(document.page_count, most_pages)
            pages = split_pages(document, report, first, pack)
            repaired = is_repaired(document)
    except SourceError as error:
        sha256 = hashlib.sha256(original).hexdigest()
        return failed(sha256, Fault(error.stage, None, str(sentence(error))))
    numbers = [each.reading.number for each in pages if each.reading.fault is None]
    bad = {fault.page: fault.reason for fault in again if fault.page}
    second = second_reading.read_again(original, numbers, report, bad)
    return _convert_pages(Source(original, repaired, second, again), pages, pack, report)


def _refuse_endless(pages: int, most: int) -> None:
    """SourceError where a file has more pages than are converted; part of a contract would pass for all of it."""
    if pages > most:
        raise SourceError("convert.too_many_pages", stage="pdf", pages=pages, most=most)


def _convert_pages(source: Source, split: Sequence[SplitPage], pack: DomainPack, report: Report) -> Conversion:
    pages = tuple(each.reading for each in split)
    report(Step("layout", 0, len(pages)))
    arranged = arrange(split, pack)
    uprights = {page.reading.number: page.upright for page in split if page.upright}
    level = [each.table for each in arranged.tables]
    leaves = cut_leaves(arranged.contents.pages, arranged.places, level, arranged.sides, uprights)
    drafts, dropped = read_blocks(leaves, arranged.contents.entries, pack)
    grids = [restored_table(each, uprights) for each in arranged.tables]
    tables = tuple(each.table for each in grids)
    report(Step("markdown", 0, len(pages)))
    recovering = frozenset(page.number for page in pages if any(is_symbol_font(each.font) for each in page.styles))
    written = write_markdown(drafts, grids, recovering)
    left_out = (*arranged.left_out, *dropped)
    report(Step("clauses", 0, len(pages)))
    clauses = read_clauses(written.markdown, written.source_map, tables, pack)
    references = read_references(clauses, written.markdown, written.source_map, pack)
    proposed = propose_exclusions(clauses, references, written.markdown, written.source_map, pack)
    report(Step("ledger", 0, len(pages)))
    account = keep_ledger(pages, written.written, left_out)
    report(Step("verification", 0, len(pages)))
    said = text_as_printed(written, recovering), as_printed(left_out) if recovering else left_out
    verdict = verify(source.original, source.second, *said, pack, ledger=account.ledger, report=report)
    report(Step("findings", 0, len(pages)))
    printed = read_facts(_first_page(split), written.blocks, left_out, pack)
    found = (
        *checks.check_pages(pages, source.repaired),
        *checks.check_pictures(pages, left_out),
        *checks.check_account(account),
        *verdict.findings,
        *checks.check_unreadable(written),
        *check_left_out(left_out, written, len(pages), pack),
        *checks.check_tables(arranged.tables),
        *checks.check_contents(arranged.contents.entries, clauses),
        *checks.check_sections(clauses),
        *check_hidden(left_out, grids),
        *check_faint(pages, left_out),
        *checks.check_references(references, written.source_map),
        *check_structure(written, references, arranged.contents.entries, len(pages), pack),
        *checks.check_exclusions(proposed),
        *checks.check_products(printed),
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
        printed=printed,
        converter=CONVERTER,
        faults=(*(page.fault for page in pages if page.fault), *source.again),
    )


def _first_page(split: Sequence[SplitPage]) -> FirstPage:
    """The first page with any words."""
    page = next((each for each in split if each.rows or each.tables), None)
    if page is None:
        return FirstPage()
    text_size = text_size_of(each.reading.glyphs for each in split[:TEXT_PAGES])
    return FirstPage(page.rows, tuple(each.table for each in page.tables), page.level.width, text_size)


def _status(pages: Sequence[PageReading], found: Sequence[Finding]) -> tuple[ConversionStatus, str | None]:
    """CONVERTED, or NEEDS_ATTENTION with the first thing that needs a person."""
    if not any(page.stretches or page.fault for page in pages):
        return ConversionStatus.NEEDS_ATTENTION, say("convert.no_text_at_all", pages=len(pages))
    return status_of(found)
