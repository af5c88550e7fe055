"""Fits what tells the ground of a scenario: a softmax over its vector and its words. Development only."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.exclusion_grounds import STRESS, GroundModel, Weights, signs, weighed_signs

from .array_files import write_arrays

_STEP = 0.1
"""Of the spread of the numbers: rounded to such steps, they are off by a thirtieth of it."""


@dataclass(frozen=True, slots=True)
class Case:
    """A known scenario and its grounds (more than one where a contract names them together)."""

    text: str
    grounds: tuple[str, ...]
    weight: float = 1.0


def fit_grounds(
    cases: Sequence[Case],
    vectors: Vectors,
    names: Sequence[str],
    *,
    fewest: int = 2,
    pull: float = 2e-4,
    steps: int = 80,
) -> GroundModel:
    """A softmax over the grounds by Adam. Where a case has several grounds, any of them counts as right."""
    counts = Counter(sign for case in cases for sign in set(signs(case.text)))
    kept = sorted(sign for sign, count in counts.items() if count >= fewest)
    places = {sign: place for place, sign in enumerate(kept)}
    rarity = np.array([np.log(len(cases) / (1 + counts[sign])) for sign in kept], dtype=np.float32)
    inputs = _Inputs(vectors, [weighed_signs(case.text, places, rarity) for case in cases], len(kept))
    wanted = np.zeros((len(cases), len(names)), dtype=np.float32)
    for row, case in enumerate(cases):
        for name in case.grounds:
            wanted[row, names.index(name)] = 1.0
    weight = np.array([case.weight for case in cases], dtype=np.float32)
    weights = _descend(inputs, wanted, weight / weight.sum(), pull, steps)
    width = vectors.shape[1]
    return GroundModel(tuple(names), places, rarity, weights[:width], weights[width:-1], weights[-1])


class _Inputs:
    """What the cases are read by: vector, weighed signs and a one. A case has few of the signs, so these are listed."""

    def __init__(self, vectors: Vectors, weighed: Sequence[Mapping[int, float]], width: int) -> None:
        self.vectors = STRESS * vectors
        self.columns = vectors.shape[1] + width + 1
        rows = np.array([row for row, found in enumerate(weighed) for _ in found], dtype=np.int64)
        signs_of = np.array([place for found in weighed for place in found], dtype=np.int64)
        shares = STRESS * np.array([share for found in weighed for share in found.values()], dtype=np.float32)
        by_sign = np.argsort(signs_of, kind="stable")
        self.by_row = _Sums(rows, signs_of, shares)
        self.by_sign = _Sums(signs_of[by_sign], rows[by_sign], shares[by_sign])

    def scores(self, weights: Weights) -> Weights:
        width = self.vectors.shape[1]
        found = self.vectors @ weights[:width] + weights[-1]
        self.by_row.add(found, weights[width:-1])
        return np.asarray(found, dtype=np.float32)

    def slope(self, error: Weights) -> Weights:
        width = self.vectors.shape[1]
        found = np.zeros((self.columns, error.shape[1]), dtype=np.float32)
        found[:width] = self.vectors.T @ error
        self.by_sign.add(found[width:-1], error)
        found[-1] = error.sum(axis=0)
        return found


class _Sums:
    """Adds to each target the weighed sources that are listed for it; targets stand in ascending order."""

    def __init__(self, targets: npt.NDArray[np.int64], sources: npt.NDArray[np.int64], shares: Weights) -> None:
        self.targets, self.starts = np.unique(targets, return_index=True)
        self.sources = sources
        self.shares = shares[:, None]

    def add(self, into: Weights, given: Weights) -> None:
        if len(self.targets):
            into[self.targets] += np.add.reduceat(given[self.sources] * self.shares, self.starts, axis=0)


def _descend(inputs: _Inputs, wanted: Weights, share: Weights, pull: float, steps: int) -> Weights:
    """Adam on the log of the summed chance of the wanted grounds; starts at zero, so no seed is needed."""
    weights = np.zeros((inputs.columns, wanted.shape[1]), dtype=np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        scores = inputs.scores(weights)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = raised / raised.sum(axis=1, keepdims=True)
        right = chances * wanted
        aim = right / np.maximum(right.sum(axis=1, keepdims=True), 1e-9)
        slope = inputs.slope((chances - aim) * share[:, None]) + pull * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        weights -= 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def save_grounds(path: Path, model: GroundModel, fingerprint: str) -> None:
    """The numbers in whole steps: most of them are small, and half precision tells four times as much as matters."""
    steps = {name: float(weights.std()) * _STEP for name, weights in _weights(model).items()}
    write_arrays(
        path,
        {
            "names": np.array(model.names),
            "signs": np.array(list(model.places)),
            "rarity": model.rarity,
            "bias": model.bias,
            "fingerprint": np.array(fingerprint),
            **{name: np.rint(weights / steps[name]).astype(np.int16) for name, weights in _weights(model).items()},
            **{f"{name}_step": np.array(step) for name, step in steps.items()},
        },
    )


def _weights(model: GroundModel) -> dict[str, Weights]:
    return {"of_vector": model.of_vector, "of_signs": model.of_signs}
