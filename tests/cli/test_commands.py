"""The commands on real PDFs and a real library: keys of the contract, exit codes, and what a person reads."""

import json
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from command_line import keys

from insurance_desktop import paths
from insurance_desktop.cli.answer_layouts import named
from insurance_desktop.cli.rendering import rendered
from insurance_desktop.domain.answers import Nearest, SearchAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.services.connecting.clients import CLIENT_NAMES

SAMPLES = paths.resource_root() / "samples"
CLAUSE = SAMPLES / "clause-1.pdf"

ANSWER = keys("status message truncated next_cursor")
DOCUMENT = keys(
    "document_id sha256 product_code product_name company document_type edition pages"
    " conversion_status review_status findings indexed_clauses"
)
CONVERSION = keys("file sha256 pages conversion_status reason markdown clauses tables references findings coverage")
CONVERTED_CLAUSE = keys(
    "section_id section_title level parent_section chunk_index page_number page_to category entity_role keywords"
    " is_table table_data text items emphasis boxes"
)
SOURCE = keys(
    "product_name product_code company document_type document_id edition pdf_path page_number page_to boxes"
    " download_url pdf_sha256 text_sha256 verified_by verified_at"
)
SEARCH = ANSWER | keys("query scope results nearest candidates")
HIT = keys(
    "chunk_id content section_id section_title breadcrumb category similarity_score edition_status read_together"
    " source_reference"
)
PRODUCT = keys("product_id product_code product_name company category publish_time score matched_by")
EXCLUSIONS = ANSWER | keys(
    "finding risk_detected matched_clauses relevant_clauses confidence summary disclaimer enumerated complete"
)
SURRENDER = ANSWER | keys(
    "operation_name definition calculation_rules conditions consequences related_tables comparison_note"
    " source_references notices"
)
CHECKS = keys(
    "configuration python sqlite model ranking converter samples window font folder"
    " library integrity decisions clauses index"
) | {
    "mcp_handshake",
    "mcp_envelope",
    *(f"pack {name}" for name in pack_names()),
    *(f"client {name}" for name in CLIENT_NAMES),
}


# convert


def test_convert_needs_no_library_and_gives_the_whole_conversion(command_line):
    found = command_line("convert", CLAUSE, "--json").json
    assert set(found) >= CONVERSION
    assert set(found["clauses"][0]) >= CONVERTED_CLAUSE
    assert {"from", "to", "kind", "anchor", "resolved"} <= set(found["references"][0])
    assert {"glyphs", "in_markdown", "excluded", "unaccounted", "exclusions"} <= set(found["coverage"])
    assert found["clauses"][0]["boxes"][0][0] == found["clauses"][0]["page_number"]
    assert not command_line.library.exists()


def test_convert_prints_markdown_where_it_is_asked_for(command_line):
    said = command_line("convert", CLAUSE, "--markdown")
    assert said.code == 0
    assert re.search(r"^#+ .*犹豫期", said.out, re.MULTILINE)


@pytest.mark.parametrize("content", [b"", b"no pdf", CLAUSE.read_bytes()[:3000]], ids=["empty", "not a PDF", "cut"])
def test_convert_of_a_file_that_is_no_pdf_is_one_sentence(command_line, tmp_path, content):
    bad = tmp_path / "坏文件.pdf"
    bad.write_bytes(content)
    said = command_line("convert", bad)
    assert (said.code, said.out) == (1, "")
    assert "坏文件.pdf" in said.err
    assert set(command_line("convert", bad, "--json").json["error"]) == {"code", "message", "hint"}


@pytest.mark.parametrize("name", ["missing.pdf", "."])
def test_convert_of_what_is_no_file_is_one_sentence(command_line, tmp_path, name):
    assert command_line("convert", tmp_path / name, "--json").json["error"]["code"] == "source"


# import, documents


def test_import_reports_every_file_and_says_what_was_given(command_line, tmp_path):
    (tmp_path / "坏.pdf").write_bytes(b"no pdf")
    shutil.copy(CLAUSE, tmp_path / "好 文件.pdf")
    given = ("--company", "试验公司", "--product", "试验产品", "--product-code", "K1", "--doc-type", "产品条款")
    bad, good = command_line.answer("import", tmp_path / "坏.pdf", tmp_path / "好 文件.pdf", *given)["documents"]
    assert set(bad) >= DOCUMENT | {"path", "action", "reason"}
    assert set(good) >= DOCUMENT | {"path", "action", "reason"}
    assert (bad["action"], bool(bad["reason"])) == ("failed", True)
    assert good["action"] == "imported"
    assert (good["company"], good["product_name"], good["product_code"]) == ("试验公司", "试验产品", "K1")
    assert good["review_status"] == "PENDING"


