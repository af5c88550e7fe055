"""Products that a question names by a part of their name that no other has, with the word for their kind behind it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import ATTRIBUTE, FILLER, JOINT, patterns_of, terms_named
from insurance_desktop.services.products.name_matching import meant_whole
from insurance_desktop.services.products.product_names import KnownProducts, name_key
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works.works import Work

from .clause_lookup import say_any
from .short_names import SHORTEST, is_word, without_riders

_PAUSE = re.compile(r"[,\uff0c\u3002;\uff1b:\uff1a?\uff1f!\uff01\s\u2026\u2014\u3001]+")
_LONGEST = 40
"""How many signs a part of a name may have."""


@dataclass(frozen=True, slots=True)
class NamedPart:
    """Words of a question that are a product's, and where they stand."""

    start: int
    end: int
    words: str
    work: Work


def parts_named(
    connection: Connection, known: KnownProducts, text: str, works: Mapping[int, int | None]
) -> tuple[NamedPart, ...]:
    """The products that a question names by words which are of one product's name alone; `works` by document in scope.

    What the clauses of others say is a word. So are, without the company before them, terms of the trade and what the
    product's own clauses say beside its name.
    """
    return tuple(each for each in _parts_in(known, text) if not _is_said(connection, known, each, works))


def _is_said(connection: Connection, known: KnownProducts, part: NamedPart, works: Mapping[int, int | None]) -> bool:
    own = [document for document, work in works.items() if work == part.work.work_id]
    others = [document for document in works if document not in own]
    key = name_key(part.words)
    if say_any(connection, others, [part.words]):
        return True
    names = (part.work.name, *known.aliases.get(part.work.work_id, ()))
    if known.companies.opening(key) or key in map(name_key, names):
        return False
    if terms_named(part.words, known.pack):
        return True
    ends = {match[1] for name in names for match in re.finditer(f"{re.escape(key)}(.{{0,2}})", name_key(name))}
    return is_word(connection, own, key, frozenset(ends - {""}))


def _parts_in(known: KnownProducts, text: str) -> Iterator[NamedPart]:
    """Where a question may begin to name a product, as far as its words are of one product's name."""
    for start in _openings(text, known.pack):
        pause = _PAUSE.search(text, start)
        last = min(len(text) if pause is None else pause.start(), start + _LONGEST)
        if not _may_begin(known, name_key(text[start:last])):
            continue
        for end in range(last, start + SHORTEST - 1, -1):
            place = meant_whole(known, text[start:end])
            if place is not None and len(name_key(text[start:end])) >= SHORTEST:
                yield NamedPart(start, end, text[start:end], known.works[place])
                break


def companies_named(known: KnownProducts, text: str, works: Mapping[int, int | None]) -> Iterator[NamedPart]:
    """The companies that a question names by themselves, each as the one product that it has among these works; riders
    are none."""
    there = set(works.values())
    ends = (_PAUSE, *patterns_of(known.pack, JOINT), *patterns_of(known.pack, ATTRIBUTE))
    for start in _openings(text, known.pack):
        end = min((each.start() for form in ends if (each := form.search(text, start))), default=len(text))
        words = text[start:end]
        theirs = known.of_companies(known.companies.named(name_key(words))) if words else frozenset()
        inside = [place for place in sorted(theirs) if known.works[place].work_id in there]
        meant = without_riders(known, words, inside)
        if len(meant) == 1:
            yield NamedPart(start, end, words, known.works[meant[0]])


def _may_begin(known: KnownProducts, asked: str) -> bool:
    return len(asked) >= SHORTEST and bool(known.names.holding(asked[:SHORTEST]) or known.companies.opening(asked))


def _openings(text: str, pack: DomainPack) -> list[int]:
    """Where a name may begin: at the start, behind a pause, and behind words that stand before names."""
    starts = {0, *(each.end() for each in _PAUSE.finditer(text))}
    openers = re.compile("|".join(map(re.escape, sorted(pack.name_openers, key=len, reverse=True))) or "(?!)")
    leading = (*patterns_of(pack, FILLER), *patterns_of(pack, JOINT), openers)
    for form in (*patterns_of(pack, JOINT), openers):
        starts |= {each.end() for each in form.finditer(text)}
    for start in list(starts):
        while behind := next((end for form in leading if (end := _end_at(form, text, start)) > start), None):
            starts.add(start := behind)
    return sorted(each for each in starts if each < len(text))


def _end_at(form: re.Pattern[str], text: str, start: int) -> int:
    match = form.match(text, start)
    return start if match is None else match.end()
