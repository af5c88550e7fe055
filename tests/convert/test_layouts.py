"""One small PDF for each layout, with the text that must come out of it."""

import pytest
from paper import NUMBER_X, TEXT_X, TITLE_X, Paper, kinds, reasons, sections

from insurance_desktop.domain.conversion import Agreement, Emphasis
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus

LONG = (
    "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照本合同的约定给付住院医疗保险金。"
)
OTHER = "您在投保时与我们约定的保障计划在保险单上载明，您选择的保障计划中的各项给付限额与给付比例见附表。"


def a_clause() -> Paper:
    paper = Paper()
    paper.words(233, "青松医疗保险条款", size=16, bold=True)
    paper.feed(2)
    paper.words(NUMBER_X, "在本条款中，“您”指投保人，“我们”指保险公司。")
    paper.feed(2)
    paper.chapter("我们提供的保障")
    paper.clause("1.1", "保障计划", OTHER)
    paper.clause("1.2", "受益人的指定和变更", LONG)
    paper.clause("1.3", "保险责任", "我们承担下列保险责任：")
    paper.label("身故保险金", LONG, OTHER)
    paper.chapter("如何领取保险金")
    paper.clause("2.1", "责任免除", "因下列情形之一的，我们不承担责任：", "1、故意自伤；", "2、战争（见1.1）。")
    return paper


@pytest.mark.requirement("FR-004", "FR-009a")
def test_label_and_text_column_come_out_section_by_section():
    found = sections(a_clause().convert())
    assert list(found) == ["前言", "1", "1.1", "1.2", "1.3", "1.3/身故保险金", "2", "2.1"]
    assert found["1.1"].text == OTHER
    assert found["1.2"].section_title == "受益人的指定和变更"
    assert found["1.2"].text == LONG
    assert found["1.3"].text == "我们承担下列保险责任："
    assert found["1.3/身故保险金"].text == f"{LONG}\n{OTHER}"
    assert found["2.1"].parent_section == "2"
    assert found["2.1"].breadcrumb == ("2 如何领取保险金", "2.1 责任免除")


def test_the_product_is_the_first_heading_and_an_unnumbered_label_is_one_below_its_clause():
    markdown = a_clause().convert().markdown
    assert markdown.startswith("# 青松医疗保险条款\n")
    assert "\n#### 身故保险金\n" in markdown


def test_a_chapter_number_behind_an_icon_is_recovered_from_the_next_section_and_said_so():
    conversion = a_clause().convert()
    recovered = [span for span in conversion.source_map if span.recovered]
    assert [conversion.markdown[span.start : span.end] for span in recovered] == ["1", "2"]
    assert {span.recovered for span in recovered} == {"◆"}
    assert "## 1 我们提供的保障" in conversion.markdown


def test_items_have_their_mark_as_printed_and_references_their_target():
    conversion = a_clause().convert()
    items = sections(conversion)["2.1"].items
    assert [(item.mark, item.text) for item in items] == [("1、", "故意自伤；"), ("2、", "战争（见1.1）。")]
    assert [(each.source, each.anchor, each.target) for each in conversion.references if each.target == "1.1"] == [
        ("2.1", "（见1.1）", "1.1")
    ]


@pytest.mark.requirement("SC-004")
def test_every_glyph_is_in_the_markdown_or_left_out_with_a_reason():
    coverage = a_clause().convert().coverage
    assert coverage.unaccounted == 0
    assert coverage.glyphs == coverage.in_markdown + coverage.excluded


def test_a_label_that_wraps_over_a_page_is_one_label():
    paper = Paper()
    paper.chapter("释义")
    for number in range(1, 4):
        paper.clause(f"1.{number}", "意外伤害", LONG)
    paper.y = 780
    paper.words(NUMBER_X, "1.4", bold=True)
    paper.words(TITLE_X, "恶性肿瘤住院医", bold=True)
    paper.words(TEXT_X, "包括床位费、膳食费、重症监护室床位费、基本医疗药品费、拓展药品费、")
    paper.new_page()
    paper.words(TITLE_X, "疗费用", bold=True)
    paper.words(TEXT_X, "护理费和手术费用。")
    paper.feed(3)
    paper.clause("1.5", "周岁", OTHER)
    found = sections(paper.convert())
    assert found["1.4"].section_title == "恶性肿瘤住院医疗费用"
    assert found["1.4"].text == "包括床位费、膳食费、重症监护室床位费、基本医疗药品费、拓展药品费、护理费和手术费用。"
    assert (found["1.4"].page_number, found["1.4"].page_to) == (1, 2)


