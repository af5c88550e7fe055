"""What a line says about itself: the pack's heading forms, annexes and item marks. Pure."""

import re
import unicodedata
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from .compiled import per_line, per_pack
from .radicals import IDEOGRAPHS

ENTRY = "chapter_digit"
"""The form of a plain number with a point behind it."""
ARTICLES = frozenset({"article", "titled_article"})
UNITS = ("part", "chapter", "division")
"""Units of a text from the widest to the narrowest; articles stand below them."""
ANNEXES = frozenset({"annex", "annex_entry"})
DOTTED = re.compile(r"\d{1,2}(?:\.\d{1,3}){1,4}")
RANKS = {
    "english_annex": 0,
    "english_appendix": 1,
    "english_chapter": 1,
    "english_part": 2,
    "english_section": 3,
    "english_article": 4,
}
"""Forms of legal texts in Latin script, from the widest unit to the narrowest."""
KANGXI = range(0x2F00, 0x2FD6)
RADICAL = re.compile(r"[\u2e80-\u2fd5]")
"""Whatever may have to be unified; to look for it takes a tenth of the time that `str.translate` takes."""
LONGEST_MARK = 16


class HeadingParts(NamedTuple):
    """A heading taken apart: the pack's name of its form, the number as printed and the title after it."""

    form: str
    number: str
    title: str
    level: int | None = None

    @property
    def depth(self) -> int:
        """How many numbers a dotted section number has; 0 for other forms."""
        number = normalised(self.number).rstrip(".")
        return number.count(".") + 1 if DOTTED.fullmatch(number) else 0


class _Forms(NamedTuple):
    """The pack's patterns."""

    headings: tuple[tuple[str, int | None, re.Pattern[str]], ...]
    marks: re.Pattern[str] | None
    signs: dict[int, str]


@per_pack
def _forms(pack: DomainPack) -> _Forms:
    marks = "|".join(f"(?:{each})" for each in pack.item_marks)
    return _Forms(
        tuple((each.name, each.level, re.compile(each.pattern)) for each in pack.heading_forms),
        re.compile(marks) if marks else None,
        {code: unicodedata.normalize("NFKC", chr(code)) for code in KANGXI}
        | {radical: chr(ideograph) for radical, ideograph in IDEOGRAPHS.items()},
    )


def unified(text: str, pack: DomainPack) -> str:
    """The text with radicals as the ideographs that they look like: fonts of some producers have one code for both."""
    return text.translate(_forms(pack).signs) if RADICAL.search(text) else text


@per_line
def read_heading(text: str, pack: DomainPack) -> HeadingParts | None:
    """The line as a heading of one of the pack's forms; the first that fits wins."""
    forms = _forms(pack)
    line = unified(text.strip(), pack)
    for name, level, pattern in forms.headings:
        match = pattern.fullmatch(line)
        if match:
            title = match.groupdict().get("title") or ""
            return HeadingParts(name, (match["number"] or "").strip(), title.strip(), level)
    return None


def without_figure(heading: HeadingParts, line: str, last: int) -> HeadingParts:
    """The heading without a figure that begins the words behind its number: "37. 1 型" right behind entry 36.

    The figure stands apart from the point, and not from the words. `last` is the plain number before.
    """
    whole, point, figure = heading.number.partition(".")
    rest = line.strip()[len(heading.number) :]
    is_apart = figure[:1].isspace() and rest == rest.lstrip()
    if heading.depth != 2 or not is_apart or whole.strip() != str(last + 1):
        return heading
    return HeadingParts(ENTRY, whole + point, figure.strip() + rest, heading.level)


@per_line
def item_mark(text: str, pack: DomainPack) -> str | None:
    """The mark that opens the line as an item of a list, as printed."""
    forms = _forms(pack)
    start = text.lstrip()[:LONGEST_MARK]
    match = forms.marks.match(unified(start, pack)) if forms.marks else None
    return start[: match.end()].rstrip() if match else None


def mark_value(mark: str) -> int | None:
    """The number that a mark counts: (3), 3., ③ or the Chinese numeral; None where it counts nothing."""
    digits = re.search(r"\d+", unicodedata.normalize("NFKC", mark))
    if digits:
        return int(digits.group())
    values = [int(value) for char in mark if (value := unicodedata.numeric(char, -1.0)) > 0]
    if not values:
        return None
    total, pending = 0, 0
    for value in values:
        if value == 10:
            total, pending = total + (pending or 1) * 10, 0
        else:
            pending = value
    return total + pending


def dotted(number: str) -> list[int] | None:
    """The parts of a dotted section number; None for other forms."""
    parts = normalised(number).rstrip(".").split(".")
    return [int(part) for part in parts] if all(part.isdigit() for part in parts) else None


def follows(last: str, number: str) -> bool:
    """Whether one section number may stand right after another: the next one, or the first one deeper."""
    before, here = dotted(last), dotted(number)
    if before is None or here is None:
        return False
    depth = len(here)
    if depth > len(before):
        return here[: len(before)] == before and all(part == 1 for part in here[len(before) :])
    return here[:-1] == before[: depth - 1] and here[-1] == before[depth - 1] + 1
