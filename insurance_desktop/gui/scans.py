"""Pages whose words only their picture shows, read as a job of the window, whichever page asks for it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from insurance_desktop.domain.documents import Document
from insurance_desktop.packs.wording import say

from .context import AppContext
from .notices import Notice
from .running.failures import Failure
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.review import scanned_pages

if TYPE_CHECKING:
    from insurance_desktop.services.review.scanned_pages import PagesRead

LANE = "scans"


class ScanJobs(QObject):
    """`arrived` brings the document's id and all that is suggested for its pages now; `ended` the id, whatever came."""

    arrived = Signal(int, object)
    ended = Signal(int)

    def __init__(self, context: AppContext, owner: QObject) -> None:
        super().__init__(owner)
        self._context = context

    def read(self, document: Document) -> None:
        """Every such page that has no suggestion yet; what is read stays, also where somebody stops it."""
        number = document.document_id
        self._context.run(
            say("review_page.scan_job", name=document.logical_path),
            lambda workspace, progress, cancel: scanned_pages.read_scanned_pages(
                workspace.library, number, progress=progress, cancel=cancel
            ),
            lambda found: self._read(number, found),
            lambda failure: self._failed(number, failure),
            stopped=lambda: self._stopped(number),
            lane=LANE,
        )

    def _read(self, number: int, found: "PagesRead") -> None:
        self.ended.emit(number)
        self.arrived.emit(number, found)
        if found.faults:
            reasons = "\n".join(
                say("review_page.scan_fault", page=each.page, reason=each.reason) for each in found.faults
            )
            title = say("review_page.scan_faults", count=len(found.faults))
            self._context.noticed.emit(Notice("warning", title, reasons))

    def _failed(self, number: int, failure: Failure) -> None:
        self.ended.emit(number)
        self._context.notice_failure(failure)

    def _stopped(self, number: int) -> None:
        self.ended.emit(number)
        self._context.noticed.emit(Notice("information", say("gui.job_stopped")))
