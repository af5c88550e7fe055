"""The evaluation page: a set of questions, its figures against the bars, what was missed, and the ranking."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QProgressBar, QTabWidget, QWidget

from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import (
    MARGIN,
    STRETCH,
    Chooser,
    EmptyState,
    button,
    column,
    copy_text,
    label,
    row,
    set_role,
    show_icon,
)
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Asking
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.job_progress import show_progress
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from ..page import Page
from ..pages import SEARCH
from . import evaluation_words
from .evaluation_words import MissRow
from .exam_pane import ExamPane
from .kept_card import KeptPane, open_answer
from .parts_pane import PartsPane
from .ranking_card import LANE, RankingPane
from .reliability_diagram import ReliabilityPane
from .silence_pane import SilencePane

with imported_when_used():
    from insurance_desktop.services.evaluation import golden_sets, runs
    from insurance_desktop.services.search import ranking_approval

if TYPE_CHECKING:
    from insurance_desktop.domain.evaluation import Evaluation
    from insurance_desktop.services.evaluation.runs import RecordedRun
    from insurance_desktop.services.workspace import Workspace


class Source(StrEnum):
    """Which questions are asked."""

    OWN = "own"
    KEPT = "kept"
    FILE = "file"


SOURCES = (
    (Source.OWN, "evaluation_page.source_own"),
    (Source.KEPT, "evaluation_page.source_kept"),
    (Source.FILE, "evaluation_page.source_file"),
)
FIGURES, PARTS, MISSES, SILENCE, RELIABILITY, KEPT, RANKING, EXAM = range(8)
RESULTS = (PARTS, MISSES, SILENCE, RELIABILITY)
"""Tabs that have something to show only after a run."""


class EvaluationPage(Page):
    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.run: RecordedRun | None = None
        self.misses: list[MissRow] = []
        self._job: Job | None = None
        self._file: Path | None = None
        self.asking = Asking(self, context.settings, context.name_reviewer)
        self.source = Chooser(context.theme)
        self.choose_button = button(say("evaluation_page.choose_file"), self._choose_file)
        self.start_button = button(say("evaluation_page.start"), self.start, primary=True)
        self.progress = QProgressBar()
        self.stop_button = button(say("gui.stop_job"), self.stop)
        self.summary = label("", "", wrap=True)
        self.figures = self._figures()
        self.parts = PartsPane(context.theme)
        self.missed = self._missed()
        self.missed_text = label(say("evaluation_page.misses_text"), "muted", wrap=True)
        self.ask_button = button(say("evaluation_page.ask_again"), self._ask_again)
        self.empty = EmptyState(
            context.theme, "evaluation", say("evaluation_page.empty"), say("evaluation_page.empty_text")
        )
        self.first = button(say("evaluation_page.start_own"), self._start_own, primary=True)
        self.empty.add(self.first)
        self.silence = SilencePane(context.theme)
        self.reliability = ReliabilityPane(context.theme)
        self.kept = KeptPane(context, self.asking)
        self.ranking = RankingPane(context, self.asking)
        self.exam = ExamPane(context)
        self.tabs = QTabWidget()
        self._lay_out()
        self._connect()
        self._show_source()
        self._show_job()

    # --- building ---------------------------------------------------------------------------------------------
    def _figures(self) -> Table:
        return Table(
            self.context.theme,
            say("evaluation_page.tab_figures"),
            (
                Column(say("evaluation_page.column_tier"), 130),
                Column(say("evaluation_page.column_figure")),
                Column(say("evaluation_page.column_value"), 110, is_number=True),
                Column(say("evaluation_page.column_interval"), 150),
                Column(say("evaluation_page.column_count"), 80, is_number=True),
                Column(say("evaluation_page.column_bar"), 100),
                Column(say("evaluation_page.column_judged"), 140),
            ),
        )

    def _missed(self) -> Table:
        return Table(
            self.context.theme,
            say("evaluation_page.tab_misses"),
            (
                Column(say("evaluation_page.column_tier"), 80),
                Column(say("evaluation_page.column_question")),
                Column(say("evaluation_page.column_wanted"), 200),
                Column(say("evaluation_page.column_got"), 260),
            ),
        )

    def _lay_out(self) -> None:
        for each, key in SOURCES:
            self.source.addItem(say(key), each)
        self.source.setAccessibleName(say("evaluation_page.source"))
        self.source.setMinimumWidth(220)
        show_icon(self.start_button, "evaluation", self.context.theme)
        self.progress.setAccessibleName(say("evaluation_page.job"))
        for page, title in (
            (self._result(), "evaluation_page.tab_figures"),
            (self.parts, "evaluation_page.tab_parts"),
            (self._misses(), "evaluation_page.tab_misses"),
            (self.silence, "evaluation_page.tab_silence"),
            (self.reliability, "evaluation_page.tab_reliability"),
            (self.kept, "evaluation_page.tab_kept"),
            (self.ranking, "evaluation_page.tab_ranking"),
            (self.exam, "evaluation_page.tab_exam"),
        ):
            self.tabs.addTab(page, say(title))
        self.tabs.setAccessibleName(say("gui.page_evaluation"))
        self.head = self._head()
        self.tabs.currentChanged.connect(lambda tab: self.head.setVisible(tab != EXAM))  # papers are begun there
        for place in RESULTS:
            self.tabs.setTabEnabled(place, False)
        self.setLayout(
            column(label(say("gui.page_evaluation"), "title"), self.head, (self.tabs, 1), margin=MARGIN, gap=12)
        )

    def _head(self) -> QWidget:
        made = QWidget()
        made.setLayout(
            row(self.source, self.choose_button, self.start_button, self.progress, self.stop_button, STRETCH)
        )
        return made

    def _result(self) -> QWidget:
        made = QWidget()
        inner = column(gap=8)
        inner.setContentsMargins(0, 8, 0, 0)
        inner.addWidget(self.summary)
        inner.addWidget(self.figures, 1)
        inner.addWidget(self.empty, 1)
        made.setLayout(inner)
        self.summary.hide()
        self.figures.hide()
        return made

    def _misses(self) -> QWidget:
        made = QWidget()
        foot = row((self.missed_text, 1), self.ask_button)
        inner = column(gap=8)
        inner.setContentsMargins(0, 8, 0, 0)
        inner.addWidget(self.missed, 1)
        inner.addLayout(foot)
        made.setLayout(inner)
        return made

    def _connect(self) -> None:
        self.source.activated.connect(self._source_chosen)
        self.missed.picked.connect(lambda place: self._open_answer(self.misses[place].identifier))
        self.silence.picked.connect(self._open_answer)
        self.ranking.run_wanted.connect(self._read_run)
        self.context.opened.connect(self.refresh)
        self.context.pack_changed.connect(self._forget_run)
        self.context.changed.connect(lambda _changes: self.kept.read())
        self.context.jobs.changed.connect(self._show_job)

    # --- what the window asks ---------------------------------------------------------------------------------
    def catch_up(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        if self.context.is_open:
            self.kept.read()
            self.ranking.read()
            self.exam.read()

    def arrive(self) -> None:
        self.refresh()
        usual = self.exam.choose_button if self.tabs.currentIndex() == EXAM else self.source
        (self.first if self.run is None and self.first.isVisible() else usual).setFocus()

    def panes(self) -> tuple[QWidget, ...]:
        inside = {
            FIGURES: self.figures,
            PARTS: self.parts.table,
            MISSES: self.missed,
            SILENCE: self.silence.near and self.silence.near.table,
            KEPT: self.kept.table,
            RANKING: self.ranking.table,
            EXAM: self.exam.table,
        }
        current = inside.get(self.tabs.currentIndex())
        shown = (current,) if current is not None and current.isVisible() else ()
        return (self.source, self.tabs.tabBar(), *shown)

    # --- running ----------------------------------------------------------------------------------------------
    @property
    def chosen(self) -> Source:
        return Source(self.source.currentData())

    def _source_chosen(self) -> None:
        self._show_source()
        if self.chosen is Source.FILE and self._file is None:
            self._choose_file()

    def _show_source(self) -> None:
        is_file = self.chosen is Source.FILE
        self.choose_button.setVisible(is_file)
        name = self._file.name if self._file else say("evaluation_page.choose_file")
        self.choose_button.setText(name)
        self.choose_button.setToolTip(str(self._file or ""))
        self._show_job()

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, say("evaluation_page.choose_file"), "", say("evaluation_page.file_kinds")
        )
        if name:
            self.take_file(Path(name))

    def take_file(self, path: Path) -> None:
        """Questions of a file, to be asked when the button is pressed."""
        self._file = path
        self.source.setCurrentIndex(self.source.findData(Source.FILE))
        self._show_source()
        self.start_button.setFocus()

    def _start_own(self) -> None:
        self.source.setCurrentIndex(0)
        self._show_source()
        self.start()

    def start(self) -> None:
        """Ask every question of the chosen set, in the background."""
        source, path = self.chosen, self._file
        if self._job is not None or (source is Source.FILE and path is None):
            return
        self._job = self.context.run(
            say("evaluation_page.job"),
            lambda workspace, progress, cancel: measured(workspace, source, path, progress, cancel),
            self._done,
            self._failed,
            stopped=self._stopped,
            lane=LANE,
        )
        self._show_job()
        self.stop_button.setFocus()

    def stop(self) -> None:
        job = self._job or self.ranking.job
        if job is not None:
            job.cancel()
        self._show_job()

    def _show_job(self) -> None:
        job = self._job or self.ranking.job
        for each in (self.progress, self.stop_button):
            each.setVisible(job is not None)
        self.start_button.setEnabled(job is None and (self.chosen is not Source.FILE or self._file is not None))
        self.first.setEnabled(job is None)
        if job is not None:
            show_progress(self.progress, job)
            self.stop_button.setEnabled(not job.is_cancelled)

    def _done(self, run: "RecordedRun | None") -> None:
        self._ended()
        if run is None:
            self.context.noticed.emit(
                Notice("information", say("evaluation_page.none_kept"), say("evaluation_page.none_kept_text"))
            )
            return
        self.show_run(run)
        self.ranking.read()

    def _failed(self, failure: Failure) -> None:
        self._ended()
        self.context.notice_failure(failure)

    def _stopped(self) -> None:
        self._ended()
        self.context.noticed.emit(Notice("information", say("evaluation_page.stopped")))

    def _ended(self) -> None:
        self._job = None
        self._show_job()
        self.source.setFocus()

    # --- showing ----------------------------------------------------------------------------------------------
    def show_run(self, run: "RecordedRun") -> None:
        self.run = run
        found = run.evaluation
        self.empty.hide()
        self.summary.setText(evaluation_words.summary(found))
        set_role(self.summary, "good" if found.passed else "danger")
        self.summary.show()
        self.figures.show_rows(evaluation_words.figure_rows(found))
        self.figures.show()
        self.misses = evaluation_words.miss_rows(found)
        self.missed.show_rows([each.cells for each in self.misses])
        self.tabs.setTabText(MISSES, say("evaluation_page.tab_misses_count", count=len(found.misses)))
        self._show_pictures(found)
        for each in RESULTS:
            self.tabs.setTabEnabled(each, True)
        self.tabs.setCurrentIndex(FIGURES)
        self.figures.setFocus()

    def _forget_run(self) -> None:
        """The figures are another pack's."""
        self.run, self.misses = None, []
        for each in (self.summary, self.figures):
            each.hide()
        self.missed.show_rows([])
        self.empty.show()
        self.tabs.setTabText(MISSES, say("evaluation_page.tab_misses"))
        for place in RESULTS:
            self.tabs.setTabEnabled(place, False)
        self._show_pictures(None)
        self.refresh()

    def _show_pictures(self, found: "Evaluation | None") -> None:
        for pane in (self.parts, self.silence, self.reliability):
            pane.show_run(found)

    def _read_run(self, run_id: int) -> None:
        """A run of the history, as it was kept."""
        self.context.read(
            lambda workspace: ranking_approval.recorded(workspace.library, run_id),
            lambda found: self.show_run(runs.RecordedRun(run_id, found, None)),
        )

    # --- misses -----------------------------------------------------------------------------------------------
    def _open_answer(self, identifier: str) -> None:
        """The place of the right answer, in review."""
        if self.run is None or self.run.places is None:
            self.context.noticed.emit(Notice("information", say("evaluation_page.places_not_kept")))
            return
        answer = self.run.places.get(identifier)
        open_answer(self.context, answer.document_sha256 if answer else None, answer.section if answer else None)

    def _ask_again(self) -> None:
        """The question goes along, to be pasted."""
        place = self.missed.currentRow()
        if 0 <= place < len(self.misses) and self.misses[place].question:
            copy_text(self.misses[place].question)
            self.context.page_wanted.emit(SEARCH)
            self.context.noticed.emit(Notice("information", say("evaluation_page.copied")))


def measured(
    workspace: "Workspace", source: Source, path: Path | None, progress: ProgressCallback, cancel: CancelCheck
) -> "RecordedRun | None":
    """None where no question is kept; `path` only for a file."""
    engine, bars = workspace.engine, golden_sets.read_bars(golden_sets.default_bars_path())
    if source is Source.FILE and path is not None:
        return runs.run_file(engine, path, bars, progress=progress, cancel=cancel)
    run = runs.run_kept if source is Source.KEPT else runs.run_own
    return run(engine, bars, progress=progress, cancel=cancel)
