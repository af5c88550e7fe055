"""The ranking: how it stands, what was run and decided, and the way to judge it. What misses a bar needs a reason."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.documents import Changes
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import button, column, label, row, set_role
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.questions import Asking
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say
from insurance_desktop.services.evaluation.ranking_judgement import Activation
from insurance_desktop.services.search.ranking_approval import Standing

from . import evaluation_words

with imported_when_used():
    from insurance_desktop.services.evaluation import golden_sets, ranking_judgement
    from insurance_desktop.services.search import ranking_approval

if TYPE_CHECKING:
    from insurance_desktop.services.search.ranking_approval import History, RankingState

LANE = "evaluation"
LOOKS = {Standing.SHIPPED: "", Standing.ACTIVE: "good", Standing.PROPOSED: "warning", Standing.REFUSED: "danger"}

WORDS = slice(1, 4)
"""The cells of a row of the history that are words: what, with which outcome, by whom and why."""


class RankingPane(QWidget):
    run_wanted = Signal(int)
    """The id of a run that is to be seen as it was kept."""

    def __init__(self, context: AppContext, asking: Asking) -> None:
        super().__init__()
        self._context = context
        self._asking = asking
        self.job: Job | None = None
        self.state = label("", "heading", wrap=True)
        self.details = label("", "muted", wrap=True)
        self.grounds = label("", "muted", wrap=True)
        self.judge_button = button(say("evaluation_page.judge"), self.judge)
        self.override_button = button(say("evaluation_page.override"), self._ask_override, danger=True)
        self.override_button.hide()
        context.read_only.changing(self.judge_button, self.override_button)
        self._refused: Activation | None = None
        self.table = Table(
            context.theme,
            say("evaluation_page.history"),
            (
                Column(say("evaluation_page.column_at"), 140),
                Column(say("evaluation_page.column_what"), 190),
                Column(say("evaluation_page.column_outcome"), 200),
                Column(say("evaluation_page.column_why")),
                Column(say("evaluation_page.column_configuration"), 130),
            ),
        )
        self.chosen = label("", "muted", wrap=True)
        self._runs: list[int | None] = []
        self.table.currentCellChanged.connect(self._tell)
        self.table.picked.connect(self._pick)
        self._lay_out()

    def _lay_out(self) -> None:
        head = row()
        says = column(self.state, self.details, self.grounds, gap=4)
        head.addLayout(says, 1)
        head.addWidget(self.override_button)
        head.addWidget(self.judge_button)
        whole = column(gap=12)
        whole.setContentsMargins(0, 8, 0, 0)
        whole.addLayout(head)
        whole.addWidget(label(say("evaluation_page.judge_text"), "muted", wrap=True))
        whole.addWidget(self.table, 1)
        whole.addWidget(self.chosen)
        self.setLayout(whole)

    def read(self) -> None:
        self._context.read(
            lambda workspace: (
                ranking_approval.current_state(workspace.engine),
                ranking_approval.history(workspace.library),
            ),
            lambda found: self.show_ranking(*found),
        )

    def show_ranking(self, state: "RankingState", history: "History") -> None:
        standing = "missed" if state.has_missed else state.standing.value
        self.state.setText(say(f"evaluation_page.standing_{standing}"))
        set_role(self.state, "warning" if state.has_missed else LOOKS[state.standing] or "heading")
        changed = say("evaluation_page.between").join(say(f"evaluating.part_{each}") for each in state.changed_parts)
        configuration = say("evaluating.configuration", fingerprint=state.configuration.fingerprint[:12])
        due = say("evaluation_page.overdue", at=(state.judged_at or "")[:10]) if state.is_overdue else ""
        parts = (configuration, say("evaluating.changed", parts=changed) if changed else "", due)
        self.details.setText("  ".join(part for part in parts if part))
        self.grounds.setText(evaluation_words.judged_by(state.verdict, history))
        rows = evaluation_words.history_rows(history)
        self._runs = [each.run_id for each in rows]
        self.table.show_rows([each.cells for each in rows])
        self._tell(self.table.currentRow())

    def _tell(self, place: int) -> None:
        """The whole of a row, whose cells may be longer than their columns."""
        said = self.table.texts[place][WORDS] if place >= 0 else ()
        self.chosen.setText(" · ".join(each for each in said if each))

    def _pick(self, place: int) -> None:
        run_id = self._runs[place]
        if run_id is not None:
            self.run_wanted.emit(run_id)

    # --- judging ----------------------------------------------------------------------------------------------
    def judge(self) -> None:
        """On every set, under a name; what passes becomes active, what does not asks for a reason."""
        if self.job is None:
            self._asking.name(self._judge)

    def _judge(self, reviewer: str) -> None:
        self._refused = None
        self.override_button.hide()
        self.judge_button.setEnabled(False)
        self.job = self._context.run(
            say("evaluation_page.job_judge"),
            lambda workspace, progress, cancel: ranking_judgement.activate(
                workspace.engine,
                golden_sets.read_bars(golden_sets.default_bars_path()),
                reviewer=reviewer,
                progress=progress,
                cancel=cancel,
            ),
            self._judged,
            self._failed,
            stopped=self._stopped,
            lane=LANE,
        )

    def _judged(self, activation: Activation) -> None:
        self._ended()
        if activation.is_refused:
            self._refused = activation
            self.override_button.show()
            self._ask_override()
        else:
            self._context.noticed.emit(Notice("good", say("evaluation_page.activated")))

    def _ask_override(self) -> None:
        judged = self._refused
        if judged is None:
            return
        missed = evaluation_words.missed_bars([each for _, each in judged.runs])
        self._asking.reason(
            say("evaluation_page.refused"),
            say("evaluation_page.refused_text", missed=missed),
            say("evaluation_page.override"),
            lambda reviewer, reason: self._override(judged, reviewer, reason),
        )

    def _override(self, judged: Activation, reviewer: str, reason: str) -> None:
        def done(_: object) -> None:
            self._refused = None
            self.override_button.hide()
            self._ended()
            self._context.noticed.emit(Notice("warning", say("evaluation_page.overridden", reason=reason)))

        self._context.write(
            "",
            lambda workspace: ranking_judgement.override(workspace.engine, judged, reviewer=reviewer, reason=reason),
            done,
        )

    def _failed(self, failure: Failure) -> None:
        self._ended()
        self._context.notice_failure(failure)

    def _stopped(self) -> None:
        self._ended()
        self._context.noticed.emit(Notice("information", say("gui.job_stopped")))

    def _ended(self) -> None:
        """What may answer has changed, or not: pages that show answers look again."""
        self.job = None
        self.judge_button.setEnabled(True)
        self.read()
        self._context.ask_of_ranking()
        self._context.tell(Changes(index=True))
