"""Questions about several things, products or editions: each is looked for by itself; what is missing is named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from insurance_desktop.domain.answers import AnsweredSide
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable
from insurance_desktop.index.sides import Side, sides_of
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.name_matching import TYPO, meant_by
from insurance_desktop.services.products.scope import Scope
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue
from insurance_desktop.store.works.catalogue import VerifiedDocument

from .clause_lookup import say_any
from .hits import Found, Outcome, link_to
from .named_products import Asked


@dataclass(frozen=True, slots=True)
class SideAsked:
    """A side by its name in the question, and how it is asked; None for one of which nothing is here."""

    name: str
    asked: Asked | None


def things_asked(named: Asked, pack: DomainPack) -> tuple[SideAsked, ...]:
    """The things that a question joins, each with what is asked about all of them."""
    sides = sides_of(named.text, pack)
    return tuple(SideAsked(each.name, replace(named, text=each.text, ranked=each.text)) for each in sides)


def texts_asked(connection: Connection, engine: SearchEngine, text: str, scope: Scope) -> tuple[SideAsked, ...]:
    """The products, or the editions of the products in scope, that a question joins, each asked in its own documents.

    () where it joins anything else. Where one side is a product or an edition, the others are, too: one that is not
    known is never looked for in another's documents.
    """
    sides = sides_of(text, engine.library.pack)
    verified = catalogue.verified_documents(connection, engine.library.pack.name) if sides else ()
    inside = set(scope.documents)
    works = {each.work_id for each in verified if each.document_id in inside and each.work_id is not None}
    theirs = [each for each in verified if each.work_id in works]
    for meant in (
        [_of_product(connection, engine, side, scope, verified) for side in sides if len(works) > 1],
        [_of_edition(side, theirs) for side in sides],
    ):
        known = [each for each in meant if each is not None]
        strange = [side.name for side, each in zip(sides, meant, strict=False) if each is None]
        if known and len(set(known)) == len(known) and not any(_is_said(connection, scope, each) for each in strange):
            return tuple(
                SideAsked(side.name, _asked_in(scope, own, side)) for side, own in zip(sides, meant, strict=True)
            )
    return ()


def _is_said(connection: Connection, scope: Scope, name: str) -> bool:
    return say_any(connection, scope.documents, [name])


def _of_product(
    connection: Connection, engine: SearchEngine, side: Side, scope: Scope, verified: Sequence[VerifiedDocument]
) -> tuple[int, ...] | None:
    """The documents in scope of the one product that a side's name surely means: no list of a kind, no slip, no word of
    others' clauses."""
    known = engine.product_names.known(connection)
    meant = meant_by(known, side.name)
    if len(meant) != 1 or meant[0].is_listed or meant[0].how == TYPO:
        return None
    work = known.works[meant[0].place].work_id
    inside = set(scope.documents)
    own = tuple(each.document_id for each in verified if each.work_id == work and each.document_id in inside)
    others = [each for each in scope.documents if each not in own]
    return own if own and not say_any(connection, others, [side.name]) else None


def _of_edition(side: Side, documents: Sequence[VerifiedDocument]) -> tuple[int, ...] | None:
    """The documents of the edition that a side's name says."""
    name = comparable(side.name)
    own = tuple(each.document_id for each in documents if each.edition and comparable(each.edition) in name)
    return own or None


def _asked_in(scope: Scope, documents: tuple[int, ...] | None, side: Side) -> Asked | None:
    """What is asked of all sides, of these documents; None where there are none."""
    if documents is None:
        return None
    narrow = replace(scope, index=replace(scope.index, documents=documents, whole_space=False))
    return Asked(side.shared, narrow, narrowed=True, ranked=side.shared)


def are_apart(found: Iterable[Outcome], whole: Outcome) -> bool:
    """Whether every side is answered, not all by one clause, and by clauses that the whole question finds, too."""
    firsts = {outcome.found[0].clause.row if outcome.found else None for outcome in found}
    return len(firsts) > 1 and firsts <= {each.clause.row for each in whole.found}


def side_by_side(sides: Sequence[SideAsked], found: Mapping[str, Outcome], whole: Outcome) -> Outcome:
    """What was found for each side (by name), the best of each first, then what the whole question found."""
    outcomes = [found.get(each.name, Outcome()) for each in sides]
    chosen = _chosen([each.found for each in outcomes])
    first = [each[-1] for each in chosen if each]
    together: dict[int, Found] = {}
    for each in chain(first, *chosen, whole.found, *(each.found for each in outcomes)):
        together.setdefault(each.clause.row, each)
    order = {each.clause.row: each.score for each in together.values()}
    for row, score in chain(whole.order, *(each.order for each in outcomes)):
        order.setdefault(row, score)
    answered = tuple(
        AnsweredSide(side.name, bool(own), tuple(link_to(each.clause) for each in own))
        for side, own in zip(sides, chosen, strict=True)
    )
    missing = [say("search.operation_quote", text=each.name) for each in answered if not each.found]
    notes = dict.fromkeys((whole.note, *(each.note for each in outcomes)))
    note = "".join(notes) + (say("search.side_missing", names="\u3001".join(missing)) if missing else "")
    weak = {each.clause.row: each for each in chain(whole.weak, *(each.weak for each in outcomes)) if not together}
    nearest = whole.nearest or tuple(row for each in outcomes for row in each.nearest)
    return Outcome(tuple(together.values()), tuple(weak.values()), nearest, tuple(order.items()), note, answered)


def _chosen(found: Sequence[Sequence[Found]]) -> list[list[Found]]:
    """The best of each side; where that is a surer side's best, too, behind it the first that no other side has."""
    chosen: list[list[Found]] = [[] for _ in found]
    taken: set[int] = set()
    for place in sorted(range(len(found)), key=lambda place: -found[place][0].score if found[place] else 0.0):
        own = next((each for each in found[place] if each.clause.row not in taken), None)
        chosen[place] = [*found[place][:1]] if own is None or own is found[place][0] else [found[place][0], own]
        taken.update(each.clause.row for each in chosen[place])
    return chosen
