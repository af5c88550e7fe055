"""Where words stand in a text: every place of them, and the next one from the cursor on."""

from bisect import bisect_left

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look.theme import Colours

MOST_MARKED = 2_000
"""Common words of a long document are marked as far as this; to go on from one to the next has no end."""

Editor = QTextEdit | QPlainTextEdit


@entity
class Found:
    """How often the words stand in the text, and which of the places the cursor is at (from 1; 0 = at none)."""

    count: int
    place: int

    @property
    def has_more(self) -> bool:
        """Whether there may be more than were counted."""
        return self.count == MOST_MARKED


class Finder:
    """The places of words in an editor; they stay right while the text is edited; `seek` looks anew."""

    def __init__(self) -> None:
        self._words = ""
        self._places: tuple[QTextCursor, ...] = ()

    def seek(self, editor: Editor, words: str | None = None) -> None:
        """Every place of these words, or of those that were last looked for; "" for none."""
        self._words = self._words if words is None else words
        self._places = tuple(_places(editor.document(), self._words)) if self._words else ()

    def step(self, editor: Editor, *, onwards: bool) -> bool:
        """The cursor goes to the next place, around the end; whether there is one."""
        flags = QTextDocument.FindFlag(0) if onwards else QTextDocument.FindFlag.FindBackward
        if editor.find(self._words, flags):
            return True
        was, cursor = editor.textCursor(), editor.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Start if onwards else QTextCursor.MoveOperation.End)
        editor.setTextCursor(cursor)
        if editor.find(self._words, flags):
            return True
        editor.setTextCursor(was)
        return False

    def found(self, editor: Editor) -> Found:
        cursor = editor.textCursor()
        starts = [each.selectionStart() for each in self._places]
        place = bisect_left(starts, cursor.selectionStart())
        is_there = cursor.hasSelection() and place < len(starts) and starts[place] == cursor.selectionStart()
        return Found(len(starts), place + 1 if is_there else 0)

    def marks(self, editor: Editor, colours: Colours) -> list[QTextEdit.ExtraSelection]:
        """All places of this editor, framed by their ground and a dotted line: not by colour alone."""
        look = QTextCharFormat()
        look.setBackground(QColor(colours.accent_soft))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        look.setUnderlineColor(QColor(colours.accent))
        return [marked(each, look) for each in self._places if each.document() is editor.document()]


def _places(document: QTextDocument, words: str) -> list[QTextCursor]:
    places: list[QTextCursor] = []
    here = document.find(words, 0)
    while not here.isNull() and len(places) < MOST_MARKED:
        places.append(here)
        here = document.find(words, here)
    return places


def marked(place: QTextCursor, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    """A mark on what the cursor has selected."""
    made = QTextEdit.ExtraSelection()
    made.cursor = place
    made.format = look
    return made
