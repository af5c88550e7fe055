"""What is refused over HTTP: a status, and the code, message and hint that the command line would give."""

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryBusy, NotFound, UsageError, WorkbenchError
from insurance_desktop.packs.wording import Sentence, say, sentence

from .pages import page, words

BAD_REQUEST, NO_TOKEN, FOREIGN, NOT_FOUND, NOT_ALLOWED = 400, 401, 403, 404, 405
TOO_SLOW, TOO_LARGE, TOO_MANY, CRASHED, UNAVAILABLE = 408, 413, 429, 500, 503

_CODES = {
    BAD_REQUEST: "usage",
    NO_TOKEN: "no_token",
    FOREIGN: "foreign",
    NOT_FOUND: "not_found",
    NOT_ALLOWED: "not_allowed",
    TOO_SLOW: "too_slow",
    TOO_LARGE: "too_large",
    TOO_MANY: "too_many",
    CRASHED: "unexpected",
    UNAVAILABLE: "busy",
}
_STATUS: tuple[tuple[type[WorkbenchError], int], ...] = ((UsageError, BAD_REQUEST), (NotFound, NOT_FOUND))
_MORE = {
    _CODES[NO_TOKEN]: {"www-authenticate": "Bearer"},
    **{code: {"retry-after": "1"} for code in (_CODES[TOO_MANY], _CODES[UNAVAILABLE], LibraryBusy.code)},
}
"""What else is said, by the code."""


@entity
class Refusal:
    """As JSON; as a page for who asks with a browser."""

    status: int
    code: str
    words: Sentence

    def response(self, request: HTTPConnection) -> Response:
        headers = _MORE.get(self.code)
        if "text/html" in request.headers.get("accept", ""):
            body = page(self.words.message, words("p", self.words.hint))
            return HTMLResponse(body, self.status, headers)
        return JSONResponse(self.as_json(), self.status, headers)

    def as_json(self) -> dict[str, dict[str, str]]:
        return {"error": {"code": self.code, "message": self.words.message, "hint": self.words.hint}}


def refusal(status: int) -> Refusal:
    """What the face itself refuses, in the words that the catalogue has for the status."""
    code = _CODES[status]
    return Refusal(status, code, Sentence(say(f"http_server.{code}"), say(f"http_server.{code}_hint")))


def refusal_of(error: WorkbenchError) -> Refusal:
    """An expected failure of a service."""
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), UNAVAILABLE)
    return Refusal(status, error.code, sentence(error))
