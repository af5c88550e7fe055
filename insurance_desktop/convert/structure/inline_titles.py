"""Where a heading ends that shares its row with text: a change of weight, a gap, or the end of the row."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, read_heading
from ..reading.runs import Row, Run, split_row
from .clean import PageRows
from .text_columns import Columns
from .typeface import is_heavy, is_strong

TITLE_GAP = 0.75
"""A gap of this many type sizes after a title parts it from text in the same row."""
WORD_GAP = 0.22
"""After a bold title, or between signs that stand close otherwise, this much is enough."""
LONGEST = 40
LONGEST_PLAIN = 25
"""A title that nothing but its shortness sets off from text has at most this many signs."""
SENTENCE_SIGNS = frozenset("\u3002\uff1b;\uff01!\uff1f?")
OPEN_ENDS = frozenset("\uff0c,\uff1a:\u3001\u3002\uff1b;")
COLONS = frozenset("\uff1a:")
COMMAS = frozenset("\uff0c,")
ENOUGH = 3
NUMBER_GAP = 0.2
"""A plain number this many type sizes before words is a number of theirs."""
LONGEST_NUMBER = 2


def is_title(words: str, longest: int = LONGEST) -> bool:
    """Whether the words may be a title: short, no sentence, nothing that leads on to more."""
    plain = "".join(words.split())
    return 0 < len(plain) <= longest and SENTENCE_SIGNS.isdisjoint(plain) and plain[-1] not in OPEN_ENDS


def number_apart(row: Row) -> tuple[Row, ...]:
    """Number and title of a row whose plain number stands apart from the words after it."""
    if not row.runs[0].glyphs[0].char.isdigit():  # nearly all rows
        return (row,)
    glyphs = row.glyphs
    count = next((place for place, glyph in enumerate(glyphs) if not glyph.char.isdigit()), 0)
    if not 0 < count <= LONGEST_NUMBER or glyphs[count].char.isascii():
        return (row,)
    is_apart = glyphs[count].x0 - glyphs[count - 1].x1 > NUMBER_GAP * row.size
    return split_row(row, count) if is_apart else (row,)


def number_length(row: Row, heading: HeadingParts) -> int:
    """How many glyphs of the row stand before the heading's title."""
    return len(row.glyphs) - len("".join(heading.title.split()))


def heading_length(row: Row, heading: HeadingParts, columns: Columns, width: float) -> int:
    """How many glyphs of the row are number and title; the number's alone where the rest is text."""
    number = number_length(row, heading)
    if not heading.title:
        return len(row.glyphs)
    rest = split_row(row, number)[1]
    lead = _bold_title(rest, columns) or title_before_gap(rest, columns, width)
    if lead:
        return number + lead
    if columns.is_full(rest, width):
        return number
    is_whole = is_title(rest.text) if is_heavy(rest) else is_title(rest.text, LONGEST_PLAIN) and _has_no_comma(rest)
    return len(row.glyphs) if is_whole else number


def _has_no_comma(row: Row) -> bool:
    return COMMAS.isdisjoint(row.text)


def _bold_title(rest: Row, columns: Columns) -> int:
    """The length of a bold title with text behind it; 0 where there is none."""
    lead = list(takewhile(_is_of_title, rest.runs))
    if not lead or len(lead) == len(rest.runs):
        return 0
    words = "".join(run.text for run in lead)
    follows = rest.runs[len(lead)]
    is_set_off = follows.x0 - lead[-1].x1 >= WORD_GAP * rest.size or columns.bold_titles
    if words[-1] in COLONS:
        is_set_off, words = True, words[:-1]
    return sum(len(run.glyphs) for run in lead) if is_set_off and is_title(words) else 0


def _is_of_title(run: Run) -> bool:
    """Whether the run goes on with a bold title: bold too, or the mark of a note at it."""
    return is_strong(run) or Emphasis.SUPERSCRIPT in run.emphasis


def title_before_gap(rest: Row, columns: Columns, width: float) -> int:
    """The length of a short title with a gap behind it and a longer text behind that; 0 where there is none."""
    length = _first_gap(rest)
    if not length:
        return 0
    title, text = split_row(rest, length)
    is_text = columns.is_full(rest, width) or text.text[-1] in SENTENCE_SIGNS or text.text[-1] in COLONS
    is_short = is_title(title.text, LONGEST_PLAIN) and COMMAS.isdisjoint(title.text)
    return length if is_text and is_short and not text.text.isascii() else 0


def _first_gap(row: Row) -> int:
    """How many glyphs stand before the first gap that is wide for this row; 0 where none is."""
    glyphs = row.glyphs
    gaps = [(after.x0 - before.x1) / row.size for before, after in pairwise(glyphs)]
    usual = sorted(abs(gap) for gap in gaps)[len(gaps) // 2] if gaps else 0.0
    for place, gap in enumerate(gaps, 1):
        is_between_words = not glyphs[place - 1].char.isascii() and not glyphs[place].char.isascii()
        if gap >= TITLE_GAP or (is_between_words and gap >= WORD_GAP and gap > 3 * usual):
            return place
    return 0


def have_bold_titles(pages: Sequence[PageRows], forms: frozenset[str], pack: DomainPack) -> bool:
    """Whether most numbered rows of the document begin with bold words that lead over into text without a gap."""
    numbered = bold = 0
    for page in pages:
        for row in page.rows:
            heading = read_heading(row.text, pack)
            if heading is None or heading.form not in forms or not heading.title:
                continue
            numbered += 1
            rest = split_row(row, number_length(row, heading))[1]
            bold += is_strong(rest.runs[0]) and not all(is_strong(run) for run in rest.runs)
    return bold >= ENOUGH and 2 * bold >= numbered
