"""Evaluations, kept questions and the standing of the ranking as a person reads them on a console."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.asked_evaluation import AnsweringArm, AskedEvaluation, AskedRun, StageSpread
from insurance_desktop.domain.asking import EXTRACTIVE
from insurance_desktop.domain.evaluation import (
    ANSWERABLE,
    BY_ISSUER,
    BY_STYLE,
    ArmResult,
    BestScore,
    Calibration,
    Evaluation,
    ExclusionResult,
    Figure,
    JudgedBar,
    SilenceCurve,
    StaleLabel,
)
from insurance_desktop.packs.wording import say
from insurance_desktop.services.evaluation.wording import grounds, part_name, tier_name

from .columns import in_columns
from .rendering import MARGIN, Shown, lines, shown

if TYPE_CHECKING:
    from insurance_desktop.services.evaluation.ranking_judgement import Activation
    from insurance_desktop.services.search.kept_questions import Kept
    from insurance_desktop.services.search.ranking_approval import History, RankingState
    from insurance_desktop.store.evaluation.configurations import Verdict

SEARCHED = (
    *("top_1", "top_3", "all_in_3", "mrr", "ndcg_5", "order_top_1", "order_all_in_3"),
    *("silenced", "silent", "weak"),
)
SCORED = ("mean_best_score", "mean_right_score")
CHECKED = (
    "section_recall",
    "item_recall",
    "precision",
    "possible_per_scenario",
    "no_false_alarm",
    "seed_recall_5",
    "seed_precision_5",
)
STYLE_FIGURES = ("top_1", "all_in_3", "silenced", "silent", "weak")
MOST_LISTED = 40


def evaluation(found: Evaluation, *, misses: bool = False) -> str:
    """The bars first, then each scope's table, then what could not be measured."""
    return lines(
        say("evaluating.heading", found=found),
        *_bars(found.bars),
        *(line for scope in dict.fromkeys(arm.scope for arm in found.arms) for line in _scope(found, scope)),
        *_gain(found.arms),
        *(line for by in (BY_ISSUER, BY_STYLE) for line in _parts(found, by)),
        *_curve(found.curve),
        *_labels("evaluating.stale", found.stale),
        *_labels("evaluating.coarser", found.coarser),
        *_labels("evaluating.unaccepted", found.unaccepted),
        *_misses(found, misses),
        *(_near(found.near_misses) if misses else ()),
        _outcome(found.passed, found.bars),
    )


def answers(found: AskedEvaluation, *, misses: bool = False) -> str:
    """Each way of answering with its figures and times, and on request what of a model was struck."""
    return lines(
        say("evaluating.heading", found=found),
        *(line for arm in found.arms for line in _answering(arm, misses)),
        *_labels("evaluating.stale", found.stale),
    )


def _answering(arm: AnsweringArm, misses: bool) -> Iterator[str]:
    yield ""
    yield say(
        "evaluating.answered_by", name=say("evaluating.quoted") if arm.answered_by == EXTRACTIVE else arm.answered_by
    )
    rows = [(say("evaluating.all_tiers"), _name(name), _exact(figure)) for name, figure in arm.figures.items()]
    rows += [
        (tier_name(group.tier), _name(name), _exact(figure))
        for group in arm.groups
        for name, figure in group.figures.items()
    ]
    yield from (MARGIN + line for line in in_columns(rows, left=3))
    for stage in arm.stages:
        yield MARGIN + _stage(stage)
    for each in arm.struck if misses else ():
        yield MARGIN + say("evaluating.struck", struck=each)


def asked_runs(found: Sequence[AskedRun]) -> str:
    """What each run came to, and what that is more or less than in the run before over the same questions."""
    known_runs = {each.run_id: each.evaluation for each in found}
    said = (
        line
        for run in found
        for line in (
            say("evaluating.asked_run", run=run, at=run.at[:16].replace("T", " ")),
            *_asked_figures(run.evaluation, None if run.before is None else known_runs[run.before]),
        )
    )
    return lines(*said) or say("cli.no_asked_runs")


def _asked_figures(found: AskedEvaluation, before: AskedEvaluation | None) -> Iterator[str]:
    earlier = {arm.answered_by: arm.figures for arm in before.arms} if before else {}
    for arm in found.arms:
        name = say("evaluating.quoted") if arm.answered_by == EXTRACTIVE else arm.answered_by
        rows = []
        for figure, value in arm.figures.items():
            then = earlier.get(arm.answered_by, {}).get(figure)
            rows.append(
                (name, _name(figure), _exact(value), "" if then is None else f"{value.value - then.value:+.3f}")
            )
        yield from (MARGIN + line for line in in_columns(rows, left=3))


