"""Question memory: known questions and the standard clauses they ask for. A new question is told by its neighbours.

The shipped memory lies in resources/models/memory-<pack>.npz (made by tools/build_memory.py): vectors of questions and
street phrases, each with its target, and the vectors of the targets: a public clause, or the titles that insurers print
over a standard clause. It belongs to one model; with another one it stays silent.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop import paths

from .embedding import Vectors

_NEIGHBOURS = 30
_TEMPERATURE = 0.04
"""DESIGN 5a: the 30 nearest known questions, softmax at 0.04."""

_ITSELF = 0.999
_NOTHING: Vectors = np.zeros((0, 512), dtype=np.float32)
_NOBODY: npt.NDArray[np.int32] = np.zeros(0, dtype=np.int32)


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
    questions: npt.NDArray[np.float32]
    targets_of: npt.NDArray[np.int32]
    targets: npt.NDArray[np.float32]
    fingerprint: str


def memory_path(pack: str) -> Path:
    return paths.model_folder() / f"memory-{pack}.npz"


class QuestionMemory:
    """The known questions of a pack, read when the first one is needed. No file: no memory."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self._path = path
        self._fingerprint = fingerprint

    @cached_property
    def _stored(self) -> _Stored | None:
        if not self._path.is_file():
            return None
        with np.load(self._path, allow_pickle=False) as file:
            stored = _Stored(
                questions=widened(file["questions"], file["question_scales"]),
                targets_of=file["targets_of"].astype(np.int32),
                targets=widened(file["targets"], file["target_scales"]),
                fingerprint=str(file["fingerprint"]),
            )
        return stored if stored.fingerprint == self._fingerprint else None

    def recall(self, question: Vectors, kept: Known | None = None, *, but_itself: bool = False) -> Recalled | None:
        """The direction of the neighbours' clauses, `kept` questions of the library among them; None without any.

        For fitting: `but_itself` leaves the same question out.
        """
        stored = self._stored or _Stored(_NOTHING, _NOBODY, _NOTHING, "")
        own = kept or Known(_NOTHING, _NOTHING)
        alike = np.concatenate([stored.questions @ question, own.questions @ question])
        if not len(alike):
            return None
        if but_itself:
            alike = np.where(alike > _ITSELF, -1.0, alike)
        near = np.sort(np.argpartition(-alike, min(_NEIGHBOURS, len(alike) - 1))[:_NEIGHBOURS])
        shipped = near[near < len(stored.questions)]
        targets = np.vstack(
            [stored.targets[stored.targets_of[shipped]], own.targets[near[len(shipped) :] - len(stored.questions)]]
        )
        votes = np.exp((alike[near] - alike[near].max()) / _TEMPERATURE)
        pulled = (votes / votes.sum()) @ targets
        direction = np.asarray(pulled / np.linalg.norm(pulled), dtype=np.float32)
        return Recalled(direction, float(alike[near].max()))


def narrowed(vectors: Vectors) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Unit vectors as bytes with a scale each: a quarter of the size, cosines within 0.002."""
    scales = np.abs(vectors).max(axis=1, keepdims=True) / 127.0
    return np.round(vectors / scales).astype(np.int8), scales.astype(np.float32)


def widened(stored: npt.NDArray[np.int8], scales: npt.NDArray[np.float32]) -> Vectors:
    """The unit vectors that `narrowed` took."""
    vectors = stored.astype(np.float32) * scales
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
