"""What the bar does: silence where there is no answer against silence where there is one, and what stands near it."""

from collections.abc import Sequence

from insurance_desktop.domain.evaluation import BestScore, CurvePoint, Figure, SilenceCurve

from .figures import figures

BARS = tuple(step / 20 for step in range(21))
MOST_NEAR = 10


def curve_of(scored: Sequence[BestScore], bar: float) -> SilenceCurve | None:
    """None where no question can be silenced at all."""
    if not scored:
        return None
    without = [each.score for each in scored if not each.has_answer]
    answerable = [each.score for each in scored if each.has_answer]
    return SilenceCurve(bar, tuple(CurvePoint(each, _share(without, each), _share(answerable, each)) for each in BARS))


def _share(scores: Sequence[float], bar: float) -> Figure | None:
    """The share of the questions that this bar silences."""
    return figures([{"silent": (float(score < bar), 1.0)} for score in scores]).get("silent")


def near_misses(scored: Sequence[BestScore], bar: float) -> tuple[BestScore, ...]:
    """Those without an answer on both sides of the bar, and those with one that were silenced: the nearest of each."""
    without = sorted((each for each in scored if not each.has_answer), key=lambda each: abs(each.score - bar))
    silenced = sorted((each for each in scored if each.has_answer and not each.was_answered), key=_downwards)
    return (*sorted(without[:MOST_NEAR], key=_downwards), *silenced[:MOST_NEAR])


def _downwards(each: BestScore) -> float:
    return -each.score
