"""Products and what they state as a person reads them on a console."""

from collections.abc import Mapping
from typing import Any

from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.fact_shapes import CODE, COLOUR, ID, KEYS, NAME, OWN_TEXT
from insurance_desktop.services.products.fact_words import cell_words

from .answer_layouts import CANDIDATES, MORE, product_row
from .rendering import LAYOUTS, MARGIN, each, line, lines, text

ROW = text(product_row)


IN_THE_HEAD = (ID, NAME, CODE)


def _fields(it: Any) -> str:
    """What was asked for, field by field; what stands in the head or is for the eye alone is not said again."""
    return lines(
        *(_said(it.labels, name, value, "") for name, value in it.told.items() if name not in IN_THE_HEAD),
    )


def _said(labels: Mapping[str, str], path: str, value: Any, margin: str) -> str:
    """A field with what lies below it; where only keys were asked for, these by what they are called."""
    path, deeper = path.removesuffix(KEYS), margin + MARGIN
    name = labels.get(path, path.rpartition(".")[2])
    if isinstance(value, dict):
        own = _field(name, value.get(OWN_TEXT, ""), margin)
        below = ((f"{path}.{key}", each) for key, each in value.items() if key != OWN_TEXT)
        return lines(own, *(_said(labels, key, each, deeper) for key, each in below if key != COLOUR))
    if isinstance(value, list):
        return lines(_field(name, "", margin), *(deeper + _entry(labels, path, each) for each in value))
    return _field(name, say("products.silent") if value is None else value, margin)


def _field(name: str, value: object, margin: str) -> str:
    shown = str(value).replace("\n", f"\n{margin}{MARGIN}")
    return margin + say("cli.field", name=name, value=shown)


def _entry(labels: Mapping[str, str], path: str, value: Any) -> str:
    """One of a list: a key by what it is called, a table by its rows, or a word."""
    if not isinstance(value, dict):
        return labels.get(f"{path}.{value}", str(value))
    if "desc" in value:
        return str(value["desc"])
    return lines(*("\t".join(row) for row in (value["headers"], *value["rows"])))


def _sources(it: Any) -> str:
    told = ((it.labels.get(path, path.rpartition(".")[2]), one) for path, all in it.sources.items() for one in all)
    return lines(*(say("cli.fact_source", name=name, **_place(one)) for name, one in told))


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
        text(lambda it: product_row(it) if it.product_id else None),
        text("message"),
        text(_fields),
        text(_sources),
        CANDIDATES,
    ),
    ProductComparison=(text("message"), each("products"), each("rows"), CANDIDATES, MORE),
    ComparedProduct=(ROW, line("cli.compared_edition", when="edition", margin=1)),
    ComparedRow=(line("cli.compared_row", mark=lambda it: say("cli.differs") if it.differs else ""), text(_cells)),
)
