"""Annexes with a cover, contents and chapters of their own, as the standards that accident policies append."""

import pytest
from paper import Paper, kinds, reasons, sections

from insurance_desktop.domain.kinds import ExclusionReason, FindingKind

LEFT = 71
SENTENCE = "本标准规定了人身保险伤残程度的评定等级以及保险金给付比例的原则和方法，供各保险公司参照使用并据以开发产品。"


def centred(paper, text, *, size=10.5, lines=1.5):
    paper.words((595 - size * len(text)) / 2, text, size=size, bold=True)
    paper.feed(lines)


def heading(paper, text):
    paper.words(LEFT, text, bold=True)
    paper.feed()


def print_clauses(paper):
    centred(paper, "示例意外伤害保险条款", size=14)
    for number, title in (("第一条", "保险责任"), ("第二条", "责任免除"), ("第三条", "释义")):
        centred(paper, title)
        paper.words(LEFT + 21, number, bold=True)
        paper.words(LEFT + 63, SENTENCE[:36])
        paper.feed()
        paper.paragraph(SENTENCE[36:], x=LEFT)


def print_annex(paper):
    paper.new_page()
    paper.words(LEFT, "附件：")
    paper.feed(5)
    centred(paper, "伤残评定标准", size=18, lines=9)
    for line in ("示例保险协会、示例医学会", "联合发布", "二零一三年六月八日"):
        centred(paper, line, lines=2)
    paper.new_page()
    centred(paper, "目录", size=14)
    for line in (
        "前言",
        "评定标准（行业标准）",
        "1 神经系统的结构",
        "1.1 脑膜的结构损伤",
        "1.2 脑的结构损伤，功能障碍",
    ):
        paper.words(LEFT + 10, line)
        paper.feed()
    for line in ("2 眼和耳的结构", "2.1 眼球的结构损伤", "2.2 听功能障碍"):
        paper.words(LEFT + 10, line)
        paper.feed()
    paper.new_page()
    centred(paper, "前言", size=14)
    paper.paragraph(SENTENCE, x=LEFT)
    for title in ("1  适用范围", "2  术语和定义"):
        heading(paper, title)
        paper.paragraph(SENTENCE, x=LEFT)
    paper.new_page()
    centred(paper, "评定标准（行业标准）", size=14)
    centred(paper, "（示保协发〔2013〕88号）")
    paper.paragraph(SENTENCE, x=LEFT)
    for chapter, titles in (
        ("1  神经系统的结构", ("1.1  脑膜的结构损伤", "1.2  脑的结构损伤，功能障碍")),
        ("2  眼和耳的结构", ("2.1  眼球的结构损伤", "2.2  听功能障碍")),
    ):
        heading(paper, chapter)
        for title in titles:
            heading(paper, title)
            paper.paragraph(SENTENCE, x=LEFT)


def test_an_annex_has_its_title_its_contents_out_and_its_numbers_under_its_own_chapters():
    paper = Paper()
    print_clauses(paper)
    print_annex(paper)
    conversion = paper.convert()
    found = sections(conversion)
    standard = "附件/评定标准（行业标准）"
    assert list(found) == [
        *("保险责任", "第一条", "责任免除", "第二条", "释义", "第三条", "附件"),
        *("附件/前言", "附件/前言/1", "附件/前言/2"),
        *(standard, *(f"{standard}/{number}" for number in ("1", "1.1", "1.2", "2", "2.1", "2.2"))),
    ]
    assert found["附件"].section_title == "伤残评定标准"
    assert found["附件"].text == "示例保险协会、示例医学会\n联合发布\n二零一三年六月八日"
    assert found[standard].text.startswith("（示保协发〔2013〕88号）")
    assert found[f"{standard}/1.2"].section_title == "脑的结构损伤，功能障碍"
    assert found[f"{standard}/2.2"].text == SENTENCE
    assert reasons(conversion)[ExclusionReason.CONTENTS].startswith("目录前言")
    assert not kinds(conversion) - {FindingKind.PROPOSED_EXCLUSION}


def test_a_line_that_says_that_the_text_ends_is_no_part_of_the_last_section():
    paper = Paper()
    print_clauses(paper)
    paper.feed(3)
    paper.words(230, "（保险条款内容结束）")
    conversion = paper.convert()
    assert sections(conversion)["第三条"].text == SENTENCE
    assert reasons(conversion)["separator"] == "（保险条款内容结束）"


def test_a_page_without_a_title_is_still_read():
    paper = Paper()
    paper.paragraph(SENTENCE, x=LEFT)
    assert paper.convert().clauses[0].text == SENTENCE


def test_a_title_right_below_the_word_for_an_annex_begins_no_text_of_its_own():
    paper = Paper()
    print_clauses(paper)
    paper.new_page()
    paper.words(LEFT, "附表：")
    paper.feed(2)
    centred(paper, "示例年度费率表", size=14)
    for number, title in (("第一条", "适用范围"), ("第二条", "调整")):
        paper.words(LEFT + 21, number, bold=True)
        paper.words(LEFT + 63, title)
        paper.feed()
    found = sections(paper.convert())
    assert found["附表"].section_title == "示例年度费率表"
    assert {"第一条", "附表/第一条", "附表/第二条"} <= set(found)


