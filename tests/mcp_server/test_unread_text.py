"""What nobody has verified, or what no longer holds, is in no byte that an AI client is told, whatever it asks for."""

import re

import pytest
from marked_library import (
    CODE,
    CURRENT,
    NAME,
    OWN_PENDING,
    OWN_REJECTED,
    PENDING,
    REJECTED,
    STATES,
    build,
    mark,
)
from recording_talk import RecordingTalk

from insurance_desktop.services.connecting.talk import ENVELOPE_VERSION, HANDSHAKE_VERSION, TalkFailed
from insurance_desktop.services.library.library import open_library

UNREAD = (OWN_PENDING, OWN_REJECTED, PENDING, REJECTED)
ANY_MARK = re.compile(rb"zq(?:pending|rejected|editedback|superseded)[a-z]*xv")
PARTS = ("zq", *(f"zq{state}" for state in STATES), "澄江长乐", "澄江", "定期寿险", "长乐")
"""What a client may type that comes near a mark and holds none itself."""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return build(tmp_path_factory.mktemp("marked") / "library.db")


def unread_ids(path):
    """The ids that clauses of the unread documents would have had, and those of the superseded edition are left out."""
    with open_library(path) as opened, opened.database.read() as connection:
        return [row[0][:8] for row in connection.rows("SELECT original_sha256 FROM documents WHERE id > 2")]


def tool_calls(path):
    for words in (*PARTS, "犹豫期", "等待期", "费率表", "另有约定", "责任免除"):
        yield "search_policy_clause", {"query": words, "top_k": 20}
        yield "search_policy_clause", {"query": words, "product": words}
        yield "lookup_product", {"product_name": words}
        yield "get_clause", {"section_id": words}
        yield "get_clause", {"section_id": words, "product_id": NAME}
        yield "get_clause", {"clause_id": words}
        yield "get_table", {"clause_id": words, "row": words, "column": words}
        yield "verify_quote", {"quote": words * 4}
        yield "list_documents", {"product_id": words}
        yield "check_exclusion_risk", {"scenario_description": words, "strict_mode": False, "product_id": words}
        yield "calculate_surrender_value_logic", {"product_id": words, "operation": "surrender"}
    for company in PARTS:
        yield "lookup_product", {"product_name": "定期寿险", "company": company}
        yield "search_policy_clause", {"query": "等待期", "company": company}
        yield "search_policy_clause", {"query": "等待期", "edition": company, "product_code": CODE}
    for document_id in UNREAD:
        yield "search_policy_clause", {"query": "等待期", "document_id": document_id}
        yield "get_clause", {"section_id": "2.2", "document_id": document_id}
        yield "verify_quote", {"quote": "自本合同生效之日起180日为等待期", "document_id": document_id}
        yield "compare_editions", {"document_id": CURRENT, "other_document_id": document_id}
        yield "compare_editions", {"document_id": document_id, "other_document_id": CURRENT}
    for product_id in (2, 3):
        yield "list_documents", {"product_id": product_id}
        yield "get_clause", {"section_id": "1.3", "product_id": product_id}
        yield "check_exclusion_risk", {"scenario_description": "酒后开车", "product_id": product_id}
    for start in unread_ids(path):
        yield "get_clause", {"clause_id": f"{start}-2.2-000000000000"}
    yield "get_clause", {"section_id": "2.2 犹豫期", "product_id": CODE}
    yield "check_exclusion_risk", {"scenario_description": "酒后开车", "product_id": CODE, "strict_mode": False}
    yield "calculate_surrender_value_logic", {"product_id": CODE, "operation": "reduced_paid_up"}
    yield "list_documents", {}
    yield "list_documents", {"product_id": CODE}
    yield "library_status", {}
    yield "no_such_tool", {}
    yield "get_clause", {"section": "2.2"}


def other_requests(path):
    for listing in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
        yield listing, {}
    for document_id in UNREAD:
        for page in (1, 3):
            yield "resources/read", {"uri": f"document://{document_id}/page/{page}"}
            yield "resources/read", {"uri": f"document://{document_id}/page/{page}/picture"}
    yield "resources/read", {"uri": f"document://{CURRENT}/page/1"}
    yield "resources/read", {"uri": "ui://clause/viewer"}
    yield from (("resources/read", {"uri": f"clause://{start}-2.2-0"}) for start in unread_ids(path))
    prompt = {"type": "ref/prompt", "name": "理赔条款查找"}
    for typed in ("", *PARTS):
        yield "completion/complete", {"ref": prompt, "argument": {"name": "product", "value": typed}}
        for product in (None, NAME, "zqpending"):
            context = {} if product is None else {"context": {"arguments": {"product": product}}}
            yield "completion/complete", {"ref": prompt, "argument": {"name": "section", "value": typed}, **context}
            clause = {"type": "ref/resource", "uri": "clause://{id}"}
            yield "completion/complete", {"ref": clause, "argument": {"name": "id", "value": typed}, **context}
    page = {"type": "ref/resource", "uri": "document://{id}/page/{n}"}
    yield "completion/complete", {"ref": page, "argument": {"name": "id", "value": ""}}
    for document_id in UNREAD:
        given = {"context": {"arguments": {"id": str(document_id)}}}
        yield "completion/complete", {"ref": page, "argument": {"name": "n", "value": ""}, **given}


@pytest.mark.requirement("SC-001", "US1")
def test_the_marks_are_there_to_be_found(library):
    """Else the next test could not fail."""
    content = b"".join(each.read_bytes() for each in library.parent.glob("library.db*"))
    places = ("name", "code", "company", "category", "edition", "type", "file", "newedition", "newtype", "newfile")
    texts = ("title", "text", "item", "cell", "row", "header", "only", "alone")
    wanted = [mark(state, place) for state in ("pending", "rejected") for place in (*places, "title", "text")]
    wanted += [mark(state, place) for state in ("editedback", "superseded") for place in texts]
    wanted += [mark("editedback", "conversion")]
    assert [each for each in wanted if each.encode() not in content] == []
    with RecordingTalk(library) as talk:
        talk.begin(HANDSHAKE_VERSION)
        arguments = {"section_id": "1.3", "product_id": CODE, "edition": "2021版"}
        talk.request("tools/call", HANDSHAKE_VERSION, {"name": "get_clause", "arguments": arguments})
        assert talk.holds(mark("superseded", "title")) and talk.holds(mark("superseded", "text"))


@pytest.mark.requirement("SC-001", "US1")
@pytest.mark.parametrize("era", [HANDSHAKE_VERSION, ENVELOPE_VERSION])
def test_no_byte_holds_a_mark_of_unread_text(library, era):
    with RecordingTalk(library) as talk:
        talk.begin(era)
        answers = [
            talk.request("tools/call", era, {"name": name, "arguments": arguments})
            for name, arguments in tool_calls(library)
        ]
        refused = 0
        for method, params in other_requests(library):
            try:
                talk.request(method, era, params)
            except TalkFailed as failure:
                assert failure.key == "refused"
                refused += 1
        assert refused == 5 * len(UNREAD), "each page, picture and clause of an unread document, and nothing else"
        heard = b"\n".join(talk.heard)
    found = [each["structuredContent"] for each in answers if not each.get("isError")]
    assert any(each["status"] == "ok" for each in found)
    assert any(each["status"] == "no_match" and "核验" in (each["message"] or "") for each in found)
    assert "澄江长乐".encode() in heard, "what was asked may be said back"
    assert sorted(set(ANY_MARK.findall(heard))) == []
