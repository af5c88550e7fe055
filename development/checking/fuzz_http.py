"""Strange requests by the thousand against the web face: no answer 500, no way in, no byte of the library changed.

    python -m development.checking.fuzz_http [LIBRARY] [--requests 10000] [--seed 1]

Each request follows from the seed and its number. A kind says which answers it may get; where a connection may also be
closed without one (broken HTTP, a client that trickles) it says so. The server runs as a process of its own on a copy
of the library, or on the samples. Meanwhile some connections send a sign a second: they must be cut off. Development
only.
"""

import argparse
import json
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from development.web_server import WebServer, say_and_leave
from insurance_desktop.http_server.connections import HEAD_SECONDS
from insurance_desktop.services.answers.argument_kinds import Choice, Flag, Kind, Number, Text
from insurance_desktop.services.answers.tool_form import REQUIRED
from insurance_desktop.services.answers.tools import TOOLS

THREADS = 4
TRICKLES = 6
PATIENCE = 60.0
CLOSED = 0
"""In the place of a status: the connection was closed without an answer."""
REFUSED_ANYWHERE = {429, 503}
LARGEST_GROWTH = 1.25

WORDS = (
    "犹豫期",
    "酒后驾驶",
    "等待期多少天",
    "2.3.1",
    "第六条",
    "退保",
    "YOUYUQI",
    "被保險人",
    "ａｇｅ",
    "%",
    "_",
    "*",
)
SIGNS = (
    "\0",
    "\n",
    "'",
    '"',
    "--",
    ";",
    "\\",
    "<script>",
    "\u202e",
    "\ufffe",
    "😀",
    "NEAR(",
    "AND",
    "../",
    "\x7f",
    "{}",
    "=",
)
PATHS = (
    *(f"/api/tools/{tool.path or tool.name}" for tool in TOOLS),
    *("/", "/health", "/docs", "/openapi.json", "/style.css", "/mcp", "/api/v1/search"),
    *("/api/v1/clause/{}", "/clause/{}", "/pictures/{}/{}"),
)
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW", "get")


@dataclass(frozen=True, slots=True)
class Asked:
    """The bytes of a request, what it may be answered with, and whether it is cut off in the middle."""

    raw: bytes
    may: frozenset[int]
    is_cut: bool = False


