"""verify-quote, compare, table, documents and status on the prepared samples, as CLI.md names their keys."""

import io
import sys

import pytest
from command_line import keys

ANSWER = keys("status message truncated next_cursor")


@pytest.fixture
def clause(on_samples):
    """A clause of the first sample: the answer of `search`."""
    return on_samples.answer("search", "犹豫期", "--product-code", "YH1001")["results"][0]


@pytest.mark.requirement("FR-001")
def test_verify_quote_says_where_the_words_stand(on_samples, clause):
    words = clause["content"].splitlines()[0]
    answer = on_samples.answer("verify-quote", words, "--product", "YH1001", "--section", clause["section_id"])
    assert ANSWER | keys("verdict difference source_reference candidates") <= set(answer)
    assert (answer["status"], answer["verdict"]) == ("ok", "EXACT")
    assert answer["source_reference"] == clause["source_reference"]
    said = on_samples.on_library("verify-quote", words)
    assert said.code == 0
    assert "逐字一致" in said.out and "第" in said.out


def test_a_wrong_figure_is_shown_beside_the_right_one(on_samples, clause):
    words = clause["content"].splitlines()[0].replace("二十日", "三十日")
    said = on_samples.on_library("verify-quote", words)
    assert "没有这段话" in said.out
    assert "【引文：三" in said.out


def test_an_answer_is_checked_from_standard_input(on_samples, clause, monkeypatch):
    pasted = f"条款写着：“{clause['content'].splitlines()[0]}”，还有“这句话合同里没有写过”。"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pasted.encode())))
    answer = on_samples.answer("verify-quote", "-", "--answer")
    assert [each["check"]["verdict"] for each in answer["quotes"]] == ["EXACT", "NOT_FOUND"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pasted.encode())))
    said = on_samples.on_library("verify-quote", "-", "--answer")
    assert "逐字一致 1 处" in said.out and "没有这段话 1 处" in said.out


def test_without_a_library_nothing_is_checked(command_line):
    answer = command_line.answer("verify-quote", "自本合同生效之日起")
    assert (answer["status"], answer["verdict"]) == ("empty_library", "NOT_CHECKED")


def test_compare_lists_what_became_of_each_clause(on_samples):
    answer = on_samples.answer("compare", 1, 2)
    assert ANSWER | keys("old new counts changes") <= set(answer)
    assert answer["counts"]["added"] + answer["counts"]["removed"] + answer["counts"]["changed"] > 0
    assert on_samples.answer("compare", 1, 3)["status"] == "no_match", "it is not approved"
    said = on_samples.on_library("compare", 1, 2)
    assert "旧：#1" in said.out and "新：#2" in said.out
    assert on_samples.on_library("compare", 1, 1).code == 2
