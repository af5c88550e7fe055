"""Every request to a site goes through here: rules, robots.txt, breaker, pace, receipt, limits; then the answer.

A request that a rule forbids never leaves, and has its receipt all the same.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import NoReturn, Self

import httpx

from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.domain.errors import (
    AnswerFailed,
    DomainClosed,
    Offline,
    RequestRefused,
    RobotsRefused,
    ServerFault,
)
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled
from insurance_desktop.packs.wording import say

from .body import Body, BodyFault, CutShort, Limits, NotUnpackable, TooLarge, TooSlow, read_body
from .breaker import BLOCKING, SERVER_FAULTS, Draw, after_server_fault, after_success, opened, retry_after, shown_time
from .connection import LONGEST_REQUEST, Watch
from .integrity import IntegrityFault
from .pace import Clock, Pace
from .robots import KEPT, MOST_BYTES, UNREADABLE, RobotsRules, lies_in, read_robots
from .traffic import Answer, Arrival, Ask, Departure, Journal, Outcome, Purpose, RobotsFile
from .urls import Refusal, UrlRules, domain_of, redirect_target, refusal

MOST_HOPS = 5
REDIRECTS = frozenset({301, 302, 303, 307, 308})
NO_ROBOTS = frozenset({400, 401, 404, 410})
"""Answers that mean that a site has no robots.txt (RFC 9309, 2.3.1.3); 403 and 429 close the domain before."""

CAUSES = {"crawl.no_answer": "crawl.no_answer_cause", "crawl.too_slow": "crawl.too_slow_cause"}
"""What closed a domain that gave no status, in words."""

FIRST_PAUSE = 4.0
"""Seconds: the ceiling of the pause before the second try; twice as long before the third."""


@dataclass(frozen=True)
class Client:
    """One run's way out. `posts` are the only addresses that may be asked with POST.

    Raises Offline, RequestRefused, RobotsRefused, DomainClosed, AnswerFailed (ServerFault where another try may help)
    and Cancelled.
    """

    http: httpx.Client
    journal: Journal
    pace: Pace
    clock: Clock
    rules: UrlRules
    posts: frozenset[str] = frozenset()
    cancel: CancelCheck = never_cancelled
    draw: Draw = random.uniform
    watch: Watch = field(default_factory=Watch)
    _robots: dict[str, RobotsRules] = field(default_factory=dict, repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    def fetch(self, ask: Ask) -> Answer:
        """The answer to a request, after redirects, with a second and third try where the server is at fault.

        The third fault in a row closes the domain: then DomainClosed.
        """
        for attempt in range(1, SERVER_FAULTS):
            try:
                return self._follow(ask)
            except ServerFault:
                self.refuse_closed(ask.url)
                self._pause(self.draw(0.0, FIRST_PAUSE * 2 ** (attempt - 1)))
        try:
            return self._follow(ask)
        except ServerFault:
            self.refuse_closed(ask.url)
            raise

    def refuse_closed(self, url: str) -> None:
        """DomainClosed while the address's domain rests."""
        domain = domain_of(url)
        state = self.journal.breaker(domain)
        if state.open_until is not None and state.is_open(self.clock.wall()):
            raise DomainClosed(
                "crawl.domain_closed", domain=domain, until=shown_time(state.open_until), cause=state.cause
            )

    def _follow(self, ask: Ask) -> Answer:
        """One request with its redirects, each hop checked like a request of its own."""
        for _ in range(MOST_HOPS + 1):
            self._permit(ask)
            answer = self._send(ask)
            location = answer.headers.get("location")
            if answer.status not in REDIRECTS or not location:
                return answer
            target = redirect_target(answer.url, location, self.rules)
            if isinstance(target, Refusal):
                self._refuse(replace(ask, url=_shown(answer.url, location)), target)
            if ask.method != "GET":
                self._refuse(replace(ask, url=target), "crawl.redirected_post")
            ask = replace(ask, url=target)
        raise AnswerFailed("crawl.too_many_redirects", url=ask.url)

    def _permit(self, ask: Ask) -> None:
        """Everything that is looked at before a request may leave."""
        if self.journal.is_offline():
            raise Offline("crawl.offline")
        refused = refusal(ask.url, self.rules)
        if refused is not None:
            self._refuse(ask, refused)
        if ask.method != "GET" and not (ask.method == "POST" and ask.url in self.posts):
            self._refuse(ask, "crawl.method_refused")
        self.refuse_closed(ask.url)
        if ask.purpose is not Purpose.ROBOTS:
            self._heed_robots(ask)

    def _heed_robots(self, ask: Ask) -> None:
        rules = self.robots(origin_of(ask.url))
        if rules.allows(ask.url) or lies_in(ask.url, self.journal.confirmed_folders(origin_of(ask.url))):
            return
        key = "crawl.robots_forbid" if rules.is_readable else "crawl.robots_unreadable"
        self.journal.refused(self._departure(ask), key)
        raise RobotsRefused(key, url=ask.url, origin=origin_of(ask.url))

    def robots(self, origin: str) -> RobotsRules:
        """The origin's rules: asked for first of all, kept for a day, asked for once a run where nobody can read them.

        Raises DomainClosed where the request for it closes the domain.
        """
        if origin not in self._robots:
            kept = self.journal.robots(origin)
            is_fresh = kept is not None and 0 <= self.clock.wall() - kept.fetched_at < KEPT
            self._robots[origin] = RobotsRules(kept.content) if kept and is_fresh else self._ask_for_robots(origin)
        return self._robots[origin]

    def _ask_for_robots(self, origin: str) -> RobotsRules:
        try:
            answer = self._follow(Ask(f"{origin}/robots.txt", Purpose.ROBOTS, most_bytes=MOST_BYTES))
        except (AnswerFailed, RequestRefused) as error:
            status = error.values.get("status")
            if status not in NO_ROBOTS:
                self.refuse_closed(origin)
                return UNREADABLE
            rules = RobotsRules(None)
        else:
            rules = read_robots(answer.content)
        if rules.is_readable:
            self.journal.keep_robots(origin, RobotsFile(rules.content, self.clock.wall()))
        return rules

    def _send(self, ask: Ask) -> Answer:
        """One request on the line, with its turn, its receipt and its limits."""
        with self.pace.turn(self.cancel, self._delay(ask)):
            if self.journal.is_offline():
                raise Offline("crawl.offline")
            receipt = self.journal.departs(self._departure(ask))
            self.pace.depart()  # the line above may have waited for the library
            with self._told(receipt, ask):
                answer = self._received(ask)
            arrival = Arrival(_outcome(answer.status), answer.status, len(answer.content), answer.sha256)
            self.journal.arrived(receipt, arrival)
        self._judge(ask, answer)
        return answer

    def _delay(self, ask: Ask) -> float:
        known = self._robots.get(origin_of(ask.url))
        return known.delay if known else 0.0

    @contextmanager
    def _told(self, receipt: int, ask: Ask) -> Iterator[None]:
        """A request without an answer gets its receipt, and counts as the server's fault where it is that."""
        try:
            yield
        except Cancelled:
            self.journal.arrived(receipt, Arrival(Outcome.NO_ANSWER, reason="crawl.stopped"))
            raise
        except BodyFault as fault:
            outcome, key, error = _body_fault(fault)
            self.journal.arrived(receipt, Arrival(outcome, reason=key))
            if isinstance(fault, TooSlow):
                self._count_fault(ask, say(CAUSES[key]), 0.0)
            raise error(key, url=ask.url, limit=ask.most_bytes >> 20) from fault
        except (httpx.InvalidURL, UnicodeError) as fault:  # our own doing: nothing has left
            self.journal.arrived(receipt, Arrival(Outcome.UNREADABLE, reason=Refusal.NOT_AN_ADDRESS))
            raise AnswerFailed(Refusal.NOT_AN_ADDRESS, url=ask.url) from fault
        except (httpx.HTTPError, httpx.StreamError) as fault:
            if self.cancel():
                self.journal.arrived(receipt, Arrival(Outcome.NO_ANSWER, reason="crawl.stopped"))
                raise Cancelled from fault
            late = self.watch.is_late
            key = "crawl.too_slow" if late else "crawl.no_answer"
            outcome = Outcome.TOO_SLOW if late else Outcome.NO_ANSWER
            self.journal.arrived(receipt, Arrival(outcome, reason=key))
            self._count_fault(ask, say(CAUSES[key]), 0.0)
            raise ServerFault(key, url=ask.url, detail=str(fault) or type(fault).__name__) from fault

    def _received(self, ask: Ask) -> Answer:
        start = self.clock.steady()
        limits = Limits(ask.most_bytes, lambda: self.clock.steady() - start > LONGEST_REQUEST, self.cancel)
        request = self.http.build_request(
            ask.method,
            ask.url,
            headers=dict(ask.headers),
            content=ask.body,
            extensions={"trace": self.watch.wire.note},
        )
        with self.watch.over_one(self.cancel):
            try:
                response = self.http.send(request, stream=True)
            finally:
                self.pace.depart()  # by now at the latest the site had it: the pace holds as the site sees it
            try:
                return _answer(ask.url, response, limits)
            except httpx.RemoteProtocolError as fault:
                if self.watch.is_late or self.cancel():
                    raise
                raise CutShort from fault
            finally:
                response.close()

    def _judge(self, ask: Ask, answer: Answer) -> None:
        """What a status means for the domain, and for the caller."""
        wait = retry_after(answer.headers.get("retry-after"), self.clock.wall())
        if answer.status in BLOCKING:
            domain = domain_of(answer.url)
            state = self.journal.breaker(domain)
            cause = f"HTTP {answer.status}"
            self.journal.keep_breaker(domain, opened(state, cause, wait, self.clock.wall(), self.draw))
            self.refuse_closed(answer.url)
        if answer.status >= 500:
            self._count_fault(ask, f"HTTP {answer.status}", wait)
            raise ServerFault("crawl.server_error", url=answer.url, status=answer.status)
        domain = domain_of(answer.url)
        state = self.journal.breaker(domain)
        if state.server_faults and answer.status not in REDIRECTS:
            self.journal.keep_breaker(domain, after_success(state))
        if answer.status >= 400:
            raise AnswerFailed("crawl.http_error", url=answer.url, status=answer.status)

    def _count_fault(self, ask: Ask, cause: str, wait: float) -> None:
        domain = domain_of(ask.url)
        state = after_server_fault(self.journal.breaker(domain), cause, wait, self.clock.wall(), self.draw)
        self.journal.keep_breaker(domain, state)

    def _refuse(self, ask: Ask, reason: str) -> NoReturn:
        self.journal.refused(self._departure(ask), str(reason))
        raise RequestRefused(str(reason), url=ask.url)

    def _departure(self, ask: Ask) -> Departure:
        return Departure(self.clock.wall(), ask.method, ask.url, ask.purpose)

    def _pause(self, seconds: float) -> None:
        end = self.clock.steady() + seconds
        while (rest := end - self.clock.steady()) > 0:
            if self.cancel():
                raise Cancelled
            self.clock.sleep(min(rest, 0.25))


