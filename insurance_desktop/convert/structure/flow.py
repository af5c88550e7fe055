"""Rows of full width as lines: headings of their own, headings with text behind them, and text."""

from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, read_heading
from ..reading.runs import Row, make_row, split_row
from .contents import is_chapter_sign, is_icon, plain_words
from .inline_titles import COMMAS, OPEN_ENDS, heading_length, is_title, number_apart
from .lines import Line, Part
from .rules import measured
from .text_columns import Columns
from .typeface import is_heavy

CHAPTER_SIZE = 1.08
SHORT_TITLE = 40
NUMBERED_CHAPTERS = frozenset({"chapter_digit", "chapter_icon"})
PRINTED_CHAPTERS = frozenset({"chapter", "part", "english_chapter"}) | NUMBERED_CHAPTERS
ANNEXES = frozenset({"annex", "annex_entry"})
RANKS = ("part", "chapter", "division")
"""Forms of chapters, each one inside the one before where a document has several."""
PARTS = {
    "annex": Part.ANNEX,
    "section": Part.CLAUSE,
    "article": Part.CLAUSE,
    "english_article": Part.CLAUSE,
    "han": Part.BRANCH,
    "han_parenthesised": Part.BRANCH,
    "bracketed": Part.BRANCH,
    "chapter": Part.CHAPTER,
    "part": Part.CHAPTER,
    "division": Part.CHAPTER,
    "english_chapter": Part.CHAPTER,
}
SHARING = frozenset({"article", "section", "chapter", "part", "division"})
"""Forms that may share their row with text."""
MIDDLE = frozenset({"chapter", "part", "division", "article", "section"})
"""Forms that also occur inside sentences: a row that goes on with the one above is none."""


class Place(NamedTuple):
    """What a row stands in: the page's width, and the row above it in the flow."""

    width: float
    above: Row | None = None


def flow_lines(row: Row, place: Place, columns: Columns, pack: DomainPack) -> list[Line]:
    """A row of full width: a heading, a heading and the text behind it, or text."""
    opened = chapter_line(row, columns, pack)
    if opened is not None:
        return [opened]
    words = plain_words(row.text, pack)
    if words in pack.guide_titles:
        return [_line(Part.GUIDE, row, "guide_title")]
    if _is_pointed_at(row):
        return [_line(Part.BRANCH, row, "icon_before_bold", HeadingParts("plain", "", words, 2))]
    heading = read_heading(row.text, pack)
    if heading is None or (heading.form in MIDDLE and _is_inside(row, place, columns)):
        return [_line(Part.TEXT, row, "flow")]
    if heading.form == "annex_entry":
        return [_annex_set_off(row, place, columns, pack) or _line(Part.TEXT, row, "flow")]
    if heading.form in SHARING:
        return _numbered_lines(row, heading, place, columns)
    part = _part_alone(row, heading, place, columns)
    return [_line(part, row, measured("heading_form", heading.form) if part is not Part.TEXT else "flow", heading)]


def _line(part: Part, row: Row, rule: str, heading: HeadingParts | None = None) -> Line:
    return Line(part, row.page, row.y, (row,), rule, heading if part is not Part.TEXT else None)


def chapter_line(row: Row, columns: Columns, pack: DomainPack) -> Line | None:
    """A chapter title: an icon or a plain number before words that are larger or heavier than the text."""
    words = row.text.strip()
    if not words or len(words) > SHORT_TITLE or words[-1] in OPEN_ENDS:
        return None
    is_prominent = is_heavy(row) or row.size >= CHAPTER_SIZE * columns.size
    is_large = max(run.size for run in row.runs) >= CHAPTER_SIZE * columns.size
    if is_chapter_sign(words[0]) and len(words) > 1 and is_prominent and is_large:
        return Line(Part.CHAPTER, row.page, row.y, (row,), measured("chapter_icon", f"U+{ord(words[0]):04X}"))
    rows = number_apart(row)
    heading = read_heading(" ".join(each.text for each in rows), pack)
    if heading is None or heading.form not in PRINTED_CHAPTERS or not heading.title or not is_title(heading.title):
        return None
    if is_prominent:
        return Line(Part.CHAPTER, row.page, row.y, rows, "chapter_number", heading)
    return None


