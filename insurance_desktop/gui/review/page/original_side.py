"""The side of the original: its pages, or its paragraphs where it has no pages."""

from PySide6.QtWidgets import QStackedLayout, QWidget

from .flow_pane import FlowPane
from .page_pane import PagePane


class OriginalSide(QWidget):
    """One of the two is shown."""

    def __init__(self, page: PagePane, flow: FlowPane) -> None:
        super().__init__()
        self._page = page
        self._flow = flow
        self._stack = QStackedLayout(self)
        self._stack.addWidget(page)
        self._stack.addWidget(flow)

    def show_document(self, document_id: int, pages: int, *, has_pages: bool) -> None:
        self._page.show_document(document_id, pages)
        self._stack.setCurrentWidget(self._page if has_pages else self._flow)
        if not has_pages:
            self._flow.show_document(document_id)

    @property
    def view(self) -> QWidget:
        """What takes the keyboard."""
        return self._page.view if self._stack.currentWidget() is self._page else self._flow.text
