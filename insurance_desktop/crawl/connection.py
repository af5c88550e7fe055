"""The one place that opens connections: an httpx client with checked certificates, and a watch on each request's time.

Redirects are not followed here, and nothing is asked for packed.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from .robots import AGENT

CONNECT_SECONDS = 20.0
READ_SECONDS = 45.0
LONGEST_REQUEST = 180.0
"""Seconds from the start of a request to the last byte of its answer."""

STREAMS = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})
"""What httpcore tells when it has a new stream; docs: httpx, "Extensions", trace."""


HttpOpener = Callable[[str], httpx.Client]
"""Makes the client of a run from its User-Agent; tests bring one that stays on this machine."""


def agent_line(version: str, contact: str) -> str:
    """The User-Agent: who asks and how to reach the person who does."""
    return f"{AGENT}/{version}" + (f" (+{contact})" if contact else "")


def open_http(agent: str, transport: httpx.BaseTransport | None = None) -> httpx.Client:
    """A client for one run. `transport` stands for the network in tests."""
    direct = None if transport else httpx.HTTPTransport()
    here = ("all://localhost", "all://127.0.0.1", "all://[::1]")
    return httpx.Client(
        headers={"User-Agent": agent, "Accept-Encoding": "identity", "Accept": "*/*"},
        follow_redirects=False,
        timeout=httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
        limits=httpx.Limits(max_connections=1, max_keepalive_connections=1),
        transport=transport,
        mounts=dict.fromkeys(here, direct) if direct else None,  # no proxy stands between us and this machine
    )


class Watch:
    """Ends a request that takes too long, also one whose headers never end: its socket is shut down."""

    def __init__(self, seconds: float = LONGEST_REQUEST) -> None:
        self._seconds = seconds
        self._socket: Any = None
        self._rang = threading.Event()

    @property
    def rang(self) -> bool:
        """Whether the time was over before the request was."""
        return self._rang.is_set()

    def note(self, event: str, told: dict[str, Any]) -> None:
        """Remembers the socket of a new connection; a kept one stays remembered."""
        stream = told.get("return_value") if event in STREAMS else None
        if stream is not None:
            self._socket = stream.get_extra_info("socket")

    @contextmanager
    def over_one(self) -> Iterator[None]:
        """Watches over one request."""
        self._rang.clear()
        bell = threading.Timer(self._seconds, self._ring)
        bell.daemon = True
        bell.start()
        try:
            yield
        finally:
            bell.cancel()

    def _ring(self) -> None:
        self._rang.set()
        if self._socket is not None:
            try:
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
            except (OSError, TypeError):  # closed meanwhile, or no socket of the system's
                return