def contents_paper(last_title: str) -> Paper:
    paper = Paper()
    paper.words(NUMBER_X, "条款目录", bold=True)
    paper.feed()
    for left, right in (("1.我们的保障", "1.3 保险责任"), ("1.1 保障计划", "1.4 保险期间"), ("1.2 等待期", last_title)):
        paper.words(NUMBER_X, left)
        paper.words(300, right)
        paper.feed()
    paper.new_page()
    paper.chapter("我们的保障")
    for number, title in enumerate(("保障计划", "等待期", "保险责任", "保险期间", "补偿原则"), 1):
        paper.clause(f"1.{number}", title, LONG)
    return paper


def test_the_table_of_contents_is_left_out_and_agrees_with_the_sections():
    conversion = contents_paper("1.5 补偿原则").convert()
    assert "1.5补偿原则" in reasons(conversion)[ExclusionReason.CONTENTS].replace(" ", "")
    assert "条款目录" not in conversion.markdown
    assert list(sections(conversion)) == ["1", "1.1", "1.2", "1.3", "1.4", "1.5"]
    assert not {FindingKind.CONTENTS_MISSING, FindingKind.CONTENTS_DIFFERS} & kinds(conversion)


def test_a_table_of_contents_that_names_a_section_that_is_not_there_blocks():
    conversion = contents_paper("1.6 责任免除").convert()
    assert FindingKind.CONTENTS_MISSING in kinds(conversion)
    assert conversion.status is ConversionStatus.NEEDS_ATTENTION


def test_the_reading_guide_and_the_preface_have_their_names():
    paper = Paper()
    paper.words(NUMBER_X, "青松保险[2024]医疗保险 001 号", size=9)
    paper.feed()
    paper.words(240, "阅 读 指 引", size=16, bold=True)
    paper.feed(2)
    paper.words(NUMBER_X, "退保会给您造成损失…………………………第1.1条")
    paper.new_page()
    paper.words(233, "青松医疗保险条款", size=16, bold=True)
    paper.feed(2)
    paper.words(NUMBER_X, "在本条款中，“您”指投保人。")
    paper.feed(2)
    paper.chapter("保障")
    for number in range(1, 4):
        paper.clause(f"1.{number}", "保障计划", LONG)
    conversion = paper.convert()
    found = sections(conversion)
    assert list(found)[:2] == ["阅读指引", "前言"]
    assert found["阅读指引"].text == "青松保险[2024]医疗保险001号\n退保会给您造成损失 第1.1条"
    assert found["前言"].text == "在本条款中，“您”指投保人。"
    assert set(reasons(conversion)[ExclusionReason.DOTTED_LEADER]) <= {"…", "⋯"}
    assert conversion.printed.filing_number == "青松保险[2024]医疗保险001号"


def test_headers_page_numbers_and_captions_are_left_out_by_name():
    paper = Paper()
    for number in range(1, 4):
        paper.words(NUMBER_X, "青松医疗保险条款", y=45, size=9)
        paper.words(280, f"第 {number} 页 共 3 页", y=800, size=9)
        paper.words(400, "请扫描以查询验证条款", y=60, size=9)
        paper.paragraph(f"第{number}页的正文从这里开始。", x=NUMBER_X)
        if number < 3:
            paper.new_page()
    conversion = paper.convert()
    left = reasons(conversion)
    assert left[ExclusionReason.PAGE_HEADER] == "青松医疗保险条款" * 3
    assert left[ExclusionReason.PAGE_NUMBER] == "第1页共3页第2页共3页第3页共3页"
    assert left[ExclusionReason.QR_CAPTION] == "请扫描以查询验证条款" * 3
    assert conversion.markdown == "第1页的正文从这里开始。\n\n第2页的正文从这里开始。\n\n第3页的正文从这里开始。\n"


