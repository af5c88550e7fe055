"""Which worker takes the next file: another one is started only where files have waited for those there are."""

from collections import deque
from collections.abc import Callable
from threading import Condition
from time import monotonic

PATIENCE = 3.0
"""Seconds that files wait in sum before a further worker is started.

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
        self._waited = 0.0

    def take(self) -> int:
        """A worker that was started before, as soon as there is one; a new one once the patience is used up."""
        with self._changed:
            while not self._idle:
                if self._not_started and self._waited >= PATIENCE:
                    return self._not_started.popleft()
                began = self._clock()
                self._changed.wait(PATIENCE - self._waited if self._not_started else None)
                self._waited += self._clock() - began
            return self._idle.pop()

    def give_back(self, number: int) -> None:
        with self._changed:
            self._idle.append(number)
            self._changed.notify()
