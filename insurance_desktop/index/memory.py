"""Question memory: known questions and the standard clauses they ask for. A new question is told by its neighbours.

The shipped memory lies in resources/models/memory-<pack>.npz (development/fitting/memory.py): vectors of questions and
street phrases, each with its target, and the vectors of the targets: a public clause, or the titles that insurers print
over a standard clause. It belongs to one model; with another one it stays silent. The file is coded (`coded_rows`); the
rows that it tells are kept in the user's cache.
"""

import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.packs.registry import fitted_file

from .array_files import opened_arrays
from .byte_products import Bytes
from .coded_rows import read_coded
from .embedding import Vectors
from .kept_files import kept_file
from .rows import BLOCK, BytesInFile, CoarseMatrix, Rows, dots

_NEIGHBOURS = 30
_TEMPERATURE = 0.04
"""So many nearest known questions are heard, each by a softmax at this temperature: found on questions kept back."""

_ITSELF = 0.96
"""A question that is nearer is taken for the same one: coded, none is farther from itself."""

_NOBODY: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the memory makes of a question: where its standard clauses lie (unit length) and how near the nearest is."""

    direction: Vectors
    nearest: float


@dataclass(frozen=True, slots=True)
class Known:
    """Questions with what they ask for, row by row, in vectors of unit length (n × dimensions)."""

    questions: Vectors
    targets: Vectors


@dataclass(frozen=True, slots=True)
class _Stored:
    """The questions' rows and behind them the targets', of which a few are widened at a time, and a first look.

    The first look holds the questions' bytes in its own order; the rows lie in the cache's file.
    """

    rows: BytesInFile | Bytes
    targets_of: npt.NDArray[np.int64]
    fidelity: float
    """What coding left of a cosine with a neighbour."""

    coarse: CoarseMatrix

    def questions_at(self, places: npt.NDArray[np.int64]) -> Vectors:
        return widened(self.rows[places])

    def targets_at(self, places: npt.NDArray[np.int64]) -> Vectors:
        return widened(self.rows[len(self.targets_of) + self.targets_of[places]])

    def nearest(self, question: Vectors, but_itself: bool) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Places in order and cosines of the nearest questions, _NEIGHBOURS at least, as all of them would say."""
        if self.coarse.is_exact:
            estimate = self.coarse.estimates(question[None, :])[0]
            looks, off = estimate.cosines, 2 * estimate.error
            itself = int(np.count_nonzero(looks > _ITSELF * self.fidelity - off)) if but_itself else 0
            wanted = min(_NEIGHBOURS + itself, len(looks))
            least = np.partition(looks, len(looks) - wanted)[len(looks) - wanted]
            places = np.flatnonzero(looks >= least - off)
        else:
            places = np.arange(len(self.targets_of))
        steps = range(0, len(places), BLOCK)
        found = [dots(self.questions_at(places[start : start + BLOCK]), question) for start in steps]
        return places, np.concatenate(found) / np.float32(self.fidelity)


def _first_look(vectors: Bytes) -> Rows:
    """The stored bytes as they are: nothing was rounded away."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float32))
    return Rows(np.ascontiguousarray(vectors.T), 1 / np.maximum(lengths, 1))


def memory_path(pack: str) -> Path:
    return fitted_file(f"memory-{pack}.npz")


def known_clauses(path: Path, fingerprint: str) -> Vectors | None:
    """The vectors of the clauses in a memory, as this model makes them; None where there are none of its making."""
    file = _opened(path, fingerprint)
    return None if file is None else widened(file.all_rows()[len(file.targets_of) :])


@dataclass(frozen=True, slots=True)
class _File:
    """What a memory's file says, and where the rows are that it tells."""

    targets_of: npt.NDArray[np.int64]
    fidelity: float
    rows: Path | bytes
    dimensions: int

    def all_rows(self) -> Bytes:
        rows = self.rows
        told = np.frombuffer(rows, np.int8) if isinstance(rows, bytes) else np.fromfile(rows, np.int8)
        return told.reshape(-1, self.dimensions)


def _opened(path: Path, fingerprint: str) -> _File | None:
    """None where there is no file, or it belongs to another model."""
    if not path.is_file():
        return None
    with opened_arrays(path) as file:
        if str(file["fingerprint"]) != fingerprint:
            return None
        asked = file["asked"]
        rows = kept_file(path, ".rows", str(file["sha256"]), lambda: read_coded(file).decoded().tobytes())
        return _File(np.repeat(np.arange(len(asked)), asked), float(file["fidelity"]), rows, file["axes"].shape[1])


class QuestionMemory:
    """The known questions of a pack, read when the first one is needed. No file: no memory."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self._path = path
        self._fingerprint = fingerprint
        self._loading = threading.Lock()

    def load(self) -> None:
        """Reads the file that the first question would wait for."""
        _ = self._stored

    @property
    def _stored(self) -> _Stored | None:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> _Stored | None:
        file = _opened(self._path, self._fingerprint)
        if file is None:
            return None
        rows = file.all_rows()
        questions = rows[: len(file.targets_of)]
        coarse = CoarseMatrix(
            _first_look(questions[start : start + BLOCK]) for start in range(0, len(questions), BLOCK)
        )
        kept = rows if isinstance(file.rows, bytes) else BytesInFile(file.rows, file.dimensions)
        return _Stored(kept, file.targets_of, file.fidelity, coarse)

    def recall(self, question: Vectors, kept: Known | None = None, *, but_itself: bool = False) -> Recalled | None:
        """The direction of the neighbours' clauses, `kept` questions of the library among them; None without any.

        For fitting: `but_itself` leaves the same question out.
        """
        stored = self._stored
        places, alike = _NOBODY, np.zeros(0, dtype=np.float32)
        if stored is not None:
            places, alike = stored.nearest(question, but_itself)
        nothing = np.zeros((0, len(question)), dtype=np.float32)
        own = kept or Known(nothing, nothing)
        alike = np.concatenate([alike, dots(own.questions, question)])
        if not len(alike):
            return None
        if but_itself:
            alike = np.where(alike > _ITSELF, -1.0, alike)
        near = np.sort(np.argsort(-alike, kind="stable")[:_NEIGHBOURS])
        shipped = places[near[near < len(places)]]
        targets = own.targets[near[len(shipped) :] - len(places)]
        if stored is not None:
            targets = np.vstack([stored.targets_at(shipped), targets])
        votes = np.exp((alike[near] - alike[near].max()) / _TEMPERATURE)
        pulled = np.einsum("i,ij->j", votes / votes.sum(), targets)
        direction = np.asarray(pulled / np.linalg.norm(pulled), dtype=np.float32)
        return Recalled(direction, float(alike[near].max()))


def widened(rows: Bytes) -> Vectors:
    """Rows of bytes as vectors of unit length."""
    vectors = rows.astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
