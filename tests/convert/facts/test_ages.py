"""Ages: who may be insured, who may insure, and up to what age a contract is renewed, as printed and as numbers."""

import pytest
from contract import facts_in, values_in


def day(value):
    return {"value": value, "unit": "day"}


def year(value):
    return {"value": value, "unit": "year"}


@pytest.mark.parametrize(
    ("printed", "least", "most"),
    [
        ("出生满28日-60周岁", day(28), year(60)),
        ("0（须出生满30日）至60周岁", day(30), year(60)),
        ("0周岁（出生满30天）至55周岁（含55周岁）", day(30), year(55)),
        ("不超过70周岁", None, year(70)),
        ("十八周岁（含）至六十五周岁（不含）", year(18), year(64)),
        ("30天（含）至60周岁", day(30), year(60)),
        ("18-60周岁", year(18), year(60)),
        ("出生满 28 日 至 55 周岁", day(28), year(55)),
        ("年满18周岁、未满66周岁", year(18), year(65)),
        ("十六周岁以上（含十六周岁）六十五周岁以下（含六十五周岁）", year(16), year(65)),
    ],
)
def test_an_age_is_told_as_printed_and_as_a_range(printed, least, most):
    [fact] = facts_in("投保年龄", f"本合同接受的投保年龄为{printed}。")["age_range"]
    assert (fact.value, fact.parsed) == (printed, {"min": least, "max": most})


@pytest.mark.parametrize(
    ("sentence", "printed"),
    [
        ("凡出生二十八日以上、七十五周岁以下，身体健康者均可作为被保险人。", "出生二十八日以上、七十五周岁以下"),
        ("凡符合承保条件，年龄在六十五周岁以下的身体健康者，可作为被保险人。", "六十五周岁以下"),
        ("除另有约定外，被保险人应为投保时年满18周岁至65周岁的自然人。", "年满18周岁至65周岁"),
        ("本产品仅限28天（含）-17周岁（含）未成年人的父母为其投保。", "28天（含）-17周岁（含）"),
    ],
)
def test_an_age_is_found_without_a_title(sentence, printed):
    assert values_in("", sentence, "age_range") == [printed]


def test_men_and_women_are_told_apart():
    told = values_in("投保年龄", "投保年龄范围为女性55周岁至80周岁，男性60周岁至75周岁。", "age_range")
    assert told == ["55周岁至80周岁", "60周岁至75周岁"]


def test_who_insures_and_who_is_renewed_are_not_who_may_be_insured():
    found = facts_in(
        "投保范围",
        "凡出生满28天至60周岁的人，均可作为被保险人；如属续保，被保险人的年龄最高可至八十周岁（含）。"
        "凡年满18周岁，对被保险人具有保险利益的人，均可作为投保人。",
    )
    assert {path: [fact.value for fact in facts] for path, facts in found.items()} == {
        "age_range": ["出生满28天至60周岁"],
        "age_renewal": ["最高可至八十周岁（含）"],
        "age_policy_holder": ["年满18周岁"],
    }


@pytest.mark.parametrize(
    ("sentence", "printed", "most"),
    [
        ("本合同可按上述方式续保至被保险人年满七十周岁。", "至被保险人年满七十周岁", year(70)),
        ("被保险人年满80周岁（含）前，您可以申请重新投保。", "年满80周岁（含）前", year(80)),
        ("如被保险人超过105周岁，我们不再接受续保。", "超过105周岁", year(105)),
    ],
)
def test_the_last_age_of_a_renewal(sentence, printed, most):
    [fact] = facts_in("续保", sentence)["age_renewal"]
    assert (fact.value, fact.parsed) == (printed, {"min": None, "max": most})


def test_the_age_at_a_payment_is_nobodys_age_of_entry():
    assert not values_in("身故保险金", "被保险人身故时年满18周岁至40周岁的，给付比例为160%。", "age_range")
