"""A first look at many vectors at once: along the few axes on which they differ most, with a proven bound for the rest.

Vectors of one language and one trade fill their space unevenly: 191 axes of 512 hold nine tenths of what tells them
apart. Each vector is turned to such axes, counted from the middle of all, and kept in bytes: 191 leading axes, 127
following ones. What a question and a row have in common beside the axes looked at is, by Cauchy and Schwarz, at most
the product of both rests' lengths. A row's own length stands as one more byte beside its axes (rounded up), the
question's as the number it is multiplied with: so the product itself is what the cosine is at most. The leading bytes
are gone through for every row, the following ones for the rows that may still be among the nearest.

The axes need not be the best ones: a row that they describe badly has a long rest and is looked at longer.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .byte_products import FINER, ByteProducts, Bytes, Numbers, WholeNumbers, in_two_steps
from .embedding import Vectors
from .inference import give_back_memory
from .rows import dots

BLOCK = 65_536
"""Rows a product: smaller ones cost calls, larger ones more memory while they are laid out."""

LEADING, FOLLOWING = 191, 127
"""With 127 leading axes the first look takes 1 ms less over 235,000 rows, and leaves five times as many for the second:
3 ms more for each question."""

AXES = LEADING + FOLLOWING
LEADING_WIDTH, FOLLOWING_WIDTH = LEADING + 1, FOLLOWING + 1
"""Bytes of a row's axes with the length of the rest behind them."""

_PARTS = (slice(LEADING), slice(LEADING, AXES))
_FIRST_GROUPS = (0, -1)
NOT_THERE = np.iinfo(np.int32).min
"""What a row counts that a search must not see."""

_LIMIT = 127
_ROOM = 1.25
"""Steps leave this much room beyond the sample's farthest row. What lies beyond is cut off."""

_GROUPS = (0, 16, 48, 112, LEADING, AXES)
"""Where rounding is reckoned with apart: a question and a step are largest on the first axes, so that one length for
all of them would let the many later axes count as if they were as large. The last group are the following axes."""

_USUAL = np.array(
    [(size / 12 + 3.6 * (size / 180) ** 0.5) ** 0.5 for size in (b - a for a, b in pairwise(_GROUPS))],
    dtype=np.float32,
)
"""What rounding takes from each group, in steps: evenly spread between -½ and ½, all but some ten thousandths of the
rows keep below it. A row with more left has a bound of its own, so that it does not widen the others'."""

_MOST = 2**30
"""More than any row counts."""

_PIECE = 1024
"""Rows of a sample turned at a time: for all at once BLAS takes 7 MB more, and keeps them."""

_REACH = np.float32(1 / _LIMIT)
"""A step in which lengths of rests are kept. A row with a longer rest than one has an infinite error."""

_ROUNDING = 5e-5
"""What float32 arithmetic may add to a bound, the axes' own deviation from right angles among it."""

_SQUARED_ROUNDING = 4e-6
"""The same for a difference of two squared lengths."""

ERRORS = len(_GROUPS) - 1
"""How many errors a row has: one for each group."""

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Axes:
    """Where axes are counted from, their directions (dimensions × AXES, the most telling first), and a step on each."""

    middle: Numbers
    turned: Vectors
    steps: Numbers


@dataclass(frozen=True, slots=True)
class TurnedRows:
    """Up to BLOCK vectors. `leading`: a row for each axis; `following`: a row for each vector; `errors`: rows × ERRORS.

    An error is what rounding took from a row's numbers in one group of axes, in steps.
    """

    leading: Bytes
    following: Bytes
    errors: Numbers


def axes_of(sample: Vectors) -> Axes:
    """The principal axes of a sample (at least two vectors of AXES dimensions or more)."""
    middle = sample.mean(axis=0, dtype=np.float64)
    away = sample - middle
    _, directions = np.linalg.eigh(away.T @ away)
    turned = np.ascontiguousarray(directions[:, ::-1][:, :AXES], dtype=np.float32)
    pieces = np.split(away.astype(np.float32), range(_PIECE, len(away), _PIECE))
    farthest = np.max([np.abs(piece @ turned).max(axis=0) for piece in pieces], axis=0)
    steps = np.maximum(farthest, 1e-4) * np.float32(_ROOM / _LIMIT)
    return Axes(middle.astype(np.float32), turned, steps.astype(np.float32))


def turned_rows(vectors: Vectors, axes: Axes) -> TurnedRows:
    """The rows of a block, in bytes along the axes."""
    away = vectors - axes.middle
    along = away @ axes.turned
    rounded = np.clip(np.rint(along / axes.steps), -_LIMIT, _LIMIT)
    left = along / axes.steps - rounded
    length = np.einsum("ij,ij->i", away, away)
    errors = np.sqrt(np.add.reduceat(left * left, _GROUPS[:-1], axis=1))
    pieces = []
    for part, group in zip(_PARTS, _FIRST_GROUPS, strict=True):
        length = length - np.einsum("ij,ij->i", along[:, part], along[:, part])
        rest = np.ceil(np.sqrt(np.maximum(length, 0) + _SQUARED_ROUNDING) / _REACH)
        pieces.append(np.column_stack([rounded[:, part], np.minimum(rest, _LIMIT)]).astype(np.int8))
        errors[rest > _LIMIT, group] = np.inf
    return TurnedRows(np.ascontiguousarray(pieces[0].T), pieces[1], errors.astype(np.float32))