def annex_at_head(row: Row, columns: Columns, pack: DomainPack) -> Line | None:
    """An annex's title that has the head of a page to itself: larger or heavier than the text, wherever it stands.

    Its number may stand right before its name, without a space.
    """
    heading = read_heading(row.text, pack)
    if heading is None or heading.form not in ANNEXES or not numbered(heading.number)[1]:
        return None
    is_prominent = is_heavy(row) or row.size >= CHAPTER_SIZE * columns.size
    if not is_prominent or (heading.title and not is_title(heading.title)):
        return None
    return _line(Part.ANNEX, row, "annex_at_head", heading._replace(form="annex"))


def _annex_set_off(row: Row, place: Place, columns: Columns, pack: DomainPack) -> Line | None:
    """An annex's title within a page whose number stands right before its name: larger or heavier than the text.

    It begins at the left or stands in the middle, and goes on with no sentence.
    """
    is_placed = row.x0 <= columns.left + 3 * columns.size or _is_centred(row, place)
    if not is_placed or columns.is_full(row, place.width) or _is_inside(row, place, columns):
        return None
    return annex_at_head(row, columns, pack)


def _numbered_lines(row: Row, heading: HeadingParts, place: Place, columns: Columns) -> list[Line]:
    """A numbered heading, with the text that stands behind its number or title as a line of its own."""
    length = heading_length(row, heading, columns, place.width)
    rule = measured("heading_form", heading.form)
    part = PARTS[heading.form]
    if length >= len(row.glyphs):
        is_bare = heading.form == "section" and not heading.title
        return [_line(Part.TEXT if is_bare else part, row, rule if not is_bare else "flow", heading)]
    has_title = length > len(row.glyphs) - len("".join(heading.title.split()))
    if not has_title and heading.form != "article":
        return [_line(Part.TEXT, row, "flow")]
    head, text = split_row(row, length)
    title = "".join(heading.title.split())[: len(head.glyphs) - len(row.glyphs) + len("".join(heading.title.split()))]
    kept = HeadingParts(heading.form, heading.number, title if has_title else "", heading.level)
    return [
        Line(part, row.page, row.y, (head,), "title_in_line" if has_title else "number_in_line", kept),
        Line(Part.TEXT, row.page, row.y, (text,), "after_heading"),
    ]


def _part_alone(row: Row, heading: HeadingParts, place: Place, columns: Columns) -> Part:
    """The part of a heading that has its row to itself; TEXT for what only looks like one."""
    if heading.form == "annex":
        is_left = row.x0 <= columns.left + 3 * columns.size or _is_centred(row, place)
        return Part.ANNEX if is_left and len(normalised(heading.title)) <= SHORT_TITLE else Part.TEXT
    if heading.form in {"han", "han_parenthesised"} and not is_heavy(row):
        is_sentence = columns.is_full(row, place.width) or not COMMAS.isdisjoint(heading.title)
        if is_sentence:
            return Part.TEXT
    if not is_title(heading.title) and not (heading.form not in {"han", "han_parenthesised"} and not heading.title):
        return Part.TEXT
    return PARTS.get(heading.form, Part.TEXT)


def _is_centred(row: Row, place: Place) -> bool:
    return abs((row.x0 + row.x1) / 2 - place.width / 2) < 0.03 * place.width


def _is_inside(row: Row, place: Place, columns: Columns) -> bool:
    """Whether the row goes on with the sentence of the row above."""
    above = place.above
    if above is None or above.text[-1:] in OPEN_ENDS - {"\uff0c", ",", "\u3001"}:
        return False
    is_same_type = abs(above.size - row.size) < 1 and is_heavy(above) == is_heavy(row)
    is_next = above.page != row.page or 0 < row.y - above.y < 1.5 * columns.pitch
    is_flush = row.x0 <= columns.left + columns.size and row.x0 <= above.x0 + columns.size / 2
    return is_same_type and is_next and is_flush and columns.is_full(above, place.width)


def _is_pointed_at(row: Row) -> bool:
    """A short bold line behind an icon: a heading in documents that number nothing."""
    words = row.text.strip()
    is_short = 1 < len(words) <= SHORT_TITLE and words[-1] not in OPEN_ENDS
    return is_short and is_icon(words[0]) and make_row(row.runs[1:] or row.runs).is_bold
