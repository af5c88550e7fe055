"""Lines in reading order become blocks: headings, paragraphs, list items and tables, each with its rule."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from insurance_desktop.domain.conversion import UNREADABLE, BlockKind, Emphasis
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark
from ..reading.pages import Glyph, LeftOut
from ..reading.runs import Row, Run, cut_at_gaps
from ..structure.bound_texts import FURTHER_TITLE
from ..structure.contents import is_chapter_sign, is_icon
from ..structure.drafts import Draft, DraftPart
from ..structure.latin import LatinMeasures, goes_on, is_latin, latin_joint
from ..structure.leaders import leaders_in_text
from ..structure.lines import Line, Part
from ..structure.rules import name_of
from ..structure.text_columns import Columns, usual_end
from ..structure.typeface import is_heavy
from ..tables.valued_columns import ends_with_value

FULL_ROW = 1.4
"""A row that ends within this many type sizes of the right edge is full: its paragraph may go on."""
LONG_ROW = 0.85
"""A row of this part of the full width that ends inside a sentence goes on: small print may be set narrower."""
STOP_ROOM = 0.25
"""A row that ends with a stop is full only if it ends within this: justified rows do, last rows seldom."""
NARROWEST = 0.6
"""Text that ends left of this part of the page width is short, however often it does."""
PARAGRAPH_GAP, SENTENCE_GAP = 1.7, 1.25
"""A step of more line pitches than this begins a paragraph; behind a sentence that fills its line, less is enough."""
SAME_SIZE = 0.5
INDENT = 1.2
"""Starts that differ by more than this many type sizes are an indent."""
CENTRED = 0.05
SAME_START = 0.3
"""Rows of one paragraph begin within this many type sizes."""
STOPS = frozenset("\u3002\uff1b;\uff1a:")
CLOSERS = frozenset("\u3002\uff0c\u3001\uff1b\uff09\u300b\u3011\u300d\u300f\u201d\uff01\uff1f")
"""No paragraph begins with one of these; a colon may stand below its label."""
OPENERS = frozenset("\uff08\u300a\u3010\u300c\u300e\u201c")
"""No paragraph ends with one of these."""
QUOTES = frozenset("\u201c\u201d\u2018\u2019")
"""Drawn narrower than the whole sign that they take up in Chinese type."""
COLONS = frozenset("\uff1a:")
EQUALS = frozenset("=\uff1d")
OPENED, CLOSED = "(\uff08", ")\uff09"
FORM_GAP = 1.0
"""Pieces of a row that stand so many type sizes apart are fields of a form."""
LEAST_HANGING = 2
HANG = 0.75
"""A formula goes on below the place right of its equals sign: from this many type sizes left of it to twice right."""


def build_blocks(
    lines: Sequence[Line],
    columns: Columns,
    widths: dict[int, float],
    pack: DomainPack,
    latin: LatinMeasures | None = None,
) -> tuple[tuple[Draft, ...], tuple[LeftOut, ...]]:
    """The blocks of the document, and the leaders and bullets that were left out on the way.

    `latin` are the measures of a document in Latin script, whose headings are assigned already.
    """
    builder = _Paragraphs(columns, _right_edges(lines, widths), widths, pack, latin)
    builder.items_hang = not latin and _items_hang(lines, pack)
    for line in lines:
        builder.take(line)
    builder.flush()
    return tuple(builder.drafts), tuple(builder.left_out)


def _right_edges(lines: Sequence[Line], widths: dict[int, float]) -> dict[float, float]:
    """Where full rows end, by page width."""
    ends: dict[float, list[float]] = defaultdict(list)
    for line in lines:
        if line.part is Part.TEXT:
            ends[round(widths[line.page])] += [row.x1 for row in line.rows]
    return {width: max(usual_end(found), NARROWEST * width) for width, found in ends.items()}


class _Paragraphs:
    """Takes lines one by one and closes a block when the next line does not go on with it."""

    def __init__(
        self,
        columns: Columns,
        edges: dict[float, float],
        widths: dict[int, float],
        pack: DomainPack,
        latin: LatinMeasures | None = None,
    ) -> None:
        self.columns = columns
        self.edges = edges
        self.widths = widths
        self.pack = pack
        self.latin = latin
        self.items_hang = False
        self.drafts: list[Draft] = []
        self.left_out: list[LeftOut] = []
        self.rows: list[Row] = []
        self.first: Line | None = None
        self.annex: Line | None = None
        self.held: list[Line] = []
        """Notes of a page whose last paragraph may go on over it."""

    def take(self, line: Line) -> None:
        if self.annex is not None and self.is_annex_title(line):
            last = self.drafts[-1]
            self.drafts[-1] = replace(last, parts=(*last.parts, *(DraftPart(row.runs, " ") for row in line.rows)))
            self.annex = None
            return
        if line.part is Part.TEXT:
            self.annex = None
            for row in line.rows:
                if self.rows and not self.goes_on(row, line):
                    self.flush()
                if not self.rows:
                    self.first = line
                self.rows.append(row)
            return
        if (
            line.part is Part.TITLE
            and self.drafts
            and not self.rows
            and name_of(self.drafts[-1].rule) in {"title_centred", FURTHER_TITLE}
        ):
            last = self.drafts[-1]
            self.drafts[-1] = replace(last, parts=(*last.parts, *(DraftPart(row.runs, " ") for row in line.rows)))
            return
        if line.part is Part.NOTE and self.latin and self.rows:
            self.held.append(line)
            return
        self.flush()
        if line.part is Part.ITEM:
            self.rows, self.first = list(line.rows), line
            self.flush()
            return
        self.drafts.append(self.heading(line))
        self.annex = line if line.part is Part.ANNEX and line.heading is not None and not line.heading.title else None

    def flush(self) -> None:
        if not self.rows or self.first is None:
            return
        parts = self.parts(self.rows)
        kind = BlockKind.LIST_ITEM if _opens_item(self.rows[0], self.pack) else BlockKind.PARAGRAPH
        if parts:
            self.drafts.append(Draft(kind, parts, self.first.rule, page=self.first.page))
        self.rows = []
        self.drafts += [self.heading(note) for note in self.held]
        self.held = []

    def is_annex_title(self, line: Line) -> bool:
        """Whether the line right below an annex word names the annex: centred, short and no sentence."""
        if line.part is not Part.TEXT or not line.rows:
            return False
        row, width = line.rows[0], self.widths[line.page]
        is_centred = abs((row.x0 + row.x1) / 2 - width / 2) < CENTRED * width and not self.is_full(row)
        return is_centred and row.text[-1:] not in STOPS and row.x0 > self.columns.left + self.columns.size

    def goes_on(self, row: Row, line: Line) -> bool:
        """Whether the row continues the paragraph that is open."""
        last = self.rows[-1]
        if self.first is None or self.first.column != line.column:
            return False
        if self.latin is not None and is_latin(row.text) and is_latin(last.text):
            opens, is_item = _opens_item(row, self.pack), _opens_item(self.rows[0], self.pack)
            return goes_on(self.rows, row, self.latin, self.widths[row.page], opens=opens, is_item=is_item)
        gap = SENTENCE_GAP if last.text[-1:] in STOPS and abs(last.size - row.size) < SAME_SIZE else PARAGRAPH_GAP
        if row.page == last.page and row.y - last.y > gap * self.columns.pitch:
            return False
        if _is_rest(row, last):
            return True
        if not self.is_full(last) or _announces(self.rows) or abs(last.size - row.size) > 1.5:
            return False
        if (not COLONS.isdisjoint(row.text) and _is_form(last)) or ends_with_value(last, self.pack):
            return False
        if last.text[-1:] in STOPS and is_heavy(last) != is_heavy(row):
            return False
        if (is_icon(row.text[0]) and not self.is_inside(row)) or leaders_in_text(last):
            return False
        if _opens_item(row, self.pack) and last.text[-1:] in STOPS:
            return False
        is_item = _opens_item(self.rows[0], self.pack)
        hangs = is_item and len(self.rows) == 1 and (self.items_hang or _hangs(last))
        if hangs and last.text[-1:] in STOPS and row.x0 <= last.x0 + 2:
            return False
        if row.x0 - last.x0 > INDENT * row.size:
            return (is_item and len(self.rows) == 1) or _hangs_at_equals(last, row)
        return not (is_item and len(self.rows) > 1 and last.x0 - row.x0 > INDENT * row.size)

    def is_inside(self, row: Row) -> bool:
        """Whether a row that begins with a nameless sign is the middle of a sentence, and the sign a word of it."""
        last = self.rows[-1]
        is_list = is_icon(self.rows[0].text[0])
        return not is_list and _ends_inside(last) and abs(row.x0 - last.x0) < SAME_START * row.size

    def is_full(self, row: Row) -> bool:
        edge, last = self.edges.get(round(self.widths[row.page]), row.x1), row.text[-1:]
        if last in STOPS:
            return row.x1 >= edge - STOP_ROOM * row.size
        is_inside = _ends_inside(row) or last in OPENERS
        if is_inside and row.x1 - row.x0 > LONG_ROW * (edge - row.x0):
            return True
        is_narrow = last in QUOTES and row.text[-2:-1] not in STOPS
        end = row.glyphs[-1].x + row.size if is_narrow else row.x1
        return end >= edge - FULL_ROW * row.size

    def heading(self, line: Line) -> Draft:
        if line.part is Part.NOTE:
            return Draft(BlockKind.NOTE, self.parts(line.rows), line.rule, page=line.page)
        if line.part is Part.TABLE:
            return Draft(BlockKind.TABLE, (), line.rule, table=line.table, page=line.page)
        if line.part is Part.LABEL:
            return Draft(BlockKind.PARAGRAPH, self.parts(line.rows), line.rule, is_label=True, page=line.page)
        if line.part is Part.TITLE:
            parts = self.parts(line.rows)
            return Draft(BlockKind.HEADING, parts, line.rule, level=1, page=line.page)
        if line.part is Part.CHAPTER and line.heading is not None and line.heading.form == "icon":
            icon = _leading_signs(line.rows[0], is_chapter_sign)
            parts = self.parts(line.rows, icon=icon)
            return Draft(
                BlockKind.HEADING,
                parts,
                line.rule,
                _level(line),
                line.heading.number,
                line.heading.number,
                icon,
                page=line.page,
            )
        number = line.heading.number if line.heading is not None else ""
        parts = _after_number(self.parts(line.rows), line)
        return Draft(BlockKind.HEADING, parts, line.rule, _level(line), number, page=line.page)

    def parts(self, rows: Sequence[Row], icon: tuple[Glyph, ...] = ()) -> tuple[DraftPart, ...]:
        """The rows without leaders and leading bullets, which are left out with their reason.

        In Latin texts, whose contents are gone by now, dots that are left are blanks of a form: part of the text.

        `icon` is what a recovered number stands for: no part of the words, and not left out either.
        """
        found: list[DraftPart] = []
        for row in rows:
            leaders = () if self.latin else leaders_in_text(row)
            bullets = () if icon or row is not rows[0] else _bullets(row)
            gone = {*leaders, *bullets, *icon}
            if leaders:
                self.left_out.append(LeftOut(ExclusionReason.DOTTED_LEADER, row.page, leaders))
            if bullets:
                self.left_out.append(LeftOut(ExclusionReason.DECORATIVE, row.page, bullets))
            runs = tuple(kept for run in row.runs if (kept := _run_without(run, gone)) is not None)
            if runs and not found and _opens_note(runs):
                found += [DraftPart(runs[:1]), DraftPart(runs[1:], " ")]
            elif runs:
                found.append(DraftPart(runs, _joint(found[-1], runs) if found else ""))
        return tuple(found)


def _bullets(row: Row) -> tuple[Glyph, ...]:
    """The icons before the words of a row; not a raised mark, nor unreadable signs in the type of the words."""
    if Emphasis.SUPERSCRIPT in row.runs[0].emphasis:
        return ()
    signs = _leading_signs(row, is_icon)
    if any(each.char == UNREADABLE for each in signs):
        after = row.glyphs[len(signs) : len(signs) + 1]
        if len(signs) > 1 or (after and signs[0].style == after[0].style):  # a bullet may stand in a row of its own
            return ()
    return signs


def _opens_note(runs: Sequence[Run]) -> bool:
    """Whether a raised mark stands before the words of a note, often without a gap that would set it off."""
    return len(runs) > 1 and Emphasis.SUPERSCRIPT in runs[0].emphasis and Emphasis.SUPERSCRIPT not in runs[1].emphasis


def _is_rest(row: Row, last: Row) -> bool:
    """Whether the row begins with a sign that nothing can begin with: it did not fit on the line above."""
    return row.text[0] in CLOSERS and row.x0 <= last.x0 + SAME_START * row.size


def _opens_item(row: Row, pack: DomainPack) -> bool:
    """Whether the row begins with an item mark."""
    return item_mark(row.text, pack) is not None


def _ends_inside(row: Row) -> bool:
    """Whether a row looks like a piece of a sentence: words to its end, no gaps as in forms, and no formula."""
    last = row.text[-1:]
    return last.isalnum() and not last.isascii() and " " not in row.text and EQUALS.isdisjoint(row.text)


def _hangs(row: Row) -> bool:
    """Whether the item's mark is followed by a gap: its further rows are indented to the words."""
    return any(after.x0 - before.x1 > 0.25 * row.size for before, after in pairwise(row.runs[:2]))


