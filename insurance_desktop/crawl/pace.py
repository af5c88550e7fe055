"""How fast collecting may ask: at most 0.8 requests a second over all sites, one at a time (FR-003).

Every request takes its turn here: pages, files, robots.txt, hops of a redirect and further tries alike.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled

LEAST_INTERVAL = 1.25
"""Seconds between the starts of any two requests: 0.8 a second."""

LONGEST_NAP = 0.25
"""Seconds after which a waiting caller looks whether it should stop."""


class Clock(Protocol):
    """`steady` only ever grows while the program runs; `wall` (seconds since 1970) also holds across restarts."""

    def steady(self) -> float: ...

    def wall(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's own clock."""

    def steady(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def no_jitter() -> float:
    """For callers whose waits need not vary."""
    return 0.0


class Pace:
    """Lets requests start one at a time and never closer than the least interval.

    `last_start` is the wall time at which the last request of the library started (None = none ever), so that a
    restart does not shorten the wait. `jitter` gives seconds that a wait is longer than it has to be.
    """

    def __init__(
        self,
        last_start: float | None = None,
        clock: Clock | None = None,
        jitter: Callable[[], float] = no_jitter,
    ) -> None:
        self._clock: Clock = clock or SystemClock()
        self._jitter = jitter
        self._turn = threading.Lock()
        self._next = self._clock.steady() + self._rest_of(last_start)

    def _rest_of(self, last_start: float | None) -> float:
        """Seconds that the last run's request leaves to wait; a wall clock that was set back costs one interval."""
        if last_start is None:
            return 0.0
        return min(max(last_start + LEAST_INTERVAL - self._clock.wall(), 0.0), LEAST_INTERVAL)

    @contextmanager
    def turn(self, cancel: CancelCheck = never_cancelled, rest: float = 0.0) -> Iterator[float]:
        """Waits for its turn, then lets one request run; yields its start as wall time, for the receipt.

        `rest` is the seconds since the last start that a site itself asks for, where they are more than the rule's.
        Raises Cancelled while waiting where the caller asks to stop. The next turn begins after this one has ended.
        """
        self._take(cancel)
        try:
            self._next += max(rest - LEAST_INTERVAL, 0.0)
            self._wait(cancel)
            yield self.depart()
        finally:
            self._turn.release()

    def depart(self) -> float:
        """The request leaves now: said again inside a turn that had something to do first. Returns the wall time."""
        self._next = self._clock.steady() + LEAST_INTERVAL + max(self._jitter(), 0.0)
        return self._clock.wall()

    def _take(self, cancel: CancelCheck) -> None:
        while not self._turn.acquire(timeout=LONGEST_NAP):
            if cancel():
                raise Cancelled

    def _wait(self, cancel: CancelCheck) -> None:
        while (rest := self._next - self._clock.steady()) > 0:
            if cancel():
                raise Cancelled
            self._clock.sleep(min(rest, LONGEST_NAP))
