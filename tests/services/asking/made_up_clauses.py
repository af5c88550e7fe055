"""Passages of products that nobody sells, for tests of what is said about clauses."""

import json
from pathlib import Path

from insurance_desktop.domain.asking import Passage

MADE_UP = json.loads((Path(__file__).parent / "made_up_statements.json").read_text(encoding="utf-8"))
ENGLISH = (
    "You may cancel this policy within 15 days of receiving it. We refund the premium without interest. "
    "We shall not pay where death is caused by suicide within two years, "
    "except where the insured was legally incapable."
)


def passage(number, key="a1", **changes):
    """The made-up clause of that key as a passage of that number."""
    clause = MADE_UP["clauses"][key]
    values = {
        "clause_id": key,
        "section_id": clause["section_id"],
        "section_title": clause["section_title"],
        "breadcrumb": tuple(clause["breadcrumb"]),
        "citation": clause["citation"],
        "text": clause["text"],
        "product_name": clause["product_name"],
    }
    return Passage(number=number, **(values | changes))


def passages(*keys):
    return [passage(number, key) for number, key in enumerate(keys, 1)]
