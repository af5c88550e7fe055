"""Places whose page is not in this release: what can be done meanwhile, with the button that does it."""

from pathlib import Path

from PySide6.QtWidgets import QPushButton

from insurance_desktop.packs.wording import say

from .desk import Desk
from .page import Page
from .pages import SEARCH
from .parts import EmptyState, button, column, copy_text


class _ToCome(Page):
    """An empty state that fills the page."""

    def __init__(self, desk: Desk, icon: str, title: str, text: str) -> None:
        super().__init__()
        self.desk = desk
        self.empty = EmptyState(desk.theme, icon, title, text)
        whole = column()
        whole.addWidget(self.empty)
        self.setLayout(whole)


class EvaluationToCome(_ToCome):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "evaluation", say("gui.evaluation_empty"), say("gui.evaluation_empty_text"))
        self.next_step = button(say("gui.go_to_search"), lambda: desk.page_wanted.emit(SEARCH), primary=True)
        self.empty.add(self.next_step)
        self.empty.add(_copying(desk, "evaluate --own"))

    def arrive(self) -> None:
        self.next_step.setFocus()


def _copying(desk: Desk, command: str) -> QPushButton:
    return button(say("gui.copy_command", command=command), lambda: copy_text(_line(desk.library_path, command)))


def _line(library: Path | None, command: str) -> str:
    return f'insurance-desktop --library "{library}" {command}'
