"""Pages whose words only their picture shows: one button reads them all, what was read is taken over page by page."""

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.conversion import PageSuggestion
from insurance_desktop.gui.components import ComponentInstalling
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.flow import Flow
from insurance_desktop.gui.look.parts import button, column, label, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.text.suggested_text import is_in, with_page
from insurance_desktop.gui.review.text.text_pane import TextPane
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.gui.scans import ScanJobs
from insurance_desktop.packs.wording import say

from .highlights import Highlight
from .page_pane import PagePane
from .region_panel import UNSURE, SuggestedLines

with imported_when_used():
    from insurance_desktop.services.review import region_reading, scanned_pages

if TYPE_CHECKING:
    from insurance_desktop.services.review.scanned_pages import PagesRead

LAYER = "suggested"


class ScanPanel(QWidget):
    """There while pages of the document wait for their words."""

    read_wanted = Signal()
    install_wanted = Signal()
    page_wanted = Signal()
    all_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", "heading", wrap=True)
        self.about = label("", "warning", wrap=True)
        self.lines = SuggestedLines(64, 120)
        self.read = button(say("review_page.scan_read", count=0), self.read_wanted.emit, primary=True)
        self.install = button(say("review_page.scan_install"), self.install_wanted.emit)
        self.take_page = button(say("review_page.scan_take_page", page=1), self.page_wanted.emit)
        self.take_all = button(say("review_page.scan_take_all", count=0), self.all_wanted.emit)
        actions = Flow(self.read, self.install, self.take_page, self.take_all)
        self.setLayout(column(self.words, self.about, self.lines, actions, gap=6))
        set_role(self, "card")
        self.hide()

    @property
    def changing(self) -> tuple[QWidget, ...]:
        return self.read, self.take_page, self.take_all

    def show_waiting(self, pages: Sequence[int], unread: int, *, can_read: bool) -> None:
        self.words.setText(say("review_page.scan_waits", pages=page_ranges(pages), count=len(pages)))
        self.read.setText(say("review_page.scan_read", count=unread))
        self.read.setVisible(bool(unread) and can_read)
        self.install.setVisible(bool(unread) and not can_read)

    def show_page(self, page: int, suggestion: PageSuggestion | None, *, is_taken: bool) -> None:
        """What is suggested for the page in sight; None where nothing is."""
        self.take_page.setText(say("review_page.scan_take_page", page=page))
        self.take_page.setVisible(suggestion is not None and bool(suggestion.lines) and not is_taken)
        self.lines.setVisible(self.take_page.isVisibleTo(self))
        self.about.setText("" if suggestion is None else page_words(suggestion, is_taken=is_taken))
        self.about.setVisible(suggestion is not None)
        marked = suggestion.lines if suggestion is not None else ()
        sign = say("review_page.scan_unsure_sign")
        self.lines.setPlainText("\n".join(f"{sign if line.confidence < UNSURE else ''}{line.text}" for line in marked))

    def show_rest(self, count: int) -> None:
        """How many pages can be taken over at once; the one in sight alone has its button already."""
        self.take_all.setText(say("review_page.scan_take_all", count=count))
        self.take_all.setVisible(count > self.take_page.isVisibleTo(self))


