"""What a line says about itself: the pack's heading forms, annexes and item marks. Pure."""

import re
from dataclasses import dataclass
from functools import lru_cache

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

DOTTED = re.compile(r"\d{1,2}(?:\.\d{1,3}){1,4}")


@dataclass(frozen=True, slots=True)
class HeadingParts:
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


@dataclass(frozen=True, slots=True)
class _Forms:
    headings: tuple[tuple[str, int | None, re.Pattern[str]], ...]
    marks: re.Pattern[str] | None


@lru_cache(maxsize=8)
def _forms(heading_forms: tuple[tuple[str, str, int | None], ...], marks: tuple[str, ...]) -> _Forms:
    return _Forms(
        tuple((name, level, re.compile(pattern)) for name, pattern, level in heading_forms),
        re.compile("|".join(f"(?:{each})" for each in marks)) if marks else None,
    )


def _of(pack: DomainPack) -> _Forms:
    return _forms(tuple((each.name, each.pattern, each.level) for each in pack.heading_forms), pack.item_marks)


def read_heading(text: str, pack: DomainPack) -> HeadingParts | None:
    """The line as a heading of one of the pack's forms; the first that fits wins."""
    line = text.strip()
    for name, level, pattern in _of(pack).headings:
        match = pattern.fullmatch(line)
        if match:
            title = match.groupdict().get("title") or ""
            return HeadingParts(name, (match["number"] or "").strip(), title.strip(), level)
    return None


def item_mark(text: str, pack: DomainPack) -> str | None:
    """The mark that opens the line as an item of a list, as printed."""
    marks = _of(pack).marks
    match = marks.match(text.lstrip()) if marks else None
    return match.group().rstrip() if match else None
