"""Who may come in: from this machine's own pages and programs only, with the token, not too often, not too large.

The host is checked before anything else: a page of another site that has its name led to this machine (DNS rebinding)
brings that name with it. No answer carries CORS headers, so no other site's script may read one.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import ip_address
from types import MappingProxyType

import anyio
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from insurance_desktop.domain.entity import entity

from .refusals import FOREIGN, NO_TOKEN, TOO_LARGE, TOO_MANY, TOO_SLOW, UNAVAILABLE, refusal

HOME = "/"
TOKEN = "token"
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_MOST_ADDRESSES = 1_000


@entity
class Limits:
    """`rate` requests a second from one address go on without end, `burst` at once. `waiting`: requests that are
    answered or wait for it at the same time; `talks`: WebSockets that are open. `body`: bytes, which have
    `body_seconds` to come."""

    rate: float = 500.0
    burst: float = 5_000.0
    waiting: int = 256
    talks: int = 128
    body: int = 1_000_000
    body_seconds: float = 15.0


@entity
class Doors:
    """Under which names the server may be called. `any_number`: as it listens to every address of the machine, by any
    of its numbers, too: a name can be led here by a stranger, a number cannot."""

    names: frozenset[str]
    any_number: bool = False

    def admit(self, host: str) -> bool:
        host = host.lower()
        return host in self.names or (self.any_number and _is_number(host))

    def admit_origin(self, origin: str) -> bool:
        scheme, _, host = origin.partition("://")
        return scheme == "http" and self.admit(host)


def _is_number(host: str) -> bool:
    bare = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    try:
        ip_address(bare)
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class Pace:
    """How many requests each address has left, by a clock in seconds."""

    limits: Limits
    clock: Callable[[], float] = time.monotonic
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def lets(self, address: str) -> bool:
        now = self.clock()
        left, at = self._left.get(address, (self.limits.burst, now))
        left = min(self.limits.burst, left + (now - at) * self.limits.rate)
        if len(self._left) >= _MOST_ADDRESSES:
            self._left.clear()
        self._left[address] = (max(left - 1.0, 0.0), now)
        return left >= 1.0


class Gate:
    """Lets a request through to `inside`, or answers it. The cookie is of this start alone: it is no token, and other
    servers on this machine that a browser hands it to cannot keep it. `larger_bodies`: bytes, for the paths that take
    more than the limit."""

    def __init__(
        self,
        inside: ASGIApp,
        *,
        token: str,
        doors: Doors,
        cookie: str,
        limits: Limits,
        larger_bodies: Mapping[str, int] = MappingProxyType({}),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inside = inside
        self._token = token
        self._doors = doors
        self._cookie = cookie
        self._session = secrets.token_urlsafe(32)
        self._limits = limits
        self._larger_bodies = larger_bodies
        self._pace = Pace(limits, clock)
        self._waiting = self._talks = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        answer = self._answered(HTTPConnection(scope))
        if answer is not None:
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._talk(scope, receive, send)
        else:
            await self._request(Request(scope), scope, receive, send)

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._talks += 1
        try:
            await self._inside(scope, receive, send)
        finally:
            self._talks -= 1

    async def _request(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        self._waiting += 1
        try:
            body = await self._body(request, receive)
            if isinstance(body, Response):
                await body(scope, receive, send)
            elif body is not None:
                await self._inside(scope, body, send)
        finally:
            self._waiting -= 1

    def _answered(self, request: HTTPConnection) -> Response | None:
        """What is answered here; None for a request that may go on."""
        status = self._refused(request)
        if status is not None:
            return refusal(status).response(request)
        if request.scope["path"] == HOME and TOKEN in request.query_params:
            if self._is_token(request.query_params[TOKEN]):
                return self._welcome()
        elif self._is_known(request):
            return None
        return refusal(NO_TOKEN).response(request)

    def _refused(self, request: HTTPConnection) -> int | None:
        """Why, whoever asks."""
        headers = request.headers
        if not self._doors.admit(headers.get("host", "")) or self._is_of_another_site(headers):
            return FOREIGN
        if not self._pace.lets(request.client.host if request.client else ""):
            return TOO_MANY
        is_talk = request.scope["type"] == "websocket"
        if self._talks >= self._limits.talks if is_talk else self._waiting >= self._limits.waiting:
            return UNAVAILABLE
        return None

    def _is_of_another_site(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is not None:
            return not self._doors.admit_origin(origin)
        return headers.get("sec-fetch-site") in ("cross-site", "same-site")

    def _is_known(self, request: HTTPConnection) -> bool:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self._is_token(given.strip()):
            return True
        return compare_digest(request.cookies.get(self._cookie, "").encode(), self._session.encode())

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self._token.encode())

    def _welcome(self) -> Response:
        """Sets the cookie and takes the token out of the address."""
        answer = RedirectResponse(HOME, 303)
        answer.set_cookie(self._cookie, self._session, path="/", httponly=True, samesite="strict")
        return answer

    async def _body(self, request: Request, receive: Receive) -> Receive | Response | None:
        """The body, read whole before anybody works on it; or why it is not taken; None for a client that has gone."""
        if not _has_body(request.headers):
            return receive
        body, largest = bytearray(), self._larger_bodies.get(request.scope["path"], self._limits.body)
        with anyio.move_on_after(self._limits.body_seconds) as time_left:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                body += message.get("body", b"")
                if len(body) > largest:
                    return refusal(TOO_LARGE).response(request)
                if not message.get("more_body", False):
                    break
        if time_left.cancelled_caught:
            return refusal(TOO_SLOW).response(request)
        return _given_back({"type": "http.request", "body": bytes(body), "more_body": False}, receive)


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _given_back(message: Message, receive: Receive) -> Receive:
    """Hands out what was read, then whatever comes."""
    read = [message]

    async def next_message() -> Message:
        return read.pop() if read else await receive()

    return next_message
