"""The second stage of the ranking: the reranker has read the first clauses, and what it says is weighed with the rest.

The first stage deals the chance of being the answer out to all clauses. What the clauses that were read hold of it is
dealt out among them anew. Whether there is an answer at all is told from both stages. Fitted with the ranking
(development/fitting/ranking.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .diversify import SecondChoice

Matrix = npt.NDArray[np.float64]
CLAUSES_READ = 5
"""So many clauses are read, the first by the first stage. The numbers of the ranking are fitted to it: another count
wants another fit. On documents left out of the fit 3, 5 and 10 answer alike (a right first one for 0.77 of the basic
questions, 0.09 silenced, 0.91 rightly silent), on the golden questions for choosing 3 loses one; a clause costs 10 ms.
Passages cut to half of their tokens lose 2 of 136 first places, and 13 are lost where nothing is read."""

READ_FEATURES = ("share", "logit", "logit_behind", "is_best", "logit_floored", "logit_share")
"""Of a clause that was read: the logarithm of its share; its logit, also beside the best one, and not under a floor,
where differences say nothing; its part in the softmax of the logits."""

READING_FEATURES = ("best_logit", "first_logit", "logit_mass", "second_logit", "first_after", "second_after")
"""Of the reading as a whole: the best two logits, that of the clause that comes first, the sum of all chances as a
logit, and the shares of the first two clauses afterwards."""

_FLOOR = -2.0
_LEAST_SHARE = 1e-9


@dataclass(frozen=True, slots=True)
class Reading:
    """What the reranker said: the places of the clauses that it read, best of the first stage first, and logits."""

    places: tuple[int, ...]
    logits: Matrix


@dataclass(frozen=True)
class Reranking:
    """Linear weights over standardised READ_FEATURES, and over the answer's features with READING_FEATURES behind."""

    means: Matrix
    scales: Matrix
    weights: Matrix
    answer_means: Matrix
    answer_scales: Matrix
    answer_weights: Matrix
    answer_bias: float
    second: SecondChoice | None = None

    def shares(self, shares: Matrix, reading: Reading, *, is_comparison: bool) -> Matrix:
        """The shares of all clauses, those of the clauses that were read dealt out anew.

        No passage answers both sides of a comparison: there the first stage's order stands.
        """
        if is_comparison:
            return shares
        return dealt_anew(shares, reading, (read_features(shares, reading) - self.means) / self.scales @ self.weights)

    def answered(self, told: Matrix) -> float:
        """P(the documents asked hold an answer)."""
        standard = (told - self.answer_means) / self.answer_scales
        raised = float(np.clip(standard @ self.answer_weights + self.answer_bias, -40, 40))
        return float(1.0 / (1.0 + np.exp(-raised)))


def most_likely(shares: Matrix, count: int = CLAUSES_READ) -> tuple[int, ...]:
    """The places that are worth reading, best first."""
    return tuple(np.argsort(-shares, kind="stable")[:count].tolist())


def dealt_anew(shares: Matrix, reading: Reading, worth: Matrix) -> Matrix:
    """`shares` with what the read clauses hold together dealt out among them by the softmax of their worth."""
    places = list(reading.places)
    raised = np.exp(worth - worth.max())
    dealt = shares.copy()
    dealt[places] = raised / raised.sum() * shares[places].sum()
    return dealt


def read_features(shares: Matrix, reading: Reading) -> Matrix:
    """READ_FEATURES of each clause that was read (n × 6)."""
    logits = reading.logits
    chances = np.exp(logits - logits.max())
    return np.column_stack(
        [
            np.log(shares[list(reading.places)] + _LEAST_SHARE),
            logits,
            logits.max() - logits,
            logits >= logits.max(),
            np.maximum(logits, _FLOOR),
            chances / chances.sum(),
        ]
    ).astype(np.float64)


def reading_features(reading: Reading, shares: Matrix) -> Matrix:
    """READING_FEATURES; `shares` are those afterwards, of all clauses."""
    places = list(reading.places)
    after = shares[places]
    order = np.argsort(-after, kind="stable")
    second = min(1, len(order) - 1)
    falling = np.sort(reading.logits)[::-1]
    return np.array(
        [
            falling[0],
            reading.logits[order[0]],
            np.log1p(np.exp(np.minimum(reading.logits, 40.0))).sum(),
            falling[second],
            after[order[0]],
            after[order[second]],
        ],
        dtype=np.float64,
    )


def columns_of(numbers: Mapping[str, Mapping[str, float]], names: Sequence[str], key: str) -> Matrix:
    return np.array([numbers[name][key] for name in names], dtype=np.float64)
