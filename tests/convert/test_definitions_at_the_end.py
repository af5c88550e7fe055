"""Definitions behind the last article under a word that has no number, as many life insurers print them."""

import pytest
from paper import Paper, kinds, sections

from insurance_desktop.domain.kinds import FindingKind

TEXT = "被保险人在保险期间内因意外伤害（释义2）身故的，我们按照保险金额给付保险金，但是累计给付金额以保险金额为限。"
LEFT = 58


def entry(paper, number, term, text):
    paper.words(LEFT, number + term, bold=True)
    x = LEFT + 10.5 * len(number + term)
    room = int((545 - x) // 10.5)
    paper.words(x, text[:room])
    paper.feed()
    if text[room:]:
        paper.paragraph(text[room:], x=LEFT)


def clause_paper():
    paper = Paper()
    for title in ("第一条 保险责任", "第二条 责任免除", "第三条 争议处理"):
        paper.words(LEFT, title, bold=True)
        paper.feed()
        paper.paragraph(TEXT, x=LEFT)
    paper.feed()
    paper.words(LEFT, "释义", bold=True)
    paper.feed()
    return paper


@pytest.mark.requirement("FR-004")
def test_numbered_definitions_behind_the_last_article_are_sections_of_their_own():
    paper = clause_paper()
    texts = {
        "周岁": "以有效身份证件中记载的出生日期为计算基础。",
        "意外伤害": "指外来的、突发的、非本意的、非疾病的使身体受到伤害的客观事件，不包括猝死在内。",
        "毒品": "指中华人民共和国刑法规定的鸦片、海洛因等，但不包括由医生开具并遵医嘱使用的药品。",
    }
    for number, (term, text) in enumerate(texts.items(), 1):
        entry(paper, f"{number}、", term, text)
    conversion = paper.convert()
    found = sections(conversion)
    assert found["第三条"].text == TEXT
    assert {key: found[key].section_title for key in found if key.startswith("释义/")} == {
        "释义/1": "周岁",
        "释义/2": "意外伤害",
        "释义/3": "毒品",
    }
    assert [found[f"释义/{number}"].text for number in (1, 2, 3)] == list(texts.values())
    assert FindingKind.REFERENCE_OPEN not in kinds(conversion)


def test_a_definition_without_a_term_of_its_own_is_none_of_the_term_before():
    paper = clause_paper()
    entry(paper, "1、", "周岁", "以有效身份证件中记载的出生日期为计算基础。")
    entry(paper, "2、", "意外伤害", "指外来的、突发的、非本意的、非疾病的客观事件。")
    paper.paragraph("3、" + TEXT, x=LEFT, bold=True)
    entry(paper, "4、", "毒品", "指中华人民共和国刑法规定的鸦片、海洛因等。")
    found = sections(paper.convert())
    assert list(found)[-5:] == ["释义", "释义/1", "释义/2", "释义/3", "释义/4"]
    assert found["释义/3"].text == TEXT


def test_definitions_whose_numbers_leave_one_out_are_all_sections():
    paper = clause_paper()
    entry(paper, "1、", "周岁", "以有效身份证件中记载的出生日期为计算基础。")
    entry(paper, "2、", "意外伤害", "指外来的、突发的、非本意的、非疾病的客观事件。")
    entry(paper, "3、", "毒品", "指中华人民共和国刑法规定的鸦片、海洛因等。")
    entry(paper, "5、", "猝死", "指因潜在疾病、身体机能障碍引起的突然死亡。")
    found = sections(paper.convert())
    assert list(found)[-4:] == ["释义/1", "释义/2", "释义/3", "释义/5"]
    assert found["释义/5"].section_title == "猝死"


def test_whose_name_and_date_stand_on_the_cover_open_no_chapter():
    paper = Paper()
    for y, words, size in (
        (340, "示例少儿重大疾病保险合同条款", 22),
        (700, "示例人寿保险有限公司", 14),
        (731, "二零二五年", 14),
    ):
        paper.words((595 - size * len(words)) / 2, words, y=y, size=size, bold=True)
    paper.new_page()
    for title in ("第一条 保险责任", "第二条 责任免除", "第三条 争议处理"):
        paper.words(LEFT, title, bold=True)
        paper.feed()
        paper.paragraph(TEXT, x=LEFT)
    conversion = paper.convert()
    assert [each.level for each in conversion.clauses if each.section_id.startswith("第")] == [3, 3, 3]
    assert not [each for each in conversion.clauses if each.level == 2 and each.section_title != "前言"]
    assert "示例人寿保险有限公司" in conversion.markdown


def test_terms_that_count_in_chinese_numerals_with_lists_below_them_are_sections():
    paper = clause_paper()
    terms = ("保险人", "医院", "住院")
    for numeral, term in zip("一二三", terms, strict=True):
        paper.words(LEFT, f"{numeral}、")
        paper.words(LEFT + 32, f"{term}：", bold=True)
        paper.feed()
        for item in ("1. 特需医疗和外宾医疗；", "2. 诊所和康复中心；", "3. 休养和戒毒中心。"):
            paper.words(LEFT, item, bold=term == "医院")
            paper.feed()
    found = sections(paper.convert())
    assert [each.section_title for key, each in found.items() if key.startswith("释义/")] == list(terms)
    assert [item.mark for item in found["释义/二"].items] == ["1.", "2.", "3."]


def test_where_terms_stand_in_brackets_a_bold_line_with_a_colon_is_none():
    paper = clause_paper()
    for term in ("重大疾病", "毒品", "周岁"):
        paper.words(LEFT, f"【{term}】", bold=True)
        paper.words(LEFT + 10.5 * (len(term) + 2), "按照本合同的约定认定。")
        paper.feed()
        paper.words(LEFT, "必须满足下列所有条件：", bold=True)
        paper.feed()
        paper.words(LEFT, "（1）经专科医生确诊；")
        paper.feed()
    found = sections(paper.convert())
    assert [each.section_title for each in found.values()][-3:] == ["重大疾病", "毒品", "周岁"]
    assert "必须满足下列所有条件" in found["释义/毒品"].text
