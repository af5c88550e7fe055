"""Laws asked by themselves: an article by its number, or those that a question is about. No clause is among them."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.laws import LawsAnswer, LawSearchAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import button, label, row, show_icon
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.law_words import edition_words

from ..product_field import ProductField
from .answer_actions import Taking
from .answer_cards import wrapped
from .answer_view import QuestionLine, View
from .law_card import LawCard

with imported_when_used():
    from insurance_desktop.services.search import law_books, law_search

MOST = 10


class LawView(View):
    """Before the first question it lists the laws that there are."""

    def __init__(self, context: AppContext, scope: ProductField, taking: Taking) -> None:
        super().__init__(context, scope, taking)
        self._listing: Job | None = None
        self.question = QuestionLine(say("search_page.law_placeholder"), self.ask)
        self.ask_button = button(say("gui.ask"), self.ask, primary=True)
        show_icon(self.ask_button, "search", context.theme)
        self.stack(row((self.question, 1), self.ask_button))

    @property
    def field(self) -> QWidget:
        return self.question

    def look_up(self, reference: str) -> None:
        """The article that is called so."""
        self.question.setText(reference)
        self.ask()

    def ask(self) -> None:
        words = self.question.text().strip()
        if words:
            self.begin(
                say("gui.asking"),
                lambda workspace: law_search.search_laws(workspace.engine, words, top_k=MOST),
                self._show,
            )

    def say_empty(self, *, verified: bool) -> None:
        """The laws that can be looked up, whatever is verified; nothing is read for a view that nobody looks at."""
        if self.context.is_open and self.isVisible():
            if self._listing is not None:
                self._listing.forget()
            self._listing = self.context.read_later(
                lambda workspace: law_books.list_laws(workspace.library), self._list
            )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.has_answer:
            self.say_empty(verified=True)

    def _list(self, answer: LawsAnswer) -> None:
        self._listing = None
        if not self.has_answer:
            lines = (say("search_page.law_listed", it=each, edition=edition_words(each)) for each in answer.laws)
            self.empty.say(say("search_page.law_ready"), "\n".join((say("search_page.law_ready_text"), *lines)))
            self.empty.show()
            self.area.hide()

    def _show(self, answer: LawSearchAnswer) -> None:
        self.clear()
        if answer.status in (AnswerStatus.OK, AnswerStatus.WEAK):
            count = say("search_page.law_count", count=len(answer.results))
            self.summarise(" ".join(filter(None, (count, answer.message))))
        else:
            self.summarise("")
            self.add_first(wrapped(label(answer.message or say("gui.no_answer"), "heading")))
        for hit in answer.results:
            self.add(LawCard(self.taking, hit, hit.passage, is_weak=answer.status is AnswerStatus.WEAK))
