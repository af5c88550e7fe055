"""Evaluations of papers are kept with what they were answered by, and compared with the one before."""

import pytest
from textbook import LISTED, NEGATIVE, SECTIONS
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, open_engine
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.evaluation import Bin, Calibration, Figure
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvaluation, ExamScore
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.exam.evaluation import evaluate_file, evaluate_paper, is_right
from insurance_desktop.services.exam.exam import answered_from
from insurance_desktop.services.exam.exam_runs import exam_runs, keep
from insurance_desktop.services.exam.question_reading import read_paper, read_table
from insurance_desktop.services.exam.reliability_chart import write_chart

PAPER = f"{LISTED}\n答案：C\n\n{NEGATIVE}\n答案：C\n"
SEVERAL = (
    "二、多项选择题\n1. 基金托管人的职责有（ ）。A. 安全保管基金财产 B. 复核基金净值 C. 炒作股票 D. 监督投资运作\n"
    "答案：BAD\n三、判断题\n2. 持有人大会应当至少提前三十日公告。（ ）\n答案：对\n"
)
CALIBRATION = Calibration(
    "exam",
    Figure(0.1, 0.05, 0.2, 10),
    0.2,
    0.25,
    0.5,
    tuple(Bin(place + 1, place / 10, 0.5) for place in range(10)),
)


RULES = load_pack("fund_exam").choices


@pytest.fixture
def engine(own_file):
    with open_engine(own_file, EMBEDDER) as made:
        yield made


def scored(right, hit):
    count = right.count("1")
    return ExamScore(count / len(right), len(right), count, len(right) - count, hit, None, None)


def found(right, hit, **configuration):
    return ExamEvaluation(
        AnswerStatus.OK,
        arms={"hybrid": scored(right, hit)},
        right={"hybrid": right},
        paper_sha256="paper",
        configuration=configuration,
        calibration=CALIBRATION,
    )


def test_a_run_stands_beside_the_one_before_on_the_same_paper(engine):
    keep(engine.library, found("11110000", 0.5, library="a", exam_numbers="n"), "paper.csv")
    keep(engine.library, ExamEvaluation(AnswerStatus.OK, arms={}, right={}, paper_sha256="other"), "other.csv")
    later = keep(engine.library, found("11101111", 0.75, library="b", exam_numbers="n"), "renamed.csv")
    (change,) = later.changes
    assert (change.accuracy, change.evidence_hit_at_5) == (0.375, 0.25)
    assert (change.only_now, change.only_before, change.p_value) == (4, 1, 0.375)
    newest, other, first = exam_runs(engine.library).runs
    assert (newest.run_id, newest.before, newest.changed) == (later.run_id, first.run_id, ("library",))
    assert (other.before, first.before, first.changes) == (None, None, ())
    assert (newest.paper, newest.questions, newest.calibration) == ("renamed.csv", 8, CALIBRATION)
    assert newest.arms == later.arms


def test_a_file_is_evaluated_and_kept_with_what_it_was_answered_by(engine, tmp_path):
    paper = tmp_path / "paper.txt"
    paper.write_text(PAPER, encoding="utf-8")
    first, second = evaluate_file(engine, paper), evaluate_file(engine, paper)
    assert first.changes == ()
    assert {change.p_value for change in second.changes} == {1.0}
    (run, _) = exam_runs(engine.library).runs
    assert run.configuration["library"] == answered_from(engine)
    assert (run.changed, run.right["hybrid"]) == ((), "11")


def test_another_document_is_another_library(engine):
    before = answered_from(engine)
    with engine.library.database.write() as connection:
        add_verified(
            connection, BareDocument("基金基础（下册）", SECTIONS[:1], code="FUND2"), engine.library.pack, EMBEDDER
        )
    assert answered_from(engine) != before


def test_kinds_of_questions_are_scored_apart(engine):
    score = evaluate_paper(engine, read_paper(PAPER + SEVERAL, RULES)).arms["hybrid"]
    parts = score.parts
    assert {name: part.total for name, part in parts.items()} == {
        "single": 2,
        "multiple": 1,
        "true_false": 1,
        "text": 4,
    }
    assert sum(parts[kind.value].correct for kind in ChoiceKind) == parts["text"].correct == score.correct


@pytest.mark.parametrize(("told", "right"), [("ABD", True), ("AB", False), ("ABCD", False), (None, False)])
def test_of_several_right_options_all_and_no_other_are_the_answer(told, right):
    (question,) = read_paper(SEVERAL.partition("三、")[0], RULES)
    assert (question.kind, question.answer) == (ChoiceKind.MULTIPLE, "ABD")
    assert is_right(question, told_answer(question, told), RULES) is right


@pytest.mark.parametrize(("key", "right"), [("正确", True), ("√", True), ("B", True), ("错", False), ("也许", False)])
def test_a_key_in_words_is_met_by_the_option_that_says_so(key, right):
    (question,) = read_table([["题干", "A", "B", "答案"], ["大会应当提前公告。（ ）", "错误", "正确", key]], RULES)
    assert is_right(question, told_answer(question, "B"), RULES) is right


def told_answer(question: ChoiceQuestion, labels):
    return ExamAnswer(question.stem, labels, (), 0.5, None, ExamArm.HYBRID)


@pytest.mark.parametrize("ending", [".svg", ".html"])
def test_the_reliability_of_a_run_is_drawn(tmp_path, ending):
    target = tmp_path / f"chart{ending}"
    assert write_chart(CALIBRATION, target) == target
    picture = target.read_text(encoding="utf-8")
    assert picture.count("<circle") == 10
    assert "把握 0.90，答对 0.50，10 题" in picture
    with pytest.raises(UsageError, match="export_exists"):
        write_chart(CALIBRATION, target)
    with pytest.raises(UsageError, match="chart_ending"):
        write_chart(CALIBRATION, tmp_path / "chart.bmp")
