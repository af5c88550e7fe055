"""Products side by side: a row for each fact, a column for each product, every cell with its source."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.facts import ToldFact
from insurance_desktop.domain.product_answers import (
    FEWEST_COMPARED,
    MOST_COMPARED,
    ComparedProduct,
    ComparedRow,
    ProductComparison,
)
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.characters import comparable
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import page_of, page_start
from insurance_desktop.services.library.withheld import says_what_is_withheld

from .fact_book import ProductFacts
from .fact_shapes import COVERAGE, TYPE, Fields, labels, path_named
from .product_editions import product_and_edition
from .product_names import ProductNames
from .product_questions import row_of
from .scope import NoScope

Column = Mapping[str, ToldFact]
"""What a product lists, by what its names are compared by."""
_ASIDE = re.compile('[(\uff08][^()\uff08\uff09]*[)\uff09]|[-\uff0d\u2014]+["\u201c][^"\u201d]*["\u201d]')
"""What stands beside a name, in brackets or quoted behind a dash: that it is also called so, who defined it."""


@says_what_is_withheld
def compare_products(
    names: ProductNames, products: str | Sequence[str], fields: str | None = None, cursor: str | None = None
) -> ProductComparison:
    """What these products state, page by page: fact by fact, in the pack's order and then benefit by benefit; only the
    `fields` (parted by commas, a map with all below it) where given. The products may be one text, parted by commas,
    too; one of an edition is asked for as PRODUCT@EDITION."""
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
    if not FEWEST_COMPARED <= len(products) <= MOST_COMPARED:
        bounds = {"fewest": FEWEST_COMPARED, "most": MOST_COMPARED}
        raise UsageError("products.too_many_to_compare", **bounds, count=len(products))
    with names.library.database.read() as connection, connection.withholding() as withheld:
        known: list[ProductFacts] = []
        shown: list[ComparedProduct] = []
        for named in products:
            meant = product_and_edition(names, connection, named)
            if isinstance(meant, NoScope):
                return ProductComparison(meant.status, meant.message, candidates=meant.candidates)
            known.append(meant.product)
            shown.append(row_of(ComparedProduct, meant.product, edition=meant.edition))
        told = [Fields(connection, each) if each.documents else None for each in known]
        rules = names.library.pack.facts
        wanted = tuple(path_named(rules, name.strip()) for name in (fields or "").split(",") if name.strip())
        rows = _rows(known, told, wanted)
    if withheld:
        rows = tuple(map(_unsure, rows))
    status = AnswerStatus.OK if rows else AnswerStatus.NO_MATCH
    message = None if rows else say("search.nothing_verified")
    return ProductComparison(status, message, tuple(shown), rows)


def _rows(
    products: Sequence[ProductFacts], told: Sequence[Fields | None], wanted: Sequence[str]
) -> tuple[ComparedRow, ...]:
    """Fact by fact in the pack's order, then the benefits."""
    rules = products[0].pack.facts
    named = labels(rules)
    is_list = {each.path for each in rules.lists}
    told_elsewhere = {each.path for each in rules.also}
    stated = dict.fromkeys(path for product in products for path in product.by_path)
    ordered = [TYPE, *(path for path in named if path in stated), *(path for path in stated if path not in named)]
    benefits = [path for path in ordered if path.startswith(f"{COVERAGE}.")]
    rows: list[ComparedRow] = []
    for path in ordered:
        if path in told_elsewhere or path in benefits or not _is_wanted(path, wanted):
            continue
        label = named.get(path, _last(path))
        rows += _listed(path, label, told) if path in is_list else _compared(path, label, told)
    return (*rows, *_benefits(named[COVERAGE], [path for path in benefits if _is_wanted(path, wanted)], told))


