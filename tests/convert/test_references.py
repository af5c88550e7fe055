"""Printed pointers and where they lead: the forms that insurers print, lists and ranges, and what is no pointer."""

import pytest
from paper import Paper

from insurance_desktop.convert.checking.checks import check_references
from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.convert.text.editing import remap
from insurance_desktop.convert.text.source_places import SourcePlaces
from insurance_desktop.domain.conversion import Emphasis, Reference, SourceSpan, reference_share
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind, ReasonKind
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")

DOTTED = """# 某某医疗保险条款

## 2 我们提供的保障

### 2.1 保障计划

{text}

### 2.2 等待期

（1）三十日；

（2）续保无等待期。

### 2.3 保险责任

#### 2.3.1 必选责任

若住院。

#### 2.3.2 可选责任

1、门诊；

2、急诊。

### 2.4 责任免除

无。

## 7 释义

### 7.1 住院

指入院。

### 7.2 毒品

指刑法规定的毒品。

### 7.3 吸食或注射毒品

指吸毒。

## 附表

表。
"""

ARTICLES = """# 某某意外保险条款

## 第一章 总则

### 第一条 合同构成

{text}

### 第二条 投保范围

（一）成人；

（二）儿童。

### 第三条 保险期间

一年。

## 第二章 保障

### 第四条 保险责任

我们给付。

第二段。

### 第十五条 释义

1. 潜水：指水下运动。

2. 攀岩：指登山。

#### 【火车】

指列车。

## 附录一 伤残等级

表。

## 附录二 疾病列表

表。
"""


def written(*blocks):
    """Blocks as Markdown."""
    return "\n\n".join(blocks) + "\n"


def references(template, text, raised=()):
    markdown = template.replace("{text}", text)
    places = [markdown.index(before) + len(before) for before, _ in raised]
    spans = tuple(
        SourceSpan(at, at + len(sign), 0, (), emphasis=(Emphasis.SUPERSCRIPT,))
        for at, (_, sign) in zip(places, raised, strict=True)
    )
    clauses = read_clauses(markdown, spans, (), PACK)
    found = read_references(clauses, markdown, spans, PACK)
    for each in found:
        assert markdown[each.start : each.end] == each.anchor
    return [each for each in found if each.source in {"2.1", "第一条"}]


