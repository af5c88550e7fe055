"""Evaluations of exam papers: one is chosen and answered in every way there is, and compared with those before."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QProgressBar, QWidget

from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, EmptyState, button, clear, column, label, row, scrolling
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.job_progress import show_progress
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from . import exam_words
from .ranking_card import LANE
from .reliability_diagram import Reliability

with imported_when_used():
    from insurance_desktop.services.exam import evaluation, exam_runs

if TYPE_CHECKING:
    from insurance_desktop.domain.exam import ExamEvaluation, ExamRun, ExamRuns


class ExamPane(QWidget):
    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self.job: Job | None = None
        self.runs: tuple[ExamRun, ...] = ()
        self.choose_button = button(say("evaluation_page.exam_choose"), self._choose, primary=True)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(say("evaluation_page.exam_job"))
        self.stop_button = button(say("gui.stop_job"), self.stop)
        self.empty = EmptyState(
            context.theme, "evaluation", say("evaluation_page.exam_empty"), say("evaluation_page.exam_empty_text")
        )
        self.table = self._table()
        self.details = label("", "muted", wrap=True)
        self._cards = column(gap=MARGIN)
        self.pictures = scrolling(self._cards)
        self.diagram: Reliability | None = None
        self._lay_out()
        context.read_only.changing(self.choose_button)
        context.jobs.changed.connect(self._show_job)
        self.table.currentCellChanged.connect(lambda place, *_: self._tell(place))
        self.show_runs(())
        self._show_job()

    def _table(self) -> Table:
        return Table(
            self._context.theme,
            say("evaluation_page.tab_exam"),
            (
                Column(say("evaluation_page.column_at"), 140),
                Column(say("evaluation_page.column_paper")),
                Column(say("evaluation_page.column_count"), 70, is_number=True),
                *(
                    Column(say(f"evaluation_page.column_arm_{arm.value}"), 80, is_number=True)
                    for arm in exam_words.ARMS
                ),
                Column(say("evaluation_page.column_hit"), 90),
                Column(say("evaluation_page.column_change"), 230),
            ),
        )

    def _lay_out(self) -> None:
        head = row((label(say("evaluation_page.exam_text"), "muted", wrap=True), 1), self.progress, self.stop_button)
        head.addWidget(self.choose_button)
        whole = column(head, (self.empty, 1), (self.table, 2), self.details, (self.pictures, 3), gap=8)
        whole.setContentsMargins(0, 8, 0, 0)
        self.setLayout(whole)

    def read(self) -> None:
        self._context.read(lambda workspace: exam_runs.exam_runs(workspace.library), self._read)

    def _read(self, found: "ExamRuns") -> None:
        self.show_runs(found.runs)

    def show_runs(self, runs: "tuple[ExamRun, ...]") -> None:
        """The newest first."""
        self.runs = runs
        self.table.show_rows([exam_words.run_row(each) for each in runs])
        self.empty.setVisible(not runs)
        self.table.setVisible(bool(runs))
        self._tell(self.table.currentRow())

    def _tell(self, place: int) -> None:
        """What the chosen row leaves out, with its diagram."""
        run = self.runs[place] if 0 <= place < len(self.runs) else None
        self.details.setText("" if run is None else exam_words.run_sentences(run))
        clear(self._cards)
        self.diagram = None
        if run is not None and run.calibration is not None:
            self.diagram = Reliability(self._context.theme, run.calibration)
            self._cards.addWidget(self.diagram)
        self._cards.addStretch()
        self.pictures.setVisible(self.diagram is not None)

    # --- running ----------------------------------------------------------------------------------------------
    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, say("evaluation_page.exam_choose"), "", say("exam.file_kinds"))
        if name:
            self.start(Path(name))

    def start(self, paper: Path) -> None:
        """Answer the paper in every way there is, in the background, and keep what comes of it."""
        if self.job is None:
            self.job = self._context.run(
                say("evaluation_page.exam_job"),
                lambda workspace, progress, cancel: evaluation.evaluate_file(
                    workspace.engine, paper, progress=progress, cancel=cancel
                ),
                self._done,
                self._failed,
                stopped=self._stopped,
                lane=LANE,
            )
            self._show_job()

    def stop(self) -> None:
        if self.job is not None:
            self.job.cancel()
        self._show_job()

    def _show_job(self) -> None:
        for each in (self.progress, self.stop_button):
            each.setVisible(self.job is not None)
        self.choose_button.setVisible(self.job is None)
        if self.job is not None:
            show_progress(self.progress, self.job)
            self.stop_button.setEnabled(not self.job.is_cancelled)

    def _done(self, found: "ExamEvaluation") -> None:
        self._ended()
        if found.message:
            self._context.noticed.emit(Notice("warning", found.message))

    def _failed(self, failure: Failure) -> None:
        self._ended()
        self._context.notice_failure(failure)

    def _stopped(self) -> None:
        self._ended()
        self._context.noticed.emit(Notice("information", say("evaluation_page.stopped")))

    def _ended(self) -> None:
        self.job = None
        self._show_job()
        self.read()
