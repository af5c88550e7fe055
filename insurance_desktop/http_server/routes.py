"""What answers under which path: the tools as they are declared, pages for a person, and MCP."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from insurance_desktop import __version__, paths
from insurance_desktop.domain.asking import InputMode
from insurance_desktop.domain.errors import NotFound, UsageError, WorkbenchError
from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.system_reasons import system_refused
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.argument_kinds import Choice, Flag
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.answers.library_status import library_status
from insurance_desktop.services.answers.tool_form import DETAIL, PACK, ROOM, Argument, Tool, pack_meant
from insurance_desktop.services.answers.tools import TOOLS
from insurance_desktop.services.asking.helpers import Listener
from insurance_desktop.services.asking.memory import Memory
from insurance_desktop.services.evidence.marked_pages import marked_clause, page_picture
from insurance_desktop.services.importing.converter import Converter

from . import openapi
from .ask_page import ASK, SCRIPT, ask_page, language_of
from .evidence_page import CLAUSE, PICTURE, evidence_page, question_page
from .pages import ICON, STYLE
from .posted import Pairs, posted_pairs
from .query import arguments_of
from .records import ASKED
from .refusals import CRASHED, NOT_ALLOWED, NOT_FOUND, refusal, refusal_of
from .talking import LARGEST_MESSAGE, Talk
from .voices import Voices

WORKERS = 4
"""Questions that are answered at once: each thread has a connection of its own to the file."""
TALKERS = 16
"""The same over WebSockets: a language model may be waited for, and nobody else is to wait with it."""
MCP = "/mcp"
VERSIONED = {
    "/api/v1/search": "search_policy_clause",
    "/api/v1/clause/{clause_id}": "get_clause",
    "/api/v1/regulation/{clause_id}": "get_clause",
    "/api/v1/admin/stats": "library_status",
}
"""Paths that keep their form whatever becomes of the tools."""
TEXT_QUERY, REINDEX = "/api/v1/voice/text-query", "/api/v1/admin/reindex"
VOICE_QUERY, SPEECH = "/api/v1/voice/query", "/api/v1/voice/tts"
_SOUNDS = {VOICE_QUERY: ("http_server.listening", "audio"), SPEECH: ("http_server.reading_aloud", "text")}
LARGER_BODIES = {VOICE_QUERY: LARGEST_MESSAGE}
"""Paths to which a recording is sent, with the bytes that they take."""
TALK = "/api/v1/voice/ws/{session_id}"
HEALTH = "/health"
SESSION = "/api/v1/admin/session/{session_id}"
POSTED = {"/api/v1/search": "search_policy_clause", TEXT_QUERY: "ask"}
"""The same for what is sent in the body of a request."""
_PATHS_OF_SCRIPT = {"talk": TALK, "speech": SPEECH, "session": SESSION, "clause": CLAUSE, "health": HEALTH}
_AUDIO = "generate_audio"
_REINDEXING = "insurance-desktop index --rebuild"
_OF_A_TEXT = (DETAIL, ROOM)
"""What says how long the text of an answer is: here there is none, the JSON is whole."""

Reader = Callable[[], LibraryReader]
Answer = Callable[[Request], Response]
PostedAnswer = Callable[[Pairs], Response]


def application(reader: Reader, mcp: Starlette, pack: str | None) -> Starlette:
    """All that can be asked of one library. `mcp` answers MCP's own path; `pack`: the only one, where it is named."""
    face = _Face(reader, tools_by_path(pack), tools_posted(pack))
    answers: dict[str, Answer] = {
        **{path: partial(face.tool, path) for path in face.tools},
        "/": face.home,
        CLAUSE: face.clause,
        PICTURE: face.picture,
        HEALTH: face.health,
        "/docs": face.docs,
        "/openapi.json": face.described,
        STYLE: partial(_file, "web/style.css", "text/css"),
        ICON: partial(_file, "icons/library.svg", "image/svg+xml"),
        ASK: face.asking,
        SCRIPT: partial(_file, "web/ask.js", "text/javascript"),
        SESSION: face.session,
    }
    posted: dict[str, PostedAnswer] = {
        **{path: partial(face.posted, path) for path in face.posts},
        TEXT_QUERY: face.text_query,
        VOICE_QUERY: face.voice_query,
        SPEECH: face.speech,
        REINDEX: face.reindex,
    }
    routes = [Route(path, _on_a_thread(path, answer), methods=["GET"]) for path, answer in answers.items()]
    routes += [Route(path, _with_body(path, answer), methods=["POST"]) for path, answer in posted.items()]

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = WORKERS
        async with mcp.router.lifespan_context(mcp):
            yield
        face.close()

    made = Starlette(
        routes=[*routes, WebSocketRoute(TALK, face.talk), Route(MCP, _Recorded(MCP, mcp), methods=["POST"])],
        lifespan=life,
        exception_handlers={HTTPException: _not_there, Exception: _crashed},
    )
    made.router.redirect_slashes = False  # a path has one form
    return made


