"""A connection that asks in time, or is closed: who sends a request sign by sign keeps nobody's place (slow loris)."""

import asyncio
import json
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from .refusals import BAD_REQUEST, refusal

HEAD_SECONDS = 10.0
"""From the beginning of a connection, or the end of an answer, to the last line of a request's head."""
ANSWER_SECONDS = 120.0
"""From there to the end of the answer, the client's reading included."""
MOST_CONNECTIONS = 500


class PatientConnection(H11Protocol):
    """uvicorn's own, with an end to each of its waits."""

    head_seconds = HEAD_SECONDS
    answer_seconds = ANSWER_SECONDS
    _waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._wait(self.head_seconds)

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._wait(self.answer_seconds)

    def on_response_complete(self) -> None:
        self._wait(self.head_seconds)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """A talk has its own end (`talking.py`)."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP at all is answered in the same form as everything else, unless an answer has begun."""
        if self.cycle is None or not self.cycle.response_started:
            body = json.dumps(refusal(BAD_REQUEST).as_json(), ensure_ascii=False).encode()
            head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
            self.transport.write(head.encode() + b"connection: close\r\n\r\n" + body)
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._waits = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