def test_import_of_the_same_bytes_is_a_duplicate_and_exits_0(command_line):
    command_line.answer("import", CLAUSE)
    (again,) = command_line.answer("import", CLAUSE)["documents"]
    assert again["action"] == "duplicate"


def test_import_where_every_file_failed_prints_its_report_and_exits_1(command_line, tmp_path):
    (tmp_path / "bad.pdf").write_bytes(b"no pdf")
    report = command_line.answer("import", tmp_path / "bad.pdf", code=1)
    assert report["documents"][0]["action"] == "failed"


def test_import_keeps_progress_out_of_stdout(command_line):
    said = command_line.on_library("import", CLAUSE, "--json")
    assert "clause-1.pdf" in said.err
    assert said.json


def test_documents_leave_out_what_only_an_import_knows(on_samples):
    rows = on_samples.answer("documents")["documents"]
    assert len(rows) == 3
    assert set(rows[0]) >= DOCUMENT
    assert not {"path", "action", "reason"} & set(rows[0])


def test_documents_are_filtered_by_status_and_code(on_samples):
    assert len(on_samples.answer("documents", "--status", "verified")["documents"]) == 2
    assert len(on_samples.answer("documents", "--status", "PENDING", "--product-code", "YH1001")["documents"]) == 1
    assert on_samples.answer("documents", "--product-code", "none")["documents"] == []
    assert "已核验" in on_samples.on_library("documents").out


# review


@pytest.mark.requirement("US2", "SC-001", "FR-005")
def test_only_what_was_approved_is_found_and_a_rejection_takes_it_back(command_line):
    command_line.answer("import", CLAUSE, "--product-code", "K1")
    ask = ("search", "犹豫期", "--product-code", "K1")
    assert command_line.answer(*ask)["results"] == []
    receipt = command_line.answer("review", "approve", 1, "--reviewer", "甲", "--accept-findings", "--reason", "看过")
    assert set(receipt) >= {"document_id", "review_status", "content_sha256", "decision_id"}
    assert receipt["review_status"] == "VERIFIED"
    assert command_line.answer(*ask)["results"][0]["section_id"] == "1.4"
    command_line.answer("review", "reject", 1, "--reviewer", "乙", "--reason", "第 3 页缺字")
    assert command_line.answer(*ask)["results"] == []


def test_the_log_names_every_decision_and_says_that_it_is_whole(on_samples):
    log = on_samples.answer("review", "log")
    assert log["check"]["ok"] is True
    assert {"甲"} <= {each["reviewer"] for each in log["decisions"]}
    assert "决定日志完整" in on_samples.on_library("review", "log", 1).out


def test_an_edit_takes_a_verified_document_out_of_the_index(on_samples, tmp_path):
    markdown = on_samples.answer("review", "show", 1)["markdown"]
    edited = tmp_path / "edited.md"
    edited.write_text(markdown.replace("十五日", "二十日"), encoding="utf-8")
    receipt = on_samples.answer("review", "edit", 1, "--markdown", edited, "--reviewer", "甲", "--reason", "试")
    assert receipt["review_status"] == "PENDING"
    assert on_samples.answer("search", "犹豫期", "--document", 1)["results"] == []


@pytest.mark.parametrize(
    "words",
    [
        ["review", "show", "99"],
        ["review", "reject", "99", "--reviewer", "甲", "--reason", "x"],
        ["review", "approve", "99", "--reviewer", "甲"],
        ["review", "resolve", "1", "9999", "--reviewer", "甲", "--reason", "x"],
        ["review", "log", "99"],
    ],
    ids=" ".join,
)
def test_an_id_that_is_not_there_is_said_in_a_sentence(on_samples, words):
    assert on_samples.answer(*words, code=1)["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    "words",
    [
        ["documents"],
        ["review", "show", "1"],
        ["review", "log"],
        ["index"],
        ["backup", "copy.db"],
        ["crawl", "status"],
        ["crawl", "receipts"],
    ],
    ids=" ".join,
)
def test_a_command_that_needs_a_library_makes_none(command_line, words):
    error = command_line.answer(*words, code=1)["error"]
    assert error["code"] == "not_found"
    assert "还没有资料库" in error["message"]
    assert not command_line.library.exists()


# answers


@pytest.mark.requirement("FR-001", "US1")
def test_search_gives_the_clause_verbatim_with_its_whole_source(on_samples):
    answer = on_samples.answer("search", "犹豫期", "--product-code", "YH1001")
    assert set(answer) >= SEARCH
    hit = answer["results"][0]
    assert set(hit) >= HIT
    assert set(hit["source_reference"]) == SOURCE | {"file_name", "file_size", "locator"}
    assert "您有二十日的犹豫期" in hit["content"]
    assert hit["edition_status"] == "current"
    assert hit["similarity_score"] >= 0.7
    assert hit["source_reference"]["page_number"] >= 1
    assert Path(hit["source_reference"]["pdf_path"]).is_absolute() is False


