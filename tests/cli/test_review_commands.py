"""Reviewing on the command line: what a reviewer reads before a decision, and what the receipt of one says."""

import re
from datetime import UTC, datetime

import pytest

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.review import decisions
from insurance_desktop.store.versions import findings
from insurance_desktop.store.works import documents


@pytest.fixture
def edited(on_samples, tmp_path):
    """Writes document 1 out, changes words in it and stores it again; what the command said."""

    def edit(*changes):
        file = tmp_path / "正文.md"
        words = on_samples.on_library("review", "show", 1, "--markdown").out
        for before, after in changes:
            assert before in words
            words = words.replace(before, after)
        file.write_text(words, encoding="utf-8")
        return on_samples.on_library("review", "edit", 1, "--markdown", file, "--reviewer", "乙")

    return edit


def test_review_show_holds_what_a_reviewer_needs(on_samples):
    sheet = on_samples.answer("review", "show", 1)
    assert {"document", "markdown", "clauses", "tables", "findings", "coverage", "decisions", "references"} <= set(
        sheet
    )


def test_review_show_for_a_person_names_decisions_with_their_time_zone(on_samples):
    shown = on_samples.on_library("review", "show", 1).out
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d[+-]\d\d:\d\d  文件 #1  通过  甲", shown)


def test_a_decision_that_a_wrong_clock_dated_before_the_last_one_is_marked(on_samples):
    with open_library(on_samples.library, clock=lambda: datetime(2020, 1, 1, tzinfo=UTC)) as library:
        decisions.reject(library, 2, reviewer="乙", reason="缺页")
    shown = on_samples.on_library("review", "log").out
    assert [line.split()[0] for line in shown.splitlines() if "日期早于上一条决定" in line] == ["3"]
    assert [each["is_backdated"] for each in on_samples.answer("review", "log")["decisions"]] == [False, False, True]


def test_review_show_counts_what_was_left_out_by_its_reason(on_samples):
    coverage = on_samples.answer("review", "show", 1)["coverage"]
    shown = on_samples.on_library("review", "show", 1).out
    told = re.findall(r"^    (\S+)：(\d+) 字，(\d+) 处$", shown, re.MULTILINE)
    assert sum(int(glyphs) for _, glyphs, _ in told) == coverage["excluded"] > 0
    assert sum(int(places) for _, _, places in told) == len(coverage["exclusions"])
    assert {"页眉", "页码", "目录"} <= {reason for reason, _, _ in told}


def test_markdown_alone_is_what_edit_takes_back(on_samples):
    said = on_samples.on_library("review", "show", 1, "--markdown")
    assert (said.out, said.err) == (on_samples.answer("review", "show", 1)["markdown"], "")


def test_markdown_that_was_not_changed_is_no_edit(edited):
    said = edited()
    assert said.code == 1
    assert "没有任何改动" in said.err


def blocking(on_samples):
    """The findings of document 1 that must be settled; notes for the reviewer stand beside them."""
    found = on_samples.answer("review", "show", 1)["findings"]
    return [each for each in found if each["severity"] == "blocking"]


def test_an_edit_says_that_the_document_left_the_search_and_what_waits(edited, on_samples):
    said = edited(("十五日", "二十日"))
    assert said.code == 0
    assert "已退出检索" in said.out
    waiting = blocking(on_samples)
    assert f"还有 {len(waiting)} 项阻断" in said.out
    shown = on_samples.on_library("review", "show", 1).out
    for finding in waiting:
        assert re.search(rf"^  {finding['finding_id']}  \[阻断\] 未决  第 2 页 1\.4 犹豫期：", shown, re.MULTILINE)


def test_a_resolved_finding_is_settled_and_the_rest_is_counted(edited, on_samples):
    edited(("十五日", "二十日"))
    found, *others = blocking(on_samples)
    first = found["finding_id"]
    said = on_samples.on_library("review", "resolve", 1, first, "--reviewer", "乙", "--reason", "对照了原页")
    assert f"问题 {first} 已由乙处理（对照了原页）" in said.out
    assert f"还有 {len(others)} 项阻断" in said.out
    shown = on_samples.on_library("review", "show", 1).out
    assert "由乙处理：对照了原页" in shown
    assert f"处理问题 {first}" in shown


def test_an_approval_says_what_it_let_pass_and_that_it_takes_time(edited, on_samples):
    edited(("十五日", "二十日"))
    said = on_samples.on_library(
        "review", "approve", 1, "--reviewer", "乙", "--accept-findings", "--reason", "公司来函更正"
    )
    assert f"处理了 {len(blocking(on_samples))} 个问题" in said.out
    assert "没有未决的阻断和提醒" in said.out
    assert "建立索引" in said.err


def test_an_approval_names_the_warnings_that_stay_open(on_samples):
    with open_library(on_samples.library) as library, library.database.write() as connection:
        version = documents.get(connection, 3).version_id
        findings.add(connection, version, [Finding(FindingKind.HIDDEN_TEXT, Severity.WARNING, "第 1 页有疑点", None)])
    said = on_samples.on_library("review", "approve", 3, "--reviewer", "乙")
    assert "放过了 1 项未决的提醒" in said.out
    assert "第 1 页有疑点" in said.out


def test_an_edit_with_broken_utf8_changes_nothing(on_samples, tmp_path):
    broken = tmp_path / "broken.md"
    broken.write_bytes("# 标题\n正文".encode("gb18030"))
    said = on_samples.on_library("review", "edit", 1, "--markdown", broken, "--reviewer", "甲")
    assert said.code == 2
    assert "UTF-8" in said.err
    assert on_samples.answer("documents")["documents"][0]["review_status"] == "VERIFIED"


@pytest.mark.parametrize("content", ["", " \n\n"], ids=["no byte", "blank"])
def test_an_edit_with_an_empty_file_says_so(on_samples, tmp_path, content):
    empty = tmp_path / "empty.md"
    empty.write_text(content, encoding="utf-8")
    said = on_samples.on_library("review", "edit", 1, "--markdown", empty, "--reviewer", "甲")
    assert said.code == 2
    assert f"{empty} 是空的" in said.err
