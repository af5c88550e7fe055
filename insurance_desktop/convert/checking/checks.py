"""What a reviewer must see of the pages, the tables and the outline: values, never exceptions."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from insurance_desktop.domain.conversion import Clause, Finding, PrintedFacts, ProposedExclusion, Reference, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import UNSEEN, FindingKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

from ..reading.pages import FEW_GLYPHS, LeftOut, PageReading, box_around, signs_of
from ..structure.contents import Entry, has_unreadable, is_icon
from ..tables.filling import GridTable
from ..text.account import Account
from ..text.markdown import Text
from ..text.source_places import SourcePlaces
from .findings import SHOWN, Case, Seen, blocking, by_cause, grouped, note, warning

MOST_OF_PAGE = 0.5
"""A picture that covers more than this share of a page with little text may hold what the page says."""
MEANINGLESS = 0.3
"""A text layer with more than this share of signs without meaning is not trusted (bullets of symbol fonts are few)."""
LEAST_GLYPHS = 20
"""A page with fewer signs is judged sign by sign."""
FIGURES = re.compile(r"\d+")
"""What differs from page to page where the same words come back."""
NO_MEANING = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")
"""A sign without a Unicode value of its own: unknown, or private to its font."""


def check_account(account: Account) -> list[Finding]:
    """Glyphs that went nowhere, and glyphs that went to two places, page by page."""
    return [
        blocking(kind, box_around(page, glyphs), page=page, text="".join(glyph.char for glyph in glyphs)[:SHOWN])
        for kind, by_page in ((FindingKind.UNACCOUNTED, account.nowhere), (FindingKind.ACCOUNTED_TWICE, account.twice))
        for page, glyphs in by_page.items()
    ]


def check_pages(pages: Sequence[PageReading], is_repaired: bool) -> list[Finding]:
    """Pages without text, unreadable glyphs, and files that had to be repaired."""
    found: list[Finding] = []
    for page in pages:
        whole = Box(page.number, 0, 0, page.width, page.height)
        if page.fault:
            stage = say(f"convert.stage_{page.fault.stage}")
            values = {"page": page.number, "stage": stage, "reason": page.fault.reason}
            found.append(blocking(FindingKind.PAGE_BROKEN, whole, **values))
        elif not page.stretches and (page.images or page.rules or page.fills):
            found.append(blocking(FindingKind.PAGE_WITHOUT_TEXT, whole, page=page.number))
        elif not page.stretches:
            found.append(note(FindingKind.BLANK_PAGE, whole, page=page.number))
    if is_repaired:
        found.append(blocking(FindingKind.REPAIRED))
    return found


def check_pictures(pages: Sequence[PageReading], left_out: Sequence[LeftOut]) -> list[Finding]:
    """A blocking finding for each page whose picture says more than its text layer, or something else."""
    unseen = Counter[int]()
    for each in left_out:
        if each.reason in UNSEEN:
            unseen[each.page] += len(each.glyphs)
    found: list[Finding] = []
    for page in pages:
        if not page.stretches or page.fault:
            continue
        whole = Box(page.number, 0, 0, page.width, page.height)
        signs = signs_of(chain.from_iterable(page.stretches))
        total, seen = len(signs), len(signs) - unseen[page.number]
        meaningless = len(NO_MEANING.findall(signs))
        if not seen:
            found.append(blocking(FindingKind.PAGE_TEXT_UNSEEN, whole, page=page.number, count=total))
        elif total >= LEAST_GLYPHS and meaningless > MEANINGLESS * total:
            found.append(blocking(FindingKind.PAGE_GARBLED, whole, page=page.number, count=meaningless, total=total))
        elif seen < FEW_GLYPHS and _largest_picture(page) > MOST_OF_PAGE:
            found.append(blocking(FindingKind.PAGE_MOSTLY_PICTURE, whole, page=page.number, count=seen))
    return found


def _largest_picture(page: PageReading) -> float:
    """The share of the page that its largest picture covers."""
    area = page.width * page.height
    if area <= 0:
        return 0.0
    return max((_size(box) / area for box in page.images), default=0.0)


def _size(box: Box) -> float:
    return max(0.0, box.x1 - box.x0) * max(0.0, box.y1 - box.y0)


def check_unreadable(written: Text) -> list[Finding]:
    """The signs without a Unicode value, or with one that only their font knows, in the text.

    What comes back on several pages in the same words, as a watermark does, is one finding; else those of a page are.
    """
    if not has_unreadable(written.markdown):
        return []
    spans = [
        span
        for span in written.source_map
        if not span.recovered and has_unreadable(written.markdown[span.start : span.end])
    ]
    words = [FIGURES.sub("", normalised(written.blocks[span.block].text)) for span in spans]
    pages: dict[str, set[int]] = defaultdict(set)
    for span, said in zip(spans, words, strict=True):
        pages[said].add(span.boxes[0].page)
    keys = [said if len(pages[said]) > 1 else str(span.boxes[0].page) for span, said in zip(spans, words, strict=True)]
    counts = Counter(keys)
    seen = [Seen(key, span.boxes[0], {"count": counts[key]}) for key, span in zip(keys, spans, strict=True)]
    return by_cause(FindingKind.UNREADABLE, seen)


def check_tables(tables: Sequence[GridTable]) -> list[Finding]:
    """Tables whose cells cannot be trusted: a row may be two, words may stand in other cells."""
    found: list[Finding] = []
    for table in tables:
        for doubt in dict.fromkeys(table.doubts):
            found.append(blocking(doubt, table.table.boxes[0], page=table.table.page))
    for table in tables:
        found += _doubted_cells(FindingKind.TABLE_CUT, table.mended)
        found += _doubted_cells(FindingKind.TABLE_OVERFLOW, table.overflowing)
    return found


def _doubted_cells(kind: FindingKind, doubted: Sequence[tuple[str, Box]]) -> list[Finding]:
    """For each page the cells whose words were put together again, or may be cut off."""
    by_page: dict[int, list[tuple[str, Box]]] = {}
    for text, box in doubted:
        by_page.setdefault(box.page, []).append((text, box))
    return [
        blocking(kind, cells[0][1], page=page, count=len(cells), cells=" / ".join(text for text, _ in cells))
        for page, cells in by_page.items()
    ]


def check_contents(entries: Sequence[Entry], clauses: Sequence[Clause]) -> list[Finding]:
    """The table of contents against the sections found: what is missing, and what is titled differently."""
    missing: list[Case] = []
    differing: list[Case] = []
    titles = {normalised(clause.section_id): normalised(clause.section_title) for clause in clauses}
    by_id = {normalised(clause.section_id): clause for clause in clauses}
    below: dict[str, dict[str, Clause]] = defaultdict(dict)
    for clause in clauses:
        number = normalised(clause.section_id).rpartition("/")[2].casefold()
        below[number][_comparable(clause.section_title)] = clause
    for entry in entries:
        number = normalised(entry.number).rstrip(".")
        title = normalised(entry.title)
        if _comparable(entry.title) in below.get(number.casefold(), ()):
            continue
        if number not in titles and number.casefold() in below:
            differing.append(_titled_differently(entry, *below[number.casefold()].values()))
        elif number not in titles:
            missing.append(Case(say("convert.contents_entry", number=entry.number, title=entry.title)))
        elif not _is_shown(title, titles[number], normalised(by_id[number].text)):
            differing.append(_titled_differently(entry, by_id[number]))
    return [
        *grouped(FindingKind.CONTENTS_MISSING, missing),
        *grouped(FindingKind.CONTENTS_DIFFERS, differing, Severity.WARNING),
    ]


def _is_shown(title: str, found: str, text: str) -> bool:
    """Whether a section says what the contents do: in its title, or in its first words where it has none.

    Titles that are only a beginning of it are the structure's affair.
    """
    return title.startswith(found) if found else text.startswith(title)


def _titled_differently(entry: Entry, *found: Clause) -> Case:
    titles = " / ".join(clause.section_title for clause in found)
    said = say("convert.contents_title", number=entry.number, title=entry.title, found=titles)
    return Case(said, _first_box(found[0]))


def _comparable(title: str) -> str:
    """A title as an annex's own contents may print it: without the marks of notes, in any case."""
    words = "".join(char for char in normalised(title) if not is_icon(char))
    return words.casefold().rstrip("0123456789.*\u2020")


