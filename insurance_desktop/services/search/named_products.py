"""The products that a question names: it is asked of them, and never of a neighbour in their place.

Nor is it answered from a rider where it means the main contract that the rider is added to.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import NAME, SectionAsked, is_about_others, without_asides
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.products.product_lookup import names_in
from insurance_desktop.services.products.product_names import name_key
from insurance_desktop.services.products.scope import Scope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses.clauses import ClauseRow
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, documents
from insurance_desktop.store.works.works import Work

from .clause_lookup import say_any
from .name_parts import parts_named
from .short_names import named_in_short

_MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """What is left of a question and of its scope once the products that it names are known.

    `narrowed`: it is asked of products that it names. `note` says which of them have no verified text in the scope;
    `is_refused`: nothing but such was named, so that any answer would be another product's.
    """

    text: str
    scope: Scope
    narrowed: bool = False
    note: str = ""
    is_refused: bool = False
    is_aside: bool = False
    """Other products are mentioned, and the question is not about them: `text` and `ranked` are without that."""
    ranked: str = ""
    """What is ranked: with the names where the request itself says the product, for a name may be a term, too."""
    certainty: float = 1.0
    """How much of what it asks about could be said in the documents' language: nothing found is surer than that."""

    def of_documents(self, own: Sequence[int]) -> "Asked":
        """The same, asked of these documents alone."""
        index = replace(self.scope.index, documents=tuple(own), whole_space=False)
        return replace(self, scope=replace(self.scope, index=index))


def asked_of(connection: Connection, engine: SearchEngine, text: str, scope: Scope, *, chosen: bool = False) -> Asked:
    """A question that names products by their whole names is asked of these products. `chosen`: the scope is a product
    or a document that the request says, so that another one in the question contradicts it."""
    named = names_in(engine.product_names, connection, text)
    verified = catalogue.verified_documents(connection, engine.library.pack.name)
    inside = set(scope.documents)
    works = {each.document_id: each.work_id for each in verified if each.document_id in inside}
    there = set(works.values())
    known = engine.product_names.known(connection)
    named += named_in_short(connection, known, without_names(text, [key for _, key in named]), works)
    parts = parts_named(connection, known, without_names(text, [key for _, key in named]), works)
    named += tuple((each.work, name_key(each.words)) for each in parts if each.work.work_id in there)
    if not named:
        half = _half_named(connection, engine, text, scope, there, chosen=chosen)
        return Asked(text, scope, note=half or _strange(connection, engine, text, there, chosen), ranked=text)
    wanted = {work.work_id for work, _ in named} & there
    with_text = {key for work, key in named if work.work_id in wanted}
    missing = [(work, key) for work, key in named if key not in with_text]
    others = _names_of(engine, connection, there)
    terms = [(work, key) for work, key in missing if _is_a_term(connection, scope, work.name, key, others)]
    sure = [each for each in missing if each not in terms]
    if sure and not wanted:
        asked = _asked_besides(text, [key for _, key in sure], engine.library) if chosen else None
        if asked is not None:
            note = _told("search.named_aside", sure) + _told("search.perhaps_named", terms)
            return Asked(asked, scope, note=note, is_aside=True, ranked=asked)
        family = {work_id for work_id, name in others if any(name.startswith(key) for _, key in sure)}
        if not family:
            elsewhere = {each.work_id for each in verified} & {work.work_id for work, _ in sure}
            why = "search.named_outside" if elsewhere else "search.named_without_text"
            return Asked(text, scope, note=_told(why, sure), is_refused=True, ranked=text)
        wanted = family
    note = _told("search.named_beside", sure) + _told("search.perhaps_named", terms)
    if not wanted:
        return Asked(text, scope, note=note, ranked=text)
    kept = [each for each in scope.documents if works.get(each) in wanted]
    left = without_names(text, [key for _, key in named])
    return Asked(left, scope, True, note, ranked=text if chosen else left).of_documents(kept)


def _asked_besides(text: str, keys: Sequence[str], library: Library) -> str | None:
    """The question without the products that it only mentions; None where it is about one of them."""
    return without_asides(without_names(text.replace(NAME, " "), keys, NAME), library.pack)


def _half_named(
    connection: Connection, engine: SearchEngine, text: str, scope: Scope, works: set[int | None], *, chosen: bool
) -> str:
    """The sentence about products outside these that the question names without their company: no more than a warning,
    for half a name may be a word of the trade. In a `chosen` product, which leaves all others outside, no word of its
    own clauses is one."""
    known = engine.product_names.known(connection)
    named = [
        (known.works[place], known.cores.keys[place])
        for place in known.cores.inside(name_key(text))
        if known.works[place].work_id not in works
        and len(known.of_owners(known.names.holding(known.cores.keys[place]))) == 1
    ]
    if chosen and named:
        others = _names_of(engine, connection, works)
        named = [(work, key) for work, key in named if not _is_a_term(connection, scope, key, key, others)]
    return _told("search.perhaps_named", named)


