"""One request and its answer as values, and what a library remembers of all of them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from .breaker import BreakerState


class Purpose(StrEnum):
    """What a request is for."""

    ROBOTS = "robots"
    LIST = "list"
    FILE = "file"
    RECHECK = "recheck"
    """A file that is here already, asked for again: has it changed?"""


class Outcome(StrEnum):
    """How a request ended, as its receipt says it. SENT that stays = the program ended before the answer."""

    SENT = "sent"
    OK = "ok"
    REDIRECT = "redirect"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    BLOCKED = "blocked"
    HTTP_ERROR = "http_error"
    SERVER_ERROR = "server_error"
    NO_ANSWER = "no_answer"
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Ask:
    """One request before it leaves. `body` is JSON for the one known POST; `most_bytes` what the answer may hold."""

    url: str
    purpose: Purpose
    method: str = "GET"
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    most_bytes: int = 8 << 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `declared_length` counts the bytes of the content itself, None where nothing was declared."""

    url: str
    status: int
    content: bytes
    sha256: str
    headers: dict[str, str]
    declared_length: int | None = None

    @property
    def is_unchanged(self) -> bool:
        return self.status == 304


@dataclass(frozen=True, slots=True)
class Departure:
    """A request that leaves now, `at` seconds since 1970."""

    at: float
    method: str
    url: str
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Arrival:
    """How it ended; `reason` is the key of a sentence."""

    outcome: Outcome
    status: int | None = None
    bytes: int | None = None
    sha256: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RobotsFile:
    """A robots.txt as it was read: `content` None where the site has none; `fetched_at` seconds since 1970."""

    content: str | None
    fetched_at: float


class Journal(Protocol):
    """What the client must find again after a restart. Every method has stored what it was told when it returns."""

    def is_offline(self) -> bool: ...

    def departs(self, departure: Departure) -> int:
        """Begins a receipt and returns its number."""
        ...

    def arrived(self, receipt: int, arrival: Arrival) -> None: ...

    def refused(self, departure: Departure, reason: str) -> None:
        """A receipt of a request that never left."""
        ...

    def breaker(self, domain: str) -> BreakerState: ...

    def keep_breaker(self, domain: str, state: BreakerState) -> None: ...

    def robots(self, origin: str) -> RobotsFile | None: ...

    def keep_robots(self, origin: str, file: RobotsFile) -> None: ...

    def confirmed_folders(self, origin: str) -> tuple[str, ...]:
        """Folders that a person has confirmed to be a disclosure that the law demands."""
        ...
