"""Judges this program's ranking configuration on a library: on the product's own questions, on those kept, on others.

The product's own set asks about the shipped samples, which are converted and approved in a library of their own.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from insurance_desktop import paths
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.evaluation import Bar, Evaluation, GoldenSet
from insurance_desktop.domain.running import (
    CancelCheck,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.review import decisions
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.indexing import is_stale
from insurance_desktop.services.search.kept_questions import as_golden, kept_questions
from insurance_desktop.services.search.ranking_approval import decide, record, state_of
from insurance_desktop.services.workspace import Workspace
from insurance_desktop.store.evaluation.configurations import REFUSED, Verdict
from insurance_desktop.store.works import catalogue

from .evaluation import Ways, evaluate
from .golden_sets import default_bars_path, has_own_golden, own_golden_path, read_bars, read_golden

AS_CLIENTS = Ways(scopes=("product",), modes=("hybrid",), fusions=("fitted",))
"""The one way in which clients are answered: what a bar judges."""


@dataclass(frozen=True, slots=True)
class Activation:
    """The verdict with the evaluations that it stands on, each with the id of its run."""

    verdict: Verdict
    runs: tuple[tuple[int, Evaluation], ...]

    @property
    def is_refused(self) -> bool:
        return self.verdict.verdict == REFUSED


@contextmanager
def sample_library(
    engine: SearchEngine, *, progress: ProgressCallback = ignore_progress, cancel: CancelCheck = never_cancelled
) -> Iterator[SearchEngine]:
    """The shipped samples as a library of their own that ranks as this one does."""
    folder = paths.resource_root() / "samples"
    if not any(folder.glob("*.pdf")):
        raise NotFound("demonstrating.no_samples", path=folder)
    with TemporaryDirectory() as place, _beside(engine, Path(place) / "s.db") as made:
        files = import_paths(
            made.library,
            made.converter,
            [folder],
            manifest=folder / "manifest.csv",
            progress=progress,
            cancel=cancel,
        )
        for file in files:
            document = file.document
            if document is not None and document.conversion_status is not ConversionStatus.FAILED:
                decisions.approve(
                    made.engine,
                    document.document_id,
                    reviewer=say("demonstrating.reviewer"),
                    accept_findings_reason=say("demonstrating.reason"),
                )
        yield made.engine


def _beside(engine: SearchEngine, path: Path) -> Workspace:
    """A library of its own that is asked with the same models, at the same time of day."""
    library = open_library(path, pack=PackChoice(engine.library.pack.name), clock=engine.library.clock)
    return Workspace(library, SearchEngine(library, engine.models), Converter())


def evaluate_own(
    engine: SearchEngine,
    bars: Sequence[Bar],
    *,
    ways: Ways | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> Evaluation:
    """The program's own questions over its samples. NotFound where the pack has none."""
    golden = read_golden(own_golden_path(engine.library.pack.name))
    with sample_library(engine, cancel=cancel) as samples:
        return evaluate(samples, golden, bars, ways=ways, progress=progress, cancel=cancel)


def evaluate_kept(
    engine: SearchEngine,
    bars: Sequence[Bar],
    *,
    ways: Ways | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> Evaluation | None:
    """The questions that reviewers kept in this library; None where there is none."""
    golden, stale = as_golden(engine.library)
    if not golden.questions and not stale:
        return None
    return evaluate(engine, golden, bars, ways=ways, known_stale=stale, progress=progress, cancel=cancel)


def activate(
    engine: SearchEngine,
    bars: Sequence[Bar],
    *,
    reviewer: str,
    others: Sequence[GoldenSet] = (),
    override_reason: str | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> Activation:
    """Runs every golden set of the pack in the way that clients are answered, records the runs, and gives the verdict.

    UsageError where there is none: no own set, nothing kept, no others.
    """
    if not reviewer.strip() or (override_reason is not None and not override_reason.strip()):
        raise UsageError("evaluating.needs_reviewer")
    ways = AS_CLIENTS
    found = []
    if has_own_golden(engine.library.pack.name):
        found.append(evaluate_own(engine, bars, ways=ways, progress=progress, cancel=cancel))
    kept = evaluate_kept(engine, bars, ways=ways, progress=progress, cancel=cancel)
    if kept is not None:
        found.append(kept)
    found += [evaluate(engine, each, bars, ways=ways, progress=progress, cancel=cancel) for each in others]
    if not found:
        raise UsageError("evaluating.nothing_to_judge_by", pack=engine.library.pack.label)
    runs = tuple((record(engine, each), each) for each in found)
    verdict = decide(engine, runs, reviewer=reviewer, override_reason=override_reason)
    return Activation(verdict, runs)


def is_judging_due(engine: SearchEngine) -> bool:
    """Whether the ranking is to be judged now: it answers from verified text, there are questions to judge it by, and
    it was never judged on this library, or not since a month, or not since it is another one. Never where the
    library can only be read."""
    if engine.library.is_read_only:
        return False
    if not has_own_golden(engine.library.pack.name) and not kept_questions(engine.library):
        return False
    with engine.library.database.read() as connection:
        if not catalogue.verified_documents(connection, engine.library.pack.name) or is_stale(connection, engine):
            return False
        return state_of(connection, engine).is_due


def judge_when_due(
    engine: SearchEngine,
    bars: Sequence[Bar] | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> Activation | None:
    """The program's own judging, monthly and after each change of the ranking; None where none is due.

    It signs as the program: a person is asked only where a bar was missed.
    """
    if not is_judging_due(engine):
        return None
    chosen = read_bars(default_bars_path()) if bars is None else bars
    return activate(engine, chosen, reviewer=say("evaluating.program"), progress=progress, cancel=cancel)


def override(engine: SearchEngine, judged: Activation, *, reviewer: str, reason: str) -> Verdict:
    """Lets a configuration that missed a bar become active, on the runs it was judged by; name and reason stay."""
    if not reviewer.strip() or not reason.strip():
        raise UsageError("evaluating.needs_reviewer")
    return decide(engine, judged.runs, reviewer=reviewer, override_reason=reason)