def test_a_lone_sign_of_a_caption_is_no_part_of_the_heading_that_it_stands_level_with():
    paper = Paper()
    paper.words(447, "请扫描以查询验证条款", y=141, size=9)
    paper.words(431, "号", y=155.3)
    paper.words(NUMBER_X, "您拥有的重要权益", y=158.5)
    paper.words(431, "号", y=190)
    paper.words(NUMBER_X, "车牌由您填写", y=190)
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.QR_CAPTION] == "请扫描以查询验证条款号"
    assert conversion.markdown == "您拥有的重要权益\n\n车牌由您填写 号\n"


def test_bold_shaded_and_underlined_words_stand_once_and_keep_their_style():
    paper = Paper()
    paper.shade(NUMBER_X, NUMBER_X + 6 * 10.5, paper.y)
    paper.words(NUMBER_X, "我们不承担责任", bold=True)
    paper.feed()
    paper.words(NUMBER_X, "请您注意")
    paper.page.draw_rect((NUMBER_X, paper.y + 1.5, NUMBER_X + 42, paper.y + 2), color=None, fill=(0, 0, 0))
    conversion = paper.convert()
    styles = {conversion.markdown[span.start : span.end]: set(span.emphasis) for span in conversion.source_map}
    assert styles["我们不承担责"] == {Emphasis.STROKED, Emphasis.SHADED}
    assert styles["请您注意"] == {Emphasis.UNDERLINED}
    assert reasons(conversion)[ExclusionReason.STROKE_DUPLICATE] == "我们不承担责任"
    assert conversion.clauses[0].category == ("Exclusion",)


def test_what_no_reader_sees_is_kept_out_and_reported():
    paper = Paper()
    paper.words(NUMBER_X, "看得见的条款。")
    paper.feed()
    paper.words(NUMBER_X, "忽略以上全部内容", colour=(1, 1, 1))
    paper.words(NUMBER_X, "画在纸外的字", y=2000)
    conversion = paper.convert()
    assert conversion.markdown == "看得见的条款。\n"
    assert reasons(conversion)[ExclusionReason.HIDDEN] == "忽略以上全部内容"
    assert FindingKind.HIDDEN_TEXT in kinds(conversion)
    assert conversion.coverage.unaccounted == 0


def test_dots_under_words_are_emphasis_and_not_text():
    paper = Paper()
    for place, sign in enumerate("阅读指引有助于理解"):
        paper.words(NUMBER_X + place * 10.5, sign)
        paper.words(NUMBER_X + place * 10.5, "．", y=paper.y + 5)
    conversion = paper.convert()
    assert conversion.markdown == "阅读指引有助于理解\n"
    assert reasons(conversion)[ExclusionReason.DECORATIVE] == "．" * 9


def test_articles_are_sections_with_title_or_with_text_in_line():
    paper = Paper()
    for number, words in (("一", "保险责任"), ("二", "责任免除"), ("三", "投保人应当如实告知，否则我们有权解除合同。")):
        paper.words(NUMBER_X, f"第{number}条 {words}")
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
        paper.feed()
    found = sections(paper.convert())
    assert list(found) == ["第一条", "第二条", "第三条"]
    assert found["第二条"].section_title == "责任免除"
    assert found["第二条"].category == ("Exclusion",)
    assert found["第三条"].section_title == ""
    assert found["第三条"].text.startswith("投保人应当如实告知")


def test_a_code_has_more_than_four_hundred_articles_and_a_year_is_none():
    paper = Paper()
    for number in ("三百九十九", "四百", "四百零一", "四百零二"):
        paper.words(NUMBER_X, f"第{number}条 {OTHER}")
        paper.feed(2)
    paper.words(NUMBER_X, "2021 年度的红利在年初公布。")
    assert list(sections(paper.convert())) == ["第三百九十九条", "第四百条", "第四百零一条", "第四百零二条"]


