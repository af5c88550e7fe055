"""The JSON documents of `evaluate`, `golden` and `ranking`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.asked_evaluation import AskedEvaluation, AskedRun
from insurance_desktop.domain.evaluation import Evaluation, Group, JudgedBar
from insurance_desktop.domain.plain import plain

from .console import Json

if TYPE_CHECKING:
    from insurance_desktop.services.evaluation.ranking_judgement import Activation
    from insurance_desktop.services.search.kept_questions import Kept
    from insurance_desktop.services.search.ranking_approval import History, RankingState
    from insurance_desktop.store.evaluation.configurations import Run


def evaluation(found: Evaluation, run_id: int | None, state: "RankingState") -> Json:
    whole = plain(found)
    return {
        **{name: whole[name] for name in ("golden", "golden_sha256", "questions", "measured", "passed")},
        "bars": [bar(each) for each in found.bars],
        "arms": [
            {
                "scope": arm.scope,
                "mode": arm.mode,
                "fusion": arm.fusion,
                "tiers": list(map(group, arm.groups)),
                "calibration": plain(arm.calibration),
            }
            for arm in found.arms
        ],
        "exclusions": [{"scope": each.scope, "tiers": list(map(group, each.groups))} for each in found.exclusions],
        "parts": [
            {"by": each.by, "name": each.name, "questions": each.questions, "tiers": list(map(group, each.groups))}
            for each in found.parts
        ],
        **{name: whole[name] for name in ("curve", "near_misses")},
        **{name: whole[name] for name in ("stale", "coarser", "unaccepted", "misses", "seconds")},
        "configuration": configuration(state),
        "run_id": run_id,
    }


def answers(found: AskedEvaluation, run_id: int | None, state: "RankingState") -> Json:
    return {**_answers(found), "configuration": configuration(state), "run_id": run_id}


def _answers(found: AskedEvaluation) -> Json:
    return {
        **plain(found),
        "arms": [
            {**plain(arm), "figures": plain(dict(arm.figures)), "groups": list(map(group, arm.groups))}
            for arm in found.arms
        ],
    }


def asked_runs(found: Sequence[AskedRun]) -> Json:
    return {
        "runs": [
            {"run_id": each.run_id, "at": each.at, "before": each.before, **_answers(each.evaluation)} for each in found
        ]
    }


def bar(judged: JudgedBar) -> Json:
    figure = judged.figure
    return {
        "tier": judged.bar.tier,
        "figure": judged.bar.figure,
        "bar": judged.bar.limit,
        "at_most": judged.bar.at_most,
        "value": None if figure is None else figure.value,
        "low": None if figure is None else figure.low,
        "high": None if figure is None else figure.high,
        "n": 0 if figure is None else figure.n,
        "passed": judged.passed,
        "stale": judged.stale,
    }


def group(found: Group) -> Json:
    return {
        "tier": found.tier,
        "style": found.style,
        "n": found.questions,
        "figures": {name: plain(figure) for name, figure in found.figures.items()},
    }


def configuration(state: "RankingState") -> Json:
    return {
        "fingerprint": state.configuration.fingerprint,
        "parts": dict(state.configuration.parts),
        "standing": state.standing.value,
    }


def ranking(state: "RankingState", past: "History") -> Json:
    """`judged_by`: the runs that the verdict stands on."""
    return {
        **configuration(state),
        "verdict": plain(state.verdict),
        "judged_by": [] if state.verdict is None else [_run(each) for each in past.behind(state.verdict)],
        "active": plain(state.active),
        "changed_parts": list(state.changed_parts),
        "judged_at": state.judged_at,
        "is_due": state.is_due,
        "words": state.words,
    }


def _run(found: "Run") -> Json:
    return {
        **{name: getattr(found, name) for name in ("run_id", "golden", "golden_sha256", "questions", "measured")},
        "parts": plain(found.parts),
    }


def checked(state: "RankingState", past: "History") -> Json:
    """What `ranking check` says where nothing was due: the same keys as a judging, without one."""
    return {"verdict": None, "evaluations": [], "ranking": ranking(state, past)}


def history(found: "History") -> Json:
    return {"verdicts": plain(found.verdicts), "runs": plain(found.runs)}


def activation(found: "Activation", state: "RankingState", past: "History") -> Json:
    return {
        "verdict": plain(found.verdict),
        "evaluations": [evaluation(each, run_id, state) for run_id, each in found.runs],
        "ranking": ranking(state, past),
    }


def kept(found: "Kept") -> Json:
    question = found.question
    return {
        "golden_id": question.golden_id,
        "tier": question.tier,
        "style": question.style,
        "question": question.question,
        "document_sha256": question.document_sha256,
        "clauses": [
            {**plain(label), "fits": fit.value} for label, fit in zip(question.labels, found.fits, strict=True)
        ],
        "reviewer": question.reviewer,
        "at": question.at,
        "stale": found.is_stale,
        "removed": plain(question.removal),
    }


def kept_list(found: Sequence["Kept"]) -> Json:
    return {"questions": list(map(kept, found))}
