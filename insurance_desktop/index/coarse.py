"""A first look at many vectors at once: bytes instead of floats, with a proven bound on how far each answer may be off.

A row x is kept as whole numbers r with a scale s, a question q asked as p, a sum of whole numbers u with scales t. By
Cauchy and Schwarz |q·x - p·s·r| ≤ |q|·|x - s·r| + |q - p|·|s·r|, and both distances are known. The products of bytes
are ONNX Runtime's MatMulInteger: four times less memory to read than floats; sums of whole numbers are exact. The rows
are a constant of its graph, so that it lays them out once as the processor's own products of bytes want them: that is
six times faster, and a second question with the first costs next to nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .embedding import Vectors
from .inference import give_back_memory

BLOCK = 16_384
"""Rows a product: smaller ones cost calls, larger ones more memory while they are laid out."""

_ROW_LIMIT = 127
_QUESTION_LIMIT = 63
"""Seven bits: two products of a byte pair stay below 2^15, where older processors would cut them off."""

_OFFSET = 64
_FINER = 64
"""A question is rounded twice, the second time what the first left, in steps this much finer: its own share of the
error would be three times that of the rows, and a row that cannot be told apart costs more than a second product."""

_ROUNDING = 1e-5
"""What float32 arithmetic may add to the bound; a length of one within 1e-4 adds less."""

_UNIT = 1.0001

Numbers = npt.NDArray[np.float32]
WholeNumbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Rows:
    """Up to BLOCK vectors as bytes, a column each (dimensions × rows), with what turns products into cosines."""

    bytes: npt.NDArray[np.int8]
    scales: Numbers
    sums: Numbers
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
        sums=rounded.sum(axis=1, dtype=np.float32),
        errors=errors.astype(np.float32),
    )


class CoarseMatrix:
    """Many rows in blocks. Its products are checked once against numpy's: `is_exact` says whether to trust them."""

    def __init__(self, blocks: Iterable[Rows]) -> None:
        """Takes the blocks one by one, so that no more than one has to be in memory twice."""
        scales, sums, errors = [], [], []
        self._blocks: list[Any] = []
        self.is_exact = True
        for block in blocks:
            self._blocks.append(_laid_out(block.bytes))
            if len(self._blocks) == 1:
                self.is_exact = _multiplies(self._blocks[0], block.bytes)
            scales.append(block.scales)
            sums.append(block.sums)
            errors.append(block.errors)
            del block
            give_back_memory()
        self._scales, self._errors = np.concatenate(scales), np.concatenate(errors)
        self._shift = np.concatenate(sums).astype(np.int32) * np.int32(_OFFSET * (_FINER + 1))
        self._worst = float(self._errors.max())
        self.count = len(self._scales)

    def estimates(self, questions: Vectors) -> list[Estimate]:
        """For each question (a row of `questions`) a cosine for every row, in their order."""
        steps = np.maximum(np.abs(questions).max(axis=1, keepdims=True), 1e-12) / _QUESTION_LIMIT
        coarse = np.rint(questions / steps)
        fine = np.rint((questions / steps - coarse) * _FINER)
        asked = (np.concatenate([coarse, fine]) + _OFFSET).astype(np.uint8)
        count = len(questions)
        cosines = np.empty((count, self.count), dtype=np.float32)
        start = 0
        for block in self._blocks:
            products: WholeNumbers = block.run(None, {"question": asked})[0]
            stop = start + products.shape[1]
            whole = products[:count] * np.int32(_FINER) + products[count:] - self._shift[start:stop]
            np.multiply(whole, self._scales[start:stop], out=cosines[:, start:stop], casting="same_kind")
            start = stop
        cosines *= (steps / _FINER).astype(np.float32)
        lengths = np.linalg.norm(questions, axis=1).tolist()
        left = np.linalg.norm(questions - (coarse + fine / _FINER) * steps, axis=1).tolist()
        return [self._estimate(*each) for each in zip(cosines, lengths, left, strict=True)]

    def _estimate(self, cosines: Numbers, length: float, left: float) -> Estimate:
        least = left * (1.0 + self._worst) + _ROUNDING
        own = self._errors if length < _UNIT else self._errors * np.float32(length)
        return Estimate(cosines, least + self._worst * length, least, own)


def _multiplies(block: Any, rows: npt.NDArray[np.int8]) -> bool:
    """Whether this machine multiplies bytes as numpy does."""
    asked = np.arange(rows.shape[0], dtype=np.uint8)[None, :] % (_OFFSET + _QUESTION_LIMIT + 1)
    few = rows[:, :64].astype(np.int64)
    return bool(np.array_equal(block.run(None, {"question": asked})[0][0, :64], asked[0].astype(np.int64) @ few))


def _laid_out(rows: npt.NDArray[np.int8]) -> Any:
    """A session that holds these rows and multiplies questions with them."""
    import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415  loaded with the first large library

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False
    options.add_external_initializers(["rows"], [onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(rows))])
    return onnxruntime.InferenceSession(_graph(*rows.shape), options, providers=["CPUExecutionProvider"])


def _graph(dimensions: int, count: int) -> bytes:
    """An ONNX model that is one node: products = MatMulInteger(question, rows); `rows` are brought by who loads it."""
    node = _field(1, "question") + _field(1, "rows") + _field(2, "products") + _field(4, "MatMulInteger")
    elsewhere = _field(13, _field(1, "location") + _field(2, "rows")) + _field(14, 1)
    rows = _field(1, dimensions) + _field(1, count) + _field(2, 3) + _field(8, "rows") + elsewhere
    graph = _field(1, node) + _field(2, "g") + _field(5, rows)
    graph += _tensor(11, "question", 2, "m", "k") + _tensor(12, "products", 6, "m", "n")
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 17))


def _tensor(field: int, name: str, kind: int, *sizes: str) -> bytes:
    shape = b"".join(_field(1, _field(2, size)) for size in sizes)
    return _field(field, _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape))))


def _field(number: int, value: bytes | str | int) -> bytes:
    """One field as protobuf writes it: a whole number, or bytes with their length before them."""
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
