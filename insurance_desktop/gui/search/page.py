"""The search page: a question, a product to ask within, and the answer with its sources."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget

from insurance_desktop.domain.answers import Nearest, SearchAnswer, SearchRequest, SourceReference
from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.states import AnswerStatus, ReviewStatus
from insurance_desktop.packs.wording import say

from .. import shortcuts
from ..desk import Desk, Place
from ..failures import Failure
from ..jobs import Job
from ..page import Page
from ..parts import MARGIN, Chooser, EmptyState, button, clear, column, label, row, set_role, show_icon
from .cards import HitCard, NearestList

HOW_MANY = (3, 5, 10, 20)
WIDEST = 1400


def titles_in(answer: SearchAnswer, document_id: int) -> dict[str, str]:
    """Section titles of one document, as far as the answer names them."""
    return {
        hit.section_id: hit.section_title for hit in answer.results if hit.source_reference.document_id == document_id
    }


class SearchPage(Page):
    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._asking: Job | None = None
        self.question = QLineEdit()
        self.product = Chooser(desk.theme)
        self.count = Chooser(desk.theme)
        self.ask_button = button(say("gui.ask"), self.ask, primary=True)
        show_icon(self.ask_button, "search", desk.theme)
        self.summary = label("", "muted", wrap=True)
        self.empty = EmptyState(desk.theme, "search", "", "")
        self.cards: list[HitCard] = []
        self.nearest: NearestList | None = None
        self._results = column(gap=12)
        self._lay_out()
        desk.listed.connect(self._listed)
        desk.changed.connect(self._changed)
        self.question.returnPressed.connect(self.ask)
        desk.shortcuts.bind(shortcuts.FIND, self, self.focus_question)
        self._say_empty()

    def _lay_out(self) -> None:
        self.question.setPlaceholderText(say("gui.ask_placeholder"))
        self.question.setAccessibleName(say("gui.ask_placeholder"))
        self.question.setClearButtonEnabled(True)
        self.question.setAcceptDrops(False)
        self.product.setAccessibleName(say("gui.product_filter"))
        self.product.setMinimumWidth(180)
        self.product.setMaximumWidth(300)
        self.product.addItem(say("gui.all_products"), None)
        self.count.setAccessibleName(say("gui.how_many"))
        for each in HOW_MANY:
            self.count.addItem(say("gui.top_k", count=each), each)
        self.count.setCurrentIndex(1)
        line = row()
        line.addWidget(self.question, 1)
        line.addWidget(self.product)
        line.addWidget(self.count)
        line.addWidget(self.ask_button)
        canvas = QWidget()
        set_role(canvas, "canvas")
        canvas.setLayout(self._results)
        canvas.setMaximumWidth(WIDEST)
        self.answers = QScrollArea()
        self.answers.setWidgetResizable(True)
        self.answers.setWidget(canvas)
        self.answers.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.answers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.answers.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = column(margin=MARGIN, gap=12)
        whole.addWidget(label(say("gui.page_search"), "title"))
        whole.addLayout(line)
        whole.addWidget(self.summary)
        whole.addWidget(self.empty, 1)
        whole.addWidget(self.answers, 1)
        self.setLayout(whole)

    def arrive(self) -> None:
        self.focus_question()

    def catch_up(self) -> None:
        self._listed()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.question, *self.cards[:1])

    def focus_question(self) -> None:
        self.question.setFocus()
        self.question.selectAll()

    # --- asking -----------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """The newest question counts: an older one still under way is forgotten."""
        words = self.question.text().strip()
        if not words:
            return
        if self._asking is not None:
            self._asking.forget()
        request = SearchRequest(words, product=self.product.currentData(), top_k=self.count.currentData())
        self.summary.setText(say("gui.asking"))
        self._asking = self._desk.read(lambda bench: bench.search(request), self.show_answer, self._failed)

    def show_answer(self, answer: SearchAnswer) -> None:
        self._asking = None
        self._clear()
        if answer.status is AnswerStatus.OK:
            self.summary.setText(say("gui.answer_count", count=len(answer.results)))
            for place, hit in enumerate(answer.results, start=1):
                card = HitCard(hit, place, titles_in(answer, hit.source_reference.document_id))
                card.open_wanted.connect(self._open_source)
                card.section_wanted.connect(self._desk.place_wanted)
                self.cards.append(card)
                self._results.addWidget(card)
        else:
            self.summary.setText("")
            self.nearest = NearestList(answer.message or say("gui.no_answer"), answer.nearest)
            self.nearest.picked.connect(self._open_nearest)
            self._results.addWidget(self.nearest)
            for candidate in answer.candidates:
                self._results.addWidget(label(f"{candidate.product_name}　{candidate.product_code or ''}"))
        self._results.addStretch()
        self.empty.hide()
        self.answers.show()
        self.answers.verticalScrollBar().setValue(0)

    def _failed(self, failure: Failure) -> None:
        self._asking = None
        self.summary.setText("")
        self._desk.notice_failure(failure)

    def _clear(self) -> None:
        clear(self._results)
        self.cards = []
        self.nearest = None

    def _open_source(self, source: SourceReference) -> None:
        self._desk.place_wanted.emit(Place(source.document_id, source.boxes, source.page_number))

    def _open_nearest(self, nearest: Nearest) -> None:
        self._desk.place_wanted.emit(Place(nearest.document_id, section=nearest.section_id))

    # --- the library under it ---------------------------------------------------------------------------------
    def _listed(self) -> None:
        """The products that can answer: those with a verified document."""
        chosen = self.product.currentData()
        names = sorted(
            {
                document.product_name
                for document in self._desk.documents
                if document.review_status is ReviewStatus.VERIFIED and document.product_name
            }
        )
        self.product.blockSignals(True)
        self.product.clear()
        self.product.addItem(say("gui.all_products"), None)
        for name in names:
            self.product.addItem(name, name)
        self.product.setCurrentIndex(names.index(chosen) + 1 if chosen in names else 0)
        self.product.blockSignals(False)
        if not self.cards and self.nearest is None:
            self._say_empty()

    def _changed(self, changes: Changes) -> None:
        """What is searchable has changed: an answer on the screen would be an old one, so ask again."""
        if changes.index and (self.cards or self.nearest is not None) and self.isVisible():
            self.ask()

    def _say_empty(self) -> None:
        verified = any(each.review_status is ReviewStatus.VERIFIED for each in self._desk.documents)
        if verified:
            self.empty.say(say("gui.search_ready"), say("gui.search_ready_text"))
        else:
            self.empty.say(say("gui.search_nothing"), say("gui.search_nothing_text"))
        self.empty.show()
        self.answers.hide()
