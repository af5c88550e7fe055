"""What went wrong with a request, as a sentence of ours: the server's words may repeat a key, and are left unread.

Of them only a code such as `model_not_found` is told, which has the form of a name and shares nothing with the key.
"""

import re
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx2

from insurance_desktop.domain.endpoints import Endpoint
from insurance_desktop.domain.errors import EndpointError

from .calls import Call

Piece = TypeVar("Piece")

RESTS = (0.5, 2.0)
"""Seconds before the second and the third try, where the server names none."""
LONGEST_REST = 30.0
"""A person waits: where a server asks for more, the answer is that it is busy."""
MAY_PASS = frozenset((429, 500, 502, 503, 504, 529))
"""States of a server that another try may find better."""

_CODE = re.compile(r"[a-z]+(?:_[a-z]+){1,5}")
_NONSENSE = (AttributeError, TypeError, ValueError, LookupError)
"""What the libraries fail with where an answer is not of its form."""


def refuse_closed(endpoint: Endpoint, is_closed: Callable[[], bool]) -> None:
    """EndpointError where the offline switch is on and the endpoint is not on this machine."""
    if not endpoint.is_on_loopback and is_closed():
        raise EndpointError("endpoints.offline", endpoint=endpoint.name, origin=endpoint.origin)


def late(endpoint: Endpoint, model: str) -> EndpointError:
    return EndpointError("endpoints.late", endpoint=endpoint.name, model=model, origin=endpoint.origin)


def tried(
    endpoint: Endpoint, model: str, key: str, call: Call, attempt: Callable[[], Iterator[Piece]]
) -> Iterator[Piece]:
    """What an attempt brings; another one where it failed before its first piece and the server may soon be better."""
    for rest in (*RESTS, None):
        has_begun = False
        try:
            for piece in attempt():
                has_begun = True
                yield piece
        except EndpointError:
            raise
        except Exception as error:
            wait = None if has_begun or rest is None else _rest(error, rest)
            if wait is None or wait > LONGEST_REST:
                raise as_sentence(error, endpoint, model, key) from None
            if not call.rest(wait):
                return
        else:
            return


def as_sentence(error: Exception, endpoint: Endpoint, model: str, key: str) -> EndpointError:
    """The EndpointError for what a library raised; what is none of theirs is raised again."""
    told: dict[str, Any] = {"endpoint": endpoint.name, "model": model, "origin": endpoint.origin}
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 300:
        return _of_status(status, error, key, told)
    if hasattr(error, "request") or isinstance(error, httpx2.HTTPError):
        return _of_connection(error, key, told)
    if isinstance(error, _NONSENSE):
        return EndpointError("endpoints.nonsense", **told)
    raise error


def _of_status(status: int, error: Exception, key: str, told: dict[str, Any]) -> EndpointError:
    if status in (401, 403):
        return EndpointError("endpoints.key_refused" if key else "endpoints.key_wanted", status=status, **told)
    if status in (404, 405):
        return EndpointError("endpoints.not_there", status=status, **told)
    if status == 402:
        return EndpointError("endpoints.no_credit", status=status, **told)
    if status == 429:
        seconds = _asked_rest(error)
        return EndpointError("endpoints.busy_for" if seconds else "endpoints.busy", seconds=f"{seconds:.0f}", **told)
    if status < 400:
        return EndpointError("endpoints.redirects", status=status, **told)
    name = "endpoints.refused" if status < 500 else "endpoints.server_fault"
    return EndpointError(name, status=status, reason=_code(error, key), **told)


def _of_connection(error: Exception, key: str, told: dict[str, Any]) -> EndpointError:
    causes = tuple(_causes(error))
    if any(isinstance(each, httpx2.TimeoutException) for each in causes):
        return EndpointError("endpoints.late", **told)
    if any(isinstance(each, ssl.SSLError) for each in causes):
        return EndpointError("endpoints.not_safe", **told)
    if any(isinstance(each, httpx2.ConnectError) for each in causes):
        return EndpointError("endpoints.unreachable", **told)
    if any(isinstance(each, httpx2.TransportError) for each in causes):
        return EndpointError("endpoints.cut_off", **told)
    return EndpointError("endpoints.broken_off", reason=_code(error, key), **told)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _code(error: Exception, key: str) -> str:
    """The server's name for what is wrong; "-" where it has none that can be shown."""
    body = getattr(error, "body", None)
    body = body.get("error", body) if isinstance(body, dict) else None
    named = [body.get(name) for name in ("code", "type")] if isinstance(body, dict) else []
    fit = (each for each in named if isinstance(each, str) and len(each) <= 60 and _CODE.fullmatch(each))
    return next((each for each in fit if not key or (key not in each and each not in key)), "-")


def _rest(error: Exception, otherwise: float) -> float | None:
    """Seconds to wait before another try; None where that would bring nothing."""
    if getattr(error, "status_code", None) not in MAY_PASS:
        return None
    return _asked_rest(error) or otherwise


def _asked_rest(error: Exception) -> float:
    """Seconds that the server asks for (Retry-After, as a number or a date); 0 where it says nothing."""
    response = getattr(error, "response", None)
    asked = response.headers.get("retry-after", "") if response is not None else ""
    try:
        return max(float(asked), 0.0) if asked.replace(".", "", 1).isdecimal() else _seconds_until(asked)
    except ValueError:
        return 0.0


def _seconds_until(date: str) -> float:
    at = parsedate_to_datetime(date)
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max((at - datetime.now(UTC)).total_seconds(), 0.0)