def targets(template, text, raised=()):
    return [(each.anchor, each.target, each.item) for each in references(template, text, raised)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("住院（见7.1）治疗", [("（见7.1）", "7.1", None)]),
        ("住院(见 7.1)治疗", [("(见 7.1)", "7.1", None)]),
        ("责任见2.3保险责任。", [("见2.3", "2.3", None)]),
        ("（详见2.3.1）", [("（详见2.3.1）", "2.3.1", None)]),
        ("本条款2.4约定", [("2.4", "2.4", None)]),
        ("按照本条款第2.4条", [("第2.4条", "2.4", None)]),
        ("适用“2.4 责任免除”的规定", [("2.4 责任免除", "2.4", None)]),
        ("“2.2等待期”、“2.4责任免除”", [("2.2等待期", "2.2", None), ("2.4责任免除", "2.4", None)]),
        ("见2.1、2.2和2.4", [("2.1", "2.1", None), ("2.2", "2.2", None), ("2.4", "2.4", None)]),
        ("第2.1条至第2.3条", [("第2.1条至第2.3条", each, None) for each in ("2.1", "2.2", "2.3")]),
        ("2.1至2.3", [("2.1至2.3", each, None) for each in ("2.1", "2.2", "2.3")]),
        ("第2.2条第（1）项", [("第2.2条第（1）项", "2.2", "（1）")]),
        ("2.2（2）", [("2.2（2）", "2.2", "（2）")]),
        ("第2.3.2款第2项", [("第2.3.2款第2项", "2.3.2", "2、")]),
        ("重要术语第7条", [("第7条", "7", None)]),
        ("住院（见释义）", [("（见释义）", "7.1", None)]),
        ("住院（详见释义，下同）", [("（详见释义，下同）", "7.1", None)]),
        ("住院（见释义7.1）", [("（见释义7.1）", "7.1", None)]),
        ("（释义见7.1）", [("（释义见7.1）", "7.1", None)]),
        ("吸食或注射毒品（见释义）", [("（见释义）", "7.3", None)]),
        ("某词（见释义）", [("（见释义）", "7", None)]),
        ("限额见附表。", [("见附表", "附表", None)]),
        ("（见本条款附表）", [("（见本条款附表）", "附表", None)]),
        ("附表所示的比例", [("附表", "附表", None)]),
        ("见第七章", []),
        ("（见 9.9）", [("（见 9.9）", None, None)]),
        ("见附表三", [("附表三", None, None)]),
    ],
)
def test_a_pointer_into_numbered_clauses_leads_to_its_section(text, expected):
    assert targets(DOTTED, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("依照第四条的约定", [("第四条", "第四条", None)]),
        ("本合同第4条", [("第4条", "第四条", None)]),
        ("第二条第（一）项", [("第二条第（一）项", "第二条", "（一）")]),
        ("第二条第（二）款", [("第二条第（二）款", "第二条", "（二）")]),
        ("第二条（二）项", [("第二条（二）项", "第二条", "（二）")]),
        ("第二条第一款第（二）项", [("第二条第一款第（二）项", "第二条", "（二）")]),
        ("第二条第（一）、（二）项", [("第二条第（一）、（二）项", "第二条", each) for each in ("（一）", "（二）")]),
        ("第二条第（一）至（二）项", [("第二条第（一）至（二）项", "第二条", each) for each in ("（一）", "（二）")]),
        ("第二条至第四条", [("第二条至第四条", each, None) for each in ("第二条", "第三条", "第四条")]),
        (
            "第二条、第三条和第四条",
            [("第二条", "第二条", None), ("第三条", "第三条", None), ("第四条", "第四条", None)],
        ),
        ("第二、三条", [("第二", "第二条", None), ("三条", "第三条", None)]),
        ("第二条、三条", [("第二条", "第二条", None), ("三条", "第三条", None)]),
        ("第二章约定", [("第二章", "第二章", None)]),
        ("附录一、附录二", [("附录一", "附录一", None), ("附录二", "附录二", None)]),
        ("“附录二”约定的疾病", [("附录二", "附录二", None)]),
        ("潜水（见释义1）", [("（见释义1）", "第十五条", "1.")]),
        ("攀岩（见释义 2）", [("（见释义 2）", "第十五条", "2.")]),
        ("火车（见释义）", [("（见释义）", "第十五条【火车】", None)]),
        ("（见第十五条释义）", [("（见第十五条释义）", "第十五条", None)]),
        ("“第四条 保险责任”、“第十五条 释义”", [("第四条", "第四条", None), ("第十五条", "第十五条", None)]),
        ("列于《伤残等级》", [("《伤残等级》", "附录一", None)]),
        ("依第四條約定", [("第四條", "第四条", None)]),
    ],
)
def test_a_pointer_into_articles_leads_to_its_section(text, expected):
    assert targets(ARTICLES, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "根据《中华人民共和国保险法》第二条、第三条的规定",
        "《保险法》（2015年修订）第四条",
        "依保險法第四條第一項",
        "主险合同第四条约定",
        "主保险条款第二条至第四条",
        "诊断为ICD-10的疾病",
        "利率为2.1%，按照2.2倍计算，限额2.4万元",
        "目前条款、此前条件、提前款项",
        "附件:1-2",
        "第三方与第一次住院、第二项目",
        "在附件齐全时",
        "《某某办法》所附表格",
        "本办法及主合同",
    ],
)
def test_what_points_elsewhere_or_nowhere_is_no_pointer(text):
    assert targets(DOTTED, text) == []
    assert targets(ARTICLES, text) == []


