"""An AI client: the official MCP client over a server process of its own."""

import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
from anyio.from_thread import start_blocking_portal
from command_line import environment
from mcp import Client, StdioServerParameters


def server_of(library: Path) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "insurance_desktop", "mcp", "--library", str(library)],
        env=environment(),
    )


Conversation = Callable[[Client], Awaitable[Any]]


@contextmanager
def connected(library: Path, mode: str = "auto") -> Iterator[Callable[[Conversation], Any]]:
    """One server for several conversations, held one after the other: what comes back holds one."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(server_of(library), mode=mode, read_timeout_seconds=60)) as client,
    ):
        yield lambda conversation: portal.call(conversation, client)


def talk(library: Path, conversation: Conversation, mode: str = "auto") -> Any:
    """Starts the server on the library, lets the conversation run and closes it."""

    async def run() -> Any:
        with anyio.fail_after(120):
            async with Client(server_of(library), mode=mode, read_timeout_seconds=60) as client:
                return await conversation(client)

    return anyio.run(run)


async def facts(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured answer of one call, which must not be an error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content
