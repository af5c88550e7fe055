"""Asks whether all that is remembered of conversations is to be deleted."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from insurance_desktop.packs.wording import say

from .context import AppContext
from .questions import Question
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.asking import memory

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


class ForgetQuestion(Question):
    """Once it is done, every page hears of it from the context."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent, say("asking_page.delete_all"), say("asking_page.delete_all_text"))
        self.confirm.setText(say("asking_page.delete_all"))
        self.accepted.connect(lambda: context.read(_forget_all, lambda _: context.forgotten.emit("")))


def _forget_all(_workspace: "Workspace") -> None:
    with memory.Memory() as kept:
        kept.forget_all()
