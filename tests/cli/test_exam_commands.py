"""`exam …`: what is typed is answered line by line, a paper whole, and a paper with keys is scored."""

import io
import sys
from pathlib import Path

import pytest
from textbook import LISTED, NEGATIVE, OFF_TOPIC, TEXTBOOK
from two_products import EMBEDDER

from development.bare_library import add_verified, open_engine
from insurance_desktop.services.library.table_files import workbook_rows


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exam") / "library.db"
    with open_engine(path, EMBEDDER) as engine, engine.library.database.write() as connection:
        add_verified(connection, TEXTBOOK, engine.library.pack, EMBEDDER)
    return path


def test_what_is_typed_is_answered_until_its_person_leaves(command_line, library, monkeypatch):
    spread = NEGATIVE.replace("。A.", "。\nA.").replace(" B.", "\nB.")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{LISTED}\n{spread}\n\n？？\n\n{OFF_TOPIC}\nexit\nnever asked\n"))
    said = command_line("exam", "ask", "--library", library)
    assert said.code == 0
    assert said.out.startswith("请输入题目（输入 exit 退出）：\nAnswer: C\nConfidence: ")
    assert "接着输入选项（空行作答）：\n接着输入" in said.out
    assert "Evidence:\n- 基金基础（上册） | 第1章 基金概述 | 上市条件\n    （二）募集金额不低于二亿元；\n" in said.out
    assert said.out.count("Answer: C") == 2
    assert "失败：" in said.err
    assert said.out.rstrip("\n").endswith("和本知识库内容不符，无法回答")


def test_a_paper_is_answered_and_goes_on_where_it_stopped(command_line, library, tmp_path):
    paper, answers = tmp_path / "paper.txt", tmp_path / "answers.csv"
    paper.write_text(f"1. {LISTED}\n2. {NEGATIVE}\n", encoding="utf-8")
    whole = command_line("exam", "answer", paper, "--library", library, "--json", "--out", answers).json
    assert [each["Answer"] for each in whole["answers"]] == ["C", "C"]
    kept = answers.read_bytes()
    again = command_line("exam", "answer", paper, "--library", library, "--json", "--out", answers)
    assert again.json["answers"] == []
    assert "2 题" in again.err
    assert answers.read_bytes() == kept


def test_a_paper_with_keys_is_scored_by_arm(command_line, library, tmp_path):
    paper = tmp_path / "paper.txt"
    paper.write_text(f"1. {LISTED}\n答案：C\n2. {NEGATIVE}\n答案：D\n", encoding="utf-8")
    chart = tmp_path / "chart.svg"
    arms = command_line("exam", "evaluate", paper, "--library", library, "--json", "--chart", chart).json["arms"]
    assert not chart.exists(), "two answers are too few"
    assert list(arms) == ["vector", "keyword", "hybrid"]
    assert (arms["hybrid"]["total"], arms["hybrid"]["correct"], arms["hybrid"]["accuracy"]) == (2, 1, 0.5)
    answers = tmp_path / "answers.csv"
    said = command_line("exam", "evaluate", paper, "--library", library, "--out", answers)
    assert "没有写" in said.err and not answers.exists()
    assert "看条文说了什么  对 1  错 1  共 2  准确率 0.500" in said.out


def test_json_is_for_papers(command_line, library):
    assert command_line("exam", "ask", "--library", library, "--json").json["error"]["code"] == "usage"


def test_a_person_chooses_first_and_wrong_ones_come_again(command_line, library, tmp_path, monkeypatch):
    paper = tmp_path / "paper.txt"
    paper.write_text(f"1. {LISTED}\n答案：C\n\n2. {NEGATIVE}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("F\na\n\n"))
    said = command_line("exam", "practice", paper, "--library", library)
    assert said.code == 0
    assert said.out.startswith("第 1 题，共 2 题\n基金份额上市交易，募集金额应当不低于（ ）。\nA. 五千万元\n")
    assert "没有选项“F”" in said.err
    assert "\n您选（空行跳过，exit 退出）：\n✕ 答错了（试卷的答案：C）。\nAnswer: C\n" in said.out
    assert "今天要复习 1 题。" in said.out
    state = command_line("exam", "practice", "--library", library, "--json").json
    assert (state["due"], state["papers"][0]["name"], state["papers"][0]["answered"]) == (1, "paper.txt", 1)
    monkeypatch.setattr(sys, "stdin", io.StringIO("C\n"))
    again = command_line("exam", "practice", "--library", library)
    assert again.out.startswith("第 1 题，共 1 题\n基金份额上市交易")
    assert "✓ 答对了（试卷的答案：C）。" in again.out
    assert "今天要复习 0 题。" in again.out
    monkeypatch.setattr(sys, "stdin", io.StringIO("exit\n"))
    assert "做过 1/2" in command_line("exam", "practice", paper, "--library", library).out


def test_an_evaluation_is_kept_and_compared_and_drawn(command_line, library, tmp_path):
    paper, chart = tmp_path / "paper.txt", tmp_path / "chart.svg"
    paper.write_text("\n".join(f"{n}. {LISTED}\n答案：C" for n in range(1, 13)), encoding="utf-8")
    first = command_line("exam", "evaluate", paper, "--library", library, "--json").json
    second = command_line("exam", "evaluate", paper, "--library", library, "--json", "--chart", chart).json
    assert second["run_id"] == first["run_id"] + 1
    assert [each["arm"] for each in second["changes"]] == ["vector", "keyword", "hybrid"]
    assert sum(each["count"] for each in second["calibration"]["bins"]) == 12
    assert chart.read_text(encoding="utf-8").startswith("<svg")
    runs = command_line("exam", "runs", "--library", library, "--json").json["runs"]
    assert [each["run_id"] for each in runs[:2]] == [second["run_id"], first["run_id"]]
    said = command_line("exam", "runs", "--library", library)
    assert "paper.txt  12 题" in said.out
    assert "与同一试卷的上一次比" in said.out
    unsaved = command_line("exam", "evaluate", paper, "--library", library, "--json", "--no-save").json
    assert unsaved["run_id"] is None


def test_a_paper_without_keys_is_answered_into_a_file(command_line, library, tmp_path):
    paper, answers = tmp_path / "paper.txt", tmp_path / "answers.xlsx"
    paper.write_text(f"1. {LISTED}\n2. {NEGATIVE}\n", encoding="utf-8")
    refused = command_line("exam", "evaluate", paper, "--library", library, "--json")
    assert refused.json["error"]["code"] == "usage"
    told = command_line("exam", "evaluate", paper, "--library", library, "--json", "--out", answers).json
    assert [each["Answer"] for each in told["answers"]] == ["C", "C"]
    rows = workbook_rows(answers.read_bytes())
    assert [row[1] for row in rows] == ["answer", "C", "C"]


def test_answers_begin_anew_where_that_is_wished(command_line, library, tmp_path):
    paper, answers = tmp_path / "paper.txt", tmp_path / "answers.csv"
    paper.write_text(f"1. {LISTED}\n", encoding="utf-8")
    for flags, count in (((), 1), ((), 0), (("--anew",), 1)):
        told = command_line("exam", "answer", paper, "--library", library, "--json", "--out", answers, *flags)
        assert len(told.json["answers"]) == count
