"""Fits what tells the ground of a scenario: a softmax over its vector and its words. Development only."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.grounds import STRESS, GroundModel, Weights, signs, weighed_signs


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
    steps: int = 160,
) -> GroundModel:
    """A softmax over the grounds by Adam. Where a case has several grounds, any of them counts as right."""
    counts = Counter(sign for case in cases for sign in set(signs(case.text)))
    kept = sorted(sign for sign, count in counts.items() if count >= fewest)
    places = {sign: place for place, sign in enumerate(kept)}
    rarity = np.array([np.log(len(cases) / (1 + counts[sign])) for sign in kept], dtype=np.float32)
    bags = np.zeros((len(cases), len(kept)), dtype=np.float32)
    for row, case in enumerate(cases):
        for place, share in weighed_signs(case.text, places, rarity).items():
            bags[row, place] = share
    inputs = np.hstack([STRESS * vectors, STRESS * bags, np.ones((len(cases), 1), dtype=np.float32)])
    wanted = np.zeros((len(cases), len(names)), dtype=np.float32)
    for row, case in enumerate(cases):
        for name in case.grounds:
            wanted[row, names.index(name)] = 1.0
    weight = np.array([case.weight for case in cases], dtype=np.float32)
    weights = _descend(inputs, wanted, weight / weight.sum(), pull, steps)
    width = vectors.shape[1]
    return GroundModel(tuple(names), places, rarity, weights[:width], weights[width:-1], weights[-1])


def _descend(inputs: Weights, wanted: Weights, share: Weights, pull: float, steps: int) -> Weights:
    """Adam on the log of the summed chance of the wanted grounds; starts at zero, so no seed is needed."""
    weights = np.zeros((inputs.shape[1], wanted.shape[1]), dtype=np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        scores = inputs @ weights
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = raised / raised.sum(axis=1, keepdims=True)
        right = chances * wanted
        aim = right / np.maximum(right.sum(axis=1, keepdims=True), 1e-9)
        slope = inputs.T @ ((chances - aim) * share[:, None]) + pull * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        weights -= 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def save_grounds(path: Path, full: GroundModel, words: GroundModel, fingerprint: str) -> None:
    """Both readings in one file, as half-precision numbers: the one with vectors and the one of words alone."""
    np.savez_compressed(
        path,
        names=np.array(full.names),
        signs=np.array(list(full.places)),
        rarity=full.rarity,
        full_vector=full.of_vector.astype(np.float16),
        full_signs=full.of_signs.astype(np.float16),
        full_bias=full.bias,
        words_signs=words.of_signs.astype(np.float16),
        words_bias=words.bias,
        dimensions=np.array(full.of_vector.shape[0]),
        fingerprint=np.array(fingerprint),
    )
