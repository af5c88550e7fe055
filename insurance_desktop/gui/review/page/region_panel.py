"""What is framed on the page: read again by another rule, as a suggestion beside the text, or noted."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import Chooser, button, column, copy_text, label, row, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.text.markdown_tables import escaped
from insurance_desktop.gui.review.text.text_pane import TextPane
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .page_pane import PagePane

with imported_when_used():
    from insurance_desktop.services.review import region_reading

if TYPE_CHECKING:
    from insurance_desktop.services.review.region_reading import RegionText

RULES = ((1, False, "review_page.rule_one"), (2, False, "review_page.rule_two"))
PICTURE_RULES = ((1, True, "review_page.rule_picture"), (2, True, "review_page.rule_picture_two"))
UNSURE = 0.8


class SuggestedLines(QPlainTextEdit):
    """What was read, to be looked at and selected; `least` and `most` pixels high."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setMinimumHeight(least)
        self.setMaximumHeight(most)
        self.setAccessibleName(say("review_page.suggestion"))


class RegionPanel(QWidget):
    """There while something is framed. `read_wanted` brings the columns and whether to read the picture."""

    read_wanted = Signal(int, bool)
    taken = Signal(str)
    noted = Signal()
    left = Signal()

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.words = label("", "heading")
        self.rule = Chooser(theme)
        self.rule.setSizeAdjustPolicy(Chooser.SizeAdjustPolicy.AdjustToContents)
        self.rule.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.rule.setAccessibleName(say("review_page.rule"))
        self.read = button(say("review_page.region_read"), self._read, primary=True)
        self.note = button(say("review_page.note_add"), self.noted.emit)
        self.leave = button(say("gui.close"), self.left.emit)
        self.suggestion = SuggestedLines(120, 120)
        self.caution = label("", "warning", wrap=True)
        self.take = button(say("review_page.suggestion_take"), lambda: self.taken.emit(self.suggestion.toPlainText()))
        self.copy = button(say("review_page.suggestion_copy"), lambda: copy_text(self.suggestion.toPlainText()))
        head, foot = row(gap=6), row(gap=6)
        head.addWidget(self.words, 1)
        for each in (self.rule, self.read, self.note, self.leave):
            head.addWidget(each)
        foot.addWidget(self.caution, 1)
        foot.addWidget(self.take)
        foot.addWidget(self.copy)
        self.setLayout(column(head, self.suggestion, foot, gap=6))
        set_role(self, "card")
        self.hide()

    def show_region(self, region: Box | None) -> None:
        """What is framed now; a suggestion for another place is gone."""
        self.setVisible(region is not None)
        for each in (self.suggestion, self.caution, self.take, self.copy):
            each.hide()
        if region is not None:
            self.words.setText(say("review_page.region", page=region.page))

    def offer_rules(self, *, pictures: bool) -> None:
        """The ways to read; that of the picture only where a reader of pictures is installed."""
        if self.rule.count() == 0:
            for columns, picture, key in RULES + (PICTURE_RULES if pictures else ()):
                self.rule.addItem(say(key), (columns, picture))

    def show_suggestion(self, found: "RegionText") -> None:
        self.suggestion.setPlainText(found.text)
        unsure = sum(1 for each in found.lines if each.confidence < UNSURE)
        words = say("review_page.suggestion_unsure", count=unsure) if unsure else say("review_page.suggestion_text")
        self.caution.setText(words if found.lines else say("review_page.suggestion_none"))
        for each in (self.suggestion, self.caution, self.take, self.copy):
            each.show()
        self.take.setEnabled(bool(found.lines))
        (self.take if found.lines else self.rule).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _read(self) -> None:
        columns, picture = self.rule.currentData()
        self.read_wanted.emit(columns, picture)


class RegionReading(QObject):
    """Between the frame on the page, the reader in the background, and the editor."""

    def __init__(
        self, context: AppContext, panel: RegionPanel, page: PagePane, text: TextPane, write_note: Callable[[], None]
    ) -> None:
        super().__init__(panel)
        self._context = context
        self._panel = panel
        self._page = page
        self._text = text
        self._opened: OpenDocument | None = None
        page.framed_changed.connect(self._framed)
        page.frame_taken.connect(self._start)
        panel.read_wanted.connect(self._read)
        panel.taken.connect(self._take)
        panel.noted.connect(write_note)
        panel.left.connect(self._leave)

    def show_opened(self, opened: OpenDocument | None) -> None:
        before, self._opened = self._opened, opened
        if opened is None or before is None or before.document_id != opened.document_id:
            self._panel.show_region(None)

    def _framed(self) -> None:
        self._panel.show_region(self._page.framed)
        if self._panel.rule.count() == 0 and self._page.framed is not None:
            self._panel.offer_rules(pictures=False)
            self._context.read(lambda workspace: region_reading.can_read_pictures(), self._offer_pictures)

    def _offer_pictures(self, installed: bool) -> None:
        if installed:
            self._panel.rule.clear()
            self._panel.offer_rules(pictures=True)

    def _start(self) -> None:
        self._panel.read.setFocus()
        self._panel.read.click()

    def _read(self, columns: int, picture: bool) -> None:
        opened, region = self._opened, self._page.framed
        if opened is None or region is None:
            return
        number = opened.document_id

        def arrived(found: "RegionText") -> None:
            self._panel.read.setEnabled(True)
            if self._page.framed == region:
                self._panel.show_suggestion(found)

        def failed(failure: Failure) -> None:
            self._panel.read.setEnabled(True)
            self._context.notice_failure(failure)

        self._panel.read.setEnabled(False)
        self._context.read(
            lambda workspace: region_reading.read_region(
                workspace.library, number, region, columns=columns, from_picture=picture
            ),
            arrived,
            failed,
        )

    def _take(self, words: str) -> None:
        """The suggestion goes into the editor behind what stands at the frame, for the reviewer to finish."""
        opened, region = self._opened, self._page.framed
        if opened is None or region is None:
            return
        span = opened.links.touching(region)
        stored = opened.links.block_around(span)[1] if span is not None else len(opened.review.markdown)
        self._text.source.click()
        at = self._text.view.moved(stored)
        lines = "\n\n".join(escaped(line) for line in words.split("\n") if line.strip())
        self._text.view.splice(at, at, f"\n\n{lines}")
        self._page.frame(None)
        self._text.view.setFocus()

    def _leave(self) -> None:
        self._page.frame(None)
        self._text.view.setFocus()
