"""What the evaluation page asks of the services: each method is one service call."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.running import CancelCheck, ProgressCallback

if TYPE_CHECKING:  # numpy and the model come with them: the window opens without
    from insurance_desktop.services.evaluation.ranking_judgement import Activation
    from insurance_desktop.services.evaluation.runs import RecordedRun
    from insurance_desktop.services.search.kept_questions import Kept
    from insurance_desktop.services.search.ranking_approval import History, RankingState
    from insurance_desktop.services.workspace import Workspace
    from insurance_desktop.store.evaluation.configurations import Verdict


class Source(StrEnum):
    """Which questions are asked."""

    OWN = "own"
    KEPT = "kept"
    FILE = "file"


@entity
class RankingView:
    """How the ranking stands, and everything that was run and decided before."""

    state: "RankingState"
    history: "History"


class EvaluationCalls:
    """A part of the workbench, which opens the library."""

    _workspace: "Workspace"

    def evaluate(
        self, source: Source, path: Path | None, progress: ProgressCallback, cancel: CancelCheck
    ) -> "RecordedRun | None":
        """None where no question is kept; `path` only for a file."""
        from insurance_desktop.services.evaluation import golden_sets, runs

        bars = golden_sets.read_bars(golden_sets.default_bars_path())
        if source is Source.FILE and path is not None:
            return runs.run_file(self._workspace.engine, path, bars, progress=progress, cancel=cancel)
        run = runs.run_kept if source is Source.KEPT else runs.run_own
        return run(self._workspace.engine, bars, progress=progress, cancel=cancel)

    def kept_golden(self) -> "tuple[Kept, ...]":
        from insurance_desktop.services.search import kept_questions

        return kept_questions.kept_questions(self._workspace.library)

    def remove_golden(self, golden_id: int, reviewer: str, reason: str) -> None:
        from insurance_desktop.services.search import kept_questions

        kept_questions.remove(self._workspace.library, golden_id, reviewer=reviewer, reason=reason)

    def ranking(self) -> RankingView:
        from insurance_desktop.services.search import ranking_approval

        return RankingView(
            ranking_approval.current_state(self._workspace.engine), ranking_approval.history(self._workspace.library)
        )

    def judge_ranking(self, reviewer: str, progress: ProgressCallback, cancel: CancelCheck) -> "Activation":
        """On the product's own questions and those kept here; one that misses a bar does not become active."""
        from insurance_desktop.services.evaluation import golden_sets, ranking_judgement

        bars = golden_sets.read_bars(golden_sets.default_bars_path())
        return ranking_judgement.activate(
            self._workspace.engine, bars, reviewer=reviewer, progress=progress, cancel=cancel
        )

    def is_judging_due(self) -> bool:
        from insurance_desktop.services.evaluation import ranking_judgement

        return ranking_judgement.is_judging_due(self._workspace.engine)

    def judge_when_due(self, progress: ProgressCallback, cancel: CancelCheck) -> "Activation | None":
        """The program's own judging, monthly and after each change of the ranking; None where none is due."""
        from insurance_desktop.services.evaluation import ranking_judgement

        return ranking_judgement.judge_when_due(self._workspace.engine, progress=progress, cancel=cancel)

    def override_ranking(self, judged: "Activation", reviewer: str, reason: str) -> "Verdict":
        from insurance_desktop.services.evaluation import ranking_judgement

        return ranking_judgement.override(self._workspace.engine, judged, reviewer=reviewer, reason=reason)
