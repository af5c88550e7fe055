"""Evaluations of exam papers as rows of words."""

from insurance_desktop.domain.exam import ExamArm, ExamRun, RunChange
from insurance_desktop.gui.look.word_table import Cell
from insurance_desktop.packs.wording import say

from .evaluation_words import minute

ARMS = tuple(reversed(ExamArm))
"""The arms in their columns; not each run has a model."""
_CHANCE = 0.05
"""A change that luck makes this seldom is shown in colour."""


def run_row(run: ExamRun) -> tuple[Cell | str, ...]:
    accuracies = (_share(run.arms[arm].accuracy if arm in run.arms else None) for arm in ARMS)
    hit = _share(list(run.arms.values())[-1].evidence_hit_at_5)
    return (minute(run.at), run.paper, str(run.questions), *accuracies, hit, _change(run))


def _share(value: float | None) -> str:
    return say("evaluation_page.exam_none") if value is None else f"{value:.3f}"


def _change(run: ExamRun) -> Cell | str:
    """What the best arm there is gained since the run before on the same paper."""
    if not run.changes:
        return say("evaluation_page.exam_first")
    change = run.changes[-1]
    words = say("evaluation_page.exam_change", change=change, accuracy=f"{change.accuracy:+.3f}")
    if change.p_value >= _CHANCE:
        return words
    return Cell(words, "good" if change.accuracy > 0 else "danger")


def run_sentences(run: ExamRun) -> str:
    """What a row leaves out: each part of the paper, and what changed since the run before."""
    last = list(run.arms.values())[-1]
    between = say("evaluation_page.between")
    parts = between.join(
        say("evaluation_page.exam_part", part=say(f"exam.part_{name}"), score=part, accuracy=f"{part.accuracy:.3f}")
        for name, part in last.parts.items()
    )
    changed = between.join(say(f"exam.changed_{each}") for each in run.changed)
    said = (
        say("evaluation_page.exam_parts", parts=parts),
        *(_told(each) for each in run.changes),
        say("evaluation_page.exam_changed", before=run.before, parts=changed) if changed else "",
    )
    return "\n".join(filter(None, said))


def _told(change: RunChange) -> str:
    hit = change.evidence_hit_at_5
    return say(
        "evaluation_page.exam_change_of",
        arm=say(f"evaluation_page.column_arm_{change.arm}"),
        change=change,
        accuracy=f"{change.accuracy:+.3f}",
        hit=say("evaluation_page.exam_none") if hit is None else f"{hit:+.3f}",
    )
