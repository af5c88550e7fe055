"""Verbatim words as they are read best: lines that are not too long, with room between them."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

LONGEST_LINE = 64  # Chinese signs, each as wide as the font is high
LINE_HEIGHT = 145
"""Per cent of what the font asks for."""


class Passage(QLabel):
    """Wrapped and selectable; however wide it lies, its lines are no longer than an eye follows."""

    def __init__(self, role: str = "") -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(120)

    @property
    def _longest(self) -> int:
        return LONGEST_LINE * self.fontInfo().pixelSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = max(self.width() - self._longest, 0)
        if self.contentsMargins().right() != beside:
            self.setContentsMargins(0, 0, beside, 0)

    def heightForWidth(self, width: int) -> int:
        return super().heightForWidth(min(width, self._longest) + self.contentsMargins().right())


class Verbatim(Passage):
    """What stands in a document is never read as markup, and is copied with the line ends and blanks it has."""

    def __init__(self, text: str, role: str = "") -> None:
        super().__init__(role)
        self._words = ""
        self.setText(text)

    def text(self) -> str:
        return self._words

    def setText(self, text: str) -> None:
        self._words = text
        self.setAccessibleName(text)
        lines = escape(text).replace("\n", "<br>")
        super().setText(f'<p style="margin: 0; white-space: pre-wrap; line-height: {LINE_HEIGHT}%">{lines}</p>')
