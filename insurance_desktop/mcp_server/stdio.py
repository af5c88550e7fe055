"""Serves over stdin and stdout, and keeps stdout for the protocol alone."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


def serve(library: Path) -> int:
    """Answers until the client closes stdin. What anything prints meanwhile goes to stderr."""
    with _stdout_diverted() as wire:
        from .desk_on_demand import DeskOnDemand
        from .server import build_server

        with closing(DeskOnDemand(library)) as desk:
            server = build_server(desk, desk.warm_soon)
            with _wire_connected(wire):
                server.run("stdio")
    return 0


@contextmanager
def _stdout_diverted() -> Iterator[int]:
    """File descriptor 1 points at stderr; yields a copy of the one that it was, which is the client's pipe."""
    sys.stdout.flush()
    wire = os.dup(1)
    os.dup2(2, 1)
    try:
        yield wire
    finally:
        sys.stdout.flush()
        os.close(wire)


@contextmanager
def _wire_connected(wire: int) -> Iterator[None]:
    """Hands descriptor 1 back for the SDK, which claims it at once and diverts prints to stderr while it serves."""
    sys.stdout.flush()
    os.dup2(wire, 1)
    try:
        yield
    finally:
        os.dup2(2, 1)
