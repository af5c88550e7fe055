"""The requests that wait for their answers, as they pass on the wire.

The SDK drops what is being answered as soon as the input ends; a client that asks and closes its end waits for an
answer all the same. So the end of the input is told when nothing is left to answer, or not at all (`life`).
"""

import json
import threading
from io import TextIOWrapper
from typing import Any


class Pending:
    """Counts what was asked and not yet answered; any thread may tell it."""

    def __init__(self) -> None:
        self._asked: set[int | str] = set()
        self._changed = threading.Condition()

    def came(self, line: str) -> None:
        """A line of the client's: a request, or the news that one is not wanted any more."""
        message = _message(line)
        wanted = message.get("id") if "method" in message else None
        params = message.get("params")
        unwanted = None
        if message.get("method") == "notifications/cancelled" and isinstance(params, dict):
            unwanted = params.get("requestId")
        with self._changed:
            if isinstance(wanted, int | str):
                self._asked.add(wanted)
            self._forget(unwanted)

    def went(self, line: str) -> None:
        """A line of the server's, once the client can read it."""
        message = _message(line)
        if "method" not in message:
            with self._changed:
                self._forget(message.get("id"))

    def wait(self) -> None:
        """Comes back when everything is answered."""
        with self._changed:
            self._changed.wait_for(lambda: not self._asked)

    def _forget(self, answered: object) -> None:
        if isinstance(answered, int | str):
            self._asked.discard(answered)
            self._changed.notify_all()


class Output(TextIOWrapper):
    """The server's lines; `pending` hears of each when it is on the wire."""

    def __init__(self, raw: "object", pending: Pending) -> None:
        super().__init__(raw, encoding="utf-8", newline="\n")  # type: ignore[arg-type]
        self._pending = pending
        self._written: list[str] = []

    def write(self, text: str, /) -> int:
        self._written.append(text)
        return super().write(text)

    def flush(self) -> None:
        super().flush()
        lines, self._written = "".join(self._written).splitlines(), []
        for line in lines:
            self._pending.went(line)


def _message(line: str) -> dict[str, Any]:
    """The message of a line; empty where it is none that could be answered."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
