"""The words by which kinds of documents are known: those of names of products are none of them."""

from insurance_desktop.convert.clauses.document_names import read_title
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


def test_a_product_name_keeps_the_word_insurance():
    for title in ("民生康e保费用补偿医疗保险条款", "民生康e保费用补偿医疗保险费率表"):
        assert read_title(title, PACK).product == "民生康e保费用补偿医疗保险"


def test_no_word_stands_for_two_kinds():
    words = [word for form in PACK.document_forms for word in form.words]
    assert len(words) == len(set(words))


def test_types_that_the_pack_speaks_of_are_types_that_it_knows():
    known = {form.document_type for form in PACK.document_forms}
    assert {*PACK.contract_types, *PACK.general_types} <= known
