"""A first look at many vectors at once: bytes instead of floats, with a proven bound on how far each answer may be off.

A row x is kept as whole numbers r with a scale s, a question q asked as p, a sum of whole numbers u with scales t. By
Cauchy and Schwarz |q·x - p·s·r| ≤ |q|·|x - s·r| + |q - p|·|s·r|, and both distances are known.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .byte_products import FINER, ByteProducts, Numbers, in_two_steps
from .embedding import Vectors
from .inference import give_back_memory

BLOCK = 16_384
"""Rows a product: smaller ones cost calls, larger ones more memory while they are laid out."""

_ROW_LIMIT = 127
_ROUNDING = 1e-5
"""What float32 arithmetic may add to the bound; a length of one within 1e-4 adds less."""

_UNIT = 1.0001


@dataclass(frozen=True, slots=True)
class Rows:
    """Up to BLOCK vectors as bytes, a column each (dimensions × rows), with what turns products into cosines."""

    bytes: npt.NDArray[np.int8]
    scales: Numbers
    errors: Numbers


@dataclass(frozen=True, slots=True)
class Estimate:
    """A cosine for every row, each right within `error`, and within `least_error` + the row's own."""

    cosines: Numbers
    error: float
    least_error: float
    own_errors: Numbers

    def highest(self, places: npt.NDArray[np.int64]) -> Numbers:
        """What the cosines of these rows are at most."""
        return self.cosines[places] + self.own_errors[places] + np.float32(self.least_error)


def as_bytes(vectors: Vectors) -> Rows:
    """The rows of a block; `errors` are the lengths of what rounding took away."""
    scales = np.maximum(np.abs(vectors).max(axis=1), 1e-12) / _ROW_LIMIT
    rounded = np.rint(vectors / scales[:, None])
    left = vectors - rounded * scales[:, None]
    errors = np.sqrt(np.einsum("ij,ij->i", left, left, dtype=np.float32))
    return Rows(
        bytes=np.ascontiguousarray(rounded.astype(np.int8).T),
        scales=scales.astype(np.float32),
        errors=errors.astype(np.float32),
    )


class CoarseMatrix:
    """Many rows in blocks. Its products are checked once against numpy's: `is_exact` says whether to trust them."""

    def __init__(self, blocks: Iterable[Rows]) -> None:
        """Takes the blocks one by one, so that no more than one has to be in memory twice."""
        scales, errors = [], []
        self._blocks: list[ByteProducts] = []
        self.is_exact = True
        for block in blocks:
            self._blocks.append(ByteProducts(block.bytes))
            if len(self._blocks) == 1:
                self.is_exact = self._blocks[0].are_right(block.bytes)
            scales.append(block.scales)
            errors.append(block.errors)
            del block
            give_back_memory()
        self._scales, self._errors = np.concatenate(scales), np.concatenate(errors)
        self._worst = float(self._errors.max())
        self.count = len(self._scales)

    def estimates(self, questions: Vectors) -> list[Estimate]:
        """For each question (a row of `questions`) a cosine for every row, in their order."""
        coarse, fine, worth = in_two_steps(questions)
        asked = np.concatenate([coarse, fine])
        count = len(questions)
        cosines = np.empty((count, self.count), dtype=np.float32)
        start = 0
        for block in self._blocks:
            products = block.of(asked)
            stop = start + block.count
            whole = products[:count] * np.int32(FINER) + products[count:]
            np.multiply(whole, self._scales[start:stop], out=cosines[:, start:stop], casting="same_kind")
            start = stop
        cosines *= worth
        lengths = np.linalg.norm(questions, axis=1).tolist()
        left = np.linalg.norm(questions - (coarse * FINER + fine) * worth, axis=1).tolist()
        return [self._estimate(*each) for each in zip(cosines, lengths, left, strict=True)]

    def _estimate(self, cosines: Numbers, length: float, left: float) -> Estimate:
        least = left * (1.0 + self._worst) + _ROUNDING
        own = self._errors if length < _UNIT else self._errors * np.float32(length)
        return Estimate(cosines, least + self._worst * length, least, own)
