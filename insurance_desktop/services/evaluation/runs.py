"""One evaluation as a person runs it: on a chosen set, in the way clients are answered, kept on record.

Each question comes with the place of its right answer, by the hash of the document, so that a miss can be opened in
any library that holds the same file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from insurance_desktop.domain.evaluation import Bar, Evaluation, GoldenSet
from insurance_desktop.domain.running import CancelCheck, ProgressCallback, ignore_progress, never_cancelled
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.kept_questions import as_golden, kept_questions
from insurance_desktop.services.search.ranking_approval import record

from .evaluation import evaluate
from .golden_sets import own_golden_path, read_golden
from .ranking_judgement import AS_CLIENTS, sample_library
from .targets import Ground, Target, ground_of, target_of


@dataclass(frozen=True, slots=True)
class AnswerPlace:
    """Where the right answer stands: hex sha256 of the document, and the section where there is one."""

    document_sha256: str
    section: str | None


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """An evaluation with the id it is kept under.

    `places` by the identifier of the question, as far as known; None where only the record is there.
    """

    run_id: int
    evaluation: Evaluation
    places: Mapping[str, AnswerPlace] | None


def run_own(
    engine: SearchEngine,
    bars: Sequence[Bar],
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> RecordedRun:
    """The product's own questions over its samples, which are converted first: `progress` counts both."""
    golden = read_golden(own_golden_path(engine.library.pack.name))
    with sample_library(engine, progress=progress, cancel=cancel) as samples:
        found = evaluate(samples, golden, bars, ways=AS_CLIENTS, progress=progress, cancel=cancel)
        places = places_of(samples, golden)
    return RecordedRun(record(engine, found), found, places)


def run_kept(
    engine: SearchEngine,
    bars: Sequence[Bar],
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> RecordedRun | None:
    """The questions kept in this library; None where there is none."""
    library = engine.library
    golden, stale = as_golden(library)
    if not golden.questions and not stale:
        return None
    found = evaluate(engine, golden, bars, ways=AS_CLIENTS, known_stale=stale, progress=progress, cancel=cancel)
    places = {
        f"golden-{each.question.golden_id}": AnswerPlace(label.document_sha256, label.section_id)
        for each in kept_questions(library)
        for label in each.question.labels[:1]
    }
    return RecordedRun(record(engine, found), found, {**places_of(engine, golden), **places})


def run_file(
    engine: SearchEngine,
    path: Path,
    bars: Sequence[Bar],
    *,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> RecordedRun:
    """The questions of a file (JSON lines) over this library. UsageError or SourceError where it cannot be read."""
    golden = read_golden(path)
    found = evaluate(engine, golden, bars, ways=AS_CLIENTS, progress=progress, cancel=cancel)
    return RecordedRun(record(engine, found), found, places_of(engine, golden))


def places_of(engine: SearchEngine, golden: GoldenSet) -> dict[str, AnswerPlace]:
    """The first place of each right answer; a question without an answer has the document that is asked."""
    with engine.library.database.read() as connection:
        ground = ground_of(connection, engine.library.pack.name)
        targets = (target_of(connection, engine, ground, each) for each in golden.questions)
        found = (
            (each.wanted.question.identifier, _place(ground, each)) for each in targets if isinstance(each, Target)
        )
        return {identifier: place for identifier, place in found if place is not None}


def _place(ground: Ground, target: Target) -> AnswerPlace | None:
    wanted = target.wanted
    if wanted.documents is None:
        return None
    needed = wanted.needed[0] if wanted.needed else None
    held = [each for each in sorted(wanted.documents) if needed is None or needed in ground.sections.get(each, ())]
    hashes = {each.document_id: each.sha256 for each in ground.filed}
    if not held or held[0] not in hashes:
        return None
    return AnswerPlace(hashes[held[0]], wanted.question.sections[0] if wanted.question.sections else None)
