"""The column on the left of the review page: what waits, what is doubtful, where things stand, what was decided."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListView, QListWidget, QSplitter, QTabWidget, QWidget

from insurance_desktop.domain.documents import Decision, Document
from insurance_desktop.domain.states import Severity
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import STRETCH, Chooser, column, label
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.packs.wording import say

from .correction_panel import CorrectionsPanel
from .fact_panel import FactsPanel
from .finding_panel import FindingsPanel
from .note_panel import NotesPanel
from .outline import OutlinePanel
from .queue_rows import QueueDelegate, queue_line
from .version_panel import VersionsPanel
from .wrapped_rows import Rows, WholeLines

if TYPE_CHECKING:
    from insurance_desktop.services.review.review_queue import Reason, ReviewQueue


class QueuePanel(QWidget):
    """Documents to review, riskiest first; or all of them."""

    picked = Signal(int)

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.scope = Chooser(theme)
        self.scope.addItems([say("gui.queue_waiting"), say("gui.queue_all")])
        self.scope.setAccessibleName(say("gui.queue_scope"))
        self.rows = Rows(say("gui.queue"))
        self.rows.setItemDelegate(QueueDelegate(theme, self.rows))
        self.nothing = label(say("gui.queue_nothing"), "muted", wrap=True)
        self._documents: tuple[Document, ...] = ()
        self._order: dict[int, int] = {}
        self._why: dict[int, str] = {}
        self._for_others: frozenset[int] = frozenset()
        self.setLayout(column(self.scope, self.nothing, (self.rows, 1), margin=0, gap=8))
        self.scope.currentIndexChanged.connect(self._fill)
        self.rows.picked.connect(self.picked)
        self._fill()

    def show_documents(self, documents: tuple[Document, ...]) -> None:
        self._documents = documents
        self._fill()

    def show_queue(self, queue: "ReviewQueue") -> None:
        """Who stands where, and why, as the service weighs it."""
        entries = [each.document.document_id for each in queue.entries]
        self._order = {document_id: place for place, document_id in enumerate(entries)}
        self._why = {each.document.document_id: why_words(each.reasons) for each in queue.entries}
        self._for_others = frozenset(each.document_id for each in queue.for_others)
        self._fill()

    def _in_order(self) -> list[Document]:
        """Those that the service has weighed as it says; what came since, by its findings."""
        return sorted(
            risky_first(self._documents), key=lambda each: self._order.get(each.document_id, len(self._order))
        )

    def _waits(self, document: Document) -> bool:
        return wording.is_reviewable(document) and document.document_id not in self._for_others

    def neighbour(self, document_id: int | None, step: int) -> int | None:
        """The waiting document after (or before) this one; the first where this one does not wait any more."""
        ids = [each.document_id for each in self._in_order() if self._waits(each)]
        others = [each for each in ids if each != document_id]
        if not others:
            return None
        if document_id not in ids:
            return others[0]
        return ids[(ids.index(document_id) + step) % len(ids)]

    def _fill(self) -> None:
        everything = self.scope.currentIndex() == 1
        shown = [each for each in self._in_order() if everything or self._waits(each)]
        self.nothing.setVisible(not shown)
        self.rows.setVisible(bool(shown))
        apart = wording.told_apart(self._documents)
        self.rows.fill(
            (
                each.document_id,
                queue_line(each, apart.get(each.document_id, ""), self._why.get(each.document_id, "")),
            )
            for each in shown
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


class LogPanel(QWidget):
    """What was decided about this document, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = QListWidget()
        self.rows.setItemDelegate(WholeLines(self.rows))
        self.rows.setWordWrap(True)
        self.rows.setResizeMode(QListView.ResizeMode.Adjust)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setAccessibleName(say("gui.log"))
        self.nothing = label(say("gui.log_nothing"), "muted", wrap=True)
        self.setLayout(column(self.nothing, (self.rows, 1), STRETCH, gap=8))
        self.show_decisions(())

    def show_decisions(self, decisions: tuple[Decision, ...]) -> None:
        self.nothing.setVisible(not decisions)
        self.rows.setVisible(bool(decisions))
        self.rows.clear()
        for each in reversed(decisions):
            reason = f"\n{each.reason}" if each.reason else ""
            at = wording.moment(each.at) + (say("review.backdated") if each.is_backdated else "")
            self.rows.addItem(f"{at}  {each.reviewer}\n{wording.decision_word(each.kind)}{reason}")


class SidePanels(QTabWidget):
    """The queue, the findings, the clauses with corrections and notes, the facts, the versions with the decisions."""

    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self.queue = QueuePanel(theme)
        self.findings = FindingsPanel()
        self.outline = OutlinePanel()
        self.corrections = CorrectionsPanel()
        self.notes = NotesPanel()
        self.facts = FactsPanel()
        self.versions = VersionsPanel(theme)
        self.log = LogPanel()

    def fill(self) -> None:
        """Once it stands in its frame: what is filled before is dressed once more with each frame around it."""
        self.clauses = splitter(Qt.Orientation.Vertical)
        self.records = splitter(Qt.Orientation.Vertical)
        panels: tuple[tuple[QWidget, str], ...] = (
            (self.queue, "gui.queue"),
            (self.findings, "gui.findings"),
            (self.clauses, "gui.outline"),
            (self.facts, "review_page.facts"),
            (self.records, "gui.log"),
        )
        for panel, key in panels:
            self.addTab(panel, say(key))
        for each in (self.outline, self.corrections, self.notes):
            self.clauses.addWidget(each)
        self.clauses.setSizes([600, 150, 200])
        self.records.addWidget(self.versions)
        self.records.addWidget(self.log)
        self.setMinimumWidth(max(232, self._width_of_tabs()))

    def _width_of_tabs(self) -> int:
        """Enough for all of their names, with a count: what scrolls out of sight is not found."""
        bar = self.tabBar()
        bar.setUsesScrollButtons(False)
        bar.setElideMode(Qt.TextElideMode.ElideRight)
        self.ensurePolished()
        self.setTabText(1, say("gui.findings_count", count=99))
        width = bar.sizeHint().width()
        self.setTabText(1, say("gui.findings"))
        return width

    @property
    def changing(self) -> tuple[QWidget, ...]:
        """The buttons that change the library."""
        facts, notes = self.facts, self.notes
        return (
            *(self.findings.resolve, notes.add, notes.remove, notes.bring_back),
            *(self.corrections.withdraw, self.versions.restore, self.outline.inherit),
            *(facts.confirm, facts.correct, facts.refuse, facts.withdraw, facts.rest),
        )

    @property
    def current_rows(self) -> QWidget:
        """What takes the keyboard in the tab in front."""
        panel = self.currentWidget()
        return self.outline.rows if panel is self.clauses else getattr(panel, "rows", self)

    def count_findings(self) -> None:
        """How many are open, in the name of their tab."""
        count = self.findings.open_count
        self.setTabText(1, say("gui.findings_count", count=count) if count else say("gui.findings"))


def splitter(orientation: Qt.Orientation) -> QSplitter:
    made = QSplitter(orientation)
    made.setChildrenCollapsible(False)
    return made
