"""Counts what the main thread does in one turn of its event loop, in calls and not in time: no machine is too slow.

Every call that Python makes or passes to Qt counts. Work that is cut into slices makes many turns of few calls; the
same work done at once makes one turn of very many, on whatever machine.
"""

import sys
from contextlib import contextmanager

from PySide6.QtCore import QTimer


class Turns:
    """`most` is the largest number of calls between two turns of the loop, `count` how many turns there were."""

    def __init__(self) -> None:
        self.most = self.count = self._calls = 0

    def note(self, _frame, event: str, _argument) -> None:
        if event in {"call", "c_call"}:
            self._calls += 1

    def turn(self) -> None:
        self.most = max(self.most, self._calls)
        self.count += 1
        self._calls = 0


@contextmanager
def counted_turns():
    """Whatever the event loop does meanwhile is counted; a timer of no length has one turn in each round of it."""
    turns, timer = Turns(), QTimer()
    timer.timeout.connect(turns.turn)
    timer.start(0)
    former = sys.getprofile()
    sys.setprofile(turns.note)
    try:
        yield turns
    finally:
        sys.setprofile(former)
        timer.stop()
        turns.turn()
