"""Texts as quotations are compared: width of signs, spaces and marks of printing aside, every word and figure kept."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from insurance_desktop.domain.pack import DomainPack

_NOT_PRINTED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"))
_MARKDOWN = "*`"
_SAME_SIGNS = {
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u300c\u300d\u300e\u300f\u2033\u301d\u301e", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys(_MARKDOWN, ""),
}


class _Signs(dict[int, str]):
    """A `str.translate` table that works out each sign once."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if sign in _SAME_SIGNS:
            told = _SAME_SIGNS[sign]
        elif unicodedata.category(sign) in _NOT_PRINTED:
            told = ""
        else:
            told = "".join(_SAME_SIGNS.get(each, each) for each in unicodedata.normalize("NFKC", sign).split())
        self[code] = told
        return told


_signs = _Signs()


def key_of(text: str) -> str:
    """What is compared of a text: NFKC, one form of each quotation mark and dash, nothing that is not printed."""
    return text.translate(_signs)


@dataclass(frozen=True, slots=True)
class Keyed:
    """A text with its key. `places[n]` is where sign `n` of the key stands in the text."""

    text: str
    key: str
    places: tuple[int, ...]

    def words(self, start: int, end: int) -> str:
        """The text behind [start, end) of the key, as it stands, with what is between these signs."""
        if start >= end:
            return ""
        last = self.places[end - 1] + 1
        return self.text[self.places[start] : last]


def keyed(text: str) -> Keyed:
    """The text and its key, sign by sign."""
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        told = _signs[ord(sign)]
        signs.append(told)
        places.extend([place] * len(told))
    return Keyed(text, "".join(signs), tuple(places))


@dataclass(frozen=True, slots=True)
class Weights:
    """What must not differ in a quotation: `decisive` signs anywhere, `figures` whole, `turns` right before it."""

    decisive: re.Pattern[str]
    figures: re.Pattern[str]
    turns: re.Pattern[str]
    exceptions: tuple[re.Pattern[str], ...]

    def is_decisive(self, text: str, start: int, end: int) -> bool:
        """Whether a decisive sign of the text touches [start, end), or holds that place where it is empty."""
        return any(
            (first < end and start < last) or (start == end and first < start < last)
            for first, last in _spans(self.decisive, text)
        )

    def cut_open(self, text: str, start: int, end: int) -> tuple[int, int]:
        """[start, end) widened by what a cut there would falsify: the rest of a figure, a negation right before."""
        for first, last in _spans(self.figures, text):
            if first < start < last:
                start = first
            if first < end < last:
                end = last
        turn = self.turns.search(text, 0, start)
        return (turn.start() if turn else start), end

    def in_order(self, parts: Sequence[str], whole: str) -> list[tuple[int, int]] | None:
        """Where the parts stand one after the other, each without being cut open; None where they do not."""
        found: list[tuple[int, int]] = []
        after = 0
        for part in parts:
            start = whole.find(part, after)
            while start >= 0 and self.cut_open(whole, start, start + len(part)) != (start, start + len(part)):
                start = whole.find(part, start + 1)
            if start < 0:
                return None
            after = start + len(part)
            found.append((start, after))
        return found

    def exception_behind(self, text: str) -> str | None:
        """The exception in what follows a quotation inside its sentence."""
        for each in self.exceptions:
            found = each.search(text)
            if found:
                return found.group().strip() or None
        return None


@lru_cache(maxsize=64)
def _spans(pattern: re.Pattern[str], text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in pattern.finditer(text))


@lru_cache(maxsize=8)
def _weights(
    decisive: Sequence[str], figures: Sequence[str], turns: Sequence[str], exceptions: Sequence[str]
) -> Weights:
    return Weights(
        re.compile("|".join(f"(?:{each})" for each in (*figures, *decisive)) or "(?!)"),
        re.compile("|".join(f"(?:{each})" for each in figures) or "(?!)"),
        re.compile("(?:" + "|".join(f"(?:{each})" for each in turns) + r")\Z" if turns else "(?!)"),
        tuple(re.compile(each) for each in exceptions),
    )


def weights_of(pack: DomainPack) -> Weights:
    """What a pack holds for decisive in a quotation."""
    return _weights(pack.decisive_forms, pack.figure_forms, pack.turning_forms, pack.exception_forms)


_ELLIPSIS = re.compile(r"(?:\u2026|\.{3,}|\u3002{3,}|\[\s*(?:\u2026|\.{3,})\s*\]|[\uff08(]\s*\u7565\s*[\uff09)])+")


def parts_of(quote: str) -> list[str]:
    """A quotation cut at its ellipses; the stretches between them are what is really quoted."""
    return [part for part in _ELLIPSIS.split(quote) if key_of(part)]


def occurrences(part: str, whole: str) -> Iterator[int]:
    """The places where a key stands in another one."""
    place = whole.find(part)
    while place >= 0:
        yield place
        place = whole.find(part, place + 1)
