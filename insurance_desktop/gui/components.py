"""A part of the program that is missing: the button asks, pip installs it as a job, and the window says how it went."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.packs.wording import say

from .context import AppContext
from .notices import Notice
from .questions import Question
from .running.failures import Failure
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.collecting import settings as collecting_settings
    from insurance_desktop.services.machine import components

if TYPE_CHECKING:
    from insurance_desktop.services.machine.components import Component

LANE = "components"


class ComponentInstalling(QObject):
    """`ended` comes when a component is there, or when it was tried in vain."""

    ended = Signal()

    def __init__(self, context: AppContext, owner: QWidget) -> None:
        super().__init__(owner)
        self._context = context
        self._owner = owner
        self.question: Question | None = None

    def ask(self, name: str) -> None:
        """Nothing is fetched before a person has read what and how much it is."""
        self._context.read(lambda _workspace: components.component(name), self._offer)

    def _offer(self, found: "Component") -> None:
        if found.way != "pip":
            self._install(found.name)  # which says why it cannot
            return
        text = say("machine.component_text", command=found.command, megabytes=found.megabytes)
        title = say("machine.component_install", name=say(f"machine.component_{found.name}"))
        self.question = Question(self._owner.window(), title, text)
        self.question.confirm.setText(say("machine.component_confirm"))
        self.question.accepted.connect(lambda: self._install(found.name))
        self.question.open()

    def _install(self, name: str) -> None:
        self._context.run(
            say("machine.component_install", name=say(f"machine.component_{name}")),
            lambda workspace, _progress, cancel: components.install_component(
                name, offline=collecting_settings.offline_switch(workspace.library), cancel=cancel
            ),
            self._installed,
            self._failed,
            lane=LANE,
        )

    def _installed(self, found: "Component") -> None:
        name = say(f"machine.component_{found.name}")
        words = say("machine.component_installed", name=name), say(f"machine.component_{found.name}_next")
        self._context.noticed.emit(Notice("good", *words))
        self.ended.emit()

    def _failed(self, failure: Failure) -> None:
        self._context.notice_failure(failure)
        self.ended.emit()
