"""Periods: waiting, cooling off, grace, insurance, limitation, notice."""

import pytest
from contract import facts_in, values_in

DAYS = [
    ("等待期", "自本合同生效之日起90日为等待期。", "waiting_period", "90日", 90),
    (
        "等待期",
        "自本合同生效日（若曾复效，则自最后复效日）起 180 日内（含第180日）为等待期。",
        "waiting_period",
        "180 日",
        180,
    ),
    (
        "",
        "在本合同生效（或最后复效）之日起180天（这180天的时间段称为“等待期”）内因疾病身故的，我们不承担责任。",
        "waiting_period",
        "180天",
        180,
    ),
    ("", "本产品的等待期为30天。", "waiting_period", "30天", 30),
    ("", "疾病观察期：九十日", "waiting_period", "九十日", 90),
    (
        "身故保险金",
        "被保险人于本合同生效之日起180日内非因意外伤害导致身故，我们退还保险费。",
        "waiting_period",
        "180日",
        180,
    ),
    ("", "在合同生效三十日（续保的不受限制）后因疾病住院治疗的，我们给付保险金。", "waiting_period", "三十日", 30),
    ("", "于其保险责任生效日起60日后初次罹患重大疾病的，我们给付保险金。", "waiting_period", "60日", 60),
    ("等待期間", "本契約所稱等待期間，係指自生效日起三十日之期間。", "waiting_period", "三十日", 30),
    ("犹豫期", "自您签收本合同次日起，有15日的犹豫期。", "cooling_off", "15日", 15),
    ("犹豫期", "您收到合同并书面签收之日起十天内为犹豫期。", "cooling_off", "十天", 10),
    ("契約撤銷權", "要保人於保險單送達的翌日起算十日內，得撤銷本契約。", "cooling_off", "十日", 10),
    ("宽限期", "自保险费约定支付日的次日零时起60日为宽限期。", "grace_period", "60日", 60),
    ("宽限期", "您应在保险费到期日的次日起六十日内支付保险费。", "grace_period", "六十日", 60),
    ("寬限期間", "自催告到達翌日起三十日內為寬限期間。", "grace_period", "三十日", 30),
    ("保险事故通知", "您应于知道保险事故发生之日起10日内通知我们。", "claim_notice", "10日", 10),
    ("", "受益人應於知悉保險事故後十日內通知本公司。", "claim_notice", "十日", 10),
]


@pytest.mark.parametrize(("title", "sentence", "path", "printed", "days"), DAYS)
def test_a_number_of_days(title, sentence, path, printed, days):
    [fact] = facts_in(title, sentence)[path]
    assert (fact.value, fact.parsed) == (printed, {"days": days})


def test_several_waiting_periods_are_told_each():
    told = values_in("等待期", "因疝气住院的，九十日为等待期；因其他疾病住院的，三十日为等待期。", "waiting_period")
    assert told == ["九十日", "三十日"]


@pytest.mark.parametrize(
    "sentence",
    [
        "被保险人自本合同生效之日起二年内自杀的，我们不承担责任。",
        "被保险人自意外伤害发生之日起180日内身故的，我们给付保险金。",
        "自首次重大疾病确诊之日起满180天后，第二次确诊其他重大疾病的，我们给付保险金。",
        "自本合同效力中止之日起满二年的，我们有权解除合同。",
    ],
)
def test_other_periods_are_no_waiting_periods(sentence):
    assert not values_in("", sentence, "waiting_period")


def test_a_period_of_rest_in_an_illness_is_no_waiting_period():
    assert not values_in("深度昏迷", "须经过连续90天的观察期。", "waiting_period")


def test_first_or_interrupted_insurance_waits():
    told = values_in(
        "", "等待期：首次投保或非连续投保本保险时，自合同生效日起30日；再次投保的无等待期。", "waiting_period"
    )
    assert told == ["30日"]


def test_what_is_paid_back_after_thirty_days_is_no_cooling_off():
    told = values_in(
        "犹豫期", "您签收保险单后15日内可以解除合同。我们自收到解除合同申请书之日起30日内退还保险费。", "cooling_off"
    )
    assert told == ["15日"]


def test_without_a_number_it_is_told_that_it_is_agreed():
    [fact] = facts_in("", "具体等待期由您与我们约定并在保险单上载明。")["waiting_period"]
    assert (fact.value, fact.parsed, fact.rule) == ("由您与我们约定并在保险单上载明", None, "agreed")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("本合同的保险期间为一年。", {"一年": {"years": 1}}),
        ("本合同的保险期间为终身，自生效日零时起计算。", {"终身": None}),
        (
            "本合同的保险期间为10年、20年、至60周岁、终身，由您在投保时选择。",
            {"10年": {"years": 10}, "20年": {"years": 20}, "至60周岁": {"age": 60}, "终身": None},
        ),
        (
            "保险期间分为20年期和30年期两种，自生效日零时起算。",
            {"20年期": {"years": 20}, "30年期": {"years": 30}},
        ),
        (
            "自生效日零时起，至被保险人年满105周岁的保单周年日零时止。",
            {"至被保险人年满105周岁的保单周年日零时止": {"age": 105}},
        ),
        ("本附加合同的保险期间与主合同的保险期间相同。", {"与主合同的保险期间相同": None}),
        (
            "保险期间由投保人与保险人协商确定，并在保险单中载明，最长不超过一年。",
            {"由投保人与保险人协商确定，并在保险单中载明": None, "最长不超过一年": {"years": 1}},
        ),
    ],
)
def test_each_insurance_period_to_choose_from_is_told(sentence, told):
    assert {fact.value: fact.parsed for fact in facts_in("保险期间", sentence)["insurance_period"]} == told


def test_two_years_in_either_spelling_are_two_years():
    for printed in ("二年", "两年", "2年"):
        [fact] = facts_in("诉讼时效", f"请求给付保险金的诉讼时效期间为{printed}。")["limitation"]
        assert (fact.value, fact.parsed) == (printed, {"years": 2})


@pytest.mark.parametrize(
    "printed",
    [
        "在电子保险单上载明",
        "列明在保险单的现金价值表中",
    ],
)
def test_where_the_cash_values_stand_is_told(printed):
    assert values_in("现金价值", f"保单年度末的现金价值{printed}。", "life_features.cash_value") == [printed]


def test_what_a_cash_value_is_is_told_to_its_end():
    printed = "保险合同所具有的价值，通常体现为解除合同时由我们退还的那部分金额"
    assert values_in("现金价值", f"指{printed}。", "life_features.cash_value") == [printed]


@pytest.mark.parametrize(
    ("title", "sentence", "path", "told"),
    [
        ("保险期间", "保险期间最长为一年。", "insurance_period", ["最长为一年"]),
        ("保险期间", "可选择保障至70周岁或终身。", "insurance_period", ["至70周岁", "终身"]),
        ("诉讼时效", "人寿保险的诉讼时效期间为五年，其他保险为二年。", "limitation", ["五年", "二年"]),
        ("事故通知", "保险事故发生后，应当及时通知保险人。", "claim_notice", ["及时"]),
        (
            "年金领取",
            "开始领取年龄为55周岁、60周岁或65周岁。",
            "life_features.annuity_start",
            ["55周岁、60周岁或65周岁"],
        ),
        (
            "祝寿金",
            "被保险人生存至80周岁的保单周年日，我们给付祝寿金。",
            "life_features.annuity_start",
            ["80周岁的保单周年日"],
        ),
    ],
)
def test_a_value_is_told_with_its_bounds_and_its_alternatives(title, sentence, path, told):
    assert values_in(title, sentence, path) == told
