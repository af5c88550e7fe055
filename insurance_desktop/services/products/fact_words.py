"""Told facts in the words of a person: what a cell says, how far it is checked, where it is printed."""

from insurance_desktop.domain.facts import FactStatus, ToldFact
from insurance_desktop.domain.product_answers import ComparedProduct, ComparedRow
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say

STATUS = {FactStatus.CONFIRMED: "products.confirmed", FactStatus.DERIVED: "products.derived"}
UNEQUAL, SET_IN = "≠", "\u3000"


def cell_words(fact: ToldFact | None) -> str:
    """What a product says of a fact; where it says nothing, whether its clauses are silent or there are none."""
    if fact is None:
        return say("products.no_document")
    return str(fact.reason if fact.value is None else fact.value)


def status_words(fact: ToldFact | None) -> str:
    """Whether a person has confirmed it; "" where nothing is stated, or the catalogue says it."""
    return say(STATUS[fact.status]) if fact is not None and fact.status is not None else ""


def cited_words(fact: ToldFact) -> str:
    """A value that a question asks for, beside the clause that states it."""
    return say("products.cited", value=fact.value, status=status_words(fact))


def place_words(fact: ToldFact | None) -> str:
    """Section, page and document; "" where it is printed nowhere."""
    if fact is None or fact.source is None:
        return ""
    page = place_in_words(fact.source.page_number, None, fact.source.locator)
    told = (fact.source.section_id, page, fact.source.document_type)
    return " · ".join(part for part in told if part)


def source_words(fact: ToldFact | None) -> str:
    """The same with the sentence that states it, where that is more than what the cell says, and its status."""
    if fact is None or fact.source is None:
        return ""
    head = " · ".join(part for part in (place_words(fact), status_words(fact)) if part)
    quote = fact.source.quote
    return head if quote.strip() == str(fact.value).strip() else f"{head}\n{quote}"


def whole_words(fact: ToldFact | None) -> str:
    """All that a cell says, and beneath it where that is printed."""
    return "\n".join(part for part in (cell_words(fact), source_words(fact)) if part)


def label_words(row: ComparedRow) -> str:
    """What a row is called: that it differs ahead of it, what stands in a list set in."""
    return f"{UNEQUAL} " * row.differs + SET_IN * row.is_entry + row.label


def product_words(product: ComparedProduct) -> str:
    """A product at the head of its column: its name, and beneath it the edition, where one was asked for, the company
    and the code."""
    beneath = " · ".join(part for part in (product.edition, product.company, product.product_code) if part)
    return "\n".join(part for part in (product.product_name, beneath) if part)
