"""What a list was narrowed to, kept under a name of the user's own."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from insurance_desktop.packs.wording import say

from .questions import Question, needs
from .window_settings import WindowSettings

LONGEST_NAME = 40


class SavedFilters(QMenu):
    """`chosen` brings a filter as `now` said it when it was saved; `place` is the list that they are of."""

    chosen = Signal(object)  # dict[str, str]

    def __init__(
        self, settings: WindowSettings, place: str, now: Callable[[], dict[str, str]], parent: QWidget
    ) -> None:
        super().__init__(say("gui.saved_filters"), parent)
        self._settings = settings
        self._place = place
        self._now = now
        self._home = parent
        self.question: Question | None = None
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        self.clear()
        kept = self._settings.filters(self._place)
        for name, saved in kept.items():
            self.addAction(name, partial(self.chosen.emit, saved))
        if kept:
            self.addSeparator()
        self.addAction(say("gui.filter_save"), self.ask_name)
        if kept:
            forgetting = self.addMenu(say("gui.filter_forget"))
            for name in kept:
                forgetting.addAction(name, partial(self._settings.forget_filter, self._place, name))

    def ask_name(self) -> None:
        """One of the same name is replaced."""
        self.question = Question(self._home.window(), say("gui.filter_save_title"), say("gui.filter_save_text"))
        name = QLineEdit()
        name.setMaxLength(LONGEST_NAME)
        name.setAccessibleName(say("gui.filter_save_title"))
        self.question.body.addWidget(name)
        self.question.confirm.setText(say("gui.save"))
        needs(name, self.question.confirm)
        self.question.accepted.connect(
            lambda: self._settings.keep_filter(self._place, name.text().strip(), self._now())
        )
        self.question.open()
        name.setFocus()
