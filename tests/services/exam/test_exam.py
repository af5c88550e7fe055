"""Choice questions are answered from verified passages, or it is said in plain words why they are not."""

import pytest
from talking import ScriptedModel
from textbook import BOOK, COMBINED, FIGURE, LISTED, NEGATIVE, OFF_TOPIC, SECTIONS, TEXTBOOK, UNHELD
from two_products import EMBEDDER

from development.bare_library import add_verified, open_engine
from insurance_desktop.domain.errors import EndpointError, UsageError
from insurance_desktop.domain.exam import ExamArm
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.shapes import shape
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.exam.evaluation import evaluate_paper
from insurance_desktop.services.exam.exam import answer_exam_question, answer_paper
from insurance_desktop.services.exam.library_evidence import evidence_of
from insurance_desktop.services.exam.model_arm import answer_by_model
from insurance_desktop.services.exam.named_places import preference
from insurance_desktop.services.exam.numbers import shipped_numbers
from insurance_desktop.services.exam.paired import sign_test
from insurance_desktop.services.exam.printed_forms import reading_pack
from insurance_desktop.services.exam.question_reading import read_paper, read_table
from insurance_desktop.store.works import documents


def answered(engine, question, **more):
    (found,) = answer_exam_question(engine, question, **more).answers
    return found


@pytest.mark.parametrize(
    ("question", "label", "section"),
    [
        (LISTED, "C", "上市条件"),
        (NEGATIVE, "C", "托管人的职责"),
        (COMBINED, "B", "上市条件"),
        ("大会更换管理人须经表决权的（ ）通过。A. 1/4以上 B. 2/3以上 C. 3/4以上 D. 1/5以上", "B", "大会的表决"),
        ("召集人应当至少提前（ ）日公告持有人大会的事项。A. 10 B. 15 C. 20 D. 30", "D", "持有人大会"),
        ("份额总额不固定的是（ ）。A. 封闭式基金 B. 开放式基金", "B", "开放式基金"),
    ],
)
def test_the_answer_is_what_a_verified_passage_says_and_names_its_place(textbook, question, label, section):
    found = answered(textbook, question)
    assert found.answer == label
    first = found.evidence[0]
    assert (first.book, first.chapter, first.section) == (BOOK, "第1章 基金概述", section)
    assert first.quote == next(each.text for each in SECTIONS if each.section_title == section)
    assert 0 < found.confidence < 1


def test_what_the_library_is_not_about_is_refused(textbook):
    found = answered(textbook, OFF_TOPIC)
    assert (found.answer, found.evidence, found.reply) == (None, (), "和本知识库内容不符，无法回答")


def test_without_a_passage_that_holds_the_answer_none_is_given(textbook):
    found = answered(textbook, UNHELD)
    assert (found.answer, found.evidence, found.reply) == (None, (), "未在教材中找到明确依据")


def test_passages_that_speak_for_different_options_are_all_told(textbook):
    found = answered(textbook, "关于基金份额，正确的是（ ）。A. 份额总额固定不变 B. 份额总额不固定")
    assert found.reply == "多条可能依据"
    assert {each.section for each in found.evidence[:2]} == {"封闭式基金", "开放式基金"}


def test_a_figure_that_a_question_points_at_comes_first(textbook):
    found = answered(
        textbook, "如图1-1所示，按投资对象，基金不包括（ ）。A. 股票基金 B. 债券基金 C. 契约基金 D. 货币基金"
    )
    assert found.answer == "C"
    first = found.evidence[0]
    assert (first.section, first.figure_ref, first.quote) == ("基金的分类", "图1-1 基金的分类", FIGURE.text)


def test_what_a_question_names_is_looked_at_first(textbook):
    passages, rules = evidence_of(textbook).passages, reading_pack(textbook.library.pack).choices
    by_book = preference("根据《基金基础》的规定，正确的是（ ）。", passages, rules)
    assert set(by_book) == {by_book.max()} != {0.0}
    by_figure = preference("图1-1说明了什么？", passages, rules)
    assert [each.figure_ref for each, more in zip(passages, by_figure, strict=True) if more] == ["图1-1 基金的分类"]
    assert not preference("图1-12说明了什么？", passages[:10], rules).any()


@pytest.mark.parametrize("field", ["insurance", "maritime", "fund_exam"])
def test_papers_of_all_fields_are_read_as_those_of_books_are_printed(field):
    read, first = reading_pack(load_pack(field)), load_pack("insurance")
    assert read.choices == load_pack("fund_exam").choices
    assert (read.statements, read.stop_words) == (first.statements, first.stop_words)


def test_of_a_question_without_options_the_nearest_passages_are_told(textbook):
    found = answered(textbook, "持有人大会由召集人提前多少日公告？")
    assert (found.answer, found.reply) == (None, None)
    assert found.evidence[0].section == "持有人大会"


@pytest.mark.parametrize(
    ("statement", "told"), [("持有人大会应当至少提前三十日公告", "正确"), ("持有人大会应当至少提前六十日公告", "错误")]
)
def test_a_statement_is_judged_by_its_figures(textbook, statement, told):
    assert answered(textbook, f"判断题：{statement}。（ ）").answer == told


def test_of_several_right_options_a_row_that_has_only_one_names_that(textbook):
    rules = reading_pack(textbook.library.pack).choices
    asked = read_table(
        [["题干", "题型", "A", "B", "答案"], ["基金的分类有（ ）。", "多选", "股票基金", "", "AB"]], rules
    )
    (found,) = answer_paper(textbook, asked).answers
    assert found.answer == "A"