def _strange(connection: Connection, engine: SearchEngine, text: str, works: set[int | None], chosen: bool) -> str:
    """The sentence about a company that the question begins with and that none of these products belongs to: it may go
    on with the name of a product that the library has never heard of. Nothing beside a `chosen` product."""
    known = engine.product_names.known(connection)
    key = name_key(text)
    readings = () if chosen else known.companies.opening(key)
    theirs = known.of_companies(frozenset().union(*(companies for companies, _ in readings))) if readings else ()
    if not readings or any(known.works[place].work_id in works for place in theirs):
        return ""
    words = key.removesuffix(readings[0][1])
    return told_names("search.named_beside", [words])


def _names_of(engine: SearchEngine, connection: Connection, works: set[int | None]) -> list[tuple[int, str]]:
    """The names of these products, as keys."""
    known = engine.product_names.known(connection)
    return [
        (work.work_id, key)
        for work, keys in zip(known.works, known.keys, strict=True)
        if work.work_id in works
        for key in keys
    ]


def _is_a_term(connection: Connection, scope: Scope, name: str, key: str, others: Sequence[tuple[int, str]]) -> bool:
    """Whether these words are used for something else, too: what nobody has verified may have been misread, and a
    product that is called no more than its kind must not silence every question with that word."""
    if any(key in other and not other.startswith(key) for _, other in others):
        return True
    return say_any(connection, scope.documents, [name, key])


def _told(key: str, named: Sequence[tuple[Work, str]]) -> str:
    """The sentence about these products, by the words that were asked with: their own names may be unverified."""
    return told_names(key, list(dict.fromkeys(words for _, words in named))[:_MOST_TOLD])


def told_names(key: str, names: Iterable[str]) -> str:
    """The sentence about these names, in quotation marks; "" where there are none."""
    quoted = [say("search.operation_quote", text=each) for each in names]
    return say(key, names="、".join(quoted)) if quoted else ""


def without_names(text: str, keys: Iterable[str], instead: str = "") -> str:
    """The text without the stretches that these names' keys were read from, however they are spelled there."""
    for key in sorted(dict.fromkeys(keys), key=len, reverse=True):
        for first, end in reversed(stretches(text, key)):
            text = f"{text[:first]}{instead or ' '}{text[end:]}"
    return text


def stretches(text: str, key: str) -> list[tuple[int, int]]:
    """Where a text has the words that a name's key was read from."""
    signs = [(place, sign) for place, each in enumerate(text) for sign in name_key(each)]
    read = "".join(sign for _, sign in signs)
    found = (start for start in range(len(read)) if read.startswith(key, start))
    spans = ((signs[start][0], signs[start + len(key) - 1][0] + 1) for start in found)
    return [(first, _closed(text, first, end)) for first, end in spans]


def _closed(text: str, start: int, end: int) -> int:
    """The end of a stretch with the brackets behind it that close those opened inside it."""
    opened = [unicodedata.category(sign) for sign in text[start:end]]
    waiting = opened.count("Ps") - opened.count("Pe")
    while waiting > 0 and end < len(text) and unicodedata.category(text[end]) == "Pe":
        waiting, end = waiting - 1, end + 1
    return end


_FEW = 20
"""Of a wider scope it is not asked whether it holds riders alone."""


def outside_riders(connection: Connection, pack: DomainPack, rows: Iterable[ClauseRow]) -> list[ClauseRow]:
    """The clauses that no rider holds."""
    known: dict[int, bool] = {}
    kept = []
    for row in rows:
        if row.document_id not in known:
            known[row.document_id] = _is_rider(connection, pack, row.document_id)
        if not known[row.document_id]:
            kept.append(row)
    return kept


def riders_alone(connection: Connection, pack: DomainPack, scope: Sequence[int]) -> bool:
    """Whether these documents are riders, all of them."""
    return 0 < len(scope) <= _FEW and all(_is_rider(connection, pack, each) for each in scope)


def beside_main_contract(connection: Connection, pack: DomainPack, text: str, scope: Sequence[int]) -> str:
    """The sentence that what is found is a rider's own, where the question speaks of the main contract alone."""
    is_asked = is_about_others(text, pack) and not says_rider(text, pack)
    return say("search.riders_own") if is_asked and riders_alone(connection, pack, scope) else ""


def says_rider(text: str, pack: DomainPack) -> bool:
    """Whether a text speaks of a rider."""
    return any(re.search(form, text) for form in pack.rider_forms)


def not_here(asked: Iterable[SectionAsked]) -> str:
    """The sentence about the clauses of another contract that were asked of riders."""
    numbers = dict.fromkeys(each.section_id for each in asked if each.is_others)
    return say("search.other_contract", numbers="\u3001".join(numbers))


def _is_rider(connection: Connection, pack: DomainPack, document_id: int) -> bool:
    document = documents.get(connection, document_id)
    return document is not None and says_rider(document.product_name or "", pack)
