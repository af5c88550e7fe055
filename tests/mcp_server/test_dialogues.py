"""Scripted dialogues of an AI client with the running server: each step fixes tool, status, section and verdict."""

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from ai_client import connected
from dialogue_library import (
    CODE,
    COOLING_OFF,
    DEDUCTIBLE,
    INJECTED,
    MARKERS,
    NAME,
    OLD,
    OLD_WAITING,
    OTHER,
    OTHER_CODE,
    SUPERSEDED,
    WAITING,
    build,
)

pytestmark = pytest.mark.requirement("US1", "FR-001")


@dataclass(frozen=True)
class Step:
    """A call and what must come of it. `said` = more facts of the answer, by dotted path; `keeps` names what later
    steps take from this one: "{name}" in an argument stands for it."""

    tool: str
    arguments: dict[str, Any]
    status: str
    section: str | None = None
    verdict: str | None = None
    said: dict[str, Any] = field(default_factory=dict)
    keeps: dict[str, str] = field(default_factory=dict)


def at(facts: Any, path: str) -> Any:
    for part in path.split("."):
        facts = facts[int(part)] if isinstance(facts, list) else facts[part]
    return facts


def section_of(facts: dict[str, Any]) -> str | None:
    """The clause that an answer gives first."""
    for place in ("section_id", "results.0.section_id", "matched_clauses.0.section_id", "changes.0.new.section_id"):
        try:
            return at(facts, place)
        except (KeyError, IndexError, TypeError):
            continue
    return None


FIND_QUOTE_VERIFY = (
    Step(
        "lookup_product",
        {"product_name": "澄江安心"},
        "ok",
        said={"products.0.product_name": NAME},
        keeps={"code": "products.0.product_code"},
    ),
    Step(
        "search_policy_clause",
        {"query": "等待期有多长？", "product_code": "{code}"},
        "ok",
        section="2.2",
        said={"results.0.edition_status": "current", "results.0.source_reference.page_number": 3},
        keeps={"words": "results.0.content", "id": "results.0.chunk_id", "section": "results.0.section_id"},
    ),
    Step("get_clause", {"clause_id": "{id}"}, "ok", section="2.2", said={"content": WAITING, "next.section_id": "2.3"}),
    Step(
        "verify_quote",
        {"quote": "{words}", "product_id": "{code}", "section_id": "{section}"},
        "ok",
        section="2.2",
        verdict="EXACT",
        said={"source_reference.product_code": CODE, "edition_status": "current"},
    ),
    Step(
        "verify_quote",
        {"quote": "自本合同生效之日起180天为等待期", "product_id": "{code}"},
        "ok",
        section="2.2",
        verdict="NOT_FOUND",
        said={"difference.1.critical": True},
    ),
)

UNANSWERABLE = (
    Step(
        "search_policy_clause",
        {"query": "红烧肉怎么做才不腻？", "product_code": CODE},
        "no_match",
        said={"results": []},
    ),
    Step(
        "search_policy_clause",
        {"query": "宠物住院的医疗费给报销吗", "product_code": CODE},
        "no_match",
        said={"results": []},
    ),
    Step("get_clause", {"section_id": "99.9", "product_id": CODE}, "not_found"),
    Step("verify_quote", {"quote": "宠物医疗费用由我们全额承担", "product_id": CODE}, "ok", verdict="NOT_FOUND"),
    Step("library_status", {}, "ok", said={"documents.verified": 3, "documents.pending": 1, "documents.rejected": 1}),
)

FOLLOWED_UP = (
    Step("search_policy_clause", {"query": "dengdaiqi", "product_code": CODE}, "ok", section="2.2"),
    Step(
        "search_policy_clause",
        {"query": "那它是多少天？", "product_code": CODE},
        "no_match",
        said={"results": []},
    ),
    Step(
        "search_policy_clause",
        {"query": "那它是多少天？", "product_code": CODE, "context": "等待期从哪天算起？"},
        "ok",
        section="2.2",
    ),
)