def of(section, markdown):
    clauses = read_clauses(markdown, (), (), PACK)
    return [
        (each.anchor, each.target, each.item)
        for each in read_references(clauses, markdown, (), PACK)
        if each.source == section
    ]


def places(section, markdown):
    return [(anchor, target) for anchor, target, _ in of(section, markdown)]


def test_a_rider_does_not_borrow_articles_of_the_contract_that_it_is_bound_behind():
    markdown = written(
        "# 某某终身寿险条款",
        "### 第一条 保险责任",
        "详见第二条，不适用第三条。",
        "### 第二条 责任免除",
        "无。",
        "### 第四条 保险费",
        "按期交纳，见附表一。",
        "# 某某附加意外伤害保险条款",
        "### 第一条 附加责任",
        "按照第二条的约定给付，参见本附加合同第四条和附表一。",
        "### 第二条 除外责任",
        "无。",
        "### 第三条 保险费",
        "按期交纳。",
        "## 附表一 伤残等级",
        "表。",
    )
    rider = "某某附加意外伤害保险条款"
    assert places("第一条", markdown) == [("第二条", "第二条"), ("第三条", None)]
    assert places(f"{rider}/第一条", markdown) == [
        ("第二条", f"{rider}/第二条"),
        ("第四条", None),
        ("附表一", f"{rider}/附表一"),
    ]
    assert places("第四条", markdown) == [("附表一", f"{rider}/附表一")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("详见附件一第2.1条，另见2.1。", [("附件一第2.1条", "附件一/2.1"), ("另见2.1", "2.1")]),
        ("（见附件二2.1）并见附件2的第1.1条", [("附件二2.1", "附件二/2.1"), ("附件2的第1.1条", "附件二/1.1")]),
        ("按附件一《健康服务手册》第2.1条办理", [("附件一《健康服务手册》第2.1条", "附件一/2.1")]),
        ("附件一中的1.1和2.1", [("1.1", "附件一/1.1"), ("2.1", "附件一/2.1")]),
        ("附件一第2.9条", [("附件一第2.9条", None)]),
        ("见附件一、附件二", [("附件一", "附件一"), ("附件二", "附件二")]),
    ],
)
def test_a_section_of_an_annex_is_looked_for_below_that_annex(text, expected):
    sections = ["### 1 服务内容", "无。", "#### 1.1 范围", "无。", "### 2 流程", "无。", "#### 2.1 申请", "无。"]
    annexes = ["## 附件一 健康服务手册", *sections, "## 附件二 绿色通道手册", *sections]
    markdown = written("# 某某保险条款", "## 1 保障", "### 1.1 责任", text, "## 2 交费", "### 2.1 保险费", *annexes)
    assert places("1.1", markdown) == expected


def test_the_paragraph_above_stands_in_the_clause_itself_or_before_its_introduction():
    markdown = written(
        "### 2.1 甲",
        "给付。",
        "### 2.2 乙",
        "按下列规定：",
        "**某保险金**",
        "按照前款约定给付。",
        "### 2.3 丙",
        "告知。",
        "未履行前款义务的，解除。",
    )
    assert of("2.2", markdown) == [("前款", "2.1", None)]
    assert of("2.3", markdown) == [("前款", "2.3", None)]


def test_the_section_above_is_the_one_before_on_the_same_level():
    markdown = written(
        "## 6 其他",
        "### 6.2 告知",
        "告知。",
        "#### 6.2.1 细则",
        "无。",
        "### 6.3 限制",
        "前条规定的解除权消灭。",
    )
    assert of("6.3", markdown) == [("前条", "6.2", None)]


