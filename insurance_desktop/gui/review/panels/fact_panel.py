"""What the open document states: each fact with its source, for a person to stand behind."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QTreeWidget, QTreeWidgetItem, QTreeWidgetItemIterator, QWidget

from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.domain.facts import FactKind, FactStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import button, column, label
from insurance_desktop.gui.review import keys
from insurance_desktop.gui.review.decisions.deciding import Decisions
from insurance_desktop.gui.review.linking import Linking
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.text.text_view import TextView
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

with imported_when_used():
    from insurance_desktop.services.products import fact_shapes
    from insurance_desktop.services.review import fact_review

if TYPE_CHECKING:
    from insurance_desktop.services.review.fact_review import FactInReview

ID_ROLE = Qt.ItemDataRole.UserRole
LONGEST_VALUE = 60  # characters of a value in its row; the whole stands below the list
LONGEST_TOLD = 120


class FactsPanel(QWidget):
    """The facts by the top of their path. `picked` leads to a source, `judged` brings a verdict on the chosen fact."""

    picked = Signal(object)  # FactInReview
    judged = Signal(object)  # Verdict
    rest_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._facts: tuple[FactInReview, ...] = ()
        self._busy = False
        self.rows = QTreeWidget()
        self.rows.setHeaderHidden(True)
        self.rows.setIndentation(12)
        self.rows.setAccessibleName(say("review_page.facts"))
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.currentItemChanged.connect(lambda _now, _before: self._follow())
        self.rows.itemClicked.connect(lambda _item, _column: self.show_source())
        self.rows.itemActivated.connect(lambda _item, _column: self.show_source())
        self.progress = label("", "muted", wrap=True)
        self.told = label("", wrap=True)
        self.confirm = self._button("confirm", keys.CONFIRM_FACT, Verdict.CONFIRMED)
        self.correct = self._button("correct", keys.CORRECT_FACT, Verdict.CORRECTED)
        self.refuse = self._button("refuse", keys.REFUSE_FACT, Verdict.REFUSED)
        self.withdraw = self._button("withdraw", keys.WITHDRAW_FACT, Verdict.WITHDRAWN)
        self.rest = button("", self.rest_wanted.emit)
        self.rest.setToolTip(keys.CONFIRM_REST)
        verdicts = QGridLayout()
        verdicts.setSpacing(6)
        for place, each in enumerate((self.confirm, self.correct, self.refuse, self.withdraw)):
            verdicts.addWidget(each, place // 2, place % 2)
        self.setLayout(column(self.progress, (self.rows, 1), self.told, verdicts, self.rest, gap=8))
        self.setFocusProxy(self.rows)
        self.show_facts((), say("review_page.facts_none"))

    def _button(self, name: str, key: str, verdict: Verdict) -> QPushButton:
        made = button(say(f"review_page.fact_{name}"), lambda: self.judged.emit(verdict))
        made.setToolTip(f"{say(f'review_page.key_fact_{name}')}  {key}")
        return made

    def by_key(self) -> dict[str, Callable[[], object]]:
        """What each key does with the chosen fact, while it is in sight: nobody judges what is not shown."""
        done: dict[str, Callable[[], object]] = {
            keys.FACT_SOURCE: self.show_source,
            keys.CONFIRM_FACT: self.confirm.click,
            keys.CORRECT_FACT: self.correct.click,
            keys.REFUSE_FACT: self.refuse.click,
            keys.WITHDRAW_FACT: self.withdraw.click,
            keys.CONFIRM_REST: self.rest.click,
        }
        return {key: partial(self._in_sight, do) for key, do in done.items()}

    def _in_sight(self, do: Callable[[], object]) -> None:
        if self.isVisible():
            do()

    # --- what is shown ------------------------------------------------------------------------------------------
    def show_facts(self, facts: "Sequence[FactInReview]", nothing: str) -> None:
        """Grouped, what is covered folded; what was chosen or unfolded stays so. `nothing` is said of none."""
        folds = {each.data(0, ID_ROLE): each.isExpanded() for each in self._items() if each.childCount()}
        kept = self.current
        self._facts = tuple(facts)
        self.rows.clear()
        branches: dict[str, QTreeWidgetItem] = {}
        counts = Counter(path for fact in self._facts for path, _name in _above(fact))
        for number, fact in enumerate(self._facts):
            item = QTreeWidgetItem(self._branch(branches, fact), [fact_words(fact)])
            item.setData(0, ID_ROLE, number)
            item.setToolTip(0, told_words(fact))
            if kept is not None and _is_same(fact, kept):
                self.rows.setCurrentItem(item)
        for path, branch in branches.items():
            branch.setText(0, say("review_page.facts_group", name=branch.text(0), count=counts[path]))
            is_group = branch.parent() is None and path != fact_shapes.COVERAGE
            branch.setExpanded(folds.get(path, is_group))
        self.progress.setText(progress_words(self._facts) or nothing)
        self.rows.setVisible(bool(self._facts))
        self._follow()

    def _branch(self, branches: dict[str, QTreeWidgetItem], fact: "FactInReview") -> QTreeWidgetItem:
        """The row that a fact stands below, made where there is none yet."""
        above = self.rows.invisibleRootItem()
        for path, name in _above(fact):
            if path not in branches:
                branches[path] = QTreeWidgetItem(above, [name])
                branches[path].setData(0, ID_ROLE, path)
            above = branches[path]
        return above

    def _items(self) -> Iterator[QTreeWidgetItem]:
        """All rows from above to below."""
        place = QTreeWidgetItemIterator(self.rows)
        while place.value() is not None:
            yield place.value()
            place += 1

    # --- the chosen one -----------------------------------------------------------------------------------------
    @property
    def current(self) -> "FactInReview | None":
        item = self.rows.currentItem()
        return None if item is None else self._fact_of(item)

    @property
    def waiting(self) -> "tuple[FactInReview, ...]":
        """Those that nobody has judged."""
        return tuple(each for each in self._facts if _waits(each))

    def step(self, direction: int) -> None:
        """To the next or previous fact that nobody has judged, around the end, and to its source."""
        items = list(self._items())
        here = self.rows.currentItem()
        at = items.index(here) if here is not None else -1 if direction > 0 else 0
        for item in (items[(at + direction * far) % len(items)] for far in range(1, len(items) + 1)):
            fact = self._fact_of(item)
            if fact is not None and _waits(fact):
                self.rows.setCurrentItem(item)
                self.picked.emit(fact)
                return

    def show_source(self) -> None:
        if self.current is not None:
            self.picked.emit(self.current)

    def set_busy(self, busy: bool) -> None:
        """While a decision is being written none is taken."""
        self._busy = busy
        self._follow()

    def _fact_of(self, item: QTreeWidgetItem) -> "FactInReview | None":
        number = item.data(0, ID_ROLE)
        return self._facts[number] if isinstance(number, int) else None

    def _follow(self) -> None:
        fact = self.current
        is_confirmed = fact is not None and fact.status is FactStatus.CONFIRMED
        is_refused = fact is not None and fact.is_refused
        can = fact is not None and not self._busy
        self.confirm.setEnabled(can and not is_confirmed)
        self.correct.setEnabled(can)
        self.refuse.setEnabled(can and not is_refused)
        self.withdraw.setEnabled(can and (is_confirmed or is_refused))
        count = len(self.waiting)
        self.rest.setText(say("review_page.facts_rest", count=count))
        self.rest.setEnabled(count > 0 and not self._busy)
        self.told.setText(cut(told_words(fact), LONGEST_TOLD) if fact is not None else "")
        self.told.setVisible(fact is not None)


class Facts(QObject):
    """Reads the facts of the document that is open, leads to their sources, takes what is said of them."""

    def __init__(
        self, context: AppContext, panel: FactsPanel, decisions: Decisions, parts: tuple[Linking, TextView]
    ) -> None:
        super().__init__(panel)
        self._context = context
        self._panel = panel
        self._decisions = decisions
        self._linking, self._text = parts
        self._opened: OpenDocument | None = None
        self._reading: Job | None = None
        self.step = panel.step
        panel.picked.connect(self._lead)
        panel.judged.connect(self._judge)
        panel.rest_wanted.connect(self._confirm_rest)
        decisions.busy.connect(self._look_whether_busy)

    def show_opened(self, opened: OpenDocument | None) -> None:
        """Of another version they are read anew; until then those of the version before stay in sight."""
        before, self._opened = self._opened, opened
        self._look_whether_busy()
        if self._reading is not None:
            self._reading.forget()
            self._reading = None
        has_text = opened is not None and bool(opened.review.clauses)
        if before is None or opened is None or before.document_id != opened.document_id or not has_text:
            self._panel.show_facts((), say("review_page.facts_reading" if has_text else "review_page.facts_none"))
        if opened is not None and has_text:
            number = opened.document_id
            self._reading = self._context.read_later(
                lambda workspace: fact_review.facts_in_review(workspace.library, number), self._arrived
            )

    def _arrived(self, facts: "tuple[FactInReview, ...]") -> None:
        self._reading = None
        self._panel.show_facts(facts, say("review_page.facts_none"))

    def _look_whether_busy(self) -> None:
        opened = self._opened
        self._panel.set_busy(opened is not None and self._decisions.is_busy(opened.document_id))

    def _lead(self, fact: "FactInReview") -> None:
        self._linking.show_words(fact.markdown_start, fact.markdown_end)

    def _judge(self, verdict: Verdict) -> None:
        opened, fact = self._opened, self._panel.current
        if opened is None or fact is None:
            return
        if verdict is Verdict.CORRECTED:
            self._decisions.correct_fact(opened, fact, self._text.selected, self._go_on)
        else:
            then = (lambda: None) if verdict is Verdict.WITHDRAWN else self._go_on
            self._decisions.judge(opened, fact, verdict, then)

    def _go_on(self) -> None:
        """To the next one that waits, from where the last one was judged."""
        self._panel.step(1)

    def _confirm_rest(self) -> None:
        if self._opened is not None:
            self._decisions.confirm_facts(self._opened, self._panel.waiting)


def fact_words(fact: "FactInReview") -> str:
    """A row: what is stated, and below where and whether a person stands behind it."""
    value = cut(" ".join(fact.value.split()), LONGEST_VALUE)
    place = [fact.section_id]
    if fact.page_number is not None:
        place.append(say("gui.on_page", page=fact.page_number))
    head = say("review_page.fact_line", label=fact.label, value=value) if fact.label != value else value
    return f"{head}\n{'　'.join((status_words(fact), *place))}"


def told_words(fact: "FactInReview") -> str:
    """The whole value, and what the program read where a person corrected it."""
    words = say("review_page.fact_line", label=fact.label, value=fact.value)
    if fact.read is None:
        return f"{words}\n{say('review_page.fact_added')}"
    return words if fact.read == fact.value else f"{words}\n{say('review_page.fact_read', read=fact.read)}"


def status_words(fact: "FactInReview") -> str:
    if fact.is_refused:
        return say("review_page.fact_refused")
    if fact.status is not FactStatus.CONFIRMED:
        return say("review_page.fact_derived")
    return say("review_page.fact_confirmed" if fact.read == fact.value else "review_page.fact_corrected")


def progress_words(facts: "Sequence[FactInReview]") -> str:
    """How many a person stands behind; "" where there are none."""
    if not facts:
        return ""
    refused = sum(each.is_refused for each in facts)
    confirmed = sum(each.status is FactStatus.CONFIRMED for each in facts)
    return say("review_page.facts_progress", confirmed=confirmed, refused=refused, total=len(facts))


def cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[:most]}…"


def _waits(fact: "FactInReview") -> bool:
    return fact.status is FactStatus.DERIVED and not fact.is_refused


def _is_same(one: "FactInReview", other: "FactInReview") -> bool:
    """Whether both are about what the program read in one place."""
    mine, its = ((each.path, each.chunk_index, each.read or each.value) for each in (one, other))
    return mine == its


def _above(fact: "FactInReview") -> tuple[tuple[str, str], ...]:
    """The paths that a fact stands below, with their names: the top of its own, and for the entries of a list it."""
    top = (fact.path.partition(".")[0], fact.group)
    is_entry = fact.kind is FactKind.LIST and fact.path != top[0]
    return (top, (fact.path, fact.label)) if is_entry else (top,)
