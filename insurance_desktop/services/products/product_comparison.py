"""Products side by side: a row for each fact, a column for each product, every cell with its source."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.product_answers import ComparedRow, ProductComparison, ToldFact
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import page_of, page_start
from insurance_desktop.services.library.withheld import says_what_is_withheld

from .fact_book import ProductFacts, products_with_facts
from .fact_shapes import TYPE, Fields, labels
from .product_lookup import resolve_product
from .product_names import ProductNames
from .product_questions import product_row
from .scope import no_product

FEWEST, MOST = 2, 5


@says_what_is_withheld
def compare_products(
    names: ProductNames, products: str | Sequence[str], fields: str | None = None, cursor: str | None = None
) -> ProductComparison:
    """What these products state, page by page: fact by fact, in the pack's order and then benefit by benefit; only the
    `fields` (parted by commas, a map with all below it) where given. The products may be one text, parted by commas,
    too."""
    if isinstance(products, str):
        products = [name.strip() for name in products.split(",") if name.strip()]
    start = page_start(cursor)
    whole = _compare(names, products, fields)
    page, cursor = page_of(whole.rows, start)
    return replace(whole, rows=page, truncated=cursor is not None, next_cursor=cursor)


@says_what_is_withheld
def whole_comparison(names: ProductNames, products: Sequence[str], fields: str | None = None) -> ProductComparison:
    """The same as a whole, for who looks at all of it."""
    return _compare(names, products, fields)


def _compare(names: ProductNames, products: Sequence[str], fields: str | None) -> ProductComparison:
    if not FEWEST <= len(products) <= MOST:
        raise UsageError("products.too_many_to_compare", fewest=FEWEST, most=MOST, count=len(products))
    with names.library.database.read() as connection, connection.withholding() as withheld:
        works = []
        for product in products:
            resolved = resolve_product(names, connection, product)
            if resolved.product is None:
                none = no_product(product, resolved)
                return ProductComparison(none.status, none.message, candidates=none.candidates)
            works.append(resolved.product)
        found = {
            each.work.work_id: each
            for each in products_with_facts(connection, names.library.pack, {work.work_id for work in works})
        }
        known = [found.get(work.work_id) or ProductFacts(work, names.library.pack, ()) for work in works]
        told = [Fields(connection, each) if each.documents else None for each in known]
        wanted = tuple(name.strip() for name in (fields or "").split(",") if name.strip())
        rows = tuple(
            row for path, label in _paths(known) if _is_wanted(path, wanted) for row in _compared(path, label, told)
        )
    if withheld:
        rows = tuple(map(_unsure, rows))
    status = AnswerStatus.OK if rows else AnswerStatus.NO_MATCH
    message = None if rows else say("search.nothing_verified")
    return ProductComparison(status, message, tuple(map(product_row, known)), rows)


def _paths(products: Sequence[ProductFacts]) -> list[tuple[str, str]]:
    """Every path that one of the products states, with what it is called, and their kind."""
    named = labels(products[0].pack.facts)
    stated = dict.fromkeys(path for product in products for path in product.by_path)
    ordered = [path for path in named if path in stated] + [path for path in stated if path not in named]
    told_twice = {each.path for each in products[0].pack.facts.also}
    return [(TYPE, named[TYPE]), *((p, named.get(p, p.rpartition(".")[2])) for p in ordered if p not in told_twice)]


def _is_wanted(path: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(path == each or path.startswith(f"{each}.") for each in wanted)


def _compared(path: str, label: str, told: Sequence[Fields | None]) -> list[ComparedRow]:
    """One row where each product says one thing or nothing, else a row for what each says first, second …"""
    values = [() if each is None else _values(each, path) for each in told]
    rows = []
    for place in range(max(map(len, values), default=0)):
        cells = tuple(
            None if each is None else said[place] if place < len(said) else _silent(path, bool(said))
            for each, said in zip(told, values, strict=True)
        )
        rows.append(ComparedRow(path, label, cells, _differs(cells)))
    return rows


def _values(fields: Fields, path: str) -> tuple[ToldFact, ...]:
    if path == TYPE:
        return (ToldFact(path, fields.product.type),) if fields.product.type else ()
    return fields.facts(path)


def _silent(path: str, says_less: bool) -> ToldFact:
    return ToldFact(path, None, reason=say("products.nothing_else" if says_less else "products.silent"))


def _unsure(row: ComparedRow) -> ComparedRow:
    """The row where clauses are withheld: what they state is not known, so nobody is said to be silent."""
    unknown = say("products.withheld")
    told = (each if each is None or each.value is not None else replace(each, reason=unknown) for each in row.values)
    return replace(row, values=tuple(told))


def _differs(cells: Sequence[ToldFact | None]) -> bool:
    """Whether two products say different things: what is only printed otherwise (90日, 90天) is the same, and nobody
    knows what a product says of which nothing is verified."""
    return len({str(each.parsed or each.value) for each in cells if each is not None}) > 1
