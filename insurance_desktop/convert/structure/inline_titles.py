"""Where a heading ends that shares its row with text: a change of weight, a gap, or the end of the row."""

from itertools import pairwise

from ..reading.runs import Row, split_row
from .text_columns import Columns

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