def tools_by_path(pack: str | None) -> dict[str, Tool]:
    named = _offered(pack)
    return {
        **{f"/api/tools/{tool.path or tool.name}": tool for tool in named.values()},
        **{path: named[name] for path, name in VERSIONED.items()},
    }


def tools_posted(pack: str | None) -> dict[str, Tool]:
    """The tools that are asked in the body of a request; a question in words may have been spoken."""
    named = _offered(pack)
    question, *others = named["ask"].arguments
    spoken = Argument("input_mode", (Choice(tuple(InputMode)),), "request.input_mode", InputMode.TEXT)
    text = replace(
        named["ask"],
        use_case="asking.as_set:ask_as_set",
        arguments=(replace(question, old_names=("text",)), *others, spoken),
    )
    return {path: text if path == TEXT_QUERY else named[name] for path, name in POSTED.items()}


def _offered(pack: str | None) -> dict[str, Tool]:
    packs = pack_names() if pack is None else ()
    told = [
        replace(tool, arguments=tuple(each for each in tool.arguments if each.name not in _OF_A_TEXT)) for tool in TOOLS
    ]
    return {tool.name: tool.choosing(packs) if len(packs) > 1 else tool for tool in told}


class _Face:
    """The answers, each made on a worker thread."""

    def __init__(self, reader: Reader, tools: dict[str, Tool], posts: dict[str, Tool]) -> None:
        self._reader = reader
        self.tools = tools
        self.posts = posts
        self._converter = Converter()
        self._voices = Voices(reader)
        self._room = anyio.CapacityLimiter(TALKERS)
        pages = {
            "/": "http_server.ask",
            ASK: "http_server.answers",
            SESSION: "http_server.session",
            CLAUSE: "http_server.evidence",
            PICTURE: "http_server.picture",
        }
        self._described = partial(openapi.document, tools, posts, {**pages, HEALTH: "http_server.health"}, _SOUNDS)

    def close(self) -> None:
        self._converter.close()

    def tool(self, path: str, request: Request) -> Response:
        pairs = [*request.path_params.items(), *request.query_params.multi_items()]
        return _json(self._facts(self.tools[path], pairs))

    def posted(self, path: str, pairs: Pairs) -> Response:
        return _json(self._facts(self.posts[path], pairs))

    def text_query(self, pairs: Pairs) -> Response:
        return _json(self.answered(pairs, Listener()))

    def voice_query(self, pairs: Pairs) -> Response:
        return _json(self.answered(self._voices.heard(pairs, Listener()), Listener()))

    def speech(self, pairs: Pairs) -> Response:
        return _json(self._voices.said(pairs))

    def answered(self, pairs: Pairs, listener: Listener) -> dict[str, Any]:
        """The answer with the seed's fields; it is read aloud only where that is asked for."""
        asked = [(name, value) for name, value in pairs if name != _AUDIO]
        facts = self._facts(self.posts[TEXT_QUERY], asked, listener=listener)
        said = next((value for name, value in asked if name in ("text", "question")), "")
        wants_sound = Flag.read(next((value for name, value in pairs if name == _AUDIO), "")) is True
        sound = self._voices.of_answer(facts["answer_text"], listener) if wants_sound else {"tts_ms": 0.0}
        timing = {**facts["timing"], "tts_ms": sound.pop("tts_ms")}
        return {**facts, "answer_audio_base64": None, **sound, "timing": timing, "transcription": said}

    async def talk(self, socket: WebSocket) -> None:
        setattr(socket.state, ASKED, TALK)
        await Talk(socket, socket.path_params["session_id"], self.answered, self._voices.heard, self._room).go_on()

    def reindex(self, _: Pairs) -> Response:
        """The server only reads: it says how the index is brought in step where the library is."""
        return _json({"status": "local", "message": say("http_server.reindex"), "command": _REINDEXING})

    def home(self, request: Request) -> Response:
        asked = {name: request.query_params.get(name, "") for name in ("query", "product")}
        answer = self._facts(self.tools["/api/v1/search"], asked.items()) if asked["query"] else None
        return HTMLResponse(question_page(**asked, answer=answer))

    def clause(self, request: Request) -> Response:
        clause_id, cursor = request.path_params["clause_id"], request.query_params.get("cursor")
        meant = pack_meant({"clause_id": clause_id})
        marked = self._reader().ask_of(meant, marked_clause, clause_id, self._converter, cursor)
        return HTMLResponse(evidence_page(marked), NOT_FOUND if marked.clause is None else 200)

    def picture(self, request: Request) -> Response:
        numbers = [request.path_params[name] for name in ("document_id", "page")]
        if not all(each.isascii() and each.isdecimal() and len(each) < 16 for each in numbers):
            return refusal(NOT_FOUND).response(request)
        document_id, page = map(int, numbers)
        meant = pack_meant({"document_id": document_id})
        found = self._reader().ask_of(meant, page_picture, document_id, page, self._converter)
        return refusal(NOT_FOUND).response(request) if found is None else Response(found.png, media_type="image/png")

    def health(self, _: Request) -> Response:
        told = self._reader().ask(library_status)
        verified = told.documents.verified if told.documents else 0
        library = {"library": told.status, "verified_documents": verified, "clauses": told.clauses}
        return _json({"status": "ok", "version": __version__, **library})

    def docs(self, _: Request) -> Response:
        return HTMLResponse(openapi.as_page(self._described()))

    def described(self, _: Request) -> Response:
        return _json(self._described())

    def asking(self, request: Request) -> Response:
        language = language_of(request.query_params.get("lang", ""), request.headers.get("accept-language", ""))
        return HTMLResponse(ask_page(language, _PATHS_OF_SCRIPT))

    def session(self, request: Request) -> Response:
        """What is remembered of a conversation."""
        with Memory() as memory:
            found = memory.of(request.path_params["session_id"])
        if not found.turns:
            raise NotFound("memory.no_such_session", session=found.session_id)
        return _json(shape(found))

    def _facts(self, tool: Tool, pairs: Iterable[tuple[str, str]], **beside: Any) -> dict[str, Any]:
        """What the tool answers; of which pack, where the library holds several."""
        given = arguments_of(tool, pairs)
        reader = self._reader()
        facts: dict[str, Any] = shape(tool.ask(reader, given, **beside))
        pack = reader.pack_said(tool.pack_meant(given))
        return facts if pack is None else {**facts, PACK: pack}


