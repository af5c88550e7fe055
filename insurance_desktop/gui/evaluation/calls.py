"""What the evaluation page asks of the services: each method is one service call."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.services.library import Library

if TYPE_CHECKING:  # numpy and the model come with them: the window opens without
    from insurance_desktop.services.activating import Activation
    from insurance_desktop.services.evaluation_runs import RecordedRun
    from insurance_desktop.services.gating import History, RankingState
    from insurance_desktop.services.golden_keeping import Kept
    from insurance_desktop.store.configurations import Verdict


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

    _library: Library

    def evaluate(
        self, source: Source, path: Path | None, progress: ProgressCallback, cancel: CancelCheck
    ) -> "RecordedRun | None":
        """None where no question is kept; `path` only for a file."""
        from insurance_desktop.services import evaluation_runs, golden_sets

        bars = golden_sets.read_bars(golden_sets.default_bars_path())
        if source is Source.FILE and path is not None:
            return evaluation_runs.run_file(self._library, path, bars, progress=progress, cancel=cancel)
        run = evaluation_runs.run_kept if source is Source.KEPT else evaluation_runs.run_own
        return run(self._library, bars, progress=progress, cancel=cancel)

    def kept_golden(self) -> "tuple[Kept, ...]":
        from insurance_desktop.services import golden_keeping

        return golden_keeping.kept_questions(self._library)

    def remove_golden(self, golden_id: int, reviewer: str, reason: str) -> None:
        from insurance_desktop.services import golden_keeping

        golden_keeping.remove(self._library, golden_id, reviewer=reviewer, reason=reason)

    def ranking(self) -> RankingView:
        from insurance_desktop.services import gating

        return RankingView(gating.current_state(self._library), gating.history(self._library))

    def judge_ranking(self, reviewer: str, progress: ProgressCallback, cancel: CancelCheck) -> "Activation":
        """On the product's own questions and those kept here; one that misses a bar does not become active."""
        from insurance_desktop.services import activating, golden_sets

        bars = golden_sets.read_bars(golden_sets.default_bars_path())
        return activating.activate(self._library, bars, reviewer=reviewer, progress=progress, cancel=cancel)

    def is_judging_due(self) -> bool:
        from insurance_desktop.services import activating

        return activating.is_judging_due(self._library)

    def judge_when_due(self, progress: ProgressCallback, cancel: CancelCheck) -> "Activation | None":
        """The program's own judging, monthly and after each change of the ranking; None where none is due."""
        from insurance_desktop.services import activating

        return activating.judge_when_due(self._library, progress=progress, cancel=cancel)

    def override_ranking(self, judged: "Activation", reviewer: str, reason: str) -> "Verdict":
        from insurance_desktop.services import activating

        return activating.override(self._library, judged, reviewer=reviewer, reason=reason)