def _is_wanted(path: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(path == each or path.startswith(f"{each}.") for each in wanted)


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _compared(path: str, label: str, told: Sequence[Fields | None]) -> list[ComparedRow]:
    """One row where each product says one thing or nothing, else a row for what each says first, second …"""
    values = [() if each is None else _values(each, path) for each in told]
    rows = []
    for place in range(max(map(len, values), default=0)):
        cells = tuple(
            None if each is None else _said_at(place, path, said) for each, said in zip(told, values, strict=True)
        )
        rows.append(ComparedRow(path, label, cells, _differs(cells, _said)))
    return rows


def _said_at(place: int, path: str, said: Sequence[ToldFact]) -> ToldFact:
    if place < len(said):
        return said[place]
    return _silent(path, "products.nothing_else" if said else "products.silent")


def _values(fields: Fields, path: str) -> tuple[ToldFact, ...]:
    if path == TYPE:
        return (ToldFact(path, fields.product.type),) if fields.product.type else ()
    return fields.facts(path)


def _listed(path: str, label: str, told: Sequence[Fields | None]) -> list[ComparedRow]:
    """What stands in a list, by name."""
    columns = [None if each is None else _column(each.facts(path)) for each in told]
    return _by_name(path, label, columns, lambda fact: str(fact.value), lambda fact: comparable(fact.value or ""))


def _column(listed: Sequence[ToldFact]) -> Column:
    """The entries of a list by their names without asides, where that does not make two of them one."""
    whole = {comparable(fact.value): fact for fact in listed}
    short = {key: comparable(_ASIDE.sub("", fact.value)) for key, fact in whole.items()}
    count = Counter(short.values())
    return {short[key] if count[short[key]] == 1 else key: fact for key, fact in whole.items()}


def _benefits(label: str, paths: Sequence[str], told: Sequence[Fields | None]) -> list[ComparedRow]:
    """The benefits by name, each with what is first said of it."""
    columns = [
        None if each is None else {comparable(path): said[0] for path in paths if (said := each.facts(path))}
        for each in told
    ]
    return _by_name(COVERAGE, label, columns, lambda fact: _last(fact.path), _said)


def _by_name(
    path: str,
    label: str,
    columns: Sequence[Column | None],
    name_of: Callable[[ToldFact], str],
    said_of: Callable[[ToldFact], str],
) -> list[ComparedRow]:
    """How many names each product lists, and a row for each name in the order in which they are first listed."""
    first: dict[str, ToldFact] = {}
    for column in columns:
        first |= {key: fact for key, fact in (column or {}).items() if key not in first}
    if not first:
        return []
    counts = tuple(None if column is None else _count(path, len(column)) for column in columns)
    known = [set(column) for column in columns if column is not None]
    rows = [ComparedRow(path, label, counts, any(each != known[0] for each in known))]
    for key, fact in first.items():
        cells = tuple(
            None
            if column is None
            else column.get(key) or _silent(fact.path, "products.not_listed" if column else "products.silent")
            for column in columns
        )
        rows.append(ComparedRow(fact.path, name_of(fact), cells, _differs(cells, said_of), is_entry=True))
    return rows


def _count(path: str, count: int) -> ToldFact:
    if not count:
        return _silent(path, "products.silent")
    return ToldFact(path, say("products.listed", count=count), parsed={"count": count})


def _silent(path: str, reason: str) -> ToldFact:
    return ToldFact(path, None, reason=say(reason))


def _unsure(row: ComparedRow) -> ComparedRow:
    """The row where clauses are withheld: what they state is not known, so nobody is said to be silent, and nothing is
    counted."""
    unknown = say("products.withheld")
    told = (
        each
        if each is None or each.source is not None or (each.path == TYPE and each.value is not None)
        else ToldFact(each.path, None, reason=unknown)
        for each in row.values
    )
    return replace(row, values=tuple(told))


def _said(fact: ToldFact) -> str:
    """What is only printed otherwise (90日, 90天) is the same."""
    return str(fact.parsed or fact.value)


def _differs(cells: Sequence[ToldFact | None], said_of: Callable[[ToldFact], str]) -> bool:
    """Whether two products say different things: nobody knows what a product says of which nothing is verified."""
    return len({said_of(each) for each in cells if each is not None}) > 1