def _file(name: str, media_type: str, _: Request) -> Response:
    return Response((paths.resource_root() / name).read_bytes(), media_type=media_type)


def _json(answer: Any) -> Response:
    return Response(json.dumps(answer, ensure_ascii=False), media_type="application/json")


def _with_body(path: str, answer: PostedAnswer) -> Callable[[Request], Awaitable[Response]]:
    """An answer to what a request holds, beside the loop."""

    async def respond(request: Request) -> Response:
        setattr(request.state, ASKED, path)
        try:
            pairs = await posted_pairs(request)
        except UsageError as error:
            return refusal_of(error).response(request)
        return await _on_a_thread(path, lambda _: answer(pairs))(request)

    return respond


def _on_a_thread(path: str, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """An answer beside the loop; an expected failure is an answer, too."""

    def answered(request: Request) -> Response:
        try:
            return answer(request)
        except WorkbenchError as error:
            return refusal_of(error).response(request)
        except OSError as error:
            return refusal_of(system_refused(error)).response(request)

    async def respond(request: Request) -> Response:
        setattr(request.state, ASKED, path)
        return await anyio.to_thread.run_sync(answered, request)

    return respond


class _Recorded:
    """An application that leaves its path where the record looks for it."""

    def __init__(self, path: str, inside: ASGIApp) -> None:
        self._path = path
        self._inside = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})[ASKED] = self._path
        await self._inside(scope, receive, send)


async def _not_there(request: Request, error: Exception) -> Response:
    """No such path, or none for this method."""
    is_path = isinstance(error, HTTPException) and error.status_code == NOT_ALLOWED
    return refusal(NOT_ALLOWED if is_path else NOT_FOUND).response(request)


async def _crashed(request: Request, _: Exception) -> Response:
    """A fault of our own; the record keeps what it was."""
    return refusal(CRASHED).response(request)