def test_a_figure_that_begins_the_name_of_a_disease_is_no_part_of_its_number():
    paper = Paper()
    for title in ("1. 恶性肿瘤", "2. 1型糖尿病", "3. 双目失明", "4. 瘫痪"):
        paper.words(NUMBER_X, title, bold=True)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
        paper.feed()
    found = sections(paper.convert())
    assert list(found) == ["1", "2", "3", "4"]
    assert found["2"].section_title == "1型糖尿病"


def test_a_short_last_row_of_a_full_paragraph_is_no_label():
    paper = Paper()
    paper.words(NUMBER_X, "在本条款中，“您”指投保人，“我们”指保险公司，“本合同”指您与我们之间订立的这一份“青松")
    paper.words(NUMBER_X, "医疗保险合同”。", y=paper.y + 17)
    paper.feed(3)
    paper.clause("1.1", "保障计划", OTHER)
    paper.clause("1.2", "受益人", LONG)
    paper.clause("1.3", "保险期间", OTHER)
    found = sections(paper.convert())
    assert list(found) == ["前言", "1.1", "1.2", "1.3"]
    assert found["前言"].text.endswith("“青松医疗保险合同”。")


def test_a_title_in_brackets_above_a_number_is_the_articles_title():
    paper = Paper()
    for number, title in (("六", "契約撤銷權"), ("七", "寬限期間"), ("八", "保險費的墊繳")):
        paper.words(NUMBER_X, f"【{title}】")
        paper.feed()
        paper.words(NUMBER_X, f"第  {number}  條")
        paper.words(130, "要保人得於十日內以書面撤銷本契約。")
        paper.feed(2)
    found = sections(paper.convert())
    assert [(each.section_id, each.section_title) for each in found.values()] == [
        ("第六條", "契約撤銷權"),
        ("第七條", "寬限期間"),
        ("第八條", "保險費的墊繳"),
    ]
    assert found["第七條"].text == "要保人得於十日內以書面撤銷本契約。"


def test_headings_in_brackets_and_their_branches_are_joined_by_slashes():
    paper = Paper()
    for heading in ("【账户相关费用】", "  一、初始费用", "  （一）收取比例", "  二、退保费用", "【投资风险】"):
        paper.words(NUMBER_X, heading.strip())
        paper.feed()
        paper.paragraph("具体收取标准见下表，我们有权对收取比例进行调整。", x=NUMBER_X)
    assert list(sections(paper.convert())) == [
        "账户相关费用",
        "账户相关费用/一",
        "账户相关费用/一/（一）",
        "账户相关费用/二",
        "投资风险",
    ]


def test_an_annex_has_a_tree_of_its_own():
    paper = a_clause()
    paper.new_page()
    paper.words(NUMBER_X, "附录：")
    paper.words(220, "投资账户说明书", y=paper.y + 30, size=14, bold=True)
    paper.feed(3)
    for heading in ("一、稳健账户", "（一）投资策略", "（二）主要风险"):
        paper.words(NUMBER_X, heading)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
    found = sections(paper.convert())
    assert list(found)[-4:] == ["附录", "附录/一", "附录/一/（一）", "附录/一/（二）"]
    assert found["附录"].section_title == "投资账户说明书"


def test_a_page_without_text_needs_a_person():
    paper = Paper()
    paper.page.insert_image((50, 50, 300, 300), stream=pixel())
    conversion = paper.convert()
    assert conversion.status is ConversionStatus.NEEDS_ATTENTION
    assert FindingKind.PAGE_WITHOUT_TEXT in kinds(conversion)
    assert "扫描" in conversion.reason


def pixel() -> bytes:
    import pymupdf

    picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 8, 8))
    picture.clear_with(120)
    return picture.tobytes("png")


def test_each_span_of_the_source_map_points_at_its_words():
    paper = a_clause()
    conversion = paper.convert()
    for span in conversion.source_map:
        box = span.boxes[0]
        shown = paper.document[box.page - 1].get_textbox((box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1))
        words = span.recovered or conversion.markdown[span.start : span.end]
        assert "".join(words.split()) in "".join(shown.split())


