"""Where exact vectors lie while a library is open: in memory, or in a file of which only what is asked for is read."""

import os
import tempfile
import threading
from io import FileIO
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .embedding import Vectors

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


class BytesAside:
    """Rows of bytes in a file without a name, of which a few are read at a time. OSError where none can be written."""

    def __init__(self, rows: npt.NDArray[np.int8]) -> None:
        self._width = rows.shape[1]
        self._lock = threading.Lock()
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed with its owner
        self._file.write(np.ascontiguousarray(rows).data)
        self._file.flush()

    def take(self, places: Places) -> npt.NDArray[np.int8]:
        """These rows, in this order."""
        with self._lock:
            found = b"".join([self._row(place) for place in places.tolist()])
        return np.frombuffer(found, dtype=np.int8).reshape(len(places), self._width)

    def _row(self, place: int) -> bytes:
        self._file.seek(place * self._width)
        return self._file.read(self._width)
