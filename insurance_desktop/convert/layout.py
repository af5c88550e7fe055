"""Rows in reading order, each with the part it plays: heading, label, text. Label layout or one column."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .clean import PageRows
from .columns import COLUMN_GAP, NUMBER_FORMS, Columns
from .contents import is_chapter_sign, is_icon, plain_words
from .headings import HeadingParts, item_mark, read_heading
from .runs import Row, Run, build_rows, make_row, split_row
from .side_by_side import ListItem, take_lists

COLUMN_TOLERANCE = 4.0
"""Points that the start of a column may wander."""
LABEL_DROP = 0.75
"""A label up to this many type sizes below a text row still stands before it."""
LABEL_WRAP = 1.12
"""A label goes on in the next row if that is at most this many line pitches below (DESIGN 4a)."""
WIDEST_INDENT = 6
"""Text on a label's row begins at most this many type sizes inside the text column."""
CHAPTER_SIZE = 1.08
SHORT_TITLE = 40
SENTENCE_END = frozenset("\u3002\uff1b;\uff0c,\uff1a:\u3001")
BRANCH_FORMS = frozenset({"han", "han_parenthesised"})
UNITS = frozenset({"chapter", "part", "division", "english_chapter", "english_part"})
PRINTED_CHAPTERS = frozenset({"chapter", "part", "chapter_digit", "english_chapter", "english_part"})


class Part(StrEnum):
    """What a row, or a group of label rows, is in the text."""

    TITLE = "title"
    GUIDE = "guide"
    CHAPTER = "chapter"
    CLAUSE = "clause"
    LABEL = "label"
    BRANCH = "branch"
    ANNEX = "annex"
    ITEM = "item"
    TEXT = "text"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the reading order: its rows, its part, the heading it was read as, and the rule that decided."""

    part: Part
    page: int
    y: float
    rows: tuple[Row, ...]
    rule: str
    heading: HeadingParts | None = None
    column: str = "full"
    table: int | None = None

    @property
    def text(self) -> str:
        return "".join(row.text for row in self.rows)


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table stands in the flow of a page."""

    index: int
    page: int
    y: float


def read_lines(
    pages: Sequence[PageRows], columns: Columns, places: Sequence[TablePlace], pack: DomainPack
) -> tuple[Line, ...]:
    """All rows of the document in reading order."""
    lines: list[Line] = []
    for page in pages:
        tables = [
            Line(Part.TABLE, page.number, place.y, (), "grid", table=place.index)
            for place in places
            if place.page == page.number
        ]
        on_page = sorted([*_page_lines(page, columns, pack), *tables], key=lambda line: _order(line, columns))
        lines += _continued(lines, on_page, columns) if columns.has_labels else on_page
    return tuple(lines)


def _continued(before: list[Line], page: list[Line], columns: Columns) -> list[Line]:
    """A label at the foot of a page may go on at the head of the next: its rest joins it there."""
    rest = next((line for line in page if line.column == "label" or line.part is Part.TABLE), None)
    last = next((line for line in reversed(before) if line.column == "label"), None)
    if rest is None or last is None or rest.part is not Part.LABEL or last.part not in {Part.CLAUSE, Part.LABEL}:
        return page
    foot = max((line.rows[-1].y for line in before if line.page == last.page and line.rows), default=0.0)
    head = min((line.y for line in page), default=0.0)
    reach = LABEL_WRAP * columns.pitch
    is_split = (
        last.page + 1 == rest.page and foot - last.rows[-1].y < reach and rest.y - head < LABEL_DROP * columns.size
    )
    if not is_split or _is_closer(last, rest):
        return page
    before[before.index(last)] = replace(last, rows=(*last.rows, *rest.rows), rule=f"{last.rule}, over a page")
    return [line for line in page if line is not rest]


def _is_closer(last: Line, rest: Line) -> bool:
    """Whether the second row is wider than the first: then the first was not full and its label had ended."""
    title = last.rows[-1].runs[-1]
    return rest.rows[0].x1 > title.x1 + COLUMN_TOLERANCE


def _order(line: Line, columns: Columns) -> float:
    return line.y - LABEL_DROP * columns.size if line.column == "label" else line.y


