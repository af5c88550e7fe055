"""What the views of the search page share: a column of answers, a question at a time, and why there is none."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLayout, QLineEdit, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from insurance_desktop.domain.answers import Nearest, ProductMatch
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import EmptyState, clear, column, label, scrolling
from insurance_desktop.gui.pages import Place
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.packs.wording import say

from ..product_field import ProductField
from . import no_answer
from .answer_actions import Taking
from .no_answer import Silence

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


T = TypeVar("T")
WIDEST = 1400
LANE = "answers"
AT_ONCE = 2  # cards between two turns of the event loop


class View(QWidget):
    """`ask` asks what stands in its fields; `cards` are the answers that the keyboard goes through."""

    opening = ("gui.search_ready", "gui.search_ready_text")

    def __init__(self, context: AppContext, scope: ProductField, taking: Taking) -> None:
        super().__init__()
        self.context = context
        self.scope = scope
        self.taking = taking
        self.asking: Job | None = None
        self.has_answer = False
        self.cards: list[QWidget] = []
        self.silence: Silence | None = None
        self._said_first = 0
        self._to_come: list[Callable[[], None]] = []
        self._growing = QTimer(self)
        self._growing.setSingleShot(True)
        self._growing.setInterval(0)
        self._growing.timeout.connect(self._make_some)
        self.summary = label("", "muted", wrap=True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.summary.hide()
        self.empty = EmptyState(context.theme, "search", "", "")
        self.results: QVBoxLayout = column(gap=12)
        self.area = self._make_area()

    def _make_area(self) -> QScrollArea:
        area = scrolling(self.results, widest=WIDEST)
        area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        area.hide()
        return area

    def stack(self, line: QLayout, *, gap: int = 12) -> None:
        """The line of its fields, and below it what is said of the answers, then these."""
        whole = column(line, self.summary, (self.empty, 1), (self.area, 1), gap=gap)
        whole.setContentsMargins(0, 10, 0, 0)
        self.setLayout(whole)

    # --- what each view says of itself ------------------------------------------------------------------------
    @property
    def field(self) -> QWidget:
        """Where the work begins."""
        raise NotImplementedError

    def ask(self) -> None:
        """Ask what stands in the fields; nothing happens where they are empty."""
        raise NotImplementedError

    def summarise(self, text: str) -> None:
        """The line above the answers; none where there is nothing to say."""
        self.summary.setText(text)
        self.summary.setVisible(bool(text))

    def say_empty(self, *, verified: bool) -> None:
        """Before the first question: what this place is, or what must be done first."""
        title, text = self.opening if verified else ("gui.search_nothing", "gui.search_nothing_text")
        self.empty.say(say(title), say(text))
        self.empty.show()
        self.area.hide()

    # --- asking -----------------------------------------------------------------------------------------------
    def begin(self, waiting: str, work: Callable[["Workspace"], T], done: Callable[[T], None]) -> None:
        """The newest question counts: an older one still under way is forgotten."""
        self.forget()
        self.summarise(waiting)
        self.asking = self.context.read(work, partial(self._answered, done), self._failed)

    def begin_long(
        self, title: str, work: Callable[["Workspace", ProgressCallback, CancelCheck], T], done: Callable[[T], None]
    ) -> None:
        """The same as a job with progress, which can be stopped in the status bar."""
        self.forget()
        self.summarise(f"{title}\u2026")
        self.asking = self.context.run(
            title, work, partial(self._answered, done), self._failed, stopped=self._stopped, lane=LANE
        )

    def _answered(self, done: Callable[[T], None], answer: T) -> None:
        self.asking = None
        self.has_answer = True
        done(answer)
        self.results.addStretch()
        self.empty.hide()
        self.area.show()
        self.area.verticalScrollBar().setValue(0)

    def _stopped(self) -> None:
        self.asking = None
        self.summarise(say("gui.job_stopped"))

    def forget(self) -> None:
        if self.asking is not None:
            self.asking.forget()
            self.asking = None

    def forget_answer(self) -> None:
        """As before the first question; what was asked stays in its field."""
        self.forget()
        self.clear()
        self.summarise("")
        self.has_answer = False

    def clear(self) -> None:
        self._growing.stop()
        self._to_come = []
        clear(self.results)
        self.cards = []
        self.silence = None
        self._said_first = 0

    def add_first(self, made: QWidget) -> None:
        """What stands above the answers and is none of them."""
        self.results.insertWidget(0, made)
        self._said_first += 1

    def add(self, card: QWidget) -> None:
        """An answer that the keyboard can go to, behind those before it and what is said first."""
        self.results.insertWidget(len(self.cards) + self._said_first, card)
        self.cards.append(card)

    def grow(self, makers: Iterable[Callable[[], None]]) -> None:
        """Make many cards, a few at once and the others between events: the window stays awake meanwhile."""
        self._to_come = list(makers)
        self._make_some()

    @property
    def is_growing(self) -> bool:
        return bool(self._to_come)

    def _make_some(self) -> None:
        for make in self._to_come[:AT_ONCE]:
            make()
        del self._to_come[:AT_ONCE]
        if self._to_come:
            self._growing.start()

    def say_silent(
        self,
        status: AnswerStatus,
        message: str,
        *,
        nearest: tuple[Nearest, ...] = (),
        candidates: tuple[ProductMatch, ...] = (),
        can_keep: bool = False,
    ) -> None:
        """There is no answer: why, and the next step."""
        self.summarise("")
        steps = self._steps(status, message, can_keep=can_keep)
        self.silence = Silence(status, message, steps=steps, nearest=nearest, candidates=candidates)
        self.silence.nearest_picked.connect(self._open_nearest)
        self.silence.product_picked.connect(self._take_product)
        self.silence.stepped.connect(self._step)
        self.add_first(self.silence)

    def _steps(self, status: AnswerStatus, message: str, *, can_keep: bool) -> list[str]:
        if status is AnswerStatus.EMPTY_LIBRARY:
            return [no_answer.REVIEW]
        if status is AnswerStatus.INDEX_STALE:
            return [no_answer.INDEX if say("search.index_stale") in message else no_answer.RANKING]
        if status is AnswerStatus.WITHHELD:
            return []
        wide = [no_answer.EVERYWHERE] if self.scope.asked is not None and status is not AnswerStatus.AMBIGUOUS else []
        is_searched = status in (AnswerStatus.NO_MATCH, AnswerStatus.WEAK)
        return [*wide, *([no_answer.KEEP] if can_keep and is_searched else [])]

    def _step(self, step: str) -> None:
        if step == no_answer.EVERYWHERE:
            self.scope.clear()
            self.ask()
        else:
            self.taking.step(step, self.ask)

    def _take_product(self, match: ProductMatch) -> None:
        self.scope.choose(match)
        self.ask()

    def _open_nearest(self, nearest: Nearest) -> None:
        self.context.place_wanted.emit(Place(nearest.document_id, section=nearest.section_id))

    def _failed(self, failure: Failure) -> None:
        self.asking = None
        self.summarise("")
        self.context.notice_failure(failure)

    # --- the keyboard -----------------------------------------------------------------------------------------
    @property
    def current(self) -> QWidget | None:
        """The answer that has the keyboard, or the only one."""
        held = QApplication.focusWidget()
        for each in self.cards:
            if held is not None and (each is held or each.isAncestorOf(held)):
                return each
        return self.cards[0] if self.cards else None

    def step_answer(self, step: int) -> None:
        """To the next answer, from the field to the first one, and back."""
        held = QApplication.focusWidget()
        here = next(
            (n for n, each in enumerate(self.cards) if held is not None and (each is held or each.isAncestorOf(held))),
            -1,
        )
        target = here + step
        if target < 0:
            self.field.setFocus(Qt.FocusReason.TabFocusReason)
        elif target < len(self.cards):
            self.cards[target].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(self.cards[target])


class QuestionLine(QLineEdit):
    """One line of words; Enter asks."""

    def __init__(self, hint: str, asked: Callable[[], None]) -> None:
        super().__init__()
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)
        self.returnPressed.connect(asked)


class Paper(QPlainTextEdit):
    """Several lines of words; Ctrl+Enter asks, Tab leaves."""

    def __init__(self, name: str, hint: str, asked: Callable[[], None]) -> None:
        super().__init__()
        self._asked = asked
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        with_control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and with_control:
            self._asked()
        else:
            super().keyPressEvent(event)
