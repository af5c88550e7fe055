"""Conversations: whether they are remembered, what is asked often, and that all of it is deleted."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QFrame

from insurance_desktop.domain.asking import OftenAsked
from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.forgetting import ForgetQuestion
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .newest_choice import NewestChoice

with imported_when_used():
    from insurance_desktop.services.asking import memory, memory_settings

if TYPE_CHECKING:
    from insurance_desktop.services.asking.memory_settings import MemorySettings

LANE = "memory"


@entity
class _Remembered:
    settings: "MemorySettings"
    sessions: int
    often: tuple[OftenAsked, ...]
    note: str


class MemoryCard(QFrame):
    """What is switched off is forgotten at once."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._choice = NewestChoice(context, LANE)
        self.asking: ForgetQuestion | None = None
        self.switch = QCheckBox(say("memory.card_switch"))
        self.counting = QCheckBox(say("memory.card_count"))
        self.state = label("", wrap=True)
        self.delete = button(say("asking_page.delete_all"), self._ask)
        self.setLayout(
            column(
                label(say("memory.card_title"), "heading"),
                label(say("memory.card_text"), "muted", wrap=True),
                self.switch,
                self.counting,
                self.state,
                row(self.delete, STRETCH),
                margin=MARGIN,
            )
        )
        for each in (self.switch, self.counting, self.delete):
            each.setEnabled(False)
        self.switch.clicked.connect(self._choose)
        self.counting.clicked.connect(self._choose)
        context.forgotten.connect(lambda _session: self.look())

    def look(self) -> None:
        """How it stands now."""
        if self._context.is_open:
            self._choice.make(_remembered, self._show)

    def _show(self, found: _Remembered) -> None:
        self.switch.setChecked(found.settings.remembers)
        self.counting.setChecked(found.settings.counts_often)
        self.switch.setEnabled(True)
        self.counting.setEnabled(found.settings.remembers)
        self.delete.setEnabled(bool(found.sessions or found.often))
        self.state.setText("\n".join(_lines(found)))

    def _choose(self) -> None:
        remembers, counts = self.switch.isChecked(), self.counting.isChecked()

        def keep() -> _Remembered:
            memory.choose(memory_settings.MemorySettings(remembers, counts_often=counts))
            return _remembered()

        self._choice.make(keep, self._kept, self._failed)

    def _kept(self, found: _Remembered) -> None:
        self._show(found)
        if not found.settings.remembers:
            self._context.forgotten.emit("")

    def _failed(self, failure: Failure) -> None:
        self._context.notice_failure(failure)
        self.look()

    def _ask(self) -> None:
        self.asking = ForgetQuestion(self._context, self.window())
        self.asking.open()


def _remembered() -> _Remembered:
    settings = memory_settings.read_memory_settings()
    with memory.Memory(settings=settings) as kept:
        return _Remembered(settings, len(kept.sessions()), kept.often(), kept.note)


def _lines(found: _Remembered) -> list[str]:
    if found.note:
        return [found.note]
    said = [say("memory.card_sessions", count=found.sessions) if found.sessions else say("memory.no_sessions")]
    if found.settings.counts_often:
        said += [say("memory.often_line", it=each) for each in found.often] or [say("memory.nothing_often")]
    return said
