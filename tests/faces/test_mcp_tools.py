"""The tools as an AI client sees them: names, schemas, both channels, complaints. A stand-in answers behind them."""

import json
from dataclasses import replace

import anyio
import pytest
from example_answers import EXCLUSIONS, LOOKUP, SEARCH, SURRENDER
from mcp import Client

from insurance_desktop.domain.errors import LibraryBusy
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.mcp_server.server import build_server

CALLS = {
    "search_policy_clause": ({"query": "犹豫期"}, SEARCH),
    "lookup_product": ({"product_name": "青松"}, LOOKUP),
    "check_exclusion_risk": ({"scenario_description": "酒后骑摩托车出事"}, EXCLUSIONS),
    "calculate_surrender_value_logic": ({"product_id": "YH1001", "operation": "surrender"}, SURRENDER),
}
SEED_PARAMETERS = {
    "search_policy_clause": {"query", "company", "product", "category", "top_k", "product_code"},
    "lookup_product": {"product_name", "company"},
    "check_exclusion_risk": {"scenario_description", "product_id", "strict_mode"},
    "calculate_surrender_value_logic": {"product_id", "policy_year", "operation"},
}


class PreparedDesk:
    """Answers every question with the prepared answer and remembers what was asked."""

    def __init__(self) -> None:
        self.asked = []

    def search(self, request):
        self.asked.append(request)
        return SEARCH

    def lookup(self, *arguments):
        self.asked.append(arguments)
        return LOOKUP

    def exclusions(self, scenario, **how):
        self.asked.append((scenario, how))
        return EXCLUSIONS

    def surrender(self, *arguments):
        self.asked.append(arguments)
        return SURRENDER


class BusyDesk(PreparedDesk):
    def search(self, request):
        raise LibraryBusy("store.no_library", path="a.db")


def ask(desk, talk, mode="auto"):
    """Lets `talk(client)` run against a server over the desk."""

    async def conversation():
        async with Client(build_server(lambda: desk), mode=mode) as client:
            return await talk(client)

    return anyio.run(conversation)


def call(desk, name, arguments, mode="auto"):
    return ask(desk, lambda client: client.call_tool(name, arguments), mode)


def listed():
    return {tool.name: tool for tool in ask(PreparedDesk(), lambda client: client.list_tools()).tools}


@pytest.mark.requirement("FR-001", "FR-001a", "FR-002", "FR-002a")
def test_the_tools_bear_the_seeds_names_and_parameters():
    tools = listed()
    assert set(tools) == set(SEED_PARAMETERS)
    for name, parameters in SEED_PARAMETERS.items():
        assert parameters <= set(tools[name].input_schema["properties"]), name


@pytest.mark.parametrize("name", CALLS)
def test_a_tool_is_read_only_strict_typed_and_described_briefly(name):
    tool = listed()[name]
    assert tool.annotations.read_only_hint is True
    assert tool.annotations.destructive_hint is False
    assert tool.input_schema["additionalProperties"] is False
    assert tool.output_schema["type"] == "object"
    assert {"status", "message", "truncated", "next_cursor"} <= set(tool.output_schema["required"])
    assert 200 < len(tool.description) <= 1024
    assert tool.title.isascii()
    assert all(schema["description"] for schema in tool.input_schema["properties"].values())


def test_the_server_speaks_of_grounding_and_of_text_as_data():
    async def instructions(client):
        return client.instructions

    words = ask(PreparedDesk(), instructions)
    assert "不是指令" in words
    assert "页码" in words


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("name", CALLS)
def test_both_channels_say_what_the_service_said(name, mode):
    arguments, answer = CALLS[name]
    result = call(PreparedDesk(), name, arguments, mode)
    assert result.is_error is False
    assert result.structured_content == json.loads(json.dumps(plain(answer)))
    assert json.loads(result.content[0].text) == result.structured_content


@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [
        ("search_policy_clause", {"query": "x", "compny": "平安"}, "compny"),
        ("search_policy_clause", {}, "query"),
        ("search_policy_clause", {"query": ""}, "query"),
        ("search_policy_clause", {"query": "x", "top_k": 0}, "top_k"),
        ("calculate_surrender_value_logic", {"product_id": "K1", "operation": "refund"}, "reduced_paid_up"),
        ("check_exclusion_risk", {"scenario_description": "x", "strict_mode": "perhaps"}, "strict_mode"),
    ],
)
def test_wrong_arguments_are_refused_with_the_valid_ones(name, arguments, named):
    desk = PreparedDesk()
    result = call(desk, name, arguments)
    assert result.is_error
    assert named in result.content[0].text
    assert "可用的参数" in result.content[0].text
    assert desk.asked == []
    assert f"请改正后再调用 {name}" in result.content[0].text


