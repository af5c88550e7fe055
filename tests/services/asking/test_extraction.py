"""A quoted answer takes of each clause as much as there is room for, in the clause's words."""

from dataclasses import replace

from insurance_desktop.domain.answers import MatchingRows, SourceReference
from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.asking.evidence import Evidence, EvidenceClause
from insurance_desktop.services.asking.extraction import extract

PACK = load_pack("insurance")
SOURCE = SourceReference("云杉意外险", "T1", None, None, 1, None, "t.pdf", 1, (), None, "", "", "甲", "")
LONG = "".join(f"第{number}种情形下我们按照所附表格中的第{number}档标准给付保险金。" for number in range(1, 31))
SHORT = "宽限期为六十日。"


HEADER = "年龄\t男性\t女性"
RATES = "\n".join((HEADER, *(f"{age}\t{1000 + age}.00\t{900 + age}.00" for age in range(61))))


def clause(number, title, text, score, rows_asked=(), items=()):
    return EvidenceClause(f"c{number}", number, title, (), text, items, None, rows_asked, (), SOURCE, score)


def answered(*clauses, relevance=lambda texts: [-1.0] * len(texts)):
    return extract(Evidence(AnswerStatus.OK, None, clauses), "怎么给付", PACK, relevance)


def quoted(*clauses):
    return [words for _, words in answered(*clauses).cited]


def said(answer):
    """The verbatim lines, and in brackets what the program says among them."""
    first = next(place for place, each in enumerate(answer.sentences) if each.checked)
    last = max(place for place, each in enumerate(answer.sentences) if each.checked)
    between = answer.sentences[first : last + 2]
    return [each.text if each.checked else f"[{each.text}]" for each in between]


def signs(words):
    return len("".join(words.split()))


def test_what_the_others_do_not_need_goes_to_the_clause_that_answers_best():
    first, second = quoted(clause("2.1", "给付", LONG, 0.9), clause("4.2", "宽限期", SHORT, 0.8))
    assert second == SHORT
    assert 400 <= signs(first) + signs(second) <= 600
    assert all(line in LONG for line in first.split("\n"))


def test_no_clause_takes_the_room_of_another():
    first, second = quoted(clause("2.1", "给付", LONG, 0.9), clause("2.2", "比例", LONG.replace("第", "另"), 0.8))
    assert min(signs(first), signs(second)) > 150
    assert 400 <= signs(first) + signs(second) <= 600


def test_the_row_that_is_asked_for_is_quoted_alone_and_what_is_left_out_is_said_in_its_place():
    asked = MatchingRows("30岁", ((*HEADER.split("\t"),), ("30", "1030.00", "930.00")))
    answer = answered(clause("前言", "费率表", RATES, 0.9, (asked,)))
    assert said(answer) == [HEADER, "[…（略 30 行）]", "30\t1030.00\t930.00", "[…（略 30 行）]"]
    assert "| …（略 30 行） |  |  |\n| 30 | 1030.00 | 930.00 |\n| …（略 30 行） |  |  |" in answer.text


def test_of_a_table_of_figures_that_nobody_asks_a_row_of_the_first_are_shown():
    told = []
    answer = answered(
        clause("前言", "费率表", RATES, 0.9), relevance=lambda texts: told.extend(texts) or [0.0] * len(texts)
    )
    assert [line.split("\t")[0] for line in said(answer)] == ["年龄", "0", "1", "2", "[…（略 58 行）]"]
    assert told == [], "no model has to read figures"


def test_items_that_a_list_is_quoted_without_are_counted():
    items = tuple(Item(f"（{number}）", f"第{number}种材料" + "甲" * 90 + "；") for number in range(1, 9))
    text = "\n".join(("申请时须提供：", *(each.mark + each.text for each in items)))
    answer = answered(
        clause("3.1", "申请", text, 0.9, items=items),
        relevance=lambda texts: [float("第3种" in each) for each in texts],
    )
    lines = said(answer)
    assert lines[0] == "申请时须提供：" and any(line.startswith("（3）") for line in lines)
    left = sum(int(line.strip("[…（略项）] ")) for line in lines if line.startswith("["))
    assert left + sum(line.startswith("（") for line in lines) == len(items)


def test_each_of_two_tables_with_one_header_keeps_its_caption_and_header():
    text = f"1.有社保\n{HEADER}\n0\t1\t2\n2.无社保\n{HEADER}\n0\t3\t4"
    (words,) = quoted(clause("前言", "费率表", text, 0.9))
    assert words == text


def test_a_sentence_that_stands_before_a_list_is_not_quoted_twice():
    items = tuple(Item(f"（{number}）", f"第{number}种情形" + "甲" * 60 + "。") for number in range(1, 4))
    opening = "年龄按周岁计算。发生错误的，按下列方式办理："
    text = "\n".join((opening, *(each.mark + each.text for each in items)))
    (words,) = quoted(clause("8.2", "年龄错误", text, 0.9, items=items))
    assert words.count("年龄按周岁计算。") == 1


def test_a_row_is_quoted_from_the_table_alone_and_what_stands_around_it_without_the_others():
    asked = MatchingRows("30岁", ((*HEADER.split("\t"),), ("30", "1030.00", "930.00")))
    around = clause("前言", "费率表", f"单位：元\n{RATES}\n本表为年交费率。", 0.9)
    answer = answered(clause("前言", "费率表", RATES, 0.9, (asked,)), replace(around, clause_id="c2"))
    assert "30\t1030.00\t930.00" in answer.cited[0][1]
    assert answer.cited[1][1] == "单位：元\n本表为年交费率。"


def test_the_sentence_that_says_what_the_question_means_is_quoted_whatever_the_model_thinks_of_it():
    answers = "我们自收到申请之日起三十日内退还保险单的现金价值。"
    others = "".join(f"您须按第{number}种方式办理，并提供我们要求的第{number}种资料。" for number in range(20))
    evidence = Evidence(AnswerStatus.OK, None, (clause("1.7", "解除合同", others + answers + others, 0.9),))
    (words,) = (
        words
        for _, words in extract(
            evidence, "退保能拿回多少钱", PACK, lambda texts: [-float(answers in each) for each in texts]
        ).cited
    )
    assert answers in words
