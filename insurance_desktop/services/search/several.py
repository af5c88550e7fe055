"""Questions about several things, products or editions: each is looked for by itself; what is missing is named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from insurance_desktop.domain.answers import AnsweredSide
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable, respelled
from insurance_desktop.index.owned_things import owned_things
from insurance_desktop.index.sides import Side, are_other_terms, questions_in, sides_of
from insurance_desktop.services.products.scope import Scope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue
from insurance_desktop.store.works.catalogue import VerifiedDocument

from .clause_lookup import say_any
from .hits import Found, Outcome, link_to
from .named_products import Asked, told_names
from .product_mentions import mentions_in


@dataclass(frozen=True, slots=True)
class SideAsked:
    """A side by its name in the question, and how it is asked; None for one of which nothing is here.

    `owner`: the product among several of which it is asked.
    """

    name: str
    asked: Asked | None
    owner: str = ""


def things_asked(named: Asked, pack: DomainPack) -> tuple[SideAsked, ...]:
    """The things that a question joins, each with what is asked about all of them."""
    sides = sides_of(named.text, pack)
    return tuple(SideAsked(each.name, replace(named, text=each.text, ranked=each.text)) for each in sides)


def questions_asked(named: Asked, pack: DomainPack) -> tuple[SideAsked, ...]:
    """The questions that a text asks after each other."""
    return tuple(SideAsked(each, replace(named, text=each, ranked=each)) for each in questions_in(named.text, pack))


def products_asked(connection: Connection, engine: SearchEngine, text: str, scope: Scope) -> tuple[SideAsked, ...]:
    """The products that a question names, each with what is asked of it; () where it names fewer than two."""
    spelled = respelled(text).strip()
    named = mentions_in(connection, engine, spelled, scope)
    if len({each.documents for each in named}) < 2:
        return ()
    asked = owned_things(spelled, [(each.start, each.end) for each in named], engine.library.pack)
    sides: dict[str, SideAsked] = {}
    for mention, thing in zip(named, asked, strict=True):
        asked_there = _asked_in(scope, mention.documents, thing.text)
        sides.setdefault(thing.name, SideAsked(thing.name, asked_there, spelled[mention.start : mention.end]))
    return tuple(sides.values())


def editions_asked(connection: Connection, engine: SearchEngine, text: str, scope: Scope) -> tuple[SideAsked, ...]:
    """The editions of the products in scope that a question joins, each asked in its own documents; () where it joins
    anything else. One that is not known is never looked for in another's documents."""
    sides = sides_of(text, engine.library.pack)
    verified = catalogue.verified_documents(connection, engine.library.pack.name) if sides else ()
    inside = set(scope.documents)
    works = {each.work_id for each in verified if each.document_id in inside and each.work_id is not None}
    meant = [_of_edition(side, [each for each in verified if each.work_id in works]) for side in sides]
    known = [each for each in meant if each]
    strange = [side.name for side, each in zip(sides, meant, strict=True) if not each]
    if not known or len(set(known)) < len(known) or say_any(connection, scope.documents, strange):
        return ()
    return tuple(
        SideAsked(side.name, _asked_in(scope, own, side.shared)) for side, own in zip(sides, meant, strict=True)
    )


def _of_edition(side: Side, documents: Sequence[VerifiedDocument]) -> tuple[int, ...]:
    """The documents of the edition that a side's name says."""
    name = comparable(side.name)
    return tuple(each.document_id for each in documents if each.edition and comparable(each.edition) in name)


def _asked_in(scope: Scope, documents: tuple[int, ...], text: str) -> Asked | None:
    """What is asked of these documents; None where there are none, or nothing is asked."""
    if not documents or not text:
        return None
    return Asked(text, scope, ranked=text).of_documents(documents)


def are_terms(sides: Sequence[SideAsked], pack: DomainPack) -> bool:
    """Whether each side is a thing of the trade, and another one than the others."""
    return are_other_terms([each.name for each in sides], pack)


def are_apart(found: Iterable[Outcome], whole: Outcome) -> bool:
    """Whether every side is answered, not all by one clause, and by clauses that the whole question finds, too."""
    firsts = {outcome.found[0].clause.row if outcome.found else None for outcome in found}
    return len(firsts) > 1 and firsts <= {each.clause.row for each in whole.found}


def side_by_side(sides: Sequence[SideAsked], found: Mapping[str, Outcome], whole: Outcome) -> Outcome:
    """What was found for each side (by name), the best of each first, then what the whole question found.

    A side that joins things itself has sides of its own.
    """
    outcomes = [found.get(each.name, Outcome()) for each in sides]
    chosen = [
        answering(each) if each.sides else own
        for each, own in zip(outcomes, _chosen([each.found for each in outcomes]), strict=True)
    ]
    first = [hit for own, each in zip(chosen, outcomes, strict=True) for hit in (own if each.sides else own[-1:])]
    together: dict[int, Found] = {}
    for hit in chain(first, *chosen, whole.found, *(each.found for each in outcomes)):
        together.setdefault(hit.clause.row, hit)
    order = {each.clause.row: each.score for each in together.values()}
    for row, score in chain(whole.order, *(each.order for each in outcomes)):
        order.setdefault(row, score)
    answered = tuple(
        inner
        for side, each, own in zip(sides, outcomes, chosen, strict=True)
        for inner in _inner_sides(side, each, own)
    )
    note = "".join(dict.fromkeys((whole.note, *(each.note for each in outcomes))))
    weak = {each.clause.row: each for each in chain(whole.weak, *(each.weak for each in outcomes)) if not together}
    nearest = whole.nearest or tuple(row for each in outcomes for row in each.nearest)
    return Outcome(tuple(together.values()), tuple(weak.values()), nearest, tuple(order.items()), note, answered)


def told_missing(names: Iterable[str]) -> str:
    """The sentence about what nothing was found of; "" where there is none."""
    return told_names("search.side_missing", names)


def with_missing(outcome: Outcome) -> Outcome:
    """The same, with the sentence about the sides that nothing was found of."""
    missing = told_missing(each.name for each in outcome.sides if not each.found)
    return replace(outcome, note=outcome.note + missing)


def answering(outcome: Outcome) -> list[Found]:
    """What answers the sides of a question that has some, in their order."""
    rows = {each.chunk_id for side in outcome.sides for each in side.answered_by}
    return [each for each in outcome.found if each.clause.clause_id in rows]


def _inner_sides(side: SideAsked, outcome: Outcome, own: Sequence[Found]) -> tuple[AnsweredSide, ...]:
    if not outcome.sides:
        return (AnsweredSide(side.name, bool(own), tuple(link_to(each.clause) for each in own)),)
    return tuple(replace(each, name=f"{side.owner} {each.name}".strip()) for each in outcome.sides)


def _chosen(found: Sequence[Sequence[Found]]) -> list[list[Found]]:
    """The best of each side; where that is a surer side's best, too, behind it the first that no other side has."""
    chosen: list[list[Found]] = [[] for _ in found]
    taken: set[int] = set()
    for place in sorted(range(len(found)), key=lambda place: -found[place][0].score if found[place] else 0.0):
        own = next((each for each in found[place] if each.clause.row not in taken), None)
        chosen[place] = [*found[place][:1]] if own is None or own is found[place][0] else [found[place][0], own]
        taken.update(each.clause.row for each in chosen[place])
    return chosen
