"""An option of a question: its letter to choose by, its words whole over as many lines as they need."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QRadioButton

from insurance_desktop.domain.choice_questions import Option
from insurance_desktop.gui.look.parts import label, row, set_role
from insurance_desktop.packs.wording import say

_TOP = Qt.AlignmentFlag.AlignTop


class OptionRow(QFrame):
    """`mark` is its letter, a radio button where one is chosen and a box where several are."""

    def __init__(self, option: Option, *, is_one: bool) -> None:
        super().__init__()
        self.option = option
        self.mark: QRadioButton | QCheckBox = QRadioButton() if is_one else QCheckBox()
        self.mark.setText(option.label)
        self.words = label(option.text, wrap=True)
        self.words.setAlignment(_TOP | Qt.AlignmentFlag.AlignLeft)
        self.words.setContentsMargins(0, 4, 0, 4)
        self.sign = label("", "muted")
        self.sign.setContentsMargins(0, 4, 0, 4)
        self._name("")
        self.setLayout(row((self.mark, 0, _TOP), (self.words, 1), (self.sign, 0, _TOP), gap=6))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.mark.isEnabled() and event.button() is Qt.MouseButton.LeftButton:
            self.mark.click()
            self.mark.setFocus(Qt.FocusReason.MouseFocusReason)

    def close_for(self, *, is_right: bool | None) -> None:
        """Nothing is chosen here any more; whether this option is right, None where nobody knows."""
        self.mark.setEnabled(False)
        is_chosen = self.mark.isChecked()
        key, role = "", "muted"
        if is_right:
            key, role = "practise_page.option_right", "good"
        elif is_chosen:
            key, role = ("practise_page.option_chosen", "muted") if is_right is None else _WRONG
        set_role(self.sign, role)
        self.sign.setText(say(key) if key else "")
        self._name(self.sign.text())

    def _name(self, beside: str) -> None:
        self.mark.setAccessibleName(f"{self.option.label}. {self.option.text}")
        self.mark.setAccessibleDescription(beside)


_WRONG = ("practise_page.option_wrong", "danger")
