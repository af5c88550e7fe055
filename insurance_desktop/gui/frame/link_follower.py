"""What is handed over from outside, as soon as the library is open: a link opens the review page at its place, files
are imported."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.library import links

if TYPE_CHECKING:
    from insurance_desktop.services.library.links import LinkedPlace


class LinkFollower(QObject):
    """Follows links on a context. Lives in the main thread."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._context = context
        self._waiting = ""
        context.opened.connect(self._follow_waiting)

    def follow(self, places: str) -> None:
        """A link, or URIs of files, with spaces between; what comes before the library is open waits for it."""
        if not self._context.is_open:
            self._waiting = f"{self._waiting} {places}"
            return
        each = [QUrl(place) for place in places.split()]
        self._context.imports.take_in([Path(url.toLocalFile()) for url in each if url.isLocalFile()])
        for url in each:
            if not url.isLocalFile():
                self._open(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    def _open(self, link: str) -> None:
        self._context.read(lambda workspace: links.follow(workspace.library, link), self._show)

    def _follow_waiting(self) -> None:
        places, self._waiting = self._waiting, ""
        self.follow(places)

    def _show(self, found: "LinkedPlace") -> None:
        if found.is_clause_gone:
            self._context.noticed.emit(Notice("warning", say("gui.link_clause_gone")))
        self._context.place_wanted.emit(
            Place(found.document.document_id, found.boxes, found.page, None if found.boxes else found.section_id)
        )
