"""One AI client: how it stands, what would change in its file, and how the server answered on trial."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QFrame, QPlainTextEdit, QWidget

from insurance_desktop.domain.answers import Check
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, ElidedLabel, button, clear, column, label, row, set_role
from insurance_desktop.packs.wording import say, sentence
from insurance_desktop.services.answers.tools import PRODUCTS, WITH_FACTS
from insurance_desktop.services.connecting.planning import ClientState, Plan

DIFFERENCE_LINES = (4, 16)
"""A difference is shown at least and at most this high; a longer one is scrolled."""


class ClientCard(QFrame):
    """The signals bring the client's name; `confirmed` brings the plan that was shown."""

    connect_wanted = Signal(str)
    undo_wanted = Signal(str)
    trial_wanted = Signal(str)
    snippet_wanted = Signal(str)
    confirmed = Signal(object)

    def __init__(self, state: ClientState) -> None:
        super().__init__()
        set_role(self, "card")
        self.state = state
        self.plan: Plan | None = None
        name = state.client.name
        self.status = label()
        self.path = ElidedLabel("muted")
        self.remark = label("", "muted", wrap=True)
        self.connect_button = button(
            say("connecting.page_connect"), lambda: self.connect_wanted.emit(name), primary=True
        )
        self.undo_button = button(say("connecting.page_undo"), lambda: self.undo_wanted.emit(name))
        self.trial_button = button(say("connecting.page_try"), lambda: self.trial_wanted.emit(name))
        self.snippet_button = button(say("connecting.page_snippet"), lambda: self.snippet_wanted.emit(name))
        self.facts_box = QCheckBox(say("connecting.page_facts"))
        self.facts_box.setToolTip(say("connecting.page_facts_tip"))
        self.facts_box.toggled.connect(self._offer)
        self.difference = self._viewer()
        self.confirm_button = button(say("connecting.page_write"), self._confirm, primary=True)
        self.cancel_button = button(say("gui.cancel"), self.show_no_plan)
        self.asking = self._question()
        self._lines = column(gap=4)
        self.lines: list[str] = []
        self._lay_out()
        self.show_state(state)

    # --- building ---------------------------------------------------------------------------------------------
    def _viewer(self) -> QPlainTextEdit:
        made = QPlainTextEdit()
        made.setReadOnly(True)
        made.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        made.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        made.setAccessibleName(say("connecting.page_difference"))
        made.setTabChangesFocus(True)
        return made

    def _question(self) -> QWidget:
        self.asked = label("", wrap=True)
        answers = row(self.confirm_button, self.cancel_button, STRETCH)
        inner = column(self.asked, self.difference, answers)
        made = QWidget()
        made.setLayout(inner)
        made.hide()
        return made

    def _lay_out(self) -> None:
        head = row(label(self.state.client.title, "heading"), STRETCH, self.status)
        buttons = row(self.connect_button, self.undo_button, self.trial_button, self.snippet_button, STRETCH)
        self.setLayout(
            column(head, self.path, self.remark, self.facts_box, buttons, self.asking, self._lines, margin=MARGIN)
        )
        self.setAccessibleName(self.state.client.title)

    @property
    def toolsets(self) -> tuple[str, ...]:
        """Those that the client is to be given; none = the usual ones."""
        return WITH_FACTS if self.facts_box.isChecked() else ()

    # --- showing ----------------------------------------------------------------------------------------------
    def show_state(self, state: ClientState) -> None:
        self.state = state
        words, role = _standing(state)
        self.status.setText(words)
        set_role(self.status, role)
        self.path.setText(str(state.path))
        remark = _remark(state)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
        set_role(self.remark, "danger" if state.fault else "muted")
        if state.is_ours:
            self.facts_box.setChecked(PRODUCTS in state.toolsets)
        self._offer()

    def show_plan(self, plan: Plan, words: str) -> None:
        """The difference and the question; the keyboard goes to the button that says no."""
        self.plan = plan
        self.asked.setText(words)
        self.difference.setPlainText(plan.difference)
        least, most = DIFFERENCE_LINES
        lines = min(max(plan.difference.count("\n") + 2, least), most)
        self.difference.setFixedHeight(lines * self.difference.fontMetrics().lineSpacing() + 2 * MARGIN)
        self.asking.show()
        self._offer()
        self.cancel_button.setFocus()

    def show_no_plan(self) -> None:
        had_one = self.plan is not None
        self.plan = None
        self.asking.hide()
        self._offer()
        if had_one:
            self.focus_first()

    def show_checks(self, checks: Sequence[Check]) -> None:
        self._say([(_line(check), "good" if check.ok else "danger") for check in checks])

    def show_busy(self, words: str) -> None:
        self._say([(words, "muted")])

    def show_done(self, words: str) -> None:
        self._say([(words, "good")])

    def show_nothing(self) -> None:
        self._say([])

    def focus_first(self) -> None:
        for each in (self.connect_button, self.undo_button, self.trial_button):
            if each.isVisibleTo(self) and each.isEnabled():
                each.setFocus()
                return

    # --- inside -----------------------------------------------------------------------------------------------
    def _offer(self) -> None:
        state, asks = self.state, self.plan is not None
        is_new = not state.is_ours
        self.connect_button.setText(say("connecting.page_connect" if is_new else "connecting.page_change"))
        self.connect_button.setVisible(is_new or set(self.toolsets) != set(state.toolsets))
        self.connect_button.setEnabled(state.is_installed and state.fault is None and not asks)
        self.undo_button.setVisible(state.command is not None)
        self.undo_button.setEnabled(not asks)
        self.trial_button.setVisible(state.command is not None)

    def _confirm(self) -> None:
        if self.plan is not None:
            plan, self.plan = self.plan, None
            self.asking.hide()
            self.confirmed.emit(plan)

    def _say(self, lines: Sequence[tuple[str, str]]) -> None:
        clear(self._lines)
        self.lines = [words for words, _ in lines]
        for words, role in lines:
            self._lines.addWidget(label(words, role, wrap=True))


def _standing(state: ClientState) -> tuple[str, str]:
    """In one word, and its look."""
    if state.fault is not None:
        return say("connecting.page_broken"), "danger"
    if state.is_ours:
        return say("connecting.page_connected"), "good"
    if state.command is not None:
        return say("connecting.page_elsewhere"), "warning"
    if state.is_installed:
        return say("connecting.page_not_connected"), ""
    return say("connecting.page_absent"), "muted"


def _remark(state: ClientState) -> str:
    if state.fault is not None:
        return str(sentence(state.fault))
    if state.command is not None and not state.is_ours:
        return say("connecting.page_other_command", command=" ".join(state.command))
    return ""


def _line(check: Check) -> str:
    mark = "✔" if check.ok else "✘"
    return f"{mark} {check.detail}" + (f"\n{check.hint}" if check.hint else "")
