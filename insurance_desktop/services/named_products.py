"""The products that a question names: it is asked of them, and never of a neighbour in their place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.packs.wording import say
from insurance_desktop.store import catalogue, clauses
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import Work

from .library import Library
from .looking_up import names_in
from .product_names import name_key
from .scoping import Scope

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


def asked_of(connection: Connection, library: Library, text: str, scope: Scope) -> Asked:
    """A question that names products by their whole names is asked of these products."""
    named = names_in(library, connection, text)
    verified = catalogue.verified_documents(connection, library.pack.name)
    inside = set(scope.documents)
    works = {each.document_id: each.work_id for each in verified if each.document_id in inside}
    there = set(works.values())
    if not named:
        note = _half_named(connection, library, text, there) or _strange_company(connection, library, text, there)
        return Asked(text, scope, note=note)
    wanted = {work.work_id for work, _ in named} & there
    with_text = {key for work, key in named if work.work_id in wanted}
    missing = [(work, key) for work, key in named if key not in with_text]
    others = _names_of(library, connection, there)
    terms = [(work, key) for work, key in missing if _is_a_term(connection, scope, work, key, others)]
    sure = [each for each in missing if each not in terms]
    if sure and not wanted:
        family = {work_id for work_id, name in others if any(name.startswith(key) for _, key in sure)}
        if not family:
            return Asked(text, scope, note=_told("search.named_without_text", sure), is_refused=True)
        wanted = family
    note = _told("search.named_beside", sure) + _told("search.perhaps_named", terms)
    if not wanted:
        return Asked(text, scope, note=note)
    kept = tuple(each for each in scope.documents if works.get(each) in wanted)
    narrow = replace(scope, index=replace(scope.index, documents=kept, whole_space=False))
    return Asked(_without(text, [work for work, _ in named]), narrow, True, note)


def _half_named(connection: Connection, library: Library, text: str, works: set[int | None]) -> str:
    """The sentence about products outside these that the question names without their company: no more than a warning,
    for half a name may be a word of the trade."""
    known = library.names.known(connection, library.pack)
    named = [
        (known.works[place], known.cores.keys[place])
        for place in known.cores.inside(name_key(text))
        if known.works[place].work_id not in works
        and len(known.of_owners(known.names.holding(known.cores.keys[place]))) == 1
    ]
    return _told("search.perhaps_named", named)


def _strange_company(connection: Connection, library: Library, text: str, works: set[int | None]) -> str:
    """The sentence about a company that the question begins with and that none of these products belongs to: it may go
    on with the name of a product that the library has never heard of."""
    known = library.names.known(connection, library.pack)
    key = name_key(text)
    readings = known.companies.opening(key)
    theirs = known.of_companies(frozenset().union(*(companies for companies, _ in readings))) if readings else ()
    if not readings or any(known.works[place].work_id in works for place in theirs):
        return ""
    words = key.removesuffix(readings[0][1])
    return say("search.named_beside", names=say("search.operation_quote", text=words))


def _names_of(library: Library, connection: Connection, works: set[int | None]) -> list[tuple[int, str]]:
    """The names of these products, as keys."""
    known = library.names.known(connection, library.pack)
    return [
        (work.work_id, key)
        for work, keys in zip(known.works, known.keys, strict=True)
        if work.work_id in works
        for key in keys
    ]


def _is_a_term(connection: Connection, scope: Scope, work: Work, key: str, others: Sequence[tuple[int, str]]) -> bool:
    """Whether these words are used for something else, too: what nobody has verified may have been misread, and a
    product that is called no more than its kind must not silence every question with that word."""
    if any(key in name and not name.startswith(key) for _, name in others):
        return True
    return clauses.say_any(connection, scope.documents, [work.name, key])


def _told(key: str, named: Sequence[tuple[Work, str]]) -> str:
    """The sentence about these products, by the words that were asked with: their own names may be unverified."""
    names = [say("search.operation_quote", text=words) for words in dict.fromkeys(words for _, words in named)]
    return say(key, names="、".join(names[:_MOST_TOLD])) if names else ""


def _without(text: str, named: Sequence[Work]) -> str:
    for work in named:
        text = text.replace(work.name, " ")
    return text
