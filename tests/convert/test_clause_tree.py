"""The clause tree from Markdown alone: ids, texts, items, and categories, for hand-edited text too."""

import pytest

from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.domain.conversion import Emphasis, SourceSpan, Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")


def read(markdown, source_map=(), tables=()):
    return read_clauses(markdown, tuple(source_map), tuple(tables), PACK)


@pytest.mark.parametrize(
    ("markdown", "ids"),
    [
        ("## 2 保障\n\n### 2.3 责任\n\n#### 2.3.1 必选责任\n\n一。\n", ["2", "2.3", "2.3.1"]),
        ("## 第一章 总则\n\n### 第六条 保险责任\n\n一。\n", ["第一章", "第六条"]),
        ("### 第 六 條\n\n一。\n", ["第六條"]),
        ("### 第二十六条 释义\n\n#### 【火车】\n\n一。\n", ["第二十六条", "第二十六条【火车】"]),
        (
            "## 【账户相关费用】\n\n### 二、退保费用\n\n#### （六）其他\n",
            ["账户相关费用", "账户相关费用/二", "账户相关费用/二/（六）"],
        ),
        ("## 附录：说明书\n\n### 三、账户\n\n#### （六）费用\n", ["附录", "附录/三", "附录/三/（六）"]),
        ("### 2.1 甲\n\n## 附件 释义\n\n### 2.1 乙\n", ["2.1", "附件", "附件/2.1"]),
        ("### 1. 甲\n\n## 释义\n\n### 1. 周岁\n\n### 2. 医院\n", ["1", "释义", "释义/1", "释义/2"]),
        ("### 1. 甲\n\n## 释义\n\n### 2. 周岁\n\n### 3. 医院\n", ["1", "释义", "2", "3"]),
        ("## 附表\n\n| 甲 |\n| --- |\n| 乙 |\n", ["附表"]),
        ("# 产品\n\n引言。\n\n## 1 总则\n\n一。\n", ["前言", "1"]),
        ("文号\n\n## 阅读指引\n\n一。\n\n# 产品\n\n引言。\n", ["阅读指引", "前言"]),
    ],
)
def test_section_ids_are_the_printed_ones(markdown, ids):
    assert [clause.section_id for clause in read(markdown)] == ids


def test_a_clause_has_its_own_text_and_not_that_of_its_sub_clauses():
    found = {clause.section_id: clause for clause in read("### 2.3 责任\n\n总述。\n\n#### 2.3.1 甲\n\n细则。\n")}
    assert found["2.3"].text == "总述。"
    assert found["2.3.1"].text == "细则。"
    assert found["2.3.1"].parent_section == "2.3"


def test_escapes_and_label_marks_are_taken_off_the_text():
    clause = read("### 1.1 甲\n\n**身故保险金**\n\n\\# 5\\*3 \\| 2\\_1\n")[0]
    assert clause.text == "身故保险金\n# 5*3 | 2_1"


def test_a_table_is_paired_with_its_twin_by_order():
    twin = Table(1, "", ("甲", "乙"), (("1", "2"),), 1, 2)
    clause = read("### 1.1 表\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2\\|3 |\n", tables=[twin])[0]
    assert clause.table_data is twin
    assert clause.text == "甲\t乙\n1\t2|3"


def test_a_table_that_a_document_begins_with_has_its_own_title_as_the_next_one_has():
    table = "单位：元\n\n| 年龄 |\n| --- |\n| 0 |\n\n"
    twin = Table(1, "", ("年龄",), (("0",),), 1, 1)
    found = read(f"甲保险公司\n\n# 甲费率表（男性）\n\n{table}## 甲费率表（女性）\n\n{table}", tables=(twin, twin))
    titles = ["甲费率表（男性）", "甲费率表（女性）"]
    assert [(each.section_id, each.section_title, each.is_table) for each in found] == [
        (each, each, True) for each in titles
    ]
    assert found[0].breadcrumb == (titles[0],)


@pytest.mark.parametrize("title", ["甲产品说明书", "甲费率表"])
def test_words_above_the_first_clause_are_the_preface_whatever_the_title(title):
    assert [each.section_id for each in read(f"# {title}\n\n见所附表格。\n\n## 1 总则\n\n一。\n")] == ["前言", "1"]


def test_an_items_text_is_without_its_mark():
    clause = read("### 2.4 责任免除\n\n下列情形：\n\n（1）自伤；\n\n2、战争；\n\nc) 其他。\n")[0]
    assert [(item.mark, item.text) for item in clause.items] == [
        ("（1）", "自伤；"),
        ("2、", "战争；"),
        ("c)", "其他。"),
    ]


