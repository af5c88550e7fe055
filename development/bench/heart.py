"""Listens to the event loop: how long it ever kept others waiting."""

from time import perf_counter, thread_time

from PySide6.QtCore import Qt, QTimer

BEAT_MS = 1


class Heart:
    """Beats as often as the event loop lets it; `longest` is the longest wait between two beats, in seconds.

    `busiest` is the most that this thread itself worked between two: the rest was waiting for others, or for a core.
    """

    def __init__(self) -> None:
        self.longest = self.busiest = 0.0
        self._last, self._worked = perf_counter(), thread_time()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def stop(self) -> None:
        self._beat()
        self._timer.stop()

    def _beat(self) -> None:
        now, worked = perf_counter(), thread_time()
        self.longest = max(self.longest, now - self._last)
        self.busiest = max(self.busiest, worked - self._worked)
        self._last, self._worked = now, worked
