"""What both fits share: logistic regression by Newton's method, and measures of a probability."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from insurance_desktop.index.ranking import Matrix, sigmoid


def fit_logistic(
    features: Matrix, right: npt.NDArray[np.bool_], silent: npt.NDArray[np.bool_], *, ridge: float = 1.0
) -> Matrix:
    """Weights and, last, the bias, by Newton's method with a ridge; columns that are `silent` stay at 0."""
    design = np.column_stack([np.where(silent, 0.0, features), np.ones(len(features))])
    target = right.astype(np.float64)
    weights = np.zeros(design.shape[1])
    pull = np.full(design.shape[1], ridge)
    pull[-1] = 0.0
    for _ in range(30):
        chance = sigmoid(design @ weights)
        slope = design.T @ (chance - target) + pull * weights
        bend = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(pull + 1e-9)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if float(np.max(np.abs(step))) < 1e-6:
            break
    return weights


def auc(scores: Matrix, positive: npt.NDArray[np.bool_]) -> float:
    """The chance that a positive scores over a negative."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores)] = np.arange(1, len(scores) + 1)
    count = int(positive.sum())
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(scores) - count)))


def calibration_error(chances: Matrix, came_true: npt.NDArray[np.bool_], bins: int = 10) -> float:
    """Mean distance between what was promised and what came, over bins of equal count."""
    parts = np.array_split(np.argsort(chances), bins)
    return float(np.mean([abs(chances[part].mean() - came_true[part].mean()) for part in parts if len(part)]))


Choice = tuple[Matrix, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
"""The features of the rows to choose from; which of them are needed; which are right, needed or not."""


def fit_choice(asked: Sequence[Choice], *, ridge: float = 3.0, rounds: int = 40) -> Matrix:
    """Weights under which the needed rows of each question win the softmax over its rows.

    Each needed row is a choice of its own among the rows that are not right. Newton's method with a ridge.
    """
    width = asked[0][0].shape[1]
    weights = np.zeros(width)
    choices = [
        (np.vstack([features[place], features[~right]]), 1.0 / needed.sum())
        for features, needed, right in asked
        for place in np.flatnonzero(needed)
    ]
    rows = np.vstack([each for each, _ in choices])
    starts = np.cumsum([0, *(len(each) for each, _ in choices[:-1])])
    counts = np.array([len(each) for each, _ in choices])
    shares = np.array([share for _, share in choices])
    loss = np.inf
    step = np.zeros(width)
    for _ in range(rounds):
        tried = weights - step
        raised = rows @ tried
        highest = np.maximum.reduceat(raised, starts)
        chances = np.exp(raised - np.repeat(highest, counts))
        sums = np.add.reduceat(chances, starts)
        now = shares @ (highest + np.log(sums) - raised[starts]) + 0.5 * ridge * (tried @ tried)
        if now > loss:  # too far: half the way
            step = step / 2
            continue
        weights, loss = tried, now
        chances /= np.repeat(sums, counts)
        weighted = rows * chances[:, None]
        means = np.add.reduceat(weighted, starts)
        slope = ridge * weights + shares @ (means - rows[starts])
        bend = ridge * np.eye(width) + (weighted * np.repeat(shares, counts)[:, None]).T @ rows
        bend -= (means * shares[:, None]).T @ means
        step = np.linalg.solve(bend, slope)
        if float(np.max(np.abs(step))) < 1e-4:
            break
    return weights
