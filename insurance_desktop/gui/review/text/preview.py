"""What the reader will see of the text that is being edited: the surroundings of the cursor, as it is typed."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from insurance_desktop.gui.look.parts import column, label
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .document_writer import DocumentWriter
from .markdown_pieces import pieces_of
from .rendered_text import RenderedText

AROUND = 2_500  # characters on each side of the cursor, up to the next empty line
FURTHEST = 8_000  # of a table that goes on for pages, its neighbouring rows are enough
PAUSE_MS = 120


class Preview(QWidget):
    """Follow the editor with `show_around`; the newest call wins, after a short pause in the typing."""

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._waiting: tuple[str, int] = ("", 0)
        self._start = 0
        self.rendered = RenderedText()
        self.rendered.setAccessibleName(say("review_page.preview"))
        self.writer = DocumentWriter(self.rendered.document(), theme.colours, self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._write)
        self.writer.finished.connect(self._reveal)
        theme.changed.connect(self._write)
        self.setLayout(column(label(say("review_page.preview"), "muted"), (self.rendered, 1), gap=4))

    def show_around(self, text: str, offset: int) -> None:
        """`offset` is the cursor, in characters of `text`."""
        self._waiting = (text, offset)
        self._pause.start()

    def _write(self) -> None:
        text, offset = self._waiting
        start, end = surroundings(text, offset)
        self._start = start
        self.writer.begin(pieces_of(text[start:end]), self._theme.colours)

    def _reveal(self) -> None:
        position = self.writer.places.position_of(self._waiting[1] - self._start)
        if position is not None:
            self.rendered.reveal(position)


def surroundings(text: str, offset: int) -> tuple[int, int]:
    """Whole paragraphs and tables around a character, as [start, end); a very long table is cut between rows."""
    start = text.rfind("\n\n", max(offset - FURTHEST, 0), max(offset - AROUND, 0))
    if start < 0:
        start = text.rfind("\n", 0, max(offset - AROUND, 0)) if offset > FURTHEST else -1
    end = text.find("\n\n", offset + AROUND, offset + FURTHEST)
    if end < 0:
        end = text.find("\n", offset + AROUND) if len(text) > offset + FURTHEST else len(text)
    return max(start, 0), end if end >= 0 else len(text)
