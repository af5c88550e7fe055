"""The server with what it offers and its rules of grounding; knows no transport but the streams it is given."""

from collections.abc import Callable, Sequence
from typing import Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.tools import ToolManager
from mcp.server.stdio import stdio_server
from mcp_types import Prompt, Resource, ResourceTemplate, Tool

from insurance_desktop import __version__
from insurance_desktop.domain.serving import SERVER_NAME
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import say

from .answering import in_a_thread
from .offerings import Offerings
from .served_packs import ServedPacks
from .tool_errors import unknown_tool
from .tools import Reader, StrictTool, offered_tools

APPS = "io.modelcontextprotocol/ui"
"""The extension's name in the protocol."""


class ClauseServer(MCPServer):
    """Names the tools that there are to who asks for another, and tells when a client begins to look around.

    Resources, prompts and completions come from `offerings`, the tools over some packs from `tools_over`.
    """

    def __init__(
        self,
        client_arrived: Callable[[], None],
        offerings: Offerings,
        tools_over: Callable[[ServedPacks], list[StrictTool]],
        **settings: Any,
    ) -> None:
        self._packs = ServedPacks(named=offerings.named_pack)
        super().__init__(tools=[*tools_over(self._packs)], **settings)
        self._tools_over = tools_over
        self._has_looked = False
        self._client_arrived = client_arrived
        self._offerings = offerings
        self.completion()(offerings.complete)  # type: ignore[no-untyped-call]  # the SDK's decorator
        # Clients hear that tools have a view (MCP Apps); who knows nothing of it loses nothing.
        self._lowlevel_server.extensions[APPS] = {}

    async def list_tools(self) -> list[Tool]:
        await self._look_for_packs()
        tools = await super().list_tools()
        self._client_arrived()  # what it loads would take the interpreter from the list
        return tools

    async def _look_for_packs(self) -> None:
        """The tools over the packs that the library holds now: whoever lists them is told of a choice among several.

        Not with each call: what is answered keeps to the schema that the client was told.
        """
        packs = await in_a_thread(self._offerings.packs) if len(pack_names()) > 1 else self._packs
        self._has_looked = True
        if packs != self._packs:
            self._packs = packs
            self._tool_manager = ToolManager(tools=[*self._tools_over(packs)])

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        if not self._has_looked:
            await self._look_for_packs()
        known = [each.name for each in await super().list_tools()]
        if name not in known:
            return unknown_tool(name, tuple(known)).as_result()
        return await super().call_tool(name, arguments, context)

    async def list_resources(self) -> list[Resource]:
        return self._offerings.resources()

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        return self._offerings.templates()

    async def read_resource(self, uri: Any, context: Any = None) -> Any:
        return await self._offerings.read(str(uri))

    async def list_prompts(self) -> list[Prompt]:
        return await in_a_thread(self._offerings.prompts)

    async def get_prompt(self, name: str, arguments: dict[str, Any] | None = None, context: Any = None) -> Any:
        return await in_a_thread(self._offerings.prompt, name, arguments)

    async def serve_streams(self, reads: anyio.AsyncFile[str], writes: anyio.AsyncFile[str]) -> None:
        """Serves one client over lines of text until `reads` ends."""
        async with stdio_server(reads, writes) as (read_stream, write_stream):
            server = self._lowlevel_server
            await server.run(read_stream, write_stream, server.create_initialization_options())


def build_server(
    reader: Reader,
    client_arrived: Callable[[], None] = lambda: None,
    toolsets: Sequence[str] = (),
    pack: str | None = None,
    packs: Callable[[], tuple[str, ...]] | None = None,
) -> ClauseServer:
    """A server that answers from a reader; `reader` is called for it with each question.

    `client_arrived` is called whenever a client asks which tools there are; it must not keep it waiting. `pack`: the
    only one that the reader answers from, where it was made for one. `packs` says which the library holds, where that
    is known without the reader.
    """
    return ClauseServer(
        client_arrived,
        Offerings(reader, packs or (lambda: reader().packs()), pack),
        lambda packs: offered_tools(reader, toolsets, packs),
        name=SERVER_NAME,
        title=SERVER_NAME,
        instructions=say("mcp_server.instructions"),
        version=__version__,
        log_level="WARNING",
    )
