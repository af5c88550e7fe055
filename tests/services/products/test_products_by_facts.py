"""Seed 002: products by what their verified clauses state, each value verbatim and with its source."""

import pytest
from stated_products import MEDICAL, TERM

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.product_answers import AgeMatch, InspectRequest
from insurance_desktop.domain.shapes import shape
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.products.product_comparison import compare_products
from insurance_desktop.services.products.product_lookup import lookup
from insurance_desktop.services.products.product_questions import filter_products, inspect_product, search_products
from insurance_desktop.services.review import decisions


@pytest.fixture
def names(workspace, one_document):
    for text, name in ((TERM, "甲定期寿险"), (MEDICAL, "乙医疗保险")):
        decisions.approve(workspace.engine, one_document(text, file=f"{name}.pdf", name=name), reviewer="王")
    return workspace.engine.product_names


def inspect(names, product, **request):
    return shape(inspect_product(names, product, InspectRequest(**request)))


@pytest.mark.requirement("C12")
def test_ages_in_days_and_years_are_met_and_a_silent_product_is_marked(names):
    found = {each.product_name: each.age_match for each in filter_products(names, age_min=60, age_max=60).products}
    assert found == {"甲定期寿险": AgeMatch.YES, "乙医疗保险": AgeMatch.UNKNOWN}
    assert [each.product_name for each in filter_products(names, age_min=61).products] == ["乙医疗保险"]
    assert filter_products(names, age_min=0, age_max=0).products[0].age_range == "出生满28天至60周岁"


def test_a_kind_is_named_by_its_own_name_or_as_people_say(names):
    for said in ("医疗保险", "医疗险"):
        assert [each.product_name for each in filter_products(names, product_type=said).products] == ["乙医疗保险"]
    unknown = filter_products(names, product_type="车险")
    assert unknown.status is AnswerStatus.NOT_FOUND
    assert "定期寿险" in unknown.message


@pytest.mark.parametrize("ages", [{"age_min": -1}, {"age_max": 151}, {"age_min": 50, "age_max": 40}])
def test_ages_that_nobody_has_are_refused(names, ages):
    with pytest.raises(UsageError):
        filter_products(names, **ages)


def test_a_name_weighs_more_than_what_clauses_say(names):
    found = search_products(names, "医疗").products
    assert found[0].product_name == "乙医疗保险"
    assert found[0].matches[0].field == "product_name"
    (only,) = search_products(names, "猝死").products
    assert [(each.field, "猝死" in each.snippet) for each in only.matches] == [("coverage.猝死保险金", True)]
    assert search_products(names, "车轮").status is AnswerStatus.NO_MATCH


def test_the_menu_first_then_one_benefit_word_for_word(names):
    assert inspect(names, "甲定期寿险", fields="coverage", view="summary")["coverage_keys"] == [
        "身故保险金",
        "猝死保险金",
    ]
    told = inspect(names, "甲定期寿险", fields="coverage.猝死保险金")
    assert told["coverage"] == {"猝死保险金": "被保险人猝死的，我们额外给付猝死保险金。"}


def test_a_lookup_tells_the_kind_the_age_and_the_waiting_period(names):
    (found,) = lookup(names, "甲定期寿险").products
    assert (found.product_type, found.age_range, found.waiting_period) == ("定期寿险", "出生满28天至60周岁", "90天")
    (silent,) = lookup(names, "乙医疗保险").products
    assert (silent.product_type, silent.age_range, silent.waiting_period) == ("医疗保险", None, "30天")


def test_a_nested_value_has_a_flat_key_its_source_and_the_sentence(names):
    told = inspect(names, "甲定期寿险", fields="extend_info.waiting_period", sources=True)
    assert told["extend_info.waiting_period"] == "90天"
    (source,) = told["sources"]["extend_info.waiting_period"]
    assert (source["section_id"], source["quote"]) == ("2.2", "自本合同生效之日起90天内为等待期。")


def test_what_no_clause_states_is_null_and_said_to_be(names):
    told = inspect(names, "乙医疗保险", fields="extend_info.cooling_off,age_range")
    assert (told["extend_info.cooling_off"], told["age_range"]) == (None, None)
    assert "条款未载明" in told["message"]


def test_keys_are_described_where_that_is_asked_for(names):
    keys = inspect(names, "甲定期寿险", fields="extend_info", describe=True)["extend_info_keys"]
    assert {"key": "waiting_period", "desc": "等待期"} in keys


def test_a_field_that_does_not_exist_is_not_answered_as_if_nothing_were_printed(names):
    told = inspect(names, "甲定期寿险", fields="premium")
    assert (told["status"], "premium" in told) == ("not_found", False)
    assert "premium" in told["message"]


def test_products_stand_side_by_side_and_silence_is_told_from_difference(names):
    answer = compare_products(names, ["甲定期寿险", "乙医疗保险"])
    rows = {row.path: row for row in answer.rows}
    waiting = rows["extend_info.waiting_period"]
    assert ([each.value for each in waiting.values], waiting.differs) == (["90天", "30天"], True)
    assert waiting.values[0].source.section_id == "2.2"
    assert rows["extend_info.cooling_off"].values[1].reason == "条款未载明"
    assert not compare_products(names, "1,1", "extend_info.waiting_period").rows[0].differs
    with pytest.raises(UsageError):
        compare_products(names, ["甲定期寿险"])


def test_facts_leave_with_the_verification(workspace, names):
    decisions.reject(workspace.library, 1, reviewer="王", reason="错")
    assert [each.product_name for each in filter_products(names).products] == ["乙医疗保险"]
    with workspace.library.database.read() as connection:
        assert not connection.rows("SELECT 1 FROM facts JOIN clauses ON clauses.id = clause WHERE document_id = 1")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE facts SET value = '9天' WHERE path = 'extend_info.waiting_period'",
        "UPDATE facts SET parsed = '{\"days\":9}' WHERE path = 'extend_info.waiting_period'",
        "UPDATE facts SET path = 'extend_info.cooling_off' WHERE path = 'extend_info.waiting_period'",
        "UPDATE facts SET status = 'confirmed'",
        "DELETE FROM facts WHERE path = 'extend_info.waiting_period'",
        "DELETE FROM facts",
    ],
)
def test_altered_facts_are_not_told_and_the_answer_says_so(workspace, names, change):
    with workspace.library.database.write() as connection:
        connection.run(change)
    told = inspect(names, "甲定期寿险", fields="extend_info.waiting_period")
    assert told["extend_info.waiting_period"] is None
    assert "与核验时不同" in told["message"]
    assert "条款未载明" not in told["message"], "nobody knows what it states"


@pytest.mark.parametrize("limit", [-1, 0, 51])
def test_so_many_products_as_nobody_asks_for_are_refused(names, limit):
    with pytest.raises(UsageError):
        search_products(names, "医疗", limit=limit)


def test_products_side_by_side_call_no_clause_silent_while_some_are_withheld(workspace, names):
    with workspace.library.database.write() as connection:
        connection.run("DELETE FROM facts WHERE path = 'extend_info.waiting_period' AND value = '90天'")
    answer = compare_products(names, ["甲定期寿险", "乙医疗保险"])
    waiting = next(row for row in answer.rows if row.path == "extend_info.waiting_period")
    assert (waiting.values[0].value, waiting.values[0].reason) == (None, "没有给出（有条款与核验时不同）")
    assert answer.message.count("与核验时不同") == 1
