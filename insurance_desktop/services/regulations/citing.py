"""A citation taken apart: of which instrument, which units, which paragraphs. Pure.

What a person types and what a document prints above its parts is read by the same rules of the pack, so that
`SOLAS III/31`, 第三章第31条 and the heading "Regulation 31" below "CHAPTER III" come to the same place.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from insurance_desktop.domain.numerals import is_numeral, values_in, with_zeros
from insurance_desktop.domain.regulation_rules import CitedUnit, Instrument, RegulationRules

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_YEAR = r"of\s+(?:19|20)\d\d"
_VALUE = r"\d+(?:-\d+)?[A-Za-z]?(?![A-Za-z])|[IVXLCivxlc]+(?:-(?:\d(?!\d)|[IVX]+))?(?![A-Za-z])|[A-Za-z](?![A-Za-z])"
"""A chapter II-1 has one digit behind its dash; III-31 is a regulation of chapter III."""
_WORD_END = "(?=(?-i:[^A-Za-z]|[IVXLC]+(?![A-Za-z])|[A-Z](?![A-Za-z])|$))"
_BETWEEN = re.compile(r"[\s.,/()\[\]:;\u3001\u3002\u300a\u300b\u201c\u201d\"'&-]+")
"""Signs that may stand between the numbers of a citation."""


class Place(NamedTuple):
    """A place in an instrument: `units` are (name of the unit, number as it is said), from the outside in; `steps` the
    marks of a paragraph and its parts."""

    units: tuple[tuple[str, str], ...]
    steps: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """What two spellings of one place have in common."""
        return (*(f"{name} {_value(said)}" for name, said in self.units), *(step.casefold() for step in self.steps))


@lru_cache(maxsize=4_096)
def _value(said: str) -> str:
    """A number as it is compared: II-1 and 2-1 are one."""
    head, dash, tail = said.casefold().partition("-")
    return _counted(head) + (f"{dash}{_counted(tail)}" if dash else "")


def _counted(word: str) -> str:
    if word and set(word) <= _ROMAN.keys():
        values = [_ROMAN[sign] for sign in word]
        pairs = zip(values, [*values[1:], 0], strict=True)
        return str(sum(-one if one < after else one for one, after in pairs))
    return word


def plain(text: str) -> str:
    """The text in one form of signs and spaces, Chinese numerals as digits."""
    said = with_zeros(" ".join(unicodedata.normalize("NFKC", text).split()))
    runs = ((is_han, "".join(signs)) for is_han, signs in groupby(said, _is_han_numeral))
    return "".join(values_in(run)[0] if is_han else run for is_han, run in runs)


def _is_han_numeral(sign: str) -> bool:
    return not sign.isascii() and is_numeral(sign)


def instrument_in(text: str, rules: RegulationRules) -> tuple[Instrument | None, str]:
    """The instrument that a text names by its longest name, and the text without it."""
    said = plain(text)
    for name, instrument in _names(rules.instruments):
        found = name.search(said)
        if found:
            return instrument, f"{said[: found.start()]} {said[found.end() :]}"
    return None, said


def instruments_in(text: str, rules: RegulationRules) -> tuple[Instrument, ...]:
    """All instruments that a text names, in order; of a name inside a longer one nothing is said."""
    return tuple(dict.fromkeys(each for each, _, _ in _named_in(plain(text), rules)))


def _named_in(said: str, rules: RegulationRules) -> list[tuple[Instrument, int, int]]:
    found: list[tuple[Instrument, int, int]] = []
    for name, instrument in _names(rules.instruments):
        for each in name.finditer(said):
            if not any(each.start() < end and start < each.end() for _, start, end in found):
                found.append((instrument, each.start(), each.end()))
    return sorted(found, key=lambda each: each[1])


class Citation(NamedTuple):
    """A citation in a sentence, as it could be asked for alone: of a regulation, or of the part of an instrument that
    holds some."""

    text: str
    is_regulation: bool


def citations_in(text: str, rules: RegulationRules) -> tuple[Citation, ...]:
    """What a sentence cites. Without an instrument's name only what names two units is a citation."""
    said = plain(text)
    names = _named_in(said, rules)
    found: list[Citation] = []
    for start, end in _runs(said, names, rules):
        inside = [each for each in names if start <= each[1] < end]
        starts = [each[1] for each in inside] or [start]
        for first, last in zip((start, *starts[1:]), (*starts[1:], end), strict=True):
            pieces = list(_pieces(said[first:last]))
            told = (_cited(each, rules, as_regulation=narrow) for narrow in (True, False) for each in pieces)
            found += [each for each in (next(filter(None, told), None),) if each]
    return tuple(dict.fromkeys(found))


