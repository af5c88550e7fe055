"""Parts of the program that may be missing: which are here, and a button that installs the others."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from insurance_desktop.gui.components import ComponentInstalling
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, button, column, label, row, set_role
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.machine import components

if TYPE_CHECKING:
    from insurance_desktop.services.machine.components import Component

NAMES = ("ocr", "ai")


class ComponentsCard(QFrame):
    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self.installing = ComponentInstalling(context, self)
        self.states = {name: label("", wrap=True) for name in NAMES}
        self.install = {name: button(_named(name), partial(self.installing.ask, name)) for name in NAMES}
        lines = [row((self.states[name], 1), self.install[name]) for name in NAMES]
        head = (label(say("machine.components"), "heading"), label(say("machine.components_text"), "muted", wrap=True))
        self.setLayout(column(*head, *lines, margin=MARGIN))
        for each in self.install.values():
            each.hide()
        self.installing.ended.connect(self.look)

    def look(self) -> None:
        """Which of them are here now."""
        if self._context.is_open:
            self._context.read_later(lambda _workspace: components.components(), self._show)

    def _show(self, found: "tuple[Component, ...]") -> None:
        for each in found:
            key = "machine.component_here" if each.is_installed else "machine.component_missing"
            self.states[each.name].setText(say(key, name=say(f"machine.component_{each.name}")))
            self.install[each.name].setVisible(not each.is_installed)


def _named(name: str) -> str:
    return say("machine.component_button", name=say(f"machine.component_{name}"))
