"""A question in another language than the documents', in their words: by the terms and the linking words of a pack."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.query_rules import QueryMeasure, ShipType, TermGroup
from insurance_desktop.domain.regulation_rules import Instrument

from .characters import respelled

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_LATIN = re.compile(r"[A-Za-z][\w/-]+")
_PAUSE = re.compile(r"[\s\u3000-\u303f\uff00-\uffef;:?!]+|,(?!\d)")

IsPrinted = Callable[[str], bool]


@entity
class Reworded:
    """`text`: the question as it is searched. `read`: its words that were read, each with its term; `beside`: what else
    documents may print for them. `unread`: what nobody can say in their language. `certainty`: the share of what it
    asks about that was read."""

    text: str
    read: tuple[tuple[str, str], ...] = ()
    beside: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    certainty: float = 1.0


def reworded(text: str, pack: DomainPack, is_printed: IsPrinted = lambda _: True) -> Reworded:
    """The question with the first of the terms that documents print for each of its words. One without a Chinese sign
    stays as it is."""
    rules, spelled = pack.query_rules, respelled(text).strip()
    if not rules.term_groups or not _HAN.search(spelled):
        return Reworded(text)
    latin = _LATIN.findall(spelled)
    for each, number, said in measured(spelled, rules.measures):
        spelled = spelled.replace(said, f" {each.printed.format(number=f'{number:.10g}')} ")
    links = _links(rules.linking_words)
    terms = _terms(rules.term_groups, rules.ship_types, pack.regulations.instruments)
    read: dict[str, str] = {}
    beside: list[str] = []

    def in_terms(found: re.Match[str]) -> str:
        said = _said(found)
        if said not in terms:
            return f" {links[said]} "
        chosen = next(filter(is_printed, terms[said]), terms[said][0])
        read[found[0]] = chosen
        beside.extend(each for each in terms[said] if each != chosen)
        return f" {chosen} "

    told = _either(tuple({**links, **terms})).sub(in_terms, spelled)
    unread = tuple(_HAN.findall(told))
    known = sum(map(len, (*read, *latin)))
    share = known / ((known + sum(map(len, unread))) or 1)
    told = " ".join(_PAUSE.sub(" ", _HAN.sub(" ", told)).split())
    return Reworded(told, tuple(read.items()), tuple(dict.fromkeys(beside)), unread, share)


def measured(text: str, measures: Sequence[QueryMeasure]) -> Iterator[tuple[QueryMeasure, float, str]]:
    """The measures that a text gives, each with its number and with what is said for it."""
    for each in measures:
        for found in re.finditer(each.pattern, text):
            yield each, float(found["number"].replace(",", "")), found[0]


def ship_types_in(text: str, ships: Sequence[ShipType]) -> tuple[str, ...]:
    """The types of ships that a text in any language names, by the longest of their names."""
    names = {respelled(said).casefold(): each.name for each in ships for said in (each.name, *each.said)}
    found = _either(tuple(names)).finditer(respelled(text))
    return tuple(dict.fromkeys(names[_said(each)] for each in found))


def _said(found: re.Match[str]) -> str:
    return " ".join((found["said"] or found[0]).casefold().split())


@lru_cache(maxsize=4)
def _links(groups: tuple[TermGroup, ...]) -> Mapping[str, str]:
    return {respelled(said).casefold(): " ".join(each.terms[:1]) for each in groups for said in each.said}


@lru_cache(maxsize=4)
def _terms(
    groups: tuple[TermGroup, ...], ships: tuple[ShipType, ...], instruments: tuple[Instrument, ...]
) -> Mapping[str, tuple[str, ...]]:
    said = {word: each.terms for each in groups for word in each.said}
    said |= {word: (each.name,) for each in ships for word in each.said}
    said |= {word: (each.name,) for each in instruments for word in each.aliases if _HAN.search(word)}
    return {respelled(word).casefold(): terms for word, terms in said.items()}


@lru_cache(maxsize=8)
def _either(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the words, the longest first; a word in Latin script stands alone, in one or in several."""
    longest = sorted(words, key=len, reverse=True)
    latin = "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in longest if each.isascii())
    other = "|".join(re.escape(each) for each in longest if not each.isascii())
    alone = rf"(?<![a-z])(?P<said>{latin or '(?!)'})s?(?![a-z])"
    return re.compile(f"{alone}|{other}" if other else alone, re.IGNORECASE)