def test_keys_of_the_answer_are_those_of_the_command_lines_contract(textbook):
    (found,) = shape(answer_exam_question(textbook, LISTED))["answers"]
    assert list(found) == ["question", "Answer", "Evidence", "Confidence", "reply", "arm"]
    assert list(found["Evidence"][0]) == [
        "book",
        "chapter",
        "section",
        "figure_ref",
        "clause_id",
        "quote",
        "document_id",
        "page_number",
        "sentence",
    ]


def test_a_passage_that_is_no_longer_verified_answers_nothing(tmp_path):
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        assert answer_exam_question(engine, LISTED).status is AnswerStatus.EMPTY_LIBRARY
        with engine.library.database.write() as connection:
            document_id = add_verified(connection, TEXTBOOK, engine.library.pack, EMBEDDER)
        assert answered(engine, LISTED).answer == "C"
        with engine.library.database.write() as connection:
            documents.suspend(connection, document_id)
        assert answer_exam_question(engine, LISTED).status is AnswerStatus.EMPTY_LIBRARY


def test_many_answers_are_cut_to_pages_that_go_on(textbook):
    typed = "\n\n".join([LISTED, NEGATIVE] * 5)
    first = answer_exam_question(textbook, typed)
    assert first.truncated
    rest = answer_exam_question(textbook, typed, cursor=first.next_cursor)
    assert len(first.answers) + len(rest.answers) == 10
    assert not rest.truncated


def test_an_unknown_way_of_answering_names_those_there_are(textbook):
    with pytest.raises(UsageError, match="hybrid"):
        answer_exam_question(textbook, LISTED, arm="magic")


def test_a_paper_tells_each_answer_at_once_and_stops_between_two(textbook):
    questions = read_paper(f"{LISTED}\n\n{NEGATIVE}", reading_pack(textbook.library.pack).choices)
    heard = []
    with pytest.raises(Cancelled):
        answer_paper(textbook, questions, heard=heard.append, cancel=lambda: bool(heard))
    assert [each.answer for each in heard] == ["C"]


def test_arms_are_scored_side_by_side_with_where_their_evidence_stands(textbook):
    rules = reading_pack(textbook.library.pack).choices
    paper = (
        f"{LISTED}\n答案：C\n\n{NEGATIVE}\n答案：C\n\n如图1所示，{COMBINED}\n答案：D\n\n{OFF_TOPIC}A. 炒 B. 煮\n答案：A"
    )
    model = ScriptedModel("Answer: C\nEvidence: [1]", "Answer: C", "Answer: B", "Answer: A")
    found = evaluate_paper(textbook, read_paper(paper, rules), models=lambda engine, cancel: model)
    assert list(found.arms) == ["vector", "keyword", "hybrid", "model"]
    score = found.arms["hybrid"]
    assert (score.total, score.correct, score.incorrect, score.accuracy) == (4, 2, 2, 0.5)
    assert (score.figure_accuracy, score.text_accuracy) == (0.0, pytest.approx(2 / 3, abs=1e-3))
    assert len(found.differences) == 6
    with pytest.raises(UsageError, match="paper_without_keys"):
        evaluate_paper(textbook, read_paper(LISTED, rules))


def test_the_sign_test_counts_only_where_two_differ():
    assert sign_test([True, False], [True, False]) == 1.0
    assert sign_test([True] * 6, [False] * 6) == pytest.approx(2 / 64)


def by_model(engine, question, *said, **more):
    (asked,) = read_paper(question, reading_pack(engine.library.pack).choices)
    evidence, model = evidence_of(engine), ScriptedModel(*said, **more)
    read = evidence.read(asked, engine.embedder)
    return answer_by_model(model, asked, read, evidence, shipped_numbers()), model


def test_a_language_model_chooses_by_the_passages_that_it_is_shown(textbook):
    found, model = by_model(textbook, LISTED, "Answer: D\nEvidence: [2]")
    assert (found.answer, found.arm) == ("D", ExamArm.MODEL)
    told = answered(textbook, LISTED)
    assert found.evidence[:2] == (told.evidence[1], told.evidence[0])
    assert found.confidence < told.confidence
    asked = model.asked[0][1].text
    assert "募集金额不低于二亿元" in asked
    assert "C. 2亿元" in asked


def test_a_model_that_finds_no_ground_gives_no_answer(textbook):
    found, _ = by_model(textbook, LISTED, "Answer: NONE")
    assert (found.answer, found.reply) == (None, "未在教材中找到明确依据")


@pytest.mark.parametrize("said", ["大概是二亿元吧", "Answer: F", "Answer: A, B", ""])
def test_what_is_no_answer_leaves_the_one_without_a_model(textbook, said):
    found, _ = by_model(textbook, LISTED, said)
    assert (found.answer, found.arm) == ("C", ExamArm.HYBRID)


def test_a_model_that_fails_leaves_the_evidence_that_was_found(textbook):
    found, _ = by_model(textbook, LISTED, error=EndpointError("endpoints.nothing_said", endpoint="e", model="m"))
    assert (found.arm, found.evidence[0].section) == (ExamArm.HYBRID, "上市条件")


def test_what_is_off_topic_is_sent_to_no_model(textbook):
    found, model = by_model(textbook, f"{OFF_TOPIC}A. 炒 B. 煮")
    assert (found.reply, model.asked) == ("和本知识库内容不符，无法回答", [])
