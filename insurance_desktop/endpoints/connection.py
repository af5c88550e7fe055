"""Opens the connection of one request and sees to it that nothing else leaves with it, or comes back without end."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import httpx2

from insurance_desktop.domain.endpoints import Endpoint, EndpointKind
from insurance_desktop.domain.errors import EndpointError

from .calls import Call

CONNECT_SECONDS = 10.0
SILENT_SECONDS = 180.0
"""A model on this machine may first have to be loaded."""
LARGEST_ANSWER = 32 * 1024 * 1024
"""Bytes: half an hour of speech."""

EXTRA = "insurance-desktop[ai]"
SENT_HEADERS = frozenset(
    ("host", "connection", "accept", "content-type", "content-length", "transfer-encoding", "anthropic-version")
)
"""What else the libraries would tell (system, versions, headers and organisations of the environment) stays here."""


def library_for(kind: EndpointKind) -> Any:
    """The class of the maker's own library that speaks the protocol; EndpointError where the extra is not there."""
    try:
        if kind is EndpointKind.ANTHROPIC:
            from anthropic import Anthropic as Client
        else:
            from openai import OpenAI as Client
    except ImportError:
        raise EndpointError("endpoints.extra_missing", library=kind.value, extra=EXTRA) from None
    logging.getLogger(kind.value).setLevel(logging.CRITICAL)  # at the wish of the environment it writes down requests
    return Client


def open_client(endpoint: Endpoint, key: str, call: Call) -> Any:
    """The library's client for one request: no redirects, no tries of its own, no words but ours."""
    return library_for(endpoint.kind)(
        api_key=key or "none",
        base_url=endpoint.base_url,
        max_retries=0,
        timeout=httpx2.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS),
        http_client=_open_http(_dressing(endpoint, key, call)),
    )


def _open_http(dress: Callable[[httpx2.Request], None]) -> httpx2.Client:
    direct = httpx2.HTTPTransport()
    here = ("all://localhost", "all://127.0.0.1", "all://[::1]")
    return httpx2.Client(
        follow_redirects=False,
        mounts=dict.fromkeys(here, direct),  # no proxy stands between us and this machine
        event_hooks={"request": [dress], "response": [_bound]},
    )


def _dressing(endpoint: Endpoint, key: str, call: Call) -> Callable[[httpx2.Request], None]:
    bears = {"x-api-key": key} if endpoint.kind is EndpointKind.ANTHROPIC else {"authorization": f"Bearer {key}"}

    def dress(request: httpx2.Request) -> None:
        kept = {name: value for name, value in request.headers.items() if name.lower() in SENT_HEADERS}
        request.headers = httpx2.Headers(
            {**kept, "user-agent": "insurance-desktop", "accept-encoding": "identity", **(bears if key else {})}
        )
        request.extensions["trace"] = call.note

    return dress


def _bound(response: httpx2.Response) -> None:
    assert isinstance(response.stream, httpx2.SyncByteStream)
    response.stream = _Bounded(response.stream)


class _Bounded(httpx2.SyncByteStream):
    """A body that ends in a failure where it grows beyond all measure."""

    def __init__(self, stream: httpx2.SyncByteStream) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        taken = 0
        for each in self._stream:
            taken += len(each)
            if taken > LARGEST_ANSWER:
                raise httpx2.ReadError("too much")
            yield each

    def close(self) -> None:
        self._stream.close()