def _items_hang(lines: Sequence[Line], pack: DomainPack) -> bool:
    """Whether the further rows of the document's items are indented: every item that goes on says so."""
    found: list[bool] = []
    texts = [line for line in lines if line.part is Part.TEXT and len(line.rows) == 1]
    for line, after in pairwise(texts):
        row, below = line.rows[0], after.rows[0]
        if row.page == below.page and row.text[-1:] not in STOPS and _opens_item(row, pack):
            found.append(below.x0 - row.x0 > INDENT * row.size)
    return len(found) >= LEAST_HANGING and all(found)


def _announces(rows: Sequence[Row]) -> bool:
    """Whether the rows end with a colon that something new follows; inside of brackets the sentence goes on."""
    if rows[-1].text[-1:] not in COLONS:
        return False
    words = "".join(row.text for row in rows[-2:])
    return max(map(words.rfind, OPENED)) <= max(map(words.rfind, CLOSED))


def _is_form(row: Row) -> bool:
    """Whether the row has fields side by side, each behind its colon: contacts, signatures."""
    if COLONS.isdisjoint(row.text) or len(row.runs) == 1:
        return False
    fields = ["".join(run.text for run in piece).strip() for piece in cut_at_gaps(row, FORM_GAP)]
    return any(before[-1:] in COLONS or not COLONS.isdisjoint(after) for before, after in pairwise(fields))


