"""Lines in reading order become blocks: headings, paragraphs, list items and tables, each with its rule."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .clean import split_leaders
from .columns import Columns
from .contents import is_chapter_sign, is_icon
from .headings import HeadingParts, follows, read_heading
from .layout import Line, Part, opens_item
from .pages import Glyph, LeftOut
from .runs import Row, Run, split_row

FULL_ROW = 1.4
"""A row that ends within this many type sizes of the right edge is full: its paragraph may go on."""
LONG_ROW = 0.85
"""A row of this part of the full width that ends inside a sentence goes on: formulas break early."""
STOP_ROOM = 0.25
"""A row that ends with a stop is full only if it ends within this: justified rows do, last rows seldom."""
NARROWEST = 0.6
"""Text that ends left of this part of the page width is short, however often it does."""
PARAGRAPH_GAP = 1.7
"""A step of more line pitches than this begins a paragraph."""
INDENT = 1.2
"""Starts that differ by more than this many type sizes are an indent."""
TITLE_SIZE = 1.12
CENTRED = 0.05
ARTICLES = frozenset({"article", "titled_article"})
STOPS = frozenset("\u3002\uff1b;\uff1a:")
COLONS = frozenset("\uff1a:")
EQUALS = frozenset("=\uff1d")
HANG = 0.75
"""A formula goes on below the place right of its equals sign: from this many type sizes left of it to twice right."""


@dataclass(frozen=True, slots=True)
class DraftPart:
    """Runs of one row; `joint` is what Markdown puts between them and the part before."""

    runs: tuple[Run, ...]
    joint: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A block before Markdown. `lead` is a recovered number, `icon` the glyphs that it stands for."""

    kind: BlockKind
    parts: tuple[DraftPart, ...]
    rule: str
    level: int = 0
    number: str = ""
    lead: str = ""
    icon: tuple[Glyph, ...] = ()
    is_label: bool = False
    table: int | None = None
    page: int = 0


def build_blocks(
    lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack
) -> tuple[tuple[Draft, ...], tuple[LeftOut, ...]]:
    """The blocks of the document, and the leaders and bullets that were left out on the way."""
    settled = _settle(_open_numbered(_join_titles(lines, columns), columns, pack), columns, widths)
    builder = _Paragraphs(columns, _right_edges(settled, widths), widths, pack)
    for line in settled:
        builder.take(line)
    builder.flush()
    return tuple(builder.drafts), tuple(builder.left_out)


def _join_titles(lines: Sequence[Line], columns: Columns) -> list[Line]:
    """A title in brackets right above an article's number is that article's title (traditional Chinese policies)."""
    joined: list[Line] = []
    for line in lines:
        above = joined[-1] if joined else None
        if above is not None and _is_title_of(above, line, columns):
            title = above.heading.title if above.heading else ""
            number = line.heading.number if line.heading else ""
            heading = HeadingParts("titled_article", number, title, 3)
            rule = "title above its number"
            joined[-1] = replace(line, rows=(*above.rows, *line.rows), heading=heading, rule=rule, y=above.y)
        else:
            joined.append(line)
    return joined


def _open_numbered(lines: Sequence[Line], columns: Columns, pack: DomainPack) -> list[Line]:
    """A paragraph that begins with the section number due next is that section, without a title of its own."""
    opened: list[Line] = []
    last: str | None = None
    for line in lines:
        if line.part is Part.CLAUSE and line.heading is not None and line.heading.depth:
            last = line.heading.number
        heading = read_heading(line.rows[0].text, pack) if last and line.part is Part.TEXT and line.rows else None
        is_due = heading is not None and heading.depth > 0 and last is not None and follows(last, heading.number)
        if heading is None or not is_due or abs(line.rows[0].x0 - columns.left) > 2 * columns.size:
            opened.append(line)
            continue
        last = heading.number
        number, rest = split_row(line.rows[0], len(normalised(heading.number)))
        bare = HeadingParts(heading.form, heading.number, "", heading.level)
        rule = "number due next, in line"
        opened.append(replace(line, part=Part.CLAUSE, rows=(number,), heading=bare, rule=rule))
        opened.append(replace(line, rows=(rest,), rule="after a number in line"))
    return opened


def _is_title_of(above: Line, line: Line, columns: Columns) -> bool:
    return (
        above.heading is not None
        and above.heading.form == "bracketed"
        and line.heading is not None
        and line.heading.form == "article"
        and not line.heading.title
        and above.page == line.page
        and line.y - above.y < 2.5 * columns.pitch
    )


