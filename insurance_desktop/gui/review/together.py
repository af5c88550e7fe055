"""Page and text scroll together: whichever side the reader moves takes the other along, and neither pushes back."""

from PySide6.QtCore import QObject

from .page.page_pane import PagePane
from .text.source_links import Links
from .text.text_view import TextView

ABOVE = 6.0  # points of paper that stay above the line which leads


class ScrollTogether(QObject):
    """Give it the links of the document that is shown, None while there is none."""

    def __init__(self, page: PagePane, text: TextView) -> None:
        super().__init__(page)
        self._page = page
        self._text = text
        self.links: Links | None = None
        page.scrolled.connect(self._from_page)
        text.scrolled.connect(self._from_text)

    def _from_text(self, offset: int) -> None:
        span = self.links.at_offset(offset) if self.links else None
        if span is not None and span.boxes:
            self._page.scroll_to(span.boxes[0].page, span.boxes[0].y0 - ABOVE)

    def _from_page(self, page: int, y: float) -> None:
        span = self.links.reading_from(page, y) if self.links else None
        if span is not None:
            self._text.scroll_to(span.start)
