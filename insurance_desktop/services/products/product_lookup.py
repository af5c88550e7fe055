"""FR-001a: products by what people call them: part of a name, pinyin, company and kind, an alias, a slip."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import ProductMatch
from insurance_desktop.domain.product_answers import LookedUpProduct, LookupAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import page_of, page_start, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.services.products.product_names import ProductNames
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works.works import Work

from .fact_book import ProductFacts, products_with_facts
from .fact_shapes import AGE_RANGE, WAITING_PERIOD
from .name_matching import EXACT, TYPO, Meant, meant_by, nearest
from .product_names import KnownProducts, name_key

BEST = 5
_LONGEST_NAME = 200
_SHORTEST_IN_TEXT = 4
_SAME_SCORE = 0.001


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a name means: one product, several, or none with the nearest names.

    `bearers` products have exactly this name, where several do, or fit it where none that fits may be named; `unnamed`
    = products that fit and may not be named.
    """

    product: Work | None
    candidates: tuple[ProductMatch, ...] = ()
    bearers: int = 0
    unnamed: int = 0

    @property
    def status(self) -> AnswerStatus:
        if self.product is not None:
            return AnswerStatus.OK
        if self.bearers:
            return AnswerStatus.AMBIGUOUS if self.candidates else AnswerStatus.NO_MATCH
        exact = [each for each in self.candidates if each.score >= EXACT]
        return AnswerStatus.AMBIGUOUS if len(exact) > 1 else AnswerStatus.NOT_FOUND


@says_what_is_withheld
def lookup(names: ProductNames, name: str, company: str | None = None, cursor: str | None = None) -> LookupAnswer:
    """The products that `name` may mean, likeliest first; several equally good ones are `ambiguous`, all of them.

    Those that may not be named (`ProductNames`) are counted in the message, so that nobody takes them for unknown.
    """
    answer = _meant(names, name, company, cursor)
    if answer.status not in (AnswerStatus.OK, AnswerStatus.AMBIGUOUS):
        return answer
    with names.library.database.read() as connection:
        chosen = [each.product_id for each in answer.products]
        stated = {each.work.work_id: each for each in products_with_facts(connection, names.library.pack, chosen)}
    return replace(answer, products=tuple(_with_facts(each, stated.get(each.product_id)) for each in answer.products))


def _with_facts(product: LookedUpProduct, stated: ProductFacts | None) -> LookedUpProduct:
    if stated is None:
        return product
    age, waiting = stated.printed(AGE_RANGE), stated.printed(WAITING_PERIOD)
    return replace(product, product_type=stated.type, age_range=age, waiting_period=waiting)


