"""The connection page: a card for each AI client. Nothing is written before its difference has been seen."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.answers import Check
from insurance_desktop.domain.serving import SERVER_NAME
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, copy_text, label, row, scrolling
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say
from insurance_desktop.services.connecting.planning import ClientState, Plan

from .client_card import ClientCard

with imported_when_used():
    from insurance_desktop.services.connecting import clients, planning, trial
    from insurance_desktop.services.connecting import command as command_line

WIDEST = 860
IN_VIEW = 90
"""Pixels kept free around what was scrolled to: the notice lies over the foot of the page."""


class ConnectPage(Page):
    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.cards: dict[str, ClientCard] = {}
        self._in_view: ClientCard | None = None
        self.look_button = button(say("connecting.page_look"), self.refresh)
        self._cards = column(gap=MARGIN)
        self._lay_out()
        context.opened.connect(self.refresh)
        self.area.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._keep_in_view())

    def _lay_out(self) -> None:
        head = row(label(say("connecting.page_title"), "title"), STRETCH, self.look_button)
        text = label(say("connecting.page_text"), "muted", wrap=True)
        self.area = scrolling(column(head, text, self._cards, STRETCH, gap=MARGIN), widest=WIDEST)
        self.setLayout(column((self.area, 1), margin=MARGIN))

    # --- what the window asks ---------------------------------------------------------------------------------
    def catch_up(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self.context.read(lambda workspace: planning.states(workspace.library.path, clients.here()), self._show)

    def arrive(self) -> None:
        self.look_button.setFocus()
        for card in list(self.cards.values())[:1]:
            card.focus_first()
        if self.context.is_open:
            self.refresh()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.look_button, *(card.snippet_button for card in self.cards.values()))

    # --- the clients ------------------------------------------------------------------------------------------
    def _show(self, states: tuple[ClientState, ...]) -> None:
        for state in states:
            card = self.cards.get(state.client.name)
            if card is None:
                self.cards[state.client.name] = self._make(state)
            else:
                card.show_state(state)

    def _make(self, state: ClientState) -> ClientCard:
        card = ClientCard(state)
        card.connect_wanted.connect(self._plan_connection)
        card.undo_wanted.connect(self._plan_undo)
        card.trial_wanted.connect(self._try)
        card.snippet_wanted.connect(self._copy)
        card.confirmed.connect(self._carry_out)
        self._cards.addWidget(card)
        return card

    def _plan_connection(self, name: str) -> None:
        card = self.cards[name]
        asked, toolsets = say("connecting.page_ask_connect", client=card.state.client.title), card.toolsets
        self.context.read(
            lambda workspace: planning.plan_connection(
                clients.client_named(name), workspace.library.path, clients.here(), toolsets=toolsets
            ),
            lambda plan: self._ask(plan, asked),
            self._failing(name),
        )

    def _plan_undo(self, name: str) -> None:
        asked = say("connecting.page_ask_undo", client=self.cards[name].state.client.title)
        self.context.read(
            lambda workspace: planning.plan_undo(clients.client_named(name), clients.here()),
            lambda plan: self._ask(plan, asked),
            self._failing(name),
        )

    def _ask(self, plan: Plan, words: str) -> None:
        card = self.cards[plan.client.name]
        card.show_nothing()
        card.show_plan(plan, words)
        self._in_view = card
        self._keep_in_view()

    def _carry_out(self, plan: Plan) -> None:
        name = plan.client.name
        self.cards[name].show_busy(say("connecting.page_writing"))
        self.context.read(
            lambda workspace: planning.carry_out(plan), lambda _kept: self._done(plan), self._failing(name)
        )

    def _done(self, plan: Plan) -> None:
        card = self.cards[plan.client.name]
        title = plan.client.title
        self.refresh()
        if plan.receipt is None:
            card.show_done(say("connecting.page_undone", client=title))
            return
        self.context.noticed.emit(
            Notice("good", say("connecting.page_done", client=title), say("connecting.page_restart"))
        )
        self._try_command(plan.client.name, (plan.receipt.entry["command"], *plan.receipt.entry["args"]))

    def _try(self, name: str) -> None:
        self._try_command(name, self.cards[name].state.command)

    def _try_command(self, name: str, command: tuple[str, ...] | None) -> None:
        """As the client would start it; seconds, on a worker thread."""
        card = self.cards[name]
        card.show_busy(say("connecting.page_trying"))
        self.context.read(
            lambda workspace: trial.try_command(command or command_line.server_command(workspace.library.path)),
            lambda found: self._tried(name, found),
            self._failing(name),
        )

    def _tried(self, name: str, checks: tuple[Check, ...]) -> None:
        self.cards[name].show_checks(checks)
        self._in_view = self.cards[name]
        self._keep_in_view()

    def _keep_in_view(self) -> None:
        """Once now, and again when the page has grown by what has just been shown."""
        if self._in_view is not None:
            shown = self._in_view.confirm_button if self._in_view.plan else self._in_view
            self.area.ensureWidgetVisible(shown, 0, IN_VIEW)

    def _copy(self, name: str) -> None:
        def copied(words: str) -> None:
            copy_text(words)
            self.cards[name].show_done(say("connecting.page_copied"))

        toolsets = self.cards[name].toolsets
        self.context.read(
            lambda workspace: snippet(name, workspace.library.path, toolsets), copied, self._failing(name)
        )

    def _failing(self, name: str) -> Callable[[Failure], None]:
        def failed(failure: Failure) -> None:
            self.cards[name].show_nothing()
            self.cards[name].show_no_plan()
            self.context.notice_failure(failure)
            self.refresh()

        return failed


def snippet(client: str, library: Path, toolsets: Sequence[str]) -> str:
    """What a client's file would hold, to be pasted by hand."""
    known = clients.client_named(client)
    entry: dict[str, object] = known.entry(command_line.server_command(library, toolsets=toolsets))
    return json.dumps({known.container: {SERVER_NAME: entry}}, ensure_ascii=False, indent=2)
