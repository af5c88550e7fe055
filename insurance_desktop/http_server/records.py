"""One line for each request on stderr, the headers that every answer bears, and what becomes of a fault of our own.

A line says which path was asked, as declared, and never what was asked: questions are people's own affair.
"""

import json
import logging
import sys
import time
from datetime import UTC, datetime

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .ask_page import ASK
from .refusals import CRASHED, refusal

SWITCHED = 101
ASKED = "asked"
"""Where the routes leave in a request's state which of them answered."""

_log = logging.getLogger(__name__)
_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SCRIPTED = "; script-src 'self'; connect-src 'self'; media-src blob:"
"""The one page with a script may load ours, ask this server and play the sound that it was given."""
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_ENCODED = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
_SAFE = b"content-security-policy"
_NAMES = {_SAFE, *(name for name, _ in _ENCODED)}


class Records:
    """The outermost of the face: all that is asked and answered passes through it."""

    def __init__(self, inside: ASGIApp) -> None:
        self._inside = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        began, status, size = time.perf_counter(), 0, 0

        async def answer(message: Message) -> None:
            nonlocal status, size
            if message["type"].endswith("response.start"):
                status = message["status"]
                kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in _NAMES]
                message = {**message, "headers": [*kept, *_ENCODED, (_SAFE, _policy(scope))]}
            elif message["type"] == "websocket.accept":
                status = SWITCHED
            else:
                size += len((message.get("text") or "").encode()) + len(message.get("body", b""))
            await send(message)

        try:
            await self._inside(scope, receive, answer)
        except Exception:  # whatever it is: it stays here, and who asked hears a sentence
            _log.exception("a request failed")
            if not status:
                await refusal(CRASHED).response(HTTPConnection(scope))(scope, receive, answer)
        finally:
            _write(json.dumps(_told(scope, status, size, time.perf_counter() - began)))


def _policy(scope: Scope) -> bytes:
    is_scripted = scope.get("state", {}).get(ASKED) == ASK
    return (_POLICY + _SCRIPTED if is_scripted else _POLICY).encode()


def _told(scope: Scope, status: int, size: int, seconds: float) -> dict[str, object]:
    client = scope.get("client")
    return {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "client": client[0] if client else None,
        "method": scope.get("method", "WEBSOCKET")[:20],
        "path": scope.get("state", {}).get(ASKED),
        "status": status,
        "bytes": size,
        "ms": round(1000 * seconds, 1),
    }


def _write(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
