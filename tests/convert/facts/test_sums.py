"""What is paid, and how: premiums, deductibles, shares, limits, loans, sums insured."""

import pytest
from contract import clause, facts_in, facts_of, values_in


@pytest.mark.parametrize(
    ("title", "sentence", "path", "printed", "parsed"),
    [
        ("免赔额", "本合同的年免赔额为1万元。", "deductible", "1万元", {"yuan": 10000}),
        ("免赔额", "免赔额为人民币12,000元。", "deductible", "人民币12,000元", {"yuan": 12000}),
        ("", "每次住院的免赔日数为3天。", "deductible", "3天", {"days": 3}),
        ("给付比例", "医疗费用的给付比例为80%。", "reimbursement", "80%", {"percent": 80}),
        ("", "对其余额按百分之八十的比例给付。", "reimbursement", "百分之八十", {"percent": 80}),
        ("保单贷款", "贷款金额不得超过现金价值净额的 80％。", "loan", "80％", {"percent": 80}),
        ("保单贷款", "每次贷款期限最长不超过6个月。", "loan", "6个月", {"months": 6}),
        ("保险金额", "每份保险金额为1万元。", "sum_insured", "1万元", {"yuan": 10000}),
        (
            "保险金额",
            "基本保险金额为主合同基本保险金额的30%。",
            "sum_insured",
            "主合同基本保险金额的30%",
            {"percent": 30},
        ),
    ],
)
def test_an_amount_is_told_as_printed_and_as_a_number(title, sentence, path, printed, parsed):
    [fact] = facts_in(title, sentence)[path]
    assert (fact.value, fact.parsed) == (printed, parsed)


def test_amounts_to_choose_from_are_told_each():
    assert values_in("", "免赔额提供：2000元、5000元、10000元三档供您选择。", "deductible") == [
        "2000元",
        "5000元",
        "10000元",
    ]
    assert values_in("附表", "给付比例\t\t60%\t80%\t100%", "reimbursement") == ["60%", "80%", "100%"]


def test_what_is_left_to_the_policy_is_told_where_it_is_agreed():
    sentence = "本合同的免赔额、给付比例由投保人和保险人在投保时约定，并在保险单中载明。"
    agreed = ["由投保人和保险人在投保时约定，并在保险单中载明"]
    assert values_in("", sentence, "deductible") == agreed
    assert values_in("", sentence, "reimbursement") == agreed


def test_what_is_done_after_a_deductible_is_no_deductible():
    told = values_in("", "在扣除免赔额后，按照约定的给付比例给付住院医疗保险金。", "deductible")
    assert not told


@pytest.mark.parametrize(
    "sentence",
    [
        "按基本保险金额的40%给付生存保险金。",
        "按所交保险费的160%给付身故保险金。",
        "伤残程度对应的给付比例为10%。",
        "假设给付比例为60%，则给付6000元。",
    ],
)
def test_other_shares_are_no_reimbursement(sentence):
    assert not values_in("", sentence, "reimbursement")


def test_an_example_states_nothing():
    assert not facts_in("投保示例", "王先生30周岁投保，交费期间为10年，免赔额为1万元。")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("投保人应在投保时一次性交清保险费。", ["一次性交清保险费"]),
        ("交费方式和交费期间由您和我们约定并在保险单上载明。", ["由您和我们约定并在保险单上载明"]),
        ("保险费的交付方式分为趸交、年交和月交三种。", ["趸交", "年交", "月交"]),
        ("交费期间分为5年、10年和交至60周岁，由您选择。", ["5年", "10年", "交至60周岁"]),
        ("本合同的保险费采用趸交、限期年交的方式支付。", ["趸交", "限期年交"]),
    ],
)
def test_each_way_of_paying_is_told(sentence, told):
    assert values_in("保险费的支付", sentence, "payment") == told


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("累计给付日数以一百八十日为限。", ["累计给付日数以一百八十日为限"]),
        ("累计给付金额以该被保险人的保险金额为限。", ["累计给付金额以该被保险人的保险金额为限"]),
        (
            "住院前7日（含住院当日）和出院后30日（含出院当日）内的门诊费用。",
            ["住院前7日（含住院当日）", "出院后30日（含出院当日）"],
        ),
        ("每组重大疾病保险金的给付次数以一次为限。", []),
    ],
)
def test_limits(sentence, told):
    assert values_in("", sentence, "limits") == told


def test_a_renewal_that_is_not_guaranteed_is_never_told_as_guaranteed():
    assert values_in("续保", "本合同不保证续保。", "renewal") == ["不保证续保"]
    assert values_in("续保", "本产品保证续保，保证续保期间为20年。", "renewal") == ["保证续保", "保证续保期间为20年"]
    assert not values_in("", "保险公司不会因被保险人健康状况变化而拒绝续保。", "renewal")


def test_a_hospital_is_told_by_its_level_and_not_by_what_it_is_not():
    told = values_in("医院", "指二级以上（含二级）公立医院，不包括疗养院、二级康复医院。", "hospital")
    assert told == ["二级以上（含二级）公立医院"]
    assert not values_in("专科医生", "指在二级或二级以上医院的相应科室从事临床工作三年以上的医师。", "hospital")


