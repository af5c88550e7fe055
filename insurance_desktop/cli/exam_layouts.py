"""How answers to exam questions and evaluations of papers are laid out on a console."""

from typing import Any

from insurance_desktop.packs.wording import say
from insurance_desktop.services.exam.reliability_chart import bin_words, chart_error
from insurance_desktop.services.exam.submissions import place_of
from insurance_desktop.store.json_forms import moment

from .rendering import LAYOUTS, MARGIN, each, known, line, lines, shown, text

_SEVERAL = 3
"""Parts of a paper that are worth a line each: a paper of one kind has two, its kind and what it points at."""


def _scores(it: Any, more: dict[str, object]) -> str | None:
    """A line an arm."""
    return lines(
        *(
            say(
                "cli.exam_score",
                it=score,
                arm=_arm(arm),
                accuracy=f"{score.accuracy:.3f}",
                hit=_share(score.evidence_hit_at_5),
                figures=_share(score.figure_accuracy),
                texts=_share(score.text_accuracy),
                places=say("cli.exam_between").join(
                    f"{most}: {value:.3f}" for most, value in score.evidence_hits.items()
                )
                or known(None),
            )
            for arm, score in it.arms.items()
        )
    )


def _exam_parts(it: Any, more: dict[str, object]) -> str | None:
    """A line for each kind of question, where a paper has several."""
    last = next(reversed([*it.arms.values()]), None)
    parts = {} if last is None or len(last.parts) < _SEVERAL else last.parts
    return lines(
        *(
            MARGIN
            + say(
                "cli.exam_part",
                part=say(f"exam.part_{name}"),
                total=part.total,
                scores=say("cli.exam_between").join(
                    f"{_arm(arm)} {score.parts[name].accuracy:.3f}" for arm, score in it.arms.items()
                ),
            )
            for name, part in parts.items()
        )
    )


def _reliability(it: Any, more: dict[str, object]) -> str | None:
    """What was promised and what came, a line a bin."""
    found = it.calibration
    if found is None:
        return None
    return lines(chart_error(found), *(MARGIN + bin_words(each) for each in found.bins))


def _exam_kept(it: Any, more: dict[str, object]) -> str | None:
    return None if it.run_id is None else say("cli.exam_kept", run_id=it.run_id)


def _exam_run(it: Any, more: dict[str, object]) -> str | None:
    """When, on which paper, and what each arm came to."""
    scores = (
        say("cli.exam_run_arm", arm=_arm(arm), accuracy=f"{each.accuracy:.3f}", hit=_share(each.evidence_hit_at_5))
        for arm, each in it.arms.items()
    )
    changed = say("cli.exam_between").join(say(f"exam.changed_{each}") for each in it.changed)
    return lines(
        say("cli.exam_run", run=it, at=shown(moment(it.at))),
        *(MARGIN + each for each in scores),
        MARGIN + say("cli.exam_run_changed", before=it.before, parts=changed) if changed else None,
    )


def _run_change(it: Any, more: dict[str, object]) -> str | None:
    hit = "" if it.evidence_hit_at_5 is None else say("cli.exam_change_hit", hit=f"{it.evidence_hit_at_5:+.3f}")
    return say("cli.exam_change", it=it, arm=_arm(it.arm), accuracy=f"{it.accuracy:+.3f}", hit=hit)


def _arm(name: str) -> str:
    return say(f"cli.exam_arm_{name}")


def _share(value: float | None) -> str:
    return known(None if value is None else f"{value:.3f}")


LAYOUTS.update(
    ExamAnswers=(text("message"), each("answers")),
    ExamAnswer=(
        text("reply"),
        line("cli.exam_answer", when=lambda it: it.answer is not None),
        line(
            "cli.exam_confidence", when=lambda it: it.answer is not None, confidence=lambda it: f"{it.confidence:.2f}"
        ),
        each(
            "evidence", head="cli.exam_evidence", layout=(line("cli.exam_place", place=place_of), text("sentence", 1))
        ),
    ),
    ExamEvaluation=(
        text("message"),
        _scores,
        _exam_parts,
        each("differences"),
        _reliability,
        _exam_kept,
        each("changes", head="cli.exam_changes", margin=1),
    ),
    ExamRuns=(each("runs"),),
    ExamRun=(_exam_run, each("changes", head="cli.exam_changes", margin=1)),
    RunChange=(_run_change,),
    ArmDifference=(line("cli.exam_difference", one=lambda it: _arm(it.first), other=lambda it: _arm(it.second)),),
)
