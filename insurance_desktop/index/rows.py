"""Where vectors lie while a library is open, and the first look at them.

Exact ones lie in memory, or in a file of which only what is asked for is read. The first look goes over bytes, with a
proven bound on how far each answer may be off: a row is whole numbers r of length 1/s, a question q is asked as p, a
sum of whole numbers u with scales t. By Cauchy and Schwarz |q·s·r - p·s·r| ≤ |q - p|, and that distance is known.
"""

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .byte_products import FINER, ByteProducts, Numbers, in_two_steps
from .embedding import Vectors
from .inference import give_back_memory

Places = npt.NDArray[np.int64]


def dots(rows: Vectors, vector: Vectors) -> Vectors:
    """The product of each row with a vector; that of one row is the same whatever rows stand beside it.

    Not `@`: for a product of some hundred rows BLAS wakes all cores, and they turn for 25 ms, waiting for the next one.
    """
    found: Vectors = np.einsum("ij,j->i", rows, vector)
    return found


class ExactRows(Protocol):
    """Vectors by their place."""

    def take(self, places: Places) -> Vectors:
        """These rows, in this order (n × dimensions)."""

    def span(self, start: int, stop: int) -> Vectors:
        """The rows start … stop - 1."""


class RowsInMemory:
    """All rows as one array."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def take(self, places: Places) -> Vectors:
        return np.asarray(self._vectors[places])

    def span(self, start: int, stop: int) -> Vectors:
        return self._vectors[start:stop]


class RowsInFile:
    """Rows of float32 from `offset` on. Read, not mapped: a mapped page would count as memory of ours."""

    def __init__(self, file: FileIO, offset: int, dimensions: int) -> None:
        self._file = file
        self._offset = offset
        self._dimensions = dimensions
        self._width = dimensions * 4
        self._lock = threading.Lock()

    def take(self, places: Places) -> Vectors:
        starts = (self._offset + places * self._width).tolist()
        if hasattr(os, "pread"):
            file, width, read = self._file.fileno(), self._width, os.pread
            found = b"".join([read(file, width, start) for start in starts])
        else:
            found = b"".join([self._read(start, self._width) for start in starts])
        return self._as_vectors(found, len(places))

    def span(self, start: int, stop: int) -> Vectors:
        found = self._read(self._offset + start * self._width, (stop - start) * self._width)
        return self._as_vectors(found, stop - start)

    def _read(self, place: int, length: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), length, place)
        with self._lock:
            self._file.seek(place)
            return self._file.read(length) or b""

    def _as_vectors(self, found: bytes, count: int) -> Vectors:
        if len(found) != count * self._width:
            raise OSError(f"the file of vectors ends too early: {self._file.name!r}")
        return np.frombuffer(found, dtype=np.float32).reshape(count, self._dimensions)


class BytesInFile:
    """Rows of bytes in a file, of which a few are read at a time."""

    def __init__(self, path: Path, dimensions: int) -> None:
        self._width = dimensions
        self._lock = threading.Lock()
        self._file = FileIO(path, "r")

    def __getitem__(self, places: Places) -> npt.NDArray[np.int8]:
        """These rows, in this order."""
        with self._lock:
            found = b"".join([self._row(place) for place in places.tolist()])
        return np.frombuffer(found, dtype=np.int8).reshape(len(places), self._width)

    def _row(self, place: int) -> bytes:
        self._file.seek(place * self._width)
        return self._file.read(self._width) or b""


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
