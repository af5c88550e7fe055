"""The switch of the web face: what it opens and to whom, the link while it serves, and how to end it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QFrame

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, copy_text, label, row, set_role
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.connecting import command

if TYPE_CHECKING:
    from collections.abc import Sequence


class WebCard(QFrame):
    """Off until somebody switches it on, each time the window is opened."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._web = context.web
        self.switch = QCheckBox(say("gui.web_switch"))
        self.state = label("", wrap=True)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open = button(say("gui.web_open"), lambda: QDesktopServices.openUrl(QUrl(self._web.link)), primary=True)
        self.copy = button(say("gui.web_copy"), lambda: copy_text(self._web.link))
        self.setLayout(
            column(
                label(say("gui.web"), "heading"),
                label(say("gui.web_text"), "muted", wrap=True),
                self.switch,
                self.state,
                row(self.open, self.copy, STRETCH),
                margin=MARGIN,
            )
        )
        self.switch.toggled.connect(self._turn)
        self._web.changed.connect(self.look)
        context.opened.connect(self.look)
        self.look()

    def look(self) -> None:
        """How it stands now."""
        self.switch.blockSignals(True)
        self.switch.setChecked(self._web.is_running)
        self.switch.blockSignals(False)
        self.switch.setEnabled(self._context.is_open)
        for each in (self.open, self.copy):
            each.setVisible(bool(self._web.link))
        self.state.setText(self._words())
        self.state.setVisible(bool(self.state.text()))

    def _words(self) -> str:
        if self._web.link:
            return say("gui.web_on", url=self._web.url)
        return say("gui.web_starting") if self._web.is_running else self._web.fault

    def _turn(self, on: bool) -> None:
        if on:
            self._context.read(lambda workspace: command.web_command(workspace.library.path), self._start)
        else:
            self._web.stop()

    def _start(self, found: "Sequence[str]") -> None:
        if self.switch.isChecked():  # it may have been taken back meanwhile
            self._web.start(found)