def _meant(names: ProductNames, name: str, company: str | None, cursor: str | None) -> LookupAnswer:
    """The same by the names alone."""
    refuse_unreadable(name, _LONGEST_NAME)
    start = page_start(cursor)
    with names.library.database.read() as connection:
        known = names.known(connection)
    if not known.works or (known.told is not None and not known.told):
        return LookupAnswer(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    among = None if company is None else known.of_companies(known.companies.named(company))
    if among is not None and not among:
        return LookupAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_company", company=company))
    told = _told(known, among)
    found = _by_id(known, name, told) or meant_by(known, name, told)
    unnamed = _unnamed(known, name, among)
    if not found and unnamed:
        message = say("search.only_unverified_products", product=name, count=unnamed)
        return LookupAnswer(AnswerStatus.NO_MATCH, message)
    if not found:
        near = nearest(known, name, told, BEST)
        message = say("search.unknown_product_nearest" if near else "search.unknown_product", product=name)
        message += _others_unnamed(known, among)
        return LookupAnswer(AnswerStatus.NOT_FOUND, message, tuple(_match(known, each) for each in near))
    besides = say("search.unverified_products", count=unnamed) if unnamed else ""
    if found[0].is_listed:
        return _paged(known, found, start, LookupAnswer(AnswerStatus.OK, besides or None))
    best = [each for each in found if found[0].score - each.score < _SAME_SCORE]
    if len(best) > 1:
        message = say("search.ambiguous_product", product=name, count=len(best)) + besides
        return _paged(known, best, start, LookupAnswer(AnswerStatus.AMBIGUOUS, message))
    guessed = say("search.guessed_product", product=name) if found[0].how == TYPO else ""
    return _paged(known, found[:BEST], start, LookupAnswer(AnswerStatus.OK, guessed + besides or None))


def _by_id(known: KnownProducts, name: str, among: frozenset[int] | None) -> list[Meant]:
    """The product with this id, unless a code is written so."""
    place = known.by_id.get(name.strip())
    is_it = place is not None and name.strip() not in known.by_code and (among is None or place in among)
    return [Meant(place, EXACT, "id")] if is_it and place is not None else []


def _told(known: KnownProducts, among: frozenset[int] | None) -> frozenset[int] | None:
    """Those `among` these products that may be named; None = all."""
    if known.told is None or among is None:
        return known.told if among is None else among
    return known.told & among


def _unnamed(known: KnownProducts, name: str, among: frozenset[int] | None = None) -> int:
    """How many of the products that a name may mean may not be named."""
    if known.told is None:
        return 0
    return sum(each.place not in known.told for each in meant_by(known, name, among))


def _others_unnamed(known: KnownProducts, among: frozenset[int] | None) -> str:
    """How many products there are beside those that may be named: the one that was asked for may be one of them."""
    there = len(known.works) if among is None else len(among)
    told = _told(known, among)
    count = 0 if told is None else there - len(told)
    return say("search.other_unverified_products", count=count) if count else ""


def _paged(known: KnownProducts, found: Sequence[Meant], start: int, answer: LookupAnswer) -> LookupAnswer:
    page, cursor = page_of([_match(known, each) for each in found], start)
    return LookupAnswer(answer.status, answer.message, page, truncated=cursor is not None, next_cursor=cursor)


def resolve_product(names: ProductNames, connection: Connection, named: str | int) -> Resolved:
    """The product with this id, code or exact name; else the candidates that bear it, else the nearest names.

    A product that may not be named is found, too: who asks for it must hear that nothing of it is verified.
    """
    known = names.known(connection)
    asked = str(named).strip()
    for same in (
        known.by_code.get(asked, ()),
        (known.by_id[asked],) if asked in known.by_id else (),
        known.by_key.get(name_key(asked), ()),
    ):
        if len(same) == 1:
            return Resolved(known.works[same[0]])
        if same:
            told = [place for place in same if known.told is None or place in known.told]
            matches = tuple(_match(known, Meant(place, EXACT, "name")) for place in told)
            return Resolved(None, matches, len(same), len(same) - len(told))
    found = meant_by(known, asked, known.told)
    unnamed = _unnamed(known, asked)
    if unnamed and not found:
        return Resolved(None, bearers=unnamed, unnamed=unnamed)
    found = found or nearest(known, asked, known.told, BEST)
    return Resolved(None, tuple(_match(known, each) for each in found[:BEST]), unnamed=unnamed)


def names_in(names: ProductNames, connection: Connection, text: str) -> tuple[tuple[Work, str], ...]:
    """The products whose whole name (or an alias) stands in a text, with the words that named them; the longest win."""
    known = names.known(connection)
    found = [place for place in known.names.inside(name_key(text)) if len(known.names.keys[place]) >= _SHORTEST_IN_TEXT]
    return tuple((known.works[known.owners[place]], known.names.keys[place]) for place in found)


def works_of_company(names: ProductNames, connection: Connection, company: str) -> frozenset[int]:
    """The works of the company with this name, or of all that share it as their brand; empty = nobody is known so."""
    known = names.known(connection)
    return frozenset(known.works[place].work_id for place in known.of_companies(known.companies.named(company)))


def _match(known: KnownProducts, meant: Meant) -> LookedUpProduct:
    work = known.works[meant.place]
    return LookedUpProduct(
        product_id=work.work_id,
        product_code=work.code,
        product_name=work.name,
        company=work.issuer,
        category=work.category,
        publish_time=known.dates.get(work.work_id, work.publish_time),
        score=meant.score,
        matched_by=meant.how,
    )
