"""A scenario beside a product's exclusions, item by item. The program does not decide a claim, and says so."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QWidget

from insurance_desktop.domain.answers import ExclusionAnswer, ExclusionItem, Hit
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import WHOLE, AppContext
from insurance_desktop.gui.look.parts import button, column, flat_button, label, row, show_icon
from insurance_desktop.gui.look.wording import heading_of
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..product_field import ProductField
from .answer_actions import Taking
from .answer_cards import Card, CopyButton, foot_of, sourced, words_of, wrapped
from .answer_view import QuestionLine, View
from .answer_words import passage_citation

with imported_when_used():
    from insurance_desktop.services.answers import clause_reading, exclusions

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


MARKS = {
    "matched": ("search_page.mark_matched", "danger"),
    "possible": ("search_page.mark_possible", "warning"),
    "not_mentioned": ("search_page.mark_not_mentioned", "muted"),
}
"""In the order in which they are read: a sign and a word each, the colour beside them."""

SHOWN_AT_ONCE = ("matched", "possible")
MOST_CARDS = 60


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer, with the clauses that its items take their terms from, by id."""

    answer: ExclusionAnswer
    definitions: dict[str, Hit]


def checked(workspace: "Workspace", scenario: str, product: str | None) -> Checked:
    answer = exclusions.check_exclusions(workspace.engine, scenario, product=product, everything=True, budget=WHOLE)
    wanted = dict.fromkeys(
        each for item in answer.matched_clauses if item.mark in SHOWN_AT_ONCE for each in item.definitions
    )
    found = {clause_id: clause_reading.get_clause(workspace.library, clause_id).hit for clause_id in wanted}
    return Checked(answer, {clause_id: hit for clause_id, hit in found.items() if hit is not None})


class ExclusionCard(Card):
    def __init__(self, taking: Taking, item: ExclusionItem, definitions: dict[str, Hit]) -> None:
        super().__init__(taking)
        self.item = item
        words, role = MARKS[item.mark]
        listed = "" if item.list_number is None else say("search_page.list_number", number=item.list_number)
        parts = (heading_of(item.section_id, item.section_title), listed, item.item)
        heading = " ".join(part for part in parts if part)
        self.mark = label(say(words), role)
        self.setAccessibleName(f"{say(words)} {heading}")
        self.words = "\n".join(filter(None, (item.lead_in, item.text)))
        self.setAccessibleDescription(self.words)
        head = row(self.mark, (wrapped(label(heading, "heading")), 1))
        lead_in = [wrapped(label(item.lead_in, "muted"))] if item.lead_in else []
        inner = column(head, *lead_in, words_of(item.text), margin=14, gap=8)
        if item.reason is not None:
            inner.addWidget(wrapped(label(item.reason, "muted")))
        for exception in item.exceptions:
            told = say("search_page.exception", text=exception.text, section=exception.section_id)
            inner.addWidget(wrapped(label(told, "good")))
        for hit in (definitions[each] for each in item.definitions if each in definitions):
            told = say(
                "search_page.definition", section=heading_of(hit.section_id, hit.section_title), text=hit.content
            )
            inner.addWidget(words_of(told, "muted"))
        inner.addWidget(sourced(item.source_reference))
        self.copy_button = CopyButton(self.copy)
        pack = flat_button(say("search_page.evidence"), self.pack, tip=say("search_page.key_evidence"))
        inner.addLayout(foot_of(pack, None, self.copy_button, button(say("gui.open_page"), self.open)))
        self.setLayout(inner)

    def open(self) -> None:
        self.taking.open(self.item.source_reference)

    def copy(self) -> None:
        item = self.item
        heading = heading_of(item.section_id, item.section_title)
        self.taking.copy(
            item.chunk_id,
            lambda link: passage_citation(self.words, heading, item.source_reference, link),
            self.copy_button.confirm,
            item.source_reference.page_number,
        )

    def pack(self) -> None:
        source = self.item.source_reference
        name = f"{source.product_name or source.document_id}-{self.item.section_id}"
        self.taking.pack(self.item.chunk_id, name, self.item.text)


