"""The threads that answer: few, however much a client asks at once.

Each keeps a connection with the pages that it read last. The SDK would start forty, and no question would be answered
sooner: they wait for the same interpreter.
"""

from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread
from anyio.lowlevel import RunVar

MOST_THREADS = 4

Answer = TypeVar("Answer")

_limiter: RunVar[anyio.CapacityLimiter] = RunVar("answering")


async def in_a_thread(call: Callable[..., Answer], *given: object) -> Answer:
    """What the call returns, once one of the threads has answered it. The client's pipes have threads of their own."""
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = anyio.CapacityLimiter(MOST_THREADS)
        _limiter.set(limiter)
    return await anyio.to_thread.run_sync(call, *given, limiter=limiter)
