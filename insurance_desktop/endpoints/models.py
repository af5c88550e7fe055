"""Which models an endpoint says that it has."""

from collections.abc import Callable, Iterator

from insurance_desktop.domain.endpoints import Endpoint
from insurance_desktop.domain.running import never_cancelled

from .calls import Call, watched
from .connection import open_client
from .faults import late, refuse_closed, tried

LONGEST_SECONDS = 30.0


def model_names(
    endpoint: Endpoint,
    key: str,
    *,
    is_closed: Callable[[], bool] = never_cancelled,
    should_stop: Callable[[], bool] = never_cancelled,
) -> tuple[str, ...]:
    """Their names; EndpointError where it cannot be reached, or has no such list."""
    refuse_closed(endpoint, is_closed)

    def work(call: Call) -> Iterator[str]:
        def attempt() -> Iterator[str]:
            with open_client(endpoint, key, call) as client:
                for each in client.models.list().data:
                    yield str(each.id)

        return tried(endpoint, "", key, call, attempt)

    return tuple(watched(work, should_stop, late(endpoint, ""), LONGEST_SECONDS))
