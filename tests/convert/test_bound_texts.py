"""Several clause texts in one file, as property insurers and booklets with riders have them."""

import pytest
from paper import NUMBER_X, TITLE_X, Paper, kinds, sections

from insurance_desktop.domain.kinds import FindingKind

COMPANY = "示例财产保险股份有限公司青海省分公司"
BODY = "本保险合同由保险条款、投保单、保险单、保险凭证以及批单组成。凡涉及本保险合同的约定，均应采用书面形式。"
SIZE = 16


def centred(paper, text, *, size=SIZE, bold=True, aside=0.0):
    paper.words((595 - size * len(text)) / 2 + aside, text, size=size, bold=bold)
    paper.y += 30


def article(paper, number, text):
    """An article as these insurers print it: 28 signs a line, the first one indented."""
    paper.words(103, number, size=SIZE, bold=True)
    start = 103 + SIZE * (len(number) + 1)
    first = int((525 - start) // SIZE)
    paper.words(start, text[:first], size=SIZE)
    paper.y += 30
    for place in range(first, len(text), 28):
        paper.words(71, text[place : place + 28], size=SIZE)
        paper.y += 30


def print_text(paper, title, numbers=("第一条", "第二条"), aside=0.0):
    for row in title:
        paper.words((595 - 22 * len(row)) / 2, row, size=22)
        paper.y += 30
    paper.y += 30
    centred(paper, "总则", aside=aside)
    article(paper, numbers[0], BODY)
    centred(paper, "保险责任", aside=aside)
    article(
        paper,
        numbers[1],
        f"{title[-1][:2]}在保险期间内死亡的，保险人按照本保险合同的约定负责赔偿，最高不超过保险金额。",
    )


def test_a_further_text_has_its_own_title_and_its_numbers_stand_under_it():
    paper = Paper()
    print_text(paper, [COMPANY, "肉牛养殖保险条款"])
    print_text(paper, [COMPANY, "地方财政补贴型生猪养殖保险条款（湟中县扶贫", "专用）"])
    conversion = paper.convert()
    assert kinds(conversion) <= {FindingKind.PROPOSED_EXCLUSION, FindingKind.SEVERAL_PRODUCTS}
    book = f"{COMPANY}地方财政补贴型生猪养殖保险条款（湟中县扶贫专用）"
    assert [clause.section_id for clause in conversion.clauses] == [
        *("总则", "第一条", "保险责任", "第二条"),
        *(f"{book}/{each}" for each in ("总则", "第一条", "保险责任", "第二条")),
    ]
    found = sections(conversion)
    assert found["第二条"].text.endswith("最高不超过保险金额。")
    assert found[f"{book}/第二条"].parent_section == f"{book}/保险责任"
    assert found[f"{book}/第二条"].breadcrumb[0].startswith(COMPANY)
    assert conversion.markdown.count("\n# ") == 1
    assert conversion.markdown.startswith(f"# {COMPANY} 肉牛养殖保险条款\n")


def test_a_large_title_begins_a_further_text_although_its_numbers_count_on():
    paper = Paper()
    print_text(paper, [COMPANY, "肉牛养殖保险条款"])
    print_text(paper, [COMPANY, "奶牛养殖保险条款"], numbers=("第三条", "第四条"))
    book = f"{COMPANY}奶牛养殖保险条款"
    ids = [clause.section_id for clause in paper.convert().clauses]
    assert ids[4:] == [f"{book}/{each}" for each in ("总则", "第三条", "保险责任", "第四条")]


def test_what_stands_below_a_further_title_is_a_preface_of_that_text():
    paper = Paper()
    print_text(paper, [COMPANY, "肉牛养殖保险条款"])
    paper.y += 60
    paper.words((595 - 22 * 8) / 2, "奶牛养殖保险条款", size=22)
    paper.y += 60
    paper.words(103, "（本条款适用于省内各县，须与保险单一并使用。）", size=SIZE)
    paper.y += 30
    article(paper, "第一条", BODY)
    article(paper, "第二条", BODY)
    found = sections(paper.convert())
    assert found["奶牛养殖保险条款/前言"].text == "（本条款适用于省内各县，须与保险单一并使用。）"
    assert found["第二条"].text.endswith("最高不超过保险金额。")
    assert found["奶牛养殖保险条款/第一条"].text == BODY


def test_a_row_in_brackets_below_the_title_belongs_to_it_and_is_no_chapter():
    paper = Paper()
    print_text(paper, [COMPANY, "生猪价格保险条款", "（西宁地区适用）"])
    conversion = paper.convert()
    assert conversion.markdown.startswith(f"# {COMPANY} 生猪价格保险条款 （西宁地区适用）\n")
    assert next(iter(sections(conversion))) == "总则"


@pytest.mark.parametrize("aside", [SIZE * 0.66, -SIZE * 0.66])
def test_a_bold_chapter_centred_with_a_paragraphs_indent_is_still_one(aside):
    paper = Paper()
    print_text(paper, [COMPANY, "肉牛养殖保险条款"], aside=aside)
    assert list(sections(paper.convert())) == ["总则", "第一条", "保险责任", "第二条"]


def test_a_centred_caption_of_a_table_is_no_chapter_and_the_article_goes_on_below():
    paper = Paper()
    print_text(paper, [COMPANY, "肉牛养殖保险条款"])
    centred(paper, "赔付百分比表")
    top = paper.y
    paper.grid((100, 200, 300), (top, top + 25, top + 50), [["饲养日龄", "赔付比例"], ["10-20", "20%"]])
    paper.y = top + 90
    paper.words(71, "赔偿以上表为准。", size=SIZE)
    found = sections(paper.convert())
    assert list(found)[-1] == "第二条"
    assert found["第二条"].text.endswith("赔付百分比表\n饲养日龄\t赔付比例\n10-20\t20%\n赔偿以上表为准。")


TITLES = (("1.1", "合同构成"), ("1.2", "合同成立"), ("2.1", "保险期间"), ("2.2", "保险责任"))
CHAPTERS = {"1": "您与我们订立的合同", "2": "我们提供的保障"}
SENTENCE = "本合同由保险条款、保险单、投保单及其他书面约定构成。"


def print_booklet_part(paper, name):
    """A text of a life insurer as a booklet has it: reading guide, contents, and clauses with a label column."""
    paper.y = 150
    centred(paper, "阅读指引")
    paper.words(NUMBER_X, f"本阅读指引有助于您理解《{name}》条款。")
    paper.feed(2)
    centred(paper, "条款目录", size=14)
    for number, title in (("1.", CHAPTERS["1"]), *TITLES[:2], ("2.", CHAPTERS["2"]), *TITLES[2:]):
        paper.words(NUMBER_X + 20, number)
        paper.words(NUMBER_X + 50, title)
        paper.feed()
    paper.new_page()
    paper.y = 150
    centred(paper, f"{name}条款")
    for number, title in TITLES:
        if number.endswith(".1"):
            paper.words(NUMBER_X, f"{number[0]}.", size=12, bold=True)
            paper.words(TITLE_X, CHAPTERS[number[0]], size=12, bold=True)
            paper.feed(2)
        paper.clause(number, title, SENTENCE * 3)


@pytest.mark.requirement("FR-004")
def test_a_rider_bound_behind_its_contract_has_its_own_guide_contents_and_numbers():
    paper = Paper()
    print_booklet_part(paper, "示例终身寿险")
    paper.new_page()
    print_booklet_part(paper, "示例附加重大疾病保险")
    conversion = paper.convert()
    ids = ["阅读指引", "1", "1.1", "1.2", "2", "2.1", "2.2"]
    rider = "示例附加重大疾病保险条款"
    assert [clause.section_id for clause in conversion.clauses] == [*ids, *(f"{rider}/{each}" for each in ids)]
    found = sections(conversion)
    assert found["2.2"].text == found[f"{rider}/2.2"].text == SENTENCE * 3
    assert found[f"{rider}/阅读指引"].text == "本阅读指引有助于您理解《示例附加重大疾病保险》条款。"
    assert kinds(conversion) == {FindingKind.SEVERAL_PRODUCTS}


def test_riders_inside_a_text_keep_their_articles_apart_until_its_own_count_goes_on():
    paper = Paper()
    for row in (COMPANY, "机动车商业保险条款"):
        paper.words((595 - 22 * len(row)) / 2, row, size=22)
        paper.y += 30
    for chapter, numbers in (
        ("总则", ("第一条", "第二条")),
        ("附加绝对免赔率特约条款", ("第一条", "第二条")),
        ("附加车轮单独损失险", ("第一条",)),
        ("释义", ("第三条",)),
    ):
        centred(paper, chapter)
        for number in numbers:
            article(paper, number, BODY)
    conversion = paper.convert()
    assert [clause.section_id for clause in conversion.clauses] == [
        *("总则", "第一条", "第二条"),
        *("附加绝对免赔率特约条款", "附加绝对免赔率特约条款/第一条", "附加绝对免赔率特约条款/第二条"),
        *("附加车轮单独损失险", "附加车轮单独损失险/第一条"),
        *("释义", "第三条"),
    ]
    assert FindingKind.SECTION_TWICE not in kinds(conversion)
