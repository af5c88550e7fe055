"""Evaluations of papers as a library keeps them: what each came to, by what, and what changed since the one before."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from insurance_desktop.domain.choice_questions import ChoiceQuestion
from insurance_desktop.domain.evaluation import Calibration
from insurance_desktop.domain.exam import ExamEvaluation, ExamPassage, ExamRun, ExamRuns, ExamScore, RunChange
from insurance_desktop.domain.plain import plain, restored
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.evaluation import answer_runs
from insurance_desktop.store.evaluation.answer_runs import EXAM, AnswerRun

from .paired import sign_test

_KEPT = ("arms", "right", "calibration")
_DIGITS = 4


def paper_sha256(questions: Sequence[ChoiceQuestion]) -> str:
    """One for the same questions with the same keys, whatever file they came in."""
    told = [[each.stem, [option.text for option in each.options], each.answer] for each in questions]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def library_sha256(passages: Iterable[ExamPassage]) -> str:
    """One for the same verified passages: what answers may come from."""
    told = sorted(f"{each.clause_id}\n{each.text}" for each in passages)
    return hashlib.sha256("\n\n".join(told).encode()).hexdigest()


def keep(library: Library, found: ExamEvaluation, paper: str) -> ExamEvaluation:
    """Keeps an evaluation under the paper's name, and says what changed since the run before on the same paper."""
    report = {name: plain(getattr(found, name)) for name in _KEPT}
    total = len(next(iter(found.right.values()), ""))
    run = AnswerRun(0, library.now(), paper, found.paper_sha256, total, found.configuration, report)
    with library.database.write() as connection:
        run_id = answer_runs.add(connection, library.pack.name, EXAM, run)
    kept = next(each for each in exam_runs(library).runs if each.run_id == run_id)
    return replace(found, run_id=run_id, changes=kept.changes)


def exam_runs(library: Library) -> ExamRuns:
    """The evaluations of papers that the library keeps, the newest first, each beside the one before on its paper."""
    with library.database.read() as connection:
        rows = answer_runs.listed(connection, library.pack.name, EXAM)
    found: list[ExamRun] = []
    newest: dict[str, ExamRun] = {}
    for row in rows:
        run = _beside(_run(row), newest.get(row.paper_sha256))
        newest[row.paper_sha256] = run
        found.append(run)
    return ExamRuns(tuple(reversed(found)))


def _run(row: AnswerRun) -> ExamRun:
    return ExamRun(
        row.run_id,
        row.at,
        row.paper,
        row.paper_sha256,
        row.questions,
        row.configuration,
        restored(Mapping[str, ExamScore], row.report["arms"]),
        row.report["right"],
        restored(Calibration, row.report["calibration"]),
    )


def _beside(run: ExamRun, before: ExamRun | None) -> ExamRun:
    if before is None:
        return run
    names = sorted(run.configuration.keys() | before.configuration.keys())
    changed = tuple(name for name in names if run.configuration.get(name) != before.configuration.get(name))
    changes = tuple(_change(arm, run, before) for arm in run.arms if arm in before.arms)
    return replace(run, before=before.run_id, changed=changed, changes=changes)


def _change(arm: str, run: ExamRun, before: ExamRun) -> RunChange:
    now, then = ([sign == "1" for sign in each.right[arm]] for each in (run, before))
    pairs = list(zip(now, then, strict=True))
    hits = run.arms[arm].evidence_hit_at_5, before.arms[arm].evidence_hit_at_5
    return RunChange(
        arm,
        round(run.arms[arm].accuracy - before.arms[arm].accuracy, _DIGITS),
        None if hits[0] is None or hits[1] is None else round(hits[0] - hits[1], _DIGITS),
        pairs.count((True, False)),
        pairs.count((False, True)),
        round(sign_test(now, then), _DIGITS),
    )
