"""How many people approve a document of this library before it can be found: one, or two different ones."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Asking
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.review import two_reviewers

if TYPE_CHECKING:
    from insurance_desktop.services.review.two_reviewers import ReviewRule


class RuleCard(QFrame):
    """The rule stands in the library and holds for every program that writes it; who changed it and why stays on
    record."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._rule: ReviewRule | None = None
        self.asking = Asking(self, context.settings, context.name_reviewer)
        self.state = label("", wrap=True)
        self.change = button(say("gui.rule_to_2"), self.ask)
        self.change.setEnabled(False)
        context.read_only.changing(self.change)
        self.setLayout(
            column(
                label(say("gui.rule"), "heading"),
                label(say("gui.rule_text"), "muted", wrap=True),
                self.state,
                row(self.change, STRETCH),
                margin=MARGIN,
            )
        )

    def look(self) -> None:
        if self._context.is_open:
            self._context.read_later(lambda workspace: two_reviewers.review_rule(workspace.library), self._show)

    def ask(self) -> None:
        wanted = self._other
        self.asking.reason(
            say(f"gui.rule_to_{wanted}"),
            say("gui.rule_reason"),
            say("gui.rule_confirm"),
            self._set,
        )

    @property
    def _other(self) -> int:
        return 1 if self._rule is not None and self._rule.reviewers > 1 else 2

    def _set(self, reviewer: str, reason: str) -> None:
        wanted = self._other

        def done(rule: "ReviewRule") -> None:
            self._show(rule)
            self._context.noticed.emit(Notice("good", say(f"gui.rule_is_{wanted}")))
            self._context.refresh()

        self._context.write(
            "",
            lambda workspace: two_reviewers.set_review_rule(
                workspace.library, reviewers=wanted, reviewer=reviewer, reason=reason
            ),
            done,
        )

    def _show(self, rule: "ReviewRule") -> None:
        self._rule = rule
        said = [say(f"gui.rule_is_{rule.reviewers}")]
        if rule.set_by:
            said.append(say("gui.rule_set_by", name=rule.set_by, at=wording.moment(rule.at), reason=rule.reason))
        self.state.setText("\n".join(said))
        self.change.setText(say(f"gui.rule_to_{self._other}"))
        self.change.setEnabled(True)
