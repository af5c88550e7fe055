"""The answer desk, opened with the first question: the handshake does not wait for what only an answer needs."""

import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

WARM_AFTER = 0.5
"""Seconds: a client that has just listed the tools has its answer before anything heavy is loaded."""
WAIT_FOR_WARMING = 10.0
"""Seconds that closing waits for a load that is under way: native code must not run on while the process ends."""

if TYPE_CHECKING:
    from insurance_desktop.services.answer_desk import AnswerDesk


class DeskOnDemand:
    """Call it for the desk of one library; any thread may be the first."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._desk: AnswerDesk | None = None
        self._warming: threading.Timer | None = None

    def __call__(self) -> "AnswerDesk":
        with self._lock:
            if self._desk is None:
                from insurance_desktop.services.answer_desk import AnswerDesk

                # One core: a client starts several servers beside its own work (DESIGN 3).
                self._desk = AnswerDesk(self._library, cores=1)
            return self._desk

    def warm_soon(self) -> None:
        """Loads in the background what the first question would wait for; once, however often it is asked for."""
        with self._lock:
            if self._warming is None:
                self._warming = threading.Timer(WARM_AFTER, self._warm)
                self._warming.daemon = True
                self._warming.start()

    def _warm(self) -> None:
        from insurance_desktop.domain.errors import WorkbenchError

        with suppress(WorkbenchError):  # the first question will meet it again and say it to who asks
            self().warm()

    def close(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
            self._warming.join(WAIT_FOR_WARMING)
        with self._lock:
            if self._desk is not None:
                self._desk.close()