@pytest.mark.parametrize(
    ("sentence", "path", "told"),
    [
        ("本附加合同关于免赔额的约定与主合同一致，以保单约定为准。", "deductible", ["与主合同一致"]),
        ("本附加险的赔付比例与主险合同一致。", "reimbursement", ["与主险合同一致"]),
        ("我们依照本合同另行约定的给付比例进行赔付。", "reimbursement", ["本合同另行约定的给付比例"]),
    ],
)
def test_what_another_contract_settles_is_told_as_agreed(sentence, path, told):
    assert values_in("", sentence, path) == told


def test_what_is_agreed_of_many_things_at_once_is_told_of_each():
    sentence = (
        "单次门诊药品费用免赔额、门诊药品费用给付比例、单次门诊药品费用给付限额、门诊药品费用给付频次、"
        "门诊药品费用给付总次数由投保人和保险人在投保时约定，并在本合同中载明。"
    )
    agreed = ["由投保人和保险人在投保时约定，并在本合同中载明"]
    assert [values_in("", sentence, path) for path in ("deductible", "reimbursement", "limits")] == [agreed] * 3


def test_the_sums_of_a_row_of_limits_are_told_each():
    row = "年度给付限额\t\t住院医疗保险金\t6万元\t12万元\t\t30万元"
    assert values_in("附表", row, "limits") == ["6万元", "12万元", "30万元"]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("自意外伤害事故发生之日起90天内，在医院接受治疗发生的费用。", ["90天内"]),
        ("自意外伤害事故发生之日起180日内因该事故身故的，我们给付住院津贴。", []),
        ("合同终止日次日起30日内（含第30日）发生的住院费用。", ["终止日次日起30日内（含第30日）"]),
        ("合同终止日次日起30日后发生的住院费用不予给付。", []),
        ("每次药品处方剂量不超过30日；", ["不超过30日"]),
        ("门诊治疗不超过15天，住院治疗至多延长90天。", ["不超过15天", "至多延长90天"]),
        ("给付上限为10万元。", ["10万元"]),
        ("累计给付次数以本合同约定的给付频次为限。", ["累计给付次数以本合同约定的给付频次为限"]),
        ("获得的补偿金额总和以实际支出的医疗费用为限。", []),
    ],
)
def test_times_within_which_costs_count(sentence, told):
    assert values_in("", sentence, "limits") == told


def test_the_costs_that_count_are_told_with_all_that_is_printed_of_them():
    for printed in (
        "必需且合理（释义七）的且符合约定的药品费用",
        "医学必需的、合理的医疗费用",
        "合理医疗费用",
        "在社会医疗保险支付范围内的医疗费用",
    ):
        assert values_in("医疗保险金", f"对{printed}，我们给付保险金。", "medical_features.scope") == [printed]


@pytest.mark.parametrize("printed", ["有权决定是否接受续保", "视为您申请续保"])
def test_who_decides_on_a_renewal_is_told(printed):
    assert values_in("续保", f"届满时我们{printed}。", "renewal") == [printed]


def test_a_product_that_is_withdrawn_is_not_renewed():
    told = values_in("续保", "若保险期间届满时本产品停售，保险人将不再接受投保申请。", "renewal")
    assert told == ["停售，保险人将不再接受投保申请"]


def test_a_hospital_is_told_with_the_part_of_it_that_counts():
    assert values_in("医院", "指二级以上公立医院的特需医疗部、国际部。", "hospital") == [
        "二级以上公立医院的特需医疗部、国际部"
    ]


def test_a_share_for_each_condition_is_told_under_its_title():
    told = values_in("给付比例", "有社保的为100%，无社保的为60%。", "reimbursement")
    assert told == ["100%", "60%"]


def test_a_hospital_that_does_not_count_is_none_that_counts():
    assert not values_in("", "被保险人在非二级及以上医院或非保险人认可的医疗机构住院治疗。", "hospital")


def test_a_premium_paid_when_the_contract_is_made_is_told():
    assert values_in("", "投保人应当在本合同成立时交清保险费。", "payment") == ["在本合同成立时交清"]
    assert values_in("", "本合同的保险费采取一次性交付方式。", "payment") == ["一次性交付"]
    assert not values_in("身故保险金", "“累计已交保险费”：年交方式下指年交保险费乘以年数。", "payment")


def test_hospitals_and_costs_that_are_excluded_are_not_told():
    found = facts_of(
        clause("4", "责任免除"),
        clause("4.1", "", "被保险人在二级以下或保险人不认可的医院发生的合理且必要的医疗费用。", under="4"),
    )
    assert not found
    assert values_in("保险期间与不保证续保", "本合同不保证续保。", "renewal") == ["不保证续保"]


def test_limits_that_end_with_a_day_are_told_with_it():
    told = values_in("", "住院治疗者最长至意外伤害发生之日起第九十日止。", "limits")
    assert told == ["最长至意外伤害发生之日起第九十日止"]


def test_costs_that_count_by_two_measures_are_told_with_both():
    printed = "符合当地社会医疗保险规定的、必需且合理的医疗费用"
    assert values_in("保险责任", f"对被保险人支出的{printed}给付保险金。", "medical_features.scope") == [printed]
