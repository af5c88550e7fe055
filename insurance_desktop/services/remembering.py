"""The question memory of a library: what ships with the pack, and each question that a reviewer kept here."""

import threading

import numpy as np

from insurance_desktop.index.embedding import Vectors
from insurance_desktop.index.memory import Known
from insurance_desktop.store import golden, index_changes
from insurance_desktop.store.database import Connection
from insurance_desktop.store.index_changes import NOTHING, Mark

from .golden_keeping import Remembered, remembered
from .library import Library


class KeptMemory:
    """The kept questions of one library, read anew when one came or went, or a clause changed. For any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._mark: tuple[Mark, golden.Mark] = (NOTHING, golden.NO_QUESTIONS)
        self._known: Known | None = None

    def known(self, connection: Connection, library: Library) -> Known | None:
        """The questions with what they ask for; None where nobody kept one."""
        mark = (index_changes.newest(connection), golden.mark(connection))
        with self._lock:
            if mark != self._mark:
                self._known = _known(remembered(connection, library)) if mark[1] != golden.NO_QUESTIONS else None
                self._mark = mark
            return self._known


def _known(kept: tuple[Remembered, ...]) -> Known | None:
    if not kept:
        return None
    targets = np.stack([each.targets.mean(axis=0) for each in kept])
    return Known(np.stack([each.vector for each in kept]), _of_unit_length(targets))


def _of_unit_length(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
