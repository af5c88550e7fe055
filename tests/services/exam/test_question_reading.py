"""Choice questions as people print them."""

import pytest

from insurance_desktop.domain.choice_questions import ChoiceKind
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.exam.question_reading import read_paper, read_table

RULES = load_pack("fund_exam").choices
STEM = "下列关于犹豫期的说法，正确的是（ ）。"
TEXTS = ("自签收起算", "为期三年", "不得退保", "以上都不对")


@pytest.mark.parametrize("mark", ["{}.", "{}．", "{}、", "{}:", "（{}）", "({}) ", "{}) ", "[{}]", "【{}】"])
@pytest.mark.parametrize("joint", ["\n", "", "  "])
@pytest.mark.parametrize("number", ["", "1. ", "12、", "（3）", "第4题 "])
def test_stem_and_options_are_read_whole_in_every_common_form(mark: str, joint: str, number: str):
    options = joint.join(mark.format(label) + text for label, text in zip("ABCD", TEXTS, strict=True))
    (read,) = read_paper(f"{number}{STEM}{joint}{options}", RULES)
    assert (read.stem, tuple(each.text for each in read.options)) == (STEM, TEXTS)
    assert [each.covers_none for each in read.options] == [False, False, False, True]


def test_a_paper_is_parted_at_its_numbers_with_the_kinds_of_its_parts():
    paper = """一、单项选择题
1. 甲公司向（ ）申报。
A、A市 B、监管机构 C、股东
答案：B
解析：略。
2. 1.5年以内应当如何？
A、报告 B、等待
二、多项选择题
3. 哪些须报告？
A. 地址 B. 年龄 C. 以上都是
答案：ABC
三、判断题
4. 犹豫期内可以退保。（ ）
答案：对
5. 合同无须签字。（ ）
"""
    read = read_paper(paper, RULES)
    kinds = [ChoiceKind.SINGLE] * 2 + [ChoiceKind.MULTIPLE] + [ChoiceKind.TRUE_FALSE] * 2
    assert [each.kind for each in read] == kinds
    assert [each.answer for each in read] == ["B", "", "ABC", "对", ""]
    assert read[0].options[0].text == "A市"
    assert read[2].options[2].covers_all


@pytest.mark.parametrize(
    "heading",
    [
        "{}题",
        "{}题：",
        "【{}题】",
        "（一）{}题",
        "第一部分 {}题",
        "II. {}题",
        "1、{}题",
        "{}题（每题1分，共10分）",
        "一、{}题，每题1分",
    ],
)
def test_a_heading_however_it_is_printed_is_no_question_and_tells_the_kind_of_those_below(heading):
    first, second = heading.format("多项选择"), heading.format("判断")
    read = read_paper(f"{first}\n1. 甲（ ）。\nA. 乙\nB. 丙\n\n{second}\n2. 丁是戊。\n3. 己是庚。\n", RULES)
    assert [each.stem for each in read] == ["甲（ ）。", "丁是戊。", "己是庚。"]
    assert [each.kind for each in read] == [ChoiceKind.MULTIPLE, ChoiceKind.TRUE_FALSE, ChoiceKind.TRUE_FALSE]


@pytest.mark.parametrize(
    ("stem", "is_negative"),
    [
        ("以下不属于保险责任的是（ ）。", True),
        ("下列说法错误的是（ ）", True),
        ("下列哪一项不是投保人的义务？", True),
        ("（ ）不包括在保险金额之内。", True),
        ("请找出错误的说法，关于犹豫期的描述。", True),
        ("请选择一个不被视为受益人的人（ ）。", True),
        ("理赔材料并未涵盖以下哪项？", True),
        ("合同中哪些行为是不允许的？", False),
        ("以下哪一项是不动产？", False),
        ("与受益人的权利不符的是（ ）。", True),
        ("除（ ）外，都是理赔的材料。", True),
        ("除息日之前的净值是多少？", False),
        ("哪项是指在人民币未能自由兑换时的安排？", False),
        ("投保人不履行如实告知义务的，保险人有权（ ）。", False),
        ("未满十八岁的人投保须经（ ）同意。", False),
    ],
)
def test_a_stem_that_asks_for_what_is_not_so_is_told_apart(stem: str, is_negative: bool):
    (read,) = read_paper(f"{stem} A.甲项 B.乙项", RULES)
    assert read.is_negative == is_negative


