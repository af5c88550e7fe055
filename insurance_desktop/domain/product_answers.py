"""Answers about products by the facts that their verified documents state."""

from dataclasses import field
from enum import StrEnum
from typing import Any

from insurance_desktop.domain.entity import entity

from .answers import ProductMatch
from .facts import ToldFact
from .states import AnswerStatus

FEWEST_COMPARED, MOST_COMPARED = 2, 5
"""Products that can stand side by side."""
EDITION_MARK = "@"
"""PRODUCT@EDITION is a product in one edition."""


class AgeMatch(StrEnum):
    """Whether a product takes people of the ages that were asked for."""

    YES = "yes"
    UNKNOWN = "age_unknown"


@entity
class LookedUpProduct(ProductMatch):
    """A product that a name may mean, with what tells it from others; None where nothing verified states it."""

    product_type: str | None = None
    age_range: str | None = None
    waiting_period: str | None = None


@entity
class LookupAnswer:
    status: AnswerStatus
    message: str | None
    products: tuple[LookedUpProduct, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class ProductRow:
    """A product by what filters and lists look at. `age_range` is as printed, None where it is not."""

    product_id: int
    product_code: str | None
    product_name: str
    company: str | None
    product_type: str | None
    age_range: str | None


@entity
class FilteredProduct(ProductRow):
    age_match: AgeMatch = AgeMatch.UNKNOWN


@entity
class FieldMatch:
    """A field that holds the words that were looked for, what a person calls it, and the words around them."""

    field: str
    snippet: str
    label: str = ""


@entity
class FoundProduct(ProductRow):
    score: float = 0.0
    matches: tuple[FieldMatch, ...] = ()


@entity
class FilterAnswer:
    status: AnswerStatus
    message: str | None
    products: tuple[FilteredProduct, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class ProductSearchAnswer:
    status: AnswerStatus
    message: str | None
    products: tuple[FoundProduct, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class InspectRequest:
    """Fields by their names, parted by commas; a dot leads into a map. None: all of them.

    `view="summary"` tells the keys of maps alone, `describe` what each of them is called, too; `sources` where all of
    it is printed.
    """

    fields: str | None = None
    view: str = "full"
    describe: bool = False
    sources: bool = False


@entity
class InspectAnswer:
    """A product's fields: `told` holds them by the names that were asked for, beside the keys of the answer.

    `labels` is what a person calls each path.
    """

    status: AnswerStatus
    message: str | None
    product_id: int | None = None
    product_code: str | None = None
    product_name: str | None = None
    told: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, Any] = field(default_factory=dict)
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
    labels: dict[str, str] = field(default_factory=dict)


@entity
class ComparedProduct(ProductRow):
    """A product that is compared, and the edition that was asked for; None: what is in force."""

    edition: str | None = None


@entity
class ComparedRow:
    """One fact of several products, in their order; None where a product has no verified document.

    A list (the illnesses, the benefits) has a row that counts it and beneath it one for each name (`is_entry`), whoever
    lists it.
    """

    path: str
    label: str
    values: tuple[ToldFact | None, ...]
    differs: bool
    is_entry: bool = False


@entity
class ProductComparison:
    status: AnswerStatus
    message: str | None
    products: tuple[ComparedProduct, ...] = ()
    rows: tuple[ComparedRow, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