def test_items_named_alone_are_the_clauses_own_or_those_of_the_clause_above():
    markdown = written(
        "### 2.4 免除",
        "（1）自伤；",
        "（2）战争；",
        "（3）吸毒。",
        "发生上述第（1）项情形的，终止；因第（2）至第（3）项的，退还。",
        "#### 2.4.1 退还",
        "上述第（2）项除外。",
    )
    assert of("2.4", markdown) == [
        ("第（1）项", "2.4", "（1）"),
        ("第（2）至第（3）项", "2.4", "（2）"),
        ("第（2）至第（3）项", "2.4", "（3）"),
    ]
    assert of("2.4.1", markdown) == [("第（2）项", "2.4", "（2）")]


def test_traditional_policies_count_paragraphs_where_the_mainland_counts_items():
    markdown = written(
        "### 第十五條",
        "本公司計算金額。",
        "一、儲存生息：依第一項約定。",
        "依前項第一款辦理。",
    )
    assert of("第十五條", markdown) == [("第一項", "第十五條", "第一項"), ("前項第一款", "第十五條", "一、")]


@pytest.mark.parametrize(
    ("text", "raised", "expected"),
    [
        ("现金价值7.1，治疗", [("现金价值", "7.1")], [("7.1", "7.1", None)]),
        ("吸食毒品7.2、7.3", [("吸食毒品", "7.2")], [("7.2", "7.2", None)]),
        ("住院¹治疗", [], [("¹", "7.1", None)]),
        ("住院1治疗2次", [("住院", "1")], [("1", "7.1", None)]),
        ("住院①治疗", [("住院", "①")], [("①", "7.1", None)]),
        ("体表面积1.7m2以上", [("1.7m", "2")], []),
        ("计数低于109/L", [("低于10", "9")], []),
        ("数量为15 r0.8", [("15 r", "0.8")], []),
        ("到达ICU7.1治疗", [("ICU", "7.1")], [("7.1", "7.1", None)]),
        ("某词99治疗", [("某词", "99")], [("99", None, None)]),
    ],
)
def test_a_raised_number_behind_a_word_points_at_its_definition(text, raised, expected):
    assert targets(DOTTED, text, raised) == expected


def test_a_raised_number_points_at_the_note_that_it_opens():
    markdown = written(
        "### 2.1 甲",
        "意外伤害1住院。",
        "1意外伤害：指外来的。",
        "### 7 释义",
        "无。",
    )
    spans = tuple(
        SourceSpan(at, at + 1, 0, (), emphasis=(Emphasis.SUPERSCRIPT,))
        for at in (markdown.index("1住院"), markdown.index("1意外"))
    )
    clauses = read_clauses(markdown, spans, (), PACK)
    found = read_references(clauses, markdown, spans, PACK)
    assert [(each.anchor, each.target, each.kind) for each in found] == [("1", "2.1", "definition")]


def test_a_pointer_that_disagrees_with_the_word_before_it_says_which_section_has_that_word():
    found = references(DOTTED, "吸食或注射毒品（见7.1）；毒品（见7.2）；吸食或注射毒品（见7.2）")
    assert [(each.target, each.expected) for each in found] == [("7.1", "7.3"), ("7.2", None), ("7.2", None)]


def test_a_pointer_in_a_table_and_one_behind_escaped_signs_have_their_places():
    text = "| 甲 | 乙（见7.1） |\n| --- | --- |\n| 5 | \\*见附表 |"
    assert targets(DOTTED, text) == [("（见7.1）", "7.1", None), ("见附表", "附表", None)]


def test_english_pointers_lead_to_the_regulation_of_their_own_chapter():
    markdown = written(
        "## CHAPTER I",
        "### Regulation 1",
        "As in Regulation 2 and regulation 2.3 of this Chapter; Regulations 1 and 2 of Chapter II; "
        "Article 3 of the Vienna Convention Code; Article 9 of that Convention; "
        "Chapter II of the 1948 and 1960 Conventions.",
        "### Regulation 2",
        "Text.",
        "## CHAPTER II",
        "### Regulation 1",
        "See regulation II/2, paragraph 2 of this regulation.",
        "### Regulation 2",
        "Text.",
    )
    clauses = read_clauses(markdown, (), (), PACK)
    places = {id(clause): (clause.parent_section, clause.section_id) for clause in clauses}
    assert len(places) == 6
    found = read_references(clauses, markdown, (), PACK)
    assert [(each.target, each.item) for each in found if each.source == "CHAPTERI/Regulation1"][:2] == [
        ("CHAPTERI/Regulation2", None),
        ("CHAPTERI/Regulation2", "3"),
    ]
    assert all(each.resolved for each in found)


