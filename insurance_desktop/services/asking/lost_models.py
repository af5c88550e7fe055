"""A language model that was set and cannot be had."""

from collections.abc import Callable, Iterator, Sequence

from insurance_desktop.domain.asking import ChatMessage
from insurance_desktop.domain.errors import EndpointError, WorkbenchError


class LostModel:
    """In the place of one whose settings or key cannot be read: whoever asks it is told why."""

    name = ""

    def __init__(self, reason: WorkbenchError) -> None:
        self._reason = reason

    def stream(
        self, messages: Sequence[ChatMessage], *, most_tokens: int, should_stop: Callable[[], bool]
    ) -> Iterator[str]:
        raise EndpointError(self._reason.key, **self._reason.values) from self._reason