def _page_lines(page: PageRows, columns: Columns, pack: DomainPack) -> Iterator[Line]:
    if not columns.has_labels:
        items, rows = take_lists(page.rows, pack)
        yield from _item_lines(items, "full")
        for row in rows:
            yield from _flow_lines(row, columns, pack)
        return
    labels: list[Row] = []
    texts: list[Row] = []
    for row in page.rows:
        before, after = _cut_at(row, columns)
        if before and after:
            labels.append(make_row(before))
            texts.append(make_row(after))
        elif before and max(run.x1 for run in before) <= _text_x(columns) + COLUMN_TOLERANCE:
            labels.append(row)
        else:
            texts.append(row)
    rows = build_rows([run for row in labels for run in row.runs])
    yield from _label_lines(rows, texts, columns, pack)
    items, rest = take_lists(texts, pack)
    yield from _item_lines(items, "text")
    for row in rest:
        if row.x0 < _text_x(columns) - columns.size or plain_words(row.text) in pack.guide_titles:
            yield from _flow_lines(row, columns, pack)
        else:
            yield Line(Part.TEXT, row.page, row.y, (row,), "text column", column="text")


def _item_lines(items: Sequence[ListItem], column: str) -> Iterator[Line]:
    for item in items:
        yield Line(Part.ITEM, item.rows[0].page, item.y, item.rows, "list in columns", column=column)


def _text_x(columns: Columns) -> float:
    return columns.text_x if columns.text_x is not None else 0.0


def _cut_at(row: Row, columns: Columns) -> tuple[list[Run], list[Run]]:
    """The runs before and after the start of the text column; all in one list where the row runs across it."""
    edge = _text_x(columns)
    before = [run for run in row.runs if run.x0 < edge - COLUMN_TOLERANCE]
    after = [run for run in row.runs if run.x0 >= edge - COLUMN_TOLERANCE]
    if before and after and after[0].x0 - max(run.x1 for run in before) < COLUMN_GAP * row.size:
        return list(row.runs), []
    crosses = bool(before) and max(run.x1 for run in before) > edge + COLUMN_TOLERANCE
    if before and after and (crosses or after[0].x0 > edge + WIDEST_INDENT * row.size or _is_spread(before, columns)):
        return list(row.runs), []
    return before, after


def _is_spread(before: list[Run], columns: Columns) -> bool:
    """Words that begin inside the title column without standing at its edge belong to a centred line."""
    number_x = columns.number_x if columns.number_x is not None else columns.left
    return min(run.x0 for run in before) < number_x - 3 * columns.size


def _label_lines(rows: Sequence[Row], texts: Sequence[Row], columns: Columns, pack: DomainPack) -> Iterator[Line]:
    """Label rows grouped into labels: numbered ones, wrapped ones, and unnumbered sub-labels."""
    group: list[Row] = []
    first: Line | None = None
    for row in rows:
        opened = _open_label(row, columns, pack)
        if opened is None and first is not None and _wraps(group[-1], row, columns):
            group.append(row)
            continue
        if first is not None:
            yield _closed(first, group)
        first, group = None, []
        if opened is not None:
            first, group = opened, [row]
        elif any(abs(text.y - row.y) <= LABEL_DROP * columns.size for text in texts):
            first, group = Line(Part.LABEL, row.page, row.y, (row,), "unnumbered label", column="label"), [row]
        else:
            yield from _flow_lines(row, columns, pack)
    if first is not None:
        yield _closed(first, group)


def _closed(first: Line, group: list[Row]) -> Line:
    return Line(first.part, first.page, first.y, tuple(group), first.rule, first.heading, first.column)


def _wraps(above: Row, row: Row, columns: Columns) -> bool:
    return 0 < row.y - above.y <= LABEL_WRAP * columns.pitch and abs(above.size - row.size) < 1


def _open_label(row: Row, columns: Columns, pack: DomainPack) -> Line | None:
    """The label row as the begin of a chapter, a clause or an annex; None where it has no number of its own."""
    chapter = _chapter(row, columns, pack)
    if chapter is not None:
        return chapter
    heading = read_heading(row.text, pack)
    if heading is None:
        return None
    if heading.form == "annex":
        return Line(Part.ANNEX, row.page, row.y, (row,), "annex word", heading, "label")
    number_x = columns.number_x if columns.number_x is not None else columns.left
    if heading.form in NUMBER_FORMS and abs(row.x0 - number_x) < 2.5 * columns.size:
        return Line(Part.CLAUSE, row.page, row.y, (row,), "number in label column", heading, "label")
    return None


