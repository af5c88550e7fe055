"""Links from outside: what it means to register them, and how to take it back."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.connecting import link_scheme

if TYPE_CHECKING:
    from insurance_desktop.services.connecting.link_handlers import SchemeState


class LinksCard(QFrame):
    """It says what would be written and where before anything is; nothing happens by itself."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self.state = label("", wrap=True)
        self.place = label("", "muted", wrap=True)
        self.register = button(say("gui.links_register"), self._register)
        self.forget = button(say("gui.links_forget"), self._forget)
        line = row(self.register, self.forget, STRETCH)
        self.setLayout(
            column(
                label(say("gui.links"), "heading"),
                label(say("gui.links_text"), "muted", wrap=True),
                self.place,
                self.state,
                line,
                margin=MARGIN,
            )
        )
        for each in (self.register, self.forget):
            each.hide()

    def look(self) -> None:
        """How it stands now."""
        if self._context.is_open:
            self._context.read(
                lambda workspace: link_scheme.scheme_state(workspace.library.path), self._show, lambda _failure: None
            )

    def _register(self) -> None:
        self._context.read(
            lambda workspace: link_scheme.register_scheme(workspace.library.path), self._registered, self._failed
        )

    def _forget(self) -> None:
        self._context.read(
            lambda workspace: link_scheme.forget_scheme(workspace.library.path), self._forgotten, self._failed
        )

    def _registered(self, state: "SchemeState") -> None:
        self._show(state)
        if state.is_registered:
            self._context.noticed.emit(Notice("good", say("gui.links_registered"), say("gui.links_registered_hint")))

    def _forgotten(self, state: "SchemeState") -> None:
        self._show(state)
        self._context.noticed.emit(Notice("good", say("gui.links_forgotten")))

    def _failed(self, failure: Failure) -> None:
        self._context.notice_failure(failure)
        self.look()

    def _show(self, state: "SchemeState") -> None:
        self.place.setText(say("gui.links_place", place=state.place) if state.place else say("gui.links_bundle"))
        self.state.setText(say("gui.links_on" if state.is_registered else "gui.links_off"))
        self.state.setVisible(bool(state.place) or state.is_registered)
        self.register.setVisible(bool(state.place) and not state.is_registered)
        self.forget.setVisible(bool(state.place) and state.is_registered)
