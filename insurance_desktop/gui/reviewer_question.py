"""Who and why, asked before anything goes on record; who was asked before is not asked again."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from .review.decisions.questions import Question, ReasonQuestion, ReviewerQuestion
from .window_settings import WindowSettings


class Asking:
    """`question` is the dialog that is open, or was last."""

    def __init__(self, owner: QWidget, settings: WindowSettings) -> None:
        self._owner = owner
        self._settings = settings
        self.question: Question | None = None

    def name(self, answered: Callable[[str], None]) -> None:
        known = self._settings.reviewer
        if known:
            answered(known)
            return

        def keep(name: str) -> None:
            self._settings.reviewer = name
            answered(name)

        self._open(ReviewerQuestion(self._owner.window(), "", keep))

    def reason(self, title: str, text: str, confirm: str, answered: Callable[[str, str], None]) -> None:
        """`answered` takes the name and the reason, which must not be empty."""

        def ask(name: str) -> None:
            window = self._owner.window()
            self._open(ReasonQuestion(window, title, text, confirm, lambda reason: answered(name, reason)))

        self.name(ask)

    def _open(self, question: Question) -> None:
        self.question = question
        question.open()