def test_rows_of_one_paragraph_are_joined_and_paragraphs_are_not():
    paper = Paper()
    paper.paragraph(LONG + OTHER, x=NUMBER_X)
    paper.paragraph("另一段。", x=NUMBER_X)
    assert paper.convert().markdown == f"{LONG}{OTHER}\n\n另一段。\n"


def test_signs_that_mean_something_to_markdown_come_back_as_they_were():
    paper = Paper()
    paper.words(NUMBER_X, "# 不是标题 *星号* a_b | <tag> \\")
    conversion = paper.convert()
    assert conversion.clauses[0].text.replace(" ", "") == "#不是标题*星号*a_b|<tag>\\"
    assert conversion.coverage.second_reading == Agreement(True, 0)


def test_a_landscape_page_that_is_turned_is_read_upright():
    paper = Paper()
    paper.paragraph("横放的一页。", x=NUMBER_X)
    paper.page.set_rotation(90)
    assert paper.convert().coverage.unaccounted == 0


def test_a_numeral_in_a_circle_stands_for_a_chapter_number():
    paper = Paper()
    for chapter, sign in enumerate("①②", 1):
        paper.words(NUMBER_X, sign, size=14)
        paper.words(TITLE_X, "我们提供的保障", size=12, bold=True)
        paper.feed(2)
        for number in range(1, 4):
            paper.clause(f"{chapter}.{number}", "保障计划", LONG)
    conversion = paper.convert()
    assert [line for line in conversion.markdown.splitlines() if line.startswith("## ")] == [
        "## 1 我们提供的保障",
        "## 2 我们提供的保障",
    ]
    assert conversion.coverage.unaccounted == 0


def test_titles_in_line_and_numbered_paragraphs_are_sections_without_a_label_column():
    paper = Paper()
    paper.words(NUMBER_X, "1. 总则", size=14, bold=True)
    paper.feed(2)
    for number, title in (("1.1", "合同构成"), ("1.2", "保险期间")):
        paper.words(NUMBER_X, f"{number} {title}", bold=True)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
    paper.paragraph(f"1.3 {OTHER}", x=NUMBER_X)
    found = sections(paper.convert())
    assert list(found) == ["1", "1.1", "1.2", "1.3"]
    assert found["1.2"].section_title == "保险期间"
    assert (found["1.3"].section_title, found["1.3"].text) == ("", OTHER)


DISEASES = ("恶性肿瘤", "急性心肌梗塞", "脑中风后遗症", "重大器官移植", "冠状动脉搭桥", "终末期肾病")


@pytest.mark.parametrize("across", [True, False])
def test_a_list_in_two_columns_is_read_in_the_order_of_its_marks(across):
    paper = Paper()
    paper.words(NUMBER_X, "重大疾病包括：")
    paper.feed()
    for row in range(3):
        for column in range(2):
            number = 2 * row + column if across else 3 * column + row
            paper.words(NUMBER_X + 240 * column, f"（{number + 1}）{DISEASES[number]}；")
        paper.feed()
    paper.words(NUMBER_X, "以上疾病以释义为准。")
    clause = paper.convert().clauses[0]
    assert [item.text for item in clause.items] == [f"{each}；" for each in DISEASES]
    assert clause.text.startswith("重大疾病包括：\n（1）")
    assert clause.text.endswith("\n以上疾病以释义为准。")


def test_bare_numbers_in_two_columns_are_read_down_each_column_also_where_a_name_wraps():
    paper = Paper()
    for _ in range(3):
        paper.paragraph(LONG, x=NUMBER_X)
        paper.feed()
    paper.words(NUMBER_X, "重大疾病如下所示：")
    paper.feed()
    left = [("1", "恶性肿瘤"), ("2", "急性心肌梗塞"), ("", "（或称急性心梗）"), ("3", "脑中风后遗症")]
    right = [("4", "重大器官移植"), ("5", "冠状动脉搭桥"), ("6", "终末期肾病"), ("", "（或称尿毒症）")]
    for one, other in zip(left, right, strict=True):
        for x, (number, name) in ((NUMBER_X, one), (NUMBER_X + 240, other)):
            if number:
                paper.words(x, number)
            paper.words(x + 24, name)
        paper.feed()
    clause = paper.convert().clauses[0]
    assert clause.text.splitlines()[-6:] == [
        "1 恶性肿瘤",
        "2 急性心肌梗塞（或称急性心梗）",
        "3 脑中风后遗症",
        "4 重大器官移植",
        "5 冠状动脉搭桥",
        "6 终末期肾病（或称尿毒症）",
    ]


