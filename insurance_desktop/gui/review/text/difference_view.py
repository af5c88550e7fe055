"""What differs between two texts, stretch by stretch: what went is struck out, what came is underlined, both signed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QWidget

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.text_difference import Hunk, difference
from insurance_desktop.gui.look.parts import column, label
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.review import version_history

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


MOST_HUNKS = 300
LONGEST = 1_500
"""Characters of one side of a hunk that are shown: a table that was replaced as a whole would fill pages."""


@entity
class TextDifference:
    """Two texts with what differs; `title` says in words which two they are."""

    title: str
    old: str
    new: str
    hunks: tuple[Hunk, ...]


def compared(title: str, old: str, new: str) -> TextDifference:
    """Slow for long texts: make it on a reader thread."""
    return TextDifference(title, old, new, difference(old, new))


def heading_above(text: str, offset: int) -> str:
    """The heading that a place of a Markdown text stands under; "" above the first one."""
    at = 0 if offset == 0 and text.startswith("#") else text.rfind("\n#", 0, offset + 1) + 1
    line = text[at : text.find("\n", at)] if text[at : at + 1] == "#" else ""
    return line.lstrip("#").strip()


class DifferenceView(QWidget):
    """`picked` brings a character of the new text: where the hunk under the cursor stands."""

    picked = Signal(int)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._theme = theme
        self._shown: TextDifference | None = None
        self._places: list[tuple[int, int]] = []
        self.title = label("", "muted", wrap=True)
        self.text = DifferenceText()
        self.text.setAccessibleName(say("review_page.difference"))
        self.text.setOpenLinks(False)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLayout(column(self.title, (self.text, 1), gap=6))
        self.setFocusProxy(self.text)
        self.text.pointed.connect(self._point)
        theme.changed.connect(self._write)
        self.say_waiting()

    def say_waiting(self) -> None:
        """Until the comparison is made."""
        self._shown = None
        self.title.setText(say("review_page.difference_waiting"))
        self.text.clear()

    def show_difference(self, shown: TextDifference) -> None:
        self._shown = shown
        count = len(shown.hunks)
        words = say("review_page.difference_count", count=count) if count else say("review_page.difference_none")
        self.title.setText(f"{shown.title}　{words}")
        self._write()

    def _write(self) -> None:
        self.text.clear()
        self._places = []
        shown = self._shown
        if shown is None:
            return
        cursor = QTextCursor(self.text.document())
        cursor.beginEditBlock()
        for hunk in shown.hunks[:MOST_HUNKS]:
            first = hunk.signs[0] if hunk.signs else hunk.place  # the lines of a table begin far from the changed cell
            self._places.append((cursor.position(), first.new_start))
            self._write_hunk(cursor, shown, hunk)
        if len(shown.hunks) > MOST_HUNKS:
            cursor.insertText(say("review_page.difference_more", count=len(shown.hunks) - MOST_HUNKS), self._plain())
        cursor.endEditBlock()
        start = QTextCursor(self.text.document())
        self.text.setTextCursor(start)

    def _write_hunk(self, cursor: QTextCursor, shown: TextDifference, hunk: Hunk) -> None:
        heading = heading_above(shown.new, hunk.place.new_start) or say("review_page.difference_top")
        muted = self._plain()
        muted.setForeground(QColor(self._theme.colours.muted))
        block = QTextBlockFormat()
        block.setTopMargin(10)
        cursor.setBlockFormat(block)
        cursor.insertText(heading, muted)
        for sign, look, parts in (
            ("－ ", self._gone(), list(_parts(shown.old, hunk, old=True))),
            ("＋ ", self._come(), list(_parts(shown.new, hunk, old=False))),
        ):
            if parts:
                cursor.insertBlock(QTextBlockFormat())
                bare = self._plain()
                bare.setForeground(look.foreground())
                cursor.insertText(sign, bare)
                for text, differs in parts:
                    cursor.insertText(text.replace("\n", "\u2028"), look if differs else self._plain())
        cursor.insertBlock(QTextBlockFormat())

    def _plain(self) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setForeground(QColor(self._theme.colours.text))
        return look

    def _gone(self) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setForeground(QColor(self._theme.colours.danger))
        look.setFontStrikeOut(True)
        return look

    def _come(self) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setForeground(QColor(self._theme.colours.good))
        look.setFontUnderline(True)
        return look

    def _point(self, position: int) -> None:
        found = [place for start, place in self._places if start <= position]
        if found:
            self.picked.emit(found[-1])


class DifferenceText(QTextBrowser):
    """`pointed` after a click or Enter, with the position of the cursor."""

    pointed = Signal(int)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self.textCursor().hasSelection():
            self.pointed.emit(self.cursorForPosition(event.position().toPoint()).position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.pointed.emit(self.textCursor().position())
        else:
            super().keyPressEvent(event)


def _parts(text: str, hunk: Hunk, *, old: bool) -> Iterator[tuple[str, bool]]:
    """One side of a hunk in stretches, each with whether the other side has it differently; cut where it is long."""
    start, end = (hunk.place.old_start, hunk.place.old_end) if old else (hunk.place.new_start, hunk.place.new_end)
    last = min(end, start + LONGEST)
    while last > start and text[last - 1] == "\n":
        last -= 1
    at = start
    for each in hunk.signs:
        first, stop = (each.old_start, each.old_end) if old else (each.new_start, each.new_end)
        first, stop = min(first, last), min(stop, last)
        if first > at:
            yield text[at:first], False
        if stop > first:
            yield text[first:stop], True
        at = max(at, stop)
    if last > at:
        yield text[at:last], False
    if end - start > LONGEST:
        yield "\u2026", False


def against_converted(workspace: "Workspace", opened: OpenDocument, typed: str) -> TextDifference:
    """The typed text beside the newest one that the converter made; on a reader thread."""
    known = version_history.versions_of(workspace.library, opened.document_id)
    current = next((each for each in known if each.version_id == opened.review.document.version_id), None)
    converted = next((each for each in known if each.origin == "converted"), None)
    old = opened.review.markdown
    if current is not None and converted is not None and current.number != converted.number:
        old = version_history.compare_versions(
            workspace.library, opened.document_id, converted.number, current.number
        ).old_markdown
    return compared(say("review_page.difference_converted"), old, typed)