def _answer(url: str, response: httpx.Response, limits: Limits) -> Answer:
    encoding = response.headers.get("content-encoding", "")
    declared = response.headers.get("content-length", "")
    body = read_body(response.iter_raw(), encoding, limits)
    return Answer(
        url=url,
        status=response.status_code,
        content=body.content,
        sha256=hashlib.sha256(body.content).hexdigest(),
        headers={name.lower(): value for name, value in response.headers.items()},
        declared_length=_declared_length(declared, body),
    )


def _declared_length(header: str, body: Body) -> int | None:
    """The content's own length: that of a packed answer says how long it was on its way."""
    return int(header) if header.isascii() and header.isdigit() and not body.was_packed else None


def _body_fault(fault: BodyFault) -> tuple[Outcome, str, Callable[..., AnswerFailed]]:
    if isinstance(fault, TooLarge):
        return Outcome.TOO_LARGE, "crawl.too_large", AnswerFailed
    if isinstance(fault, CutShort):  # worth another try, and no sign that the site is asked too much
        return Outcome.UNREADABLE, IntegrityFault.WRONG_LENGTH, ServerFault
    if isinstance(fault, NotUnpackable):
        return Outcome.UNREADABLE, "crawl.not_unpackable", AnswerFailed
    return Outcome.TOO_SLOW, "crawl.too_slow", ServerFault


def _outcome(status: int) -> Outcome:
    if status in REDIRECTS:
        return Outcome.REDIRECT
    if status == 304:
        return Outcome.UNCHANGED
    if status in BLOCKING:
        return Outcome.BLOCKED
    if status >= 500:
        return Outcome.SERVER_ERROR
    return Outcome.HTTP_ERROR if status >= 400 else Outcome.OK


def _shown(url: str, location: str) -> str:
    """The refused target for its receipt, as far as it is an address."""
    try:
        return str(httpx.URL(url).join(location))
    except (httpx.InvalidURL, ValueError, TypeError):
        return location[:500]
