"""Layouts that other insurers use: each was read wrong once, in a file made like theirs."""

import pytest
from paper import Paper, kinds, reasons, sections

from insurance_desktop.domain.kinds import ExclusionReason, FindingKind

TEXT = (
    "被保险人在保险期间内因意外伤害事故导致身故的，我们按照保险金额给付保险金，但是累计给付金额以保险金额为限，"
    "超出部分我们不再承担责任。"
)
LEFT = 58


def centred(paper, text, *, size=16.0):
    paper.words((595 - size * len(text)) / 2, text, size=size, bold=True)
    paper.feed(1.6)


def heading(paper, text):
    paper.words(LEFT, text, bold=True)
    paper.feed()


def titled(paper, numbers, titles=("适用范围", "给付条件")):
    for number, title in zip(numbers, titles, strict=True):
        heading(paper, number + title)
        paper.paragraph(TEXT, x=LEFT)


@pytest.mark.requirement("FR-004")
def test_divisions_that_begin_again_in_each_chapter_stand_under_it():
    paper = Paper()
    centred(paper, "示例财产保险条款")
    articles = iter(["第一条", "第二条", "第三条", "第四条"])
    for chapter in ("第一章总则", "第二章保险责任"):
        centred(paper, chapter, size=13)
        for division in ("第一节构成", "第二节范围"):
            centred(paper, division, size=12)
            titled(paper, [next(articles)], ["适用范围"])
    conversion = paper.convert()
    found = sections(conversion)
    assert FindingKind.SECTION_TWICE not in kinds(conversion)
    assert found["第二章/第一节"].section_title == "构成"
    assert found["第三条"].parent_section == "第二章/第一节"


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize(("numbers", "second"), [(("第一条", "第二条"), "第二条"), (("1. ", "2. "), "2")])
def test_numbers_that_begin_again_in_each_chapter_stand_under_it(numbers, second):
    paper = Paper()
    centred(paper, "示例护理保险条款")
    for chapter in ("第一章总则", "第二章保险责任", "第三章责任免除"):
        centred(paper, chapter, size=13)
        titled(paper, numbers)
    conversion = paper.convert()
    found = sections(conversion)
    assert not {FindingKind.SECTION_TWICE, FindingKind.SECTION_JUMP} & kinds(conversion)
    assert [each for each in found if each.startswith("第二章")] == [
        "第二章",
        f"第二章/{numbers[0].strip().rstrip('.')}",
        f"第二章/{second}",
    ]
    assert found[f"第三章/{second}"].level == found["第三章"].level + 1


def test_titles_in_brackets_before_their_text_are_the_sections_of_a_text_without_other_headings():
    paper = Paper()
    centred(paper, "示例重大疾病保险条款")
    titles = ("保险期间", "等待期", "责任免除", "犹豫期")
    for title in titles:
        paper.words(LEFT + 21, f"【{title}】", bold=True)
        paper.words(LEFT + 21 + 10.5 * (len(title) + 2), TEXT[:30])
        paper.feed()
        paper.paragraph(TEXT[30:], x=LEFT)
    found = sections(paper.convert())
    assert list(found) == list(titles)
    assert all(found[title].text == TEXT for title in titles)


def test_numbers_that_count_the_lines_in_the_margin_are_no_text():
    paper = Paper()
    top = paper.y
    centred(paper, "示例货物运输保险条款")
    paper.y = top + 2 * 19.5
    for number in ("第一条", "第二条", "第三条", "第四条", "第五条"):
        heading(paper, number + "责任范围")
        paper.paragraph(TEXT + TEXT, x=LEFT)
    for line in range(round((paper.y - top) / 19.5)):
        paper.words(30, str(line + 1), y=top + line * 19.5, size=7)
    conversion = paper.convert()
    found = sections(conversion)
    assert list(found) == ["第一条", "第二条", "第三条", "第四条", "第五条"]
    assert all(clause.text == TEXT + TEXT for clause in found.values())
    assert reasons(conversion)[ExclusionReason.LINE_NUMBER].startswith("123456789101112")
    assert conversion.markdown.startswith("# 示例货物运输保险条款\n")


def test_a_list_whose_items_are_counted_keeps_its_numbers():
    paper = Paper()
    centred(paper, "示例货物运输保险条款")
    for number in range(1, 13):
        paper.words(30, str(number))
        paper.words(LEFT, "货物的自然损耗以及包装不善所造成的损失，保险人不负责赔偿。")
        paper.feed()
    assert ExclusionReason.LINE_NUMBER not in reasons(paper.convert())


