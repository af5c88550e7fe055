"""The products that stand side by side: added by name, each with a button that takes it away."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import ElidedLabel, clear, column, flat_button, row, set_role
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.product_comparison import FEWEST, MOST
from insurance_desktop.services.products.product_editions import EDITION_MARK

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

    def offer(self, documents: Iterable[Document]) -> None:
        """The products that can be chosen, and the verified editions of each."""
        known = [each for each in documents if each.review_status is ReviewStatus.VERIFIED and each.edition]
        found: dict[str, dict[str, None]] = {}
        for each in known:
            for asked in (each.product_name or "", str(each.product_id)):
                found.setdefault(asked, {})[each.edition or ""] = None
        self._editions = {asked: tuple(editions) for asked, editions in found.items()}
        self.field.offer(documents)
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
        if len(self.products) < MOST and Chosen(asked, name) not in self.products:
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
        is_full = len(self.products) >= MOST
        tip = (
            say("compare_page.full", most=MOST)
            if is_full
            else say("compare_page.product_tip", fewest=FEWEST, most=MOST)
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

    def _edition_box(self, product: Chosen, editions: Sequence[str]) -> QComboBox:
        """Which edition stands in the column, where several are verified."""
        box = QComboBox()
        box.addItem(say("compare_page.in_force"), "")
        for each in editions:
            box.addItem(each, each)
        box.setCurrentIndex(max(box.findData(product.edition), 0))
        box.setAccessibleName(say("compare_page.edition", name=product.name))
        box.setToolTip(say("compare_page.edition", name=product.name))
        box.activated.connect(lambda _: self._in_edition(product, box.currentData()))
        return box
