"""The questions about facts: what is right, and whether an approval may be taken back for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from insurance_desktop.gui.look.parts import label
from insurance_desktop.gui.questions import Question, needs
from insurance_desktop.packs.wording import say

if TYPE_CHECKING:
    from insurance_desktop.services.review.fact_review import FactInReview


class FactQuestion(Question):
    """The value as it is printed in the clause; words that are selected in the text stand there already."""

    def __init__(
        self,
        parent: QWidget,
        fact: "FactInReview",
        words: str,
        answered: Callable[[str], None],
        *,
        reopens: bool,
    ) -> None:
        told = [say("review_page.fact_selected" if words else "review_page.fact_as_printed", section=fact.section_id)]
        if reopens:
            told.append(say("review_page.fact_reopens"))
        super().__init__(parent, say("review_page.fact_correct_title", label=fact.label), "\n".join(told))
        self.value = QPlainTextEdit(words or fact.value)
        self.value.selectAll()
        self.value.setTabChangesFocus(True)
        self.value.setFixedHeight(96)
        self.value.setAccessibleName(say("review_page.fact_value"))
        if fact.quote:
            self.body.addWidget(label(say("review_page.fact_quote", quote=fact.quote), wrap=True))
        self.body.addWidget(self.value)
        self.confirm.setText(say("review_page.fact_correct_confirm"))
        needs(self.value, self.confirm)
        self.accepted.connect(lambda: answered(self.value.toPlainText().strip()))
        self.value.setFocus()


class ReopenQuestion(Question):
    """A judgement on a fact takes an approval back; that is said before."""

    def __init__(self, parent: QWidget, fact_label: str, judge: Callable[[], None]) -> None:
        title = say("review_page.fact_reopen_title", label=fact_label)
        super().__init__(parent, title, say("review_page.fact_reopens"))
        self.confirm.setText(say("review_page.fact_reopen_confirm"))
        self.accepted.connect(judge)
        self.leave.setFocus()


class ConfirmFactsQuestion(Question):
    """All that nobody has judged yet is confirmed at once."""

    def __init__(self, parent: QWidget, count: int, confirm: Callable[[], None], *, reopens: bool) -> None:
        told = [say("review_page.facts_rest_text")]
        if reopens:
            told.append(say("review_page.fact_reopens"))
        super().__init__(parent, say("review_page.facts_rest_title", count=count), "\n".join(told))
        self.confirm.setText(say("review_page.facts_rest_confirm", count=count))
        self.accepted.connect(confirm)
        self.leave.setFocus()
