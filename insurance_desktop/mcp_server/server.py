"""The server with its tools and its rules of grounding; knows no transport."""

from collections.abc import Callable

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult

from insurance_desktop import __version__
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answer_desk import AnswerDesk

from .strict_tool import StrictTool, strict_tool
from .tools import ClauseTools

SERVER_NAME = "insurance-clauses"


def build_server(desk: AnswerDesk) -> MCPServer:
    """A server that answers from the desk's library, whether the file is there yet or not."""
    return MCPServer(
        name=SERVER_NAME,
        title=SERVER_NAME,
        instructions=say("mcp_server.instructions"),
        version=__version__,
        tools=[*clause_tools(desk)],
        log_level="WARNING",
    )


def clause_tools(desk: AnswerDesk) -> list[StrictTool]:
    """The insurance pack's tools; titles in ASCII because some clients show nothing else."""
    questions = ClauseTools(desk)
    calls: dict[str, Callable[..., CallToolResult]] = {
        "Search policy clauses": questions.search_policy_clause,
        "Look up a product": questions.lookup_product,
        "Check exclusions": questions.check_exclusion_risk,
        "Surrender and reduced paid-up logic": questions.calculate_surrender_value_logic,
    }
    categories = ", ".join(f"{each.name} {each.label}" for each in load_pack().categories)
    return [
        strict_tool(call, title, say(f"mcp_server.{call.__name__}"), categories=categories)
        for title, call in calls.items()
    ]
