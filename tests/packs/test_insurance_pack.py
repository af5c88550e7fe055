"""What the shipped insurance pack knows of Chinese clauses."""

import re

import pytest

from insurance_desktop.packs.loader import load_pack, read_pack
from insurance_desktop.packs.registry import pack_folder, pack_names

PACK = load_pack("insurance")


def heading(line: str) -> tuple[str, str, str] | None:
    for form in PACK.heading_forms:
        if found := re.fullmatch(form.pattern, line):
            return form.name, found["number"], found.groupdict().get("title") or ""
    return None


def test_a_pack_is_read_once():
    assert load_pack("insurance") is load_pack("insurance")


@pytest.mark.parametrize("name", pack_names())
def test_every_pattern_of_a_shipped_pack_compiles(name):
    assert read_pack(pack_folder(name)) == load_pack(name)


@pytest.mark.requirement("FR-010", "C7")
def test_there_are_the_four_categories_and_the_three_roles_of_the_seeds():
    assert [each.name for each in PACK.categories] == ["Liability", "Exclusion", "Process", "Definition"]
    assert [each.name for each in PACK.roles] == ["Insurer", "Insured", "Beneficiary"]
    assert "责任免除" in PACK.category("Exclusion").titles


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2.6 责任免除", ("section", "2.6", "责任免除")),
        ("2.3.1", ("section", "2.3.1", "")),
        ("9.6 周岁", ("section", "9.6", "周岁")),
        ("7.释义", ("chapter_digit", "7", "释义")),
        ("第六条", ("article", "第六条", "")),
        ("第二十六条【火车】", ("article", "第二十六条", "【火车】")),
        ("第三章 保险责任", ("chapter", "第三章", "保险责任")),
        ("第一部分 总则", ("part", "第一部分", "总则")),
        ("【投保举例】", ("bracketed", "", "投保举例")),
        ("三、进取型账户", ("han", "三", "进取型账户")),
        ("（六）资产管理费", ("han_parenthesised", "（六）", "资产管理费")),
        ("Regulation 19-1 Carriage", ("english_article", "Regulation 19-1", "Carriage")),
        ("CHAPTER II-1 Construction", ("english_chapter", "CHAPTER II-1", "Construction")),
    ],
)
def test_printed_numbering_is_recognised(line, expected):
    assert heading(line) == expected


@pytest.mark.parametrize("line", ["2019 年 3 月", "12.5%", "我们按照下列约定给付", "3.14159265 3"])
def test_a_line_of_text_is_no_heading(line):
    assert heading(line) is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("第 3 页 共18 页", "page_number"),
        ("第2页", "page_number"),
        ("- 4 -", "page_number"),
        ("请扫描以查询验证条款", "qr_caption"),
        ("……………", "dotted_leader"),
        ("．．．．．．．", "dotted_leader"),
        ("=========", "separator"),
    ],
)
def test_furniture_has_a_name(line, reason):
    assert next(form.reason for form in PACK.noise_forms if re.fullmatch(form.pattern, line)) == reason


@pytest.mark.parametrize(
    "line", ["(1)酒后驾驶", "（1）酒后驾驶", "1、酒后", "11、酒后", "①酒后", "一、酒后", "（一）酒后"]
)
def test_a_list_mark_opens_its_line(line):
    assert any(re.match(mark, line) for mark in PACK.item_marks)


@pytest.mark.parametrize("text", ["我们不承担给付保险金的责任", "本公司不予给付", "不负赔偿责任", "不在保障范围"])
def test_a_refusal_is_heard_wherever_it_stands(text):
    assert any(re.search(phrase, text) for phrase in PACK.exclusion_phrases)


@pytest.mark.parametrize(
    ("street", "trade"),
    [
        ("多大年纪", "投保年龄"),
        ("换了手机号", "联系方式变更"),
        ("换工作", "职业或者工种的确定与变更"),
        ("出险", "保险事故"),
        ("几天出结果", "核定"),
        ("酒驾", "酒后驾驶"),
        ("反悔", "犹豫期"),
    ],
)
def test_words_of_the_street_lead_to_words_of_the_trade(street, trade):
    assert any(street in group.street and trade in group.trade for group in PACK.synonyms)


@pytest.mark.requirement("FR-002", "FR-002a", "FR-001")
def test_the_sentences_of_the_seeds_stand_word_for_word():
    assert PACK.sentences["disclaimer"] == "本结果仅供参考，实际理赔以保险合同和公司审核为准"
    assert PACK.sentences["logic_only"] == "本工具只提供计算逻辑，具体金额请参考保单"
    assert PACK.sentences["see_cash_value_table"] == "具体金额需查阅保单现金价值表"
    assert PACK.sentences["no_match"] == "未找到相关条款"


def test_sister_companies_are_apart():
    names = [name for issuer in PACK.issuers for name in (issuer.name, *issuer.aliases)]
    assert len(names) == len(set(names))
    assert {"surrender", "reduced_paid_up"} == {each.name for each in PACK.operations}


def first_match(patterns: tuple[str, ...], text: str) -> str | None:
    return next(
        (found[1] if found.lastindex else found[0] for each in patterns if (found := re.search(each, text))), None
    )


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("单位：元（每一万元基本保险金额）", "元（每一万元基本保险金额）"),
        ("（单位：人民币元）", "人民币元"),
        ("单位:元/年", "元/年"),
        ("保险费（元）", "元"),
    ],
)
def test_the_unit_of_a_table_is_read_whole(text, unit):
    assert first_match(PACK.unit_phrases, text) == unit


def test_code_and_filing_number_are_read_from_page_one():
    assert first_match(PACK.code_phrases, "险种简称：青松两全　险种代码：YH1001") == "YH1001"
    assert first_match(PACK.filing_phrases, "民生保险[2018]医疗保险013 号") == "民生保险[2018]医疗保险013 号"
    assert first_match(PACK.filing_phrases, "平安人寿〔2025〕疾病保险176号") == "平安人寿〔2025〕疾病保险176号"
