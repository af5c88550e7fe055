"""Page and text beside each other, in a window of any width."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter

from insurance_desktop.gui.look.parts import MARGIN

LINES, AROUND = 394, 66
"""Pixels across that a page's lines need on a screen of usual sharpness, and what stands around them on any."""
LEAST_TEXT = 180
READING = LINES + AROUND + MARGIN + 300
"""From here on both can be read; with less the lists beside them fold."""


class SideBySide(QSplitter):
    """The page cannot break its lines and keeps the room for them as long as the text has enough to break its own."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(MARGIN)
        self.setMinimumWidth(LEAST_TEXT)  # what the two need must not keep the window from growing narrow

    def resizeEvent(self, event: QResizeEvent) -> None:
        page = self.widget(0)
        if page is not None:
            needed = AROUND + round(LINES / sharpness(self.devicePixelRatioF()))
            page.setMinimumWidth(max(min(needed, self.width() - MARGIN - LEAST_TEXT), 1))
        super().resizeEvent(event)


def sharpness(ratio: float) -> float:
    """How much smaller signs may be drawn on a screen of so many device pixels to one of the window's."""
    return min(max(ratio, 1.0), 1.5)
