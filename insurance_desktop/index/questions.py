"""What a question asks with: its words, bigrams, the trade's words for its street words, and its form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from insurance_desktop.domain.numerals import values_in
from insurance_desktop.domain.pack import DomainPack, SynonymGroup

from . import tokens
from .characters import comparable, respelled

SECTION, QUESTION, FILLER, COMPARISON, BORDER = "section", "question", "filler", "comparison", "border"
"""The names of query forms that this room knows; a pack brings their patterns."""
FIGURE, CHAPTER = "figure", "chapter"
"""Numbers in other numerals or with a spoken point, and the number of a chapter, which may be printed bare."""

_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_DOTTED = re.compile(r"\d+\.\d+\.\d+")
_PAUSE = re.compile(r"[\s,，。;；:：、?？!！…—~～()（）]+")
_SHORTEST_PART = 2
_MOST_PARTS = 5


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart. `trade` are the pack's terms that its street words stand for.

    `parts` are what it asks about side by side, () where it cannot be parted.
    """

    text: str
    words: tuple[str, ...]
    bigrams: tuple[str, ...]
    trade: tuple[str, ...]
    is_question: bool
    numbers: int
    has_clause_number: bool
    parts: tuple[str, ...] = ()
    is_comparison: bool = False


@dataclass(frozen=True, slots=True)
class SectionAsked:
    """A printed number in a question. `alone` = the question holds nothing else that could be searched."""

    section_id: str
    alone: bool


def take_apart(text: str, pack: DomainPack) -> Question:
    """The question as both arms read it. Words of the pack's stop list are left out where others remain."""
    spelled = respelled(text).strip()
    ignored = frozenset(pack.stop_words)
    all_words = tokens.unique(tokens.words(spelled))
    kept = [word for word in all_words if word not in ignored] or all_words
    subject = _without(spelled, [*_patterns(pack, FILLER)])
    pairs = tokens.unique(tokens.bigrams(subject)) or tokens.unique(tokens.bigrams(spelled))
    numbers = _NUMBER.findall(spelled)
    compares = any(pattern.search(spelled) for pattern in _patterns(pack, COMPARISON))
    return Question(
        text=spelled,
        words=tuple(kept),
        bigrams=tuple(pairs),
        trade=trade_terms(spelled, pack.synonyms),
        is_question=any(pattern.search(spelled) for pattern in _patterns(pack, QUESTION)),
        numbers=len(numbers),
        has_clause_number=_DOTTED.search(spelled) is not None,
        parts=_parts(spelled, pack),
        is_comparison=compares,
    )


def _parts(text: str, pack: DomainPack) -> tuple[str, ...]:
    """What stands between pauses and and-words: the sides of a comparison, the sentences of a story."""
    pieces = _PAUSE.split(text)
    for border in _patterns(pack, BORDER):
        pieces = [part for piece in pieces for part in border.split(piece)]
    kept = tokens.unique(piece.strip() for piece in pieces if len(comparable(piece)) >= _SHORTEST_PART)
    return tuple(kept[:_MOST_PARTS]) if len(kept) > 1 else ()


def terms_named(text: str, pack: DomainPack) -> tuple[tuple[str, ...], ...]:
    """For each term of the trade that a question names outright: the term and the others that mean the same."""
    spelled = respelled(text)
    return tuple(group.trade for group in pack.synonyms if any(term in spelled for term in group.trade))


def trade_terms(text: str, synonyms: Iterable[SynonymGroup]) -> tuple[str, ...]:
    """The trade's terms for the street words (and for other trade terms) that stand in the text."""
    found: list[str] = []
    for group in synonyms:
        if any(phrase in text for phrase in (*group.street, *group.trade)):
            found.extend(group.trade)
    return tuple(tokens.unique(found))


def sections_asked(text: str, pack: DomainPack) -> tuple[SectionAsked, ...]:
    """The clause numbers that a question names, as printed ids (`6.5`, `第六条`), in order."""
    spelled = respelled(text).strip()
    found: dict[str, None] = {}
    rest = spelled
    for pattern in _patterns(pack, SECTION):
        for match in pattern.finditer(rest):
            found["".join(match["number"].split())] = None
        rest = pattern.sub(" ", rest)
    alone = not comparable(_without(rest, _patterns(pack, FILLER)))
    return tuple(SectionAsked(section, alone) for section in found)


def figured(text: str, pack: DomainPack) -> str:
    """The text with the numbers of clauses that are written in other numerals in figures: 2.4 for 二点四."""
    spelled = respelled(text).strip()
    for pattern in _patterns(pack, FIGURE):
        spelled = pattern.sub(_in_figures, spelled)
    return spelled


def _in_figures(match: re.Match[str]) -> str:
    start, end = match.span("number")
    values = ".".join(values_in(match["number"]))
    return match[0][: start - match.start()] + values + match[0][end - match.start() :]


def bare_number(section_id: str, pack: DomainPack) -> str | None:
    """What a chapter's number is where it is printed without its word: 2 for 第二章; None for what is no chapter's."""
    found = (pattern.fullmatch(section_id) for pattern in _patterns(pack, CHAPTER))
    return next((values_in(match["number"])[0] for match in found if match), None)


def leading_section(text: str, pack: DomainPack) -> tuple[str, str] | None:
    """The clause number that a text begins with, as a printed id, and what stands behind it; None where none does."""
    spelled = respelled(text).strip()
    for pattern in _patterns(pack, SECTION):
        match = pattern.match(spelled)
        if match is not None:
            return "".join(match["number"].split()), spelled[match.end() :].strip()
    return None


def subject_of(text: str, pack: DomainPack) -> str:
    """The question without the words that only ask: what an exact title is compared with."""
    return comparable(_without(respelled(text), _patterns(pack, FILLER)))


def _without(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    for pattern in patterns:
        text = pattern.sub(" ", text)
    return text


@lru_cache(maxsize=64)
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


def _patterns(pack: DomainPack, name: str) -> tuple[re.Pattern[str], ...]:
    return _compiled(tuple(form.pattern for form in pack.query_forms if form.use == name))
