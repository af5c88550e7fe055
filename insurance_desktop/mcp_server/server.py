"""The server with its tools and its rules of grounding; knows no transport."""

from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import Tool

from insurance_desktop import __version__
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.wording import say

from .strict_tool import StrictTool, strict_tool
from .tools import ClauseTools, Desk

SERVER_NAME = "insurance-clauses"


class ClauseServer(MCPServer):
    """Names the tools that there are to who asks for another, and tells when a client begins to look around."""

    def __init__(self, client_arrived: Callable[[], None], **settings: Any) -> None:
        super().__init__(**settings)
        self._client_arrived = client_arrived

    async def list_tools(self) -> list[Tool]:
        self._client_arrived()
        return await super().list_tools()

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        known = [each.name for each in await super().list_tools()]
        if name not in known:
            raise ToolError(say("mcp_server.unknown_tool", tool=name, valid="、".join(known)))
        return await super().call_tool(name, arguments, context)


def build_server(desk: Desk, client_arrived: Callable[[], None] = lambda: None) -> MCPServer:
    """A server that answers from a desk; `desk` is called for it with each question.

    `client_arrived` is called whenever a client asks which tools there are; it must not keep it waiting.
    """
    return ClauseServer(
        client_arrived,
        name=SERVER_NAME,
        title=SERVER_NAME,
        instructions=say("mcp_server.instructions"),
        version=__version__,
        tools=[*clause_tools(desk)],
        log_level="WARNING",
    )


def clause_tools(desk: Desk) -> list[StrictTool]:
    """The insurance pack's tools; titles in ASCII because some clients show nothing else."""
    ask = ClauseTools(desk)
    categories = ", ".join(f"{each.name} {each.label}" for each in load_pack().categories)
    return [
        strict_tool(
            ask.search_policy_clause,
            "Search policy clauses",
            say("mcp_server.search_policy_clause"),
            categories=categories,
        ),
        strict_tool(ask.lookup_product, "Look up a product", say("mcp_server.lookup_product")),
        strict_tool(ask.check_exclusion_risk, "Check exclusions", say("mcp_server.check_exclusion_risk")),
        strict_tool(
            ask.calculate_surrender_value_logic,
            "Surrender and reduced paid-up logic",
            say("mcp_server.calculate_surrender_value_logic"),
        ),
    ]
