"""The page beside the text grows with its pane; so does the text, by steps, so that its lines stay about as long."""

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

REST_MS = 120  # while an edge is dragged the text stays as large as it is
SIZES = ((1700, 1.75), (1300, 1.5), (950, 1.25), (0, 1.0))
"""From which width of the pane on, in pixels, how large text is written; 1 is the size of the window's other words."""


class TextSize(QObject):
    """`changed` brings the size for the width that the pane has come to rest at."""

    changed = Signal(float)

    def __init__(self, pane: QWidget) -> None:
        super().__init__(pane)
        self._pane = pane
        self._size = 1.0
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self._look)
        pane.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._wanted != self._size:
            self._resting.start()
        return super().eventFilter(watched, event)

    @property
    def _wanted(self) -> float:
        return next(size for least, size in SIZES if self._pane.width() >= least)

    def _look(self) -> None:
        if self._wanted != self._size:
            self._size = self._wanted
            self.changed.emit(self._size)
