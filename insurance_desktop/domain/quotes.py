"""What checking a quotation against verified text comes to."""

from dataclasses import field
from enum import StrEnum

from insurance_desktop.domain.entity import entity

from .answers import ProductMatch, SourceReference
from .states import AnswerStatus, EditionStatus


class Verdict(StrEnum):
    """How a quotation stands to the verified text; the first that holds."""

    EXACT = "EXACT"
    WRONG_SECTION = "WRONG_SECTION"
    SUPERSEDED = "SUPERSEDED"
    NEAR = "NEAR"
    NOT_FOUND = "NOT_FOUND"
    NOT_CHECKED = "NOT_CHECKED"


@entity
class Difference:
    """One stretch of a quotation beside the verified words: `quoted` joined gives the one, `verified` the other.

    `kind` is same, changed, missing (not quoted), added (only quoted), omitted (left out with an ellipsis) or
    reference (a pointer such as （见 7.3） that was not quoted). `critical`: it changes a figure, an amount or the
    sense.
    """

    kind: str
    quoted: str
    verified: str
    critical: bool = False


@entity
class QuotePlace:
    """Another clause with the same words, and the pages of the words there."""

    chunk_id: str
    section_id: str
    section_title: str
    product_name: str | None
    document_id: int
    page_number: int | None = None
    page_to: int | None = None


@entity
class QuoteCheck:
    """One quotation with its verdict. The place is null where nothing in verified text comes near.

    `verified_text` are the words as they stand. `goes_on_with` is an exception right behind the quoted words, in the
    same sentence: a quotation that ends before it is verbatim and yet says more than the contract.
    """

    quote: str
    verdict: Verdict
    message: str
    difference: tuple[Difference, ...] = ()
    chunk_id: str | None = None
    section_id: str | None = None
    section_title: str | None = None
    verified_text: str | None = None
    goes_on_with: str | None = None
    similarity: float | None = None
    edition_status: EditionStatus | None = None
    source_reference: SourceReference | None = None
    also_in: tuple[QuotePlace, ...] = ()


@entity
class QuoteAnswer:
    """The check of one quotation; a face joins its keys with those of `check`."""

    status: AnswerStatus
    check: QuoteCheck
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class FoundQuotation:
    """A passage between quotation marks: characters [start, end) of the text that it stands in."""

    text: str
    start: int
    end: int
    section: str | None = None


@entity
class CheckedQuotation:
    """A quotation of an answer: where it stands in it, the clause that it is said to come from, and the check."""

    start: int
    end: int
    said_section: str | None
    check: QuoteCheck


@entity
class CheckedAnswer:
    """Every quotation of a pasted answer. `counts` = how many have each verdict."""

    status: AnswerStatus
    message: str | None
    product: str | None = None
    counts: dict[str, int] = field(default_factory=dict)
    quotes: tuple[CheckedQuotation, ...] = ()
    candidates: tuple[ProductMatch, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
