"""The demonstration: from PDF to a cited answer, and an honest refusal, offline."""

import re
import time
from pathlib import Path

import pytest

from insurance_desktop import paths
from insurance_desktop.services import demonstration


@pytest.mark.requirement("US1", "US2")
def test_the_demo_goes_from_pdf_to_a_cited_answer_and_refuses_the_rest(command_line):
    started = time.monotonic()
    said = command_line("demo", "--no-window")
    assert said.code == 0, said.out + said.err
    assert time.monotonic() - started < 60
    assert "1.4 犹豫期" in said.out
    assert re.search(r"产品条款，第 \d+ 页", said.out)
    assert re.search(r"PDF sha256 [0-9a-f]{64}", said.out)
    assert "【拒答】未找到相关条款" in said.out
    assert command_line.others.opened == []


def test_the_demo_of_regulations_goes_from_pdf_to_a_cited_regulation_its_pointers_and_practice(command_line):
    said = command_line("demo", "--no-window", "--pack", "maritime")
    assert said.code == 0, said.out + said.err
    assert "SAMPLE II/1.1" in said.out and "lashed so that one person" in said.out
    assert "SAMPLE I/1 引用 SAMPLE II/2" in said.out
    assert "Chapter II/Regulation 2 解释 SAMPLE II/2" in said.out.replace("CHAPTER", "Chapter")
    assert "【拒答】库里已核验的公约和规则中没有“SAMPLE II/9”" in said.out
    assert "【实务】货船救生筏的降落设备" in said.out and "不是公约或规则的条文" in said.out


@pytest.mark.requirement("FR-003")
def test_the_demo_of_books_answers_choice_questions_with_their_places_and_refuses_the_rest(command_line):
    said = command_line("demo", "--no-window", "--pack", "fund_exam")
    assert said.code == 0, said.out + said.err
    assert "Answer: B（标准答案 B）" in said.out
    assert "Evidence: 下册 | 第3章 基金的投资管理 | 第一节 投资决策 | 图3-1 投资决策的流程（第 1 页）" in said.out
    assert "多条可能依据" in said.out
    assert "【拒答】和本知识库内容不符，无法回答" in said.out


def test_the_demo_touches_no_library_of_the_users(command_line):
    command_line.on_library("demo", "--no-window")
    assert not command_line.library.exists()


def test_the_demo_opens_the_window_on_its_library_where_there_is_a_display(command_line, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    said = command_line("demo")
    ((face, library),) = command_line.others.opened
    assert face == "window"
    assert str(library) in said.out


def test_with_json_the_demo_is_one_document_and_no_window(command_line, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    said = command_line("demo", "--json")
    assert Path(said.json["library"]).is_file()
    assert "【答】" in said.err
    assert command_line.others.opened == []


def test_an_installation_without_samples_is_a_sentence(command_line, monkeypatch, tmp_path):
    for part in paths.resource_root().iterdir():
        if part.name != "samples":
            (tmp_path / part.name).symlink_to(part)
    monkeypatch.setattr(paths, "resource_root", lambda: tmp_path)
    assert command_line.answer("demo", "--no-window", code=1)["error"]["code"] == "not_found"


def test_the_demo_never_writes_into_a_library_that_is_there(command_line, tmp_path):
    taken = tmp_path / "mine.db"
    taken.touch()
    with pytest.raises(Exception, match="library_exists"):
        demonstration.run_demo(taken, print)
