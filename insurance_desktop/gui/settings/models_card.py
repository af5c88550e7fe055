"""Language models and voices: which server writes answers, how one is set, tried and removed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, Chooser, button, column, label, row, set_role
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .endpoint_question import EndpointAnswer, EndpointQuestion
from .newest_choice import NewestChoice

with imported_when_used():
    from insurance_desktop.services.asking import endpoint_trial, model_settings
    from insurance_desktop.services.collecting import settings as collecting_settings

if TYPE_CHECKING:
    from insurance_desktop.services.asking.endpoint_trial import EndpointTrial, ModelTrial
    from insurance_desktop.services.asking.model_settings import ModelSettings

SETTING, TRYING = "endpoints", "models"
"""Lanes: what is set keeps its order, and does not wait for a trial to end."""


class ModelsCard(QFrame):
    """What is chosen writes answers from then on."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._settings: ModelSettings | None = None
        self._choice = NewestChoice(context, SETTING)
        self.asking: EndpointQuestion | None = None
        self.used = Chooser(context.theme)
        self.used.setAccessibleName(say("endpoints.card_used"))
        self.state = label("", wrap=True)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.add = button(say("endpoints.card_add"), lambda: self._ask(""))
        self.change = button(say("endpoints.card_change"), lambda: self._ask(self._chosen))
        self.test = button(say("endpoints.card_test"), self._test)
        self.remove = button(say("endpoints.card_remove"), self._remove)
        self.setLayout(
            column(
                label(say("endpoints.card_title"), "heading"),
                label(say("endpoints.card_text"), "muted", wrap=True),
                row(label(say("endpoints.card_used")), (self.used, 1)),
                self.state,
                row(self.add, self.change, self.test, self.remove, STRETCH),
                margin=MARGIN,
            )
        )
        self.used.activated.connect(lambda _index: self._use())
        self._tell("")
        self._offer()

    def look(self) -> None:
        """How it stands now."""
        if self._context.is_open:
            self._do(model_settings.read_settings)

    def _do(self, work: "Callable[[], ModelSettings]", failed: Callable[[Failure], None] | None = None) -> None:
        self._choice.make(work, self._show, failed)

    @property
    def _chosen(self) -> str:
        return str(self.used.currentData() or "")

    def _show(self, settings: "ModelSettings") -> None:
        self._settings = settings
        self.used.clear()
        self.used.addItem(say("endpoints.card_none"), "")
        for each in settings.endpoints:
            self.used.addItem(say("endpoints.card_listed", name=each.name, origin=each.origin), each.name)
        self.used.setCurrentIndex(max(self.used.findData(settings.in_use), 0))
        self._offer()

    def _offer(self) -> None:
        for each in (self.change, self.test, self.remove):
            each.setEnabled(bool(self._chosen))
        self.add.setEnabled(self._settings is not None)
        self.used.setEnabled(self._settings is not None)

    def _tell(self, text: str) -> None:
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def _failed(self, failure: Failure) -> None:
        self._context.notice_failure(failure)
        self.look()

    def _use(self) -> None:
        name = self._chosen
        self._tell("")
        self._do(lambda: model_settings.use_endpoint(name), self._failed)

    def _remove(self) -> None:
        name = self._chosen
        self._tell("")
        self._do(lambda: model_settings.remove_endpoint(name), self._failed)

    def _ask(self, name: str) -> None:
        known = self._settings.named(name) if self._settings and name else None
        self.asking = EndpointQuestion(self.window(), self._context.theme, known)
        self.asking.answered.connect(self._keep)
        self.asking.open()

    def _keep(self, answer: EndpointAnswer) -> None:
        def keep() -> "ModelSettings":
            endpoint = model_settings.changed(answer.name, answer.given)
            return model_settings.keep_endpoint(endpoint, key=answer.key, is_used=True)

        self._tell("")
        self._do(keep, self._failed)

    def _test(self) -> None:
        name = self._chosen
        self._tell(say("endpoints.card_trying", name=name))
        self.test.setEnabled(False)
        self._context.run(
            say("endpoints.card_trying", name=name),
            lambda workspace, _progress, cancel: endpoint_trial.try_endpoint(
                name, collecting_settings.offline_switch(workspace.library), cancel
            ),
            self._tried,
            self._not_tried,
            stopped=self._left,
            lane=TRYING,
        )

    def _tried(self, trial: "EndpointTrial") -> None:
        self._offer()
        self._tell("\n".join([*(line for each in trial.models for line in _lines(each)), *_voice_lines(trial)]))

    def _not_tried(self, failure: Failure) -> None:
        self._left()
        self._failed(failure)

    def _left(self) -> None:
        self._tell("")
        self._offer()


def _lines(trial: "ModelTrial") -> list[str]:
    if not trial.ok:
        said = [say("endpoints.card_failed", model=trial.model, fault=trial.fault, hint=trial.hint)]
        return [*said, say("endpoints.card_names", names=", ".join(trial.names))] if trial.names else said
    name = "endpoints.card_streams" if trial.streams else "endpoints.card_whole"
    said = [say(name, model=trial.model, first=trial.first_word_ms, total=trial.total_ms, said=trial.said)]
    if trial.tokens:
        said.append(say("endpoints.card_cost", sent=trial.tokens.sent, written=trial.tokens.written))
    if trial.cost is not None:
        said.append(say("endpoints.card_price", cost=f"{trial.cost:.6f}", currency=trial.currency))
    return said


def _voice_lines(trial: "EndpointTrial") -> list[str]:
    voice = trial.voice
    if voice is None:
        return []
    if not voice.ok:
        return [say("endpoints.card_failed", model=voice.model, fault=voice.fault, hint=voice.hint)]
    said = [say("endpoints.card_spoke", model=voice.model, total=voice.total_ms)]
    return [*said, say("endpoints.card_heard", heard=voice.heard)] if voice.heard else said
