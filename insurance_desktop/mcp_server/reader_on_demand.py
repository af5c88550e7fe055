"""The library's reader, made with the first question: the handshake does not wait for what only an answer needs.

A client keeps its servers for days. After a while without questions the model and the open file are let go of; the next
question opens them again.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .life import give_memory_back

WARM_AFTER = 0.1
"""Seconds: a client that has just listed the tools has its answer before anything heavy is loaded."""
WARM_UNLISTED_AFTER = 2.0
"""Seconds after its first word: a client that never lists the tools has a model all the same."""
IDLE_AFTER = 600.0
"""Seconds without a question after which the model and the file are let go of."""
WAIT_FOR_WARMING = 10.0
"""Seconds that closing waits for a load that is under way: native code must not run on while the process ends by itself
(`life` may end it sooner)."""

if TYPE_CHECKING:
    from insurance_desktop.services.answers.library_reader import LibraryReader


class ReaderOnDemand:
    """Call it for the reader of one library; any thread may be the first."""

    def __init__(
        self,
        library: Path,
        *,
        pack: str | None = None,
        idle_after: float = IDLE_AFTER,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._library = library
        self._pack = pack
        self._idle_after = idle_after
        self._clock = clock
        self._lock = threading.Lock()
        self._reader: LibraryReader | None = None
        self._asked_at = clock()
        self._warming: threading.Timer | None = None
        self._letting_go: threading.Timer | None = None
        self._is_closed = False

    def __call__(self) -> "LibraryReader":
        with self._lock:
            self._asked_at = self._clock()
            if self._reader is None:
                from insurance_desktop.services.answers.library_reader import LibraryReader
                from insurance_desktop.services.library.packs import PackChoice

                # One core: a client starts several servers beside its own work.
                self._reader = LibraryReader(
                    self._library, pack=PackChoice(self._pack), cores=1, verified_names_only=True
                )
            if self._letting_go is None:
                self._let_go_after(self._idle_after)
            return self._reader

    def packs(self) -> tuple[str, ...]:
        """Those that the library holds, from its file alone where nothing was asked yet."""
        with self._lock:
            reader = self._reader
        if reader is not None:
            return reader.packs()
        from insurance_desktop.services.library.packs import packs_in

        return packs_in(self._library)

    def warm_soon(self) -> None:
        """Loads in the background what the first question would wait for; once, however often it is asked for."""
        with self._lock:
            if self._warming is None and not self._is_closed:
                self._warming = _timer(WARM_AFTER, self._warm)

    def client_spoke(self) -> None:
        """The same a little later, for a client that asks for no list."""
        _timer(WARM_UNLISTED_AFTER, self.warm_soon)

    def let_go_when_idle(self) -> None:
        """Lets go of the model and the file where nobody has asked for long enough, else looks again when it has."""
        with self._lock:
            self._letting_go = None
            rest = self._idle_after - (self._clock() - self._asked_at)
            if self._reader is None or self._is_closed:
                return
            if rest > 0:
                self._let_go_after(rest)
            else:
                self._reader.close()  # who is being answered keeps what is needed for that
                give_memory_back()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            if self._letting_go is not None:
                self._letting_go.cancel()
        if self._warming is not None:
            self._warming.cancel()
            self._warming.join(WAIT_FOR_WARMING)
        with self._lock:
            if self._reader is not None:
                self._reader.close()

    def _let_go_after(self, seconds: float) -> None:
        if not self._is_closed:
            self._letting_go = _timer(seconds, self.let_go_when_idle)

    def _warm(self) -> None:
        from insurance_desktop.domain.errors import WorkbenchError

        with suppress(WorkbenchError):  # the first question will meet it again and say it to who asks
            self().warm()


def _timer(seconds: float, call: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer
