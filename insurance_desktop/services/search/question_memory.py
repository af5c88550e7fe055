"""The question memory of a library: what ships with the pack, and each question that a reviewer kept here."""

import threading
from dataclasses import dataclass
from functools import cache

import numpy as np

from insurance_desktop.index.characters import comparable
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.memory import Known, QuestionMemory, memory_path
from insurance_desktop.store.clauses import search_index
from insurance_desktop.store.clauses.search_index import NOTHING, Mark
from insurance_desktop.store.database import Connection
from insurance_desktop.store.evaluation import golden


@cache
def known_questions(pack: str, fingerprint: str) -> QuestionMemory:
    """The shipped memory of a pack, once in a process."""
    return QuestionMemory(memory_path(pack), fingerprint)


@dataclass(frozen=True, slots=True)
class Remembered:
    """A kept question for the question memory.

    `vector` is the question's, of unit length; `clauses` are rows of the library, `targets` the vectors of all their
    windows (n × dimensions).
    """

    golden_id: int
    question: str
    vector: Vectors
    clauses: tuple[int, ...]
    clause_ids: tuple[str, ...]
    targets: Vectors


class KeptMemory:
    """The kept questions of one library, read anew when one came or went, or a clause changed. For any thread."""

    def __init__(self, pack: str, embedder: Embedder) -> None:
        self._pack = pack
        self._embedder = embedder
        self._lock = threading.Lock()
        self._mark: tuple[Mark, golden.Mark] = (NOTHING, golden.NO_QUESTIONS)
        self._kept: tuple[Remembered, ...] = ()
        self._known: Known | None = None

    def known(self, connection: Connection) -> Known | None:
        """The questions with what they ask for; None where nobody kept one."""
        return self._current(connection)[1]

    def without(self, question: str) -> "KeptMemory":
        """The same memory without this question, however it is spelled."""
        return _WithoutOne(self, question)

    def others(self, connection: Connection, question: str) -> Known | None:
        """The questions that are not this one; None where there are none."""
        kept, known = self._current(connection)
        asked = comparable(question)
        others = tuple(each for each in kept if comparable(each.question) != asked)
        return known if len(others) == len(kept) else _known(others)

    def _current(self, connection: Connection) -> tuple[tuple[Remembered, ...], Known | None]:
        mark = (search_index.newest(connection), golden.mark(connection))
        with self._lock:
            if mark != self._mark:
                self._kept = (
                    remembered(connection, self._pack, self._embedder.fingerprint)
                    if mark[1] != golden.NO_QUESTIONS
                    else ()
                )
                self._known = _known(self._kept)
                self._mark = mark
            return self._kept, self._known


class _WithoutOne(KeptMemory):
    def __init__(self, inner: KeptMemory, question: str) -> None:
        self._inner = inner
        self._question = question

    def known(self, connection: Connection) -> Known | None:
        return self._inner.others(connection, self._question)


def _known(kept: tuple[Remembered, ...]) -> Known | None:
    if not kept:
        return None
    targets = np.stack([each.targets.mean(axis=0) for each in kept])
    return Known(np.stack([each.vector for each in kept]), _of_unit_length(targets))


def _of_unit_length(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def remembered(connection: Connection, pack: str, model: str) -> tuple[Remembered, ...]:
    """The kept questions that the memory may use: with clauses, none of them stale, with a vector by this model."""
    found = golden.remembered(connection, pack, model)
    windows = golden.window_vectors(connection, pack, sorted({row for each in found for row in each.clauses}))
    return tuple(
        Remembered(
            each.golden_id,
            each.question,
            np.frombuffer(each.vector, dtype=np.float32),
            each.clauses,
            each.clause_ids,
            np.stack([np.frombuffer(one, dtype=np.float32) for row in each.clauses for one in windows[row]]),
        )
        for each in found
        if all(windows.get(row) for row in each.clauses)
    )