def _outcome(passed: bool, bars: Sequence[object]) -> str:
    if not bars:
        return say("evaluating.unjudged")
    return say("evaluating.passed" if passed else "evaluating.missed")


def _bars(judged: Sequence[JudgedBar]) -> Iterator[str]:
    for each in judged:
        yield say(
            "evaluating.bar_held" if each.passed else "evaluating.bar_missed",
            tier=tier_name(each.bar.tier),
            figure=_name(each.bar.figure),
            sign="≤" if each.bar.at_most else "≥",
            limit=each.bar.limit,
            value=_measured(each.figure),
        )


def _scope(found: Evaluation, scope: str) -> Iterator[str]:
    arms = [arm for arm in found.arms if arm.scope == scope]
    yield ""
    yield say(f"evaluating.scope_{scope}")
    head = ("", "n", *(f"{arm.mode}·{arm.fusion}" for arm in arms))
    yield from in_columns([head, *_rows(arms)])
    for arm in arms[:1]:
        yield from map(_calibration, arm.calibration)
    for result in found.exclusions:
        if result.scope == scope:
            yield from _exclusions(result)


def _rows(arms: Sequence[ArmResult]) -> Iterator[tuple[str, ...]]:
    """A row for each tier, style and figure that the arms have; styles only for the figures as answered."""
    for group in arms[0].groups:
        label = _group_name(group.tier, group.style)
        names: tuple[str, ...] = (*SEARCHED, *SCORED) if group.style is None else STYLE_FIGURES
        if group.tier == ANSWERABLE:
            names = ("silenced", "weak", *SCORED)
        for name in names:
            there = [_of(arm, group.tier, group.style, name) for arm in arms]
            if there[0] is not None:
                yield (f"{label} {_name(name)}", str(there[0].n), *(_short(each) for each in there))


def _group_name(tier: str, style: str | None) -> str:
    return tier_name(tier) if style is None else f"{tier_name(tier)}/{part_name(BY_STYLE, style)}"


def _of(arm: ArmResult, tier: str, style: str | None, name: str) -> Figure | None:
    found = (each.figures.get(name) for each in arm.groups if (each.tier, each.style) == (tier, style))
    return next(found, None)


def _exclusions(result: ExclusionResult) -> Iterator[str]:
    yield say("evaluating.exclusions")
    rows = [
        (
            _group_name(group.tier, group.style or None),
            _name(name),
            _exact(figure),
        )
        for group in result.groups
        for name, figure in group.figures.items()
        if name in CHECKED and (group.style is None or name in CHECKED[:3])
    ]
    yield from (MARGIN + line for line in in_columns(rows, left=3))


def _calibration(found: Calibration) -> str:
    return say(
        "evaluating.calibration",
        event=say(f"evaluating.event_{found.event}"),
        error=_exact(found.error),
        found=found,
    )


def _gain(arms: Sequence[ArmResult]) -> Iterator[str]:
    """What naming the product is worth (C4a): how sure search is of the right clause, with and without."""
    by_scope = {arm.scope: arm.figure("answerable", "mean_right_score") for arm in reversed(arms)}
    scoped, free = by_scope.get("product"), by_scope.get("none")
    if scoped is not None and free is not None:
        yield ""
        yield say("evaluating.gain", free=_exact(free), scoped=_exact(scoped))


def _parts(found: Evaluation, by: str) -> Iterator[str]:
    rows = [
        (part_name(by, part.name), tier_name(group.tier), _name(name), _exact(figure))
        for part in found.parts
        if part.by == by
        for group in part.groups
        for name, figure in group.figures.items()
    ]
    if rows:
        yield ""
        yield say(f"evaluating.by_{by}") + say("evaluating.colon")
        yield from (MARGIN + line for line in in_columns(rows, left=4))


def _curve(curve: SilenceCurve | None) -> Iterator[str]:
    if curve is None:
        return
    yield ""
    yield say("evaluating.curve", bar=f"{curve.bar:.2f}")
    head = tuple(say(f"evaluating.curve_{name}") for name in ("bar", "silent", "silenced"))
    rows = [(f"{each.bar:.2f}", _measured(each.silent), _measured(each.silenced)) for each in curve.points]
    yield from (MARGIN + line for line in in_columns([head, *rows]))


