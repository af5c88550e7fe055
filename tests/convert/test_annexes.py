"""Annexes with a cover, contents and chapters of their own, as the standards that accident policies append."""

from paper import Paper, kinds, reasons, sections

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
    assert reasons(conversion)["contents"].startswith("目录前言")
    assert not kinds(conversion) - {"proposed_exclusion"}


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
