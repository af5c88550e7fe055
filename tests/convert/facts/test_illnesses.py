"""Illnesses: how many of each kind, their shares and times, and their names."""

import pytest
from contract import clause, facts_in, facts_of, values_in

SEVERE, MIDDLE, LIGHT = (f"illness_features.{kind}" for kind in ("severe", "middle", "light"))


@pytest.mark.parametrize(
    ("title", "sentence", "path", "printed", "number"),
    [
        ("重大疾病", "指被保险人发生符合以下疾病定义所述条件的疾病（共105种）。", f"{SEVERE}.count", "105种", 105),
        ("重大疾病", "本合同所指的重大疾病共120种，其中前28种为行业规范规定的疾病。", f"{SEVERE}.count", "120种", 120),
        ("轻症疾病", "指下列所定义的十五项疾病或手术。", f"{LIGHT}.count", "十五项", 15),
        ("", "本合同约定的中症疾病共有25种。", f"{MIDDLE}.count", "25种", 25),
        ("", "重大疾病分为A、B、C、D四组。", f"{SEVERE}.groups", "四组", 4),
    ],
)
def test_a_count_is_told_under_its_own_kind(title, sentence, path, printed, number):
    found = facts_in(title, sentence)
    assert [(fact.value, fact.parsed) for fact in found[path]] == [(printed, {"number": number})]
    assert len(found) == 1


def test_under_a_title_of_all_kinds_a_count_goes_to_the_kind_it_names():
    found = facts_in(
        "重大疾病、中症疾病、轻症疾病的范围及定义",
        "以下是一百二十种重大疾病的定义，其中第一种至第二十八种是行业规范规定的疾病。",
    )
    assert {path: [fact.value for fact in facts] for path, facts in found.items()} == {
        f"{SEVERE}.count": ["一百二十种"]
    }


def test_one_illness_of_several_is_no_count():
    assert not values_in("", "被保险人确诊一种或两种以上重大疾病的，我们仅给付一次。", f"{SEVERE}.count")


def test_the_share_and_the_times_of_a_benefit():
    text = "按基本保险金额的30%给付轻症疾病保险金。每种轻症疾病限给付一次，累计给付以三次为限。"
    assert [fact.parsed for fact in facts_in("轻症疾病保险金", text)[f"{LIGHT}.ratio"]] == [{"percent": 30}]
    assert values_in("轻症疾病保险金", text, f"{LIGHT}.times") == ["限给付一次", "以三次为限"]


def test_the_whole_sum_insured_is_told_in_words():
    [fact] = facts_in("重大疾病保险金", "我们按基本保险金额给付重大疾病保险金，合同终止。")[f"{SEVERE}.ratio"]
    assert (fact.value, fact.parsed) == ("按基本保险金额", None)


def test_a_multiple_of_the_sum_insured_is_no_plain_sum_insured():
    [fact] = facts_in("重大疾病保险金", "我们将按基本保险金额的1.5倍给付。")[f"{SEVERE}.ratio"]
    assert (fact.value, fact.parsed) == ("1.5倍", {"percent": 150})


def test_once_for_what_one_cause_brings_is_not_how_often_a_benefit_is_paid():
    text = "因同一疾病原因患一项以上轻症疾病的，该给付以一次为限。累计给付以四次为限。"
    assert values_in("轻症疾病保险金", text, f"{LIGHT}.times") == ["以四次为限"]


def test_names_are_the_titles_right_below():
    listed = [clause(f"8/{place}", name, under="8") for place, name in enumerate(("恶性肿瘤", "脑中风", "瘫痪"))]
    found = facts_of(clause("8", "重大疾病的定义"), *listed, clause("9", "轻症疾病"))
    assert [(fact.path, fact.value) for fact in found] == [
        (f"extend_info.{SEVERE}.names", name) for name in ("恶性肿瘤", "脑中风", "瘫痪")
    ]
