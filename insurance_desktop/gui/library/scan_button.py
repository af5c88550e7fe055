"""The button beside a chosen document whose pages have no words: it reads them, or installs what reads."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from insurance_desktop.domain.documents import Changes, Document
from insurance_desktop.gui.components import ComponentInstalling
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.scans import ScanJobs
from insurance_desktop.packs.wording import say

if TYPE_CHECKING:
    from insurance_desktop.services.review.document_facts import UnreadPages
    from insurance_desktop.services.review.scanned_pages import PagesRead


class ScanButton(QPushButton):
    """There while pages of the document wait to be read; what was read is taken over under review."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._document: Document | None = None
        self._unread: UnreadPages | None = None
        self._reading: set[int] = set()
        self.jobs = ScanJobs(context, self)
        self.installing = ComponentInstalling(context, self)
        self.setAutoDefault(True)
        self.clicked.connect(lambda _checked: self._press())
        self.jobs.ended.connect(self._ended)
        self.jobs.arrived.connect(self._tell)
        context.read_only.changing(self)
        self.hide()

    def show_unread(self, document: Document | None, unread: "UnreadPages | None") -> None:
        """None as long as nobody knows."""
        self._document, self._unread = document, unread
        self._show()

    def _show(self) -> None:
        document, unread = self._document, self._unread
        waits = document is not None and unread is not None and bool(unread.pages)
        self.setVisible(waits)
        if document is not None and unread is not None:
            key = "review_page.scan_read" if unread.can_be_read else "review_page.scan_install"
            self.setText(say(key, count=len(unread.pages)))
            is_free = document.document_id not in self._reading and not self._context.read_only.is_on
            self.setEnabled(is_free)

    def _press(self) -> None:
        document, unread = self._document, self._unread
        if document is None or unread is None:
            return
        if not unread.can_be_read:
            self.installing.ask("ocr")
            return
        self._reading.add(document.document_id)
        self._show()
        self.jobs.read(document)

    def _ended(self, document_id: int) -> None:
        self._reading.discard(document_id)
        self._show()

    def _tell(self, document_id: int, found: "PagesRead") -> None:
        """Other pages look at the suggestions; this one has nothing left to read."""
        if self._document is not None and self._document.document_id == document_id:
            self.show_unread(self._document, None)
        self._context.tell(Changes(frozenset({document_id})))
        if found.suggestions:
            title = say("gui.scan_read_done", count=len(found.suggestions))
            self._context.noticed.emit(Notice("good", title, say("gui.scan_read_done_hint")))
