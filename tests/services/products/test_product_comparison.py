"""Products side by side: lists by name, and editions of one product."""

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.products.product_comparison import compare_products
from insurance_desktop.services.review import decisions

ILLNESSES = "extend_info.illness_features.severe.names"


def contract(name, days, *illnesses):
    listed = (
        ("3", "重大疾病的定义", ""),
        *((f"3.{n}", each, f"{each}的定义。") for n, each in enumerate(illnesses, 1)),
    )
    return (
        clause_text(
            ("2", "保障", ""),
            ("2.1", "保险责任", "我们承担下列保险责任："),
            ("2.1.1", "身故保险金", "被保险人身故的，我们给付身故保险金。"),
            ("2.2", "等待期", f"自本合同生效之日起{days}天内为等待期。"),
            *listed,
            title=name,
        )
        .replace("### 2.1.", "#### 2.1.")
        .replace("### 3.", "#### 3.")
    )


@pytest.fixture
def approved(workspace, inbox):
    """Approves a contract of a product, in an edition where one is given."""

    def approve(name, text, **given):
        file = inbox(f"{name}{given.get('edition', '')}.pdf", paper(text, name=name))
        told = GivenMetadata(product_code=name, **given)
        (line,) = import_paths(workspace.library, workspace.converter, [file], given=told)
        decisions.approve(workspace.engine, line.document.document_id, reviewer="王")
        return workspace.engine.product_names

    return approve


def rows_of(answer, path):
    return [row for row in answer.rows if row.path == path]


def test_a_list_is_compared_by_name_and_counted(approved):
    approved("甲", contract("甲", 90, "恶性肿瘤——重度", "脑炎", "瘫痪"))
    names = approved("乙", contract("乙", 90, "脑炎", "恶性肿瘤—重度", "失明", "瘫痪"))
    answer = compare_products(names, ["甲", "乙"])
    count, *entries = rows_of(answer, ILLNESSES)
    assert ([each.value for each in count.values], count.differs) == (["3 项", "4 项"], True)
    assert [(row.label, row.differs) for row in entries] == [
        ("恶性肿瘤——重度", False),
        ("脑炎", False),
        ("瘫痪", False),
        ("失明", True),
    ]
    assert (entries[-1].values[0].reason, entries[-1].values[1].source.section_id) == ("没有列出这个名称", "3.3")


def test_an_aside_makes_no_other_illness_but_two_of_one_list_stay_two(approved):
    approved("甲", contract("甲", 90, "搭桥术（或称旁路移植术）", "脑炎－“协会推荐”", "糖尿病（1型）", "糖尿病（2型）"))
    names = approved("乙", contract("乙", 90, "搭桥术", "脑炎", "瘫痪"))
    count, *entries = rows_of(compare_products(names, ["甲", "乙"]), ILLNESSES)
    assert [each.value for each in count.values] == ["4 项", "3 项"]
    assert [[each.value for each in row.values] for row in entries[:4]] == [
        ["搭桥术（或称旁路移植术）", "搭桥术"],
        ["脑炎－“协会推荐”", "脑炎"],
        ["糖尿病（1型）", None],
        ["糖尿病（2型）", None],
    ]


def test_benefits_stand_in_a_row_for_each_name_under_their_number(approved):
    approved("甲", contract("甲", 90))
    names = approved("乙", contract("乙", 90).replace("身故保险金", "全残保险金"))
    count, first, second = [row for row in compare_products(names, "甲,乙").rows if row.path.startswith("coverage")]
    assert (count.path, [each.value for each in count.values], count.differs) == ("coverage", ["1 项", "1 项"], True)
    assert [(row.label, row.is_entry) for row in (first, second)] == [("身故保险金", True), ("全残保险金", True)]


def test_two_editions_stand_side_by_side_also_one_that_is_superseded(approved):
    approved("甲", contract("甲", 180), edition="旧版", publish_time="2019-03-01")
    names = approved("甲", contract("甲", 90), edition="新版", publish_time="2023-05-01")
    answer = compare_products(names, ["甲@旧版", "甲@2023-05", "甲"], "extend_info.waiting_period")
    assert [each.edition for each in answer.products] == ["旧版", "新版", None]
    assert [each.value for each in answer.rows[0].values] == ["180天", "90天", "90天"]


def test_an_edition_that_there_is_not_is_answered_with_those_that_there_are(approved):
    names = approved("甲", contract("甲", 90), edition="新版", publish_time="2023-05-01")
    answer = compare_products(names, ["甲@2018", "甲"])
    assert answer.status is AnswerStatus.NOT_FOUND
    assert "新版" in answer.message
