"""Figures with intervals: sums of scores over questions, resampled by question with a fixed seed; and calibration."""

from collections.abc import Sequence
from typing import SupportsFloat

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.evaluation import Bin, Calibration, Figure

from .scores import Scores

Numbers = npt.NDArray[np.float64]
SEED = 20261121
RESAMPLES = 1000
LEVEL = 0.95
BINS = 10


def figures(scores: Sequence[Scores]) -> dict[str, Figure]:
    """Each figure over these questions; one that nothing was counted for is left out.

    The interval resamples whole questions, so the items of one scenario stay together.
    """
    names = dict.fromkeys(name for each in scores for name in each)
    found = {}
    for name in names:
        pairs = np.array([each[name] for each in scores if name in each], dtype=np.float64)
        total = float(pairs[:, 1].sum())
        if total > 0:
            low, high = _interval(pairs)
            found[name] = Figure(_rounded(pairs[:, 0].sum() / total), low, high, int(total))
    return found


def _interval(pairs: Numbers) -> tuple[float, float]:
    weights = _resampled(len(pairs))
    of = weights @ pairs[:, 1]
    shares = (weights @ pairs[:, 0])[of > 0] / of[of > 0]
    return _between(shares)


def _resampled(count: int, times: int = RESAMPLES) -> Numbers:
    """How often each of `count` questions is drawn, `times` over; the same draws each time."""
    source = np.random.default_rng(SEED)
    return source.multinomial(count, np.full(count, 1.0 / count), size=times).astype(np.float64)


def _between(values: Numbers) -> tuple[float, float]:
    tail = (1.0 - LEVEL) / 2.0
    low, high = np.quantile(values, [tail, 1.0 - tail])
    return _rounded(low), _rounded(high)


def calibration(event: str, promised: Sequence[float], came: Sequence[bool]) -> Calibration | None:
    """How a promised probability stands to what came; None below one question a bin."""
    if len(promised) < BINS:
        return None
    chances = np.asarray(promised, dtype=np.float64)
    true = np.asarray(came, dtype=np.float64)
    source = np.random.default_rng(SEED)
    draws = source.integers(0, len(chances), size=(RESAMPLES, len(chances)))
    low, high = _between(np.array([_error(chances[draw], true[draw]) for draw in draws]))
    share = float(true.mean())
    return Calibration(
        event=event,
        error=Figure(_rounded(_error(chances, true)), low, high, len(chances)),
        brier=_rounded(np.mean((chances - true) ** 2)),
        brier_constant=_rounded(np.mean((share - true) ** 2)),
        constant=_rounded(share),
        bins=tuple(
            Bin(len(part), _rounded(chances[part].mean()), _rounded(true[part].mean())) for part in _bins(chances)
        ),
    )


def _bins(chances: Numbers) -> list[npt.NDArray[np.int64]]:
    return np.array_split(np.argsort(chances, kind="stable"), BINS)


def _error(chances: Numbers, true: Numbers) -> float:
    """Mean distance between what was promised and what came, each bin weighing what it counts."""
    return float(sum(abs(float((chances[part] - true[part]).sum())) for part in _bins(chances)) / len(chances))


def _rounded(value: SupportsFloat) -> float:
    return round(float(value), 4)
