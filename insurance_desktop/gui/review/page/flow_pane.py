"""An original without pages beside its Markdown: numbered paragraphs of plain text. Nothing of it runs or loads."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QMouseEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from insurance_desktop.domain.conversion import Locator
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import column, label
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.review import original_text

if TYPE_CHECKING:
    from insurance_desktop.domain.originals import OriginalPassage

LINE = "\u2028"


class PassageText(QPlainTextEdit):
    """`pointed` brings the line that was clicked."""

    pointed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(say("review_page.original_text"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self.textCursor().hasSelection():
            self.pointed.emit(self.cursorForPosition(event.position().toPoint()).blockNumber())


class FlowPane(QWidget):
    """`pointed` brings the number of the paragraph that was clicked."""

    pointed = Signal(int)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._document_id: int | None = None
        self._loading: Job | None = None
        self._numbers: list[int | None] = []
        self._marked: Locator | None = None
        self.about = label("", "muted", wrap=True)
        self.text = PassageText()
        self.setLayout(column(self.about, (self.text, 1), gap=6))
        self.setFocusProxy(self.text)
        self.text.pointed.connect(self._pointed)
        context.theme.changed.connect(self._draw_mark)

    def show_document(self, document_id: int) -> None:
        """Read the original in the background and show its text."""
        if self._loading is not None:
            self._loading.forget()
        self._document_id, self._numbers, self._marked = document_id, [], None
        self.text.clear()
        self.about.setText(say("review_page.original_reading"))
        self._loading = self._context.read(
            lambda workspace: original_text.original_text(workspace.library, document_id), self._show, self._failed
        )

    def show_paragraphs(self, locator: Locator) -> None:
        """Mark these paragraphs and bring them into sight."""
        self._marked = locator
        self._draw_mark()

    def _failed(self, failure: Failure) -> None:
        self.about.setText(f"{failure.message}\n{failure.hint}".strip())

    def _show(self, passages: "Sequence[OriginalPassage]") -> None:
        cursor = QTextCursor(self.text.document())
        cursor.beginEditBlock()
        for passage in passages:
            if passage.number is not None:
                self._write(
                    cursor, passage.number, f"{passage.number}\u3000", passage.text, is_heading=passage.is_heading
                )
            for reason, words in passage.left_out:
                told = say("review_page.original_left_out", reason=say(f"review_page.left_{reason}"))
                self._write(cursor, None, told, words)
        cursor.endEditBlock()
        self.about.setText(say("review_page.original_about", count=sum(each is not None for each in self._numbers)))
        self._draw_mark()

    def _write(
        self, cursor: QTextCursor, number: int | None, before: str, words: str, *, is_heading: bool = False
    ) -> None:
        quiet, loud = QTextCharFormat(), QTextCharFormat()
        quiet.setForeground(QColor(self._context.theme.colours.muted))
        if is_heading:
            loud.setFontWeight(600)
        if self._numbers:
            cursor.insertBlock(QTextBlockFormat())
        self._numbers.append(number)
        cursor.insertText(before, quiet)
        cursor.insertText(words.replace("\n", LINE), quiet if number is None else loud)

    def _pointed(self, line: int) -> None:
        number = self._numbers[line] if 0 <= line < len(self._numbers) else None
        if number is not None:
            self.pointed.emit(number)

    def _draw_mark(self) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        for line, number in enumerate(self._numbers if self._marked is not None else ()):
            at = self._marked
            if number is None or at is None or not at.paragraph <= number <= at.paragraph_to:
                continue
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.text.document().findBlockByNumber(line))
            mark.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setBackground(QColor(self._context.theme.colours.accent_soft))
            marks.append(mark)
        self.text.setExtraSelections(marks)
        if marks:
            first = QTextCursor(marks[0].cursor)
            first.setPosition(first.anchor())
            self.text.setTextCursor(first)
            self.text.centerCursor()
