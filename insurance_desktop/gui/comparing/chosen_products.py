"""The products that stand side by side: added by name, each with a button that takes it away."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.product_answers import EDITION_MARK, FEWEST_COMPARED, MOST_COMPARED
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import Chooser, ElidedLabel, clear, column, flat_button, row, set_role
from insurance_desktop.packs.wording import say

from ..product_field import ProductField


@entity
class Chosen:
    """`asked` is what a service is asked with, `name` what a person reads; `edition` "" = what is in force."""

    asked: str
    name: str
    edition: str = ""

    @property
    def meant(self) -> str:
        """The product in its edition, as a service is asked for it."""
        return f"{self.asked}{EDITION_MARK}{self.edition}" if self.edition else self.asked


class ChosenProducts(QWidget):
    """`changed` when there is one more, or one less."""

    changed = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._theme = context.theme
        self.products: tuple[Chosen, ...] = ()
        self._editions: dict[str, tuple[str, ...]] = {}
        self.field = ProductField(context)
        self.field.setAccessibleName(say("compare_page.product"))
        self.field.chosen.connect(self._take)
        self.field.entered.connect(self._take_first)
        self._cards = row(gap=8)
        self.setAccessibleName(say("compare_page.chosen"))
        self.setLayout(column(self.field, self._cards, gap=8))
        self._show()

    def offer(self, documents: Sequence[Document]) -> None:
        """The products that can be chosen, and the verified editions of each."""
        found: dict[str, dict[str, None]] = {}
        for each in documents:
            if each.review_status is ReviewStatus.VERIFIED and each.edition:
                for asked in (each.product_name or "", str(each.product_id)):
                    found.setdefault(asked, {})[each.edition] = None
        self.field.offer(documents)
        editions = {asked: tuple(known) for asked, known in found.items()}
        if editions != self._editions:  # else what has the focus among the cards keeps it
            self._editions = editions
            self._show()

    def put(self, products: Sequence[Chosen]) -> None:
        """These in place of those before."""
        self.products = tuple(products)
        self._show()
        self.changed.emit()

    def _take(self) -> None:
        """The product that was chosen from the list; a field that was cleared names none."""
        asked, name = self.field.asked, self.field.text().strip()
        if asked is None:
            return
        QTimer.singleShot(0, self.field.clear)  # the list under it writes the name there once more
        if len(self.products) < MOST_COMPARED and Chosen(asked, name) not in self.products:
            self.put((*self.products, Chosen(asked, name)))

    def _take_first(self) -> None:
        """Enter takes what stands first in the list under the field."""
        if self.field.text().strip():
            self.field.choose_first()

    def _without(self, gone: Chosen) -> None:
        self.put([each for each in self.products if each is not gone])
        self.field.setFocus()

    def _in_edition(self, product: Chosen, edition: str) -> None:
        self.put([replace(each, edition=edition) if each is product else each for each in self.products])

    def _show(self) -> None:
        is_full = len(self.products) >= MOST_COMPARED
        tip = (
            say("compare_page.full", most=MOST_COMPARED)
            if is_full
            else say("compare_page.product_tip", fewest=FEWEST_COMPARED, most=MOST_COMPARED)
        )
        self.field.setReadOnly(is_full)
        self.field.setPlaceholderText(tip if is_full else say("compare_page.product_placeholder"))
        self.field.setToolTip(tip)
        self.field.setAccessibleDescription(tip)
        clear(self._cards)
        for each in self.products:
            self._cards.addWidget(self._card(each), 1)

    def _card(self, product: Chosen) -> QFrame:
        name = ElidedLabel("")
        name.setText(product.name)
        gone = flat_button("×", lambda: self._without(product), tip=say("compare_page.remove", name=product.name))
        card = QFrame()
        set_role(card, "card")
        editions = self._editions.get(product.asked, ())
        choice = (self._edition_box(product, editions),) if len(editions) > 1 else ()
        card.setLayout(row((name, 1), *choice, gone, margin=4, gap=4))
        return card

    def _edition_box(self, product: Chosen, editions: Sequence[str]) -> Chooser:
        """Which edition stands in the column, where several are verified."""
        box = Chooser(self._theme)
        box.addItem(say("compare_page.in_force"), "")
        for each in editions:
            box.addItem(each, each)
        box.setCurrentIndex(max(box.findData(product.edition), 0))
        box.setAccessibleName(say("compare_page.edition", name=product.name))
        box.setToolTip(say("compare_page.edition", name=product.name))
        box.activated.connect(lambda _: self._in_edition(product, box.currentData()))
        return box