@dataclass(frozen=True, slots=True)
class Look:
    """What a question's first look says: the cosine of a row is at most `nothing` + `worth` · its `counts`."""

    counts: WholeNumbers
    worth: float
    nothing: float
    rest: int
    following: Numbers
    steps: float
    error: float

    def least_count(self, cosine: float) -> int:
        """A row that counts less lies farther away than this cosine; at least one more than NOT_THERE."""
        limit = (cosine - self.nothing) / self.worth
        return int(max(min(np.floor(limit), 2**31 - 1), NOT_THERE + 1))


class LeadingMatrix:
    """Many rows in blocks. Its products are checked once against numpy's: `is_exact` says whether to trust them."""

    def __init__(self, axes: Axes, blocks: Iterable[TurnedRows]) -> None:
        """Takes the blocks one by one, so that no more than one has to be in memory twice."""
        self._axes = axes
        self._directions = np.ascontiguousarray(axes.turned.T)
        self._blocks: list[ByteProducts] = []
        following, rests, errors = [], [], []
        self.is_exact = True
        for block in blocks:
            self._blocks.append(ByteProducts(block.leading))
            if len(self._blocks) == 1:
                self.is_exact = self._blocks[0].are_right(block.leading)
            following.append(block.following)
            rests.append(block.leading[LEADING].copy())
            errors.append(block.errors)
            del block
            give_back_memory()
        self._following = following
        self._starts = np.cumsum([0, *map(len, following)])
        self._rests, errors_of_all = np.concatenate(rests), np.concatenate(errors)
        self._unusual = np.flatnonzero((errors_of_all > _USUAL).any(axis=1))
        self._more = np.maximum(errors_of_all[self._unusual] - _USUAL, 0)
        self._far = self._unusual[np.isinf(self._more).any(axis=1)]
        self._more[np.isinf(self._more)] = 0
        self.count = len(self._rests)

    def looks(self, questions: Vectors, allowed: npt.NDArray[np.bool_] | None = None) -> list[Look]:
        """For each question (a row of `questions`) a first look at every row, or at those that are allowed."""
        along = np.stack([dots(self._directions, each) for each in questions])
        lengths = np.einsum("ij,ij->i", questions, questions)
        scaled, rests = [], []
        for part in _PARTS:
            lengths = lengths - np.einsum("ij,ij->i", along[:, part], along[:, part])
            rests = np.sqrt(np.maximum(lengths, 0) + _SQUARED_ROUNDING) * _REACH
            scaled.append(np.column_stack([along[:, part] * self._axes.steps[part], rests]).astype(np.float32))
        coarse, fine, worth = in_two_steps(scaled[0])
        fine[:, LEADING] += (coarse * FINER + fine)[:, LEADING] * worth[:, 0] < scaled[0][:, LEADING]
        counts = self._counts(coarse, fine)
        along *= self._axes.steps
        steps = np.sqrt(np.add.reduceat(along * along, _GROUPS[:-1], axis=1))
        self._set_apart(counts, steps[:, :-1] / worth, allowed)
        left = np.abs(scaled[0] - (coarse * FINER + fine) * worth)[:, :LEADING].sum(axis=1) * _LIMIT
        rounding = _ROUNDING * np.maximum(1.0, np.linalg.norm(questions, axis=1))
        nothing = questions @ self._axes.middle + left + rounding + steps[:, :-1] @ _USUAL[:-1]
        return [
            Look(*each)
            for each in zip(
                counts,
                worth[:, 0].tolist(),
                nothing.tolist(),
                (coarse * FINER + fine)[:, LEADING].astype(int).tolist(),
                scaled[1],
                steps[:, -1].tolist(),
                (steps[:, -1] * _USUAL[-1] + rounding).tolist(),
                strict=True,
            )
        ]

    def _counts(self, coarse: Numbers, fine: Numbers) -> WholeNumbers:
        asked = np.concatenate([coarse, fine])
        number = len(coarse)
        counts = np.empty((number, self.count), dtype=np.int32)
        start = 0
        for block in self._blocks:
            products = block.of(asked)
            into = counts[:, start : start + block.count]
            np.multiply(products[:number], np.int32(FINER), out=into)
            into += products[number:]
            start += block.count
        return counts

    def _set_apart(
        self, counts: WholeNumbers, steps: npt.NDArray[np.floating[Any]], allowed: npt.NDArray[np.bool_] | None
    ) -> None:
        """Unusual rows count what their own error allows, rows that may not be seen least of all."""
        if len(self._unusual):
            more = np.ceil(np.minimum(steps @ self._more[:, :-1].T, _MOST)).astype(np.int32)
            counts[:, self._unusual] += more
            counts[:, self._far] = _MOST
        if allowed is not None:
            counts[:, ~allowed] = NOT_THERE

    def highest(self, look: Look, places: Places) -> Numbers:
        """What the cosines of these rows (in order) are at most, the following axes looked at, too."""
        counted = look.counts[places] - look.rest * self._rests[places].astype(np.float64)
        pieces = [
            dots(own[places[start:stop] - first].astype(np.float32), look.following)
            for own, first, start, stop in self._spans(places)
        ]
        found = np.concatenate([np.zeros(0), *pieces]) + counted * look.worth + (look.nothing + look.error)
        if len(places):
            at = np.searchsorted(places, self._unusual).clip(max=len(places) - 1)
            there = places[at] == self._unusual
            found[at[there]] += look.steps * self._more[there, -1]
        return found.astype(np.float32)

    def _spans(self, places: Places) -> list[tuple[Bytes, int, int, int]]:
        """For each block that holds some of these places (in order): its rows, its first, and which of them."""
        cuts = np.searchsorted(places, self._starts).tolist()
        firsts = self._starts.tolist()
        return [
            (own, firsts[number], cuts[number], cuts[number + 1])
            for number, own in enumerate(self._following)
            if cuts[number] < cuts[number + 1]
        ]
