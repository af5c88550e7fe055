"""The queue: what waits for review, searched, sorted and grouped as the reviewer likes it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import Severity
from insurance_desktop.gui.document_list import found_by
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import Chooser, column, explain_field, flat_button, label, row
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.saved_filters import SavedFilters
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import say

from .queue_order import EVERYTHING, GROUPS, MINE, ORDERS, WAITING, Arrangement, arranged
from .queue_rows import Line, QueueRows, queue_line

if TYPE_CHECKING:
    from insurance_desktop.services.review.review_queue import Reason, ReviewQueue

SCOPES = (WAITING, MINE, EVERYTHING)
PLACE = "queue"
"""Under this name the settings keep how it was arranged, and its filters."""
AT_ONCE = 200
"""More are laid out once, when the service has weighed them, and not twice: a tenth of a second for a thousand."""


@entity
class Written:
    """A line of the queue, and what it was written of: the document, what tells it apart, why it stands there."""

    told: tuple[Document, str, str]
    text: str


@entity
class Weighed:
    """Places and reasons by document, those that others are asked to decide on, and lines."""

    order: dict[int, int]
    why: dict[int, str]
    for_others: frozenset[int]
    written: dict[int, Written]


class QueuePanel(QWidget):
    """Documents to review, riskiest first; or all of them."""

    picked = Signal(int)

    def __init__(self, theme: ThemeSwitch, settings: WindowSettings) -> None:
        super().__init__()
        self._settings = settings
        self._documents: tuple[Document, ...] = ()
        self._found_by: dict[int, tuple[Document, str]] = {}
        self._order: dict[int, int] | None = None  # until the service has weighed them
        self._why: dict[int, str] = {}
        self.written: dict[int, Written] = {}
        self._for_others: frozenset[int] = frozenset()
        self.arrangement = Arrangement.of(*settings.queue_arrangement)
        self.scope = Chooser(theme)
        self.scope.addItems([say("gui.queue_waiting"), say("gui.queue_mine"), say("gui.queue_all")])
        self.scope.setAccessibleName(say("gui.queue_scope"))
        self.words = QLineEdit()
        explain_field(self.words, say("gui.find_here"), say("gui.queue_words"))
        self.words.setClearButtonEnabled(True)
        self.words.setAcceptDrops(False)
        self.saved = SavedFilters(settings, PLACE, self._filter, self)
        self.actions_of: dict[str, QAction] = {}
        self.arrange = flat_button(say("gui.queue_arrange"), tip=say("gui.queue_arrange_tip"))
        self.arrange.setMenu(self._make_menu())
        self.arrange.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.rows = QueueRows(theme, say("gui.queue"))
        self.nothing = label(say("gui.queue_nothing"), "muted", wrap=True)
        search = row((self.words, 1), self.arrange, gap=4)
        self.setLayout(column(self.scope, search, self.nothing, (self.rows, 1), margin=0, gap=8))
        self.scope.currentIndexChanged.connect(self._fill)
        self.words.textChanged.connect(self._fill)
        self.words.returnPressed.connect(self.rows.setFocus)
        self.rows.picked.connect(self.picked)
        self.saved.chosen.connect(self._take)
        self._fill()

    def show_documents(self, documents: tuple[Document, ...]) -> None:
        self._documents = documents
        if self._order is not None or len(documents) <= AT_ONCE:
            self._fill()
        else:
            self.nothing.hide()

    def show_queue(self, found: Weighed) -> None:
        """Who stands where, and why."""
        if (found.order, found.why, found.for_others) != (self._order, self._why, self._for_others):
            self._order, self._why, self._for_others = found.order, found.why, found.for_others
            self.written = dict(found.written)
            self._fill()

    # --- how it is looked at ----------------------------------------------------------------------------------
    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        for heading, names, now in (
            ("order", ORDERS, self.arrangement.order),
            ("group", GROUPS, self.arrangement.group),
        ):
            menu.addSection(say(f"gui.queue_{heading}"))
            choice = QActionGroup(menu)
            for name in names:
                action = menu.addAction(say(f"gui.queue_{heading}_{name}"))
                action.setCheckable(True)
                action.setChecked(name == now)
                action.triggered.connect(partial(self._choose, heading, name))
                choice.addAction(action)
                self.actions_of[f"{heading}_{name}"] = action
        menu.addSeparator()
        menu.addMenu(self.saved)
        return menu

    def _choose(self, heading: str, name: str) -> None:
        said = {"order": self.arrangement.order, "group": self.arrangement.group, heading: name}
        self._arrange(Arrangement.of(said["order"], said["group"]))

    def _arrange(self, wanted: Arrangement) -> None:
        self.arrangement = wanted
        self._settings.queue_arrangement = (wanted.order, wanted.group)
        for name in (f"order_{wanted.order}", f"group_{wanted.group}"):
            self.actions_of[name].setChecked(True)
        self._fill()

    def _filter(self) -> dict[str, str]:
        scope = SCOPES[self.scope.currentIndex()]
        return {"words": self.words.text(), "scope": scope, "order": self.arrangement.order} | {
            "group": self.arrangement.group
        }

    def _take(self, saved: dict[str, str]) -> None:
        self.words.setText(saved.get("words", ""))
        scope = saved.get("scope", WAITING)
        self.scope.setCurrentIndex(SCOPES.index(scope) if scope in SCOPES else 0)
        self._arrange(Arrangement.of(saved.get("order", ""), saved.get("group", "")))

    # --- what is shown ----------------------------------------------------------------------------------------
    def _in_order(self) -> list[Document]:
        """Those that the service has weighed as it says; what came since, by its findings."""
        order = self._order or {}
        return sorted(risky_first(self._documents), key=lambda each: order.get(each.document_id, len(order)))

    def _waits(self, document: Document) -> bool:
        return wording.is_reviewable(document) and document.document_id not in self._for_others

    def _is_in_scope(self, document: Document) -> bool:
        scope = SCOPES[self.scope.currentIndex()]
        is_own = scope != MINE or document.assigned_to == self._settings.reviewer != ""
        return scope == EVERYTHING or (self._waits(document) and is_own)

    def neighbour(self, document_id: int | None, step: int) -> int | None:
        """The waiting document after (or before) this one as they stand here; the first where it waits no more."""
        waiting = (each for each in self._in_order() if self._waits(each) and self._is_in_scope(each))
        sections = arranged((each for each in waiting if self._is_found(each)), self.arrangement)
        ids = [each.document_id for section in sections for each in section.documents]
        others = [each for each in ids if each != document_id]
        if not others:
            return None
        if document_id not in ids:
            return others[0]
        return ids[(ids.index(document_id) + step) % len(ids)]

    def _is_found(self, document: Document) -> bool:
        """Whether all that is typed stands somewhere in what is known of it."""
        words = self.words.text().casefold().split()
        if not words:
            return True
        known, text = self._found_by.get(document.document_id, (None, ""))
        if known != document:
            text = found_by(document)
            self._found_by[document.document_id] = (document, text)
        return all(each in text for each in words)

    def _fill(self) -> None:
        shown = [each for each in self._in_order() if self._is_in_scope(each) and self._is_found(each)]
        is_narrowed = bool(self.words.text().strip())
        self.nothing.setText(say("gui.queue_not_found" if is_narrowed else "gui.queue_nothing"))
        self.nothing.setVisible(not shown)
        self.rows.setVisible(self._order is None or bool(shown))  # the keyboard may be there before the first line
        self.rows.fill(self._lines(shown))

    def _lines(self, shown: Sequence[Document]) -> Iterator[Line]:
        apart = wording.told_apart(self._documents)
        for section in arranged(shown, self.arrangement):
            if section.heading:
                yield Line(None, section.heading)
            for each in section.documents:
                number = each.document_id
                yield Line(number, self._text(each, apart.get(number, ""), self._why.get(number, "")))

    def _text(self, document: Document, apart: str, why: str) -> str:
        """Most lines are as they were; they are written anew where what they tell is another."""
        written, told = self.written.get(document.document_id), (document, apart, why)
        if written is None or written.told != told:
            written = self.written[document.document_id] = _written(told)
        return written.text


def _written(told: tuple[Document, str, str]) -> Written:
    return Written(told, queue_line(*told))


def weighed(queue: "ReviewQueue", known: Mapping[int, Written]) -> Weighed:
    """As the service weighs it, in the words of the panel; it takes a while and knows no Qt. What is written as
    wanted in `known` is not written again."""
    documents = [each.document for each in queue.entries]
    why = {each.document.document_id: why_words(each.reasons) for each in queue.entries}
    apart = wording.told_apart((*documents, *queue.for_others))
    told = [(each, apart.get(each.document_id, ""), why[each.document_id]) for each in documents]
    written = ((known.get(each[0].document_id), each) for each in told)
    return Weighed(
        {each.document_id: place for place, each in enumerate(documents)},
        why,
        frozenset(each.document_id for each in queue.for_others),
        {each[0].document_id: old if old and old.told == each else _written(each) for old, each in written},
    )


def why_words(reasons: "Sequence[Reason]") -> str:
    """`■ 表格存疑 6 · △ 指引落空 1`: what weighs most stands first."""
    return " · ".join(
        say(f"review_page.why_{each.kind.value}", sign=_weight(each), count=each.count).strip() for each in reasons[:3]
    )


def _weight(reason: "Reason") -> str:
    if reason.blocking:
        return wording.severity_word(Severity.BLOCKING)[0]
    return wording.severity_word(Severity.WARNING)[0] if reason.warning else ""


def risky_first(documents: Iterable[Document]) -> list[Document]:
    return sorted(documents, key=lambda each: (-each.findings.blocking, -each.findings.warning, each.document_id))