def _runs(said: str, names: Sequence[tuple[Instrument, int, int]], rules: RegulationRules) -> Iterator[tuple[int, int]]:
    """The stretches of a text that hold nothing but what citations are made of."""
    patterns, ends = _patterns(rules.units, rules.fillers), {start: end for _, start, end in names}
    begin = end = at = 0
    while at < len(said):
        found = None if at in ends else patterns.match(said, at)
        after = ends[at] if at in ends else found.end() if found else next(_OTHER.finditer(said, at)).end()
        if at in ends or (found and found.lastgroup in _SAYING):
            begin, end = (begin if end > begin else at), after
        elif found is None and end > begin:
            yield begin, end
            begin = end = after
        at = after
    if end > begin:
        yield begin, end


_OTHER = re.compile(r"[A-Za-z]+|.", re.DOTALL)
_SAYING = ("word", "sign", "value")
_ARTICLE = re.compile(r"[\d)]\s+[A-Za-z]$")
"""A letter apart from the number before it begins another word: III/31 A raft."""


def _pieces(run: str) -> Iterator[str]:
    """A run, and what its beginning up to each of its numbers says, the longest first."""
    ends = [each.end() for each in re.finditer(_VALUE, run)]
    for end in dict.fromkeys((len(run.rstrip()), *reversed(ends))):
        if not _ARTICLE.search(run[:end]):
            yield run[:end].strip()


def _cited(piece: str, rules: RegulationRules, *, as_regulation: bool) -> Citation | None:
    """The piece, where it cites a regulation, or else a wider part of the instrument that it names."""
    instrument, said = instrument_in(piece, rules)
    for each in (instrument,) if instrument else rules.instruments:
        place = place_said(said, each, rules)
        if place is None or _is_regulation(place, each) != as_regulation:
            continue
        if _is_placed(piece, place, rules) if instrument is None else as_regulation or _is_part(said, rules):
            return Citation(piece, as_regulation)
    return None


def _is_regulation(place: Place, instrument: Instrument) -> bool:
    """Whether a place is as narrow as what the instrument counts last."""
    return instrument.units[-1] in dict(place.units)


def _is_placed(piece: str, place: Place, rules: RegulationRules) -> bool:
    """Whether words that name no instrument cite: two units, said as such."""
    return len(place.units) > 1 and ("/" in piece or _names_unit(piece, rules))


def _is_part(said: str, rules: RegulationRules) -> bool:
    """Whether a number behind an instrument's name is a chapter's: one letter alone may be any word."""
    return _names_unit(said, rules) or re.search(r"[IVXLC]{2}", said) is not None


def _names_unit(text: str, rules: RegulationRules) -> bool:
    found = _patterns(rules.units, rules.fillers).finditer(text)
    return any(each.lastgroup in ("word", "sign") for each in found)


@cache
def _names(instruments: tuple[Instrument, ...]) -> tuple[tuple[re.Pattern[str], Instrument], ...]:
    named = [(plain(name), each) for each in instruments for name in (each.name, *each.aliases)]
    named.sort(key=lambda pair: -len(pair[0]))
    return tuple(
        (re.compile(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", re.IGNORECASE), each) for name, each in named
    )


class _Token(NamedTuple):
    """A unit's word, a unit's sign behind numbers, or numbers."""

    unit: CitedUnit | None = None
    is_behind: bool = False
    value: str = ""


def place_said(text: str, instrument: Instrument, rules: RegulationRules) -> Place | None:
    """The place that a citation without its instrument's name means; None where it says anything else.

    Numbers without a word for what they count are those of the instrument's units, from the outside in.
    """
    tokens = list(_tokens(text, instrument, rules))
    if not tokens or _Token() in tokens:
        return None
    said = _Said(instrument, rules)
    for token in tokens:
        said.take(token)
    return said.place()


def place_printed(numbers: Sequence[str], instrument: Instrument, rules: RegulationRules) -> Place | None:
    """The place of a section below the headings with these printed numbers, its own the last one.

    None where its own heading has no number that could be cited.
    """
    said = _Said(instrument, rules, is_printed=True)
    for number in numbers:
        for token in _tokens(plain(number), instrument, rules):
            if token == _Token():
                return None
            said.take(token)
        said.flush()
    return said.place() if numbers and numbers[-1] else None


def _tokens(text: str, instrument: Instrument, rules: RegulationRules) -> Iterator[_Token]:
    """The parts of a citation; an empty one for what is none."""
    patterns, units = _patterns(rules.units, rules.fillers), _by_word(rules.units)
    at = 0
    while at < len(text):
        found = patterns.match(text, at)
        if found is None:
            yield _Token()
            return
        at = found.end()
        if found.lastgroup == "word":
            unit = units[found["word"].rstrip(".").casefold()]
            if not (_COMPOUND.match(text, at) and unit.name in instrument.units[1:]):
                yield _Token(unit)
        elif found.lastgroup == "sign":
            yield _Token(units[found["sign"]], is_behind=True)
        elif found.lastgroup == "value":
            yield _Token(value=found["value"])


_COMPOUND = re.compile(rf"\s*(?:{_VALUE})\s*/\s*(?:{_VALUE})")
"""Regulation II-1/3-6 names the chapter, too."""


@cache
def _by_word(units: tuple[CitedUnit, ...]) -> dict[str, CitedUnit]:
    return {word.casefold(): unit for unit in units for word in (*unit.words, *unit.signs)}


@cache
def _patterns(units: tuple[CitedUnit, ...], fillers: tuple[str, ...]) -> re.Pattern[str]:
    words = _either(word for unit in units for word in unit.words)
    signs = _either(sign for unit in units for sign in unit.signs)
    return re.compile(
        rf"(?P<word>(?i:{words})\.?)|(?P<sign>{signs})|(?P<value>{_YEAR}|{_VALUE})"
        rf"|(?P<filler>(?i:{_either(fillers)}))|{_BETWEEN.pattern}"
    )


def _either(words: Iterable[str]) -> str:
    """Any of the words, the longest that fits; one in Latin script ends before a number (AnnexI) or no letter."""
    longest = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word) + _WORD_END * word.isascii() for word in longest) or "(?!)"


