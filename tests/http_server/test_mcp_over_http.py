"""The official client over HTTP: the same tools with the same answers as over standard input and output."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from ai_client import server_of
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

CALLS = (
    ("library_status", {}),
    ("search_policy_clause", {"query": "犹豫期有多少天"}),
    ("check_exclusion_risk", {"scenario_description": "酒后开车出了事", "product": "1"}),
    ("get_clause", {"section_id": "1.4", "document_id": 1}),
    ("search_policy_clause", {"query": "x", "unknown": 1}),
    ("no_such_tool", {}),
)


def talk(server: Any, mode: str, conversation: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        with anyio.fail_after(120):
            async with Client(server, mode=mode, read_timeout_seconds=60) as client:
                return await conversation(client)

    return anyio.run(run)


def over_http(face, mode: str, conversation: Callable[[Client], Awaitable[Any]]) -> Any:
    headers = {"Authorization": f"Bearer {face.token}"}
    transport = streamable_http_client(f"http://{face.address}/mcp", http_client=create_mcp_http_client(headers))
    return talk(transport, mode, conversation)


async def all_of_it(client: Client) -> list[Any]:
    """What a client can be told, as plain data."""
    told = [await client.list_tools(), await client.list_resource_templates(), await client.list_prompts()]
    told += [await client.call_tool(name, arguments) for name, arguments in CALLS]
    return [each.model_dump(mode="json", exclude={"meta"}) for each in told]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_it_answers_what_the_server_over_stdio_answers(face, mode):
    answers = over_http(face, mode, all_of_it)
    assert answers == talk(server_of(face.library), mode, all_of_it)
    assert [each.get("is_error") for each in answers[3:]] == [False, False, False, False, True, True]


def test_without_sessions_no_stream_is_kept_open(program):
    assert program.get("/mcp", headers={"Accept": "text/event-stream"}).status_code == 405
    assert program.delete("/mcp").status_code == 405


def test_clients_at_the_same_time_do_not_mix_their_answers(face):
    async def many() -> list[str]:
        said = []

        async def one(query: str) -> None:
            headers = {"Authorization": f"Bearer {face.token}"}
            transport = streamable_http_client(
                f"http://{face.address}/mcp", http_client=create_mcp_http_client(headers)
            )
            async with Client(transport, read_timeout_seconds=60) as client:
                for _ in range(3):
                    answer = await client.call_tool("search_policy_clause", {"query": query})
                    said.append((query, answer.structured_content["query"]))

        with anyio.fail_after(120):
            async with anyio.create_task_group() as group:
                for number in range(6):
                    group.start_soon(one, f"犹豫期{number}")
        return said

    said = anyio.run(many)
    assert len(said) == 18
    assert all(asked == answered for asked, answered in said)
