"""Dotted leaders: what leads the eye from an entry to its number, and is no text."""

import re
from collections.abc import Sequence

from ..reading.pages import Glyph, signs_of
from ..reading.runs import LEADER, LEADER_SIGNS, Row

LEADERS = tuple(4 * sign for sign in LEADER_SIGNS)
"""The shortest leaders: to look for them takes a tenth of the time of a pattern with a back reference."""
BLANKS = frozenset("_-\u2500\u2014")
"""Signs that draw the line of a blank."""
LED = re.compile(r"\W*[^\W\d]?\d[\d.\uff0e-]*[^\W\d]?[)\uff09]?")
"""The number that a leader leads to, with the words for section or page around it."""
DASHES = re.compile("[-\uff0d\u2014\u2500\u2501]+")
ROMAN = frozenset("ivxlc")
"""Numerals of the pages before a text."""


def has_leader(row: Row) -> bool:
    """Whether there is a dotted leader in the row. Dashes alone are a line of the text: nothing is led anywhere."""
    words = row.text.replace(" ", "")
    return any(map(words.__contains__, LEADERS)) and DASHES.fullmatch(words) is None


def leaders_in_text(row: Row) -> tuple[Glyph, ...]:
    """The dotted leaders of a line of the text, each before a number at the line's end or before a gap.

    Other dots are text, and so are blanks to be filled in, which are drawn with lines.
    """
    if not has_leader(row):
        return ()
    glyphs, signs = row.glyphs, signs_of(row.glyphs)
    found: list[Glyph] = []
    for leader in LEADER.finditer(signs):
        led = LED.match(signs, leader.end())
        if led is None or leader.group(1) in BLANKS:
            continue
        rest = glyphs[led.end() - 1 : led.end() + 1]
        if len(rest) < 2 or rest[1].x0 - rest[0].x1 > row.size:
            found += glyphs[leader.start() : leader.end()]
    return tuple(found)


def split_leaders(glyphs: Sequence[Glyph]) -> tuple[tuple[Glyph, ...], tuple[Glyph, ...]]:
    """A line without its dotted leader, and the leader."""
    kept = list(glyphs)
    leaders: list[Glyph] = []
    for found in reversed(list(LEADER.finditer(signs_of(glyphs)))):
        leaders[:0] = kept[found.start() : found.end()]
        del kept[found.start() : found.end()]
    return tuple(kept), tuple(leaders)


def leads_to_page(row: Row) -> bool:
    """Whether a dotted leader of the row leads to a number at its end, and to nothing else: no "..... m3"."""
    leaders = split_leaders(row.glyphs)[1]
    if not leaders:
        return False
    end = max(each.x1 for each in leaders)
    number = [each for each in row.glyphs if each.x0 >= end - 1 and each not in leaders]
    return bool(number) and all(each.char.isdigit() or each.char in ROMAN for each in number)
