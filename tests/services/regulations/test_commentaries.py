"""Which documents are about an instrument, by their names, and which one they are about."""

import pytest

from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.regulations.commentaries import commentary_on

RULES = load_pack("maritime").regulations


@pytest.mark.parametrize(
    ("name", "relation", "about"),
    [
        ("Unified Interpretations of SOLAS chapter II-2", "INTERPRETS", "SOLAS"),
        ("MARPOL附则I统一解释", "INTERPRETS", "MARPOL"),
        ("Unified Interpretations of SOLAS and MARPOL", "INTERPRETS", None),
        ("Amendments to the LSA Code", "AMENDS", "LSA Code"),
        ("Resolution MSC.421(98) amending SOLAS", "AMENDS", "SOLAS"),
        ("SOLAS 2020修正案", "AMENDS", "SOLAS"),
        ("2017 Guidelines for the implementation of MARPOL Annex V", "REFERENCES", "MARPOL"),
    ],
)
def test_a_document_about_an_instrument_is_told_by_its_name(name, relation, about):
    found = commentary_on(name, RULES)
    assert (found.relation, found.about and found.about.name) == (relation, about)
    assert found.instrument.name == name


@pytest.mark.parametrize(
    "name",
    [
        "SOLAS",
        "SOLAS 1974及其修正案",
        "MARPOL 73/78, as amended",
        "国际海上人命安全公约",
        "LSA Code",
        "MSC.1/Circ.1434",
    ],
)
def test_the_instrument_itself_is_none(name):
    assert commentary_on(name, RULES) is None
