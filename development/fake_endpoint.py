"""A stand-in for language models and voices: a server on loopback that speaks the real protocols and does as told.

    with FakeEndpoint(says("等待期为90天。")) as server:
        server.endpoint()          # an Endpoint that leads here; kind=EndpointKind.ANTHROPIC for the other protocol

Each request is answered by the next behaviour of the script, the last one over and over. A behaviour is a function of
the `Exchange`; what a model writes may depend on what it is asked: `writes(lambda asked: …)` gets the JSON of the
request, so that a test scripts a model that lies.
"""

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from insurance_desktop.domain.endpoints import Endpoint, EndpointKind

FAST, STRONG = "small-model", "large-model"
HEARS, HEARS_TOO, SPEAKS, SPEAKS_TOO = "hears", "hears-too", "speaks", "speaks-too"
SOUND = b"ID3\x04sound of a voice"


@dataclass(frozen=True)
class Asked:
    """A request as it came: the path behind the base URL, headers in small letters, the JSON or the raw body."""

    path: str
    headers: dict[str, str]
    body: Any

    @property
    def model(self) -> str:
        return self.body["model"] if isinstance(self.body, dict) else self.field("model")

    def field(self, name: str) -> str:
        """A field of an uploaded form; "" where it is not there."""
        _, found, rest = self.body.partition(f'name="{name}"\r\n\r\n'.encode())
        return rest.partition(b"\r\n")[0].decode() if found else ""

    @property
    def words(self) -> str:
        """All that a model is told, system and turns."""
        turns = [each["content"] for each in self.body["messages"]]
        return "\n".join([self.body.get("system", ""), *turns])


@dataclass
class Exchange:
    """One request and the line that its answer goes out on."""

    asked: Asked
    handler: BaseHTTPRequestHandler
    closing: threading.Event

    @property
    def is_anthropic(self) -> bool:
        return self.asked.path.endswith("/messages")

    def answer(self, status: int, body: Any, **headers: str) -> None:
        """A whole answer: bytes as they are, else JSON."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = headers.pop("content_type", "application/json")
        self.handler.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(content)), **headers}.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(content)

    def open_stream(self) -> None:
        self.handler.send_response(200)
        self.handler.send_header("content-type", "text/event-stream")
        self.handler.send_header("connection", "close")
        self.handler.end_headers()
        if self.is_anthropic:
            usage = {"input_tokens": 11, "output_tokens": 1}
            message = {"id": "m", "type": "message", "role": "assistant", "model": self.asked.model, "content": []}
            self.event({"type": "message_start", "message": {**message, "stop_reason": None, "usage": usage}})
            start = {"type": "text", "text": ""}
            self.event({"type": "content_block_start", "index": 0, "content_block": start})

    def event(self, told: dict[str, Any]) -> None:
        named = f"event: {told['type']}\n" if self.is_anthropic else ""
        self.send(f"{named}data: {json.dumps(told, ensure_ascii=False)}\n\n")

    def send(self, text: str) -> None:
        self.handler.wfile.write(text.encode())
        self.handler.wfile.flush()

    def piece(self, text: str) -> None:
        if self.is_anthropic:
            delta = {"type": "text_delta", "text": text}
            self.event({"type": "content_block_delta", "index": 0, "delta": delta})
        else:
            self.event(self._chunk({"content": text}, None))

    def end(self, reason: str, tokens: int = 7) -> None:
        """The model's own end. `reason` in OpenAI's words."""
        if self.is_anthropic:
            named = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}[reason]
            self.event({"type": "content_block_stop", "index": 0})
            delta = {"stop_reason": named, "stop_sequence": None}
            self.event({"type": "message_delta", "delta": delta, "usage": {"output_tokens": tokens}})
            self.event({"type": "message_stop"})
        else:
            self.event(self._chunk({}, reason))
            if self.asked.body.get("stream_options", {}).get("include_usage"):
                usage = {"prompt_tokens": 11, "completion_tokens": tokens, "total_tokens": 11 + tokens}
                self.event({**self._chunk({}, None), "choices": [], "usage": usage})
            self.send("data: [DONE]\n\n")

    def _chunk(self, delta: dict[str, Any], reason: str | None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": self.asked.model}
        return {**head, "choices": [choice]}

    def cut(self) -> None:
        self.handler.close_connection = True


Behaviour = Callable[[Exchange], None]


def says(*texts: str, size: int = 4, reason: str = "stop") -> Behaviour:
    """Writes the text in pieces of so many signs; several texts are pieces as they are."""
    text = texts[0] if len(texts) == 1 else ""
    pieces = [text[at : at + size] for at in range(0, len(text), size)] if text else list(texts)
    return _streams(lambda _asked: pieces, reason)


def writes(author: Callable[[Asked], str], reason: str = "stop") -> Behaviour:
    """Writes what the author makes of the request."""
    return _streams(lambda asked: [author(asked)], reason)


def _streams(pieces: Callable[[Asked], Iterable[str]], reason: str) -> Behaviour:
    def behave(exchange: Exchange) -> None:
        exchange.open_stream()
        for each in pieces(exchange.asked):
            exchange.piece(each)
        exchange.end(reason)

    return behave


def silent(exchange: Exchange) -> None:
    """Takes the request and says nothing."""
    exchange.closing.wait()
    exchange.cut()


def falls_silent(*pieces: str) -> Behaviour:
    """Begins an answer and says no more."""

    def behave(exchange: Exchange) -> None:
        exchange.open_stream()
        for each in pieces:
            exchange.piece(each)
        silent(exchange)

    return behave


def refuses(status: int, code: str = "", message: str = "no", param: str | None = None, **headers: str) -> Behaviour:
    """A failure in the form of the protocol, such as refuses(429, retry_after="1")."""

    def behave(exchange: Exchange) -> None:
        error = {"message": message, "type": code or "invalid_request_error", "code": code or None, "param": param}
        body = {"type": "error", "error": error} if exchange.is_anthropic else {"error": error}
        exchange.answer(status, body, **headers)

    return behave


def echoes_key(status: int) -> Behaviour:
    """Repeats what it was sent as its key, wherever an error has room for words."""

    def behave(exchange: Exchange) -> None:
        headers = exchange.asked.headers
        key = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        refuses(status, code=key, message=f"the key {key} is wrong", param=key)(exchange)

    return behave


def breaks_off(*pieces: str) -> Behaviour:
    """The connection ends in the middle of the answer, as if that were all."""

    def behave(exchange: Exchange) -> None:
        exchange.open_stream()
        for each in pieces:
            exchange.piece(each)
        exchange.cut()

    return behave


def half_line(exchange: Exchange) -> None:
    """A line of the stream that is cut in the middle of its JSON."""
    exchange.open_stream()
    exchange.piece("等待")
    named = "event: content_block_delta\n" if exchange.is_anthropic else ""
    exchange.send(f'{named}data: {{"choices": [{{"delta": {{"cont\n\n')
    exchange.cut()


def fails_in_stream(code: str = "server_error") -> Behaviour:
    """An error as an event of a stream that had begun well."""

    def behave(exchange: Exchange) -> None:
        exchange.open_stream()
        exchange.piece("等待")
        error = {"message": "sorry", "type": code, "code": code}
        exchange.event({"type": "error", "error": error})

    return behave


def calls_a_tool(exchange: Exchange) -> None:
    """Asks for a tool that nobody offered, and writes nothing."""
    exchange.open_stream()
    if not exchange.is_anthropic:
        call = {"index": 0, "id": "t", "type": "function", "function": {"name": "search", "arguments": "{"}}
        exchange.event(exchange._chunk({"tool_calls": [call]}, None))
    exchange.end("stop")


def nonsense(exchange: Exchange) -> None:
    """A page where a stream should be."""
    exchange.answer(200, b"<html>It works!</html>", content_type="text/html")


def odd_chunks(exchange: Exchange) -> None:
    """Sound JSON of another form."""
    exchange.open_stream()
    exchange.event({"type": "content_block_delta", "choices": [{"delta": {"content": {"a": 1}}}], "delta": None})


def redirects(target: str) -> Behaviour:
    return lambda exchange: exchange.answer(307, {}, location=target)


def hears(text: str) -> Behaviour:
    return lambda exchange: exchange.answer(200, {"text": text})


def speaks(sound: bytes = SOUND) -> Behaviour:
    return lambda exchange: exchange.answer(200, sound, content_type="audio/mpeg")


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Who asked has left."""


