"""A first look at many vectors that are stored as bytes, with a proven bound on how far each answer may be off.

A row is whole numbers r of length 1/s, a question q is asked as p, a sum of whole numbers u with scales t. By Cauchy
and Schwarz |q·s·r - p·s·r| ≤ |q - p|, and that distance is known.
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

_ROUNDING = 1e-5
"""What float32 arithmetic may add to the bound."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Up to BLOCK vectors as bytes, a column each (dimensions × rows), with what makes each one as long as one."""

    bytes: npt.NDArray[np.int8]
    scales: Numbers


@dataclass(frozen=True, slots=True)
class Estimate:
    """A cosine for every row, each right within `error`."""

    cosines: Numbers
    error: float


class CoarseMatrix:
    """Many rows in blocks. Its products are checked once against numpy's: `is_exact` says whether to trust them."""

    def __init__(self, blocks: Iterable[Rows]) -> None:
        """Takes the blocks one by one, so that no more than one has to be in memory twice."""
        scales = []
        self._blocks: list[ByteProducts] = []
        self.is_exact = True
        for block in blocks:
            self._blocks.append(ByteProducts(block.bytes))
            if len(self._blocks) == 1:
                self.is_exact = self._blocks[0].are_right(block.bytes)
            scales.append(block.scales)
            del block
            give_back_memory()
        self._scales = np.concatenate(scales)
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
        left = np.linalg.norm(questions - (coarse * FINER + fine) * worth, axis=1).tolist()
        return [Estimate(*each) for each in zip(cosines, [each + _ROUNDING for each in left], strict=True)]
