"""A question, and the clauses that answer it as an AI client would get them."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.answers import AnsweredSide, Hit, SearchAnswer, SearchRequest
from insurance_desktop.domain.laws import LawAnswer
from insurance_desktop.domain.practice import PracticeAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import Chooser, button, row, show_icon
from insurance_desktop.gui.look.wording import heading_of
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..product_field import ProductField
from . import no_answer
from .answer_actions import Taking
from .answer_cards import HitCard
from .answer_view import QuestionLine, View
from .law_card import LawCard
from .practice_card import PracticeCard

with imported_when_used():
    from insurance_desktop.services.regulations import practice
    from insurance_desktop.services.search import clause_search, law_articles

HOW_MANY = (3, 5, 10, 20)


def titles_in(answer: SearchAnswer, document_id: int) -> dict[str, str]:
    """Section titles of one document, as far as the answer names them."""
    return {
        hit.section_id: hit.section_title for hit in answer.results if hit.source_reference.document_id == document_id
    }


def _side_told(side: AnsweredSide) -> str:
    headings = (heading_of(each.section_id, each.section_title) for each in side.answered_by)
    return say("search_page.side", name=side.name, sections=say("gui.between_sections").join(headings))


class AskView(View):
    """`law_wanted` after a link to an article."""

    law_wanted = Signal(str)

    def __init__(self, context: AppContext, scope: ProductField, taking: Taking) -> None:
        super().__init__(context, scope, taking)
        self.question = QuestionLine(say("gui.ask_placeholder"), self.ask)
        self.count = Chooser(context.theme)
        self.ask_button = button(say("gui.ask"), self.ask, primary=True)
        self._answer: SearchAnswer | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        show_icon(self.ask_button, "search", self.context.theme)
        self.count.setAccessibleName(say("gui.how_many"))
        for each in HOW_MANY:
            self.count.addItem(say("gui.top_k", count=each), each)
        self.count.setCurrentIndex(1)
        self.stack(row((self.question, 1), self.count, self.ask_button))

    @property
    def field(self) -> QWidget:
        return self.question

    def ask(self) -> None:
        words = self.question.text().strip()
        if words:
            request = SearchRequest(words, product=self.scope.asked, top_k=self.count.currentData(), explain=True)
            self.begin(say("gui.asking"), lambda workspace: clause_search.search(workspace.engine, request), self._show)

    def forget_answer(self) -> None:
        super().forget_answer()
        self._answer = None

    def keep(self, hit: Hit | None = None) -> None:
        """The question that was answered last, with one of its clauses chosen."""
        if self._answer is not None:
            self.taking.keep(self._answer.query, self._answer.results, hit)

    def _show(self, answer: SearchAnswer) -> None:
        self.clear()
        self._answer = answer
        if answer.status is not AnswerStatus.OK:
            self.say_silent(
                answer.status,
                answer.message or say("gui.no_answer"),
                nearest=answer.nearest,
                candidates=answer.candidates,
                can_keep=True,
            )
            if self.silence is not None:
                self.silence.stepped.connect(self._keep_none)
        else:
            count = say("gui.answer_count", count=len(answer.results))
            sides = " \u00b7 ".join(_side_told(side) for side in answer.sides if side.found)
            self.summarise(" ".join(filter(None, (count, sides, answer.message))))
        if self.context.field is not None and self.context.field.practice.document_type:
            self.context.read_later(
                lambda workspace: practice.practice_about(workspace.engine, answer.query),
                lambda found: self._add_practice(answer, found),
            )
        self.context.read_later(
            lambda workspace: law_articles.get_law(workspace.library, answer.query),
            lambda found: self._add_law(answer, found),
        )
        self.grow(partial(self._add_hit, answer, place, hit) for place, hit in enumerate(answer.results, start=1))

    def _add_practice(self, answer: SearchAnswer, found: PracticeAnswer) -> None:
        """Behind what was found, apart from it; nothing where something else was asked meanwhile."""
        if self._answer is answer:
            for each in found.entries:
                self.results.insertWidget(self.results.count() - 1, PracticeCard(self.taking, each, found.notice))

    def _add_law(self, answer: SearchAnswer, found: LawAnswer) -> None:
        """The article that was typed, above the clauses and apart from them."""
        if self._answer is answer and found.article is not None:
            self.add_first(LawCard(self.taking, found.article, found.passage))

    def _add_hit(self, answer: SearchAnswer, place: int, hit: Hit) -> None:
        titles = titles_in(answer, hit.source_reference.document_id)
        card = HitCard(self.taking, hit, place, titles, is_weak=answer.status is AnswerStatus.WEAK)
        card.section_wanted.connect(self.context.place_wanted)
        card.law_wanted.connect(self.law_wanted)
        card.keep_wanted.connect(self.keep)
        self.add(card)

    def _keep_none(self, step: str) -> None:
        if step == no_answer.KEEP and self._answer is not None:
            self.taking.keep(self._answer.query, (), None)