def _chapter(row: Row, columns: Columns, pack: DomainPack) -> Line | None:
    """A chapter title: an icon or a plain number before words that are larger or heavier than the text."""
    words = row.text.strip()
    if not words or len(words) > SHORT_TITLE or words[-1] in SENTENCE_END:
        return None
    is_prominent = row.is_bold or row.size >= CHAPTER_SIZE * columns.size
    is_large = max(run.size for run in row.runs) >= CHAPTER_SIZE * columns.size
    if is_chapter_sign(words[0]) and len(words) > 1 and is_prominent and is_large:
        return Line(Part.CHAPTER, row.page, row.y, (row,), "icon before title", column="label")
    heading = read_heading(words, pack)
    if heading is not None and heading.form in PRINTED_CHAPTERS and heading.title and is_prominent:
        return Line(Part.CHAPTER, row.page, row.y, (row,), "numbered chapter", heading, "label")
    return None


def _flow_lines(row: Row, columns: Columns, pack: DomainPack) -> list[Line]:
    """A row of full width: a heading of its own, text, or an article's number with text behind it."""
    line = _flow_line(row, columns, pack)
    if line.heading is not None and line.heading.form == "article":
        return _split_article(row, line.heading, line.rule)
    return [line]


def _flow_line(row: Row, columns: Columns, pack: DomainPack) -> Line:
    """A row of full width as one line."""
    words = plain_words(row.text)
    if words in pack.guide_titles:
        return Line(Part.GUIDE, row.page, row.y, (row,), "reading guide")
    chapter = _chapter(row, columns, pack)
    if chapter is not None:
        return Line(Part.CHAPTER, row.page, row.y, (row,), chapter.rule, chapter.heading)
    if _is_pointed_at(row):
        return Line(Part.BRANCH, row.page, row.y, (row,), "icon before bold words", HeadingParts("plain", "", words, 2))
    heading = read_heading(row.text, pack)
    if heading is not None and _stands_alone(row, heading, columns):
        part = _part_of(heading)
        if part is not None:
            return Line(part, row.page, row.y, (row,), f"form {heading.form}", heading)
    return Line(Part.TEXT, row.page, row.y, (row,), "flow")


def _is_pointed_at(row: Row) -> bool:
    """A short bold line behind an icon: a heading in documents that number nothing."""
    words = row.text.strip()
    is_short = 1 < len(words) <= SHORT_TITLE and words[-1] not in SENTENCE_END
    return is_short and is_icon(words[0]) and make_row(row.runs[1:] or row.runs).is_bold


def _part_of(heading: HeadingParts) -> Part | None:
    if heading.form == "annex":
        return Part.ANNEX
    if heading.form in NUMBER_FORMS or heading.form in {"english_article", "english_section"}:
        return Part.CLAUSE
    if heading.form in BRANCH_FORMS or heading.form == "bracketed":
        return Part.BRANCH
    return Part.CHAPTER if heading.form in UNITS else None


def _split_article(row: Row, heading: HeadingParts, rule: str) -> list[Line]:
    """An article whose number stands in line with its text: the number is the heading, the rest is text."""
    title = heading.title
    is_sentence = len(normalised(title)) > SHORT_TITLE or title[-1:] in SENTENCE_END
    if not is_sentence:
        return [Line(Part.CLAUSE, row.page, row.y, (row,), rule, heading)]
    number, rest = split_row(row, len(normalised(heading.number)))
    bare = HeadingParts(heading.form, heading.number, "", heading.level)
    return [
        Line(Part.CLAUSE, row.page, row.y, (number,), f"{rule}, number in line", bare),
        Line(Part.TEXT, row.page, row.y, (rest,), "after a number in line"),
    ]


def _stands_alone(row: Row, heading: HeadingParts, columns: Columns) -> bool:
    """Whether a line that looks like a heading is one: short, and not a sentence or an item of a list."""
    title = heading.title
    if heading.form == "annex":
        return row.x0 <= columns.left + 3 * columns.size and len(normalised(title)) <= SHORT_TITLE
    if heading.form == "article":
        return True
    if len(normalised(title)) > SHORT_TITLE or title[-1:] in SENTENCE_END:
        return False
    return heading.form != "section" or bool(title)


def opens_item(row: Row, pack: DomainPack) -> bool:
    """Whether the row begins with an item mark."""
    return item_mark(row.text, pack) is not None
