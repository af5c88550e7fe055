"""A page that is fitted to the width of its pane, at every height of the pane."""

from PySide6.QtCore import QEvent, QEventLoop, QObject
from PySide6.QtWidgets import QApplication
from test_window_review import review as short_document

review = short_document


class Resizes(QObject):
    """Counts how often the page is given another size, and ends what would go on for ever."""

    def __init__(self, view):
        super().__init__()
        self.view = view
        self.count = 0

    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.Resize
        if self.count == 100:
            self.count += 1
            self.view.zoom_in()  # a zoom of one's own is not fitted again
        return False


def test_a_fitted_page_comes_to_rest_at_every_height_of_its_pane(review):
    """The scroll bar came and went for ever where the page was as high as its pane with one of the two widths."""
    view = review.page.view
    view.fit_width()
    height = view.paper.height()
    view.setFixedHeight(height)
    seen = Resizes(view)
    view.paper.installEventFilter(seen)
    for offset in range(-40, 41):
        seen.count = 0
        view.setFixedHeight(height + offset)
        for _ in range(30):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
        assert seen.count <= 4, offset
