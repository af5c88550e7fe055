"""A text as its meaning is compared: phrases of words that say the same in one spelling, negations, signs, figures."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum

from insurance_desktop.domain.numerals import amount
from insurance_desktop.domain.statement_rules import StatementRules
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import respelled
from insurance_desktop.services.library.comparable_text import key_of

_PHRASE_ENDS = re.compile(r"(?:,(?!\d{3}(?!\d))|[;:!?()\u3001\u3002\n]|\.(?!\d))+")
_LONGEST_MERGE = 3
"""Words that jieba parts and the pack takes for one."""
SCOPE = 2
"""Words behind a negation that it turns."""
_NOT_SAID = "|~^"
_GLUED = 2
_SHORTEST_NEGATED = 3
"""A word of so many signs that begins with a negation is two."""


Measured = tuple[Decimal, str]
"""A value and its unit."""


class Kind(Enum):
    WORD = "word"
    LIGHT = "light"
    SIGN = "sign"
    NOT = "not"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its unit. `counts`: one of a few things, which is said in many ways."""

    said: str
    value: Decimal
    unit: str
    counts: bool = False

    @property
    def measured(self) -> Measured:
        return self.value, self.unit


@dataclass(frozen=True, slots=True)
class Word:
    """`text` is the spelling that words of the same meaning share, `said` what stands there. `turned`: a negation
    stands before it; `sign`: the group of signs that it belongs to; `is_read`: one of several that one word says."""

    text: str
    said: str
    kind: Kind
    turned: bool = False
    sign: str = ""
    is_actor: bool = False
    is_read: bool = False
    figure: Figure | None = None

    @property
    def spelled(self) -> str:
        """What stands there, in its place between the other words; nothing of what is read as several."""
        return "\n" if self.is_read else self.said

    @property
    def weight(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class Phrase:
    words: tuple[Word, ...]

    @property
    def figures(self) -> Iterator[Figure]:
        return (each.figure for each in self.words if each.figure is not None and each.kind is Kind.FIGURE)

    @property
    def counted(self) -> Iterator[tuple[Figure, Word]]:
        """What is counted, one of a kind too, each with its number."""
        for place, each in enumerate(self.words):
            noun = next((word for word in self.words[place + 1 :] if word.kind is Kind.WORD), None)
            if each.figure is not None and each.figure.counts and noun is not None:
                yield each.figure, noun

    @property
    def content(self) -> Iterator[Word]:
        return (each for each in self.words if each.kind is Kind.WORD)

    @property
    def telling(self) -> Iterator[Word]:
        """What tells it from others, light words too; no party."""
        light = (each for each in self.words if each.kind is Kind.LIGHT and each.weight > 1 and each.figure is None)
        return (each for each in (*self.content, *light) if not each.is_actor)

    @property
    def said(self) -> str:
        return "".join(each.spelled for each in self.words).strip()

    @property
    def negates(self) -> bool:
        return any(each.kind is Kind.NOT for each in self.words)

    def turned_by(self, place: int, most: int = SCOPE) -> tuple[Word, ...]:
        """What the negation at this place turns: so many of the words behind it, up to a figure or another negation."""
        found: list[Word] = []
        for each in self.words[place + 1 :]:
            if (each.kind is Kind.FIGURE and found) or each.kind is Kind.NOT or len(found) == most:
                break
            if each.kind is Kind.WORD and not each.is_actor:
                found.append(each)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Reading:
    """`key` is the text as it is compared sign by sign, without what is read over."""

    key: str
    phrases: tuple[Phrase, ...]

    @property
    def words(self) -> Iterator[Word]:
        return (word for phrase in self.phrases for word in phrase.words)

    @property
    def content(self) -> tuple[Word, ...]:
        return tuple(word for word in self.words if word.kind is Kind.WORD)

    @property
    def claims(self) -> bool:
        """Whether anything is said that could be true or false."""
        return any(word.kind is not Kind.LIGHT for word in self.words)


class Reader:
    """Reads texts as one pack says, each of them once."""

    def __init__(self, rules: StatementRules, stop_words: Sequence[str]) -> None:
        self.rules = rules
        self.done: dict[str, Reading] = {}
        self.asides = re.compile("|".join(rules.aside_forms) or "(?!)")
        self.first_of = {word: group[0] for group in rules.equal for word in group}
        self.says = {each.word: each.says for each in rules.readings}
        self.bounds = frozenset(group.name for group in rules.signs if group.bounds_figures)
        self.against = {group.name: group.against for group in rules.signs}
        self.sign_of = {word: group.name for group in rules.signs for word in group.words}
        self.negations = frozenset(rules.negations)
        self.light = frozenset((*rules.light, *stop_words)) - frozenset(rules.strict)
        self.known = {*self.first_of, *self.says, *self.sign_of, *self.negations, *rules.strict}
        alone = self.negations & set(rules.clinging)
        whole = sorted((word for word in self.known if word in alone or len(word) > 1), key=len, reverse=True)
        whole = [word for word in whole if not word.isascii()]
        self.apart = re.compile(f"({'|'.join(map(re.escape, whole))})" if whole else "(?!)")
        self.units = [(re.compile(word), each) for each in rules.units for word in each.words]
        spellings = sorted((word for each in rules.units for word in each.words), key=len, reverse=True)
        self.figures = re.compile(rules.figures.replace("{unit}", "|".join(spellings)) or "(?!)")

    def read(self, text: str) -> Reading:
        known = self.done.get(text)
        if known is None:
            known = self.done[text] = self._reading(text)
        return known

    def _reading(self, text: str) -> Reading:
        bare = self.asides.sub("", text)
        spelled = plain(bare).lower()
        phrases = (tuple(self._words(part)) for part in _PHRASE_ENDS.split(spelled))
        return Reading(key_of(bare), tuple(Phrase(_turned(words)) for words in phrases if words))

    def _words(self, phrase: str) -> Iterator[Word]:
        end = 0
        for found, figure in self._figures(phrase):
            yield from self._between(phrase[end : found.start()], is_behind_figure=end > 0)
            kind = Kind.LIGHT if figure.counts and figure.value == 1 else Kind.FIGURE
            yield Word(figure.said, figure.said, kind, figure=figure)
            end = found.end()
        yield from self._between(phrase[end:], is_behind_figure=end > 0)

    def _figures(self, phrase: str) -> Iterator[tuple[re.Match[str], Figure]]:
        """The figures of a phrase; the first of a range has the unit of the last."""
        places = list(self.figures.finditer(phrase))
        figures = [self._figure(found) for found in places]
        for place in range(len(places) - 2, -1, -1):
            between = phrase[places[place].end() : places[place + 1].start()].strip()
            if not figures[place].unit and between in self.rules.range_signs:
                figures[place] = replace(figures[place], unit=figures[place + 1].unit)
        yield from zip(places, figures, strict=True)

    def _figure(self, found: re.Match[str]) -> Figure:
        said = found.groupdict()
        unit, counts = self._unit(said.get("unit") or said.get("said_unit") or "")
        if said.get("percent"):
            value, unit = amount(said["share"] or said["share_said"]), self._unit("%")[0]
        elif said.get("over"):
            value, unit = amount(said["over"]) / amount(said["under"]), "fraction"
        else:
            number = said.get("number")
            value = amount(number + (said.get("scale") or "").strip() if number else said["said"] or said["long"])
        if said.get("ordinal"):
            unit, counts = f"ordinal {unit}", False
        return Figure(found.group().strip(), value, unit, counts)

    def _unit(self, said: str) -> tuple[str, bool]:
        for form, each in self.units if said else ():
            if form.fullmatch(said):
                return each.name, each.counts
        return "", False

    def _between(self, text: str, *, is_behind_figure: bool) -> Iterator[Word]:
        parts = [part for piece in self.apart.split(text) for part in self._parts(piece)]
        place = 0
        while place < len(parts):
            for length in range(min(_LONGEST_MERGE, len(parts) - place), 0, -1):
                joint = " " if parts[place].isascii() else ""
                said = joint.join(parts[place : place + length])
                if length == 1 or said in self.known:
                    yield from self._said(said, is_behind_figure=is_behind_figure and place == 0)
                    place += length
                    break

    def _parts(self, piece: str) -> Iterator[str]:
        if piece in self.known:
            yield piece
            return
        for word in tokens.words(piece):
            is_glued = len(word) == _GLUED and word not in self.known and word not in self.light
            yield from word if is_glued and word[-1] in self.rules.clinging else (word,)

    def _said(self, said: str, *, is_behind_figure: bool) -> Iterator[Word]:
        is_read = said in self.says
        says = self.says.get(said, (said,))
        if said not in self.known and len(said) >= _SHORTEST_NEGATED and said[0] in self.negations:
            says = (said[0], said[1:])
        for each in says:
            text = self.first_of.get(each, each)
            sign = self.sign_of.get(text) or self.sign_of.get(each, "")
            own = said if is_read else each
            if text in self.negations:
                yield Word(text, own, Kind.NOT, is_read=is_read)
            elif sign in self.bounds and not is_behind_figure:
                yield Word(text, own, Kind.LIGHT, is_read=is_read)
            elif sign:
                yield Word(text, own, Kind.SIGN, sign=sign, is_read=is_read)
            else:
                kind = Kind.LIGHT if text in self.light else Kind.WORD
                yield Word(text, each, kind, is_actor=text in self.rules.actors, is_read=is_read)


def _turned(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words, each of which knows whether it is turned: what a negation turns, and the signs between."""
    phrase = Phrase(tuple(words))
    turned: set[int] = set()
    for place, each in enumerate(words):
        if each.kind is Kind.NOT:
            scope = {id(word) for word in phrase.turned_by(place)}
            last = max((at for at, word in enumerate(words) if id(word) in scope), default=place + 1)
            turned |= scope | {id(word) for word in words[place + 1 : last] if word.kind is Kind.SIGN}
    return tuple(replace(each, turned=id(each) in turned) for each in words)


def symbols(text: str) -> set[str]:
    """Signs that say something without a word: a tick, a cross, a sign of reckoning."""
    plain_text = unicodedata.normalize("NFKC", text)
    return {sign for sign in plain_text if unicodedata.category(sign) in ("So", "Sm")} - set(_NOT_SAID)


def plain(text: str) -> str:
    """A text in one width and spelling of signs, without what is not seen and without marks of bold type."""
    lines = unicodedata.normalize("NFKC", text).splitlines()
    seen = ("".join(sign for sign in line if unicodedata.category(sign) != "Cf" and sign not in "*`") for line in lines)
    return "\n".join(respelled(line) for line in seen)
