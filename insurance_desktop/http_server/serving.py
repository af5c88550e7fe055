"""Serves a library over HTTP until it is told to stop: opens the port, says where, and ends when all is answered."""

import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from insurance_desktop.domain.errors import SystemRefused, UsageError
from insurance_desktop.domain.serving import WebOptions
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.packs.wording import say

from .connections import PatientConnection
from .gate import LOOPBACK_NAMES, TOKEN, Doors, Gate, Limits
from .records import Records
from .routes import LARGER_BODIES, Reader, application
from .talking import LARGEST_MESSAGE
from .token_file import token_of

PORTS = 65_536
STDIN = 0
STANDARD_PORT = 80
WAITING_CONNECTIONS = 512
IDLE_SECONDS = 5
GRACE_SECONDS = 5
"""From the wish to stop until what is still being answered is cut off."""
LONGEST_HEAD = 65_536
"""Bytes of an address and its headers: the longest question that a tool takes, three signs for each of its bytes."""


def serve(library: Path, options: WebOptions, reader: Reader, mcp: Starlette) -> int:
    """Serves until SIGTERM or Ctrl-C. UsageError for a host that others reach where nobody said so, or no such port."""
    listening = _listen(options)
    host, port = listening.getsockname()[:2]
    if not ip_address(host).is_loopback:
        sys.stderr.write(say("http_server.beyond_this_machine", host=options.host) + "\n")
    with listening:
        token = token_of(library, options.token_file)
        url = f"http://{_in_address(options.host)}:{port}"
        gate = Gate(
            application(reader, mcp, options.pack),
            token=token,
            doors=doors(options.host, host, port),
            cookie=f"insurance_clauses_{port}",  # browsers tell no ports apart
            limits=Limits(),
            larger_bodies=LARGER_BODIES,
        )
        _run(
            Records(gate),
            listening,
            options,
            {"url": url, "token": token, "link": f"{url}/?{urlencode({TOKEN: token})}"},
        )
    return 0


def doors(named: str, listened_to: str, port: int) -> Doors:
    """The names under which who listens to this host and port may be called."""
    hosts = {*LOOPBACK_NAMES, _in_address(named).lower()}
    is_every = ip_address(listened_to).is_unspecified
    if is_every:
        hosts.add(socket.gethostname().lower())
    names = {f"{host}:{port}" for host in hosts} | (hosts if port == STANDARD_PORT else set())
    return Doors(frozenset(names), is_every)


def _listen(options: WebOptions) -> socket.socket:
    if not 0 <= options.port < PORTS:
        raise UsageError("http_server.no_such_port", port=options.port, last=PORTS - 1)
    try:
        family, _, _, _, address = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0]
        if not ip_address(address[0]).is_loopback and not options.beyond_this_machine:
            raise UsageError("http_server.others_can_reach", host=options.host)
        return socket.create_server(address, family=family, backlog=WAITING_CONNECTIONS)
    except (OSError, UnicodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise SystemRefused("http_server.not_listening", host=options.host, port=options.port, reason=reason) from error


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Says that it listens once it does."""

    def __init__(self, config: uvicorn.Config, listens: Callable[[], None]) -> None:
        super().__init__(config)
        self._listens = listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listens()

    def stop(self) -> None:
        self.should_exit = True


def _run(inside: ASGIApp, listening: socket.socket, options: WebOptions, told: dict[str, str]) -> None:
    def say_where() -> None:
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()

    config = uvicorn.Config(
        inside,
        http=PatientConnection,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        lifespan="on",
        loop="asyncio",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    server = _Server(config, say_where)
    if options.while_asked:
        threading.Thread(target=_stop_with_input, args=(server.stop,), daemon=True).start()
    # uvicorn raises the signal once more when it has stopped, for whoever stood there before: it has ended the work.
    before = {each: signal.signal(each, _already_stopped) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.run([listening])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _already_stopped(_signal: int, _frame: Any) -> None:
    pass


def _stop_with_input(stop: Callable[[], None]) -> None:
    """Whoever started the server holds its standard input open for as long as it is wanted.

    Read below Python's own stream: the interpreter cannot end while a thread waits inside that.
    """
    with suppress(OSError):  # there is none
        while os.read(STDIN, 1024):
            pass
    stop()
