"""Which product is asked: typed by name, pinyin, initials, company or code, and chosen from what the library knows."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit

from insurance_desktop.domain.answers import ProductMatch
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.product_answers import LookupAnswer
from insurance_desktop.domain.states import ReviewStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.name_matching import sort_key

from .context import AppContext
from .look.wording import product_words, stated_words
from .running.failures import Failure
from .running.jobs import Job
from .running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.products import product_lookup

NAME_ROLE = Qt.ItemDataRole.UserRole
ASKED_ROLE = Qt.ItemDataRole.UserRole + 1
MOST_SHOWN = 12


class ProductField(QLineEdit):
    """Empty = all products. `chosen` when another product is meant, `entered` after Enter.

    What is typed and not chosen is asked as it stands: the answer then names what it may have meant.
    """

    chosen = Signal()
    entered = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._job: Job | None = None
        self._takes_first = False  # as soon as the list is there
        self._meant: tuple[str, str] | None = None  # what stands here, and what is asked with it
        self._names: dict[str, set[int]] = {}
        self._model = QStandardItemModel(self)
        self._popup = QCompleter(self._model, self)
        self._popup.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._popup.setCompletionRole(NAME_ROLE)
        self._popup.setMaxVisibleItems(MOST_SHOWN)
        if (listed := self._popup.popup()) is not None:
            listed.setAccessibleName(say("gui.product_filter"))
        self.setCompleter(self._popup)
        self.setPlaceholderText(say("search_page.product_placeholder"))
        self.setAccessibleName(say("gui.product_filter"))
        self.setAccessibleDescription(say("search_page.product_tip"))
        self.setToolTip(say("search_page.product_tip"))
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)
        self.textEdited.connect(self._look_up)
        self.textChanged.connect(self._emptied)
        self.returnPressed.connect(self.entered)
        picked: Any = self._popup.activated  # the overload with the line, not with its words
        picked[QModelIndex].connect(self._take)

    @property
    def asked(self) -> str | None:
        """What a service is asked with; None for all products."""
        text = self.text().strip()
        if self._meant is not None and self._meant[0] == text:
            return self._meant[1]
        return text or None

    @property
    def offered(self) -> list[str]:
        """The names in the list under the field."""
        return [self._model.item(line).data(NAME_ROLE) for line in range(self._model.rowCount())]

    def offer(self, documents: Iterable[Document]) -> None:
        """The products that can answer: those with a verified document."""
        self._names = {}
        for each in documents:
            if each.review_status is ReviewStatus.VERIFIED and each.product_name and each.product_id is not None:
                self._names.setdefault(each.product_name, set()).add(each.product_id)
        if not self.text().strip():
            self._show_all()

    def choose(self, match: ProductMatch) -> None:
        """This product and no other one, also where several bear its name."""
        self._set(match.product_name, str(match.product_id))

    def choose_first(self) -> None:
        """What stands first in the list under the field, as if it had been picked there; the list may be on its way."""
        self._takes_first = self._job is not None
        if self._job is None and self._model.rowCount():
            self._take(self._model.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not event.modifiers():
            self._popup.complete()
        else:
            super().keyPressEvent(event)

    def _look_up(self, text: str) -> None:
        """The newest text counts."""
        self._takes_first = False
        if self._job is not None:
            self._job.forget()
            self._job = None
        words = text.strip()
        if words and self._context.is_open:
            self._job = self._context.read(
                lambda workspace: product_lookup.lookup(workspace.engine.product_names, words),
                self._show,
                self._not_found,
            )
        else:
            self._show_all()

    def _show(self, answer: LookupAnswer) -> None:
        self._job = None
        self._model.clear()
        for each in answer.products:
            asked = self._told(each.product_name, each.product_id)
            self._add(product_words(each), each.product_name, asked, stated_words(each))
        if self._takes_first:
            self.choose_first()
        elif self.hasFocus() and self._model.rowCount():
            self._popup.complete()

    def _not_found(self, failure: Failure) -> None:
        """Signs alone are no name; the answer to the question will say so."""
        self._job = None
        self._model.clear()

    def _show_all(self) -> None:
        self._model.clear()
        for name in sorted(self._names, key=sort_key):
            for product in sorted(self._names[name]):
                self._add(name, name, self._told(name, product))

    def _told(self, name: str, product: int) -> str:
        """A name is asked as such where it is one product's alone."""
        return str(product) if len(self._names.get(name, ())) > 1 else name

    def _add(self, words: str, name: str, asked: str, stated: str = "") -> None:
        item = QStandardItem(words)
        item.setToolTip(stated)
        item.setData(name, NAME_ROLE)
        item.setData(asked, ASKED_ROLE)
        item.setEditable(False)
        self._model.appendRow(item)

    def _take(self, index: QModelIndex) -> None:
        self._set(index.data(NAME_ROLE), index.data(ASKED_ROLE))

    def _set(self, name: str, asked: str) -> None:
        if self._job is not None:
            self._job.forget()
            self._job = None
        self._meant = (name, asked)
        self.setText(name)
        self.setCursorPosition(0)
        self.chosen.emit()

    def _emptied(self, text: str) -> None:
        """Cleared by its button: all products again."""
        if not text:
            self._meant = None
            self._show_all()
            self.chosen.emit()
