"""FR-002a: what the clauses say of surrender and reduced paid-up, verbatim."""

import pytest

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library import Library
from insurance_desktop.services.surrendering import surrender_logic

ANNUITY = "平安盈添悦两全保险（分红型）"


@pytest.mark.requirement("FR-002a")
def test_surrender_gives_its_clause_and_the_cash_value_rule(filled: Library) -> None:
    """退保损失多少."""
    answer = surrender_logic(filled, ANNUITY, "surrender")
    assert answer.status is AnswerStatus.OK
    rules = [each.text for each in answer.calculation_rules]
    assert "我们自收到申请书之日起30日内退还本合同的现金价值。" in rules
    assert any("损失" in each.text for each in answer.consequences)
    assert any("您可以申请退保" in each.text for each in answer.conditions)


@pytest.mark.requirement("FR-002a")
def test_both_operations_are_named_side_by_side(filled: Library) -> None:
    """退保和减额交清哪个划算."""
    answer = surrender_logic(filled, ANNUITY, "reduced_paid_up")
    assert answer.definition is not None and answer.definition.section_id == "6.4"
    assert "5.2" in answer.comparison_note and "6.4" in answer.comparison_note


@pytest.mark.requirement("FR-002a")
def test_every_string_is_verbatim_with_its_clause(filled: Library) -> None:
    answer = surrender_logic(filled, ANNUITY, "surrender")
    with filled.database.read() as connection:
        for each in (*answer.calculation_rules, *answer.conditions, *answer.consequences):
            text = connection.value("SELECT text FROM clauses WHERE clause_id = ?", (each.chunk_id,))
            assert each.text in text


@pytest.mark.requirement("FR-002a")
def test_the_table_that_belongs_comes_along(filled: Library) -> None:
    answer = surrender_logic(filled, ANNUITY, "surrender")
    assert [each.table_data.table_type for each in answer.related_tables] == ["现金价值表"]


@pytest.mark.requirement("FR-002a")
def test_the_seeds_sentences_stand_where_amounts_are_missing(filled: Library) -> None:
    missing = surrender_logic(filled, "M001", "reduced_paid_up")
    assert missing.status is AnswerStatus.NO_MATCH
    assert missing.notices == ("本工具只提供计算逻辑，具体金额请参考保单", "具体金额需查阅保单现金价值表")


def test_what_cannot_be_asked_is_refused_in_words(filled: Library) -> None:
    with pytest.raises(UsageError):
        surrender_logic(filled, ANNUITY, "magic")
    with pytest.raises(UsageError):
        surrender_logic(filled, ANNUITY, "surrender", policy_year=0)


def test_an_unknown_product_is_not_found(filled: Library) -> None:
    assert surrender_logic(filled, "nobody", "surrender").status is AnswerStatus.NOT_FOUND