class FakeEndpoint:
    """`asked` are the requests that came, without those for the list of models, which is always answered."""

    def __init__(self, *script: Behaviour, models: tuple[str, ...] = (FAST, STRONG)) -> None:
        self.script = script or (says("好的。"),)
        self.models = models
        self.asked: list[Asked] = []
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def __enter__(self) -> "FakeEndpoint":
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                fake._list_models(self)

            def do_POST(self) -> None:
                fake._answer(self)

            def log_message(self, *_told: object) -> None:
                """A test reads what the program says, not the server."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def endpoint(self, kind: EndpointKind = EndpointKind.OPENAI, **more: Any) -> Endpoint:
        base_url = self.origin + ("/v1" if kind is EndpointKind.OPENAI else "")
        return Endpoint(
            **{"name": "stand-in", "kind": kind, "base_url": base_url, "fast": FAST, "strong": STRONG, **more}
        )

    def speaking(self, **more: Any) -> Endpoint:
        """An endpoint that hears and speaks, with a second model for each."""
        return self.endpoint(
            transcription=HEARS, second_transcription=HEARS_TOO, speech=SPEAKS, second_speech=SPEAKS_TOO, **more
        )

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        told = json.loads(body) if headers.get("content-type", "").startswith("application/json") else body
        asked = Asked(handler.path, headers, told)
        with self._lock:
            behave = self.script[min(len(self.asked), len(self.script) - 1)]
            self.asked.append(asked)
        behave(Exchange(asked, handler, self._closing))

    def _list_models(self, handler: BaseHTTPRequestHandler) -> None:
        listed = [{"id": each, "type": "model", "object": "model"} for each in self.models]
        exchange = Exchange(Asked(handler.path, {}, {}), handler, self._closing)
        exchange.answer(200, {"object": "list", "data": listed, "has_more": False})