def _hangs_at_equals(last: Row, row: Row) -> bool:
    """Whether the row begins below what follows an equals sign: a formula that is too long for its line."""
    signs = [glyph for glyph in last.glyphs if glyph.char in EQUALS]
    return any(0 < row.x0 - sign.x1 + HANG * row.size < 3 * HANG * row.size for sign in signs)


def _level(line: Line) -> int:
    if line.heading is not None and line.heading.level is not None:
        return line.heading.level
    if line.heading is not None and line.heading.depth:
        return line.heading.depth + 1
    return 2


def _after_number(parts: tuple[DraftPart, ...], line: Line) -> tuple[DraftPart, ...]:
    """A title below its number is set off from it by a space."""
    if line.heading is None or len(parts) < 2:
        return parts
    is_number = "".join(line.rows[0].text.split()) == "".join(line.heading.number.split())
    return (parts[0], parts[1]._replace(joint=" "), *parts[2:]) if is_number else parts


def _leading_signs(row: Row, fits: Callable[[str], bool]) -> tuple[Glyph, ...]:
    return tuple(takewhile(lambda glyph: fits(glyph.char), row.glyphs)) if fits(row.text[0]) else ()


def _run_without(run: Run, gone: set[Glyph]) -> Run | None:
    if not gone or gone.isdisjoint(run.glyphs):
        return run
    kept = tuple(each for each in run.glyphs if each not in gone)
    return run.of_glyphs(kept) if kept else None


def _joint(before: DraftPart, runs: tuple[Run, ...]) -> str:
    """A space where a Latin line goes on in the next one; Chinese lines, and words cut by a hyphen, join without."""
    last, first = before.runs[-1].glyphs[-1].char, runs[0].glyphs[0].char
    if last.isascii() and last.isalpha() and first.isascii() and first.isalpha():
        return " "
    return latin_joint(before.runs, runs)
