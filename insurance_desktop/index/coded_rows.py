"""Vectors of unit length in a little over one bit a number, for a file that ships: decoded once, then kept as bytes.

A row is told by whole numbers along axes of its own kind, those in which such rows differ most first; an axis that
says little has few numbers, and several of them share a byte. All sums are whole numbers that float32 holds exactly, so
every machine decodes the same bytes. development/fitting/row_coding.py codes them.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .byte_products import Bytes

BYTE = 256
_BLOCK = 8192
"""Rows that are widened at a time."""


@dataclass(frozen=True, slots=True)
class CodedRows:
    """`axes` (axes × dimensions) have no unit: a row is as long as one whatever its numbers add up to."""

    count: int
    axes: Bytes
    largest: npt.NDArray[np.uint8]
    """The largest number along each axis, of either sign."""

    symbols: bytes
    """Axis by axis, the rows' numbers, `together` of them in a byte; compressed."""

    def decoded(self) -> Bytes:
        """The rows as bytes, of no particular length."""
        numbers = self._numbers()
        axes = self.axes.astype(np.float32)
        rows = np.empty((self.count, axes.shape[1]), dtype=np.int8)
        for start in range(0, self.count, _BLOCK):
            block = numbers[:, start : start + _BLOCK].T.astype(np.float32) @ axes
            largest = np.maximum(np.abs(block).max(axis=1, keepdims=True), 1.0)
            rows[start : start + _BLOCK] = np.rint(block * (np.float32(127) / largest))
        return rows

    def _numbers(self) -> Bytes:
        """The rows' numbers, axis by axis (axes × rows)."""
        symbols = np.frombuffer(zlib.decompress(self.symbols), dtype=np.uint8)
        numbers = np.empty((len(self.axes), self.count), dtype=np.int8)
        start = 0
        for axis, largest in enumerate(self.largest.tolist()):
            stop = start + -(-self.count // together(largest))
            numbers[axis] = _apart(largest)[symbols[start:stop]].reshape(-1)[: self.count]
            start = stop
        return numbers


def together(largest: int) -> int:
    """How many numbers from -largest to largest a byte holds."""
    values, count = 2 * largest + 1, 1
    while values ** (count + 1) <= BYTE:
        count += 1
    return count


def _apart(largest: int) -> Bytes:
    """What each byte holds (256 × numbers), the first number in the lowest place."""
    values = 2 * largest + 1
    places = values ** np.arange(together(largest))
    return (np.arange(BYTE)[:, None] // places % values - largest).astype(np.int8)


def read_coded(file: Mapping[str, npt.NDArray[Any]]) -> CodedRows:
    """What `development/fitting/row_coding.as_arrays` put into a file."""
    return CodedRows(int(file["count"]), file["axes"], file["largest"], file["symbols"].tobytes())
