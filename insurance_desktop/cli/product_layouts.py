"""Products and what they state as a person reads them on a console."""

from typing import Any

from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.fact_words import cell_words

from .answer_layouts import CANDIDATES, MORE
from .rendering import LAYOUTS, MARGIN, each, known, line, lines, text

ROW = line("cli.listed_product")


def _fields(it: Any) -> str:
    """What was asked for, field by field, with the sources of each where they are told."""
    return lines(*(_said(name, value, "") for name, value in it.told.items()))


def _said(name: str, value: Any, margin: str) -> str:
    if isinstance(value, dict):
        return lines(f"{margin}{name}", *(_said(key, each, margin + MARGIN) for key, each in value.items()))
    if isinstance(value, list):
        entries = (_entry(each) for each in value)
        return lines(f"{margin}{name}", *(f"{margin}{MARGIN}{each}" for each in entries))
    shown = str(known(value)).replace("\n", f"\n{margin}{MARGIN}")
    return f"{margin}{name}: {shown}"


def _entry(value: Any) -> str:
    """One of a list: a key with what it is called, or a word."""
    return "  ".join(str(each) for each in value.values()) if isinstance(value, dict) else str(value)


def _sources(it: Any) -> str:
    return lines(*(say("cli.fact_source", path=path, **_place(one)) for path, all in it.sources.items() for one in all))


def _place(source: dict[str, Any]) -> dict[str, object]:
    page = place_in_words(source["page_number"], None, source.get("locator"))
    return {"section": source["section_id"], "page": page, "quote": source["quote"]}


def _cells(it: Any) -> str:
    """What each product says, one below the other."""
    return lines(*(MARGIN + _cell(one) for one in it.values))


def _cell(fact: Any) -> str:
    value = cell_words(fact).replace("\n", f"\n{MARGIN}")
    source = fact and fact.source
    if source is None:
        return value
    page = place_in_words(source.page_number, None, source.locator)
    return say("cli.fact_cell", value=value, section=source.section_id, page=page)


LAYOUTS.update(
    FactInReview=(
        line("cli.fact_in_review", state=lambda it: say(f"cli.fact_{'refused' if it.is_refused else it.status}")),
        text("value", 1),
    ),
    FilterAnswer=(text("message"), each("products"), MORE),
    FilteredProduct=(ROW, line("cli.age_unknown", when=lambda it: it.age_match == "age_unknown", margin=1)),
    ProductSearchAnswer=(text("message"), each("products"), MORE),
    FoundProduct=(ROW, each("matches", margin=1)),
    FieldMatch=(line("cli.field_match"),),
    InspectAnswer=(
        line("cli.inspected", when="product_id"),
        text("message"),
        text(_fields),
        text(_sources),
        CANDIDATES,
    ),
    ProductComparison=(text("message"), each("products"), each("rows"), CANDIDATES, MORE),
    ComparedProduct=(ROW, line("cli.compared_edition", when="edition", margin=1)),
    ComparedRow=(line("cli.compared_row", mark=lambda it: say("cli.differs") if it.differs else ""), text(_cells)),
)
