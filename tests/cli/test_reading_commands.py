"""verify-quote, compare, table, documents and status on the prepared samples: the keys of their answers."""

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
    source = answer["source_reference"]
    assert source == {**clause["source_reference"], "boxes": source["boxes"]}
    *_, (page, x0, y0, x1, y1) = clause["source_reference"]["boxes"]
    assert source["page_number"] == source["page_to"] == page
    for box in source["boxes"]:
        assert box[0] == page
        assert x0 <= box[1] < box[3] <= x1
        assert y0 <= box[2] < box[4] < y1
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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_an_answer_is_checked_from_a_file(on_samples, clause, tmp_path, encoding):
    file = tmp_path / "回答.txt"
    file.write_bytes(f"条款写着：“{clause['content'].splitlines()[0]}”。".encode(encoding))
    answer = on_samples.answer("verify-quote", file, "--answer")
    assert [each["check"]["verdict"] for each in answer["quotes"]] == ["EXACT"]


@pytest.mark.parametrize("name", ["没有这份回答.txt", "answers/none", "no such answer.md"])
def test_a_file_that_is_not_there_is_said_and_not_taken_for_an_answer(on_samples, name):
    error = on_samples.answer("verify-quote", name, "--answer", code=1)["error"]
    assert name in error["message"] and error["hint"]
    assert on_samples.answer("verify-quote", "条款“写着”：见 a.txt", "--answer")["quotes"] != []


def test_a_script_may_ask_to_fail_on_what_is_not_verbatim(on_samples, clause):
    words = clause["content"].splitlines()[0]
    wrong = words.replace("二十日", "三十日")
    assert on_samples.on_library("verify-quote", words, "--require-exact").code == 0
    assert on_samples.on_library("verify-quote", wrong).code == 0
    assert on_samples.on_library("verify-quote", wrong, "--require-exact").code == 1
    assert on_samples.on_library("verify-quote", f"“{words}”“{wrong}”", "--answer", "--require-exact").code == 1
    assert on_samples.on_library("verify-quote", "没有引文", "--answer", "--require-exact").code == 1


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


def test_a_clause_is_read_by_id_and_by_number(on_samples, clause):
    by_id = on_samples.answer("clause", clause["chunk_id"])
    assert keys("parent previous next references definitions parts") <= set(by_id)
    by_number = on_samples.answer("clause", clause["section_id"], "--product", "YH1001")
    assert by_number["chunk_id"] == by_id["chunk_id"]
    assert clause["content"].splitlines()[0] in on_samples.on_library("clause", "犹豫期", "--product", "YH1001").out
    assert on_samples.answer("clause", "99.9", "--product", "YH1001")["status"] == "not_found"


@pytest.mark.requirement("FR-009a")
def test_a_table_and_a_cell_of_it_are_read(on_samples):
    on_samples.answer("review", "approve", 3, "--reviewer", "乙", "--accept-findings", "--reason", "样例")
    section = on_samples.answer("documents", "--product-code", "YH1001")["documents"][-1]
    table = on_samples.answer("clause", "砚湖青松两全保险费率表", "--document", section["document_id"])["parts"][0]
    whole = on_samples.answer("table", table["chunk_id"])
    assert ANSWER | keys("cell columns rows candidates unit") <= set(whole)
    row, column = whole["row_labels"][0], whole["columns"][-1]
    cell = on_samples.answer("table", table["chunk_id"], "--row", row, "--column", column)["cell"]
    assert (cell["row"], cell["column"], cell["text"]) == (row, column, whole["rows"][0][-1])
    assert len(cell["box"]) == 5
    said = on_samples.on_library("table", table["chunk_id"], "--row", row, "--column", column)
    assert cell["text"] in said.out
    where = ("--document", section["document_id"], "--row", row, "--column", column)
    numbered = on_samples.answer("table", table["section_id"], *where)
    assert numbered["cell"] == cell
    assert on_samples.answer("table", "7.1")["status"] == "not_found"
    assert "不是表格" in on_samples.on_library("table", "7.1").out
    missing = on_samples.answer("table", table["chunk_id"], "--row", "没有这一行", "--column", column)
    assert missing["status"] == "not_found"


def test_the_status_tells_what_waits(on_samples):
    answer = on_samples.answer("status")
    assert (answer["documents"]["verified"], answer["documents"]["pending"]) == (2, 1)
    assert "已核验 2 份" in on_samples.on_library("status").out


def test_products_side_by_side_go_into_a_file_that_is_not_written_over(on_samples, tmp_path):
    compare = ("products", "compare", "YH1001", "YH1001", "--out", str(tmp_path / "a.docx"))
    said = on_samples(*compare)
    assert (said.code, "已写到" in said.out) == (0, True)
    before = (tmp_path / "a.docx").read_bytes()
    again = on_samples(*compare)
    assert (again.code, "已经存在" in again.err) == (2, True)
    assert (tmp_path / "a.docx").read_bytes() == before
    as_json = on_samples(*compare[:-1], str(tmp_path / "b.xlsx"), "--json").json
    assert ANSWER | keys("products rows") <= set(as_json)
    assert (tmp_path / "b.xlsx").exists()


def test_an_article_of_a_law_needs_no_library(command_line):
    answer = command_line.answer("law", "《保险法》16条2款")
    assert answer["status"] == "ok"
    assert keys("law edition article text paragraphs") <= set(answer["article"])
    assert answer["article"]["article"] == "第十六条"
    assert answer["passage"] == answer["article"]["paragraphs"][1]


def test_laws_are_listed_and_searched_without_a_library_and_what_is_not_there_is_said(command_line):
    listed = command_line.answer("law", "list")
    assert listed == command_line.answer("law")
    counts = [(each["short_name"], each["articles"]) for each in listed["laws"]]
    assert counts[:2] == [("保险法", 185), ("保险法解释一", 6)]
    assert keys("law short_name edition in_force articles document_id") == set(listed["laws"][0])
    found = command_line.answer("law", "search", "没有如实告知", "能解除合同吗")
    assert ANSWER | keys("query results searched") == set(found)
    assert found["results"][0]["article"] == "第十六条"
    said = command_line("law", "search", "红烧肉怎么做")
    assert (said.code, "没有与这个问题相关的条文" in said.out) == (0, True)
    said = command_line("law", "search")
    assert (said.code, "没有写要查什么" in said.err) == (2, True)


def test_an_article_is_shown_with_its_edition_its_day_and_its_place(command_line):
    said = command_line("law", "保险法", "第44条")
    assert "中华人民共和国保险法（2015-04-24，条文写明 2009-10-01 起施行）第二章 保险合同" in said.out
    assert "被保险人自杀的" in said.out