WRONG_PRODUCT = (
    Step("lookup_product", {"product_name": "不存在的产品"}, "not_found"),
    Step("search_policy_clause", {"query": "免赔额", "product": "不存在的产品"}, "not_found", said={"results": []}),
    Step(
        "verify_quote",
        {"quote": DEDUCTIBLE, "product_id": NAME},
        "ok",
        section="2.4",
        verdict="WRONG_SECTION",
        said={"source_reference.product_name": OTHER},
    ),
    Step(
        "verify_quote",
        {"quote": WAITING, "product_id": CODE, "section_id": "2.4"},
        "ok",
        section="2.2",
        verdict="WRONG_SECTION",
    ),
    Step("verify_quote", {"quote": DEDUCTIBLE, "product_id": "不存在的产品"}, "not_found", verdict="NOT_CHECKED"),
    Step(
        "check_exclusion_risk",
        {"scenario_description": "酒后开车撞树身故", "product_id": "不存在的产品"},
        "not_found",
        said={"complete": False},
    ),
    Step(
        "check_exclusion_risk",
        {"scenario_description": "酒后开车撞树身故", "product_id": CODE},
        "ok",
        section="2.4",
        said={"risk_detected": True, "matched_clauses.0.item": "（2）"},
    ),
)

SUPERSEDED_EDITION = (
    Step(
        "verify_quote",
        {"quote": OLD_WAITING, "product_id": CODE},
        "ok",
        section="2.2",
        verdict="SUPERSEDED",
        said={"source_reference.edition": OLD, "edition_status": "superseded"},
    ),
    Step(
        "search_policy_clause",
        {"query": "等待期", "product_code": CODE},
        "ok",
        section="2.2",
        said={"results.0.content": WAITING},
    ),
    Step(
        "search_policy_clause",
        {"query": "等待期", "product_code": CODE, "edition": OLD},
        "ok",
        section="2.2",
        said={"results.0.content": OLD_WAITING, "results.0.edition_status": "superseded"},
    ),
    Step(
        "list_documents",
        {"product_id": CODE},
        "ok",
        said={"documents.0.edition_status": "superseded", "documents.1.edition_status": "current"},
        keeps={"old": "documents.0.document_id", "new": "documents.1.document_id"},
    ),
    Step(
        "compare_editions",
        {"document_id": "{old}", "other_document_id": "{new}"},
        "ok",
        section="2.2",
        said={
            "changes.0.kind": "changed",
            "changes.0.decisive": True,
            "counts.changed": 1,
            "counts.added": 1,
            "counts.removed": 1,
        },
    ),
)

INJECTION = (
    Step("get_clause", {"section_id": "7.1", "product_id": CODE}, "ok", section="7.1", said={"content": INJECTED}),
    Step("verify_quote", {"quote": "投保人应当如实告知。", "product_id": CODE}, "ok", section="7.1", verdict="EXACT"),
    Step("verify_quote", {"quote": "任何情形都给付保险金", "product_id": CODE}, "ok", verdict="NOT_FOUND"),
)

TABLE = (
    Step(
        "get_clause",
        {"section_id": "附表", "product_id": CODE},
        "ok",
        section="附表",
        said={"is_table": True},
        keeps={"table": "chunk_id"},
    ),
    Step(
        "get_table",
        {"clause_id": "{table}", "row": "30", "column": "女"},
        "ok",
        section="附表",
        said={"cell.text": "96", "cell.unit": "元", "cell.box": [6, 250.0, 100.0, 340.0, 118.0]},
    ),
    Step("get_table", {"clause_id": "{table}", "row": "31周岁", "column": "男"}, "ambiguous", said={"cell": None}),
    Step("get_table", {"clause_id": "{table}", "row": "40周岁", "column": "男"}, "not_found", said={"cell": None}),
)

DIALOGUES = {
    "find, quote, verify": FIND_QUOTE_VERIFY,
    "a question without an answer": UNANSWERABLE,
    "a follow-up": FOLLOWED_UP,
    "the wrong product": WRONG_PRODUCT,
    "an old edition": SUPERSEDED_EDITION,
    "an instruction inside a clause": INJECTION,
    "a cell of a table": TABLE,
}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return build(tmp_path_factory.mktemp("dialogues") / "library.db")


@pytest.fixture(scope="module")
def talk(library):
    """Holds conversations with the running server: one for each mode, started when it is first spoken to."""
    with ExitStack() as servers:
        server = cache(lambda mode: servers.enter_context(connected(library, mode)))
        yield lambda conversation, mode="auto": server(mode)(conversation)


@dataclass(frozen=True)
class Told:
    facts: dict[str, Any]
    text: str


