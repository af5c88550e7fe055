"""The number that a row begins with: its form, its value, and how many glyphs it takes."""

from typing import NamedTuple

from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.pack import DomainPack

from ..headings import ENTRY, read_heading, without_figure
from ..reading.runs import Row
from ..structure.contents import is_chapter_sign
from ..structure.inline_titles import number_apart

DECIMAL = "section"
ICON = "icon"
BARE = "digit_bare"
"""A plain number that has its cell to itself."""
PLAIN = frozenset({ENTRY, "chapter_icon", BARE, ICON})
"""Forms of the numbers of chapters above decimal numbers."""
ARTICLES = frozenset({"article", "titled_article"})
UNITS = ("part", "chapter", "division")
"""Units of a text from the widest to the narrowest; articles stand below them."""
ANNEXES = frozenset({"annex", "annex_entry"})
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
    if len(value) == 1 and value[0] > MOST_PLAIN and heading.form not in ARTICLES and heading.form not in UNITS:
        return None
    if not value or 0 in value:
        value = ()
    if not value and heading.form not in ANNEXES:
        return None
    return Number(heading.form, heading.number, value, _length(row, heading.title))


def _length(row: Row, title: str) -> int:
    return max(len(row.glyphs) - len("".join(title.split())), 1)


def _value(number: str) -> tuple[int, ...]:
    parts = numbered(number)[1].split(".")
    return tuple(int(part) for part in parts if part.isdigit())