def test_columns_of_two_lines_drawn_one_after_the_other_are_read_one_after_the_other():
    left = ("因下列情形之一导致身故的，我们不承担责任，投保", "人的故意杀害，被保险人犯罪。")
    right = ("犹豫期内您可以解除合同，我们退还您所支付的全部", "保险费，但应扣除工本费用。")
    paper = Paper()
    centred(paper, "示例终身寿险投保提示")
    paper.paragraph(TEXT, x=LEFT)
    for x, column in ((LEFT, left), (310, right)):
        for line, words in enumerate(column):
            paper.words(x, words, y=paper.y + line * 19.5)
    paper.feed(3)
    paper.paragraph(TEXT, x=LEFT)
    markdown = paper.convert().markdown
    assert "".join(left) in markdown
    assert "".join(right) in markdown


def test_rows_of_two_pieces_drawn_row_by_row_are_read_across():
    paper = Paper()
    centred(paper, "示例终身寿险投保提示")
    for words in ("投保人（签名，盖章）：张三，李四", "日期，地点：二〇二四年，北京市"):
        paper.words(LEFT, words)
        paper.words(310, words)
        paper.feed()
    text = paper.convert().markdown
    assert text.index("张三") < text.rindex("张三") < text.index("北京")


def test_a_rider_with_a_smaller_title_in_the_middle_of_a_page_is_a_text_of_its_own():
    paper = Paper()
    centred(paper, "示例终身寿险条款")
    for title in ("", "示例附加意外伤害保险条款"):
        if title:
            centred(paper, title, size=12)
        for chapter in ("1", "2"):
            heading(paper, f"{chapter}. 我们保什么")
            paper.clause(f"{chapter}.1", "保险责任", TEXT)
            paper.clause(f"{chapter}.2", "责任免除", TEXT)
    conversion = paper.convert()
    found = sections(conversion)
    assert FindingKind.SECTION_TWICE not in kinds(conversion)
    assert found["2.2"].text == TEXT
    assert found["示例附加意外伤害保险条款/1.1"].text == TEXT


def test_the_title_printed_again_behind_the_reading_guide_is_none_of_its_text():
    paper = Paper()
    centred(paper, "示例重大疾病保险条款", size=18)
    heading(paper, "阅读指引")
    paper.paragraph("本阅读指引有助于您理解条款。", x=LEFT)
    paper.new_page()
    paper.y = 130
    centred(paper, "示例重大疾病保险条款", size=13)
    for number in ("1.1", "1.2", "1.3"):
        paper.clause(number, "保险责任", TEXT)
    conversion = paper.convert()
    assert sections(conversion)["阅读指引"].text == "本阅读指引有助于您理解条款。"
    assert conversion.markdown.count("\n# ") == 1


def test_a_circled_mark_leads_to_its_note_at_the_foot_of_the_page():
    paper = Paper()
    centred(paper, "示例终身寿险条款")
    for number, words in (("1.1", "被保险人因意外伤害"), ("1.2", "我们退还现金价值"), ("1.3", "被保险人身故的")):
        heading(paper, f"{number} 保险责任")
        paper.words(LEFT, words)
        end = LEFT + 10.5 * len(words)
        if number != "1.3":
            paper.words(end, "①" if number == "1.1" else "②", y=paper.y - 4, size=6)
        paper.words(end + 6, "，我们承担责任，但另有约定的除外。")
        paper.feed(2)
    paper.words(LEFT, "①意外伤害：指外来的、突发的事件直接致使身体受到的伤害。", y=740, size=8)
    paper.words(LEFT, "②现金价值：指保险单所具有的价值。", y=752, size=8)
    conversion = paper.convert()
    assert FindingKind.REFERENCE_OPEN not in kinds(conversion)
    assert {"脚注/1": "意外伤害", "脚注/2": "现金价值"}.items() <= {
        each.section_id: each.section_title for each in conversion.clauses
    }.items()
    assert [(each.source, each.target) for each in conversion.references] == [("1.1", "脚注/1"), ("1.2", "脚注/2")]


