"""What a reviewer must see of the pages, the tables and the outline: values, never exceptions."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain, pairwise

from insurance_desktop.domain.conversion import Clause, Finding, ProposedExclusion, Reference, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import UNSEEN, FindingKind
from insurance_desktop.packs.wording import say

from ..headings import dotted, follows, mark_value
from ..reading.pages import FEW_GLYPHS, LeftOut, PageReading, box_around, signs_of
from ..structure.contents import Entry, has_unreadable, is_icon
from ..tables.grid_tables import GridTable
from ..text.account import Account
from ..text.markdown import Text
from ..text.source_places import SourcePlaces
from .findings import SHOWN, blocking, note, warning

MOST_OF_PAGE = 0.5
"""A picture that covers more than this share of a page with little text may hold what the page says."""
MEANINGLESS = 0.3
"""A text layer with more than this share of signs without meaning is not trusted (bullets of symbol fonts are few)."""
LEAST_GLYPHS = 20
"""A page with fewer signs is judged sign by sign."""
NO_MEANING = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")
"""A sign without a Unicode value of its own: unknown, or private to its font."""
ARTICLE_ENDS = (chr(0x6761), chr(0x689D))
"""The last sign of an article's number, in both scripts."""


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
    """For each page the signs without a Unicode value, or with one that only their font knows, in the text."""
    if not has_unreadable(written.markdown):
        return []
    by_page: dict[int, list[Box]] = {}
    for span in written.source_map:
        if not span.recovered and has_unreadable(written.markdown[span.start : span.end]):
            by_page.setdefault(span.boxes[0].page, []).append(span.boxes[0])
    return [blocking(FindingKind.UNREADABLE, boxes[0], page=page, count=len(boxes)) for page, boxes in by_page.items()]


def check_tables(tables: Sequence[GridTable]) -> list[Finding]:
    """Tables whose cells cannot be trusted.

    A row that a page break may have cut is still whole in its cells; the other doubts may put words elsewhere.
    """
    found: list[Finding] = []
    for table in tables:
        for doubt in dict.fromkeys(table.doubts):
            tell = warning if doubt is FindingKind.TABLE_PAGE_BREAK else blocking
            found.append(tell(doubt, table.table.boxes[0], page=table.table.page))
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
    if not entries:
        return []
    titles = {normalised(clause.section_id): normalised(clause.section_title) for clause in clauses}
    texts = {normalised(clause.section_id): clause.text for clause in clauses}
    below: dict[str, dict[str, str]] = defaultdict(dict)
    for clause in clauses:
        number = normalised(clause.section_id).rpartition("/")[2].casefold()
        below[number][_comparable(clause.section_title)] = clause.section_title
    found: list[Finding] = []
    for entry in entries:
        number = normalised(entry.number).rstrip(".")
        if _comparable(entry.title) in below.get(number.casefold(), ()):
            continue
        if number not in titles and number.casefold() in below:
            found.append(_titled_differently(entry, " / ".join(below[number.casefold()].values())))
        elif number not in titles:
            found.append(blocking(FindingKind.CONTENTS_MISSING, number=entry.number, title=entry.title))
        elif normalised(entry.title) != titles[number] and not (
            not titles[number] and normalised(texts[number]).startswith(normalised(entry.title))
        ):
            found.append(_titled_differently(entry, titles[number]))
    return found


def _titled_differently(entry: Entry, title: str) -> Finding:
    return warning(FindingKind.CONTENTS_DIFFERS, number=entry.number, title=entry.title, found=title)


def _comparable(title: str) -> str:
    """A title as an annex's own contents may print it: without the marks of notes, in any case."""
    words = "".join(char for char in normalised(title) if not is_icon(char))
    return words.casefold().rstrip("0123456789.*\u2020")


def check_sections(clauses: Sequence[Clause]) -> list[Finding]:
    """Sections that occur twice, and numbers that jump."""
    counts = Counter(normalised(clause.section_id) for clause in clauses)
    found = [
        blocking(FindingKind.SECTION_TWICE, _first_box(clause), number=clause.section_id)
        for clause in {normalised(each.section_id): each for each in clauses}.values()
        if counts[normalised(clause.section_id)] > 1
    ]
    for is_numbered, goes_on in ((_is_dotted, _follows_section), (_is_article, _follows_article)):
        numbered = [clause for clause in clauses if is_numbered(clause)]
        found += [
            warning(FindingKind.SECTION_JUMP, _first_box(after), before=before.section_id, number=after.section_id)
            for before, after in pairwise(numbered)
            if not goes_on(before, after)
        ]
    return found


def _is_dotted(clause: Clause) -> bool:
    return dotted(clause.section_id) is not None


def _follows_section(before: Clause, after: Clause) -> bool:
    """Whether a section is due next; under a chapter that is numbered in words, so is the first of the next chapter."""
    if follows(before.section_id, after.section_id):
        return True
    last, here = dotted(before.section_id) or [], dotted(after.section_id) or []
    is_under_words = after.parent_section is not None and dotted(after.parent_section) is None
    return is_under_words and here == [last[0] + 1, 1]


def _is_article(clause: Clause) -> bool:
    return clause.section_id.endswith(ARTICLE_ENDS) and mark_value(_number(clause)) is not None


def _number(clause: Clause) -> str:
    """The number without what it stands under: an annex, or a further text of the file."""
    return clause.section_id.rpartition("/")[2]


def _follows_article(before: Clause, after: Clause) -> bool:
    last, here = mark_value(_number(before)) or 0, mark_value(_number(after)) or 0
    return here in {last + 1, 1}


def check_references(references: Sequence[Reference], source_map: Sequence[SourceSpan]) -> list[Finding]:
    """Pointers to sections that are not there, and those that the word before them contradicts."""
    found: list[Finding] = []
    places = SourcePlaces(source_map)
    for each in references:
        if each.resolved and not each.expected:
            continue
        kind = FindingKind.REFERENCE_DIFFERS if each.resolved else FindingKind.REFERENCE_OPEN
        span = places.at(each.start) if each.start is not None else None
        box = next(iter(span.boxes), None) if span is not None else None
        values = {"source": each.source, "anchor": each.anchor, "target": each.target, "expected": each.expected}
        found.append(warning(kind, box, **values))
    return found


def check_exclusions(proposed: Sequence[ProposedExclusion]) -> list[Finding]:
    """Passages outside the exclusions that seem to be some: a reviewer confirms them or not."""
    found: list[Finding] = []
    for each in proposed:
        key = "marked" if each.phrase and each.emphasis else each.reason
        reason = say(f"convert.reason_{key}", phrase=each.phrase)
        box = each.boxes[0] if each.boxes else None
        values = {"source": each.section_id, "reason": reason, "text": " ".join(each.text.split())[:SHOWN]}
        found.append(note(FindingKind.PROPOSED_EXCLUSION, box, **values))
    return found


def _first_box(clause: Clause) -> Box | None:
    return clause.boxes[0] if clause.boxes else None
