"""What lies over the window while files are dragged in: the promise that letting go imports them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from insurance_desktop.gui.look.parts import column, label, set_role
from insurance_desktop.packs.wording import say


class DropSign(QFrame):
    """Sees no mouse, so that the window behind it keeps the drag."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "drop")
        words = label(say("gui.drop_here"))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setLayout(column(words))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_over(self, place: QWidget) -> None:
        self.fit(place)
        self.show()
        self.raise_()

    def fit(self, place: QWidget) -> None:
        self.setGeometry(place.geometry().adjusted(8, 8, -8, -8))
