"""Products of bytes: many rows laid out once, questions multiplied with all of them.

They are ONNX Runtime's MatMulInteger: four times less memory to read than floats, and sums of whole numbers are exact.
The rows are a constant of its graph, so that it lays them out once as the processor's own products of bytes want them:
that is six times faster, and a second question with the first costs next to nothing.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.int8]
WholeNumbers = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.float32]

QUESTION_LIMIT = 63
"""Seven bits: two products of a byte pair stay below 2^15, where older processors would cut them off."""

FINER = 64
"""A question is rounded twice, the second time what the first left, in steps this much finer: its own share of the
error would be three times that of the rows, and a row that cannot be told apart costs more than a second product."""

_OFFSET = 64


class ByteProducts:
    """Rows as bytes, a column each (dimensions × rows), in a session that multiplies questions with them."""

    def __init__(self, rows: Bytes) -> None:
        self.count = rows.shape[1]
        self._session = _laid_out(rows)

    def of(self, asked: npt.NDArray[np.floating[Any]]) -> WholeNumbers:
        """Products (questions × rows) of whole numbers within ± QUESTION_LIMIT."""
        offset = (asked + _OFFSET).astype(np.uint8)
        products: WholeNumbers = self._session.run(None, {"question": offset})[0]
        return products

    def are_right(self, rows: Bytes) -> bool:
        """Whether this machine multiplies the bytes that were given as numpy does."""
        asked = np.arange(rows.shape[0])[None, :] % (2 * QUESTION_LIMIT + 1) - QUESTION_LIMIT
        few = rows[:, :64].astype(np.int64)
        return bool(np.array_equal(self.of(asked.astype(np.float32))[0, :64], asked[0] @ few))


def in_two_steps(questions: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """(coarse, fine, worth of one fine step) of each row: numbers near (coarse · FINER + fine) · worth."""
    steps = np.maximum(np.abs(questions).max(axis=1, keepdims=True), 1e-12) / QUESTION_LIMIT
    coarse = np.rint(questions / steps)
    fine = np.rint((questions / steps - coarse) * FINER)
    return coarse, fine, (steps / FINER).astype(np.float32)


def _laid_out(rows: Bytes) -> Any:
    import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415  loaded with the first large library

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False
    options.add_external_initializers(["rows"], [onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(rows))])
    return onnxruntime.InferenceSession(_graph(*rows.shape), options, providers=["CPUExecutionProvider"])


def _graph(dimensions: int, count: int) -> bytes:
    """An ONNX model that is one node: products = MatMulInteger(question, rows, offset); `rows` come from who loads."""
    names = ("question", "rows", "offset")
    node = b"".join(_field(1, name) for name in names) + _field(2, "products") + _field(4, "MatMulInteger")
    elsewhere = _field(13, _field(1, "location") + _field(2, "rows")) + _field(14, 1)
    rows = _field(1, dimensions) + _field(1, count) + _field(2, 3) + _field(8, "rows") + elsewhere
    offset = _field(2, 2) + _field(8, "offset") + _field(9, bytes([_OFFSET]))
    graph = _field(1, node) + _field(2, "g") + _field(5, rows) + _field(5, offset)
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