def test_a_table_is_read_by_its_headings_with_options_in_columns_or_in_the_stem():
    (apart,) = read_table([["题目", "A", "B", "答案"], ["犹豫期多长？", "十五日", "一年", "A"]], RULES)
    (within,) = read_table([["question", "answer"], ["犹豫期多长？A.十五日 B.一年", "A"]], RULES)
    assert apart == within
    assert read_table([["甲", "乙"], ["一", "二"]], RULES) == ()


@pytest.mark.parametrize("joint", ["\n", ""])
def test_a_stem_that_asks_for_the_right_answer_tells_no_key(joint: str):
    (read,) = read_paper(f"请选出正确答案：{joint}A.十五日{joint}B.一年\n答案：", RULES)
    assert (read.answer, [each.text for each in read.options]) == ("", ["十五日", "一年"])


def test_figures_and_numerals_before_an_option_on_one_line_are_kept():
    (read,) = read_paper("几项？A.Ⅰ、IIB.0.02C.I、III", RULES)
    assert [each.text for each in read.options] == ["Ⅰ、II", "0.02", "I、III"]


def test_prose_and_a_bare_list_of_firms_are_no_questions():
    assert read_paper("A公司和B公司签订了合同。\n\n第二天合同生效。", RULES) == ()


@pytest.mark.parametrize("marks", ["Ⅰ. Ⅱ. Ⅲ.", "I II III", "①、 ②、 ③、"])
def test_statements_of_a_stem_are_found_and_named_by_its_options(marks: str):
    first, second, third = marks.split()
    stem = f"关于犹豫期，正确的有（ ）。\n{first} 自签收起算\n{second} 退保有误的不退费\n{third} 可以退保"
    one, two, three = (mark.strip(".、") for mark in (first, second, third))
    (read,) = read_paper(f"{stem}\nA. {one}、{three}\nB. {two}和{three}\nC. {one}、{two}、{three}", RULES)
    assert (read.lead, read.statements) == (
        "关于犹豫期，正确的有（ ）。",
        ("自签收起算", "退保有误的不退费", "可以退保"),
    )
    assert [each.names for each in read.options] == [(0, 2), (1, 2), (0, 1, 2)]
    assert not read.is_negative


def test_numbers_of_a_stem_that_no_option_names_are_no_statements():
    (read,) = read_paper("保单Ⅰ与保单Ⅱ何者先到期？A. 保单甲 B. 保单乙", RULES)
    assert (read.lead, read.statements) == (read.stem, ())


def test_a_table_says_of_which_kind_a_question_is():
    rows = [
        ["题目", "A", "B", "答案", "题型"],
        ["哪些对？", "甲", "乙", "", "多选题"],
        ["甲是乙。", "", "", "", "判断题"],
    ]
    assert [each.kind for each in read_table(rows, RULES)] == [ChoiceKind.MULTIPLE, ChoiceKind.TRUE_FALSE]


@pytest.mark.parametrize(("key", "letters"), [("CAB", "ABC"), ("A, C", "AC"), ("ＢＡ", "AB"), ("A A", "A")])
def test_letters_of_a_key_are_compared_in_their_order(key: str, letters: str):
    (read,) = read_table([["题目", "A", "B", "C", "答案"], ["哪些对？", "甲", "乙", "丙", key]], RULES)
    assert read.answer == letters


@pytest.mark.parametrize("key", ["对", "错", "T", "F", "True", "FALSE", "√"])
def test_a_statement_to_judge_is_told_by_its_key(key: str):
    (read,) = read_table([["题目", "答案"], ["犹豫期内可以退保。", key]], RULES)
    assert (read.kind, read.answer) == (ChoiceKind.TRUE_FALSE, key)
