"""A request on a thread of its own, so that who waits for it can leave at every moment: also while a name is looked up,
a connection is made, a server is silent or a rest before the next try goes on."""

import time
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.wires import Wire

Piece = TypeVar("Piece")

LOOK_SECONDS = 0.05
"""How often it is looked whether somebody still waits."""
LONGEST_CALL = 600.0
"""Seconds from the start of a request to the end of its answer, rests and further tries included."""

THREAD = "endpoint call"

_END = object()


class Call:
    """What the thread and who waits for it share."""

    def __init__(self) -> None:
        self._wire = Wire()
        self._over = Event()

    def note(self, event: str, told: dict[str, Any]) -> None:
        """The `trace` of its requests. A connection that comes too late is cut at once."""
        self._wire.note(event, told)
        if self._over.is_set():
            self._wire.cut()

    def rest(self, seconds: float) -> bool:
        """Waits so long; whether somebody still waits for the answer then."""
        return not self._over.wait(seconds)

    def end(self) -> None:
        """Nobody waits any more."""
        self._over.set()
        self._wire.cut()


def watched(
    work: Callable[[Call], Iterable[Piece]],
    should_stop: Callable[[], bool],
    late: EndpointError,
    seconds: float = LONGEST_CALL,
) -> Iterator[Piece]:
    """What `work` brings, as it arrives; ends early where `should_stop`. Raises `late` after so many seconds."""
    call, arrived = Call(), SimpleQueue[Any]()
    end = time.monotonic() + seconds
    Thread(target=_bring, args=(work, call, arrived), name=THREAD, daemon=True).start()
    try:
        while not should_stop():
            if time.monotonic() > end:
                raise late
            try:
                piece = arrived.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            if piece is _END:
                return
            if isinstance(piece, Exception):
                raise piece
            yield piece
    finally:
        call.end()


def _bring(work: Callable[[Call], Iterable[Any]], call: Call, arrived: SimpleQueue[Any]) -> None:
    try:
        for piece in work(call):
            arrived.put(piece)
    except Exception as error:  # whoever waits raises it
        arrived.put(error)
    else:
        arrived.put(_END)