@pytest.mark.parametrize("title", ["附件一：健康管理服务手册", "附件一健康管理服务手册"])
@pytest.mark.parametrize("x", [58, 184, 220])
def test_an_annex_at_the_head_of_a_page_beside_labels_keeps_its_numbers_apart(title, x):
    paper = Paper()
    centred(paper, "示例终身寿险条款", size=16)
    paper.clause("1", "我们保什么")
    paper.clause("1.1", "保险责任", "我们给付保险金，以保险单载明的为准，详见附件一第2.1条。")
    paper.clause("2", "如何交费")
    paper.clause("2.1", "保险费", "您应交纳保险费。")
    paper.clause("2.2", "宽限期", "宽限期为六十日，自应交日的次日零时起算。")
    paper.new_page()
    paper.words(x, title, size=14, bold=True, y=130)
    paper.y = 180
    paper.clause("1", "服务内容")
    paper.clause("1.1", "就医绿通", "我们安排就医服务。")
    paper.clause("2", "服务流程")
    paper.clause("2.1", "申请", "您应提出申请。")
    conversion = paper.convert()
    found = sections(conversion)
    assert {"1", "1.1", "2", "2.1", "2.2", "附件一", "附件一/1", "附件一/1.1", "附件一/2", "附件一/2.1"} == set(found)
    assert found["2.1"].text == "您应交纳保险费。"
    assert FindingKind.SECTION_TWICE not in kinds(conversion)
    assert [each.target for each in conversion.references] == ["附件一/2.1"]


def test_the_text_of_an_annex_without_numbers_is_no_part_of_the_last_clause():
    paper = Paper()
    paper.clause("1.1", "保险责任", "我们按附表一的约定给付保险金。")
    paper.clause("2.1", "宽限期", "宽限期为六十日。")
    paper.new_page()
    paper.words(58, "附表一", size=14, bold=True)
    paper.words(107, "伤残程度给付比例", size=14, bold=True)
    paper.feed(2)
    paper.paragraph("附表一所列伤残项目不包括精神障碍，具体比例以本公司核定的为准。", x=58)
    paper.new_page()
    paper.paragraph("附表一的其他约定以保险单为准。", x=58)
    found = sections(paper.convert())
    assert found["2.1"].text == "宽限期为六十日。"
    assert found["附表一"].text.startswith("附表一所列伤残项目")
    assert "附表一的其他约定" in found["附表一"].text


def article(paper, number, title):
    paper.words(LEFT + 21, number, bold=True)
    paper.words(LEFT + 63, title, bold=True)
    paper.feed()
    paper.paragraph(SENTENCE, x=LEFT)


@pytest.mark.parametrize("gap", [0, 2.5, 8])
@pytest.mark.parametrize("is_centred", [False, True])
def test_an_annex_in_the_middle_of_a_page_is_one_however_narrow_the_space_behind_its_number(gap, is_centred):
    paper = Paper()
    print_clauses(paper)
    paper.feed()
    x = (595 - 8 * 10.5 - gap) / 2 if is_centred else LEFT
    paper.words(x, "附表一", bold=True)
    paper.words(x + 3 * 10.5 + gap, "伤残等级表", bold=True)
    paper.feed()
    paper.paragraph(SENTENCE, x=LEFT)
    found = sections(paper.convert())
    assert (found["附表一"].section_title, found["附表一"].text) == ("伤残等级表", SENTENCE)
    assert found["第三条"].text == SENTENCE


def test_a_sentence_that_begins_with_an_annex_is_no_title():
    paper = Paper()
    print_clauses(paper)
    paper.words(LEFT, "附表一所列的伤残等级", bold=True)
    paper.words(LEFT + 105, "以本合同约定的标准为准，并由双方共同确认。")
    paper.feed()
    paper.words(LEFT, "附表二见保险单")
    conversion = paper.convert()
    assert not [each for each in sections(conversion) if each.startswith("附表")]


@pytest.mark.parametrize("title", ["附表一  伤残等级表", "附表一伤残等级表", "附件："])
def test_the_articles_that_count_on_behind_an_annex_are_the_contracts_own(title):
    paper = Paper()
    centred(paper, "示例意外伤害保险条款", size=14)
    article(paper, "第一条", "保险责任")
    article(paper, "第二条", "责任免除")
    paper.words(LEFT, title, bold=True)
    paper.feed()
    paper.paragraph(SENTENCE[:40], x=LEFT)
    paper.feed()
    article(paper, "第三条", "释义")
    article(paper, "第四条", "其他")
    conversion = paper.convert()
    annex = title[:2] if title.endswith("：") else "附表一"
    assert list(sections(conversion)) == ["第一条", "第二条", annex, "第三条", "第四条"]
    assert sections(conversion)["第三条"].text == SENTENCE


def test_the_sections_that_count_on_behind_an_annex_in_the_label_column_are_the_contracts_own():
    paper = Paper()
    paper.chapter("保险责任")
    for number, title in (("1.1", "等待期"), ("1.2", "责任"), ("1.3", "免除")):
        paper.clause(number, title, SENTENCE)
    paper.words(58, "附表一  伤残等级表", bold=True)
    paper.feed()
    paper.paragraph(SENTENCE[:30])
    paper.feed()
    for number, title in (("1.4", "犹豫期"), ("1.5", "解除")):
        paper.clause(number, title, SENTENCE)
    found = sections(paper.convert())
    assert list(found) == ["1", "1.1", "1.2", "1.3", "附表一", "1.4", "1.5"]
    assert found["附表一"].text == SENTENCE[:30]


def test_an_annex_that_begins_its_own_articles_keeps_them():
    paper = Paper()
    centred(paper, "示例意外伤害保险条款", size=14)
    article(paper, "第一条", "保险责任")
    article(paper, "第二条", "责任免除")
    paper.new_page()
    paper.words(LEFT, "附表一  给付办法", bold=True)
    paper.feed(2)
    article(paper, "第一条", "适用范围")
    article(paper, "第二条", "给付比例")
    article(paper, "第三条", "其他")
    assert list(sections(paper.convert()))[2:] == ["附表一", "附表一/第一条", "附表一/第二条", "附表一/第三条"]
