"""The answer desk, opened with the first question: the handshake does not wait for what only an answer needs."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from insurance_desktop.services.answer_desk import AnswerDesk


class DeskOnDemand:
    """Call it for the desk of one library; any thread may be the first."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._desk: AnswerDesk | None = None

    def __call__(self) -> "AnswerDesk":
        with self._lock:
            if self._desk is None:
                from insurance_desktop.services.answer_desk import AnswerDesk

                # One core: a client starts several servers beside its own work (DESIGN 3).
                self._desk = AnswerDesk(self._library, cores=1)
            return self._desk

    def close(self) -> None:
        with self._lock:
            if self._desk is not None:
                self._desk.close()
