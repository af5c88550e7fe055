"""What the server offers: the tools by toolset. The start-up (`server`, `stdio`) knows none of them by name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.labels import category_labels
from insurance_desktop.packs.wording import say

from .strict_tool import StrictTool, strict_tool
from .tools import ClauseTools, Desk

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

CLAUSES = "clauses"
TOOLSETS = {
    CLAUSES: ("search_policy_clause", "lookup_product", "check_exclusion_risk", "calculate_surrender_value_logic")
}
"""The tools of each toolset, in the order in which a client sees them."""


def offered_tools(desk: Desk, toolsets: Sequence[str] = ()) -> list[StrictTool]:
    """The tools of these toolsets, of all where none is named. UsageError on an unknown one."""
    unknown = [name for name in toolsets if name not in TOOLSETS]
    if unknown:
        raise UsageError("mcp_server.unknown_toolset", named=", ".join(unknown), known=", ".join(TOOLSETS))
    wanted = {tool for name in toolsets or TOOLSETS for tool in TOOLSETS[name]}
    return [tool for tool in clause_tools(desk) if tool.name in wanted]


def offer_more(server: "MCPServer", desk: Desk, toolsets: Sequence[str] = ()) -> None:
    """Resources, prompts and completions, registered on a server that has its tools."""


def clause_tools(desk: Desk) -> list[StrictTool]:
    """The insurance pack's tools; titles in ASCII because some clients show nothing else."""
    ask = ClauseTools(desk)
    categories = ", ".join(f"{name} {label}" for name, label in category_labels().items())
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