def _settle(lines: Sequence[Line], columns: Columns, widths: dict[int, float]) -> list[Line]:
    """Decides what depends on the document as a whole: title, chapter numbers, which headings count."""
    has_clauses = any(line.part is Part.CLAUSE for line in lines)
    heads = {Part.CLAUSE} if has_clauses else {Part.CLAUSE, Part.BRANCH}
    first = next((index for index, line in enumerate(lines) if line.part in heads), len(lines))
    title = _title_rows(lines[:first], columns, widths)
    settled: list[Line] = []
    annex_seen = False
    clause_seen = False
    for index, line in enumerate(lines):
        part = line.part
        if index in title:
            part = Part.TITLE
        elif part is Part.CHAPTER and line.heading is None:
            number = _next_chapter_number(lines[index + 1 :])
            heading = HeadingParts("icon", number, "", 2) if number else None
            settled.append(replace(line, heading=heading, part=Part.CHAPTER if heading else Part.TEXT))
            continue
        elif part is Part.BRANCH and clause_seen and _is_entry(line, settled):
            settled.append(replace(line, heading=replace(line.heading, level=4) if line.heading else None))
            continue
        elif _is_premature(part, has_clauses, clause_seen, annex_seen):
            part = Part.TEXT
        annex_seen = annex_seen or part is Part.ANNEX
        clause_seen = clause_seen or part is Part.CLAUSE
        settled.append(replace(line, part=part))
    return settled


def _is_entry(line: Line, before: Sequence[Line]) -> bool:
    """A bracketed word under an article is an entry of it: definitions without numbers are printed so."""
    if line.heading is None or line.heading.form != "bracketed":
        return False
    clause = next((each for each in reversed(before) if each.part is Part.CLAUSE), None)
    return clause is not None and clause.heading is not None and clause.heading.form in ARTICLES


def _is_premature(part: Part, has_clauses: bool, clause_seen: bool, annex_seen: bool) -> bool:
    """Whether a line looks like a heading but stands where that kind cannot be one yet."""
    if part is Part.ANNEX:
        return has_clauses and not clause_seen
    if part is Part.LABEL:
        return not clause_seen
    return part is Part.BRANCH and has_clauses and not annex_seen


def _next_chapter_number(lines: Sequence[Line]) -> str:
    """The chapter that the next numbered section belongs to; "" where another chapter comes first."""
    for line in lines:
        if line.part is Part.CHAPTER:
            return ""
        if line.part is Part.CLAUSE and line.heading is not None and line.heading.depth >= 2:
            return normalised(line.heading.number).split(".")[0]
    return ""


def _title_rows(lines: Sequence[Line], columns: Columns, widths: dict[int, float]) -> frozenset[int]:
    """The first group of large, centred rows: the product's name as the document prints it."""
    found: list[int] = []
    for index, line in enumerate(lines):
        if line.part is not Part.TEXT or not line.rows:
            if found:
                break
            continue
        row = line.rows[0]
        middle = widths[line.page] / 2
        is_title = (
            (row.size >= TITLE_SIZE * columns.size or (row.is_bold and row.size > columns.size))
            and abs((row.x0 + row.x1) / 2 - middle) < CENTRED * widths[line.page]
            and row.x0 > columns.left + 2 * columns.size
            and len(normalised(row.text)) >= 4
            and row.text[-1:] not in STOPS
        )
        if is_title and (
            not found or (lines[found[-1]].page == line.page and row.y - lines[found[-1]].y < 4 * row.size)
        ):
            found.append(index)
        elif found:
            break
    return frozenset(found)


def _right_edges(lines: Sequence[Line], widths: dict[int, float]) -> dict[float, float]:
    """Where full rows end, by page width."""
    ends: dict[float, list[float]] = defaultdict(list)
    for line in lines:
        if line.part is Part.TEXT:
            ends[round(widths[line.page])] += [row.x1 for row in line.rows]
    return {width: max(_usual_end(found), NARROWEST * width) for width, found in ends.items()}


def _usual_end(ends: Sequence[float]) -> float:
    """The commonest end among the longer rows: justified text ends there to the point."""
    longest = sorted(ends)[int(len(ends) * 0.9)]
    counts = Counter(round(end) for end in ends if end > 0.9 * longest)
    top = max(counts.values())
    return float(max(end for end, count in counts.items() if count == top))


