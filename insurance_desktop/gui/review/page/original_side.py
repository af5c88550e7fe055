"""The side of the original: its pages, or its paragraphs where it has no pages."""

from PySide6.QtWidgets import QStackedLayout, QWidget

from insurance_desktop.gui.context import AppContext

from .flow_pane import FlowPane
from .page_pane import PagePane


class OriginalSide(QWidget):
    """One of the two is shown."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.pages = PagePane(context)
        self.flow = FlowPane(context)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.pages)
        self._stack.addWidget(self.flow)

    def show_document(self, document_id: int, pages: int, *, has_pages: bool) -> None:
        self.pages.show_document(document_id, pages)
        self._stack.setCurrentWidget(self.pages if has_pages else self.flow)
        if not has_pages:
            self.flow.show_document(document_id)

    @property
    def view(self) -> QWidget:
        """What takes the keyboard."""
        return self.pages.view if self._stack.currentWidget() is self.pages else self.flow.text
