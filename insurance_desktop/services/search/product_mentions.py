"""Where a question names products, by their whole names, in short, or by a part of a name that no other has."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import ATTRIBUTE, FILLER, JOINT, patterns_of
from insurance_desktop.index.sides import Side, sides_of
from insurance_desktop.services.products.name_matching import meant_whole
from insurance_desktop.services.products.product_lookup import names_in
from insurance_desktop.services.products.product_names import KnownProducts, name_key
from insurance_desktop.services.products.scope import Scope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue

from .clause_lookup import say_any
from .named_products import stretches
from .short_names import named_in_short

_PAUSE = re.compile(r"[,\uff0c\u3002;\uff1b:\uff1a?\uff1f!\uff01\s\u2026\u2014\u3001]+")
_SHORTEST, _LONGEST = 3, 40
"""How many signs a name may have: two are a word of the language as often."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A product where a question names it, with its documents in scope; none for one that nothing verified is of."""

    start: int
    end: int
    documents: tuple[int, ...]


def mentions_in(connection: Connection, engine: SearchEngine, text: str, scope: Scope) -> tuple[Mention, ...]:
    """The products that a question names, in order. Beside one that is known a joined name that no document says is
    another product's, too."""
    found = _known_in(connection, engine, text, scope)
    if found:
        found += _strange_in(connection, engine.library.pack, text, scope, found)
    return tuple(sorted(found, key=lambda each: each.start))


def _known_in(connection: Connection, engine: SearchEngine, text: str, scope: Scope) -> list[Mention]:
    known = engine.product_names.known(connection)
    verified = catalogue.verified_documents(connection, engine.library.pack.name)
    inside = set(scope.documents)
    works = {each.document_id: each.work_id for each in verified if each.document_id in inside}

    def documents_of(meant: Iterable[int]) -> tuple[int, ...]:
        return tuple(each for each in scope.documents if works.get(each) in meant)

    whole = names_in(engine.product_names, connection, text)
    named: dict[str, set[int]] = {}
    for work, key in (*whole, *named_in_short(connection, known, text, works)):
        named.setdefault(key, set()).add(work.work_id)
    found = [
        Mention(start, end, documents_of(meant)) for key, meant in named.items() for start, end in stretches(text, key)
    ]
    found = [each for each in found if each.documents or not _is_said(connection, scope, text[each.start : each.end])]
    for start, end, place in _parts_in(known, text):
        own = documents_of({known.works[place].work_id})
        others = [each for each in scope.documents if each not in own]
        if not say_any(connection, others, [text[start:end]]):
            found.append(Mention(start, end, own))
    return _apart(found)


def _is_said(connection: Connection, scope: Scope, words: str) -> bool:
    return say_any(connection, scope.documents, [words])


def _parts_in(known: KnownProducts, text: str) -> Iterator[tuple[int, int, int]]:
    """Where a question may begin to name a product, as far as its words are of one product's name."""
    for start in _openings(text, known.pack):
        if not _may_begin(known, name_key(text[start : start + _LONGEST])):
            continue
        pause = _PAUSE.search(text, start)
        last = min(len(text) if pause is None else pause.start(), start + _LONGEST)
        for end in range(last, start + _SHORTEST - 1, -1):
            place = meant_whole(known, text[start:end])
            if place is not None and len(name_key(text[start:end])) >= _SHORTEST:
                yield start, end, place
                break


def _may_begin(known: KnownProducts, asked: str) -> bool:
    return bool(known.names.holding(asked[:2]) or known.companies.opening(asked))


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


def _apart(found: Iterable[Mention]) -> list[Mention]:
    """The mentions without those that another one overlaps that is longer."""
    kept: list[Mention] = []
    for each in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if all(each.end <= other.start or other.end <= each.start for other in kept):
            kept.append(each)
    return kept


def _strange_in(
    connection: Connection, pack: DomainPack, text: str, scope: Scope, known: Sequence[Mention]
) -> list[Mention]:
    """What is joined with a product that is known, and what no document in scope says."""
    found = []
    for side in sides_of(text, pack):
        place = text.find(side.name)
        name = _owner(side, pack)
        is_other = all(place >= each.end or place + len(side.name) <= each.start for each in known)
        if place >= 0 and is_other and len(name) >= _SHORTEST and not _is_said(connection, scope, name):
            found.append(Mention(place, place + len(name), ()))
    return found


def _owner(side: Side, pack: DomainPack) -> str:
    """Whose the thing is that a side names: what stands before the word that says so, else all of it."""
    owned = next((each for form in patterns_of(pack, ATTRIBUTE) if (each := form.search(side.name)) and each.start()), None)
    return side.name if owned is None else side.name[: owned.start()]