def test_white_space_in_another_style_does_not_make_what_follows_bold():
    paper = Paper()
    paper.words(LEFT, "The Master Policy of Example Travel Insurance", size=16)
    paper.feed(2)
    paper.page.insert_text((LEFT, paper.y), "Cover", fontname="hebo", fontsize=10)
    paper.page.insert_text((LEFT + 30, paper.y), " ", fontname="helv", fontsize=10)
    paper.page.insert_text((LEFT + 33, paper.y), "is given to the insured person.", fontname="helv", fontsize=10)
    conversion = paper.convert()
    at = conversion.markdown.index("insured")
    span = next(each for each in conversion.source_map if each.start <= at < each.end)
    assert "bold" not in {kind.value for kind in span.emphasis}


def test_a_bold_number_and_title_with_a_plain_pointer_in_brackets_are_a_heading():
    paper = Paper()
    paper.page.insert_text((230, paper.y), "APPENDIX II", fontname="hebo", fontsize=11)
    paper.feed()
    paper.page.insert_text((180, paper.y), "Form of certificate for the ships", fontname="hebo", fontsize=11)
    paper.feed(2)
    for number, title in ((1, "Particulars of the ship"), (2, "Equipment on board"), (3, "Discharge connection")):
        paper.page.insert_text((LEFT, paper.y), f"{number}.", fontname="hebo", fontsize=11)
        paper.page.insert_text((LEFT + 40, paper.y), title, fontname="hebo", fontsize=11)
        paper.page.insert_text((LEFT + 165, paper.y), " ", fontname="helv", fontsize=11)
        paper.page.insert_text((LEFT + 168, paper.y), "(regulation 13)", fontname="helv", fontsize=11)
        paper.feed()
        for line in range(2):
            words = "The ship is provided with a pipeline for the discharge of all residues, which is fitted."
            paper.page.insert_text((LEFT, paper.y + 13 * line), words, fontname="helv", fontsize=11)
        paper.feed(2)
    headings = [line for line in paper.convert().markdown.splitlines() if line.startswith("#")]
    assert [line.endswith(") ") or line.endswith(")") for line in headings[1:]] == [True] * 3


@pytest.mark.requirement("FR-004")
def test_labels_in_a_column_right_of_the_text_are_the_sections_beside_it():
    paper = Paper()
    centred(paper, "示例两全保险条款")
    for number, title in (("1.1", "保险责任"), ("1.2", "责任免除"), ("1.3", "犹豫期与宽限期")):
        top = paper.y
        for start in range(0, len(TEXT), 30):
            paper.words(LEFT, TEXT[start : start + 30])
            paper.feed()
        paper.words(420, number, y=top, bold=True)
        for line, start in enumerate(range(0, len(title), 5)):
            paper.words(450, title[start : start + 5], y=top + 19.5 * line, bold=True)
        paper.feed()
    conversion = paper.convert()
    found = sections(conversion)
    assert [each.section_title for each in found.values()] == ["保险责任", "责任免除", "犹豫期与宽限期"]
    assert all(clause.text == TEXT for clause in found.values())
    assert max(box.x1 for box in found["1.1"].boxes) > 450


def test_chapters_in_the_middle_of_a_text_with_unlike_margins_are_chapters():
    paper = Paper()
    left, right = 40, 498
    middle = (left + right) / 2
    for company, size in (("示例财产保险股份有限公司", 14), ("示例责任保险条款", 16)):
        paper.words(middle - size * len(company) / 2, company, size=size)
        paper.feed(1.6)
    articles = iter(["第一条", "第二条", "第三条", "第四条"])
    for chapter in ("总则", "保险责任"):
        paper.words(middle - 10.5 * len(chapter) / 2, chapter)
        paper.feed()
        for _ in range(2):
            text = next(articles) + " " + TEXT
            for start in range(0, len(text), 43):
                paper.words(left, text[start : start + 43])
                paper.feed()
    found = sections(paper.convert())
    assert [each for each in found if found[each].level == 2 and each != "前言"] == ["总则", "保险责任"]
    assert found["第三条"].parent_section == "保险责任"


def test_the_name_of_the_company_above_the_articles_is_no_chapter():
    paper = Paper()
    centred(paper, "示例在线财产保险股份有限公司", size=10.5)
    centred(paper, "《示例个人疾病保险（互联网专属）》", size=10.5)
    centred(paper, "总则", size=10.5)
    titled(paper, ["第一条", "第二条"])
    found = sections(paper.convert())
    assert [each for each in found if found[each].level == 2 and each != "前言"] == ["总则"]
