"""Reading a document through by one key: what stood in sight beside its page counts as looked at when one goes on."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from .linking import Linking
from .review_document import OpenDocument
from .review_progress import ReviewProgress
from .text.in_sight import InSight, in_sight
from .text.text_view import TextView


class ReadingOn(QObject):
    """The text is read from the top of the screen to the end of the page that is shown, or of the screen; where a table
    goes on to the right, that comes first. `arrived` is called at the end of the text. What is not written yet cannot
    have been read: a key that comes before waits until it is.
    """

    def __init__(self, text: TextView, linking: Linking, progress: ReviewProgress, arrived: Callable[[], None]) -> None:
        super().__init__(text)
        self._text = text
        self._linking = linking
        self._progress = progress
        self._arrived = arrived
        self._opened: OpenDocument | None = None
        self._from = 0  # the Markdown character that one reads on from, while it is in sight
        self._waiting = 0  # so many keys came before their text
        text.writer.advanced.connect(self._catch_up)

    def show_opened(self, opened: OpenDocument | None) -> None:
        if opened is None or self._opened is None or opened.document_id != self._opened.document_id:
            self._from = self._waiting = 0
        self._opened = opened

    def go_on(self) -> None:
        """What stands here is read: on to what follows. The source, while it is edited, is no place to read."""
        if self._opened is not None and not self._text.is_source:
            self._waiting += 1
            self._catch_up()

    def _catch_up(self) -> None:
        while self._waiting and self._stands:
            self._waiting -= 1
            self._step()

    @property
    def _stands(self) -> bool:
        """Whether the place to be read is in sight, and the text written beyond it."""
        if self._text.is_on_the_way:
            return False
        return not self._text.writer.is_writing or in_sight(self._text.rendered).below is not None

    def _step(self) -> None:
        opened, rendered = self._opened, self._text.rendered
        if opened is None or rendered.turn_right():
            return
        rendered.horizontalScrollBar().setValue(0)  # lines begin there
        seen = in_sight(rendered)
        start, end = self._stored(opened, seen)
        follows = opened.links.page_after(start)
        at_page_end = follows is not None and follows < end
        if follows is not None and at_page_end:
            end = follows
        if not self._progress.saw_text(start, end, again=self.go_on):
            self._waiting = 0
        elif at_page_end:
            self._read_from(end)
        elif seen.below is not None:
            self._turn(seen)
        else:
            self._arrived()

    def _stored(self, opened: OpenDocument, seen: InSight) -> tuple[int, int]:
        """The Markdown characters [start, end) to be read here: those lines, with the signs around them."""
        places = self._text.writer.places
        before = places.written_at(seen.first - 1) if seen.first else None
        after = places.written_at(seen.below) if seen.below is not None else None
        start = 0 if before is None else before + 1
        end = len(opened.review.markdown) if after is None else after
        return (self._from if start <= self._from < end else start), end

    def _turn(self, seen: InSight) -> None:
        """The last line that was read becomes the first one."""
        bar = self._text.rendered.verticalScrollBar()
        before = bar.value()
        self._read_from(self._text.writer.places.written_at(seen.last) or 0)
        if bar.value() <= before and not self._text.is_on_the_way:  # one line fills the height
            self._text.rendered.turn_down()

    def _read_from(self, start: int) -> None:
        self._from = start
        self._linking.read_from(start)
