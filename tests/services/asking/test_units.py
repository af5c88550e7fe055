"""A clause is parted only where no part says more than the whole."""

import pytest

from insurance_desktop.domain.conversion import Item
from insurance_desktop.index.intents import intent_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.units import units_of

PACK = load_pack("insurance")


def texts(text, items=()):
    return [each.text for each in units_of(text, items, None, PACK)]


def test_sentences_are_parted():
    assert texts("甲方应付款。乙方应交货。") == ["甲方应付款。", "乙方应交货。"]


LEANING = (
    "但另有约定的除外。",
    "除非另有约定。",
    "否则合同终止。",
    "前款情形不受此限。",
    "上述期间除外。",
    "同时退还保险费。",
)


@pytest.mark.parametrize("behind", LEANING)
def test_what_takes_a_sentence_back_or_leans_on_it_stays_with_it(behind):
    assert [each.lines for each in units_of(f"我们不承担责任。{behind}另一句。", (), None, PACK)] == [
        ("我们不承担责任。", behind),
        ("另一句。",),
    ]


def test_what_a_semicolon_parts_stays_together():
    assert texts("满一年的，退还一半；未满一年的，不退还。") == ["满一年的，退还一半；未满一年的，不退还。"]


def test_an_item_of_a_long_list_comes_with_the_words_above_it():
    items = tuple(Item(f"（{number}）", f"第{number}种情形" + "甲" * 60 + "；") for number in range(1, 5))
    text = "因下列情形之一的，我们不承担责任：\n" + "\n".join(each.mark + each.text for each in items)
    lead, *listed = units_of(text, items, None, PACK)
    assert lead.is_lead_in
    assert [each.leads for each in listed] == [("因下列情形之一的，我们不承担责任：",)] * 4


def test_a_short_list_is_one():
    items = (Item("（1）", "保险合同；"), Item("（2）", "身份证件。"))
    text = "须提供下列资料：\n（1）保险合同；\n（2）身份证件。"
    assert [each.lines for each in units_of(text, items, None, PACK)][1:] == [("（1）保险合同；", "（2）身份证件。")]


def test_a_row_comes_with_the_header_of_its_table():
    rows = units_of("年度\t价值\n1\t320\n2\t760", (), None, PACK)
    assert [(each.lines, each.leads) for each in rows] == [
        (("1\t320",), ("年度\t价值",)),
        (("2\t760",), ("年度\t价值",)),
    ]


def test_nothing_is_lost():
    text = "一、总则：本合同由条款组成。\n下列资料：\n（1）合同；\n（2）证件。\n但书除外。年度\t价值\n1\t2\n完。"
    items = (Item("（1）", "合同；"), Item("（2）", "证件。"))
    units = units_of(text, items, None, PACK)
    said = "".join("".join((*each.leads, *each.lines)) for each in units)
    assert all("".join(line.split()) in "".join(said.split()) for line in text.split("\n"))


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("酒驾能赔吗", "applicability"),
        ("退保和减额交清有什么区别", "comparison"),
        ("什么是既往症", "definition"),
        ("怎么申请理赔金", "procedure"),
        ("酒驾怎么理赔，能赔吗", "applicability"),
        ("犹豫期是几天", "specification"),
        ("免赔额怎么算", "amount"),
        ("理赔要多久", "amount"),
        ("报销比例是多少", "amount"),
        ("免赔额是多少，门诊能报吗", "applicability"),
        ("理赔时隐瞒了病史赔不赔", "applicability"),
        ("受益人", "general"),
    ],
)
def test_what_is_wanted_of_a_question(question, intent):
    assert intent_of(question, PACK).name == intent
