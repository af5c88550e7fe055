"""The text with its tool line: read or edit, save as a new version, and what the ledger says."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from insurance_desktop.packs.wording import say

from ..parts import button, column, flat_button, label, row
from ..theme import ThemeSwitch
from .drafts import DraftBar
from .find_bar import FindBar
from .text_view import TextView


class TextPane(QWidget):
    save_wanted = Signal()

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.view = TextView(theme)
        self.find_bar = FindBar(theme)
        self.draft_bar = DraftBar()
        self.reading = flat_button(say("gui.text_rendered"), lambda: self._choose(False))
        self.source = flat_button(say("gui.text_source"), lambda: self._choose(True), tip=say("gui.text_source_tip"))
        self._choice = QButtonGroup(self)
        for choice in (self.reading, self.source):
            choice.setCheckable(True)
            self._choice.addButton(choice)
        self.reading.setChecked(True)
        self.unsaved = label(say("gui.unsaved_sign"), "warning")
        self.discard = button(say("gui.discard"), self.view.discard)
        self.save = button(say("gui.save_version"), self.save_wanted.emit, primary=True)
        self.coverage = label("", "muted", wrap=True)
        tools = row(gap=4)
        tools.addWidget(self.reading)
        tools.addWidget(self.source)
        tools.addStretch()
        tools.addWidget(self.unsaved)
        tools.addWidget(self.discard)
        tools.addWidget(self.save)
        whole = column(gap=6)
        whole.addLayout(tools)
        whole.addWidget(self.draft_bar)
        whole.addWidget(self.find_bar)
        whole.addWidget(self.view, 1)
        whole.addWidget(self.coverage)
        self.setLayout(whole)
        self.find_bar.wanted.connect(lambda words, flags: self.find_bar.show_found(self.view.find_words(words, flags)))
        self.find_bar.closed.connect(self.view.setFocus)
        self.view.edited.connect(self._show_edited)
        self._show_edited(False)

    def toggle_source(self) -> None:
        (self.reading if self.view.is_source else self.source).click()

    def show_coverage(self, words: str) -> None:
        self.coverage.setText(words)

    def _choose(self, source: bool) -> None:
        self.view.show_source(source)

    def _show_edited(self, edited: bool) -> None:
        for each in (self.unsaved, self.discard, self.save):
            each.setVisible(edited)