@pytest.mark.requirement("FR-010")
def test_categories_are_inherited_then_read_from_typography():
    markdown = (
        "## 2 我们提供的保障\n\n### 2.4 责任免除\n\n自伤。\n\n## 7 释义\n\n### 7.1 医疗保险金\n\n我们不承担保险责任。\n"
    )
    start = markdown.index("我们不承担")
    span = SourceSpan(start, start + 10, 0, (Box(3, 0, 0, 9, 9),), emphasis=(Emphasis.SHADED,))
    found = {clause.section_id: clause for clause in read(markdown, [span])}
    assert found["2.4"].category == ("Exclusion",)
    assert found["7.1"].category == ("Definition", "Exclusion")
    assert found["7.1"].emphasis == (Emphasis.SHADED,)
    assert found["7.1"].page_number == 3


@pytest.mark.requirement("FR-010")
@pytest.mark.parametrize(
    ("heading", "category"),
    [
        ("### 2.2 等待期", ("Definition", "Exclusion")),
        ("### 2.3 保险责任", ("Liability", "Exclusion")),
        ("### 1.3 犹豫期", ("Process",)),
        ("### 3.2 保险事故通知", ("Process",)),
        ("### 2.4 责任免除", ("Exclusion",)),
    ],
)
def test_a_prominent_refusal_makes_an_exclusion_of_all_but_procedure(heading, category):
    markdown = f"{heading}\n\n对此前发生的保险事故，我们不承担保险责任。\n"
    start = markdown.index("对此前")
    span = SourceSpan(start, len(markdown) - 1, 0, (Box(3, 0, 0, 9, 9),), emphasis=(Emphasis.SHADED,))
    assert read(markdown, [span])[0].category == category


def test_a_reading_guide_is_no_exclusion_where_it_points_at_one():
    markdown = "## 阅读指引\n\n在某些情况下，我们不承担保险责任 第2.4条\n"
    start = markdown.index("在某些")
    span = SourceSpan(start, len(markdown) - 1, 0, (Box(1, 0, 0, 9, 9),), emphasis=(Emphasis.STROKED,))
    assert "Exclusion" not in read(markdown, [span])[0].category


@pytest.mark.requirement("FR-009")
def test_the_seeds_metadata_is_filled():
    clause = read("### 3.1 受益人的指定和变更\n\n被保险人可以指定受益人，我们将予以批注。\n")[0]
    assert set(clause.entity_role) == {"Insurer", "Insured", "Beneficiary"}
    assert clause.keywords[0] == "受益人的指定和变更"
    assert clause.level == 3
    assert clause.chunk_index == 0


def test_a_chapter_without_words_concerns_those_whom_its_sections_concern():
    clauses = read("## 3 如何申请\n\n### 3.1 通知\n\n受益人应当通知我们。\n\n### 3.2 期限\n\n三日。\n")
    assert [clause.entity_role for clause in clauses] == [
        ("Insurer", "Beneficiary"),
        ("Insurer", "Beneficiary"),
        (),
    ]


@pytest.mark.requirement("C7", "FR-010")
@pytest.mark.parametrize(
    ("title", "category"),
    [
        ("除外責任", "Exclusion"),
        ("祝壽保險金的給付", "Liability"),
        ("身故保險金或喪葬費用保險金的申領", "Process"),
        ("契約撤銷權", "Process"),
        ("名詞定義", "Definition"),
    ],
)
def test_traditional_policies_have_categories_too(title, category):
    clause = read(f"### 第六條 {title}\n\n被保險人依約辦理。\n")[0]
    assert clause.category == (category,)
    assert clause.entity_role == ("Insured",)


def test_edited_markdown_without_any_heading_is_one_clause():
    assert [(clause.section_id, clause.text) for clause in read("只有一段。\n")] == [("前言", "只有一段。")]


def test_an_empty_markdown_has_no_clauses():
    assert read("") == ()


@pytest.mark.requirement("FR-009a")
def test_an_item_and_a_table_have_their_own_page_in_a_clause_that_crosses_one():
    markdown = "### 2.4 责任免除\n\n（1）自伤；\n\n（2）战争。\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n"
    places = [("（1）自伤；", 5), ("（2）战争。", 6), ("甲", 7)]
    spans = [
        SourceSpan(markdown.index(words), markdown.index(words) + len(words), page, (Box(page, 0, 0, 9, 9),))
        for words, page in places
    ]
    twin = Table(7, "", ("甲", "乙"), (("1", "2"),), 1, 2, boxes=(Box(7, 0, 0, 9, 9),))
    clause = read(markdown, spans, [twin])[0]
    assert [[box.page for box in item.boxes] for item in clause.items] == [[5], [6]]
    assert clause.table_data is not None
    assert (clause.table_data.page, clause.table_data.boxes[0].page) == (7, 7)
    assert (clause.page_number, clause.page_to) == (5, 7)
