"""A matrix on disk: exact rows to read from while a library is open, and the first look's bytes to begin with at once.

The file is only a copy of what the library holds. It lies in the user's cache, may be deleted at any time, and says of
each document which state of its rows it holds (`stamps`), so that an old one is of use for all that did not change.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from itertools import pairwise
from pathlib import Path

import numpy as np

from .byte_products import Bytes
from .embedding import Vectors
from .leading import (
    AXES,
    BLOCK,
    ERRORS,
    FOLLOWING_WIDTH,
    LEADING_WIDTH,
    Axes,
    LeadingMatrix,
    TurnedRows,
    axes_of,
    turned_rows,
)
from .matrix import Part
from .rows import Places, RowsInFile

_MAGIC = b"IDVEC004"
_STEP = 2048
"""Rows turned into bytes at a time: a first look is made without a second matrix in memory."""

_PAGE = 4096
_SAMPLE = 8192
"""Rows that the axes are found from."""


@dataclass(frozen=True, slots=True)
class KeptDocument:
    """A document's rows in the file and the stamp that they had."""

    document: int
    stamp: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things lie in a file of `count` rows."""

    count: int
    dimensions: int

    @property
    def axes(self) -> int:
        """4 bytes each: the middle, the directions and the steps of the axes."""
        return 24

    @property
    def clauses(self) -> int:
        """Clauses (8 bytes each), then what rounding took (ERRORS times 4 bytes each)."""
        return self.axes + 4 * (self.dimensions + self.dimensions * AXES + AXES)

    @property
    def leading(self) -> int:
        """Block by block, an axis after the other."""
        return self.clauses + (8 + 4 * ERRORS) * self.count

    @property
    def following(self) -> int:
        """Row by row."""
        return self.leading + self.count * LEADING_WIDTH

    @property
    def rows(self) -> int:
        """Where a page begins: no row lies on more pages than it must."""
        return -(-(self.following + self.count * FOLLOWING_WIDTH) // _PAGE) * _PAGE

    @property
    def end(self) -> int:
        return self.rows + self.count * self.dimensions * 4


class MatrixWriter:
    """Takes rows in any order, makes the first look's bytes of them, and gives the part that reads from the file."""

    def __init__(self, file: FileIO, clauses: Places, dimensions: int) -> None:
        self._file = file
        self._clauses = clauses
        self._layout = _Layout(len(clauses), dimensions)
        self._file.truncate(self._layout.end)

    def put(self, places: Places, vectors: Vectors) -> None:
        """Rows for these places; neighbours are written together."""
        order = np.argsort(places, kind="stable")
        places, vectors = places[order], np.ascontiguousarray(vectors[order])
        cuts = [0, *(np.flatnonzero(np.diff(places) != 1) + 1).tolist(), len(places)]
        width = self._layout.dimensions * 4
        for start, stop in pairwise(cuts):
            self._write(self._layout.rows + int(places[start]) * width, vectors[start:stop].tobytes())

    def finish(self, documents: list[KeptDocument]) -> Part:
        """Writes all that is not rows, last of all what makes the file whole."""
        exact = RowsInFile(self._file, self._layout.rows, self._layout.dimensions)
        count = self._layout.count
        axes = axes_of(exact.take(np.linspace(0, count - 1, min(count, _SAMPLE)).astype(np.int64)))
        self._write(self._layout.axes, b"".join(each.tobytes() for each in (axes.middle, axes.turned, axes.steps)))
        self._write(self._layout.clauses, self._clauses.tobytes())
        leading = LeadingMatrix(axes, self._kept(_blocks(exact, axes, count)))
        told = [(each.document, each.stamp, each.start, each.stop) for each in documents]
        self._write(self._layout.end, json.dumps(told).encode())
        sizes = np.array([count, self._layout.dimensions], dtype=np.int64)
        self._write(0, _MAGIC + sizes.tobytes())
        self._file.flush()
        return Part(exact, self._clauses, spans_of(documents), leading)

    def _kept(self, blocks: Iterable[TurnedRows]) -> Iterator[TurnedRows]:
        """The blocks, each written when it is taken."""
        start, count = 0, self._layout.count
        for block in blocks:
            self._write(self._layout.clauses + 8 * count + 4 * ERRORS * start, block.errors.tobytes())
            self._write(self._layout.leading + start * LEADING_WIDTH, block.leading.tobytes())
            self._write(self._layout.following + start * FOLLOWING_WIDTH, block.following.tobytes())
            yield block
            start += len(block.following)

    def _write(self, place: int, content: bytes) -> None:
        self._file.seek(place)
        left = memoryview(content)
        while left:
            left = left[self._file.write(left) :]


def _blocks(exact: RowsInFile, axes: Axes, count: int) -> Iterator[TurnedRows]:
    for start in range(0, count, BLOCK):
        stop = min(start + BLOCK, count)
        pieces = [turned_rows(exact.span(place, min(place + _STEP, stop)), axes) for place in range(start, stop, _STEP)]
        yield TurnedRows(
            leading=np.concatenate([piece.leading for piece in pieces], axis=1),
            following=np.concatenate([piece.following for piece in pieces]),
            errors=np.concatenate([piece.errors for piece in pieces]),
        )


def read_matrix(path: Path) -> tuple[Part, tuple[KeptDocument, ...]] | None:
    """The part that a file holds, with the state of each document in it; None where there is no whole file."""
    try:
        file = FileIO(path, "r")
    except OSError:
        return None
    with suppress(OSError, ValueError, TypeError):
        return _read(file)
    file.close()
    return None


def _read(file: FileIO) -> tuple[Part, tuple[KeptDocument, ...]]:
    head = file.read(24) or b""
    count, dimensions = np.frombuffer(head[8:], dtype=np.int64).tolist()
    layout = _Layout(count, dimensions)
    if head[:8] != _MAGIC or os.fstat(file.fileno()).st_size <= layout.end:
        raise ValueError("not a whole file of vectors")
    middle, turned, steps = (_read_floats(file, size) for size in (dimensions, dimensions * AXES, AXES))
    clauses = np.fromfile(file, dtype=np.int64, count=count)
    errors = _read_floats(file, ERRORS * count).reshape(count, ERRORS)

    def blocks() -> Iterator[TurnedRows]:
        for start in range(0, count, BLOCK):
            size = min(BLOCK, count - start)
            file.seek(layout.leading + start * LEADING_WIDTH)
            leading = _read_bytes(file, size * LEADING_WIDTH).reshape(LEADING_WIDTH, size)
            file.seek(layout.following + start * FOLLOWING_WIDTH)
            following = _read_bytes(file, size * FOLLOWING_WIDTH).reshape(size, FOLLOWING_WIDTH)
            yield TurnedRows(leading, following, errors[start : start + size])

    leading = LeadingMatrix(Axes(middle, turned.reshape(dimensions, AXES), steps), blocks())
    file.seek(layout.end)
    documents = tuple(KeptDocument(*each) for each in json.loads(file.read() or b""))
    return Part(RowsInFile(file, layout.rows, dimensions), clauses, spans_of(documents), leading), documents


def _read_bytes(file: FileIO, count: int) -> Bytes:
    return np.fromfile(file, dtype=np.int8, count=count)


def _read_floats(file: FileIO, count: int) -> Vectors:
    return np.fromfile(file, dtype=np.float32, count=count)


def spans_of(documents: list[KeptDocument] | tuple[KeptDocument, ...]) -> Mapping[int, tuple[int, int]]:
    """From where to where the rows of each document go."""
    return {each.document: (each.start, each.stop) for each in documents}
