"""What is answered: the declared tools with the command line's JSON, evidence on pages, faults in words."""

import json
import re
from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest
from command_line import run_process

from insurance_desktop.http_server import routes
from insurance_desktop.http_server.pages import element, page
from insurance_desktop.services.answers.tools import TOOLS

QUESTION = "犹豫期有多少天"


def of_the_command(face, *words):
    return run_process(*words, "--library", face.library, "--json").json


@pytest.fixture
def found(program):
    """The first clause that answers the question."""
    return program.get("/api/v1/search", params={"query": QUESTION}).json()["results"][0]


def test_the_server_says_how_it_is(program):
    told = program.get("/health").json()
    assert (told["status"], told["library"], told["verified_documents"]) == ("ok", "ok", 2)


@pytest.mark.requirement("FR-001")
def test_a_search_answers_what_the_command_answers(face, program):
    answer = program.get("/api/v1/search", params={"query": QUESTION, "top_k": "3"})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == of_the_command(face, "search", QUESTION, "--top-k", "3")
    assert (
        answer.json() == program.get("/api/tools/search_policy_clause", params={"query": QUESTION, "top_k": 3}).json()
    )


def test_a_clause_answers_what_the_command_answers(face, program, found):
    answer = program.get(f"/api/v1/clause/{found['chunk_id']}").json()
    assert answer == of_the_command(face, "clause", found["chunk_id"])
    assert answer["content"] == found["content"]


def test_what_is_not_there_is_an_answer_with_its_status(program):
    answer = program.get("/api/v1/clause/no-such-clause")
    assert (answer.status_code, answer.json()["status"]) == (200, "not_found")
    assert program.get("/api/v1/search", params={"query": "红烧肉怎么做"}).json()["status"] == "no_match"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_each_declared_tool_has_a_path(program, tool):
    answer = program.get(f"/api/tools/{tool.path or tool.name}")
    assert answer.status_code in (200, 400)
    assert answer.json().keys() & {"status", "error"}


def test_a_tool_that_declares_a_path_is_found_there(monkeypatch):
    monkeypatch.setattr(routes, "TOOLS", (*TOOLS, replace(TOOLS[0], name="filter_things", path="filter")))
    found = routes.tools_by_path(None)
    assert found["/api/tools/filter"].name == "filter_things"
    assert "/api/tools/filter_things" not in found


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("/api/v1/search", "缺少 query"),
        ("/api/v1/search?query=x&top_k=99", "top_k 不能是“99”，应是1–20 的整数"),
        ("/api/v1/search?query=x&top_k=many", "top_k"),
        ("/api/v1/search?query=x&compny=y", "没有名为 compny 的参数"),
        ("/api/v1/search?query=x&query=y", "query 给了两个不同的值"),
        ("/api/tools/get_clause", "clause_id、section_id"),
        ("/api/tools/check_exclusion_risk?scenario_description=x&strict_mode=maybe", "true 或 false"),
        ("/api/tools/calculate_surrender_value_logic?product=1&operation=refund", "surrender、reduced_paid_up 之一"),
        ("/api/v1/search?query=" + "x" * 2001, "1–2000 字的文字"),
        ("/api/v1/search?query=x&as_of=yesterday", "yesterday"),
    ],
)
def test_a_wrong_argument_is_named_with_what_may_be_given(program, path, fault):
    answer = program.get(path)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "usage"
    assert fault in error["message"]


def test_the_older_name_of_an_argument_and_empty_fields_are_understood(program):
    answer = program.get("/api/tools/list_documents", params={"product_id": "1", "cursor": ""})
    assert answer.json()["status"] == "ok"


def test_other_paths_and_methods_are_answered_in_words(program):
    assert program.get("/no-such-path").json()["error"]["code"] == "not_found"
    assert program.get("/health/").json()["error"]["code"] == "not_found"
    refused = program.post("/health")
    assert (refused.status_code, refused.json()["error"]["code"]) == (405, "not_allowed")


def test_every_path_is_in_the_document_with_its_arguments(program):
    told = program.get("/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    assert {f"/api/tools/{tool.path or tool.name}" for tool in TOOLS} <= told["paths"].keys()
    clause = told["paths"]["/api/v1/clause/{clause_id}"]["get"]
    assert {"name": "clause_id", "in": "path", "required": True}.items() <= clause["parameters"][0].items()
    asked = {each["name"] for each in told["paths"]["/api/v1/search"]["get"]["parameters"]}
    assert {"query", "product"} <= asked
    assert not asked & {"detail", "max_tokens"}, "the JSON is whole"
    assert "GET /api/v1/search" in program.get("/docs").text


def test_the_evidence_page_shows_the_words_and_marks_each_box(program, found):
    answer = program.get(f"/clause/{found['chunk_id']}")
    tree = fromstring(re.sub(r"<(meta|link)([^>]*)>", r"<\1\2/>", answer.text.partition("\n")[2]))
    assert "".join(tree.find(".//div[@class='words']").itertext()) == found["content"]
    boxes = found["source_reference"]["boxes"]
    assert len(tree.findall(".//rect")) == len(boxes)
    x0 = [float(each.get("x")) for each in tree.findall(".//rect")]
    assert x0 == pytest.approx([box[1] for box in boxes], abs=0.1)
    picture = program.get(tree.find(".//image").get("href"))
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_pages_run_no_script_and_are_framed_by_nobody(program, found):
    for path in ("/", "/docs", f"/clause/{found['chunk_id']}"):
        answer = program.get(path)
        rules = answer.headers["content-security-policy"]
        assert "default-src 'none'" in rules
        assert "script-src" not in rules
        assert "frame-ancestors 'none'" in rules
        assert "<script" not in answer.text
        assert "style=" not in answer.text


def test_a_question_on_the_page_leads_to_its_evidence(program, found):
    text = program.get("/", params={"query": QUESTION}).text
    assert f'href="/clause/{found["chunk_id"]}"' in text
    assert "未找到相关条款" in program.get("/", params={"query": "红烧肉怎么做"}).text


def test_what_a_document_says_never_becomes_markup():
    said = page("<b>&", element("p", '<script>"&', href='"><script>'))
    assert "<script>" not in said
    assert "<b>" not in said


@pytest.mark.parametrize(
    "path", ["/pictures/3/1", "/pictures/1/999", "/pictures/1/0", "/pictures/x/1", "/pictures/1/1e3"]
)
def test_pages_that_nobody_verified_or_that_are_none_are_not_shown(program, path):
    assert program.get(path).status_code == 404


def test_a_clause_that_is_not_there_is_a_page_that_says_so(program):
    answer = program.get("/clause/no-such-clause")
    assert answer.status_code == 404
    assert "no-such-clause" in answer.text


def test_the_record_says_what_was_answered_and_not_what_was_asked(face, program):
    program.get("/api/v1/search", params={"query": "只有我知道的问题"})
    program.get("/clause/only-i-know")
    said = face.said.read_text(encoding="utf-8")
    records = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert {"method": "GET", "path": "/api/v1/search", "status": 200}.items() <= records[-2].items()
    assert {"path": "/clause/{clause_id}", "status": 404}.items() <= records[-1].items()
    assert "only-i-know" not in said
    assert "只有" not in said
    assert "%E5" not in said
    assert face.token not in said


def test_nothing_of_this_changes_the_library(face, program):
    program.get("/api/v1/search", params={"query": QUESTION})
    assert face.digest() == face.before
