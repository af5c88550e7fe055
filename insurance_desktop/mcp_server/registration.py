"""What the server offers: the tools by toolset. The start-up (`server`, `stdio`) knows none of them by name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.labels import category_labels
from insurance_desktop.packs.wording import say

from .offerings import VIEWER, Offerings
from .strict_tool import StrictTool, strict_tool
from .tools import ClauseTools, Desk

if TYPE_CHECKING:
    from .server import ClauseServer

CLAUSES, CHECKING, READING = "clauses", "checking", "reading"
TOOLSETS = {
    CLAUSES: ("lookup_product", "search_policy_clause", "check_exclusion_risk", "calculate_surrender_value_logic"),
    READING: ("get_clause", "get_table", "list_documents", "compare_editions"),
    CHECKING: ("verify_quote", "library_status"),
}
"""The tools of each toolset, in the order in which a client sees them."""


def offered_tools(desk: Desk, toolsets: Sequence[str] = ()) -> list[StrictTool]:
    """The tools of these toolsets, of all where none is named. UsageError on an unknown one."""
    unknown = [name for name in toolsets if name not in TOOLSETS]
    if unknown:
        raise UsageError("mcp_server.unknown_toolset", named=", ".join(unknown), known=", ".join(TOOLSETS))
    wanted = {tool for name in toolsets or TOOLSETS for tool in TOOLSETS[name]}
    return [tool for tool in clause_tools(desk) if tool.name in wanted]


def offer_more(server: "ClauseServer", desk: Desk, toolsets: Sequence[str] = ()) -> None:
    """Resources, prompts and completions, and the viewer that clients with MCP Apps show beside a clause."""
    server.offer(Offerings(desk))
    server.show_apps()


def clause_tools(desk: Desk) -> list[StrictTool]:
    """The insurance pack's tools; titles in ASCII because some clients show nothing else."""
    ask = ClauseTools(desk)
    categories = ", ".join(f"{name} {label}" for name, label in category_labels().items())
    search = strict_tool(
        ask.search_policy_clause, "Search policy clauses", say("mcp_server.search_policy_clause"), categories=categories
    )
    surrender = strict_tool(
        ask.calculate_surrender_value_logic,
        "Surrender and reduced paid-up logic",
        say("mcp_server.calculate_surrender_value_logic"),
    )
    viewed = {"ui": {"resourceUri": VIEWER}}
    return [
        strict_tool(ask.lookup_product, "Look up a product", say("mcp_server.lookup_product")),
        search,
        strict_tool(ask.get_clause, "Get one clause", say("mcp_server.get_clause"), viewed),
        strict_tool(ask.get_table, "Get a table cell", say("mcp_server.get_table")),
        strict_tool(ask.verify_quote, "Verify a quotation", say("mcp_server.verify_quote"), viewed),
        strict_tool(ask.check_exclusion_risk, "Check exclusions", say("mcp_server.check_exclusion_risk")),
        surrender,
        strict_tool(ask.list_documents, "List verified documents", say("mcp_server.list_documents")),
        strict_tool(ask.compare_editions, "Compare two editions", say("mcp_server.compare_editions")),
        strict_tool(ask.library_status, "Library status", say("mcp_server.library_status")),
    ]
