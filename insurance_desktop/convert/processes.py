"""A child process that answers one request at a time and can be killed: what PDF libraries run in.

The child is spawned, never forked; it ends when its parent does, because its pipe closes.
"""

import contextlib
import multiprocessing
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

WATCH_STEP = 0.25
"""Seconds between looks at a child's memory where the system cannot limit it."""


class WorkerTimedOut(Exception):
    """The child did not answer in time and was killed."""


class WorkerDied(Exception):
    """The child ended without an answer: a crash, or too much memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds for one request, bytes of address space."""

    seconds: float
    memory_bytes: int


class WorkerProcess:
    """One child that runs `serve(connection, memory_bytes, *arguments)`; started at the first request."""

    def __init__(self, serve: Callable[..., None], limits: Limits, *arguments: object) -> None:
        self._serve = serve
        self._limits = limits
        self._arguments = arguments
        self._process: Any = None
        self._connection: Connection | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def ask(self, request: object) -> Any:
        """The child's answer; WorkerTimedOut or WorkerDied, after which the next request starts a new child."""
        if not self.is_running:
            self._start()
        connection = self._connection
        if connection is None:
            raise WorkerDied
        try:
            connection.send(request)
            self._wait(connection)
            return connection.recv()
        except (EOFError, ConnectionError, BrokenPipeError) as error:
            self.close()
            raise WorkerDied from error
        except (WorkerTimedOut, WorkerDied):
            self.close()
            raise

    def close(self) -> None:
        """Ends the child, by force where it does not listen."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join(5)
            process.close()

    def _start(self) -> None:
        self.close()
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        self._process = context.Process(
            target=self._serve, args=(theirs, self._limits.memory_bytes, *self._arguments), daemon=True
        )
        self._process.start()
        theirs.close()
        self._connection = mine

    def _wait(self, connection: Connection) -> None:
        """Until there is an answer; watches the child's memory where no limit of the system does."""
        deadline = monotonic() + self._limits.seconds
        while True:
            left = deadline - monotonic()
            if left <= 0:
                raise WorkerTimedOut
            step = min(left, WATCH_STEP) if sys.platform == "win32" else left
            if connection.poll(step):
                return
            if sys.platform == "win32" and memory_in_use(self._process.pid) > self._limits.memory_bytes:
                raise WorkerDied


def limit_memory(memory_bytes: int) -> None:
    """Called in the child: the system refuses memory beyond this (POSIX; on Windows the parent watches)."""
    if sys.platform == "win32" or memory_bytes <= 0:
        return
    import resource  # noqa: PLC0415  POSIX only

    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def memory_in_use(pid: int) -> int:
    """Bytes that a process holds, on Windows; 0 where it cannot be told."""
    if sys.platform != "win32":
        return 0
    import ctypes  # noqa: PLC0415  Windows only
    from ctypes import wintypes  # noqa: PLC0415

    class Counters(ctypes.Structure):
        _fields_ = [
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            *((name, ctypes.c_size_t) for name in ("Peak", "WorkingSetSize", "a", "b", "c", "d", "Pagefile", "e")),
        ]

    handle = ctypes.windll.kernel32.OpenProcess(0x1000 | 0x0010, False, pid)
    if not handle:
        return 0
    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    try:
        if not ctypes.windll.psapi.GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb):
            return 0
        return int(counters.WorkingSetSize)
    finally:
        ctypes.windll.kernel32.CloseHandle(handle)
