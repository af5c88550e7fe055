"""Question memory: known questions and the standard clauses they ask for. A new question is told by its neighbours.

The shipped memory lies in resources/models/memory-<pack>.npz (development/fitting/memory.py): vectors of questions and
street phrases, each with its target, and the vectors of the targets: a public clause, or the titles that insurers print
over a standard clause. It belongs to one model; with another one it stays silent.
"""

import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.packs.registry import fitted_file

from .embedding import Vectors
from .rows import BLOCK, BytesAside, CoarseMatrix, Rows, dots

_NEIGHBOURS = 30
_TEMPERATURE = 0.04
"""So many nearest known questions are heard, each by a softmax at this temperature: found on questions kept back."""

_ITSELF = 0.999
_NOTHING: Vectors = np.zeros((0, 512), dtype=np.float32)
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


_Bytes = npt.NDArray[np.int8]
_Scales = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Stored:
    """The file's vectors as they lie in it, and a first look at all questions. A few are widened at a time.

    The first look holds the questions' bytes in its own order: the same ones lie aside, in a file.
    """

    questions: _Bytes | BytesAside
    question_scales: _Scales
    targets_of: npt.NDArray[np.int32]
    targets: _Bytes
    target_scales: _Scales
    coarse: CoarseMatrix

    def questions_at(self, places: npt.NDArray[np.int64]) -> Vectors:
        asked = self.questions
        rows = asked.take(places) if isinstance(asked, BytesAside) else asked[places]
        return widened(rows, self.question_scales[places])

    def targets_at(self, places: npt.NDArray[np.int64]) -> Vectors:
        chosen = self.targets_of[places]
        return widened(self.targets[chosen], self.target_scales[chosen])

    def nearest(self, question: Vectors, but_itself: bool) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Places in order and cosines of the nearest questions, _NEIGHBOURS at least, as all of them would say."""
        if self.coarse.is_exact:
            estimate = self.coarse.estimates(question[None, :])[0]
            looks, off = estimate.cosines, 2 * estimate.error
            itself = int(np.count_nonzero(looks > _ITSELF - off)) if but_itself else 0
            wanted = min(_NEIGHBOURS + itself, len(looks))
            least = np.partition(looks, len(looks) - wanted)[len(looks) - wanted]
            places = np.flatnonzero(looks >= least - off)
        else:
            places = np.arange(len(self.question_scales))
        steps = range(0, len(places), BLOCK)
        found = [dots(self.questions_at(places[start : start + BLOCK]), question) for start in steps]
        return places, np.concatenate(found)


def _first_look(vectors: _Bytes) -> Rows:
    """The stored bytes as they are: nothing was rounded away."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float32))
    return Rows(np.ascontiguousarray(vectors.T), 1 / np.maximum(lengths, 1))


def _aside(vectors: _Bytes) -> _Bytes | BytesAside:
    """The rows in a file that ends with the process; in memory where no file can be had."""
    try:
        return BytesAside(vectors)
    except OSError:
        return vectors


def memory_path(pack: str) -> Path:
    return fitted_file(f"memory-{pack}.npz")


def known_clauses(path: Path, fingerprint: str) -> Vectors | None:
    """The vectors of the clauses in a memory, as this model makes them; None where there are none of its making."""
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as file:
        is_ours = str(file["fingerprint"]) == fingerprint
        return widened(file["targets"], file["target_scales"]) if is_ours else None


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
        if not self._path.is_file():
            return None
        with np.load(self._path, allow_pickle=False) as file:
            if str(file["fingerprint"]) != self._fingerprint:
                return None
            questions = file["questions"]
            return _Stored(
                questions=_aside(questions),
                question_scales=file["question_scales"],
                targets_of=file["targets_of"].astype(np.int32),
                targets=file["targets"],
                target_scales=file["target_scales"],
                coarse=CoarseMatrix(
                    _first_look(questions[start : start + BLOCK]) for start in range(0, len(questions), BLOCK)
                ),
            )

    def recall(self, question: Vectors, kept: Known | None = None, *, but_itself: bool = False) -> Recalled | None:
        """The direction of the neighbours' clauses, `kept` questions of the library among them; None without any.

        For fitting: `but_itself` leaves the same question out.
        """
        stored = self._stored
        places, alike = _NOBODY, np.zeros(0, dtype=np.float32)
        if stored is not None:
            places, alike = stored.nearest(question, but_itself)
        own = kept or Known(_NOTHING, _NOTHING)
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


def narrowed(vectors: Vectors) -> tuple[_Bytes, _Scales]:
    """Unit vectors as bytes with a scale each: a quarter of the size, cosines within 0.002."""
    scales = np.abs(vectors).max(axis=1, keepdims=True) / 127.0
    return np.round(vectors / scales).astype(np.int8), scales.astype(np.float32)


def widened(stored: _Bytes, scales: _Scales) -> Vectors:
    """The unit vectors that `narrowed` took."""
    vectors = stored.astype(np.float32) * scales
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
