"""Where a question names products, by their whole names, in short, or by a part of a name that no other has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import ATTRIBUTE, patterns_of
from insurance_desktop.index.sides import Side, sides_of
from insurance_desktop.services.products.product_lookup import names_in
from insurance_desktop.services.products.scope import Scope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue

from .clause_lookup import say_any
from .name_parts import companies_named, parts_named
from .named_products import stretches
from .short_names import SHORTEST, named_in_short


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

    def documents_of(meant: Iterable[int | None]) -> tuple[int, ...]:
        return tuple(each for each in scope.documents if works.get(each) in meant)

    whole = names_in(engine.product_names, connection, text)
    named: dict[str, set[int]] = {}
    for work, key in (*whole, *named_in_short(connection, known, text, works)):
        named.setdefault(key, set()).add(work.work_id)
    found = [
        Mention(start, end, documents_of(meant)) for key, meant in named.items() for start, end in stretches(text, key)
    ]
    found = [each for each in found if each.documents or not _is_said(connection, scope, text[each.start : each.end])]
    parts = (*parts_named(connection, known, text, works), *companies_named(known, text, works))
    found += [Mention(each.start, each.end, documents_of({each.work.work_id})) for each in parts]
    return _apart(found)


def _is_said(connection: Connection, scope: Scope, words: str) -> bool:
    return say_any(connection, scope.documents, [words])


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
    """Whose things are joined with those of a product that is known, or what is joined with its bare name, where no
    document in scope says it. Things of one product are none."""
    sides = sides_of(text, pack)
    names = {text[each.start : each.end] for each in known}
    are_names = any(side.name in names for side in sides)
    found = []
    for side in sides:
        place, name = text.find(side.name), _owner(side, pack)
        is_other = all(place >= each.end or place + len(side.name) <= each.start for each in known)
        may_be_one = len(name) >= SHORTEST and (are_names or name != side.name)
        if place >= 0 and is_other and may_be_one and not _is_said(connection, scope, name):
            found.append(Mention(place, place + len(name), ()))
    return found


def _owner(side: Side, pack: DomainPack) -> str:
    """Whose the thing is that a side names: what stands before the word that says so, else all of it."""
    found = (form.search(side.name) for form in patterns_of(pack, ATTRIBUTE))
    owned = next((each for each in found if each and each.start()), None)
    return side.name if owned is None else side.name[: owned.start()]
