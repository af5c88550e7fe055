"""The server with its tools and its rules of grounding; knows no transport."""

from mcp.server.mcpserver import MCPServer

from insurance_desktop import __version__
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.wording import say

from .strict_tool import StrictTool, strict_tool
from .tools import ClauseTools, Desk

SERVER_NAME = "insurance-clauses"


def build_server(desk: Desk) -> MCPServer:
    """A server that answers from a desk; `desk` is called for it with each question."""
    return MCPServer(
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