class _Paragraphs:
    """Takes lines one by one and closes a block when the next line does not go on with it."""

    def __init__(self, columns: Columns, edges: dict[float, float], widths: dict[int, float], pack: DomainPack) -> None:
        self.columns = columns
        self.edges = edges
        self.widths = widths
        self.pack = pack
        self.drafts: list[Draft] = []
        self.left_out: list[LeftOut] = []
        self.rows: list[Row] = []
        self.first: Line | None = None
        self.annex: Line | None = None

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
        if line.part is Part.TITLE and self.drafts and not self.rows and self.drafts[-1].rule == "centred title":
            last = self.drafts[-1]
            self.drafts[-1] = replace(last, parts=(*last.parts, *(DraftPart(row.runs, " ") for row in line.rows)))
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
        kind = BlockKind.LIST_ITEM if opens_item(self.rows[0], self.pack) else BlockKind.PARAGRAPH
        if parts:
            self.drafts.append(Draft(kind, parts, self.first.rule, page=self.first.page))
        self.rows = []

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
        if row.page == last.page and row.y - last.y > PARAGRAPH_GAP * self.columns.pitch:
            return False
        if not self.is_full(last) or last.text[-1:] in COLONS or abs(last.size - row.size) > 1.5:
            return False
        if is_icon(row.text[0]) or split_leaders(last.glyphs)[1]:
            return False
        if opens_item(row, self.pack) and last.text[-1:] in STOPS:
            return False
        is_item = opens_item(self.rows[0], self.pack)
        if is_item and len(self.rows) == 1 and last.text[-1:] in STOPS and _hangs(last) and row.x0 <= last.x0 + 2:
            return False
        if row.x0 - last.x0 > INDENT * row.size:
            return (is_item and len(self.rows) == 1) or _hangs_at_equals(last, row)
        return not (is_item and len(self.rows) > 1 and last.x0 - row.x0 > INDENT * row.size)

    def is_full(self, row: Row) -> bool:
        edge = self.edges.get(round(self.widths[row.page]), row.x1)
        if row.text[-1:] in STOPS:
            return row.x1 >= edge - STOP_ROOM * row.size
        if row.text[-1:].isalnum() and row.x1 - row.x0 > LONG_ROW * (edge - row.x0):
            return True
        return row.x1 >= edge - FULL_ROW * row.size

    def heading(self, line: Line) -> Draft:
        if line.part is Part.TABLE:
            return Draft(BlockKind.TABLE, (), line.rule, table=line.table, page=line.page)
        if line.part is Part.LABEL:
            return Draft(BlockKind.PARAGRAPH, self.parts(line.rows), line.rule, is_label=True, page=line.page)
        if line.part is Part.TITLE:
            parts = self.parts(line.rows)
            return Draft(BlockKind.HEADING, parts, "centred title", level=1, page=line.page)
        if line.part is Part.CHAPTER and line.heading is not None and line.heading.form == "icon":
            icon = _leading_signs(line.rows[0], is_chapter_sign)
            parts = self.parts(line.rows, icon=icon)
            return Draft(
                BlockKind.HEADING, parts, line.rule, 2, line.heading.number, line.heading.number, icon, page=line.page
            )
        number = line.heading.number if line.heading is not None else ""
        return Draft(BlockKind.HEADING, self.parts(line.rows), line.rule, _level(line), number, page=line.page)

    def parts(self, rows: Sequence[Row], icon: tuple[Glyph, ...] = ()) -> tuple[DraftPart, ...]:
        """The rows without leaders and leading bullets, which are left out with their reason.

        `icon` is what a recovered number stands for: no part of the words, and not left out either.
        """
        found: list[DraftPart] = []
        for row in rows:
            leaders = split_leaders(row.glyphs)[1]
            bullets = () if icon else _leading_signs(row, is_icon)
            gone = {*leaders, *bullets, *icon}
            if leaders:
                self.left_out.append(LeftOut("dotted_leader", row.page, leaders))
            if bullets:
                self.left_out.append(LeftOut("decorative", row.page, bullets))
            runs = tuple(kept for run in row.runs if (kept := _run_without(run, gone)) is not None)
            if runs:
                found.append(DraftPart(runs, _joint(found[-1], runs) if found else ""))
        return tuple(found)


def _hangs(row: Row) -> bool:
    """Whether the item's mark is followed by a gap: its further rows are indented to the words."""
    return any(after.x0 - before.x1 > 0.25 * row.size for before, after in pairwise(row.runs[:2]))


def _hangs_at_equals(last: Row, row: Row) -> bool:
    """Whether the row begins below what follows an equals sign: a formula that is too long for its line."""
    signs = [glyph for glyph in last.glyphs if glyph.char in EQUALS]
    return any(0 < row.x0 - sign.x1 + HANG * row.size < 3 * HANG * row.size for sign in signs)


def _level(line: Line) -> int:
    if line.heading is not None and line.heading.depth:
        return line.heading.depth + 1
    if line.heading is not None and line.heading.level is not None:
        return line.heading.level
    return 2


def _leading_signs(row: Row, fits: Callable[[str], bool]) -> tuple[Glyph, ...]:
    return tuple(takewhile(lambda glyph: fits(glyph.char), row.glyphs))


def _run_without(run: Run, gone: set[Glyph]) -> Run | None:
    if not gone or gone.isdisjoint(run.glyphs):
        return run
    kept = tuple(each for each in run.glyphs if each not in gone)
    return replace(run, glyphs=kept) if kept else None


def _joint(before: DraftPart, runs: tuple[Run, ...]) -> str:
    """A space where a Latin word or number would run into the next; Chinese lines join without one."""
    last, first = before.runs[-1].glyphs[-1].char, runs[0].glyphs[0].char
    return " " if last.isascii() and last.isalpha() and first.isascii() and first.isalpha() else ""