def test_the_share_that_resolves_is_a_number_of_the_document():
    share = reference_share(references(DOTTED, "（见7.1）与（见 9.9）"))
    assert (share.found, share.resolved, share.share) == (2, 1, 0.5)
    assert reference_share(()).share is None


LONG = (
    "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照本合同的约定给付住院医疗保险金。"
)


def paper_of(first):
    """Two chapters of clauses beside their labels; `first` writes the text of 1.1."""
    paper = Paper()
    paper.chapter("我们提供的保障")
    first(paper)
    paper.clause("1.2", "受益人的指定和变更", LONG)
    paper.clause("1.3", "责任免除", LONG)
    paper.chapter("释义")
    paper.clause("2.1", "现金价值", LONG)
    paper.clause("2.2", "住院", LONG)
    return paper.convert()


def raised_paper(size, rise):
    """A clause whose first row has a raised number behind its word, as Word sets superscripts."""

    def first(paper):
        top = paper.y
        paper.clause("1.1", "保险责任", "我们给付现金价值", LONG)
        paper.words(268, "2.1", y=top - rise, size=size)
        paper.words(269 + 1.4 * size, "并退还医院治疗费用，直到合同终止。", y=top)

    return paper_of(first)


@pytest.mark.parametrize(("size", "rise"), [(7, 3.5), (6.5, 4.2), (5.5, 5), (6, 2)])
def test_a_raised_number_stays_behind_its_word_and_points_at_the_definition(size, rise):
    conversion = raised_paper(size, rise)
    assert "我们给付现金价值2.1并退还医院治疗费用" in conversion.markdown
    assert [(each.source, each.anchor, each.target, each.kind) for each in conversion.references] == [
        ("1.1", "2.1", "2.1", "definition")
    ]
    assert all(Emphasis.SUPERSCRIPT not in clause.emphasis for clause in conversion.clauses)
    assert conversion.coverage.unaccounted == 0


def test_a_raised_number_still_points_after_an_edit():
    conversion = raised_paper(7, 3.5)
    edited = conversion.markdown.replace("我们给付", "我们将给付").replace("1.1 保险责任", "1.1 保险 责任")
    spans = remap(conversion.markdown, conversion.source_map, edited)
    clauses = read_clauses(edited, spans, (), PACK)
    found = read_references(clauses, edited, spans, PACK)
    assert [(each.anchor, each.target) for each in found] == [("2.1", "2.1")]
    assert edited[found[0].start - 2 : found[0].end + 1] == "价值2.1并"


def test_a_pointer_that_the_word_before_it_contradicts_is_shown_to_the_reviewer():
    text = "退还现金价值（见2.2），不含住院（见2.2）的费用，另见9.9。"
    conversion = paper_of(lambda paper: paper.clause("1.1", "保险责任", text, LONG))
    found = [each for each in conversion.findings if each.kind.family is ReasonKind.UNRESOLVED_REFERENCES]
    assert [each.kind for each in found] == [FindingKind.REFERENCE_DIFFERS, FindingKind.REFERENCE_OPEN]
    assert all(each.box is not None and each.box.page == 1 for each in found)


