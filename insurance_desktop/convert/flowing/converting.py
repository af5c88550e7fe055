"""An original without pages to its conversion: reading → headings → text → clauses → checking."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from insurance_desktop.domain.conversion import (
    UNREADABLE,
    Agreement,
    Block,
    BlockKind,
    Conversion,
    Fault,
    Finding,
    PrintedFacts,
    Table,
)
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.originals import OriginalKind
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say, sentence

from ..checking import checks
from ..checking.findings import LISTED, SHOWN, Case, blocking, grouped, shown, warning
from ..checking.structure.judging import check_structure
from ..clauses.clause_tree import read_clauses
from ..clauses.exclusion_finder import propose_exclusions
from ..clauses.facts import read_facts
from ..clauses.first_page import FirstPage
from ..clauses.glossary import define_terms
from ..clauses.references import read_references
from ..outcomes import CONVERTER, failed, status_of
from ..steps import Report, Step
from ..tables.table_names import kind_of_table, said_unit
from ..text.plain_text import plain_words
from .docx_reader import read_docx
from .html_reader import read_html
from .markdown_reader import read_markdown
from .outlining import outlined
from .passages import FlowReading, Passage, signs_in, signs_of
from .practice_reader import read_practice
from .transcription_reader import read_transcriptions
from .writing import FlowText, write_flow

READERS: Mapping[OriginalKind, Callable[[bytes], FlowReading]] = {
    OriginalKind.MARKDOWN: read_markdown,
    OriginalKind.HTML: read_html,
    OriginalKind.DOCX: read_docx,
}
TABLES = frozenset({OriginalKind.CSV, OriginalKind.XLSX})
MOST_BYTES = 32 << 20
"""An original without pages of more bytes is not converted: the longest law has a hundredth of it."""
AS_PAGES = 1000
"""So many signs count as a page."""
AROUND = 12


def convert_flow(original: bytes, kind: OriginalKind, pack: DomainPack, report: Report) -> Conversion:
    """The whole conversion; a file that cannot be read comes back as FAILED with its reason."""
    sha256 = hashlib.sha256(original).hexdigest()
    try:
        if len(original) > MOST_BYTES:
            raise SourceError("convert.flow_too_large", stage="reading", limit=MOST_BYTES >> 20)
        reading, passages = _read(original, kind, pack)
    except SourceError as error:
        return failed(sha256, Fault(error.stage, None, str(sentence(error))))
    report(Step("markdown", 0, 0))
    written = write_flow(passages, pack)
    if not written.text.blocks:
        return failed(sha256, Fault("reading", None, say("convert.flow_without_text")))
    conversion = _convert(sha256, reading, written, pack, report)
    if kind is not OriginalKind.PRACTICE:
        return conversion
    return replace(conversion, printed=replace(conversion.printed, document_type=pack.practice.document_type))


def _read(original: bytes, kind: OriginalKind, pack: DomainPack) -> tuple[FlowReading, tuple[Passage, ...]]:
    """An original as its reader has it, and its passages with their headings. SourceError for what cannot be read."""
    if kind is OriginalKind.PRACTICE:
        reading = read_practice(original, pack)
        return reading, reading.passages
    if kind in TABLES:
        reading = read_transcriptions(original, pack.textbooks.priority_columns)
        return reading, reading.passages
    reading = READERS[kind](original)
    return reading, outlined(reading.passages, pack)


def _convert(sha256: str, reading: FlowReading, written: FlowText, pack: DomainPack, report: Report) -> Conversion:
    text = written.text
    tables = _named(written, pack)
    report(Step("clauses", 0, 0))
    clauses = read_clauses(text.markdown, text.source_map, tables, pack)
    references = read_references(clauses, text.markdown, text.source_map, pack)
    proposed = propose_exclusions(clauses, references, text.markdown, text.source_map, pack)
    report(Step("verification", 0, 0))
    printed = _printed(text.blocks, reading, pack)
    differing = tuple(_check_signs(reading, written))
    found = (
        *_check_lost(written),
        *differing,
        *_check_unreadable(written),
        *_check_hidden(written),
        *_check_pictures(reading),
        *_check_revisions(reading),
        *_check_priorities(reading, pack),
        *checks.check_sections([each for each in clauses if each.text] if reading.is_selection else clauses),
        *checks.check_references(references, text.source_map),
        *(() if reading.is_selection else check_structure(text, references, (), _pages(written), pack)),
        *checks.check_exclusions(proposed),
        *checks.check_products(printed),
    )
    status, reason = status_of(found)
    return Conversion(
        sha256=sha256,
        pages=0,
        status=status,
        reason=reason,
        markdown=text.markdown,
        source_map=text.source_map,
        blocks=text.blocks,
        clauses=clauses,
        tables=tables,
        references=references,
        definitions=define_terms(clauses, references, pack),
        proposed_exclusions=proposed,
        findings=found,
        coverage=replace(written.coverage, second_reading=Agreement(not differing, len(differing))),
        ledger=written.ledger,
        printed=printed,
        converter=CONVERTER,
    )


def _printed(blocks: Sequence[Block], reading: FlowReading, pack: DomainPack) -> PrintedFacts:
    """What the original says about itself; its title is its name where the pack reads none out of it."""
    printed = read_facts(FirstPage(), blocks, (), pack)
    if reading.is_selection:  # whatever it speaks of
        printed = replace(printed, document_type=pack.textbooks.transcription_type or None)
    title = next((block.text for block in blocks if block.level == 1), reading.title) or None
    return printed if printed.product_name or printed.products else replace(printed, product_name=title)


def _pages(written: FlowText) -> int:
    """How many pages it would have, where a check asks how long a document is."""
    return written.coverage.in_markdown // AS_PAGES


def _named(written: FlowText, pack: DomainPack) -> tuple[Table, ...]:
    """The tables with their kind and unit, from their first rows or the words above."""
    found: list[Table] = []
    for before, block in zip((None, *written.text.blocks), written.text.blocks, strict=False):
        if block.table is None:
            continue
        table = written.tables[block.table]
        note = before.text if before is not None and before.kind is not BlockKind.TABLE else ""
        kind = kind_of_table([*table.headers, *(table.rows[0] if table.rows else ())], pack)
        found.append(replace(table, table_type=kind or kind_of_table([note], pack), unit=said_unit(note, pack)))
    return tuple(found)


def _check_lost(written: FlowText) -> list[Finding]:
    """Words that a reader met and could not place."""
    return grouped(FindingKind.WORDS_UNACCOUNTED, [Case(shown(each)) for each in written.lost])


def _check_signs(reading: FlowReading, written: FlowText) -> list[Finding]:
    """Whether the passages hold what a second reader finds, and the Markdown what the passages hold."""
    found: list[Finding] = []
    for one, other in (
        (signs_in(reading.passages), reading.signs_again),
        (signs_of("".join(block.text for block in written.text.blocks)), plain_words(written.text.markdown)),
    ):
        if one != other:
            at = next(
                (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
            )
            around = slice(max(at - AROUND, 0), at + AROUND)
            found.append(blocking(FindingKind.READINGS_DIFFER, first=one[around], second=other[around]))
    return found


def _check_unreadable(written: FlowText) -> list[Finding]:
    count = written.text.markdown.count(UNREADABLE)
    return [blocking(FindingKind.SIGNS_UNREADABLE, count=count)] if count else []


def _check_hidden(written: FlowText) -> list[Finding]:
    """Text that no reader sees where the original is shown."""
    hidden = [each.text for each in written.coverage.exclusions if each.reason == ExclusionReason.HIDDEN]
    named = dict.fromkeys(each[:SHOWN] if each.isprintable() else f"U+{ord(each[0]):04X}" for each in hidden)
    return [warning(FindingKind.WORDS_HIDDEN, count=len(hidden), text=" / ".join([*named][:LISTED]))] if hidden else []


def _check_pictures(reading: FlowReading) -> list[Finding]:
    return [warning(FindingKind.PICTURES_UNREAD, count=reading.pictures)] if reading.pictures else []


def _check_revisions(reading: FlowReading) -> list[Finding]:
    return [warning(FindingKind.REVISIONS_OPEN, count=reading.revisions)] if reading.revisions else []


def _check_priorities(reading: FlowReading, pack: DomainPack) -> list[Finding]:
    """Words for how much a transcription counts that the pack does not know."""
    steps = pack.textbooks.priorities
    known = {word.casefold() for each in steps for word in each.words}
    strange = dict.fromkeys(each for each in reading.priorities if each.casefold() not in known)
    if not strange:
        return []
    listing = say("convert.listing")
    return [
        warning(
            FindingKind.PRIORITY_UNKNOWN,
            words=listing.join(strange),
            known=listing.join(each.words[0] for each in steps),
        )
    ]


def passages_of(original: bytes, kind: OriginalKind, pack: DomainPack) -> tuple[Passage, ...]:
    """The passages as they are numbered in the Markdown. SourceError for what cannot be read."""
    return _read(original, kind, pack)[1]
