"""Which documents are about an instrument, by their names, and which one they are about."""

import pytest

from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.regulations.commentaries import cited_in, commentary_on

MARITIME = load_pack("maritime")
RULES = MARITIME.regulations


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


def test_what_amendments_of_a_year_change_is_one_pointer_out_of_the_document():
    line = "Refer to 2006 (Chapters II-1, II-2, III and XII and appendix) amendments (resolution MSC.216(82))."
    assert [each.anchor for each in cited_in(line, MARITIME)] == [
        "(Chapters II-1, II-2, III and XII and appendix) amendments"
    ]
    assert [each.anchor for each in cited_in("as chapters II-1 and II-2 require", MARITIME)] == ["II-1", "II-2"]
