"""Chinese text as an input method brings it: composed first, then committed."""

from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget


def compose(widget: QWidget, text: str) -> None:
    QApplication.sendEvent(widget, QInputMethodEvent("pinyin", []))
    committed = QInputMethodEvent("", [])
    committed.setCommitString(text)
    QApplication.sendEvent(widget, committed)
