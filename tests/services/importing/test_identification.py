"""Which product, type and edition: decided without guessing."""

import pytest

from insurance_desktop.domain.conversion import PrintedFacts
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.importing.identification import (
    filed_kind,
    find_work,
    issuer_key,
    known_facts,
    type_in_name,
)
from insurance_desktop.store.works.editions import date_key, statuses
from insurance_desktop.store.works.works import Work

PACK = load_pack("insurance")


def work(name, code=None, issuer=None, number=1):
    return Work(number, "insurance", "product", code, name, issuer)


def found(works, **said):
    chosen = find_work(works, GivenMetadata(**said), PACK)
    return chosen and chosen.work_id


def test_a_code_finds_its_product_under_every_name_of_the_company():
    works = [work("甲", "1", "平安人寿"), work("乙", "1", "中国人寿", 2)]
    assert found(works, product_code="1", company="中国平安人寿保险股份有限公司") == 1
    assert found(works, product_code="1", company="国寿") == 2
    assert found(works, product_code="1", company="别家") is None


def test_an_unknown_company_contradicts_nobody_where_the_name_agrees():
    works = [work("甲 产品", "1", "平安人寿")]
    assert found(works, product_code="1", product_name="甲产品") == 1
    assert found(works, product_code="1", product_name="乙") is None


def test_a_name_finds_its_product_only_where_one_has_it():
    works = [work("甲", None, "平安人寿"), work("甲", None, "中国人寿", 2), work("乙", "7", None, 3)]
    assert found(works, product_name="甲", company="平安寿险") == 1
    assert found(works, product_name="甲") is None
    assert found(works, product_name="乙") == 3
    assert found(works, product_name="乙", product_code="8") is None


def test_full_width_and_spaces_make_no_other_company():
    assert issuer_key("平安 人寿", PACK) == issuer_key("中国平安人寿保险股份有限公司", PACK)
    assert issuer_key("ＡＢＣ保险", PACK) == issuer_key("ABC保险", PACK)
    assert issuer_key("", PACK) is None


@pytest.mark.parametrize(
    ("name", "document_type"),
    [("2124_费率表.pdf", "费率表"), ("某产品 现金价值全表.pdf", "现金价值表"), ("a.pdf", None)],
)
def test_a_file_name_may_tell_the_type(name, document_type):
    assert type_in_name(name, PACK) == document_type


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("砚湖人寿〔2025〕两全保险152号", "两全保险"),
        ("(砚湖财险)(备-医疗保险)【2018】(主)005号", "医疗保险"),
        ("砚湖备-普通意外保险【2015】主9号", "普通意外保险"),
        ("砚寿发〔2025〕383号", None),
        ("C00020332512018030100471", None),
        (None, None),
    ],
)
def test_a_filing_number_says_the_kind_of_insurance(number, kind):
    assert filed_kind(number, PACK) == kind


def test_page_1_tells_what_nobody_said():
    printed = PrintedFacts(product_name="印的", product_code="9", document_type="产品条款")
    facts = known_facts(GivenMetadata(product_name="说的"), printed, "费率表.pdf", PACK)
    assert (facts.product_name, facts.product_code, facts.document_type) == ("说的", "9", "产品条款")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2023-05-01", (2023, 5, 1)),
        ("2023.5", (2023, 5)),
        ("2023年5月", (2023, 5)),
        ("20230501", (2023, 5, 1)),
        (" 2023 ", (2023,)),
        ("5月1日", None),
        ("旧版", None),
        (None, None),
    ],
)
def test_dates_are_read_in_any_common_form(text, key):
    assert date_key(text) == key


def test_the_latest_edition_is_current_and_a_tie_is_unknown():
    current, superseded, unknown = EditionStatus.CURRENT, EditionStatus.SUPERSEDED, EditionStatus.UNKNOWN
    assert statuses({1: (2020,), 2: (2023, 5), 3: None}) == {1: superseded, 2: current, 3: unknown}
    assert statuses({1: (2023,), 2: (2023,), 3: (2020,)}) == {1: unknown, 2: unknown, 3: superseded}
    assert statuses({1: None}) == {1: unknown}
    assert statuses({}) == {}
