"""A client's side of the protocol, bare: starts a server process and speaks JSON-RPC with it, line by line."""

import json
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import Any, Self

from insurance_desktop.packs.system_reasons import reason_of

HANDSHAKE_VERSION = "2025-11-25"
"""The newest protocol that begins with `initialize`."""
ENVELOPE_VERSION = "2026-07-28"
"""The protocol without a handshake: each request brings version and capabilities with it."""
WHO = {"name": "insurance-desktop-doctor", "version": "1"}
LAST_WORDS = 600
"""Signs of a server's stderr that are worth showing."""

Json = dict[str, Any]


class TalkFailed(Exception):
    """The server did not do what a client needs; `key` names the sentence, `values` are its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class ServerTalk:
    """One server process. Every line of its stdout must be a message of the protocol."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], *, patience: float = 30.0) -> None:
        self._patience = patience
        self._said = TemporaryFile()  # noqa: SIM115 (closed in close)
        self._number = 0
        folder = Path(command[0]).anchor or None
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                env=dict(environment),
                cwd=folder,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            self._said.close()
            raise TalkFailed("not_started", reason=reason_of(error)) from error
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    @property
    def process_id(self) -> int:
        return self._process.pid

    def begin(self, version: str) -> Json:
        """The first exchange of a protocol version: who the server is and what it can."""
        if version == ENVELOPE_VERSION:
            return self.request("server/discover", version, {})
        answer = self.request(
            "initialize", version, {"protocolVersion": version, "capabilities": {}, "clientInfo": WHO}
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def request(self, method: str, version: str, params: Json) -> Json:
        """The result of one request."""
        return self.requests(method, version, (params,))[0]

    def requests(self, method: str, version: str, many: Sequence[Json]) -> list[Json]:
        """The results of requests that are made at once, in their order."""
        waiting: list[int] = []
        for params in many:
            self._number += 1
            given = {**params, "_meta": _envelope(version)} if version == ENVELOPE_VERSION else params
            self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": given})
            waiting.append(self._number)
        deadline = monotonic() + self._patience
        results: dict[int, Json] = {}
        while len(results) < len(waiting):
            message = self._message(method, deadline)
            if message.get("id") not in waiting:
                continue  # a notification
            if "result" not in message:
                raise TalkFailed("refused", method=method, reason=_short(message.get("error")))
            results[message["id"]] = message["result"]
        return [results[number] for number in waiting]

    def leave(self, within: float) -> bool:
        """Closes the pipe as a client does; whether the server has ended by itself in time (seconds)."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(within)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Ends the process, whatever it does."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._reading.join(self._patience)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._said.close()

    def last_words(self) -> str:
        """The end of what the server said on stderr."""
        self._said.flush()
        self._said.seek(0)
        return self._said.read().decode("utf-8", errors="replace").strip()[-LAST_WORDS:]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def _send(self, message: Json) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # a server that has gone is told by what it left on its stdout
            self._process.stdin.write(json.dumps(message).encode("utf-8") + b"\n")
            self._process.stdin.flush()

    def _message(self, method: str, deadline: float) -> Json:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
        except queue.Empty:
            raise TalkFailed("silent", method=method, seconds=round(self._patience)) from None
        if not line:
            raise self._ended()
        try:
            message = json.loads(line)
            if message["jsonrpc"] == "2.0":
                return dict(message)
        except (ValueError, TypeError, KeyError):
            pass
        raise TalkFailed("stray", line=_short(line.decode("utf-8", errors="replace")))

    def _ended(self) -> TalkFailed:
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            return TalkFailed("hung_up", words=self.last_words())
        return TalkFailed("ended", code=self._process.returncode, words=self.last_words())


def _envelope(version: str) -> Json:
    name = "io.modelcontextprotocol/"
    return {f"{name}protocolVersion": version, f"{name}clientInfo": WHO, f"{name}clientCapabilities": {}}


def _short(words: object) -> str:
    text = str(words).strip()
    return text if len(text) <= LAST_WORDS else text[:LAST_WORDS] + "…"