def check_sections(clauses: Sequence[Clause]) -> list[Finding]:
    """Sections that occur twice."""
    counts = Counter(normalised(clause.section_id) for clause in clauses)
    twice = [clause for clause in clauses if counts[normalised(clause.section_id)] > 1]
    return grouped(FindingKind.SECTION_TWICE, [Case(each.section_id, _first_box(each)) for each in twice])


def check_products(printed: PrintedFacts) -> list[Finding]:
    """A document about several products: none of their names is its own."""
    names = " \u00b7 ".join(printed.products)
    return [warning(FindingKind.SEVERAL_PRODUCTS, products=names)] if names else []


def check_references(references: Sequence[Reference], source_map: Sequence[SourceSpan]) -> list[Finding]:
    """Pointers that the word before them contradicts."""
    found: list[Finding] = []
    places = SourcePlaces(source_map)
    for each in references:
        if each.resolved and each.expected:
            first, *others = places.printed(each.start, each.end) or (None,)
            values = {"source": each.source, "anchor": each.anchor, "target": each.target, "expected": each.expected}
            differs = warning(FindingKind.REFERENCE_DIFFERS, first, **values)
            found.append(replace(differs, others=tuple(filter(None, others))))
    return found


def check_exclusions(proposed: Sequence[ProposedExclusion]) -> list[Finding]:
    """Passages outside the exclusions that seem to be some: a reviewer confirms them or not."""
    found: list[Finding] = []
    for each in proposed:
        key = "marked" if each.phrase and each.emphasis else each.reason
        reason = say(f"convert.reason_{key}", phrase=each.phrase)
        box = each.boxes[0] if each.boxes else None
        values = {"source": each.section_id, "reason": reason, "text": " ".join(each.text.split())[:SHOWN]}
        found.append(replace(note(FindingKind.PROPOSED_EXCLUSION, box, **values), others=each.boxes[1:]))
    return found


def _first_box(clause: Clause) -> Box | None:
    return clause.boxes[0] if clause.boxes else None