def test_the_place_of_a_pointer_over_a_line_end_is_both_lines_and_over_a_page_end_both_pages():
    """Marks stopped behind its bracket: a reviewer must see the whole of what is asked about."""
    upper, lower, over = Box(5, 182, 433, 529, 444), Box(5, 182, 449, 557, 459), Box(6, 182, 60, 557, 70)
    spans = (SourceSpan(0, 33, 7, (upper,)), SourceSpan(33, 70, 7, (lower,)), SourceSpan(70, 99, 7, (over,)))
    places = SourcePlaces(spans)
    assert places.printed(30, 40) == (Box(5, 182, 433, 557, 459),)
    assert places.printed(66, 74) == (lower, over)
    assert places.printed(40, 44) == (lower,)
    assert places.printed(None, None) == ()
    pointer = Reference("2.2", "10.7", "definition", "（见10.7）", True, None, 66, 74, "10.7/1")
    (differs,) = check_references([pointer], spans)
    assert differs.boxes == (lower, over)


def test_two_numbers_in_one_bracket_are_two_pointers():
    assert targets(DOTTED, "毒品（见7.1；7.2）") == [("7.1", "7.1", None), ("7.2", "7.2", None)]
    assert targets(DOTTED, "毒品（见7.1 7.2）") == [("7.1", "7.1", None), ("7.2", "7.2", None)]


def test_a_part_that_is_a_section_of_its_own_is_meant_as_well_as_an_item():
    markdown = written(
        "### 第五条",
        "责任如下。",
        "#### （一） 身故保险责任",
        "身故前已给付本条第（二）款约定的保险金的，应当扣除；本条（二）第1点除外。",
        "（1）甲；",
        "（2）乙。",
        "#### （二） 伤残保险责任",
        "按比例给付。",
        "##### 1 一级伤残",
        "全额给付。",
        "### 第六条",
        "依照第五条（二）和第五条第（一）项。",
    )
    assert of("第五条/（一）", markdown) == [
        ("第（二）款", "第五条/（二）", None),
        ("（二）第1点", "第五条/（二）/1", None),
    ]
    assert of("第六条", markdown) == [
        ("第五条（二）", "第五条/（二）", None),
        ("第五条第（一）项", "第五条/（一）", None),
    ]


def test_an_item_of_a_section_that_is_named_is_not_the_readers_own():
    markdown = written(
        "### 2.5 责任免除",
        "（8）艾滋病；",
        "（9）遗传性疾病。",
        "## 8 释义",
        "### 8.2 重大疾病",
        "如下。",
        "#### 9 肾髓质囊性病",
        "（本合同责任免除条款第九项不适用于此病种。）",
        "#### 10 肝豆状核变性",
        "（本附加合同责任免除条款第一节第八项不适用于此病种。）",
    )
    assert of("8.2/9", markdown) == [("第九项", "2.5", "（9）")]
    assert of("8.2/10", markdown) == [("第八项", "2.5", "（8）")]


def test_an_entry_of_a_list_below_a_definition_is_found_by_both_numbers():
    markdown = written(
        "### 第一条 保险责任",
        "职业原因导致的感染（释义二.2）和重大疾病（释义二）。",
        "## 第七部分 释义",
        "### 一、 医院",
        "指医院。",
        "### 二、 重大疾病",
        "指下列疾病，第1至第2项由行业协会定义：",
        "#### 1. 恶性肿瘤",
        "指肿瘤。",
        "#### 2. 职业感染",
        "指感染。",
    )
    assert [target for _, target, _ in of("第一条", markdown)] == ["第七部分/二/2", "第七部分/二"]
    assert [target for _, target, _ in of("第七部分/二", markdown)] == ["第七部分/二/1", "第七部分/二/2"]


def test_an_annex_without_a_number_is_the_one_that_is_named_right_before():
    markdown = written(
        "### 第五条",
        "造成《人身保险伤残评定标准（行业标准）》（中保协发，详见附件）所列伤残的，按比例给付。",
        "### 第六条",
        "（见附件）",
        "## 附录：人身保险伤残评定标准（行业标准）",
        "一级。",
    )
    assert of("第五条", markdown)[-1][:1] == ("详见附件",)
    assert of("第五条", markdown)[-1][1] == of("第五条", markdown)[0][1] is not None
    assert of("第六条", markdown)[-1][1] is None
