"""The server reads and nothing else: strange calls change no byte, and no byte that it says may not be seen."""

import shutil
from pathlib import Path

import pytest
from fuzz_server import digest, fuzz
from recording_talk import RecordingTalk

from insurance_desktop import paths
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.services.connecting.talk import ENVELOPE_VERSION, HANDSHAKE_VERSION, TalkFailed
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.services.workspace import open_workspace

SUPERSEDED, CURRENT, PENDING, REJECTED = 1, 2, 3, 4
"""Two editions of the samples' clause, their rate table that nobody has approved, and a document of this test's own."""
MARKS = {name: f"ZQ{name}XV" for name in ("pending", "rejected", "editedback", "superseded")}
QUESTIONS = ("犹豫期有多少天", "等待期", "责任免除", "退保", "保险期间", "2.3", "第一条", "现金价值表", "费率")
SCENARIOS = ("酒后开车出了事", "自杀", "战争")


def marked(markdown: str, name: str) -> str:
    """The text with a mark at the end of every other sentence, so that no part of it can be shown without."""
    sentences = markdown.split("。")
    return "。".join(each + (MARKS[name] if place % 2 else "") for place, each in enumerate(sentences))


def edit(library, document_id: int, markdown: str) -> None:
    decisions.edit(library, document_id, markdown=markdown, reviewer="甲", reason="试")


def approve(engine, document_id: int) -> None:
    decisions.approve(engine, document_id, reviewer="甲", accept_findings_reason="试")


@pytest.fixture(scope="module")
def marked_library(prepared_library, tmp_path_factory):
    """The samples with a mark in every text that may not be shown."""
    folder = tmp_path_factory.mktemp("marked")
    path = Path(shutil.copy(prepared_library, folder / "library.db"))
    other = folder / "other.pdf"
    other.write_bytes((paths.resource_root() / "samples" / "clause-2.pdf").read_bytes() + b"\n% other bytes\n")
    with open_workspace(path) as workspace:
        was = decisions.show(workspace.library, CURRENT).markdown
        edit(workspace.library, CURRENT, marked(was, "editedback"))
        approve(workspace.engine, CURRENT)
        edit(workspace.library, CURRENT, was)
        approve(workspace.engine, CURRENT)
        edit(
            workspace.library, SUPERSEDED, marked(decisions.show(workspace.library, SUPERSEDED).markdown, "superseded")
        )
        approve(workspace.engine, SUPERSEDED)
        edit(
            workspace.library,
            PENDING,
            marked(decisions.show(workspace.library, PENDING).markdown, "pending") + f"\n{MARKS['pending']}\n",
        )
        given = GivenMetadata(product_code="YH7007", product_name="砚湖另一款", document_type="产品条款")
        (file,) = import_paths(workspace.library, workspace.converter, [other], given=given)
        assert file.document.document_id == REJECTED
        edit(workspace.library, REJECTED, marked(decisions.show(workspace.library, REJECTED).markdown, "rejected"))
        decisions.reject(workspace.library, REJECTED, reviewer="甲", reason="试")
    content = path.read_bytes()
    assert [name for name, mark in MARKS.items() if mark.encode() not in content] == []
    return path


def read_pages(talk: RecordingTalk, era: str, document_id: int) -> int:
    """How many of a document's first pages can be read as a resource; the others must be refused."""
    read = 0
    for page in range(1, 4):
        for uri in (f"document://{document_id}/page/{page}", f"document://{document_id}/page/{page}/picture"):
            try:
                talk.request("resources/read", era, {"uri": uri})
            except TalkFailed as failure:
                assert failure.key == "refused"
            else:
                read += 1
    return read


def usual_calls():
    """What a client asks that names no edition."""
    for question in QUESTIONS:
        yield "search_policy_clause", {"query": question, "top_k": 20}
        yield "search_policy_clause", {"query": question, "product_code": "YH1001"}
        yield "search_policy_clause", {"query": question, "product_code": "YH7007"}
    for name in ("青松", "另一款", "砚湖"):
        yield "lookup_product", {"product_name": name}
    for scenario in SCENARIOS:
        for product in ("YH1001", "YH7007", None):
            named = {} if product is None else {"product_id": product}
            yield "check_exclusion_risk", {"scenario_description": scenario, "strict_mode": False, **named}
    for operation in ("surrender", "reduced_paid_up"):
        yield "calculate_surrender_value_logic", {"product_id": "YH1001", "operation": operation}


@pytest.mark.requirement("SC-001", "FR-006")
@pytest.mark.parametrize("era", [HANDSHAKE_VERSION, ENVELOPE_VERSION])
def test_marks_in_text_that_may_not_be_shown_are_in_no_byte_that_the_server_says(marked_library, era):
    with RecordingTalk(marked_library) as talk:
        talk.begin(era)
        answers = [
            talk.request("tools/call", era, {"name": name, "arguments": arguments}) for name, arguments in usual_calls()
        ]
        for listing in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
            talk.request(listing, era, {})
        for each in talk.request("resources/list", era, {})["resources"]:
            talk.request("resources/read", era, {"uri": each["uri"]})
        pages = {document_id: read_pages(talk, era, document_id) for document_id in (CURRENT, PENDING, REJECTED)}
        assert pages[CURRENT] > 0
        assert pages[PENDING] == pages[REJECTED] == 0
        assert sum(not each.get("isError", False) for each in answers) > len(answers) / 2
        assert any("犹豫期" in str(each) for each in answers)
        assert [name for name in MARKS if talk.holds(MARKS[name])] == []


def test_superseded_text_is_shown_to_who_asks_for_its_edition_and_is_marked_so(marked_library):
    with RecordingTalk(marked_library) as talk:
        talk.begin(HANDSHAKE_VERSION)
        arguments = {"query": "犹豫期", "edition": "YH1001-1", "product_code": "YH1001"}
        answer = talk.request("tools/call", HANDSHAKE_VERSION, {"name": "search_policy_clause", "arguments": arguments})
        assert talk.holds(MARKS["superseded"])
        results = answer["structuredContent"]["results"]
        assert results and all(each["edition_status"] == "superseded" for each in results)


@pytest.mark.requirement("SC-001")
def test_hundreds_of_strange_calls_change_no_byte_and_show_no_mark(marked_library):
    before = digest(marked_library)
    with RecordingTalk(marked_library) as talk:
        talk.begin(HANDSHAKE_VERSION)
        found = fuzz(talk, 300)
        assert found.crashes == []
        assert found.answers > 20
        assert found.refusals > 20
        shown = [name for name in MARKS if talk.holds(MARKS[name])]
    assert set(shown) <= {"superseded"}  # a strange call may name an old edition or its document
    assert digest(marked_library) == before
    names = {each.name for each in marked_library.parent.iterdir()}
    assert names <= {"library.db", "library.db-wal", "library.db-shm", "other.pdf"}
