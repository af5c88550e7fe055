"""Two companies' products as hand-written clauses, and the embedder that the search's tests share."""

from development.bare_library import BareDocument, clause
from insurance_desktop.domain.conversion import Clause, Item, Reference, Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.index.embedding import shipped_embedder

EMBEDDER = shipped_embedder()

EXCLUSION_ITEMS = (
    Item("（1）", "投保人对被保险人的故意杀害、故意伤害；"),
    Item("（2）", "被保险人故意犯罪或者抗拒依法采取的刑事强制措施；"),
    Item("（3）", "被保险人酒后驾驶（见8.5）、无合法有效驾驶证驾驶的机动车；"),
    Item("（4）", "战争、军事冲突、暴乱或者武装叛乱；"),
    Item("（5）", "被保险人自本合同成立之日起二年内自杀，但被保险人自杀时为无民事行为能力人的除外；"),
    Item("（6）", "潜水、跳伞、攀岩、蹦极等高风险运动；", (Box(5, 120, 80, 520, 96),)),
)
EXCLUSION_TEXT = "因下列情形之一导致被保险人身故的，我们不承担给付保险金的责任：\n" + "\n".join(
    item.mark + item.text for item in EXCLUSION_ITEMS
)
CASH_VALUES = Table(
    page=6,
    table_type="现金价值表",
    headers=("保单年度", "现金价值"),
    rows=(("1", "320"), ("2", "760")),
    row_count=2,
    column_count=2,
    unit="元",
)


def annuity() -> tuple[Clause, ...]:
    return (
        clause("1.1", "合同构成", "本合同由保险条款、保险单、投保书、批注组成。", category=("Definition",)),
        clause("1.4", "保险期间", "本合同的保险期间为被保险人终身，自生效日零时起算。", category=("Definition",)),
        clause(
            "2.3",
            "身故保险金",
            "被保险人身故的，我们按已交保险费与现金价值的较大者给付身故保险金。",
            category=("Liability",),
        ),
        clause("2.4", "责任免除", EXCLUSION_TEXT, category=("Exclusion",), items=EXCLUSION_ITEMS, page_number=4),
        clause(
            "5.1",
            "犹豫期",
            "自您签收本合同次日起，有20日的犹豫期。犹豫期内您要求退保的，我们无息退还全部保险费。",
            category=("Process",),
        ),
        clause(
            "5.2",
            "退保",
            "您可以申请退保，请填写解除合同申请书。自我们收到申请书时起，本合同终止。"
            "我们自收到申请书之日起30日内退还本合同的现金价值。您在犹豫期后退保会遭受一定损失。",
            category=("Process",),
        ),
        clause(
            "6.4",
            "减额交清",
            "在本合同有效期内，您可以申请减额交清。我们以扣除欠款后的现金价值作为一次交清的净保险费，重新确定基本保险金额。"
            "减额交清后，您不再支付保险费，基本保险金额相应减少，本合同继续有效。",
            category=("Process",),
        ),
        clause(
            "8.5",
            "酒后驾驶",
            "指经检测认定发生事故时驾驶人员每百毫升血液的酒精含量达到饮酒或醉酒标准。",
            category=("Definition",),
        ),
        clause(
            "附表",
            "现金价值表",
            "保单年度\t现金价值\n1\t320\n2\t760",
            is_table=True,
            table_data=CASH_VALUES,
            category=("Definition",),
            page_number=5,
        ),
    )


def medical() -> tuple[Clause, ...]:
    return (
        clause("1.4", "保险期间", "本合同的保险期间为1年，保险期间届满可以申请续保。", category=("Definition",)),
        clause(
            "2.2",
            "等待期",
            "自本合同生效之日起90日为等待期，等待期内因疾病住院的，我们不承担责任。",
            category=("Liability",),
        ),
        clause("2.4", "免赔额", "年度免赔额为10000元，社会医疗保险的报销不能抵扣免赔额。", category=("Liability",)),
        clause(
            "3.3",
            "保险金的申请",
            "申请医疗保险金须提供诊断证明、费用原始发票和费用明细清单。",
            category=("Process",),
        ),
    )


def documents() -> tuple[BareDocument, ...]:
    return (
        BareDocument(
            "平安盈添悦两全保险（分红型）",
            annuity(),
            (Reference("2.4", "8.5", "definition", "（见8.5）", True),),
            code="2124",
            company="平安人寿",
            category="两全保险",
            label="2124-1",
            document_type="产品条款",
        ),
        BareDocument(
            "民生康健医疗保险",
            medical(),
            code="M001",
            company="民生人寿",
            category="医疗保险",
            document_type="产品条款",
        ),
    )
