"""A question that names no product is asked of each of a few: the best clause of each comes first, or it is missing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from insurance_desktop.domain.answers import AnsweredSide
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, documents

from .hits import Found, Outcome
from .named_products import Asked, told_names
from .several import answering, told_missing

MOST_PRODUCTS = 12
"""So many products are asked one by one: each costs a search of its own, some 80 ms."""
_MOST_WEAK, _MOST_NEAREST = 3, 5


@dataclass(frozen=True, slots=True)
class ProductAsked:
    """A product by its name, and how a question is asked of its documents."""

    name: str
    asked: Asked


def products_of(connection: Connection, pack: DomainPack, inside: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """These documents by product, oldest first."""
    wanted = set(inside)
    groups: dict[int, list[int]] = {}
    for each in catalogue.verified_documents(connection, pack.name):
        if each.document_id in wanted:
            groups.setdefault(-each.document_id if each.work_id is None else each.work_id, []).append(each.document_id)
    return tuple(map(tuple, groups.values()))


def each_asked(connection: Connection, pack: DomainPack, named: Asked) -> tuple[ProductAsked, ...]:
    """A question asked of each product in its scope; where they are too many to be asked one by one, without names."""
    products = products_of(connection, pack, named.scope.documents)
    are_few = len(products) <= MOST_PRODUCTS
    return tuple(ProductAsked(name_of(connection, own) if are_few else "", named.of_documents(own)) for own in products)


def name_of(connection: Connection, own: Sequence[int]) -> str:
    """The name of the product that these documents are of; where nobody gave it one, its document."""
    document = documents.get(connection, own[0])
    name = None if document is None else document.product_name
    return name or say("search.quote_document_number", document_id=own[0])


def of_each(pack: DomainPack, asked: Sequence[ProductAsked], looked: Sequence[Outcome], places: int) -> Outcome:
    """What was found in each product together: the best of each, then what else answers a side, then the rest; the
    products by their best. Where nothing answers, the likeliest of all. `places`: so many of them are shown."""
    firsts = [_firsts(pack, each) for each in looked]
    together = _in_turn(firsts, [each.found for each in looked])
    ranked = sorted(chain.from_iterable(each.order for each in looked), key=lambda each: -each[1])
    order = {each.clause.row: each.score for each in together}
    for row, score in ranked:
        order.setdefault(row, score)
    weak = sorted(chain.from_iterable(each.weak for each in looked), key=lambda each: -each.score)[:_MOST_WEAK]
    nearest = sorted(chain.from_iterable(each.nearest for each in looked), key=lambda row: -order.get(row.row, 0.0))
    shown = {each.clause.row for each in together[:places]}
    hidden = [each.name for each, own in zip(asked, firsts, strict=True) if own and own[0].clause.row not in shown]
    silent = [each.name for each, own in zip(asked, firsts, strict=True) if not own] if together else []
    notes = (
        *dict.fromkeys(each.note for each in looked),
        told_missing(_lacking(asked, looked)) if together else "",
        told_names("search.products_silent", silent),
        told_names("search.more_products", hidden),
    )
    return Outcome(
        together,
        () if together else tuple(weak),
        () if together or weak else tuple(nearest[:_MOST_NEAREST]),
        tuple(order.items()),
        "".join(notes),
        _sides(looked),
    )


def products_first(found: Outcome, asked: Sequence[ProductAsked]) -> Outcome:
    """What was found in many products at once, the best of each first: the others were not asked one by one."""
    owners = {document: place for place, each in enumerate(asked) for document in each.asked.scope.documents}
    own: dict[int, list[Found]] = {}
    for hit in found.found:
        own.setdefault(owners[hit.clause.document_id], []).append(hit)
    note = say("search.not_each_product", count=len(asked)) if found.is_ranked and found.found else ""
    together = _in_turn([each[:1] for each in own.values()], list(own.values()))
    return replace(found, found=together, note=found.note + note)


def _firsts(pack: DomainPack, outcome: Outcome) -> Sequence[Found]:
    """What must be there of a product: what answers the sides, or its best; where that is a definition that brought
    what decides by it, both."""
    if outcome.sides:
        return answering(outcome)
    first, second = (*outcome.found[:2], None, None)[:2]
    if first and second and second.through is first.clause and pack.definition_category in first.clause.categories:
        return (second, first)
    return outcome.found[:1]


def _in_turn(firsts: Sequence[Sequence[Found]], found: Sequence[Sequence[Found]]) -> tuple[Found, ...]:
    """The first of each, the best of these before the others, then their second ones, and so on; then the rest."""
    falling = sorted((each for each in firsts if each), key=lambda each: -each[0].score)
    rest = sorted(chain.from_iterable(found), key=lambda each: -each.score)
    together: dict[int, Found] = {}
    for hit in chain(chain.from_iterable(zip_longest(*falling)), rest):
        if hit is not None:
            together.setdefault(hit.clause.row, hit)
    return tuple(together.values())


def _lacking(asked: Sequence[ProductAsked], looked: Sequence[Outcome]) -> Iterator[str]:
    """The things that are nowhere, then those that some products lack."""
    nowhere = [side.name for side in _sides(looked) if not side.found]
    yield from nowhere
    for each, outcome in zip(asked, looked, strict=True):
        lacking = (side.name for side in outcome.sides if outcome.found and not side.found)
        yield from (f"{each.name} {name}" for name in lacking if name not in nowhere)


def _sides(looked: Sequence[Outcome]) -> tuple[AnsweredSide, ...]:
    """The things that the question joins, each with what answers it in whatever product."""
    sides: dict[str, AnsweredSide] = {}
    for side in chain.from_iterable(each.sides for each in looked):
        known = sides.get(side.name, AnsweredSide(side.name, found=False))
        links = known.answered_by + side.answered_by
        sides[side.name] = AnsweredSide(side.name, known.found or side.found, links)
    return tuple(sides.values())
