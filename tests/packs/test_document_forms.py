"""The words by which kinds of documents are known: those of names of products are none of them."""

from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


def test_a_product_name_keeps_the_word_insurance():
    words = [word for form in PACK.document_forms for word in form.words]
    assert not [word for word in words if "民生康e保费用补偿医疗保险条款".endswith(word) and word != "条款"]


def test_no_word_stands_for_two_kinds():
    words = [word for form in PACK.document_forms for word in form.words]
    assert len(words) == len(set(words))


def test_types_that_the_pack_speaks_of_are_types_that_it_knows():
    known = {form.document_type for form in PACK.document_forms}
    assert {*PACK.contract_types, *PACK.general_types} <= known
