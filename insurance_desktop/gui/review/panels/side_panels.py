"""The column on the left of the review page: what waits, what is doubtful, where things stand, what was decided."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QListView, QListWidget, QSplitter, QTabWidget, QWidget

from insurance_desktop.domain.documents import Decision
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, column, label, set_role
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.review.review_document import OpenDocument
from insurance_desktop.gui.review.side_by_side import READING
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import say

from .correction_panel import CorrectionsPanel
from .fact_panel import FactsPanel
from .finding_panel import FindingsPanel
from .note_panel import NotesPanel
from .outline import OutlinePanel
from .queue_panel import QueuePanel
from .version_panel import VersionsPanel
from .wrapped_rows import WholeLines

if TYPE_CHECKING:
    from insurance_desktop.services.review.assignments import Assignment

FOLDED = "review/folded"
UNDER_TABS = 6
"""Under this name the settings keep whether the column is put away."""


class LogPanel(QWidget):
    """What was decided about this document and who was asked to review it, newest first."""

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

    def show_decisions(self, decisions: Sequence[Decision], assignments: "Sequence[Assignment]" = ()) -> None:
        """Decisions as the log has them, the oldest first; assignments as well by their time."""
        told = [(each.at, _decision_line(each)) for each in decisions]
        told += [(each.at, _assignment_line(each)) for each in assignments]
        self.nothing.setVisible(not told)
        self.rows.setVisible(bool(told))
        self.rows.clear()
        in_order = sorted(enumerate(told), key=lambda entry: (entry[1][0], entry[0]), reverse=True)
        self.rows.addItems([line for _place, (_at, line) in in_order])


def _decision_line(decision: Decision) -> str:
    reason = f"\n{decision.reason}" if decision.reason else ""
    at = wording.moment(decision.at) + (say("review.backdated") if decision.is_backdated else "")
    return f"{at}  {decision.reviewer}\n{wording.decision_word(decision.kind)}{reason}"


def _assignment_line(given: "Assignment") -> str:
    done = say("gui.log_assigned", name=given.reviewer) if given.reviewer else say("gui.log_given_back")
    return "\n".join(part for part in (f"{wording.moment(given.at)}  {given.set_by}\n{done}", given.note) if part)


class SidePanels(QTabWidget):
    """The queue, the findings, the clauses with corrections and notes, the facts, the versions with the decisions."""

    def __init__(self, theme: ThemeSwitch, settings: WindowSettings) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        set_role(self.tabBar(), "narrow")  # English names would take a third of a small window
        self.queue = QueuePanel(theme, settings)
        self.findings = FindingsPanel()
        self.outline = OutlinePanel()
        self.corrections = CorrectionsPanel()
        self.notes = NotesPanel()
        self.facts = FactsPanel()
        self.versions = VersionsPanel(theme)
        self.log = LogPanel()
        self._switch: QAbstractButton | None = None
        self._frame: QWidget | None = None
        self._is_read = self._is_narrow = False
        self._yields = self._gave_way = False  # folds by itself now, and has

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
            panel.setContentsMargins(0, UNDER_TABS, 0, 0)
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
        usual = QFontMetrics(bar.font())
        bold = QFont(bar.font())
        bold.setWeight(QFont.Weight.DemiBold)
        heavy = QFontMetrics(bold)
        names = [self.tabText(each) for each in range(self.count())]
        more = max(heavy.horizontalAdvance(each) - usual.horizontalAdvance(each) for each in names)
        width = bar.sizeHint().width() + more  # the one in front is bold
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

    def fold_by(self, switch: QAbstractButton, settings: WindowSettings, frame: QWidget) -> None:
        """Put away while the switch is down, as it was when the window was closed; and by itself where `frame` has no
        room for it beside what is read, until somebody brings it back."""

        def follow(is_away: bool) -> None:
            self.setVisible(not is_away)
            if not self._yields:
                self._gave_way = False
                settings.keep_layout(FOLDED, QByteArray(b"1" if is_away else b""))

        self._switch, self._frame = switch, frame
        switch.toggled.connect(follow)
        switch.setChecked(bool(settings.layout(FOLDED)))
        frame.installEventFilter(self)

    def show_opened(self, opened: OpenDocument | None) -> None:
        self._is_read = opened is not None
        self._yield_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._frame and event.type() == QEvent.Type.Resize:
            self._yield_room()
        return super().eventFilter(watched, event)

    def _yield_room(self) -> None:
        if self._switch is None or self._frame is None:
            return
        is_narrow = self._is_read and self._frame.width() < self.minimumWidth() + MARGIN + READING
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        if is_narrow != self._switch.isChecked() and (is_narrow or self._gave_way):
            self._yields = True
            self._switch.setChecked(is_narrow)
            self._yields, self._gave_way = False, is_narrow

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
