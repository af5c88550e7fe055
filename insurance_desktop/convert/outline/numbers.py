"""The number that a row begins with: its form, its value, and how many glyphs it takes."""

from typing import NamedTuple

from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.pack import DomainPack

from ..headings import ANNEXES, ARTICLES, ENTRY, UNITS, read_heading, without_figure
from ..reading.runs import Row
from ..structure.contents import is_chapter_sign
from ..structure.inline_titles import number_apart

DECIMAL = "section"
ICON = "icon"
BARE = "digit_bare"
"""A plain number that has its cell to itself."""
PLAIN = frozenset({ENTRY, "chapter_icon", BARE, ICON})
"""Forms of the numbers of chapters above decimal numbers."""
LATIN = frozenset(
    {"english_annex", "english_appendix", "english_chapter", "english_part", "english_section", "english_article"}
)
MOST_DIGITS = 2
MOST_PLAIN = 400
"""A number without a word of its own above this is a year, an amount or a code; a civil code has 1,260 articles."""


class Number(NamedTuple):
    """`value` has one part for each number between points; it is () for an icon that says none."""

    form: str
    printed: str
    value: tuple[int, ...]
    length: int


def read_number(row: Row, pack: DomainPack, last: int = 0) -> Number | None:
    """The number at the begin of the row; None where it begins with words. `last` is the plain number before it."""
    text = row.text.strip()
    if not text:
        return None
    if text.isdecimal() and len(text) <= MOST_DIGITS:
        return Number(BARE, text, (int(text),), len(text))
    if is_chapter_sign(text[0]):
        return Number(ICON, text[0], _value(text[0]), 1)
    apart = number_apart(row)
    heading = read_heading(" ".join(each.text for each in apart) if len(apart) > 1 else text, pack)
    if heading is None or not heading.number or heading.form in LATIN or heading.form == "titled_article":
        return None
    heading = without_figure(heading, text, last)
    value = _value(heading.number)
    has_word = heading.form in ARTICLES or heading.form in UNITS
    if 0 in value or (len(value) == 1 and value[0] > MOST_PLAIN and not has_word):
        value = ()
    if not value and heading.form not in ANNEXES:
        return None
    return Number(heading.form, heading.number, value, _length(row, heading.title))


def _length(row: Row, title: str) -> int:
    return max(len(row.glyphs) - len("".join(title.split())), 1)


def _value(number: str) -> tuple[int, ...]:
    parts = numbered(number)[1].split(".")
    return tuple(int(part) for part in parts if part.isdigit())