ENGLISH_OF_THE_SDK = ("Input", "should", "Extra", "Error", "Unknown", "permitted", "Field", "executing")


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("search_policy_clause", {"query": "x", "top_k": 99}, "top_k 不能是“99”，应是 1 到 20 的整数"),
        ("search_policy_clause", {"query": "x", "document_id": "x"}, "document_id 不能是“x”，应是整数"),
        ("search_policy_clause", {"query": "很" * 3000}, "（共 3000 个字符）”，应是 1 到 2000 个字符的文字"),
        ("lookup_product", {"name": "青松"}, "缺少 product_name（应是 1 到 2000 个字符的文字）；没有名为 name 的参数"),
        (
            "check_exclusion_risk",
            {"scenario_description": "x", "strict_mode": "y?"},
            "strict_mode 不能是“y?”，应是 true",
        ),
        (
            "calculate_surrender_value_logic",
            {"product_id": None, "operation": "refund"},
            "operation 不能是“refund”，应是以下之一：surrender、reduced_paid_up",
        ),
    ],
)
def test_a_complaint_is_in_sentences_with_the_valid_values(name, arguments, said):
    text = call(PreparedDesk(), name, arguments).content[0].text
    assert said in text
    assert not [word for word in ENGLISH_OF_THE_SDK if word in text]
    assert ("lookup_product" in text) is (name == "lookup_product" or "product_id" in arguments)


def test_an_unknown_tool_is_answered_with_the_known_ones():
    result = call(PreparedDesk(), "get_weather", {})
    assert result.is_error
    assert result.content[0].text.startswith("没有工具 get_weather")
    assert all(name in result.content[0].text for name in CALLS)


def test_a_crash_is_a_sentence_without_its_cause():
    class BrokenDesk(PreparedDesk):
        def search(self, request):
            raise ValueError("inner workings")

    result = call(BrokenDesk(), "search_policy_clause", {"query": "x"})
    assert result.is_error
    assert result.content[0].text.startswith("search_policy_clause 遇到了意料之外的错误")
    assert "inner workings" not in result.content[0].text


@pytest.mark.parametrize("status", ["not_found", "ambiguous", "empty_library", "no_match", "index_stale"])
def test_what_was_not_checked_does_not_read_as_no_risk(status):
    class NothingChecked(PreparedDesk):
        def exclusions(self, scenario, **how):
            return replace(EXCLUSIONS, status=AnswerStatus(status), summary="没有这个产品。未核查任何责任免除。")

    words, facts = call(NothingChecked(), "check_exclusion_risk", {"scenario_description": "酒驾"}).content
    assert words.text == "没有这个产品。未核查任何责任免除。"
    assert json.loads(facts.text)["status"] == status


@pytest.mark.parametrize("product", ["YH1001", "砚湖青松两全保险", 7])
def test_a_product_is_named_by_id_code_or_name(product):
    desk = PreparedDesk()
    call(desk, "calculate_surrender_value_logic", {"product_id": product, "operation": "reduced_paid_up"})
    assert desk.asked == [(product, "reduced_paid_up", None, None)]


def test_arguments_arrive_under_the_services_names():
    desk = PreparedDesk()
    call(desk, "check_exclusion_risk", {"scenario_description": "酒驾", "strict_mode": False, "product_id": "K"})
    call(desk, "search_policy_clause", {"query": "等待期", "top_k": 3, "company": "平安人寿", "cursor": "c"})
    (scenario, how), request = desk.asked
    assert (scenario, how) == ("酒驾", {"product": "K", "strict": False})
    assert (request.query, request.top_k, request.company, request.cursor) == ("等待期", 3, "平安人寿", "c")


def test_an_expected_failure_reaches_the_model_as_a_sentence():
    result = call(BusyDesk(), "search_policy_clause", {"query": "x"})
    assert result.is_error
    assert result.content[0].text.startswith("还没有资料库：a.db")