@pytest.mark.requirement("FR-001")
def test_search_for_what_is_not_there_says_so_and_shows_titles_only(on_samples):
    answer = on_samples.answer("search", "红烧肉怎么做", "--product-code", "YH1001")
    assert (answer["status"], answer["results"]) == ("no_match", [])
    assert answer["message"].startswith("未找到相关条款")
    assert all(
        set(each) == {"chunk_id", "section_id", "section_title", "product_name", "document_id"}
        for each in answer["nearest"]
    )


def test_what_is_under_the_bar_that_was_asked_for_is_weak_and_said_to_be(on_samples):
    ask = ("search", "签收以后多少天之内可以反悔？", "--product-code", "YH1001")
    sure = on_samples.answer(*ask)
    score = sure["results"][0]["similarity_score"]
    assert sure["status"] == "ok" and score < 1.0
    weak = on_samples.answer(*ask, "--min-similarity", (score + 1) / 2)
    assert (weak["status"], weak["results"][0]) == ("weak", sure["results"][0] | {"facts": []})
    assert on_samples.on_library(*ask, "--min-similarity", (score + 1) / 2).out.startswith("可能相关，请核对")


def test_search_for_a_person_names_product_clause_and_page(on_samples):
    shown = on_samples.on_library("search", "犹豫期", "--product-code", "YH1001").out
    assert "砚湖青松两全保险" in shown
    assert "1.4 犹豫期" in shown
    assert " 页（原件 sha256 " in shown


def test_every_hit_for_a_person_bears_the_id_that_clause_takes(on_samples):
    shown = on_samples.on_library("search", "犹豫期", "--product-code", "YH1001").out
    found = on_samples.answer("search", "犹豫期", "--product-code", "YH1001")["results"]
    assert [hit["chunk_id"] for hit in found] == re.findall("条款编号：(\\S+)", shown)
    assert "相关概率" in shown
    alone = on_samples.on_library("clause", found[0]["chunk_id"]).out
    assert "犹豫期" in alone
    assert "相关概率" not in alone


def test_no_title_is_promised_where_there_is_none(on_samples):
    shown = on_samples.on_library("search", "第99条").out
    assert shown.startswith("未找到相关条款")
    assert "标题" not in shown
    assert "标题" in on_samples.on_library("search", "红烧肉怎么做").out


@pytest.mark.parametrize(
    ("section", "title", "shown"),
    [
        ("1.4", "犹豫期", "1.4 犹豫期"),
        ("前言", "前言", "前言"),
        ("第二十六条【火车】", "火车", "第二十六条【火车】"),
        ("附录/三", "三", "附录/三"),
        ("第六条", "", "第六条"),
    ],
)
def test_a_title_is_not_said_twice(section, title, shown):
    assert named(section, title) == shown


def test_a_nearest_title_of_a_document_without_product_names_the_document():
    found = SearchAnswer(
        AnswerStatus.NO_MATCH, "x", {}, "未找到相关条款", nearest=(Nearest("c0", "前言", "前言", None, 7),)
    )
    assert rendered(found).splitlines()[-1] == "  前言（文件 #7）"


def test_an_edition_that_was_replaced_is_found_only_by_name_and_marked(on_samples):
    ask = ("search", "犹豫期", "--product-code", "YH1001")
    old = on_samples.answer(*ask, "--edition", "YH1001-1")["results"][0]
    assert "您有十五日的犹豫期" in old["content"]
    assert old["edition_status"] == "superseded"
    assert {hit["edition_status"] for hit in on_samples.answer(*ask)["results"]} == {"current"}


def test_explain_shows_where_a_score_comes_from(on_samples):
    ask = ("search", "签收以后多少天之内可以反悔？")
    assert on_samples.answer(*ask, "--explain")["results"][0]["explain"]
    assert on_samples.answer(*ask)["results"][0]["explain"] is None


def test_a_clause_is_fetched_by_the_id_that_a_search_gave(on_samples):
    chunk_id = on_samples.answer("search", "犹豫期", "--product-code", "YH1001")["results"][0]["chunk_id"]
    clause = on_samples.answer("clause", chunk_id)
    assert set(clause) >= ANSWER | HIT | {"parent", "previous", "next", "references"}
    assert clause["chunk_id"] == chunk_id
    assert "前一条" in on_samples.on_library("clause", chunk_id).out


def test_a_clause_that_is_not_there_is_an_answer(on_samples):
    answer = on_samples.answer("clause", "no-such-clause")
    assert answer["status"] == "not_found"
    assert set(answer) >= HIT


