"""One request to an endpoint, from its first try to the end of its answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from insurance_desktop.domain.endpoints import Endpoint

from .calls import LONGEST_CALL, Call, watched
from .connection import open_client
from .faults import late, tried

Piece = TypeVar("Piece")


def requested(
    endpoint: Endpoint,
    model: str,
    key: str,
    ask: Callable[[Any], Iterable[Piece]],
    *,
    should_stop: Callable[[], bool],
    seconds: float = LONGEST_CALL,
) -> Iterator[Piece]:
    """What `ask` brings of the library's client, as it arrives; ends early where `should_stop`. EndpointError where it
    cannot be had."""

    def work(call: Call) -> Iterator[Piece]:
        def attempt() -> Iterator[Piece]:
            with open_client(endpoint, key, call) as client:
                yield from ask(client)

        return tried(endpoint, model, key, call, attempt)

    return watched(work, should_stop, late(endpoint, model), seconds)
