"""Reading a document through a screen at a time: what was in sight counts as looked at when the reader goes on."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from .review_document import OpenDocument
from .review_progress import ReviewProgress
from .text.text_view import TextView


class ReadingOn(QObject):
    """`arrived` is called at the end of the text: to what is still unseen, or to say that nothing is."""

    def __init__(self, text: TextView, progress: ReviewProgress, arrived: Callable[[], None]) -> None:
        super().__init__(text)
        self._text = text
        self._progress = progress
        self._arrived = arrived
        self._opened: OpenDocument | None = None
        text.rendered.read_on.connect(self.go_on)

    def show_opened(self, opened: OpenDocument | None) -> None:
        self._opened = opened

    def go_on(self) -> None:
        """This screenful is read: on to the next one. The source, while it is edited, is no place to read."""
        text = self._text
        at_end = text.rendered.below is None
        if self._opened is None or text.is_source or (at_end and text.writer.is_writing):
            return
        if self._progress.saw_text(*self._in_sight(), again=self.go_on) and not text.rendered.turn_on():
            self._arrived()

    def _in_sight(self) -> tuple[int, int]:
        """The Markdown characters [start, end) that stand on lines wholly in sight, with the signs around them."""
        places, top, below = self._text.writer.places, self._text.rendered.top, self._text.rendered.below
        before = places.written_at(top - 1) if top else None
        end = places.written_at(below) if below is not None else None
        whole = len(self._opened.review.markdown) if self._opened is not None else 0
        return (0 if before is None else before + 1), (whole if end is None else end)
