"""The body of a request as the pairs that a query would be: a form, in either encoding, or one JSON object."""

import json
from base64 import b64encode
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from insurance_desktop.domain.errors import UsageError

MEDIA_TYPE = "media_type"
Pairs = list[tuple[str, str]]
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


async def posted_pairs(request: Request) -> Pairs:
    """What the body says. UsageError for one that is neither a form nor an object of single values."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in _FORMS:
        try:
            form = await request.form(max_files=1)
        except HTTPException as fault:  # no multipart after all
            raise UsageError("http_server.no_body") from fault
        return [pair for name, value in form.multi_items() for pair in await _pairs_of_field(name, value)]
    body = await request.body()
    if not body:
        return []
    return pairs_of(body)


async def _pairs_of_field(name: str, value: UploadFile | str) -> Pairs:
    """A field; a file as a message of a WebSocket would carry it: its bytes in base64, and their media type."""
    if isinstance(value, str):
        return [(name, value)]
    return [(name, b64encode(await value.read()).decode()), (MEDIA_TYPE, value.content_type or "")]


def pairs_of(body: str | bytes) -> Pairs:
    """The values of one JSON object. UsageError for anything else, and for halves of signs, which nothing can keep."""
    try:
        told = json.loads(body)
        if not isinstance(told, dict) or any(isinstance(value, (dict, list)) for value in told.values()):
            raise UsageError("http_server.no_body")
        pairs = [(name, _as_text(value)) for name, value in told.items() if value is not None]
        for name, value in pairs:
            (name + value).encode()
    except (ValueError, RecursionError) as fault:
        raise UsageError("http_server.no_body") from fault
    return pairs


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
