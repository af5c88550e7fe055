"""In the status bar: when a site was last checked, or that the program is offline; pressed, it leads to the page."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton

from insurance_desktop.packs.wording import say
from insurance_desktop.services.collection_overview import CollectionOverview

from .. import icons
from ..desk import Desk
from ..pages import CRAWL
from ..parts import ToolButton
from . import words


class CollectionSign(ToolButton):
    """Read again with every change of the library."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setProperty("role", "flat")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda _checked: desk.page_wanted.emit(CRAWL))
        self.setIconSize(QSize(14, 14))
        self.show_overview(None)
        desk.theme.changed.connect(self._draw)
        desk.opened.connect(self.read)
        desk.changed.connect(lambda _changes: self.read())

    def read(self) -> None:
        if self._desk.is_open:
            self._desk.read(lambda bench: bench.collection(), self.show_overview)

    def show_overview(self, overview: CollectionOverview | None) -> None:
        is_offline = overview is None or overview.settings.offline
        self.setText(
            say("gui.offline") if is_offline else words.last_check(overview.last_success if overview else None)
        )
        self.setToolTip(say("gui.offline_tip" if is_offline else "collection.online_tip"))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(self.toolTip())
        self._icon_name = "offline" if is_offline else "online"
        self._draw()

    def _draw(self) -> None:
        colours = self._desk.theme.colours
        self.setIcon(icons.icon(self._icon_name, colours.muted, colours.accent, colours.muted))
