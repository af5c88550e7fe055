"""Seed 002's questions: which products take this age, which hold these words, what one of them says."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from insurance_desktop.convert.facts.rules import has, types_of
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.product_answers import (
    FieldMatch,
    FilterAnswer,
    FilteredProduct,
    FoundProduct,
    InspectAnswer,
    InspectRequest,
    ProductRow,
    ProductSearchAnswer,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.characters import comparable
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import page_of, page_start, refuse_unreadable
from insurance_desktop.services.library.withheld import says_what_is_withheld

from .ages import takes_ages
from .fact_book import ProductFacts, all_products, products_with_facts
from .fact_shapes import (
    AGE_RANGE,
    CATALOGUE,
    COVERAGE,
    DESCRIPTION,
    EXTENDED,
    KEYS,
    NAME,
    TOP,
    Fields,
    labels,
    path_named,
)
from .product_lookup import resolve_product
from .product_names import ProductNames
from .scope import no_product

SUMMARY = "summary"
OLDEST = 150
WEIGHTS = {NAME: 1.0, DESCRIPTION: 0.6, COVERAGE: 0.4, EXTENDED: 0.4}
"""What a field counts where the words stand in it: seed 002 wants the name before the description before the rest."""
AROUND = 24
"""Signs of a snippet on either side of what was found."""
MOST_FOUND = 50
_LONGEST_KEYWORD = 200
_MOST_FIELDS = 50
Row = TypeVar("Row", bound=ProductRow)


@says_what_is_withheld
def filter_products(
    names: ProductNames,
    age_min: int | None = None,
    age_max: int | None = None,
    product_type: str | None = None,
    cursor: str | None = None,
) -> FilterAnswer:
    """The products that take people of these ages (years, both ends included) and are of this kind.

    One whose documents say no age that could be read is not left out: it is marked `age_unknown`.
    """
    for age in (age_min, age_max):
        if age is not None and not 0 <= age <= OLDEST:
            raise UsageError("products.age_out_of_range", age=age, limit=OLDEST)
    if age_min is not None and age_max is not None and age_min > age_max:
        raise UsageError("products.ages_turned", low=age_min, high=age_max)
    start = page_start(cursor)
    with names.library.database.read() as connection:
        everything = all_products(connection, names.library.pack)
        if not everything:
            return FilterAnswer(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
        wanted = None if product_type is None else _type_meant(names, product_type)
        if product_type is not None and wanted is None:
            known = say("products.comma").join(name for name, _ in types_of(names.library.pack))
            return FilterAnswer(AnswerStatus.NOT_FOUND, say("products.unknown_type", type=product_type, known=known))
        found = [
            row_of(FilteredProduct, product, age_match=match)
            for product in everything
            if wanted is None or product.type == wanted
            if (match := takes_ages(product, age_min, age_max)) is not None
        ]
    if not found:
        return FilterAnswer(AnswerStatus.NO_MATCH, say("products.none_fits"))
    page, cursor = page_of(found, start)
    return FilterAnswer(AnswerStatus.OK, None, page, cursor is not None, cursor)


@says_what_is_withheld
def search_products(
    names: ProductNames, keyword: str, limit: int = 5, cursor: str | None = None
) -> ProductSearchAnswer:
    """The products whose fields hold these words, the name before the description before the rest."""
    refuse_unreadable(keyword, _LONGEST_KEYWORD)
    if not 1 <= limit <= MOST_FOUND:
        raise UsageError("products.limit_out_of_range", limit=limit, most=MOST_FOUND)
    start = page_start(cursor)
    words = tuple(dict.fromkeys(keyword.split()))
    with names.library.database.read() as connection:
        everything = all_products(connection, names.library.pack)
        if not everything:
            return ProductSearchAnswer(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
        known = labels(names.library.pack.facts)
        scored = [(product, tuple(_matches(product, words, known))) for product in everything]
        found = [
            row_of(FoundProduct, product, score=_score(matches), matches=tuple(match for _, match in matches))
            for product, matches in scored
            if matches
        ]
    if not found:
        return ProductSearchAnswer(AnswerStatus.NO_MATCH, say("products.no_words", keyword=keyword))
    best = sorted(found, key=lambda each: (-each.score, each.product_id))[:limit]
    page, cursor = page_of(best, start)
    return ProductSearchAnswer(AnswerStatus.OK, None, page, cursor is not None, cursor)


@says_what_is_withheld
def inspect_product(names: ProductNames, product: str | int, request: InspectRequest) -> InspectAnswer:
    """What the documents in force of a product say of its fields."""
    wanted = (request.fields or ",".join(TOP)).split(",")
    rules = names.library.pack.facts
    asked = tuple(dict.fromkeys(path_named(rules, name.strip()) for name in wanted if name.strip()))
    if not asked or len(asked) > _MOST_FIELDS:
        raise UsageError("products.fields_unreadable", limit=_MOST_FIELDS)
    with names.library.database.read() as connection, connection.withholding() as withheld:
        resolved = resolve_product(names, connection, product)
        if resolved.product is None:
            none = no_product(product, resolved)
            return InspectAnswer(none.status, none.message, candidates=none.candidates)
        work = resolved.product
        found = next(iter(products_with_facts(connection, names.library.pack, (work.work_id,))), None)
        if found is None:
            return InspectAnswer(
                AnswerStatus.NO_MATCH, say("search.nothing_verified"), work.work_id, work.code, work.name
            )
        told = Fields(connection, found)
        unknown = [name for name in asked if name.partition(".")[0] not in TOP]
        answer: dict[str, Any] = {}
        silent = []
        for name in asked:
            if name not in unknown:
                key, value = _shown(told, name, request)
                _put(answer, key, value)
                silent += [name] if value is None and name not in CATALOGUE else []
        sources = {path: said for name in asked for path, said in told.sources(name).items()} if request.sources else {}
        return InspectAnswer(
            AnswerStatus.OK if len(unknown) < len(asked) else AnswerStatus.NOT_FOUND,
            _remarks(unknown, silent, labels(rules), is_known=not withheld),
            work.work_id,
            work.code,
            work.name,
            answer,
            sources,
            labels=labels(rules),
        )


def _type_meant(names: ProductNames, said: str) -> str | None:
    """The kind of work that a word means: its own name, or one that is printed for it."""
    return next((name for name, patterns in types_of(names.library.pack) if said == name or has(patterns, said)), None)


def row_of(kind: type[Row], product: ProductFacts, **more: Any) -> Row:
    """A product by what lists show of it, and what this kind of row says besides."""
    work = product.work
    return kind(work.work_id, work.code, work.name, work.issuer, product.type, product.printed(AGE_RANGE), **more)


def _matches(product: ProductFacts, words: Sequence[str], known: Mapping[str, str]) -> Iterable[tuple[str, FieldMatch]]:
    """(the top field, the match) of each field that holds all of the words."""
    for top, path, text in _texts(product, known):
        plain = comparable(text)
        if all(comparable(word) in plain for word in words):
            yield top, FieldMatch(path, _snippet(text, words[0]), known.get(path, path.rpartition(".")[2]))


def _texts(product: ProductFacts, known: Mapping[str, str]) -> Iterable[tuple[str, str, str]]:
    """(top field, path, text) of what is looked through; `known` is what paths are called."""
    yield NAME, NAME, product.work.name
    for path, stated in product.by_path.items():
        top = path.partition(".")[0]
        if top in WEIGHTS:
            said = " ".join(dict.fromkeys(each.fact.value for each in stated))
            yield top, path, f"{known.get(path, path.rpartition('.')[2])} {said}"


def _snippet(text: str, word: str) -> str:
    """The words around the first of the words; the beginning where it is spelled otherwise there."""
    place = max(text.lower().find(word.lower()), 0)
    start, end = max(place - AROUND, 0), place + len(word) + AROUND
    return " ".join(text[start:end].split())


def _score(matches: Sequence[tuple[str, FieldMatch]]) -> float:
    """Between 0 and 1: a better field outweighs any number of lesser ones."""
    best = max(WEIGHTS[top] for top, _ in matches)
    return round(best - 0.2 / (1 + len(matches)), 4)


def _shown(told: Fields, name: str, request: InspectRequest) -> tuple[str, Any]:
    """The key and the value of a field in an answer."""
    below = told.keys(name)
    if not below or not (request.describe or request.view == SUMMARY):
        return name, told.value(name)
    if request.describe:
        known = labels(told.product.pack.facts)
        return f"{name}{KEYS}", [{"key": key, "desc": known.get(f"{name}.{key}", key)} for key in below]
    return f"{name}{KEYS}", list(below)


def _put(answer: dict[str, Any], key: str, value: Any) -> None:
    """Seed 002's two shapes: `coverage.x` is nested, `extend_info.x` a flat key."""
    steps = key.split(".")
    if steps[0] != COVERAGE or len(steps) == 1:
        answer[key] = value
        return
    place = answer.setdefault(COVERAGE, {})
    for step in steps[1:-1]:
        place = place.setdefault(step, {})
    place[steps[-1]] = value


def _remarks(unknown: Sequence[str], silent: Sequence[str], known: Mapping[str, str], *, is_known: bool) -> str | None:
    """What the answer leaves open; `is_known`: all that the documents state could be read."""
    said = []
    if unknown:
        said.append(say("products.unknown_fields", names=", ".join(unknown), known=_called(TOP, known)))
    if silent:
        key = "products.not_printed" if is_known else "products.fields_withheld"
        said.append(say(key, names=_called(silent, known)))
    return "".join(said) or None


def _called(paths: Iterable[str], known: Mapping[str, str]) -> str:
    return say("products.comma").join(known.get(path, path.rpartition(".")[2]) for path in paths)
