"""Which worker takes the next file: another one is started only where files have waited for those there are."""

from collections import deque
from collections.abc import Callable
from threading import Condition
from time import monotonic

PATIENCE = 4.0
"""Seconds during which files wait, all in all, before a further worker is started.

A start takes 0.4 s of a processor, as much as twenty pages: a few small files are done before it would pay, and of many
the wait is the smallest part.
"""


class FreeWorkers:
    """The numbers of the workers that nobody uses now. For many threads; the worker used last goes out first."""

    def __init__(self, count: int, *, clock: Callable[[], float] = monotonic, changed: Condition | None = None) -> None:
        self._clock = clock
        self._changed = changed or Condition()
        self._idle = [0]
        self._not_started = deque(range(1, count))
        self._waiting = 0
        self._waited = 0.0
        self._since = 0.0

    def take(self) -> int:
        """A worker that was started before, as soon as there is one; a new one once the patience is used up."""
        with self._changed:
            while not self._idle:
                self._count_waiting()
                if self._not_started and self._waited >= PATIENCE:
                    self._waited = 0.0
                    return self._not_started.popleft()
                self._waiting += 1
                self._changed.wait(PATIENCE - self._waited if self._not_started else None)
                self._count_waiting()
                self._waiting -= 1
            return self._idle.pop()

    def _count_waiting(self) -> None:
        """Adds the time since the last count where anybody waited; files that wait together count once."""
        now = self._clock()
        if self._waiting:
            self._waited += now - self._since
        self._since = now

    def give_back(self, number: int) -> None:
        with self._changed:
            self._idle.append(number)
            self._changed.notify()
