"""Writes down what the window was doing when it stopped answering: for the log, never for the person in front of it.

Once a second the event loop says that it lives. Where it does not for `STALL_SECONDS`, Python's own fault handler
writes what every thread is doing beside the log (also where the program is killed before it comes back); when the loop
is back, that goes into the log with how long it took. It costs one timer, and no thread of ours.
"""

import faulthandler
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TextIO

from PySide6.QtCore import QObject, QTimer

from .crash import LOG

BEAT_MS = 1_000
STALL_SECONDS = 3.0
MOST_WORDS = 20_000


class Watchdog(QObject):
    """`at_work` names the jobs under way. Begin with `watch`; `stop` before the program ends."""

    def __init__(self, folder: Path, at_work: Callable[[], str], clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._place = folder / "stall.txt"
        self._at_work = at_work
        self._clock = clock
        self._file: TextIO | None = None
        self._last = clock()
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self.beat)

    def watch(self) -> None:
        """Where nothing can be written nothing is watched: the window matters more than its log."""
        with suppress(OSError):
            self._place.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._place.open("w+", encoding="utf-8", errors="replace")
            self._last = self._clock()
            self._timer.start()
            self._arm()

    def stop(self) -> None:
        self._timer.stop()
        if self._file is not None:
            faulthandler.cancel_dump_traceback_later()
            self._file.close()
            self._file = None

    def beat(self) -> None:
        """The event loop is alive."""
        now = self._clock()
        waited, self._last = now - self._last, now
        if self._file is None:
            return
        if waited >= STALL_SECONDS:
            self._write_down(waited, self._file)
        self._arm()

    def _arm(self) -> None:
        if self._file is not None:
            faulthandler.dump_traceback_later(STALL_SECONDS, file=self._file)

    def _write_down(self, seconds: float, file: TextIO) -> None:
        with suppress(OSError):
            file.seek(0)
            doing = file.read(MOST_WORDS)
            file.seek(0)
            file.truncate()
            LOG.warning("the window did not answer for %.1f s; under way: %s\n%s", seconds, self._at_work(), doing)
