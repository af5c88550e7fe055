"""Talks with the MCP server through the official client, in both eras of the protocol."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import anyio
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

from .prints import Prints
from .program import Program
from .questions import PAGE, Call, follow_ups

ERAS = {"modern": "auto", "legacy": "legacy"}
"""The eras by the client's name for them: a request that carries its version, and the handshake."""
MOST_PAGES = 12
"""Pages of one answer that are read."""
READ_PAGES = ((1, 1), (1, 2), (26, 3), (26, 999), (9999, 1))
"""Document and page of the page texts that are read."""


def hold(program: Program, era: str, calls: Sequence[Call], prints: Prints) -> None:
    """Notes what the server offers in an era, and its answer to each call with what follows from it."""

    async def run() -> None:
        async with Client(program.server(), mode=ERAS[era], read_timeout_seconds=300) as client:
            talk = _Talk(client, f"mcp.{era}", prints)
            await talk.offered()
            await talk.ask(calls)

    anyio.run(run)


class _Talk:
    def __init__(self, client: Client, part: str, prints: Prints) -> None:
        self._client, self._part, self._prints = client, part, prints

    async def ask(self, calls: Iterable[Call]) -> None:
        for call in calls:
            result = await self._client.call_tool(call.tool, dict(call.arguments))
            self._prints.note(self._part, call.name, _plain(result))
            facts = result.structured_content or {}
            if facts.get("next_cursor") and (page := _page(call)) < MOST_PAGES:
                arguments = {**call.arguments, "cursor": facts["next_cursor"]}
                await self.ask([replace(call, name=f"{_first(call)}{PAGE}{page + 1}", arguments=arguments)])
            await self.ask(follow_ups(call, facts))

    async def offered(self) -> None:
        """The listings, each prompt filled in and not, some resources and completions."""
        client = self._client
        await self._note("instructions", _given(client.instructions))
        await self._note("capabilities", _given(client.server_capabilities))
        await self._note("tools", client.list_tools())
        await self._note("templates", client.list_resource_templates())
        await self._note("resources", client.list_resources())
        prompts = await self._note("prompts", client.list_prompts())
        for prompt in prompts.prompts:
            words = {each.name: f"民生康e保费用补偿医疗保险 {each.name}" for each in prompt.arguments or ()}
            await self._note(f"prompt {prompt.name}", client.get_prompt(prompt.name, words))
            await self._note(f"prompt {prompt.name}, empty", client.get_prompt(prompt.name, {}))
            for name in words:
                for typed in ("", "民生", "2"):
                    completion = client.complete(
                        PromptReference(name=prompt.name),
                        {"name": name, "value": typed},
                        {"product": "弘康大白定期寿险"},
                    )
                    await self._note(f"completion {prompt.name} {name} {typed}", completion)
        for uri, name, chosen in (
            ("clause://{id}", "id", {"product": "弘康大白定期寿险"}),
            ("document://{id}/page/{n}", "n", {"id": "26"}),
            ("document://{id}/page/{n}", "id", {}),
        ):
            reference = ResourceTemplateReference(uri=uri)
            completion = client.complete(reference, {"name": name, "value": ""}, chosen)
            await self._note(f"completion {uri} {name}", completion)
        for uri in ("ui://clause/viewer", "clause://nothing", "nothing://1"):
            await self._note(f"resource {uri}", client.read_resource(uri))
        for document, page in READ_PAGES:
            for rest in ("", "/picture"):
                uri = f"document://{document}/page/{page}{rest}"
                await self._note(f"resource {uri}", client.read_resource(uri))

    async def _note(self, name: str, asked: Any) -> Any:
        try:
            answer = await asked
        except MCPError as error:
            answer = error.error
        self._prints.note(self._part, name, _plain(answer))
        return answer


async def _given(value: Any) -> Any:
    return value


def _plain(answer: Any) -> Any:
    return answer.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(answer, "model_dump") else answer


def _first(call: Call) -> str:
    return call.name.partition(PAGE)[0]


def _page(call: Call) -> int:
    return int(call.name.partition(PAGE)[2] or 1)
