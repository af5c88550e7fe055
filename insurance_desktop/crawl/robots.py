"""What a site's robots.txt allows (RFC 9309), and the disclosure folders that a person may confirm against it.

Insurers must publish their clauses; where robots.txt forbids the very folder of that disclosure, or cannot be read, a
person decides, once, on record. Everything else is as robots.txt says.
"""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from protego import Protego

from .urls import path_segments

AGENT = "insurance-desktop"
"""The name by which a robots.txt may speak to this program."""

MOST_BYTES = 512 << 10
"""What is read of a robots.txt: the RFC asks for 500 KiB at least."""

KEPT = 86_400.0
"""Seconds for which a robots.txt may be used again: the RFC's 24 hours."""

LONGEST_DELAY = 60.0
"""Seconds: a Crawl-delay beyond this is taken for this."""


@dataclass(frozen=True)
class RobotsRules:
    """The rules of one origin. `content` None = the site has no robots.txt; `is_readable` False = nobody knows."""

    content: str | None
    is_readable: bool = True

    @cached_property
    def _rules(self) -> Protego:
        return Protego.parse(self.content or "")

    def allows(self, url: str) -> bool:
        return self.is_readable and bool(self._rules.can_fetch(url, AGENT))

    @property
    def delay(self) -> float:
        """Seconds between two requests that the site asks for."""
        return min(float(self._rules.crawl_delay(AGENT) or 0.0), LONGEST_DELAY) if self.is_readable else 0.0


UNREADABLE = RobotsRules(None, is_readable=False)


def read_robots(content: bytes) -> RobotsRules:
    """The rules in an answer; UNREADABLE where a web page or something binary came instead."""
    start = content[:MOST_BYTES].removeprefix(b"\xef\xbb\xbf")
    if start.lstrip()[:1] in (b"<", b"{", b"[") or b"\0" in start:
        return UNREADABLE
    return RobotsRules(start.decode("utf-8", errors="replace"))


def lies_in(url: str, folders: tuple[str, ...]) -> bool:
    """Whether the address lies in one of these folders, whole segments compared."""
    segments = _plain_segments(urlsplit(url).path)
    return any(segments[: len(inside)] == inside for inside in map(_plain_segments, folders) if inside)


def _plain_segments(path: str) -> tuple[str, ...]:
    found = path_segments(path) or ()
    return () if ".." in found else tuple(each for each in path.split("/") if each)
