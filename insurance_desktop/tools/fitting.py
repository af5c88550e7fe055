"""What both fits share: logistic regression by Newton's method, and measures of a probability."""

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
