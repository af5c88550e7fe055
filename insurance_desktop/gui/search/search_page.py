"""The search page: one product to ask within, and the views: a question, exclusions, surrender, a check, laws."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QSplitter, QTabWidget, QWidget

from insurance_desktop.domain.documents import Changes
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui import shortcuts
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, column, label, row
from insurance_desktop.gui.pack_chooser import PackChooser
from insurance_desktop.packs.wording import say

from ..page import Page
from ..product_field import ProductField
from . import keys
from .answer_actions import Taking
from .answer_cards import Card, HitCard
from .answer_view import View
from .check_view import CheckView
from .exclusion_view import ExclusionView
from .law_view import LawView
from .no_answer import Silence
from .question_view import AskView
from .ranking_notice import RankingStrip
from .surrender_view import SurrenderView

VIEWS = (
    "search_page.view_ask",
    "search_page.view_exclusions",
    "search_page.view_surrender",
    "search_page.view_check",
    "search_page.view_law",
)
"""In the order of their tabs."""


class SearchPage(Page):
    """`views` in the order of their tabs; `cards` and `silence` are those of the view in front."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.pack = PackChooser(context, self)
        self.product = ProductField(context)
        self.ranking = RankingStrip(context, self)
        self.taking = Taking(context, self, self.ranking)
        self.asking = AskView(context, self.product, self.taking)
        self.exclusions = ExclusionView(context, self.product, self.taking)
        self.surrender = SurrenderView(context, self.product, self.taking)
        self.checking = CheckView(context, self.product, self.taking)
        self.laws = LawView(context, self.product, self.taking)
        self.views: tuple[View, ...] = (self.asking, self.exclusions, self.surrender, self.checking, self.laws)
        self.tabs = QTabWidget()
        self._lay_out()
        self._bind()
        context.listed.connect(self._listed)
        context.changed.connect(self._changed)
        context.pack_changed.connect(self._forget_answers)
        self.product.entered.connect(self.ask)
        self.taking.search_wanted.connect(self._ask_for)
        self.asking.law_wanted.connect(self._look_up_law)
        self._listed()

    def _lay_out(self) -> None:
        self.tabs.setAccessibleName(say("gui.page_search"))
        for view, words in zip(self.views, VIEWS, strict=True):
            self.tabs.addTab(view, say(words))
        self.product.setMinimumWidth(200)
        self.product.setMaximumWidth(460)
        head = row(
            label(say("gui.page_search"), "title"),
            STRETCH,
            self.pack,
            label(say("gui.product_filter"), "muted"),
            (self.product, 1),
        )
        self.setLayout(column(head, self.ranking, (self.tabs, 1), margin=MARGIN, gap=8))

    def _bind(self) -> None:
        for key, action in (
            (shortcuts.FIND, self.focus_question),
            (keys.PRODUCT, self._focus_product),
            (keys.COPY, lambda: self._on_card(lambda card: card.copy())),
            (keys.CITE, lambda: self._on_card(lambda card: card.cite())),
            (keys.WHY, lambda: self._on_card(lambda card: card.explain())),
            (keys.EVIDENCE, lambda: self._on_card(lambda card: card.pack())),
            (shortcuts.REGULATION, lambda: self._on_card(lambda card: card.relate())),
            (keys.KEEP, self._keep),
            (keys.NEXT_ANSWER, lambda: self.view.step_answer(1)),
            (keys.PREVIOUS_ANSWER, lambda: self.view.step_answer(-1)),
            (keys.NEXT_VIEW, lambda: self._step_view(1)),
            (keys.PREVIOUS_VIEW, lambda: self._step_view(-1)),
        ):
            self.context.shortcuts.bind(key, self, action)

    # --- what stands in front ---------------------------------------------------------------------------------
    @property
    def view(self) -> View:
        return self.views[max(self.tabs.currentIndex(), 0)]

    @property
    def question(self) -> QLineEdit:
        return self.asking.question

    @property
    def cards(self) -> list[QWidget]:
        return self.view.cards

    @property
    def silence(self) -> Silence | None:
        return self.view.silence

    def ask(self) -> None:
        self.view.ask()

    def _ask_for(self, words: str) -> None:
        """A quotation that stands nowhere, as a question."""
        self.tabs.setCurrentWidget(self.asking)
        self.question.setText(" ".join(words.split()))
        self.ask()

    def _look_up_law(self, reference: str) -> None:
        self.tabs.setCurrentWidget(self.laws)
        self.laws.look_up(reference)

    def splitters(self) -> tuple[tuple[str, QSplitter], ...]:
        return (("search/check", self.checking.split),)

    def arrive(self) -> None:
        self.focus_question()

    def catch_up(self) -> None:
        self._listed()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.view.field, *self.cards[:1], self.product)

    def focus_question(self) -> None:
        field = self.view.field
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(field, QLineEdit):
            field.selectAll()

    # --- by key -----------------------------------------------------------------------------------------------
    def _focus_product(self) -> None:
        self.product.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.product.selectAll()

    def _on_card(self, act: Callable[[Card], None]) -> None:
        card = self.view.current
        if isinstance(card, Card):
            act(card)

    def _keep(self) -> None:
        card = self.asking.current
        self.asking.keep(card.hit if isinstance(card, HitCard) else None)

    def _step_view(self, step: int) -> None:
        shown = [each for each in range(self.tabs.count()) if self.tabs.isTabVisible(each)]
        self.tabs.setCurrentIndex(shown[(shown.index(self.tabs.currentIndex()) + step) % len(shown)])
        self.focus_question()

    # --- the library under it ---------------------------------------------------------------------------------
    def _listed(self) -> None:
        self.product.offer(self.context.documents)
        if self.context.field is not None:
            self.surrender.offer(tuple((each.name, each.label) for each in self.context.field.operations))
            laws = self.context.field.laws
            self.tabs.setTabVisible(self.tabs.indexOf(self.laws), bool(laws.works or laws.document_type))
        verified = any(each.review_status is ReviewStatus.VERIFIED for each in self.context.documents)
        for view in self.views:
            if not view.has_answer:
                view.say_empty(verified=verified)

    def _forget_answers(self) -> None:
        """Another pack is asked from now on: nothing of the one before stays on the screen."""
        self.product.clear()
        self.surrender.operation.clear()
        for view in self.views:
            view.forget_answer()

    def _changed(self, changes: Changes) -> None:
        """What is searchable has changed: an answer on the screen would be an old one, so ask again."""
        self.ranking.show_state()
        if changes.index and self.view.has_answer and self.isVisible():
            self.ask()
