"""An evaluation, kept questions and the ranking's history as rows of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from insurance_desktop.domain.evaluation import Calibration, Evaluation, Figure, Group, JudgedBar, Miss
from insurance_desktop.packs.wording import catalogue, language, say
from insurance_desktop.services.search.kept_questions import Fit, Kept
from insurance_desktop.services.search.ranking_approval import History

from .word_table import Cell

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


def tier(name: str) -> str:
    """A tier in words; another pack may name one that the catalogue does not know."""
    return catalogue(language()).get(f"evaluating.tier_{name}", name)


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


def _row(tier_name: str, name: str, figure: Figure | None, limit: str, judged: Cell | str) -> tuple[Cell | str, ...]:
    words = (tier(tier_name), say(f"evaluating.figure_{name}"))
    if figure is None:
        return (*words, say("evaluating.not_measured"), "", "0", limit, judged)
    return (*words, f"{figure.value:.3f}", f"{figure.low:.3f} – {figure.high:.3f}", str(figure.n), limit, judged)


def miss_rows(found: Evaluation) -> list[MissRow]:
    """What was answered wrongly; then what could not be asked, with the reason."""
    rows = [_miss(each) for each in found.misses]
    for each in found.stale:
        reason = say("evaluation_page.not_asked", reason=say(f"evaluating.label_{each.kind}"))
        rows.append(MissRow(each.identifier, "", (tier(each.tier), each.identifier, each.what, reason)))
    return rows


def _miss(miss: Miss) -> MissRow:
    nothing = say("evaluating.nothing")
    wanted, got = (say("evaluation_page.between").join(each) or nothing for each in (miss.wanted, miss.got))
    return MissRow(miss.identifier, miss.question, (tier(miss.tier), miss.question, wanted, got))


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


def kept_rows(kept: Sequence[Kept]) -> list[tuple[Cell | str, ...]]:
    return [_kept(each) for each in kept]


def _kept(kept: Kept) -> tuple[Cell | str, ...]:
    question = kept.question
    sections = (f"{each.section_id} {each.item or ''}".strip() for each in question.labels)
    faults = [each for each in kept.fits if each is not Fit.FITS]
    fit = Cell(say(f"evaluating.fit_{faults[0].value}"), "warning") if faults else Cell(say("evaluating.fit_fits"))
    clauses = say("evaluation_page.between").join(sections) or say("evaluating.nothing")
    return (tier(question.tier), question.question, clauses, fit, question.reviewer, question.at[:10])


def history_rows(history: History) -> list[tuple[Cell | str, ...]]:
    """Runs and verdicts together, the newest first."""
    runs: list[tuple[str, tuple[Cell | str, ...]]] = [
        (
            each.at,
            (
                _minute(each.at),
                say("evaluation_page.run", run=each),
                verdict(each.passed) if each.bars else say("evaluation_page.unjudged"),
                "",
                each.fingerprint[:12],
            ),
        )
        for each in history.runs
    ]
    verdicts: list[tuple[str, tuple[Cell | str, ...]]] = [
        (
            each.at,
            (
                _minute(each.at),
                say("evaluation_page.verdict"),
                say(f"evaluating.verdict_{each.verdict}"),
                " · ".join(part for part in (each.reviewer, each.reason) if part),
                each.fingerprint[:12],
            ),
        )
        for each in history.verdicts
    ]
    oldest_first = sorted([*runs, *verdicts], key=lambda each: each[0])  # a verdict after the runs it stands on
    return [row for _, row in reversed(oldest_first)]


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")


def missed_bars(found: Sequence[Evaluation]) -> str:
    """The bars that were missed, by tier and figure, with what was measured."""
    missed = dict.fromkeys(_missed(each) for one in found for each in one.bars if not each.passed)
    return say("evaluation_page.between").join(missed)


def _missed(judged: JudgedBar) -> str:
    value = say("evaluating.not_measured") if judged.figure is None else f"{judged.figure.value:.3f}"
    sign = "≤" if judged.bar.at_most else "≥"
    name = tier(judged.bar.tier)
    what = say(f"evaluating.figure_{judged.bar.figure}")
    return f"{name} {what} {value} ({sign} {judged.bar.limit:.2f})"


def calibrations(found: Evaluation) -> tuple[Calibration, ...]:
    return found.arms[0].calibration if found.arms else ()
