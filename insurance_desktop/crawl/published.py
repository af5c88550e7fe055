"""A file published at an address that a person has set: taken piece by piece, within limits, without redirects.

Unlike a site that is collected it was put there for this program, so no robots.txt is asked and no receipt is kept.
"""

from collections.abc import Callable

import httpx

from insurance_desktop.domain.errors import AnswerFailed, Offline, RequestRefused, ServerFault
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled

from .connection import HttpOpener, Watch, open_http
from .integrity import IntegrityFault
from .urls import Refusal, refusal

LONGEST = 3600.0
"""Seconds for one file: a release has some 200 MB, and lines are slow."""


def is_askable(url: str) -> bool:
    """Whether files may be fetched from there: https (http on this machine), no credentials.

    Paths that lead to people's policies on insurers' sites mean nothing here.
    """
    return refusal(url) in (None, Refusal.FORBIDDEN_PATH)


def fetch_published(
    url: str,
    most_bytes: int,
    take: Callable[[bytes], object],
    *,
    agent: str,
    offline: Callable[[], bool],
    cancel: CancelCheck = never_cancelled,
    opener: HttpOpener = open_http,
) -> None:
    """Hands the file's bytes to `take`, `most_bytes` at most.

    Raises Offline, RequestRefused, AnswerFailed (ServerFault where another try may help) and Cancelled.
    """
    if offline():
        raise Offline("updates.offline")
    if not is_askable(url):
        raise RequestRefused("updates.address_unusable", address=url)
    watch = Watch(LONGEST)
    try:
        with (
            opener(agent) as http,
            watch.over_one(cancel),
            http.stream("GET", url, extensions={"trace": watch.wire.note}) as response,
        ):
            _refuse_status(response, url)
            _hand_over(response, most_bytes, take, cancel)
    except (httpx.HTTPError, httpx.StreamError) as fault:
        if cancel():
            raise Cancelled from fault
        key = "crawl.too_slow" if watch.is_late else "crawl.no_answer"
        raise ServerFault(key, url=url, detail=str(fault) or type(fault).__name__) from fault


def _refuse_status(response: httpx.Response, url: str) -> None:
    if response.is_redirect:
        raise AnswerFailed("updates.redirected", url=url, target=response.headers["location"][:500])
    if response.status_code >= 500:
        raise ServerFault("crawl.server_error", url=url, status=response.status_code)
    if response.status_code != 200:
        raise AnswerFailed("crawl.http_error", url=url, status=response.status_code)
    if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise AnswerFailed("crawl.not_unpackable", url=url)


def _hand_over(response: httpx.Response, most_bytes: int, take: Callable[[bytes], object], cancel: CancelCheck) -> None:
    taken = 0
    for piece in response.iter_raw():
        if cancel():
            raise Cancelled
        taken += len(piece)
        if taken > most_bytes:
            raise AnswerFailed("updates.too_large", url=str(response.url), most=most_bytes)
        take(piece)
    declared = response.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) != taken:
        raise ServerFault(IntegrityFault.WRONG_LENGTH, url=str(response.url))
