"""Codes vectors of unit length for `index/coded_rows`."""

import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from insurance_desktop.index.coded_rows import CodedRows, together
from insurance_desktop.index.embedding import Vectors

_EXACT = 2**24
"""Up to this, float32 holds every whole number."""


def coded(vectors: Vectors, width: float) -> CodedRows:
    """`width` is the step along an axis in which the vectors spread as in the geometric mean of all.

    Where they spread more, steps are finer, by the root of the spread: equal steps would keep lengths best, steps by
    the spread itself the cosines between such vectors.
    """
    squares, axes = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors / len(vectors))
    spread = np.sqrt(np.maximum(squares, 1e-12))
    widths = width * np.sqrt(np.exp(np.log(spread).mean()) / spread)
    numbers = np.rint(vectors @ axes / widths)
    used = np.flatnonzero(np.abs(numbers).max(axis=0))[::-1]  # what says most comes first
    numbers, axes = numbers[:, used], (axes * widths)[:, used].T
    axes = np.rint(axes * (127 / np.abs(axes).max()))
    if max(np.abs(numbers).max() / 127, (np.abs(numbers) @ np.abs(axes)).max() / _EXACT) > 1:
        raise ValueError("the steps are too fine to be decoded exactly")
    largest = np.abs(numbers).max(axis=0).astype(np.uint8)
    columns = numbers.T.astype(np.int64)
    symbols = [_joined(column, most) for column, most in zip(columns, largest.tolist(), strict=True)]
    return CodedRows(len(vectors), axes.astype(np.int8), largest, _packed(symbols))


def _joined(column: npt.NDArray[np.int64], largest: int) -> bytes:
    """Numbers from -largest to largest, several in a byte."""
    values, count = 2 * largest + 1, together(largest)
    filled = np.pad(column + largest, (0, -len(column) % count)).reshape(-1, count)
    return (filled @ values ** np.arange(count)).astype(np.uint8).tobytes()


def _packed(symbols: Sequence[bytes]) -> bytes:
    """By how often each byte occurs in its own axis: noise repeats nothing else."""
    packing = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL + 1, zlib.Z_RLE)
    parts = [packing.compress(axis) + packing.flush(zlib.Z_SYNC_FLUSH) for axis in symbols]
    return b"".join(parts) + packing.flush()


def arrays_of(rows: CodedRows) -> dict[str, npt.NDArray[np.generic]]:
    """What `read_coded` reads."""
    return {
        "count": np.array(rows.count),
        "axes": rows.axes,
        "largest": rows.largest,
        "symbols": np.frombuffer(rows.symbols, dtype=np.uint8),
    }