@dataclass
class Found:
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Fuzzer:
    """Makes the requests of one server."""

    def __init__(self, server: WebServer, seed: int) -> None:
        self._server = server
        self._seed = seed
        self.kinds: dict[str, Callable[[random.Random], Asked]] = {
            "tool": self._tool,
            "path": self._path,
            "method": self._method,
            "host": self._host,
            "token": self._token,
            "huge": self._huge,
            "broken": self._broken,
            "mcp": self._mcp,
        }

    def request(self, number: int) -> tuple[str, Asked]:
        dice = random.Random(f"{self._seed}:{number}")
        name = dice.choice(tuple(self.kinds))
        return name, self.kinds[name](dice)

    def _head(self, method: str, target: str, *lines: str, host: str = "", token: str | None = None) -> bytes:
        given = self._server.token if token is None else token
        head = [f"{method} {target} HTTP/1.1", f"Host: {host or self._server.address}", "Connection: close", *lines]
        if given:
            head.append(f"Authorization: Bearer {given}")
        return ("\r\n".join(head) + "\r\n\r\n").encode("latin-1", "replace")

    def _tool(self, dice: random.Random) -> Asked:
        tool = dice.choice(TOOLS)
        names = [each for each in tool.arguments if each.default is REQUIRED or dice.random() < 0.2]
        pairs = [(each.name, _value(dice, dice.choice(each.kinds))) for each in names]
        if dice.random() < 0.1:
            pairs.append((_text(dice), _text(dice)))
        query = "&".join(f"{quote(name, safe='')}={_encoded(dice, value)}" for name, value in pairs)
        target = f"/api/tools/{tool.path or tool.name}?{query}"
        return Asked(self._head("GET", target), frozenset({200, 400, 404}))

    def _path(self, dice: random.Random) -> Asked:
        path = dice.choice(PATHS)
        while "{}" in path:
            path = path.replace("{}", _encoded(dice, _text(dice)), 1)
        for _ in range(dice.randrange(3)):
            place = dice.randrange(len(path) + 1)
            path = (
                path[:place]
                + dice.choice(("/", "//", "..", "%2e%2e/", "%00", "%ff", "%", "?", "#", ";", "%2F"))
                + path[place:]
            )
        return Asked(self._head("GET", "/" + path.lstrip("/")), frozenset({200, 303, 400, 401, 404, 405}))

    def _method(self, dice: random.Random) -> Asked:
        path = dice.choice(PATHS).replace("{}", "1")
        may = {200, 400, 401, 404, 405, 406, 415, CLOSED}
        return Asked(self._head(dice.choice(METHODS), path), frozenset(may))

    def _host(self, dice: random.Random) -> Asked:
        foreign = dice.choice(
            (
                "evil.example",
                f"localhost.evil.example:{self._server.port}",
                "127.0.0.1",
                "127.0.0.1:1",
                "::1",
                "x" * 300,
            )
        )
        path = dice.choice(PATHS).replace("{}", "1")
        if dice.random() < 0.5:
            return Asked(self._head("GET", path, host=foreign), frozenset({403}))
        origin = dice.choice(
            (
                f"http://{foreign}",
                "null",
                f"https://{self._server.address}",
                _text(dice).replace("\n", "").replace("\0", ""),
            )
        )
        return Asked(self._head("GET", path, f"Origin: x{origin}"), frozenset({403, 400}))

    def _token(self, dice: random.Random) -> Asked:
        token = dice.choice(
            ("-", self._server.token[:-1], self._server.token + "x", self._server.token.lower() + "!", "x" * 5_000)
        )
        path = dice.choice(PATHS).replace("{}", "1")
        lines = dice.choice(
            (
                (),
                ("Cookie: " + _text(dice).replace("\n", "").replace("\0", ""),),
                (f"Cookie: insurance_clauses_{self._server.port}=x",),
            )
        )
        query = dice.choice(("", f"?token={token}", "?token="))
        return Asked(self._head("GET", path + query, *lines, token=token), frozenset({401, 400}))

    def _huge(self, dice: random.Random) -> Asked:
        size = dice.choice((10_000, 60_000, 200_000))
        form = dice.randrange(4)
        if form == 0:
            return Asked(
                self._head("GET", "/api/v1/search?query=" + "%E7" * (size // 3)), frozenset({400, 200, CLOSED})
            )
        if form == 1:
            return Asked(self._head("GET", "/health", "X-Long: " + "x" * size), frozenset({200, 400, CLOSED}))
        if form == 2:
            return Asked(
                self._head("GET", "/health", *(f"X-{n}: y" for n in range(size // 20))), frozenset({200, 400, CLOSED})
            )
        body = b"[" * (10 * size)
        head = self._head(
            "POST",
            "/mcp",
            f"Content-Length: {len(body)}",
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
        )
        return Asked(head + body, frozenset({400, 413, CLOSED}))

    def _broken(self, dice: random.Random) -> Asked:
        whole = self._head("POST", "/mcp", "Content-Length: 40") + b"x" * 40
        form = dice.randrange(4)
        may = frozenset({400, 401, 403, 404, 405, 406, 408, 415, CLOSED})
        if form == 0:
            return Asked(dice.randbytes(dice.randrange(1, 400)) + b"\r\n\r\n", may, is_cut=True)
        if form == 1:
            return Asked(whole[: dice.randrange(1, len(whole))], may, is_cut=True)
        if form == 2:
            return Asked(
                self._head("POST", "/mcp", "Transfer-Encoding: chunked") + dice.randbytes(60), may, is_cut=True
            )
        place = dice.randrange(len(whole))
        spoilt = whole[:place] + dice.randbytes(1) + whole[place + 1 :]
        return Asked(spoilt, may, is_cut=True)

    def _mcp(self, dice: random.Random) -> Asked:
        tool = dice.choice(TOOLS)
        given = {
            each.name: _json_value(dice) if dice.random() < 0.3 else _value(dice, dice.choice(each.kinds))
            for each in tool.arguments
        }
        method = dice.choice(
            (
                "tools/call",
                "tools/call",
                "tools/list",
                "resources/read",
                "prompts/get",
                "ping",
                "initialize",
                _text(dice),
            )
        )
        message = {
            "jsonrpc": "2.0",
            "id": dice.choice((1, "a", None)),
            "method": method,
            "params": {"name": tool.name, "arguments": given, "uri": _text(dice)},
        }
        body = json.dumps(dice.choice((message, message, message, [message], _json_value(dice)))).encode()
        lines = [
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
            f"Content-Length: {len(body)}",
        ]
        if dice.random() < 0.3:
            lines.append("MCP-Protocol-Version: " + dice.choice(("2025-11-25", "2026-07-28", "1999-01-01", "x")))
        return Asked(self._head("POST", "/mcp", *lines) + body, frozenset({200, 202, 400, 404, 406, 415}))


def _text(dice: random.Random) -> str:
    return "".join(dice.choice((*WORDS, *SIGNS)) for _ in range(dice.choice((1, 1, 2, 3, 8, 40))))


def _value(dice: random.Random, kind: Kind) -> str:
    """Now and then what the declaration takes, else anything."""
    if dice.random() < 0.1:
        return _text(dice)
    match kind:
        case Text():
            return _text(dice)
        case Number():
            return str(dice.choice((0, 1, 2, 3, 20, -1, 2**31, 2**63, 10**30, "1e3", "１")))
        case Flag():
            return dice.choice(("true", "false", "1", "yes"))
        case Choice(names):
            return dice.choice(names)


def _json_value(dice: random.Random) -> object:
    return dice.choice((None, True, -1, 1.5, "", _text(dice), [], {}, [[[[]]]], {"a": {"b": None}}, 10**400))


def _encoded(dice: random.Random, text: str) -> str:
    form = dice.randrange(4)
    if form == 0:
        return quote(text, safe="", encoding="gb18030", errors="replace")
    if form == 1:
        return quote(quote(text, safe=""), safe="")
    return quote(text, safe="") + ("%c3%28" if form == 2 else "")


def ask(server: WebServer, asked: Asked) -> int:
    """The status of the answer; CLOSED where the connection ended without one."""
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(asked.raw)
            if asked.is_cut:
                connection.shutdown(socket.SHUT_WR)
            first = b""
            while b"\r\n" not in first and (more := connection.recv(4_096)):
                first += more
            while connection.recv(65_536):
                pass
        except (ConnectionError, BrokenPipeError):
            pass
    parts = first.split(b" ", 2)
    return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else CLOSED


def trickle(server: WebServer, stop: threading.Event, cut_off: list[float]) -> None:
    """Sends a sign a second until it is cut off, again and again; how long each connection lived."""
    while not stop.is_set():
        began = time.monotonic()
        try:
            with socket.create_connection((server.host, server.port), timeout=PATIENCE) as connection:
                for sign in b"GET /health HTTP/1.1\r\nHost: " + b"x" * 10_000:
                    connection.sendall(bytes((sign,)))
                    if stop.wait(1.0):
                        return
        except OSError:
            cut_off.append(time.monotonic() - began)


def fuzz(server: WebServer, requests: int, seed: int) -> Found:
    """Makes all requests; what came of them, by kind and status."""
    fuzzer, found, lock = Fuzzer(server, seed), Found(), threading.Lock()

    def one(number: int) -> None:
        name, asked = fuzzer.request(number)
        began = time.monotonic()
        try:
            status = ask(server, asked)
        except OSError as error:
            with lock:
                found.faults.append(f"request {number} ({name}): {error}")
            return
        with lock:
            found.seconds.append(time.monotonic() - began)
            found.answers[name, status] += 1
            if status not in asked.may | REFUSED_ANYWHERE:
                found.faults.append(f"request {number} ({name}): {status} for {asked.raw[:200]!r}")

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(one, range(requests)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, nargs="?")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    stop, cut_off = threading.Event(), list[float]()
    with WebServer(chosen.library) as server:
        tricklers = [threading.Thread(target=trickle, args=(server, stop, cut_off)) for _ in range(TRICKLES)]
        for each in tricklers:
            each.start()
        fuzz(server, chosen.requests // 10, chosen.seed + 1)  # what a first use loads is no growth
        early, began = server.megabytes(), time.monotonic()
        found = fuzz(server, chosen.requests, chosen.seed)
        took, late = time.monotonic() - began, server.megabytes()
        stop.set()
        for each in tricklers:
            each.join()
        faults = found.faults + _faults_of(server, early, late, cut_off)
    for (name, status), count in sorted(found.answers.items()):
        sys.stdout.write(f"{name:8} {status or 'closed'}  {count}\n")
    seconds = sorted(found.seconds)
    sys.stdout.write(
        f"{chosen.requests} requests in {took:.0f} s, "
        f"p95 {seconds[int(0.95 * len(seconds))]:.3f} s, longest {seconds[-1]:.1f} s; "
        f"{len(cut_off)} slow connections cut off, the latest after {max(cut_off, default=0):.1f} s; "
        f"memory {early or 0:.0f} → {late or 0:.0f} MB\n"
    )
    return say_and_leave(faults)


def _faults_of(server: WebServer, early: float | None, late: float | None, cut_off: list[float]) -> list[str]:
    """What is wrong with the server after all of it."""
    faults = []
    if not server.is_running:
        faults.append("the server has ended")
    elif (code := server.stop()) != 0:
        faults.append(f"stopping it ended with {code}")
    if server.digest() != server.before:
        faults.append("the library's bytes have changed")
    if server.tracebacks():
        faults.append(f"{server.tracebacks()} tracebacks on stderr")
    if early and late and late > LARGEST_GROWTH * early:
        faults.append(f"memory grew from {early:.0f} to {late:.0f} MB")
    if any(each > HEAD_SECONDS + 5 for each in cut_off):
        faults.append(f"a slow connection lived {max(cut_off):.1f} s")
    return faults


if __name__ == "__main__":
    sys.exit(main())
