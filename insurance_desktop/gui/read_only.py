"""A library that is open to be read only: what would change it is switched off, with the reason."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.packs.wording import say

from .notices import Notice


class ReadOnly(QObject):
    """`is_on` while the open library can only be read; `is_asked_for` where somebody wants it so."""

    noticed = Signal(object)  # Notice

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_on = self.is_asked_for = False

    def changing(self, *controls: QWidget) -> None:
        """These change the library: they stay off, whatever their page says of them later."""
        for each in controls if self.is_on else ():
            each.setEnabled(False)
            each.setToolTip(say("gui.read_only_off"))
            each.setAccessibleDescription(say("gui.read_only_off"))
            each.installEventFilter(self)

    def tell(self) -> None:
        """Why a key did nothing."""
        self.noticed.emit(Notice("information", say("gui.read_only_off")))

    def eventFilter(self, held: QObject, event: QEvent) -> bool:
        if isinstance(held, QWidget):
            if event.type() == QEvent.Type.EnabledChange and held.isEnabled():
                held.setEnabled(False)
            elif event.type() == QEvent.Type.ToolTipChange and held.toolTip() != say("gui.read_only_off"):
                held.setToolTip(say("gui.read_only_off"))
        return False