@pytest.mark.requirement("FR-001a")
def test_lookup_finds_a_product_by_a_part_of_its_name(on_samples):
    answer = on_samples.answer("lookup", "青松")
    assert set(answer) >= ANSWER | {"products"}
    product = answer["products"][0]
    assert product["product_code"] == "YH1001"
    assert set(product) == PRODUCT | {"product_type", "age_range", "waiting_period"}
    assert "YH1001" in on_samples.on_library("lookup", "青松").out


@pytest.mark.requirement("FR-002")
def test_exclusions_carry_the_disclaimer_and_enumerate(on_samples):
    answer = on_samples.answer("exclusions", "酒后开车出了事", "--product", "YH1001")
    assert set(answer) >= EXCLUSIONS
    assert answer["disclaimer"] == "本结果仅供参考，实际理赔以保险合同和公司审核为准"
    assert answer["finding"] == "matched"
    assert "酒后驾驶" in answer["matched_clauses"][0]["text"]
    assert answer["disclaimer"] in on_samples.on_library("exclusions", "酒后开车", "--product", "YH1001").out


@pytest.mark.requirement("FR-002a")
def test_surrender_says_that_it_is_logic_only(on_samples):
    answer = on_samples.answer("surrender", "YH1001", "--operation", "surrender")
    assert set(answer) >= SURRENDER
    assert "本工具只提供计算逻辑，具体金额请参考保单" in answer["notices"]
    assert "本工具只提供计算逻辑" in on_samples.on_library("surrender", "YH1001", "--operation", "surrender").out


ASKING = [
    ["search", "犹豫期"],
    ["lookup", "青松"],
    ["exclusions", "酒驾"],
    ["surrender", "YH1001", "--operation", "surrender"],
    ["clause", "x"],
]


@pytest.mark.parametrize("words", ASKING, ids=" ".join)
def test_a_question_before_the_first_library_is_answered_and_makes_no_file(command_line, words):
    assert command_line.answer(*words)["status"] == "empty_library"
    assert "还没有资料库" in command_line.on_library(*words).out
    assert not command_line.library.exists()


@pytest.mark.parametrize("words", [*ASKING, ["documents"], ["import", CLAUSE]], ids=lambda words: str(words[0]))
def test_another_programs_database_is_refused_and_left_as_it_is(command_line, words):
    with sqlite3.connect(command_line.library) as foreign:
        foreign.execute("CREATE TABLE mine (x)")
    foreign.close()
    before = command_line.library.read_bytes()
    assert command_line.answer(*words, code=1)["error"]["code"] == "not_a_library"
    assert command_line.library.read_bytes() == before


@pytest.mark.parametrize("query", ["\u0000", "   ", "😀" * 50, "' OR 1=1 --", 'NEAR("a" b)', "第１．４条", "猶豫期"])
def test_a_strange_question_is_answered_or_refused_in_words(on_samples, query):
    said = on_samples.on_library("search", query, "--json")
    assert said.code in (0, 2)
    assert "unexpected" not in said.out


# backup, index, doctor


def test_a_backup_is_a_library_that_answers_the_same(on_samples, tmp_path):
    target = tmp_path / "备份.db"
    made = on_samples.answer("backup", target)
    assert made["bytes"] == target.stat().st_size
    ask = ("search", "犹豫期", "--product-code", "YH1001", "--json", "--library")
    assert on_samples(*ask, target).json == on_samples(*ask, on_samples.library).json


def test_a_backup_never_overwrites(on_samples, tmp_path):
    target = tmp_path / "taken.db"
    target.write_text("mine", encoding="utf-8")
    assert "error" in on_samples.on_library("backup", target, "--json").json
    assert target.read_text(encoding="utf-8") == "mine"


def test_index_says_what_it_did(on_samples):
    report = on_samples.answer("index", "--rebuild")
    assert {"clauses", "windows", "removed", "seconds"} <= set(report)
    assert report["clauses"] > 50
    assert on_samples.answer("search", "犹豫期", "--product-code", "YH1001")["status"] == "ok"


def test_doctor_finds_a_healthy_library_healthy(on_samples):
    checks = on_samples.answer("doctor")["checks"]
    assert all(set(check) == {"name", "ok", "detail", "hint"} for check in checks)
    assert {check["name"] for check in checks} == CHECKS


def test_doctor_prints_its_report_and_exits_1_where_a_check_fails(on_samples):
    on_samples.library.write_bytes(b"not a library at all" * 100)
    report = on_samples.answer("doctor", code=1)
    (broken,) = [check for check in report["checks"] if not check["ok"]]
    assert broken["name"] == "library"
    assert broken["hint"]
    assert "✘ 资料库" in on_samples.on_library("doctor").out


def test_every_json_answer_is_plain_utf8(on_samples):
    out = on_samples.on_library("documents", "--json").out
    assert "砚湖" in out
    assert json.loads(out)
