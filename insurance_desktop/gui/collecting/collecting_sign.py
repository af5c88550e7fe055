"""In the status bar: when a site was last checked with success; pressed, it leads to the page."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import ToolButton
from insurance_desktop.gui.pages import COLLECTING
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from . import collecting_words

with imported_when_used():
    from insurance_desktop.services.collecting import overview

if TYPE_CHECKING:
    from insurance_desktop.services.collecting.overview import CollectionOverview


class CollectionSign(ToolButton):
    """Read once the first page is shown, and again with every change of the library."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self.setProperty("role", "flat")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda _checked: context.page_wanted.emit(COLLECTING))
        self.show_overview(None)
        context.settled.connect(self.read)
        context.changed.connect(lambda _changes: self.read())

    def read(self) -> None:
        if self._context.is_open:
            self._context.read(lambda workspace: overview.overview(workspace.library), self.show_overview)

    def show_overview(self, overview: "CollectionOverview | None") -> None:
        last = overview.last_success if overview else None
        checked = collecting_words.last_check(last) if last else say("collection.sign_never")
        alarms = sum(len(each.alarms) for each in overview.sites) if overview else 0
        self.setText(f"{checked} · {say('collection.alarm_count', count=alarms)}" if alarms else checked)
        self.setToolTip(say("collection.online_tip"))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(self.toolTip())
