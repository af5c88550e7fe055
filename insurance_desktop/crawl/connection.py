"""The one place that opens connections: an httpx client with checked certificates, and a watch on each request's time.

Redirects are not followed here, and nothing is asked for packed.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx

from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.wires import Wire

from .robots import AGENT

CONNECT_SECONDS = 20.0
READ_SECONDS = 45.0
LONGEST_REQUEST = 180.0
"""Seconds from the start of a request to the last byte of its answer."""

LOOK_SECONDS = 0.2
"""How often a request under way is looked at."""


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
    """Ends a request that takes too long, also one whose headers never end, or that nobody waits for any more.

    Its socket is shut down: a thread that waits for a silent server wakes up at once.
    """

    def __init__(self, seconds: float = LONGEST_REQUEST) -> None:
        self._seconds = seconds
        self.wire = Wire()
        self._late = threading.Event()

    @property
    def is_late(self) -> bool:
        """Whether the time was over before the request was."""
        return self._late.is_set()

    @contextmanager
    def over_one(self, cancel: CancelCheck = never_cancelled) -> Iterator[None]:
        """Watches over one request."""
        self._late.clear()
        ended = threading.Event()
        watching = threading.Thread(target=self._look, args=(ended, cancel), daemon=True)
        watching.start()
        try:
            yield
        finally:
            ended.set()
            watching.join()

    def _look(self, ended: threading.Event, cancel: CancelCheck) -> None:
        end = time.monotonic() + self._seconds
        while not ended.wait(LOOK_SECONDS):
            if time.monotonic() >= end:
                self._late.set()
            if self.is_late or cancel():
                self.wire.cut()  # again and again: the socket may only come into being now