class ScanReading(QObject):
    """Between the panel, the reader of pictures in the background, and the editor."""

    def __init__(self, context: AppContext, panel: ScanPanel, page: PagePane, text: TextPane) -> None:
        super().__init__(panel)
        self._context = context
        self._panel = panel
        self._page = page
        self._text = text
        self._opened: OpenDocument | None = None
        self._pages: tuple[int, ...] = ()
        self._suggestions: dict[int, PageSuggestion] = {}
        self._can_read = False
        self.jobs = ScanJobs(context, panel)
        self.jobs.ended.connect(self._ended)
        self.jobs.arrived.connect(self._arrived)
        self.installing = ComponentInstalling(context, panel)
        panel.read_wanted.connect(self._read)
        panel.install_wanted.connect(lambda: self.installing.ask("ocr"))
        panel.page_wanted.connect(lambda: self._take([self._page.page]))
        panel.all_wanted.connect(lambda: self._take(self._left))
        self.installing.ended.connect(self._look)
        page.shown.connect(lambda _page: self._show())
        text.view.edited.connect(lambda _edited: self._show())

    def show_opened(self, opened: OpenDocument | None) -> None:
        self._opened = opened
        self._pages = scanned_pages.pages_without_words(opened.review.findings) if opened is not None else ()
        self._suggestions = {each.page: each for each in opened.review.suggestions} if opened is not None else {}
        self._panel.read.setEnabled(True)
        if self._pages:
            self._look()
        self._show()

    def _look(self) -> None:
        self._context.read_later(lambda _workspace: region_reading.can_read_pictures(), self._take_state)

    def _take_state(self, can_read: bool) -> None:
        self._can_read = can_read
        self._show()

    @property
    def _left(self) -> list[int]:
        """Pages with words that nobody has taken over yet."""
        text = self._text.view.text
        found = [self._suggestions[page] for page in self._pages if page in self._suggestions]
        return [each.page for each in found if each.lines and not is_in(text, each)]

    def _show(self) -> None:
        unread = [page for page in self._pages if page not in self._suggestions]
        left = self._left
        self._panel.setVisible(bool(unread or left))
        self._page.show_layer(LAYER, self._unsure(left))
        if unread or left:
            here = self._suggestions.get(self._page.page) if self._page.page in self._pages else None
            self._panel.show_waiting(self._pages, len(unread), can_read=self._can_read)
            self._panel.show_page(self._page.page, here, is_taken=here is not None and here.page not in left)
            self._panel.show_rest(len(left))

    def _unsure(self, left: Sequence[int]) -> tuple[Highlight, ...]:
        sign = say("review_page.scan_unsure_sign")
        lines = [line for page in left for line in self._suggestions[page].lines if line.confidence < UNSURE]
        return tuple(Highlight(line.box, "misread", sign) for line in lines)

    # --- reading ----------------------------------------------------------------------------------------------
    def _read(self) -> None:
        if self._opened is not None:
            self._panel.read.setEnabled(False)
            self.jobs.read(self._opened.review.document)

    def _ended(self, document_id: int) -> None:
        """What was read until somebody stopped it is kept: it is there when the document is read again."""
        if self._opened is not None and self._opened.document_id == document_id:
            self._panel.read.setEnabled(True)
            self._look()

    def _arrived(self, document_id: int, found: "PagesRead") -> None:
        if self._opened is not None and self._opened.document_id == document_id:
            self._suggestions = {each.page: each for each in found.suggestions}
            self._show()
            self._go_to_first()

    def _go_to_first(self) -> None:
        left = self._left
        if left and self._page.page not in left:
            self._page.go_to(left[0])
        first = self._panel.take_all if len(left) > 1 else self._panel.take_page
        (first if left else self._text.view).setFocus()

    # --- taking over --------------------------------------------------------------------------------------------
    def _take(self, pages: Sequence[int]) -> None:
        """Into the editor, each behind the pages before it; it becomes a version when the reviewer saves it."""
        opened = self._opened
        if opened is None or not pages:
            return
        self._text.source.click()
        for page in pages:
            suggestion = self._suggestions[page]
            others = [each for each in self._suggestions.values() if each.page in self._pages]
            text, printed = self._text.view.text, self._printed_before(opened, page)
            at, words = with_page(text, suggestion, others, printed)
            self._text.view.splice(at, at, words)
        self._show()
        self._text.view.setFocus()
        self._context.noticed.emit(
            Notice("information", say("review_page.scan_taken", count=len(pages)), say("review_page.scan_taken_hint"))
        )

    def _printed_before(self, opened: OpenDocument, page: int) -> int:
        """Where in the editor the text ends that the converter read of earlier pages."""
        spans = [each for each in opened.review.source_map if each.boxes and each.boxes[-1].page < page]
        return self._text.view.moved(max(each.end for each in spans)) if spans else 0


def page_words(suggestion: PageSuggestion, *, is_taken: bool) -> str:
    """What a suggestion is worth, in a sentence."""
    if not suggestion.lines:
        return say("review_page.scan_page_empty", page=suggestion.page)
    if is_taken:
        return say("review_page.scan_page_taken", page=suggestion.page)
    confidences = [line.confidence for line in suggestion.lines]
    return say(
        "review_page.scan_page",
        page=suggestion.page,
        lines=len(confidences),
        confidence=f"{fmean(confidences):.0%}",
        unsure=sum(each < UNSURE for each in confidences),
    )


def page_ranges(pages: Sequence[int]) -> str:
    """Pages in order, runs of them by their ends: 1–4, 7."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    told = [str(first) if first == last else f"{first}\u2013{last}" for first, last in runs]
    return say("gui.between_sections").join(told)
