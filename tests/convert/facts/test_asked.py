"""Which values a question asks for, and that a condition or a definition asks for none."""

import pytest

from insurance_desktop.convert.facts.asked import paths_asked
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("等待期多少天？", "extend_info.waiting_period"),
        ("某某两全保险的等待期", "extend_info.waiting_period"),
        ("签收以后几天之内可以反悔", "extend_info.cooling_off"),
        ("忘了交保费，最多能拖多久", "extend_info.grace_period"),
        ("这份保险保到多少岁", "extend_info.insurance_period"),
        ("最大多少岁能投保", "age_range"),
        ("报销比例是多少", "extend_info.reimbursement"),
        ("有没有免赔额", "extend_info.deductible"),
        ("保单贷款最高能贷百分之几", "extend_info.loan"),
        ("轻症有多少种", "extend_info.illness_features.light.count"),
        ("中症可以赔几次", "extend_info.illness_features.middle.times"),
        ("年金从几岁开始领", "extend_info.life_features.annuity_start"),
    ],
)
def test_a_value_is_asked_for_by_its_name_or_in_other_words(question, path):
    assert paths_asked(PACK, question) == {path}


@pytest.mark.parametrize(
    "question",
    [
        "等待期内确诊怎么赔",
        "犹豫期后退保有什么损失",
        "宽限期间内出险赔多少",
        "什么是免赔额",
        "等待期从什么时候起算",
        "贷款利率怎么计算",
        "身故保险金赔多少",
    ],
)
def test_who_asks_for_something_else_is_told_no_value(question):
    assert not paths_asked(PACK, question)


def test_two_values_are_both_asked_for():
    assert paths_asked(PACK, "犹豫期和宽限期各多少天") == {"extend_info.cooling_off", "extend_info.grace_period"}
