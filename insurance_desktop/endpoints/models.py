"""Which models an endpoint says that it has."""

from collections.abc import Callable, Iterator
from typing import Any

from insurance_desktop.domain.endpoints import Endpoint
from insurance_desktop.domain.running import never_cancelled

from .faults import refuse_closed
from .requesting import requested

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

    def ask(client: Any) -> Iterator[str]:
        return (str(each.id) for each in client.models.list().data)

    return tuple(requested(endpoint, "", key, ask, should_stop=should_stop, seconds=LONGEST_SECONDS))
