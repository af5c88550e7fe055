"""What is covered: by title, by the first words of a paragraph, or only in the text; nested where it is printed so."""

import pytest
from contract import clause, facts_of


def benefits(*clauses):
    """The benefits by the names that lead to them, each with its text."""
    return {
        fact.path.removeprefix("coverage."): fact.value
        for fact in facts_of(*clauses)
        if fact.path.startswith("coverage")
    }


def test_each_titled_benefit_has_its_own_text():
    found = benefits(
        clause("2.3", "保险责任", "我们承担下列责任："),
        clause("2.3/1", "身故保险金", "被保险人身故的，我们按保险金额给付。", under="2.3"),
        clause("2.3/2", "等待期", "自生效日起90日为等待期。", under="2.3"),
        clause("2.3/3", "豁免保险费", "我们豁免以后的保险费。", under="2.3"),
        clause("2.4", "责任免除", "我们不承担下列责任："),
    )
    assert found == {"身故保险金": "被保险人身故的，我们按保险金额给付。", "豁免保险费": "我们豁免以后的保险费。"}


def test_a_benefit_below_another_or_below_a_choice():
    found = benefits(
        clause("2", "保险责任"),
        clause("2/一", "必选责任", under="2"),
        clause("2/一/1", "重大疾病保险金", "两次给付。", under="2/一"),
        clause("2/一/1/(1)", "首次重大疾病保险金", "按保险金额给付。", under="2/一/1"),
        clause("2/二", "可选责任", under="2"),
        clause("2/二/1", "身故保险金", "按保险费给付。", under="2/二"),
    )
    assert list(found) == ["重大疾病保险金", "重大疾病保险金.首次重大疾病保险金", "身故保险金"]


def test_paragraphs_that_begin_with_a_name():
    text = "承担下列责任：\n（一）身故保险金：按保险金额给付。\n（二）伤残保险金 按比例给付。\n给付比例见附表。"
    assert benefits(clause("5", "保险责任", text)) == {
        "身故保险金": "（一）身故保险金：按保险金额给付。",
        "伤残保险金": "（二）伤残保险金 按比例给付。\n给付比例见附表。",
    }


def test_benefits_that_only_the_text_names():
    text = "被保险人身故的，保险人给付“身故保险金”。\n住院的，保险人给付住院津贴。\n上述两项保险金不同时给付。"
    found = benefits(clause("保险责任", "保险责任"), clause("第一条", "", text, under="保险责任"))
    assert found == {
        "身故保险金": "被保险人身故的，保险人给付“身故保险金”。",
        "住院津贴": "住院的，保险人给付住院津贴。",
    }


@pytest.mark.parametrize("how", ["一次", "被保险人", "100%", "“"])
def test_how_it_is_paid_is_no_part_of_the_name(how):
    text = f"被保险人患病的，我们给付{how}重大疾病保险金，本合同终止。"
    assert list(benefits(clause("2", "保险责任", text))) == ["重大疾病保险金"]


def test_a_name_that_a_line_breaks_is_whole():
    assert list(benefits(clause("2", "保险责任"), clause("2.1", "轻症疾病豁免 保险费", "豁免。", under="2"))) == [
        "轻症疾病豁免保险费"
    ]


def test_a_note_to_a_name_is_no_part_of_it():
    titles = ("身故保险金（可选责任）", "【全残保险金】", "住院津贴1")
    below = [clause(f"2.{place}", title, "按约定给付。", under="2") for place, title in enumerate(titles)]
    assert list(benefits(clause("2", "保险责任"), *below)) == ["身故保险金", "全残保险金", "住院津贴"]


def test_a_cost_is_part_of_a_benefit_or_what_a_contract_without_one_covers():
    section, cost = clause("2", "保险责任"), clause("2.1/1", "住院医疗费用", "床位费、药品费。", under="2.1")
    medical = clause("2.1", "一般医疗保险金", "按比例给付。", under="2")
    assert list(benefits(section, medical, cost)) == ["一般医疗保险金", "一般医疗保险金.住院医疗费用"]
    assert list(benefits(section, clause("2.1", "救护车费用", "按实际支出赔偿。", under="2"))) == ["救护车费用"]
    named = clause("2.1", "住院医疗费用", "保险人给付住院医疗保险金。", under="2")
    assert list(benefits(section, named)) == ["住院医疗保险金"]


def test_articles_of_taiwan_are_each_about_one_benefit():
    found = benefits(clause("第十六條", "身故保險金或喪葬費用保險金的給付", "被保險人身故者，本公司給付。"))
    assert found == {"身故保險金或喪葬費用保險金": "被保險人身故者，本公司給付。"}


@pytest.mark.parametrize("title", ["保险金的申请", "补偿原则", "健康管理服务", "未成年人身故保险金限制", "责任免除"])
def test_what_stands_beside_the_benefits_is_none(title):
    assert not benefits(clause("2", "保险责任"), clause("2.1", title, "按照约定办理。", under="2"))


def test_what_a_person_reads_before_buying_describes_the_product():
    found = facts_of(clause("1", "产品特色", "1、保障全面，一张保单守护全家。\n2、交费灵活，多种期间供您选择。"))
    assert [(fact.path, fact.value) for fact in found] == [
        ("description", "保障全面，一张保单守护全家。"),
        ("description", "交费灵活，多种期间供您选择。"),
    ]


def test_every_value_stands_in_its_clause_where_it_is_said_to():
    clauses = (
        clause("1.3", "投保 年龄", "本合同接受的投保年龄为 出生满 28 日\n至 60 周岁。"),
        clause("2", "保险责任", "（一）身故保险金：在本合同生效之日起 90 日内因疾病身故的，退还保险费。"),
    )
    found = facts_of(*clauses)
    assert {fact.path for fact in found} >= {"coverage.身故保险金", "extend_info.waiting_period"}
    for fact in found:
        assert clauses[fact.chunk_index].text[fact.start : fact.end] == fact.value


def test_a_name_that_runs_into_its_text_is_told():
    text = (
        "本合同的保险责任如下：\n住院医疗保险金在保险期间内，被保险人因疾病住院的，我们给付。\n"
        "身故保险金若被保险人身故，我们按保险金额给付。"
    )
    found = facts_of(clause("5", "保险责任", text))
    assert [(each.path, each.value[:8]) for each in found if each.path.startswith("coverage")] == [
        ("coverage.住院医疗保险金", "住院医疗保险金在"),
        ("coverage.身故保险金", "身故保险金若被保"),
    ]


def test_a_benefit_that_is_refused_is_none():
    text = "我们按约定给付质子医疗保险金。等待期内确诊的，我们不承担给付特定医疗保险金的责任。"
    assert list(benefits(clause("2", "保险责任", text))) == ["质子医疗保险金"]
