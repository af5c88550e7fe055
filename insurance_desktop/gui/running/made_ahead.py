"""Parts of a page that take long to make, made before anybody goes there: one in each quiet turn of the event loop.

A page of many parts takes a tenth of a second, which is too long for one turn.
"""

from collections import deque
from collections.abc import Callable
from typing import TypeVar, cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from .jobs import Jobs

W = TypeVar("W", bound=QWidget)
Maker = Callable[[], QWidget]
TURN_MS = 30


class MadeAhead:
    """`make` begins, `take` gives what was made; a part is taken by its class, once. For the main thread."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._wanted: deque[tuple[type[QWidget], Maker]] = deque()
        self._made: dict[type[QWidget], QWidget] = {}
        self._turn = QTimer(jobs)
        self._turn.setInterval(TURN_MS)
        self._turn.timeout.connect(self._make_one)

    def make(self, kind: type[QWidget], maker: Maker) -> None:
        """Some time, while nothing is under way."""
        self._wanted.append((kind, maker))
        self._turn.start()

    def take(self, kind: type[W], maker: Callable[[], W]) -> W:
        """The part that was made ahead, else one that is made now."""
        self._wanted = deque(each for each in self._wanted if each[0] is not kind)
        made = self._made.pop(kind, None)
        return cast("W", made) if made is not None else maker()

    def close(self) -> None:
        """Nothing is made any more, and what nobody has taken goes."""
        self._turn.stop()
        self._wanted.clear()
        for each in self._made.values():
            each.deleteLater()
        self._made.clear()

    def _make_one(self) -> None:
        if not self._jobs.is_idle:
            return
        if self._wanted:
            kind, maker = self._wanted.popleft()
            self._made[kind] = maker()
        if not self._wanted:
            self._turn.stop()
