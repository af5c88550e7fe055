"""Work on another core beside the asking thread: products and reads, which leave Python's lock to others meanwhile."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

_MOST_THREADS = 4

Result = TypeVar("Result")


def begin(work: Callable[[], Result]) -> Callable[[], Result]:
    """Begins the work where there is a second core; what comes back waits for its result.

    Work that no thread has taken up by then is done by who asks for it: nobody waits in a queue.
    """
    if (os.cpu_count() or 1) == 1:
        return work
    begun = _threads().submit(work)
    return lambda: _result(begun, work)


def _result(begun: Future[Result], work: Callable[[], Result]) -> Result:
    return work() if begun.cancel() else begun.result()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(min(os.cpu_count() or 1, _MOST_THREADS), thread_name_prefix="background")
