"""A first look at many vectors at once: bytes instead of floats, with a proven bound on how far each answer may be off.

A row x is kept as whole numbers r with a scale s, a question q asked as p, a sum of whole numbers u with scales t. By
Cauchy and Schwarz |q·x - p·s·r| ≤ |q|·|x - s·r| + |q - p|·|s·r|, and both distances are known. The products of bytes
are ONNX Runtime's MatMulInteger: four times less memory to read than floats; sums of whole numbers are exact.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .embedding import Vectors

BLOCK = 16_384
"""Rows a product: smaller ones cost calls, larger ones more copying when a part changes."""

_ROW_LIMIT = 127
_QUESTION_LIMIT = 63
"""Seven bits: two products of a byte pair stay below 2^15, where older processors would cut them off."""

_OFFSET = 64
_ROUNDS = 2
_ROUNDING = 1e-5
"""What float32 arithmetic may add to the bound."""

Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Rows:
    """Up to BLOCK vectors as bytes, a column each (dimensions × rows), with what turns products into cosines."""

    bytes: npt.NDArray[np.int8]
    scales: Numbers
    sums: Numbers
    errors: Numbers


@dataclass(frozen=True, slots=True)
class Estimate:
    """A cosine for every row, each right within `error`."""

    cosines: Numbers
    error: float


def as_bytes(vectors: Vectors) -> Rows:
    """The rows of a block; `errors` are the lengths of what rounding took away."""
    scales = np.maximum(np.abs(vectors).max(axis=1), 1e-12) / _ROW_LIMIT
    rounded = np.rint(vectors / scales[:, None])
    left = vectors - rounded * scales[:, None]
    errors = np.sqrt(np.einsum("ij,ij->i", left, left, dtype=np.float32))
    return Rows(
        bytes=np.ascontiguousarray(rounded.astype(np.int8).T),
        scales=scales.astype(np.float32),
        sums=rounded.sum(axis=1, dtype=np.float32),
        errors=errors.astype(np.float32),
    )


class CoarseMatrix:
    """Many rows in blocks. Its products are checked once against numpy's: `is_exact` says whether to trust them."""

    def __init__(self, blocks: Sequence[Rows]) -> None:
        self.count = sum(block.bytes.shape[1] for block in blocks)
        self._scales = np.concatenate([block.scales for block in blocks])
        self._shift = np.concatenate([block.sums for block in blocks]) * np.float32(_OFFSET)
        self._worst = max(float(block.errors.max()) for block in blocks)
        self._blocks = [block.bytes for block in blocks]
        self._lock = threading.Lock()

    def estimate(self, question: Vectors) -> Estimate:
        """A cosine for every row, in their order.

        The question is rounded twice, the second time what the first left: its own share of the error would be three
        times that of the rows, and a row that cannot be told apart costs more than a second product.
        """
        products = np.zeros(self.count, dtype=np.float32)
        left = question
        for _ in range(_ROUNDS):
            scale = max(float(np.abs(left).max()), 1e-12) / _QUESTION_LIMIT
            rounded = np.rint(left / scale)
            found = self._products((rounded + _OFFSET).astype(np.uint8)[None, :])
            products += (found - self._shift) * np.float32(scale)
            left = left - rounded * scale
        missing = float(np.linalg.norm(left)) * (1.0 + self._worst)
        error = float(np.linalg.norm(question)) * self._worst + missing + _ROUNDING
        return Estimate(products * self._scales, error)

    @cached_property
    def is_exact(self) -> bool:
        """Whether this machine multiplies bytes as numpy does."""
        asked = np.arange(self._blocks[0].shape[0], dtype=np.uint8)[None, :] % (_OFFSET + _QUESTION_LIMIT + 1)
        few = np.ascontiguousarray(self._blocks[0][:, :64])
        return bool(np.array_equal(_multiply(asked, few)[0], asked[0].astype(np.int64) @ few.astype(np.int64)))

    def _products(self, asked: npt.NDArray[np.uint8]) -> Numbers:
        return np.concatenate([_multiply(asked, block)[0] for block in self._blocks]).astype(np.float32)


def _multiply(asked: npt.NDArray[np.uint8], rows: npt.NDArray[np.int8]) -> npt.NDArray[np.int32]:
    found: npt.NDArray[np.int32] = _session().run(None, {"question": asked, "rows": rows})[0]
    return found


@cache
def _session() -> Any:
    import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415  loaded with the first large library

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(_graph(), options, providers=["CPUExecutionProvider"])


def _graph() -> bytes:
    """An ONNX model that is one node: products = MatMulInteger(question, rows), sizes as they come."""
    node = _field(1, "question") + _field(1, "rows") + _field(2, "products") + _field(4, "MatMulInteger")
    inputs = _tensor(11, "question", 2, "m", "k") + _tensor(11, "rows", 3, "k", "n")
    graph = _field(1, node) + _field(2, "g") + inputs + _tensor(12, "products", 6, "m", "n")
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 17))


def _tensor(field: int, name: str, kind: int, *sizes: str) -> bytes:
    shape = b"".join(_field(1, _field(2, size)) for size in sizes)
    return _field(field, _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape))))


def _field(number: int, value: bytes | str | int) -> bytes:
    """One field as protobuf writes it: a small whole number, or bytes with their length before them."""
    if isinstance(value, int):
        return bytes([number << 3]) + _varint(value)
    content = value.encode() if isinstance(value, str) else value
    return bytes([number << 3 | 2]) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])
