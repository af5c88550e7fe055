"""How long a client waits for the MCP server, beside a bare server of the same SDK in the same run."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from insurance_desktop.domain.running import Progress, ProgressCallback, ignore_progress
from insurance_desktop.packs.wording import say
from insurance_desktop.services.connecting.command import server_command
from insurance_desktop.services.connecting.talk import HANDSHAKE_VERSION, ServerTalk, TalkFailed

from .faults import WrongCall

BAR = 1.15
"""The server's start over the bare one's, at most."""
BARE_SERVER = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("bare")
@server.tool()
def echo(text: str) -> str:
    "Says it back."
    return text
server.run("stdio")
"""


@dataclass(frozen=True, slots=True)
class ColdStarts:
    """Seconds of the clock from spawning the process to each answer, run by run."""

    name: str
    to_handshake: tuple[float, ...]
    to_tools: tuple[float, ...]
    to_end: tuple[float, ...]
    """From closing the pipe to the end of the process."""


@dataclass(frozen=True, slots=True)
class ServerBenchmark:
    """Both servers started in turns, so that what else the machine does falls on both."""

    server: ColdStarts
    bare: ColdStarts

    @property
    def ratio(self) -> float:
        """The median of the server's starts over the bare one's, each pair of one turn for itself."""
        return median(ours / bare for ours, bare in zip(self.server.to_tools, self.bare.to_tools, strict=True))


def bench_server(runs: int, *, progress: ProgressCallback = ignore_progress) -> ServerBenchmark:
    """Starts each server `runs` times, after one start that is not counted. WrongCall where one does not serve."""
    if runs < 1:
        raise WrongCall("there must be at least one start")
    with TemporaryDirectory() as folder:
        commands = {
            "server": server_command(Path(folder) / "none.db"),
            "bare": (sys.executable, "-c", BARE_SERVER),
        }
        times: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
        for turn in range(runs + 1):
            progress(Progress(turn, runs + 1, "starting servers"))
            for name, command in commands.items():
                seconds = _cold_start(command, dict(os.environ))
                if turn:
                    times[name].append(seconds)
    server, bare = (ColdStarts(name, *zip(*times[name], strict=True)) for name in ("server", "bare"))
    return ServerBenchmark(server, bare)


def _cold_start(
    command: Sequence[str], environment: Mapping[str, str], clock: Callable[[], float] = perf_counter
) -> tuple[float, float, float]:
    began = clock()
    try:
        with ServerTalk(command, environment) as talk:
            talk.begin(HANDSHAKE_VERSION)
            handshake = clock() - began
            talk.request("tools/list", HANDSHAKE_VERSION, {})
            tools = clock() - began
            left = clock()
            if not talk.leave(within=10):
                raise TalkFailed("stays", seconds=10)
            return handshake, tools, clock() - left
    except TalkFailed as failure:
        reason = say(f"connecting.trial_{failure.key}", **failure.values)
        raise WrongCall(f"a server did not start: {reason}") from failure
