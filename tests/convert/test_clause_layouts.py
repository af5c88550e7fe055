"""How other insurers print their clauses: one small PDF for each layout, with the sections that must come out."""

import pytest
from paper import NUMBER_X, PITCH, SIZE, TEXT_X, TITLE_X, Paper, kinds, reasons, sections

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.convert.structure.rules import explain
from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.packs.loader import load_pack

LONG = (
    "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照本合同的约定给付住院医疗保险金。"
)
SHORT = "本合同的保险期间为一年。"
MIDDLE = 297.5


def centred(paper: Paper, words: str, size: float = SIZE, bold: bool = True) -> None:
    paper.words(MIDDLE - len(words) * size / 2, words, size=size, bold=bold)
    paper.feed(2)


def begin(paper: Paper, lead: str, text: str, gap: float = 1.0, bold: bool = True) -> None:
    """A paragraph that begins with a bold lead; its text stands `gap` type sizes behind it."""
    paper.words(NUMBER_X, lead, bold=bold)
    x = NUMBER_X + (len(lead) + gap) * SIZE
    count = int((545 - x) // SIZE)
    paper.words(x, text[:count])
    paper.feed()
    if text[count:]:
        paper.paragraph(text[count:], x=NUMBER_X)


def found_of(paper: Paper) -> list[tuple[str, str, str]]:
    return [(each.section_id, each.section_title, each.text) for each in paper.convert().clauses]


def test_titles_that_share_their_line_with_text_are_told_by_weight():
    paper = Paper()
    for number, title in (("第一条", "合同构成"), ("第二条", "保险责任"), ("第三条", "责任免除")):
        begin(paper, f"{number}　{title}", LONG)
    assert found_of(paper) == [
        ("第一条", "合同构成", LONG),
        ("第二条", "保险责任", LONG),
        ("第三条", "责任免除", LONG),
    ]


def test_titles_that_share_their_line_with_text_are_told_by_a_gap_where_nothing_is_bold():
    paper = Paper()
    for number, title in (("第一条", "合同构成"), ("第二条", "保险责任")):
        begin(paper, f"{number}　{title}", LONG, gap=0.5, bold=False)
    assert [each[:2] for each in found_of(paper)] == [("第一条", "合同构成"), ("第二条", "保险责任")]


def test_bold_words_at_the_begin_of_an_article_without_titles_are_text():
    paper = Paper()
    for number in "一二三四":
        begin(paper, f"第{number}条", LONG)
    begin(paper, "第五条　保险人", "应当在收到申请后三十日内作出核定。", gap=0)
    found = found_of(paper)
    assert [each[:2] for each in found] == [(f"第{number}条", "") for number in "一二三四五"]
    assert found[-1][2] == "保险人应当在收到申请后三十日内作出核定。"


def test_a_row_that_goes_on_with_a_reference_opens_no_article():
    paper = Paper()
    per_row = int((545 - NUMBER_X) // SIZE)
    paper.words(NUMBER_X, "第一条 保险责任", bold=True)
    paper.feed()
    paper.words(NUMBER_X, ("被保险人发生保险事故的，我们按照本合同的约定给付保险金，" * 3)[:per_row])
    paper.feed()
    paper.words(NUMBER_X, "第九条约定的情形除外。")
    paper.feed()
    paper.words(NUMBER_X, "第二条 责任免除", bold=True)
    paper.feed()
    paper.paragraph(SHORT, x=NUMBER_X)
    assert list(sections(paper.convert())) == ["第一条", "第二条"]


def test_centred_lines_among_articles_are_chapters_without_a_number():
    paper = Paper()
    centred(paper, "青松意外伤害保险条款", size=16)
    for title, numbers in (("总则", "一二"), ("保险责任", "三四")):
        centred(paper, title)
        for number in numbers:
            begin(paper, f"第{number}条", LONG)
    conversion = paper.convert()
    assert [(each.section_id, each.level) for each in conversion.clauses] == [
        ("总则", 2),
        ("第一条", 3),
        ("第二条", 3),
        ("保险责任", 2),
        ("第三条", 3),
        ("第四条", 3),
    ]
    assert conversion.markdown.startswith("# 青松意外伤害保险条款\n")


def test_parts_hold_chapters_and_chapters_hold_articles():
    paper = Paper()
    for part, chapter, article in (("一", "一", "一"), ("二", "二", "二")):
        centred(paper, f"第{part}部分　合同")
        centred(paper, f"第{chapter}章　总则")
        begin(paper, f"第{article}条　合同构成", LONG)
    found = sections(paper.convert())
    assert [(each.section_id, each.level, each.parent_section) for each in found.values()][:3] == [
        ("第一部分", 2, None),
        ("第一章", 3, "第一部分"),
        ("第一条", 4, "第一章"),
    ]


@pytest.mark.parametrize("gap", [0, 12])
def test_articles_in_the_label_column_have_their_title_below_the_number(gap):
    paper = Paper()
    text_x = NUMBER_X + 7 * SIZE + gap
    for number, title in (
        ("一", "合同构成"),
        ("二", "未成年人身故"),
        ("三", "投保年龄限制的"),
        ("四", "犹豫期"),
        ("五", "保险费"),
    ):
        top = paper.y
        paper.words(NUMBER_X, f"第{number}条", bold=True)
        paper.words(NUMBER_X, title, y=top + PITCH, bold=True)
        paper.paragraph(LONG * 2, x=text_x)
        paper.feed()
    found = sections(paper.convert())
    assert [(each.section_id, each.section_title) for each in found.values()] == [
        ("第一条", "合同构成"),
        ("第二条", "未成年人身故"),
        ("第三条", "投保年龄限制的"),
        ("第四条", "犹豫期"),
        ("第五条", "保险费"),
    ]
    assert {each.text for each in found.values()} == {LONG * 2}


def test_labels_without_any_number_are_sections_by_their_title():
    paper = Paper()
    for chapter, titles in (("一、我们提供的保障", ("保险期间", "保险责任")), ("二、如何申请", ("受益人", "诉讼时效"))):
        paper.words(NUMBER_X, chapter, size=12, bold=True)
        paper.feed(2)
        for title in titles:
            paper.words(NUMBER_X, title, bold=True)
            paper.paragraph(LONG * 2)
            paper.feed()
    assert list(sections(paper.convert())) == ["一", "一/保险期间", "一/保险责任", "二", "二/受益人", "二/诉讼时效"]


def test_a_label_that_begins_on_a_new_page_beside_new_text_is_no_rest_of_the_last_one():
    paper = Paper()
    for number in range(1, 5):
        paper.clause(f"1.{number}", "意外伤害", LONG)
    paper.y = 780
    paper.words(NUMBER_X, "1.5", bold=True)
    paper.words(TITLE_X, "毒品", bold=True)
    paper.words(TEXT_X, SHORT)
    paper.new_page()
    paper.label("释义", LONG)
    found = sections(paper.convert())
    assert found["1.5"].section_title == "毒品"
    assert found["1.5"].text == SHORT
    assert found["1.5/释义"].text == LONG


TERMS = (("周岁", "指按出生日期计算的年龄。"), ("毒品", "指国家规定管制的药品。"), ("医院", "指二级以上医院。"))


@pytest.mark.parametrize("form", ["bold", "plain", "bracketed", "label"])
def test_terms_of_a_clause_of_definitions_are_sections_below_it(form):
    paper = Paper()
    if form == "label":
        for number in "一二三":
            paper.words(NUMBER_X, f"第{number}条", bold=True)
            paper.paragraph(LONG * 2)
            paper.feed()
        paper.words(NUMBER_X, "第四条", bold=True)
        paper.words(NUMBER_X, "释义", y=paper.y + PITCH, bold=True)
        paper.paragraph(LONG)
        paper.feed()
    else:
        paper.words(NUMBER_X, "第四条 释义", bold=True)
        paper.feed()
    for term, meaning in TERMS:
        if form == "label":
            paper.words(NUMBER_X, term, bold=True)
            paper.paragraph(meaning)
            paper.feed()
        elif form == "bracketed":
            begin(paper, f"【{term}】", meaning, gap=0, bold=False)
        else:
            begin(paper, f"{term}：", meaning, gap=0, bold=form == "bold")
    found = [(each.section_id, each.section_title, each.text) for each in paper.convert().clauses][-3:]
    assert found == [(f"第四条【{term}】", term, meaning) for term, meaning in TERMS]


def test_bold_terms_leave_other_colons_in_their_definition():
    paper = Paper()
    paper.words(NUMBER_X, "第一条 释义", bold=True)
    paper.feed()
    for term, meaning in TERMS:
        begin(paper, f"{term}：", meaning, gap=0)
    paper.paragraph("一级：日常活动不受限制。", x=NUMBER_X)
    found = sections(paper.convert())
    assert list(found) == ["第一条", "第一条【周岁】", "第一条【毒品】", "第一条【医院】"]
    assert found["第一条【医院】"].text == "指二级以上医院。\n一级：日常活动不受限制。"


def noted_paper(pages: int = 2) -> Paper:
    """Clauses of one column with a note at the foot of each page, its mark raised in the text."""
    paper = Paper()
    number = 0
    for page in range(1, pages + 1):
        for _ in range(2):
            number += 1
            paper.words(NUMBER_X, f"1.{number} 保险责任", bold=True)
            paper.feed()
            paper.words(NUMBER_X, "被保险人年满六十周岁")
            paper.words(NUMBER_X + 10 * SIZE, str(page), y=paper.y - 4, size=6)
            paper.words(NUMBER_X + 10 * SIZE + 4, "的，本合同终止，我们按照约定给付。")
            paper.feed()
        paper.words(NUMBER_X, str(page), y=757, size=5.5)
        paper.words(NUMBER_X + 4, "周岁：指按有效身份证件中记载的出生日期计算的年龄。", y=760, size=8.5)
        if page < pages:
            paper.new_page()
    return paper


def test_notes_at_the_foot_of_a_page_are_sections_and_cut_no_clause():
    conversion = noted_paper().convert()
    found = sections(conversion)
    assert list(found) == ["1.1", "1.2", "脚注/1", "1.3", "1.4", "脚注/2"]
    assert found["脚注/1"].section_title == "周岁"
    assert found["脚注/1"].text.endswith("周岁：指按有效身份证件中记载的出生日期计算的年龄。")
    assert found["1.2"].text.endswith("我们按照约定给付。")
    assert [block.kind for block in conversion.blocks].count(BlockKind.NOTE) == 2
    assert conversion.coverage.unaccounted == 0


def test_notes_that_are_numbered_anew_on_each_page_have_ids_of_their_own():
    paper = noted_paper(1)
    paper.new_page()
    paper.words(NUMBER_X, "1.3 责任免除", bold=True)
    paper.feed()
    paper.paragraph(LONG, x=NUMBER_X)
    paper.words(NUMBER_X, "1", y=757, size=5.5)
    paper.words(NUMBER_X + 4, "毒品：指国家规定管制的药品。", y=760, size=8.5)
    conversion = paper.convert()
    assert [each for each in sections(conversion) if each.startswith("脚注")] == ["脚注/1", "脚注/1#2"]
    assert FindingKind.SECTION_TWICE not in kinds(conversion)


def test_a_line_that_counts_the_pages_is_furniture_in_whatever_form():
    paper = Paper()
    paper.words(NUMBER_X, "青松守护定期寿险", y=70, bold=True)
    for number in range(1, 5):
        paper.words(NUMBER_X, f"青松守护定期寿险 {number}", y=40, size=9)
        paper.y = 90
        paper.words(MIDDLE, f"{number}", y=815, size=9)
        paper.words(NUMBER_X, f"1.{number} 保险责任", bold=True)
        paper.feed()
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
        if number < 4:
            paper.new_page()
    conversion = paper.convert()
    left = reasons(conversion)
    assert left[ExclusionReason.PAGE_NUMBER] == "1234"
    assert left[ExclusionReason.PAGE_HEADER] == "".join(f"青松守护定期寿险{number}" for number in range(1, 5))
    assert [each.text for each in conversion.clauses[-4:]] == [LONG] * 4


def test_contents_go_on_over_a_page_without_leaders_or_page_numbers():
    paper = Paper()
    centred(paper, "目录")
    for number in range(1, 5):
        paper.words(NUMBER_X, f"1.{number} 保险责任")
        paper.feed()
    paper.new_page()
    for number in range(5, 9):
        paper.words(NUMBER_X, f"1.{number} 保险责任")
        paper.feed()
    paper.new_page()
    paper.chapter("我们的保障")
    for number in range(1, 9):
        paper.clause(f"1.{number}", "保险责任", LONG)
    conversion = paper.convert()
    assert list(sections(conversion)) == ["1", *(f"1.{number}" for number in range(1, 9))]
    assert not {FindingKind.CONTENTS_MISSING, FindingKind.CONTENTS_DIFFERS, FindingKind.SECTION_TWICE} & kinds(
        conversion
    )


def test_bold_lines_of_a_notice_are_its_headings():
    paper = Paper()
    for heading in ("投保须知：", "投保声明："):
        paper.words(NUMBER_X, heading, bold=True)
        paper.feed()
        for number in (1, 2):
            paper.paragraph(f"{number}.{LONG}", x=NUMBER_X)
    found = sections(paper.convert())
    assert list(found) == ["投保须知", "投保声明"]
    assert [item.mark for item in found["投保须知"].items] == ["1.", "2."]


def test_numerals_above_dotted_numbers_are_the_chapters():
    paper = Paper()
    for chapter, title in (("一", "产品描述"), ("二", "保单利益")):
        paper.words(NUMBER_X, f"{chapter}、{title}", bold=True)
        paper.feed()
        for number in (1, 2):
            paper.words(NUMBER_X, f"1.{number} 保险责任", bold=True)
            paper.feed()
            paper.paragraph(LONG, x=NUMBER_X)
    conversion = paper.convert()
    assert list(sections(conversion)) == ["一", "一/1.1", "一/1.2", "二", "二/1.1", "二/1.2"]


def test_a_radical_that_a_font_puts_for_an_ideograph_still_counts():
    paper = Paper()
    for number, title in (("⼀", "合同构成"), ("⼆", "保险责任"), ("三", "⻛险提示")):
        paper.words(NUMBER_X, f"第{number}条 {title}", bold=True)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
    found = sections(paper.convert())
    assert [each.section_title for each in found.values()] == ["合同构成", "保险责任", "风险提示"]


def test_lines_of_a_form_stay_lines():
    paper = Paper()
    paper.paragraph(LONG * 3, x=NUMBER_X)
    lines = ["公司网站：http://www.example.com，全国统一客服专线：95596，欢迎来电0551-65633910", "投诉热线：12378"]
    for words in lines:
        paper.words(NUMBER_X, words)
        paper.feed()
    assert paper.convert().markdown.strip().split("\n\n")[1:] == lines


def with_labels() -> Paper:
    paper = Paper()
    centred(paper, "青松医疗保险条款", size=16)
    paper.chapter("我们提供的保障")
    for number in range(1, 5):
        paper.clause(f"1.{number}", "保险责任", LONG)
        paper.label("身故保险金", LONG)
    return paper


def with_articles() -> Paper:
    paper = Paper()
    centred(paper, "总则")
    begin(paper, "第一条　合同构成", LONG)
    begin(paper, "第二条", LONG)
    paper.words(NUMBER_X, "第三条 释义", bold=True)
    paper.feed()
    for term, meaning in TERMS:
        begin(paper, f"{term}：", meaning, gap=0)
    return paper


@pytest.mark.parametrize("make", [noted_paper, with_labels, with_articles])
def test_every_block_has_a_rule_that_the_catalogue_can_say(make):
    conversion = convert_bytes(make().bytes(), load_pack("insurance"))
    assert conversion.blocks
    for block in conversion.blocks:
        assert "{" not in explain(block.rule)


def test_plain_numbers_under_numerals_are_sections_of_theirs():
    paper = Paper()
    for chapter, title, parts in (
        ("一", "保单利益", ("保险责任", "责任免除")),
        ("二", "犹豫期及退保", ("犹豫期", "退保")),
    ):
        paper.words(NUMBER_X, f"{chapter}、{title}", bold=True)
        paper.feed()
        for number, part in enumerate(parts, 1):
            paper.words(NUMBER_X, f"{number}. {part}", bold=True)
            paper.feed()
            paper.paragraph(LONG, x=NUMBER_X)
            paper.paragraph("1. 故意犯罪；", x=NUMBER_X)
    assert list(sections(paper.convert())) == ["一", "一/1", "一/2", "二", "二/1", "二/2"]


def prospectus(*, anew: bool) -> Paper:
    """一、 with （一） and （二）, in which bold numbers count anew or go on."""
    paper, count = Paper(), 0
    for chapter, title in (("一", "产品基本特征"), ("二", "利益演示")):
        paper.words(NUMBER_X, f"{chapter}、{title}", bold=True)
        paper.feed()
        count = 0
        for mark, part in (("（一）", "投保规则"), ("（二）", "保险利益")):
            paper.words(NUMBER_X, f"{mark}{part}", bold=True)
            paper.feed()
            count = 0 if anew else count
            for name in ("年龄", "期间"):
                count += 1
                paper.words(NUMBER_X, f"{count}. {part}{name}", bold=True)
                paper.feed()
                paper.paragraph(LONG, x=NUMBER_X)
    return paper


def test_numbers_that_count_anew_in_each_bracketed_numeral_stand_under_it():
    found = list(sections(prospectus(anew=True).convert()))
    of_one = ["一", "一/（一）", "一/（一）/1", "一/（一）/2", "一/（二）", "一/（二）/1", "一/（二）/2"]
    assert found == of_one + [each.replace("一", "二", 1) for each in of_one]


def test_bracketed_numerals_that_count_anew_in_each_number_stand_under_it():
    paper = Paper()
    paper.words(NUMBER_X, "一、产品基本特征", bold=True)
    paper.feed()
    for number, title in (("1", "投保规则"), ("2", "保险利益")):
        paper.words(NUMBER_X, f"{number}. {title}", bold=True)
        paper.feed()
        for mark, part in (("（一）", "年龄"), ("（二）", "期间")):
            paper.words(NUMBER_X, f"{mark}{part}", bold=True)
            paper.feed()
            paper.paragraph(LONG, x=NUMBER_X)
    paper.words(NUMBER_X, "二、利益演示", bold=True)
    paper.feed()
    paper.paragraph(LONG, x=NUMBER_X)
    found = list(sections(paper.convert()))
    assert found == ["一", "一/1", "一/1/（一）", "一/1/（二）", "一/2", "一/2/（一）", "一/2/（二）", "二"]


def test_numbers_that_go_on_past_bracketed_numerals_stand_under_the_chapter():
    found = list(sections(prospectus(anew=False).convert()))
    assert found[:7] == ["一", "一/（一）", "一/1", "一/2", "一/（二）", "一/3", "一/4"]


def headed(*headings: str) -> list[tuple[str, str | None]]:
    """The sections of bold headings with a paragraph below each: their ids and what they stand in."""
    paper = Paper()
    for heading in headings:
        if paper.y > 700:
            paper.new_page()
        paper.words(NUMBER_X, heading, bold=True)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
    return [(each.section_id, each.parent_section) for each in paper.convert().clauses]


def test_numerals_that_count_anew_in_each_division_stand_under_it_and_not_under_its_chapter():
    parts = ("第一节 保单", "一、合同构成", "（一）投保年龄", "第二节 利益", "（一）身故给付", "（二）全残给付")
    found = headed("第一章 总则", *parts)
    assert found == [
        ("第一章", None),
        ("第一节", "第一章"),
        ("第一节/一", "第一节"),
        ("第一节/一/（一）", "第一节/一"),
        ("第二节", "第一章"),
        ("第二节/（一）", "第二节"),
        ("第二节/（二）", "第二节"),
    ]


def test_plain_numbers_that_come_again_in_a_chapter_without_inner_numerals_stand_under_it():
    inner = ("（一）给付", "1. 身故", "2. 全残", "（二）红利", "1. 现金", "2. 抵交")
    ids = [each for each, _ in headed("第一章 总则", "1. 年龄", "第二章 利益", *inner, "第三章 其他", "1. 争议")]
    assert ids[:3] == ["第一章", "第一章/1", "第二章"]
    assert ids[3:-2] == [f"第二章/{mark}{number}" for mark in ("（一）", "（二）") for number in ("", "/1", "/2")]
    assert ids[-2:] == ["第三章", "第三章/1"]


def test_sections_of_plain_numbers_that_count_anew_in_each_chapter_stand_under_their_number():
    parts = ("1. 保单", "1.1 合同构成", "1.2 投保年龄")
    found = headed("第一章 总则", *parts, "第二章 利益", *parts)
    assert found == [
        each
        for unit in ("第一章", "第二章")
        for each in (
            (unit, None),
            (f"{unit}/1", unit),
            (f"{unit}/1.1", f"{unit}/1"),
            (f"{unit}/1.2", f"{unit}/1"),
        )
    ]


def test_plain_numbers_below_the_first_bracketed_numeral_alone_stand_under_it():
    found = headed("一、规则", "（一）年龄", "1. 投保年龄", "2. 续保年龄", "（二）期间", "二、利益")
    assert found[:5] == [
        ("一", None),
        ("一/（一）", "一"),
        ("一/1", "一/（一）"),
        ("一/2", "一/（一）"),
        ("一/（二）", "一"),
    ]


def test_numbers_that_count_anew_in_each_numeral_of_an_annex_stand_under_it():
    annex = ("一、规则", "1. 年龄", "2. 期间", "二、利益", "1. 身故", "2. 全残")
    ids = [each for each, _ in headed("第一条 合同构成", "第二条 保险责任", "附件一 产品说明", *annex)]
    inner = ["一", "一/1", "一/2", "二", "二/1", "二/2"]
    assert ids == ["第一条", "第二条", "附件一", *(f"附件一/{each}" for each in inner)]


def test_articles_that_count_anew_in_each_chapter_of_an_annex_stand_under_it():
    annex = ("第一章 总则", "第一条 身份", "第二条 期间", "第二章 利益", "第一条 身故", "第二条 全残")
    ids = [each for each, _ in headed("第一条 合同构成", "第二条 保险责任", "附件一 附加合同", *annex)]
    inner = ["第一章", "第一章/第一条", "第一章/第二条", "第二章", "第二章/第一条", "第二章/第二条"]
    assert ids == ["第一条", "第二条", "附件一", *(f"附件一/{each}" for each in inner)]


def test_words_in_brackets_stand_under_the_numeral_that_comes_before_them_and_hold_numbers():
    chapters = (
        "一、规则",
        "【投保年龄】",
        "1. 成人",
        "2. 儿童",
        "【保险期间】",
        "1. 定期",
        "2. 终身",
        "二、利益",
        "【给付】",
    )
    assert headed(*chapters) == [
        ("一", None),
        ("一/投保年龄", "一"),
        ("一/投保年龄/1", "一/投保年龄"),
        ("一/投保年龄/2", "一/投保年龄"),
        ("一/保险期间", "一"),
        ("一/保险期间/1", "一/保险期间"),
        ("一/保险期间/2", "一/保险期间"),
        ("二", None),
        ("二/给付", "二"),
    ]


def test_words_in_brackets_that_hold_numerals_hold_the_numbers_below_them():
    chapters = (
        "【规则】",
        "（一）年龄",
        "1. 成人",
        "2. 儿童",
        "（二）期间",
        "1. 定期",
        "2. 终身",
        "【利益】",
        "（一）给付",
    )
    assert [each for each, _ in headed(*chapters)] == [
        "规则",
        "规则/（一）",
        "规则/（一）/1",
        "规则/（一）/2",
        "规则/（二）",
        "规则/（二）/1",
        "规则/（二）/2",
        "利益",
        "利益/（一）",
    ]


def test_numerals_in_brackets_that_open_a_paragraph_are_items_and_no_headings():
    paper = Paper()
    for chapter in ("一、保险责任", "二、责任免除"):
        paper.words(NUMBER_X, chapter, bold=True)
        paper.feed()
        for mark in ("（一）", "（二）"):
            paper.paragraph(f"{mark}{LONG}", x=NUMBER_X)
    found = sections(paper.convert())
    assert list(found) == ["一", "二"]
    assert [item.mark for item in found["一"].items] == ["（一）", "（二）"]


@pytest.mark.parametrize("at", [300, 770])
def test_a_number_in_the_middle_of_the_page_has_its_title_below_it(at):
    paper = Paper()
    for number, title in (("一", "合同构成"), ("二", "保险责任"), ("三", "责任免除")):
        centred(paper, f"第{number}条", bold=False)
        paper.feed(-1)
        if paper.y > at:
            paper.new_page()
        centred(paper, title, bold=False)
        paper.paragraph(LONG * 2, x=NUMBER_X)
        paper.y += at / 3
    found = sections(paper.convert())
    assert [(each.section_id, each.section_title) for each in found.values()] == [
        ("第一条", "合同构成"),
        ("第二条", "保险责任"),
        ("第三条", "责任免除"),
    ]


def test_contents_in_three_columns_name_their_chapters_with_plain_numbers():
    paper = Paper()
    centred(paper, "条款目录", size=14)
    for row in (("1 合同", "1.2 犹豫期", "2.1 受益人"), ("1.1 合同构成", "2 申请", "2.2 诉讼时效")):
        for x, entry in zip((NUMBER_X, 220, 390), row, strict=True):
            number, title = entry.split()
            paper.words(x, number, size=9)
            paper.words(x + 20, title, size=9)
        paper.feed()
    paper.new_page()
    for number, title, parts in (("1", "合同", ("合同构成", "犹豫期")), ("2", "申请", ("受益人", "诉讼时效"))):
        paper.words(NUMBER_X, number, size=12, bold=True)
        paper.words(TITLE_X, title, size=12, bold=True)
        paper.feed(2)
        for place, part in enumerate(parts, 1):
            paper.clause(f"{number}.{place}", part, LONG * 2)
    conversion = paper.convert()
    assert list(sections(conversion)) == ["1", "1.1", "1.2", "2", "2.1", "2.2"]
    assert not kinds(conversion) & {FindingKind.CONTENTS_MISSING, FindingKind.CONTENTS_DIFFERS}


def test_a_code_with_a_page_count_is_a_page_number():
    paper = Paper()
    paper.paragraph(LONG, x=NUMBER_X)
    paper.words(MIDDLE, "【BPLTPL】-1/14", y=800)
    assert reasons(paper.convert()) == {ExclusionReason.PAGE_NUMBER: "【BPLTPL】-1/14"}


def test_the_mark_of_a_note_is_no_part_of_a_title():
    paper = Paper()
    for number in range(1, 4):
        paper.words(NUMBER_X, f"1.{number} 毒品", bold=True)
        paper.words(NUMBER_X + 39.5, "3", y=paper.y - 4, size=6)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
    conversion = paper.convert()
    assert [each.section_title for each in conversion.clauses] == ["毒品"] * 3
    assert "### 1.1毒品3" in conversion.markdown


def test_an_article_that_is_missing_is_told():
    paper = Paper()
    for number in "一二四":
        paper.words(NUMBER_X, f"第{number}条 保险责任", bold=True)
        paper.feed()
        paper.paragraph(LONG, x=NUMBER_X)
    assert FindingKind.SECTION_JUMP in kinds(paper.convert())


def test_a_list_that_counts_down_its_columns_over_a_page_break_is_read_in_the_order_of_its_marks():
    paper = Paper()
    paper.paragraph(LONG * 2, x=NUMBER_X)
    paper.y = 740
    for left, right in ((1, 5), (2, 6)):
        paper.words(NUMBER_X, f"（{left}）恶性肿瘤；")
        paper.words(320, f"（{right}）脑中风后遗症；")
        paper.feed()
    paper.new_page()
    paper.y = 120
    for left, right in ((3, 7), (4, 8)):
        paper.words(NUMBER_X, f"（{left}）恶性肿瘤；")
        paper.words(320, f"（{right}）脑中风后遗症；")
        paper.feed()
    paper.words(NUMBER_X, SHORT)
    items = paper.convert().clauses[0].items
    assert [item.mark for item in items] == [f"（{number}）" for number in range(1, 9)]


@pytest.mark.parametrize("has_labels", [True, False])
def test_a_chapter_in_the_type_of_the_text_is_known_by_its_first_section(has_labels):
    paper = Paper()
    for chapter, title in ((1, "合同订立"), (2, "保险责任")):
        paper.words(NUMBER_X, f"{chapter}. {title}")
        paper.feed()
        for number in (1, 2):
            if has_labels:
                paper.clause(f"{chapter}.{number}", "保障计划", LONG * 2)
            else:
                paper.words(NUMBER_X, f"{chapter}.{number} 保障计划")
                paper.feed()
                paper.paragraph(LONG * 2, x=NUMBER_X)
    found = sections(paper.convert())
    assert list(found) == ["1", "1.1", "1.2", "2", "2.1", "2.2"]
    assert [found[number].section_title for number in ("1", "2")] == ["合同订立", "保险责任"]
