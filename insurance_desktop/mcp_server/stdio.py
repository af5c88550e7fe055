"""Serves over the client's pipes, and ends when the client does."""

import gc
import os
import re
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.serving import ServerOptions

from . import life
from .pending import Output, Pending
from .wire import Wire, claim_wire

if TYPE_CHECKING:
    from .server import ClauseServer

PORTS = 65_536
LOOPBACK = "127.0.0.1"
HALF = "\\ud"
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
"""JSON's escapes: a whole pair of surrogates, half of one, or any other."""


def serve(library: Path, options: ServerOptions, wire: Wire | None = None) -> int:
    """Answers until the client closes its pipe or dies; `wire` where it is claimed already.

    What anything prints meanwhile goes to stderr.
    """
    if options.http_port is not None:
        return _serve_over_http(library, options, options.http_port)
    wire = wire or claim_wire()
    if os.isatty(wire.reads):
        _tell_a_person()
    life.keep_one_heap()
    life.leave_with_parent()
    gc.disable()  # half a million objects come and none goes: collecting them is a tenth of the start
    from .reader_on_demand import ReaderOnDemand
    from .server import build_server

    with closing(ReaderOnDemand(library, pack=options.pack)) as reader:
        server = build_server(reader, reader.warm_soon, options.toolsets, options.pack, reader.packs)
        gc.freeze()
        gc.enable()
        _serve_over(server, wire, reader.client_spoke)
    return 0


def _serve_over(server: "ClauseServer", wire: Wire, client_spoke: Callable[[], object]) -> None:
    import anyio

    # closefd: a reading thread may still block on the descriptor when serving has ended.
    pending = Pending()
    reads = Input(os.fdopen(wire.reads, "rb", closefd=False), client_spoke, life.leave_soon, pending)
    writes = Output(os.fdopen(wire.writes, "wb", closefd=False), pending)
    try:
        anyio.run(partial(server.serve_streams, anyio.wrap_file(reads), anyio.wrap_file(writes)))
    except* BrokenPipeError:  # the client has gone with an answer on its way
        pass


class Input(TextIOWrapper):
    """The client's lines; `began` is called with the first. At their end the process is told that its time has come;
    who reads hears of it when what was asked before is answered."""

    def __init__(
        self, raw: "object", began: Callable[[], object], ended: Callable[[], object], pending: Pending
    ) -> None:
        super().__init__(raw, encoding="utf-8", errors="replace")  # type: ignore[arg-type]
        self._began: Callable[[], object] | None = began
        self._ended = ended
        self._pending = pending

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        if not line:
            self._ended()
            self._pending.wait()
            return line
        if self._began is not None:
            self._began()
            self._began = None
        line = well_formed(line)
        self._pending.came(line)
        return line


def well_formed(line: str) -> str:
    """The line with half characters (lone surrogates) replaced: the SDK would drop the request without an answer."""
    return ESCAPE.sub(lambda found: "\\ufffd" if found["half"] else found[0], line) if HALF in line.lower() else line


def _serve_over_http(library: Path, options: ServerOptions, port: int) -> int:
    """For conformance suites on this machine alone: no other host can connect. UsageError on a port that cannot be."""
    if not 0 < port < PORTS:
        raise UsageError("mcp_server.no_such_port", port=port, last=PORTS - 1)
    import uvicorn

    from .reader_on_demand import ReaderOnDemand
    from .server import build_server

    with closing(ReaderOnDemand(library, pack=options.pack)) as reader:
        server = build_server(reader, reader.warm_soon, options.toolsets, options.pack, reader.packs)
        # Its log says on stderr when it listens; its list of requests would go to stdout.
        uvicorn.run(server.streamable_http_app(host=LOOPBACK), host=LOOPBACK, port=port, access_log=False)
    return 0


def _tell_a_person() -> None:
    from insurance_desktop.packs.wording import say

    sys.stderr.write(say("mcp_server.waits") + "\n")
    sys.stderr.flush()
