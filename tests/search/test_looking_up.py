"""FR-001a: products by what people call them."""

import pytest

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library import Library
from insurance_desktop.services.looking_up import lookup, resolve_product
from insurance_desktop.tools.bare_library import BareDocument, add_pending, clause

NAMES = (
    ("平安福满养老年金保险", "2200", "平安人寿", "养老年金保险"),
    ("平安颐享养老年金保险（分红型）", "2201", "平安人寿", "养老年金保险"),
    ("平安盈添悦两全保险（分红型）", "2124", "平安人寿", "两全保险"),
    ("民生颐享养老年金保险", "M002", "民生人寿", "养老年金保险"),
    ("民生康健医疗保险", "M001", "民生人寿", "医疗保险"),
    ("康e保医疗保险", "K1", "民生人寿", "医疗保险"),
    ("康e保医疗保险", "K1", "平安人寿", "医疗保险"),
)


@pytest.fixture
def catalogue(empty: Library) -> Library:
    with empty.database.write() as connection:
        for number, (name, code, company, category) in enumerate(NAMES[:6]):
            document = BareDocument(
                name, (clause("1", "", f"{number}"),), code=code, company=company, category=category
            )
            add_pending(connection, document, empty.pack)
        connection.run(
            "INSERT INTO work_aliases (work_id, alias, kind) SELECT id, '盈添悦', 'short' FROM works WHERE code = ?",
            ("2124",),
        )
    return empty


@pytest.mark.requirement("FR-001a")
def test_a_part_of_the_name_is_enough(catalogue: Library) -> None:
    answer = lookup(catalogue, "添悦")
    assert [each.product_name for each in answer.products] == ["平安盈添悦两全保险（分红型）"]
    assert answer.products[0].product_code == "2124"


@pytest.mark.requirement("FR-001a")
def test_company_and_kind_give_all_that_match(catalogue: Library) -> None:
    answer = lookup(catalogue, "平安 养老")
    assert answer.status is AnswerStatus.OK
    assert {each.product_code for each in answer.products} == {"2200", "2201"}


@pytest.mark.requirement("FR-001a")
def test_the_company_filter_knows_its_other_names(catalogue: Library) -> None:
    answer = lookup(catalogue, "颐享", company="中国平安人寿保险股份有限公司")
    assert {each.company for each in answer.products} == {"平安人寿"}
    assert lookup(catalogue, "颐享", company="太平洋人寿").status is AnswerStatus.NOT_FOUND


def test_several_equally_good_ones_are_candidates(catalogue: Library) -> None:
    answer = lookup(catalogue, "颐享")
    assert answer.status is AnswerStatus.AMBIGUOUS
    assert {each.product_code for each in answer.products} == {"2201", "M002"}


@pytest.mark.parametrize("typed", ["盈添月", "平安盈天悦两全保险", "盈添悦两全险"])
def test_one_wrong_character_still_finds_it(catalogue: Library, typed: str) -> None:
    assert lookup(catalogue, typed).products[0].product_code == "2124"


def test_an_alias_names_the_product(catalogue: Library) -> None:
    with catalogue.database.read() as connection:
        resolved = resolve_product(catalogue, connection, "盈添悦")
    assert resolved.product is not None and resolved.product.code == "2124"


def test_id_code_and_exact_name_resolve_and_a_part_does_not(catalogue: Library) -> None:
    with catalogue.database.read() as connection:
        by_code = resolve_product(catalogue, connection, "2124").product
        assert by_code is not None
        assert resolve_product(catalogue, connection, by_code.work_id).product == by_code
        assert resolve_product(catalogue, connection, "平安盈添悦两全保险(分红型)").product == by_code
        part = resolve_product(catalogue, connection, "两全保险")
    assert part.product is None and part.status is AnswerStatus.NOT_FOUND and part.candidates


def test_nothing_alike_is_not_found(catalogue: Library) -> None:
    assert lookup(catalogue, "汽车延保服务").status is AnswerStatus.NOT_FOUND


def test_an_empty_library_and_an_empty_name_are_told_apart(empty: Library, catalogue: Library) -> None:
    with pytest.raises(UsageError):
        lookup(catalogue, " ")


def test_an_empty_library_says_so(empty: Library) -> None:
    assert lookup(empty, "盈添悦").status is AnswerStatus.EMPTY_LIBRARY