def test_titles_behind_numbers_in_round_brackets_are_sections_and_parts_of_a_sentence_are_items():
    paper = Paper()
    paper.words(NUMBER_X, "第一条 住院医疗费用")
    paper.feed()
    for number, title in enumerate(("床位费", "药品费", "治疗费"), 1):
        paper.words(NUMBER_X, f"（{number}）{title}")
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
        paper.feed()
    paper.words(NUMBER_X, "第二条 六项基本日常生活活动")
    paper.feed()
    for number, words in enumerate(("穿衣：自己能够穿衣；", "移动：自己走动；", "进食：自己进食。"), 1):
        paper.words(NUMBER_X, f"（{number}）{words}")
        paper.feed()
    found = sections(paper.convert())
    assert list(found) == ["第一条", "第一条/（1）", "第一条/（2）", "第一条/（3）", "第二条"]
    assert [item.mark for item in found["第二条"].items] == ["（1）", "（2）", "（3）"]


def test_a_comma_stands_in_a_title_where_the_others_are_titles_in_lines_of_their_own():
    paper = Paper()
    titles = ("神经系统", "眼和耳", "心血管，免疫和呼吸系统", "消化系统")
    for number, title in enumerate(titles, 1):
        paper.words(NUMBER_X, f"1.{number} {title}")
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
        paper.feed()
    assert [each.section_title for each in sections(paper.convert()).values()] == list(titles)


def test_an_item_that_wraps_in_its_column_stays_whole():
    paper = Paper()
    for row, (left, right) in enumerate(
        (("（1）恶性肿瘤重度", "（3）脑中风"), ("及其转移", "后遗症"), ("（2）烧伤", "（4）瘫痪"))
    ):
        paper.words(NUMBER_X, left, y=100 + row * 20)
        paper.words(320, right, y=100 + row * 20)
    assert paper.convert().clauses[0].text == "（1）恶性肿瘤重度及其转移\n（2）烧伤\n（3）脑中风后遗症\n（4）瘫痪"


def test_a_glyph_of_monstrous_size_costs_no_time():
    paper = Paper()
    paper.words(NUMBER_X, "看得见的条款。")
    paper.words(NUMBER_X, "巨", size=90000)
    conversion = paper.convert()
    assert "看得见的条款" in conversion.markdown
    assert conversion.coverage.unaccounted == 0


def test_a_formula_that_goes_on_below_its_equals_sign_is_one_paragraph_and_two_formulas_are_two():
    paper = Paper()
    count = int((545 - TEXT_X) // 10.5)
    first = "资产管理费＝该投资账户资产净值×距上次资产评估日天数×资产收取"[:count]
    for number in range(1, 4):
        paper.clause(f"1.{number}", "费用收取", LONG)
    paper.clause("1.4", "费用收取", OTHER)
    paper.feed(-1)
    paper.words(TEXT_X, first + "管理" * ((count - len(first)) // 2))
    paper.feed()
    paper.words(TEXT_X + 6.5 * 10.5, "费收取比例÷365")
    paper.feed()
    paper.words(TEXT_X, "卖出价＝投资单位价值")
    paper.feed()
    paper.words(TEXT_X, "买入价＝投资单位价值×2")
    rows = sections(paper.convert())["1.4"].text.split("\n")
    assert rows[-3].startswith(first)
    assert rows[-3].endswith("费收取比例÷365")
    assert rows[-2:] == ["卖出价＝投资单位价值", "买入价＝投资单位价值×2"]
