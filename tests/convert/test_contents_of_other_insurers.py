"""Tables of contents as other insurers print them: each was left in the text once, as sections or as paragraphs."""

import pytest
from paper import Paper, kinds, reasons, sections

from insurance_desktop.domain.kinds import ExclusionReason, FindingKind

TEXT = "被保险人在保险期间内因意外伤害事故导致身故的，我们按照保险金额给付保险金，但是累计给付金额以保险金额为限。"
LEFT = 58


def led(paper, words, page, *, x=LEFT):
    paper.words(x, words)
    dots = x + 10.5 * len(words)
    paper.words(dots, "." * int((520 - dots) // 3))
    paper.words(530, str(page))
    paper.feed()


def chapters(paper, numbered):
    paper.new_page()
    for chapter, clauses in numbered:
        paper.words(250, chapter, size=14, bold=True)
        paper.feed(2)
        for clause in clauses:
            paper.words(LEFT, clause, bold=True)
            paper.feed()
            paper.paragraph(TEXT, x=LEFT)
            paper.feed()


@pytest.mark.requirement("FR-004")
def test_contents_whose_chapters_count_in_chinese_numerals_leave_the_text_as_a_whole():
    numbered = [
        ("一、基本条款", ["1. 本合同的构成", "2. 投保范围"]),
        ("二、保障条款", ["3. 保险责任", "4. 责任免除"]),
    ]
    paper = Paper()
    paper.words(270, "目录", size=12, bold=True)
    paper.feed()
    for chapter, clauses in numbered:
        led(paper, chapter, 2)
        for clause in clauses:
            led(paper, clause, 2, x=LEFT + 21)
    led(paper, "释义", 2)
    chapters(paper, numbered)
    conversion = paper.convert()
    assert "......" in reasons(conversion)[ExclusionReason.CONTENTS]
    assert conversion.markdown.count("保障条款") == 1
    assert conversion.markdown.count("责任免除") == 1
    assert not {FindingKind.SECTION_TWICE, FindingKind.CONTENTS_MISSING, FindingKind.CONTENTS_DIFFERS} & kinds(
        conversion
    )
    assert [each.section_title for each in sections(conversion).values() if each.level == 3] == [
        "本合同的构成",
        "投保范围",
        "保险责任",
        "责任免除",
    ]


@pytest.mark.requirement("FR-004")
def test_contents_that_name_themselves_first_leave_the_text():
    paper = Paper()
    paper.words(270, "目录", size=16, bold=True)
    paper.feed(2)
    led(paper, "目录", 1)
    titles = ["第一条 合同构成", "第二条 投保范围", "第三条 保险责任"]
    for title in titles:
        led(paper, title, 2)
    paper.new_page()
    for title in titles:
        paper.words(LEFT, title, bold=True)
        paper.feed()
        paper.paragraph(TEXT, x=LEFT)
    conversion = paper.convert()
    assert FindingKind.SECTION_TWICE not in kinds(conversion)
    assert [each.text for each in conversion.clauses] == [TEXT] * 3


def test_a_title_of_two_lines_in_the_contents_is_one_entry():
    paper = Paper()
    paper.words(270, "目录", size=12, bold=True)
    paper.feed()
    paper.words(LEFT, "第一条 关于本保险合同的构成以及您与我们")
    paper.feed()
    led(paper, "约定的其他事项", 2, x=LEFT + 42)
    led(paper, "第二条 投保范围", 2)
    led(paper, "第三条 保险责任", 2)
    paper.new_page()
    for title in ("第一条 关于本保险合同的构成以及您与我们约定的其他事项", "第二条 投保范围", "第三条 保险责任"):
        paper.words(LEFT, title, bold=True)
        paper.feed()
        paper.paragraph(TEXT, x=LEFT)
    conversion = paper.convert()
    assert not {FindingKind.CONTENTS_MISSING, FindingKind.CONTENTS_DIFFERS, FindingKind.SECTION_TWICE} & kinds(
        conversion
    )
    assert len(conversion.clauses) == 3


def test_the_first_section_right_below_the_contents_is_no_entry_of_theirs():
    paper = Paper()
    paper.words(270, "目录", size=16, bold=True)
    paper.feed(2)
    titles = ["第一条 合同构成", "第二条 投保范围", "第三条 保险责任"]
    for title in titles:
        led(paper, title, 1)
    for title in titles:
        paper.words(LEFT, title, bold=True)
        paper.feed()
        paper.paragraph(TEXT, x=LEFT)
    conversion = paper.convert()
    assert list(sections(conversion)) == ["第一条", "第二条", "第三条"]
    assert FindingKind.CONTENTS_MISSING not in kinds(conversion)
