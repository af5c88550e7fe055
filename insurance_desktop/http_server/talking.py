"""A talk over one WebSocket: one question at a time, what becomes of it as it becomes, and its whole answer.

Who asks sends `{"type": "text", "text": …}` or `{"type": "audio", "audio": base64, "media_type": …}` with any argument
of a question, and `{"type": "stop"}`. It hears `transcription`, `stage`, `sentence` (checked; what was told before is
void where a stage begins anew), and in the end `response`, `stopped` or `error`.
"""

import json
import threading
from collections.abc import Callable
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
from anyio.abc import TaskGroup
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from insurance_desktop.domain.asking import AskProgress
from insurance_desktop.domain.errors import UsageError, WorkbenchError
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.packs.system_reasons import system_refused
from insurance_desktop.services.asking.helpers import Listener

from .posted import Pairs, pairs_of
from .refusals import CRASHED, Refusal, refusal, refusal_of

IDLE_SECONDS = 1_800.0
"""Without a word from who asks: then the talk is closed."""
NO_TEXT = 1003
"""The code of WebSockets for a kind of message that is not taken."""
LARGEST_MESSAGE = 14_000_000
"""Bytes: ten megabytes of sound in base64."""

Message = dict[str, Any]
Hearing = Callable[[Pairs, Listener], Pairs]
"""A question that was spoken as one that was written; on a worker thread."""
Answering = Callable[[Pairs, Listener], Message]
"""The whole answer to a question; on a worker thread."""


class Talk:
    """`session_id` is of the address; each question is one of its conversation."""

    def __init__(
        self, socket: WebSocket, session_id: str, answering: Answering, hearing: Hearing, room: anyio.CapacityLimiter
    ) -> None:
        self._socket = socket
        self._session_id = session_id
        self._answering = answering
        self._hearing = hearing
        self._room = room
        self._stop: threading.Event | None = None

    async def go_on(self) -> None:
        """Until one side leaves; what is still being answered then is stopped."""
        await self._socket.accept()
        async with anyio.create_task_group() as tasks:
            try:
                while True:
                    with anyio.fail_after(IDLE_SECONDS):
                        said = await self._socket.receive_text()
                    await self._take(said, tasks)
            except TimeoutError:
                await self._socket.close()
            except KeyError:  # bytes, which are no message of ours
                await self._socket.close(NO_TEXT)
            except WebSocketDisconnect:
                pass
            finally:
                self._end()

    async def _take(self, said: str, tasks: TaskGroup) -> None:
        try:
            kind, pairs = _read(said)
        except UsageError as error:
            await self._tell(_fault(refusal_of(error)))
            return
        if kind == "stop":
            self._end()
        elif self._stop is not None:
            await self._tell(_fault(refusal_of(UsageError("http_server.one_at_a_time"))))
        else:
            self._stop = threading.Event()
            asked = [*pairs, ("session_id", self._session_id)]
            tasks.start_soon(self._answer, kind, asked, self._stop)

    def _end(self) -> None:
        if self._stop is not None:
            self._stop.set()

    async def _answer(self, kind: str, pairs: Pairs, stop: threading.Event) -> None:
        def report(progress: AskProgress) -> None:
            anyio.from_thread.run(self._tell, _heard(progress))

        def answered() -> Message:
            listener, asked = Listener(report, stop.is_set), pairs
            try:
                if kind == "audio":
                    asked = self._hearing(pairs, listener)
                    anyio.from_thread.run(self._tell, {"type": "transcription", "text": dict(asked)["text"]})
                return {"type": "response", **self._answering(asked, listener)}
            except Cancelled:
                return {"type": "stopped"}
            except WorkbenchError as error:
                return _fault(refusal_of(error))
            except OSError as error:
                return _fault(refusal_of(system_refused(error)))

        try:
            last = await anyio.to_thread.run_sync(answered, limiter=self._room)
        except Exception:
            await self._tell(_fault(refusal(CRASHED)))
            raise
        finally:
            self._stop = None
        await self._tell(last)

    async def _tell(self, message: Message) -> None:
        """Nothing where nobody is there any more."""
        if self._socket.client_state is WebSocketState.CONNECTED is self._socket.application_state:
            try:
                await self._socket.send_text(json.dumps(message, ensure_ascii=False))
            except WebSocketDisconnect:
                self._end()


def _read(said: str) -> tuple[str, Pairs]:
    """What a message is, and the arguments of its question. UsageError for what is none."""
    given = dict(pairs_of(said))
    kind = given.pop("type", "")
    if kind not in ("text", "audio", "stop"):
        raise UsageError("http_server.no_message")
    given.pop("session_id", None)  # the address names it
    return kind, list(given.items())


def _heard(progress: AskProgress) -> Message:
    if progress.sentence is None:
        return {"type": "stage", "stage": progress.stage.value}
    each = progress.sentence
    told = {"text": each.text, "citations": list(each.citations), "struck": each.struck, "reason": each.reason}
    return {"type": "sentence", "stage": progress.stage.value, **told}


def _fault(refused: Refusal) -> Message:
    return {"type": "error", **refused.as_json()["error"]}
