"""What a request would like and can do without: servers of one protocol differ in the parameters that they know."""

from collections.abc import Callable
from typing import Any

RENAMED = {"max_tokens": "max_completion_tokens"}
"""Parameters that newer models know by another name."""


def granted(ask: Callable[..., Any], wishes: dict[str, Any], **request: Any) -> Any:
    """The answer to a request with as many of the wishes as the server takes: it names the one that it refuses."""
    wished = dict(wishes)
    while True:
        try:
            return ask(**request, **wished)
        except Exception as error:
            refused = getattr(error, "param", None)
            if getattr(error, "status_code", None) != 400 or refused not in wished:
                raise
            value = wished.pop(refused)
            if refused in RENAMED:
                wished[RENAMED[refused]] = value