def _measured(figure: Figure | None) -> str:
    return say("evaluating.not_measured") if figure is None else _exact(figure)


def _near(found: Sequence[BestScore]) -> Iterator[str]:
    for key, with_answer in (("evaluating.near_none", False), ("evaluating.near_silenced", True)):
        near = [each for each in found if each.has_answer == with_answer]
        if near:
            yield ""
            yield say(key)
        for each in near:
            wanted = ", ".join(each.wanted) or say("evaluating.nothing")
            found_ = each.found or say("evaluating.nothing")
            yield MARGIN + say("evaluating.near", score=f"{each.score:.3f}", near=each, wanted=wanted, found=found_)


def _labels(key: str, found: Sequence[StaleLabel]) -> Iterator[str]:
    if found:
        yield ""
        yield say(key, count=len({each.identifier for each in found}))
    for each in found[:MOST_LISTED]:
        yield MARGIN + say("evaluating.label", label=each, kind=say(f"evaluating.label_{each.kind}"))
    if len(found) > MOST_LISTED:
        yield MARGIN + say("evaluating.more", count=len(found) - MOST_LISTED)


def _misses(found: Evaluation, wanted: bool) -> Iterator[str]:
    if not found.misses:
        return
    yield ""
    yield say("evaluating.misses" if wanted else "evaluating.misses_hidden", count=len(found.misses))
    for each in found.misses if wanted else ():
        yield MARGIN + say(
            "evaluating.miss",
            miss=each,
            wanted=", ".join(each.wanted) or say("evaluating.nothing"),
            got=", ".join(each.got) or say("evaluating.nothing"),
        )


def _name(name: str) -> str:
    return say(f"evaluating.figure_{name}")


def _exact(figure: Figure) -> str:
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}] n={figure.n}"


def _short(figure: Figure | None) -> str:
    return "" if figure is None else f"{figure.value:.3f} [{figure.low:.2f},{figure.high:.2f}]"


def _stage(stage: StageSpread) -> str:
    """How long a step took, in seconds."""
    times = {name: f"{getattr(stage, name) / 1000:.1f}" for name in ("median", "nine_of_ten", "most")}
    return say("evaluating.stage", name=say(f"evaluating.stage_{stage.stage}"), **times)


# kept questions and the ranking


def kept_list(found: Sequence["Kept"]) -> str:
    return lines(*map(kept, found)) or say("evaluating.none_kept")


def kept(found: "Kept") -> str:
    each = found.question
    return lines(
        say("evaluating.kept", kept=Shown(each), tier=tier_name(each.tier)),
        *(
            MARGIN
            + say("evaluating.kept_clause", label=label, item=label.item or "", fit=say(f"evaluating.fit_{fit.value}"))
            for label, fit in zip(each.labels, found.fits, strict=True)
        ),
        None if each.removal is None else MARGIN + say("evaluating.removed", removal=Shown(each.removal)),
    )


def ranking(state: "RankingState", past: "History") -> str:
    verdict = state.verdict
    return lines(
        say("evaluating.configuration", fingerprint=state.configuration.fingerprint[:12]),
        state.words,
        say("evaluating.changed", parts=", ".join(map(_part, state.changed_parts))) if state.changed_parts else None,
        None if verdict is None else _verdict(verdict, past),
    )


def _part(name: str) -> str:
    return say(f"evaluating.part_{name}")


def _verdict(found: "Verdict", past: "History") -> str:
    """Who decided what, why, and by which sets."""
    words = say(f"evaluating.verdict_{found.verdict}")
    said = say("evaluating.verdict", at=shown(found.at), verdict=words)
    said += say("evaluating.verdict_by", reviewer=found.reviewer) if found.reviewer else ""
    because = say("evaluating.because", reason=found.reason) if found.reason else ""
    return lines(said + because, MARGIN + grounds(found, past))


def history(found: "History") -> str:
    if not found.runs and not found.verdicts:
        return say("evaluating.no_history")
    return lines(
        *(
            say(
                "evaluating.run",
                run=Shown(run),
                outcome=_outcome(run.passed, run.bars),
                fingerprint=run.fingerprint[:12],
            )
            for run in found.runs
        ),
        *(f"{each.fingerprint[:12]} {_verdict(each, found)}" for each in found.verdicts),
    )


def activation(found: "Activation", state: "RankingState", past: "History") -> str:
    return lines(*(evaluation(each) + "\n" for _, each in found.runs), ranking(state, past))