class _Said:
    """What a citation has said so far."""

    def __init__(self, instrument: Instrument, rules: RegulationRules, *, is_printed: bool = False) -> None:
        self.instrument = instrument
        self.units = {unit.name: unit for unit in rules.units}
        self.is_printed = is_printed
        self.named: dict[str, str] = {}
        self.steps: list[str] = []
        self.bare: list[str] = []
        self.awaited: CitedUnit | None = None

    def take(self, token: _Token) -> None:
        if token.value:
            if self.awaited is not None and not self.awaited.is_part:
                self.name(self.awaited, token.value)
                self.awaited = None
            else:
                self.bare.append(token.value)
        elif token.unit is not None and token.is_behind:
            self.behind(token.unit)
        elif token.unit is not None:
            self.flush()
            self.awaited = token.unit
            if token.unit.closed:
                self.named.setdefault(token.unit.name, "")

    def name(self, unit: CitedUnit, value: str) -> None:
        self.named[unit.name] = value

    def behind(self, unit: CitedUnit) -> None:
        """The numbers before a sign: all of them are steps of a paragraph, the last one is any other unit's."""
        if unit.is_part:
            self.steps += self.bare
            self.bare = []
        elif self.bare:
            last = self.bare.pop()
            self.flush()
            self.name(unit, last)

    def flush(self) -> None:
        """The numbers without a word are those of the next units that the instrument counts, then paragraphs."""
        if self.awaited is not None and self.awaited.is_part:
            self.steps += self.bare
            self.bare = []
        for value in self.bare:
            unit = None if self.steps else self.next_unit()
            if unit is None:
                self.steps.append(value)
            else:
                self.name(unit, value)
        self.bare, self.awaited = [], None

    def next_unit(self) -> CitedUnit | None:
        if any(self.units[name].closed for name in self.named):
            return None
        path = self.instrument.units
        named = [place for place, name in enumerate(path) if name in self.named]
        left = path[max(named) + 1 :] if named else path if self.may_begin() else ()
        unit = self.units[left[0]] if left else None
        return unit if unit is None or not self.is_printed or unit.printed_plain else None

    def may_begin(self) -> bool:
        """Whether no unit is named whose own numbers could be meant."""
        return self.is_printed or not self.named

    def place(self) -> Place | None:
        """The units that tell the place: those that the instrument counts, what counts for itself, and what is inside
        the last one of them."""
        self.flush()
        path = self.instrument.units
        named = [name for name in self.units if name in self.named]
        last = max((place for place, name in enumerate(named) if name in path), default=-1)
        kept = [
            (name, self.named[name])
            for place, name in enumerate(named)
            if name in path or self.units[name].closed or place > last
        ]
        return Place(tuple(kept), tuple(self.steps)) if kept else None


def steps_below(reference: str, regulation: str, rules: RegulationRules) -> tuple[str, ...] | None:
    """The marks of the paragraph that a citation says of a regulation, () of the whole one; None of any other."""
    instrument, said = instrument_in(reference, rules)
    own, id_ = instrument_in(regulation, rules)
    if instrument is None or instrument != own:
        return None
    place, whole = place_said(said, instrument, rules), place_said(id_, instrument, rules)
    if (
        place is None
        or whole is None
        or place.key[: len(whole.key)] != whole.key
        or len(place.units) != len(whole.units)
    ):
        return None
    return tuple(step.casefold() for step in place.steps[len(whole.steps) :])


def cited(place: Place, instrument: Instrument, rules: RegulationRules) -> str:
    """The id of a place as surveyors write it: SOLAS III/31.1.4, MARPOL Annex I/14.7."""
    units = {unit.name: unit for unit in rules.units}
    parts = [
        said if units[name].stands_alone and name in instrument.units else f"{units[name].label} {said}".strip()
        for name, said in place.units
    ]
    return f"{instrument.name} {'/'.join(parts)}{''.join(map(_step, place.steps))}"


def _step(step: str) -> str:
    return f".{step}" if step[:1].isdigit() else f"({step})"
