"""Which addresses collecting may ask for: https, and no path that leads to people's policies or accounts (EC-004, C10).

Checked before a request leaves, and again for every hop of a redirect.
"""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urljoin, urlsplit

from insurance_desktop.domain.addresses import is_loopback, origin_of

ALWAYS_FORBIDDEN = frozenset({"policy", "user"})
DECODING_ROUNDS = 4
"""A segment may be percent-encoded more than once; what is still encoded after so many rounds is refused."""


class Refusal(StrEnum):
    """Why an address is not asked for; the value is its sentence's key."""

    NOT_AN_ADDRESS = "crawl.not_an_address"
    NOT_HTTPS = "crawl.not_https"
    CREDENTIALS = "crawl.credentials"
    FORBIDDEN_PATH = "crawl.forbidden_path"
    OTHER_SITE = "crawl.other_site"


@dataclass(frozen=True, slots=True)
class UrlRules:
    """`forbidden` are whole path segments, compared without case, that a site adds to the ones always forbidden.

    `origins` (`https://host`) are the only ones that may be asked; empty = any.
    """

    forbidden: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    def forbids(self, segment: str) -> bool:
        return segment in ALWAYS_FORBIDDEN or segment in {_folded(each) for each in self.forbidden}


def refusal(url: str, rules: UrlRules | None = None) -> Refusal | None:
    """Why `url` must not be asked for, or None where it may."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return Refusal.NOT_AN_ADDRESS
    if not host or port == 0 or _has_controls(url):
        return Refusal.NOT_AN_ADDRESS
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        return Refusal.NOT_HTTPS
    if parts.username is not None or parts.password is not None:
        return Refusal.CREDENTIALS
    segments = path_segments(parts.path)
    if segments is None or any((rules or UrlRules()).forbids(each) for each in segments):
        return Refusal.FORBIDDEN_PATH
    if rules is not None and rules.origins and origin_of(url) not in rules.origins:
        return Refusal.OTHER_SITE
    return None


def domain_of(url: str) -> str:
    """The host: what a breaker closes."""
    return (urlsplit(url).hostname or "").lower()


def redirect_target(url: str, location: str, rules: UrlRules | None = None) -> str | Refusal:
    """The address that a redirect from `url` leads to, or why it is not followed."""
    try:
        target = urljoin(url, location.strip())
    except ValueError:
        return Refusal.NOT_AN_ADDRESS
    return refusal(target, rules) or target


def path_segments(path: str) -> tuple[str, ...] | None:
    """The segments as a server may read them: decoded, without parameters and file endings, case and width folded.

    Each segment also counts without its ending (`policy.do` is `policy`). None where decoding finds no end.
    """
    decoded = path
    for _ in range(DECODING_ROUNDS):
        once_more = unquote(decoded)
        if once_more == decoded:
            break
        decoded = once_more
    else:
        return None
    named = [_folded(each.split(";", 1)[0]) for each in decoded.replace("\\", "/").split("/")]
    return tuple(each for name in named for each in dict.fromkeys((name, name.split(".", 1)[0])) if each)


def _folded(segment: str) -> str:
    return unicodedata.normalize("NFKC", segment).strip().casefold()


def _has_controls(url: str) -> bool:
    """Tabs, line ends and the like, which some parsers drop and others keep."""
    return any(unicodedata.category(each) == "Cc" or each == " " for each in url)
