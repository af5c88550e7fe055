"""Cycles of objects are looked for on the main thread alone, as long as there are workers.

Python does it on whatever thread makes the object too many, and what it takes apart there may be Qt's: it then waits
for Python's lock while it holds one of Qt's, and the main thread, which does the reverse, waits for ever.
"""

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 500


class CycleCollector(QObject):
    """Looks for cycles in the place of Python, at the same numbers of new objects, until it is stopped."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(EVERY_MS)

    def look(self) -> None:
        """The oldest objects that are due, if any are."""
        due = [
            age for age, (new, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if new > most
        ]
        if due:
            gc.collect(max(due))

    def stop(self) -> None:
        """Python looks for them again."""
        self._timer.stop()
        gc.enable()
