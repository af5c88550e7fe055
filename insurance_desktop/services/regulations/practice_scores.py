"""How much an entry of practice is about a question, as the seed scores it. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.domain.practice import PracticeEntry
from insurance_desktop.domain.regulation_rules import Instrument, RegulationRules

from .citing import Place, citations_in, instrument_in, place_said, plain
from .practice_entries import reference_and_title

KEYWORD, REGULATION, CITED, TERM, SHIP_TYPE = 2, 3, 2, 1, 2
"""For each keyword that the question says, each regulation that it is about, each that it cites, each term by which it
is understood, and its type of ship."""
MOST = 3


class Understood(NamedTuple):
    """What a question is about, beside what it says itself: regulations that the pack's rules name for it, others that
    it cites, terms, types of ships."""

    regulations: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    ship_types: tuple[str, ...] = ()


class Scored(NamedTuple):
    """An entry with its score; `matched` is what it shares with the question."""

    entry: PracticeEntry
    score: int
    matched: tuple[str, ...]


def best_of(
    question: str, entries: Iterable[PracticeEntry], understood: Understood, rules: RegulationRules
) -> tuple[Scored, ...]:
    """The best three that share the question's subject: a type of ship by itself is none."""
    said = (each.text for each in citations_in(question, rules) if each.is_regulation)
    cited = tuple(dict.fromkeys((*understood.cited, *said)))
    scored = [_scored(plain(question), each, understood._replace(cited=cited), rules) for each in entries]
    about = [each for each in scored if each.score and each.matched]
    return tuple(sorted(about, key=lambda each: -each.score)[:MOST])


def _scored(question: str, entry: PracticeEntry, understood: Understood, rules: RegulationRules) -> Scored:
    keywords = [each for each in entry.keywords if _says(question, plain(each))]
    terms = [each for each in entry.terms if _says(question, each) or _is_among(each, understood.terms)]
    about = list(_shared(entry, (*understood.regulations, *understood.cited), rules))
    cited = list(_shared(entry, understood.cited, rules))
    score = KEYWORD * len(keywords) + TERM * len(terms) + REGULATION * len(about) + CITED * len(cited)
    ships = [each for each in entry.ship_types if _says(question, each) or _is_among(each, understood.ship_types)]
    return Scored(entry, score and score + SHIP_TYPE * bool(ships), tuple(dict.fromkeys((*keywords, *terms, *about))))


def _says(text: str, word: str) -> bool:
    """Whether a text says a word; one in Latin script stands alone, in one or in several."""
    bounds = (r"(?<![A-Za-z0-9])", r"s?(?![A-Za-z0-9])") if word.isascii() else ("", "")
    return re.search(bounds[0] + re.escape(word) + bounds[1], text, re.IGNORECASE) is not None


def _is_among(word: str, others: Sequence[str]) -> bool:
    return word.casefold() in {each.casefold() for each in others}


def _shared(entry: PracticeEntry, references: Sequence[str], rules: RegulationRules) -> Iterator[str]:
    """The regulations of an entry that are among these: the same one, or a paragraph of it."""
    said = [place for place in (_place(each, rules) for each in references) if place is not None]
    for named in entry.regulations:
        own = _place(reference_and_title(named)[0], rules)
        if own is not None and any(_meet(own, each) for each in said):
            yield named


def _place(reference: str, rules: RegulationRules) -> tuple[Instrument, Place] | None:
    instrument, rest = instrument_in(reference, rules)
    place = place_said(rest, instrument, rules) if instrument else None
    return (instrument, place) if instrument and place else None


def _meet(one: tuple[Instrument, Place], other: tuple[Instrument, Place]) -> bool:
    shorter, longer = sorted((one[1], other[1]), key=lambda each: len(each.key))
    is_same = len(shorter.units) == len(longer.units) and longer.key[: len(shorter.key)] == shorter.key
    return one[0] == other[0] and is_same