class ExclusionView(View):
    """`filters` show the items of one mark or hide them; how many there are stands beside each."""

    opening = ("search_page.exclusions_ready", "search_page.exclusions_ready_text")

    def __init__(self, context: AppContext, scope: ProductField, taking: Taking) -> None:
        super().__init__(context, scope, taking)
        self.scenario = QuestionLine(say("search_page.scenario"), self.ask)
        self.ask_button = button(say("search_page.exclusions_ask"), self.ask, primary=True)
        self.finding = wrapped(label("", "heading"))
        self.disclaimer = wrapped(label("", "muted"))
        self.filters: dict[str, QCheckBox] = {}
        self._checked: Checked | None = None
        self._filter_line = row()
        self._lay_out()

    def _lay_out(self) -> None:
        show_icon(self.ask_button, "search", self.context.theme)
        line = row((self.scenario, 1), self.ask_button)
        for mark, (words, _) in MARKS.items():
            made = QCheckBox(say(words))
            made.setChecked(mark in SHOWN_AT_ONCE)
            made.toggled.connect(lambda _on: self._fill())
            made.hide()
            self.filters[mark] = made
            self._filter_line.addWidget(made)
        self._filter_line.addStretch()
        whole = column(gap=10)
        whole.setContentsMargins(0, 10, 0, 0)
        whole.addLayout(line)
        whole.addWidget(self.finding)
        whole.addWidget(self.summary)
        whole.addLayout(self._filter_line)
        whole.addWidget(self.empty, 1)
        whole.addWidget(self.area, 1)
        whole.addWidget(self.disclaimer)
        for each in (self.finding, self.disclaimer):
            each.hide()
        self.setLayout(whole)

    @property
    def field(self) -> QWidget:
        return self.scenario

    def ask(self) -> None:
        words, product = self.scenario.text().strip(), self.scope.asked
        if words:
            self.begin(
                say("search_page.exclusions_asking"), partial(checked, scenario=words, product=product), self._show
            )

    def forget_answer(self) -> None:
        super().forget_answer()
        self._checked = None
        for each in (self.finding, self.disclaimer, *self.filters.values()):
            each.hide()

    def _show(self, found: Checked) -> None:
        answer = found.answer
        is_answer = answer.status is AnswerStatus.OK
        self._checked = found if is_answer else None
        for each in (self.finding, *self.filters.values()):
            each.setVisible(is_answer)
        self.disclaimer.setText(answer.disclaimer)
        self.disclaimer.show()
        if not is_answer:
            self.clear()
            self.say_silent(answer.status, answer.message or say("gui.no_answer"), candidates=answer.candidates)
            return
        self.finding.setText(answer.summary)
        key = "search_page.exclusions_complete" if answer.complete else "search_page.exclusions_incomplete"
        self.summarise(say(key, count=answer.enumerated))
        for mark, made in self.filters.items():
            count = sum(item.mark == mark for item in answer.matched_clauses)
            made.setText(say("search_page.mark_count", mark=say(MARKS[mark][0]), count=count))
        self._fill()

    def _fill(self) -> None:
        """The items whose marks are wanted; very many are shown in part, and that is said."""
        self.clear()
        if self._checked is None:
            return
        wanted = [
            item
            for mark in MARKS
            for item in self._checked.answer.matched_clauses
            if item.mark == mark and self.filters[mark].isChecked()
        ]
        self.grow(partial(self._add_item, item, self._checked.definitions) for item in wanted[:MOST_CARDS])
        if not wanted:
            self.results.addWidget(label(say("search_page.exclusions_none_shown"), "muted", wrap=True))
        elif len(wanted) > MOST_CARDS:
            more = say("search_page.more_items", count=len(wanted) - MOST_CARDS)
            self.results.addWidget(label(more, "muted", wrap=True))
        self.results.addStretch()

    def _add_item(self, item: ExclusionItem, definitions: dict[str, Hit]) -> None:
        self.add(ExclusionCard(self.taking, item, definitions))
