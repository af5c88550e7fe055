"""The question memory of a library: what ships with the pack, and each question that a reviewer kept here."""

import threading

import numpy as np

from insurance_desktop.index.characters import comparable
from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.memory import Known
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.clauses import index_changes
from insurance_desktop.store.clauses.index_changes import NOTHING, Mark
from insurance_desktop.store.database import Connection
from insurance_desktop.store.evaluation import golden

from .kept_questions import Remembered, remembered


class KeptMemory:
    """The kept questions of one library, read anew when one came or went, or a clause changed. For any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._mark: tuple[Mark, golden.Mark] = (NOTHING, golden.NO_QUESTIONS)
        self._kept: tuple[Remembered, ...] = ()
        self._known: Known | None = None

    def known(self, connection: Connection, library: Library) -> Known | None:
        """The questions with what they ask for; None where nobody kept one."""
        return self._current(connection, library)[1]

    def without(self, question: str) -> "KeptMemory":
        """The same memory without this question, however it is spelled."""
        return _WithoutOne(self, question)

    def others(self, connection: Connection, library: Library, question: str) -> Known | None:
        """The questions that are not this one; None where there are none."""
        kept, known = self._current(connection, library)
        asked = comparable(question)
        others = tuple(each for each in kept if comparable(each.question) != asked)
        return known if len(others) == len(kept) else _known(others)

    def _current(self, connection: Connection, library: Library) -> tuple[tuple[Remembered, ...], Known | None]:
        mark = (index_changes.newest(connection), golden.mark(connection))
        with self._lock:
            if mark != self._mark:
                self._kept = remembered(connection, library) if mark[1] != golden.NO_QUESTIONS else ()
                self._known = _known(self._kept)
                self._mark = mark
            return self._kept, self._known


class _WithoutOne(KeptMemory):
    def __init__(self, inner: KeptMemory, question: str) -> None:
        super().__init__()
        self._inner = inner
        self._question = question

    def known(self, connection: Connection, library: Library) -> Known | None:
        return self._inner.others(connection, library, self._question)


def _known(kept: tuple[Remembered, ...]) -> Known | None:
    if not kept:
        return None
    targets = np.stack([each.targets.mean(axis=0) for each in kept])
    return Known(np.stack([each.vector for each in kept]), _of_unit_length(targets))


def _of_unit_length(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