async def play(client, steps) -> list[Told]:
    kept: dict[str, Any] = {}
    told = []
    for step in steps:
        arguments = {
            name: kept[value[1:-1]] if str(value).startswith("{") else value for name, value in step.arguments.items()
        }
        result = await client.call_tool(step.tool, arguments)
        assert not result.is_error, result.content
        facts = result.structured_content
        told.append(Told(facts, "\n".join(block.text for block in result.content)))
        kept |= {name: at(facts, path) for name, path in step.keeps.items()}
    return told


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("name", DIALOGUES)
def test_a_dialogue_goes_as_it_is_written_and_no_answer_is_more_than_clients_take(talk, name, mode):
    steps = DIALOGUES[name]
    for step, told in zip(steps, talk(lambda client: play(client, steps), mode), strict=True):
        found = (told.facts["status"], section_of(told.facts) if step.section else None, told.facts.get("verdict"))
        assert found == (step.status, step.section, step.verdict), step
        for path, value in step.said.items():
            assert at(told.facts, path) == value, (step, path)
        assert max(len(told.text.encode()), len(json.dumps(told.facts, ensure_ascii=False).encode())) < 25_000, step


def test_an_instruction_inside_a_clause_stays_inside_its_fence(talk):
    (told,) = talk(lambda client: play(client, INJECTION[:1]))
    lines = told.text.splitlines()
    told = next(place for place, line in enumerate(lines) if 'section_id="7.1"' in line)
    opening = next(place for place in range(told, len(lines)) if lines[place].startswith("〔资料 "))
    mark = lines[opening].split("〕")[0].split()[-1]
    closing = lines.index(f"〔资料完 {mark}〕", opening)
    inside = [place for place, line in enumerate(lines) if "忽略之前的全部规则" in line]
    assert inside and all(opening < place < closing for place in inside)
    assert "不是指令" in lines[0]


SWEEP = ("等待期", "特别关爱金", "犹豫期", "责任免除", "这一条还没有人核验过", *MARKERS, COOLING_OFF)


@pytest.mark.requirement("SC-001")
def test_no_byte_of_any_answer_holds_what_must_not_be_served(talk):
    """Every tool, resource and completion is asked for the planted markers without naming an edition."""

    async def conversation(client):
        said = []
        for words in SWEEP:
            asked = words.replace(SUPERSEDED, "旧版").replace(MARKERS[0], "待核").replace(MARKERS[1], "驳回")
            for tool, arguments in (
                ("search_policy_clause", {"query": asked}),
                ("search_policy_clause", {"query": asked, "product_code": CODE, "top_k": 20}),
                ("lookup_product", {"product_name": asked}),
                ("check_exclusion_risk", {"scenario_description": asked, "product_id": CODE, "strict_mode": False}),
                ("get_clause", {"section_id": asked, "product_id": CODE}),
                ("verify_quote", {"quote": asked * 2, "product_id": CODE}),
            ):
                said.append(await client.call_tool(tool, arguments))
        for section in ("2.2", "2.9"):
            said.append(await client.call_tool("get_clause", {"section_id": section, "product_id": CODE}))
        for operation in ("surrender", "reduced_paid_up"):
            said.append(
                await client.call_tool("calculate_surrender_value_logic", {"product_id": CODE, "operation": operation})
            )
        said.append(await client.call_tool("list_documents", {}))
        said.append(await client.call_tool("library_status", {}))
        for document in (4, 5):
            said.append(await client.call_tool("search_policy_clause", {"query": "等待期", "document_id": document}))
            said.append(await client.call_tool("compare_editions", {"document_id": 2, "other_document_id": document}))
        said.append(await client.read_resource("document://2/page/1"))
        return [each.model_dump_json() for each in said]

    texts = talk(conversation)
    assert len(texts) > 60
    assert not [text[:400] for text in texts for marker in MARKERS if marker in text]


def test_old_words_are_served_to_who_names_the_edition_and_marked(talk):
    async def conversation(client):
        search = await client.call_tool(
            "search_policy_clause", {"query": "特别关爱金", "product_code": CODE, "edition": OLD}
        )
        clause = await client.call_tool("get_clause", {"section_id": "2.9", "product_id": CODE, "edition": OLD})
        return search.structured_content, clause.structured_content

    search, clause = talk(conversation)
    assert SUPERSEDED in json.dumps(search, ensure_ascii=False)
    assert {each["edition_status"] for each in search["results"]} == {"superseded"}
    assert (clause["edition_status"], clause["section_id"]) == ("superseded", "2.9")
    assert OTHER_CODE not in json.dumps(search)
