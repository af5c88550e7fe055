"""An evaluation, kept questions and the ranking's history as rows of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from insurance_desktop.domain.evaluation import (
    ANSWERABLE,
    BY_ISSUER,
    TIERS,
    BestScore,
    Calibration,
    Evaluation,
    Figure,
    Group,
    JudgedBar,
    Miss,
    Part,
    SilenceCurve,
)
from insurance_desktop.gui.look.word_table import Cell
from insurance_desktop.packs.wording import say
from insurance_desktop.services.evaluation.wording import grounds, part_name, tier_name
from insurance_desktop.services.search.kept_questions import Fit, Kept
from insurance_desktop.services.search.ranking_approval import History
from insurance_desktop.store.evaluation.configurations import Run, Verdict

UNJUDGED = ("order_", "seed_", "own_", "mean_")
"""Figures of other ways of counting: they are in the report on the command line."""
ON_LINE = 0.05
"""What an eye calls on the line."""


@dataclass(frozen=True, slots=True)
class MissRow:
    """`identifier` names the question; `cells` are its tier, the question, what was wanted and what came."""

    identifier: str
    question: str
    cells: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """`run_id` is the run that can be seen: itself, or the first that a verdict stands on."""

    run_id: int | None
    cells: tuple[Cell | str, ...]


def verdict(passed: bool) -> Cell:
    return Cell(say("evaluation_page.held"), "good") if passed else Cell(say("evaluation_page.missed"), "danger")


def summary(found: Evaluation) -> str:
    judged = "evaluation_page.all_held" if found.passed else "evaluation_page.some_missed"
    key = judged if found.bars else "evaluation_page.nothing_judged"
    missed = sum(1 for each in found.bars if not each.passed)
    return f"{say(key, count=missed)} {say('evaluating.heading', found=found)}"


def figure_rows(found: Evaluation) -> list[tuple[Cell | str, ...]]:
    """The bars first, then what else was measured, tier by tier."""
    rows: list[tuple[Cell | str, ...]] = [_bar(each) for each in found.bars]
    barred = {(each.bar.tier, each.bar.figure) for each in found.bars}
    for group in _groups(found):
        for name, figure in group.figures.items():
            if (group.tier, name) not in barred and not name.startswith(UNJUDGED):
                rows.append(_row(group.tier, name, figure, "", say("evaluation_page.no_bar")))
    return rows


def _groups(found: Evaluation) -> Iterator[Group]:
    groups = [each.groups for each in found.exclusions[:1]] + [each.groups for each in found.arms[:1]]
    yield from (each for each in chain.from_iterable(groups) if each.style is None)


def _bar(judged: JudgedBar) -> tuple[Cell | str, ...]:
    bar = judged.bar
    limit = f"{'≤' if bar.at_most else '≥'} {bar.limit:.2f}"
    return _row(bar.tier, bar.figure, judged.figure, limit, verdict(judged.passed))


def _row(tier: str, name: str, figure: Figure | None, limit: str, judged: Cell | str) -> tuple[Cell | str, ...]:
    words = (tier_name(tier), say(f"evaluating.figure_{name}"))
    if figure is None:
        return (*words, say("evaluating.not_measured"), "", "0", limit, judged)
    return (*words, f"{figure.value:.3f}", _between(figure), str(figure.n), limit, judged)


def miss_rows(found: Evaluation) -> list[MissRow]:
    """What was answered wrongly; then what could not be asked, with the reason."""
    rows = [_miss(each) for each in found.misses]
    for each in found.stale:
        reason = say("evaluation_page.not_asked", reason=say(f"evaluating.label_{each.kind}"))
        rows.append(MissRow(each.identifier, "", (tier_name(each.tier), each.identifier, each.what, reason)))
    return rows


def _miss(miss: Miss) -> MissRow:
    nothing = say("evaluating.nothing")
    wanted, got = (say("evaluation_page.between").join(each) or nothing for each in (miss.wanted, miss.got))
    return MissRow(miss.identifier, miss.question, (tier_name(miss.tier), miss.question, wanted, got))


def calibration(found: Calibration) -> str:
    """The diagram in one sentence."""
    return say(
        "evaluation_page.calibration",
        event=say(f"evaluating.event_{found.event}"),
        error=f"{found.error.value:.3f}",
        low=f"{found.error.low:.3f}",
        high=f"{found.error.high:.3f}",
        count=found.error.n,
        brier=f"{found.brier:.3f}",
        constant=f"{found.brier_constant:.3f}",
    )


def bin_rows(found: Calibration) -> list[tuple[str, ...]]:
    return [
        (str(place), str(each.count), f"{each.promised:.2f}", f"{each.came:.2f}", _lean(each.promised, each.came))
        for place, each in enumerate(found.bins, start=1)
    ]


def _lean(promised: float, came: float) -> str:
    if abs(promised - came) < ON_LINE:
        return say("evaluation_page.on_line")
    return say("evaluation_page.too_sure" if promised > came else "evaluation_page.too_shy")


def bin_sentences(found: Calibration) -> str:
    """The diagram for who cannot see it."""
    return " ".join(
        say(
            "evaluation_page.bin",
            place=place,
            count=each.count,
            promised=f"{each.promised:.2f}",
            came=f"{each.came:.2f}",
        )
        for place, each in enumerate(found.bins, start=1)
    )


def part_rows(parts: Sequence[Part], by: str) -> list[tuple[str, ...]]:
    """Figure by figure, the parts beside each other, so that the weakest is seen."""
    measured = [
        (group.tier, name, part_name(by, part.name), figure)
        for part in parts
        if part.by == by
        for group in part.groups
        for name, figure in group.figures.items()
    ]
    tiers = (*TIERS, ANSWERABLE)
    measured.sort(key=lambda each: (tiers.index(each[0]), each[1]))
    return [
        (tier_name(tier), say(f"evaluating.figure_{name}"), part, f"{found.value:.3f}", _between(found), str(found.n))
        for tier, name, part, found in measured
    ]


def _between(figure: Figure) -> str:
    return f"{figure.low:.3f} – {figure.high:.3f}"


def at_the_bar(found: SilenceCurve) -> str:
    """The curves in one sentence: what the present bar does."""
    said = [
        say(
            f"evaluation_page.at_the_bar_{name}",
            count=figure.n,
            value=f"{figure.value:.3f}",
            interval=_between(figure),
        )
        for name, figure in (("silent", found.present.silent), ("silenced", found.present.silenced))
        if figure is not None
    ]
    return say("evaluation_page.at_the_bar", bar=f"{found.bar:.2f}") + "".join(said)


def curve_heading(name: str, figure: Figure | None) -> str:
    """Of a column, with the number of questions that all its figures are counted over."""
    return say(f"evaluation_page.column_{name}", count=0 if figure is None else figure.n)


def curve_rows(found: SilenceCurve) -> list[tuple[Cell | str, ...]]:
    """The row of the present bar says so."""
    rows: list[tuple[Cell | str, ...]] = []
    for each in found.points:
        words = f"{each.bar:.2f}"
        bar = Cell(say("evaluation_page.this_bar", bar=words), "accent") if each == found.present else words
        rows.append((bar, _share(each.silent), _share(each.silenced)))
    return rows


def _share(figure: Figure | None) -> str:
    if figure is None:
        return say("evaluating.not_measured")
    return say("evaluation_page.share", value=f"{figure.value:.3f}", interval=_between(figure))


def near_rows(near: Sequence[BestScore]) -> list[tuple[Cell | str, ...]]:
    return [_near(each) for each in near]


def _near(near: BestScore) -> tuple[Cell | str, ...]:
    nothing = say("evaluating.nothing")
    wanted = say("evaluation_page.between").join(near.wanted) or nothing
    return (f"{near.score:.3f}", near.question, wanted, near.found or nothing, _case(near))


def _case(near: BestScore) -> Cell:
    """What came of it; an answerable one that is near was silenced."""
    if near.has_answer:
        return Cell(say(f"evaluation_page.silenced_{'right' if near.is_right else 'wrong'}"), "warning")
    if near.was_answered:
        return Cell(say("evaluation_page.wrongly_answered"), "danger")
    return Cell(say("evaluation_page.rightly_silent"), "good")


def kept_rows(kept: Sequence[Kept]) -> list[tuple[Cell | str, ...]]:
    return [_kept(each) for each in kept]


def _kept(kept: Kept) -> tuple[Cell | str, ...]:
    question = kept.question
    sections = (f"{each.section_id} {each.item or ''}".strip() for each in question.labels)
    faults = [each for each in kept.fits if each is not Fit.FITS]
    fit = Cell(say(f"evaluating.fit_{faults[0].value}"), "warning") if faults else Cell(say("evaluating.fit_fits"))
    clauses = say("evaluation_page.between").join(sections) or say("evaluating.nothing")
    return (tier_name(question.tier), question.question, clauses, fit, question.reviewer, question.at[:10])


def judged_by(verdict: Verdict | None, history: History) -> str:
    """Who decided on the ranking, when, and by which sets; "" where nobody has judged it."""
    if verdict is None or not verdict.reviewer:
        return ""
    return say("evaluation_page.judged_by", who=verdict.reviewer, at=minute(verdict.at)) + grounds(verdict, history)


def history_rows(history: History) -> list[HistoryRow]:
    """Runs and verdicts together, the newest first."""
    events = [
        *((each.at, _run(each)) for each in history.runs),
        *((each.at, _verdict(each, history)) for each in history.verdicts),
    ]
    oldest_first = sorted(events, key=lambda each: each[0])  # a verdict after the runs it stands on
    return [row for _, row in reversed(oldest_first)]


def _run(run: Run) -> HistoryRow:
    outcome = verdict(run.passed) if run.bars else say("evaluation_page.unjudged")
    asked = say("evaluating.between").join(
        say("evaluating.grounds_issuer", name=part_name(each.by, each.name), questions=each.questions)
        for each in run.parts
        if each.by == BY_ISSUER
    )
    cells = (minute(run.at), say("evaluation_page.run", run=run), outcome, asked, run.fingerprint[:12])
    return HistoryRow(run.run_id, cells)


def _verdict(found: Verdict, history: History) -> HistoryRow:
    why = " · ".join(part for part in (found.reviewer, found.reason, grounds(found, history)) if part)
    outcome = say(f"evaluating.verdict_{found.verdict}")
    cells = (minute(found.at), say("evaluation_page.verdict"), outcome, why, found.fingerprint[:12])
    return HistoryRow(next(iter(found.runs), None), cells)


def minute(at: str) -> str:
    return at[:16].replace("T", " ")


def missed_bars(found: Sequence[Evaluation]) -> str:
    """The bars that were missed, by tier and figure, with what was measured."""
    missed = dict.fromkeys(_missed(each) for one in found for each in one.bars if not each.passed)
    return say("evaluation_page.between").join(missed)


def _missed(judged: JudgedBar) -> str:
    value = say("evaluating.not_measured") if judged.figure is None else f"{judged.figure.value:.3f}"
    sign = "≤" if judged.bar.at_most else "≥"
    name = tier_name(judged.bar.tier)
    what = say(f"evaluating.figure_{judged.bar.figure}")
    return f"{name} {what} {value} ({sign} {judged.bar.limit:.2f})"


def calibrations(found: Evaluation) -> tuple[Calibration, ...]:
    return found.arms[0].calibration if found.arms else ()
