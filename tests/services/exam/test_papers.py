"""Papers as people keep them, and the file that their answers grow in."""

import csv

import pytest
from openpyxl import Workbook
from textbook import LISTED, NEGATIVE

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvidence
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.exam.papers import read_paper_file
from insurance_desktop.services.exam.submissions import Submission
from insurance_desktop.services.library.table_files import csv_rows, workbook_rows

RULES = load_pack("fund_exam").choices
ROWS = [["题目", "A", "B", "答案", "章节"], ["份额总额不固定的是（ ）。", "封闭式", "开放式", "B", "开放式基金"]]


def csv_file(folder, encoding):
    path = folder / "paper.csv"
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file).writerows(ROWS)
    return path


def workbook(folder):
    book = Workbook()
    for row in ROWS:
        book.active.append(row)
    book.save(folder / "paper.xlsx")
    return folder / "paper.xlsx"


@pytest.mark.parametrize("kept", ["utf-8", "utf-8-sig", "gb18030", "xlsx"])
def test_a_table_is_read_however_it_was_saved(tmp_path, kept):
    (read,) = read_paper_file(workbook(tmp_path) if kept == "xlsx" else csv_file(tmp_path, kept), RULES)
    assert (read.stem, read.answer, read.evidence) == ("份额总额不固定的是（ ）。", "B", "开放式基金")
    assert [each.text for each in read.options] == ["封闭式", "开放式"]


def test_a_text_is_read_as_it_is_printed(tmp_path):
    path = tmp_path / "paper.txt"
    path.write_bytes(f"1. {LISTED}\n2. {NEGATIVE}\n".encode("gb18030"))
    assert [len(each.options) for each in read_paper_file(path, RULES)] == [4, 4]


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("gone.csv", None, "paper_unreadable"),
        ("paper.csv", "题目,A,B\n".encode(), "paper_empty"),
        ("paper.txt", "没有选择题".encode(), "paper_empty"),
        ("paper.txt", b"\xff\xfe\xff", "paper_encoding"),
        ("paper.xlsx", b"no workbook", "paper_workbook"),
    ],
)
def test_what_is_no_paper_is_said_with_what_to_do(tmp_path, name, content, fault):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=fault):
        read_paper_file(tmp_path / name, RULES)


def told(question, answer):
    evidence = (ExamEvidence("上册", "第1章", "分类", "表1-1", "id", "…"),)
    return ExamAnswer(question, answer, evidence, 0.5, None, ExamArm.HYBRID)


def test_answers_are_kept_one_by_one_and_a_paper_goes_on_behind_them(tmp_path):
    path = tmp_path / "answers.csv"
    first = Submission(path, ["甲，\n一？", "乙"])
    first.add(told("甲，\n一？", "A"))
    again = Submission(path, ["甲，\n一？", "乙"])
    assert (first.done, again.done) == (0, 1)
    again.add(told("乙", None))
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["question"], row["answer"]) for row in rows] == [("甲，\n一？", "A"), ("乙", "")]
    assert rows[0]["evidence"] == "上册 | 第1章 | 分类 | 表1-1"


@pytest.mark.parametrize("content", ["别的东西\n", "question,answer,confidence,reply,evidence\n丙,A,0.5,,\n"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "answers.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match="submission_other"):
        Submission(path, ["甲"])
    assert path.read_text(encoding="utf-8") == content


def refused(question):
    return ExamAnswer(question, None, (), 0.0, "未在教材中找到明确依据", ExamArm.HYBRID)


@pytest.mark.parametrize("name", ["answers.csv", "answers.xlsx"])
def test_what_one_library_refused_is_asked_again_of_another(tmp_path, name):
    path = tmp_path / name
    with Submission(path, ["甲", "乙", "丙"], "one") as first:
        for answer in (told("甲", "A"), refused("乙"), told("丙", "B")):
            first.add(answer)
    assert Submission(path, ["甲", "乙", "丙"], "one").asked == ()
    with Submission(path, ["甲", "乙", "丙"], "two") as second:
        assert (second.asked, second.done) == ((1,), 2)
        second.add(told("乙", "C"))
    again = Submission(path, ["甲", "乙", "丙", "丁"], "three")
    assert (again.asked, again.done) == ((3,), 3)
    content = path.read_bytes()
    rows = workbook_rows(content) if name.endswith("xlsx") else csv_rows(content.decode("utf-8-sig"))
    assert [row[:2] for row in rows[1:]] == [["甲", "A"], ["乙", "C"], ["丙", "B"]]


def test_answers_of_an_earlier_program_go_on(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("question,answer,confidence,reply,evidence\n甲,,0.0,未在教材中找到明确依据,\n", encoding="utf-8")
    assert Submission(path, ["甲", "乙"], "one").asked == (0, 1)


HEADING = "question,answer,confidence,reply,evidence"


@pytest.mark.parametrize(
    "content",
    [
        f"{HEADING}\r\n甲,A,0.5,,\r\n".encode(),
        f"{HEADING},library\r\n甲,A,0.5,,,one\r\n".encode("gb18030"),
        f"{HEADING},library\n甲,A,0.5,,,one".encode(),
        f'{HEADING},library\r\n甲,A,0.5,,,one\r\n乙,B,0.5,,"上册 | 第'.encode()[:-1],
    ],
    ids=["an earlier program", "a spreadsheet", "an editor", "a full disk"],
)
def test_answers_go_on_in_a_file_that_something_else_left(tmp_path, content):
    path = tmp_path / "answers.csv"
    path.write_bytes(content)
    first = Submission(path, ["甲", "乙", "丙"], "one")
    assert first.asked == (1, 2)
    first.add(told("乙", "B"))
    assert Submission(path, ["甲", "乙", "丙"], "one").asked == (2,)
    assert [row[:2] for row in csv_rows(path.read_bytes().decode("utf-8-sig"))[1:]] == [["甲", "A"], ["乙", "B"]]


def test_a_paper_begins_anew_where_that_is_wished(tmp_path):
    path = tmp_path / "answers.csv"
    with Submission(path, ["甲"]) as first:
        first.add(told("甲", "A"))
    assert Submission(path, ["乙", "丙"], anew=True).asked == (0, 1)
    path.write_text("别的东西\n", encoding="utf-8")
    with pytest.raises(UsageError, match="submission_other"):
        Submission(path, ["甲"], anew=True)
