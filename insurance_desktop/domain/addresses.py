"""Web addresses: what of them says who is asked, and how far away that is."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit


def origin_of(url: str) -> str:
    """`https://host[:port]` in small letters, the port only where it is not the scheme's own."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    own = {"https": 443, "http": 80}.get(parts.scheme)
    return f"{parts.scheme}://{shown}" + (f":{parts.port}" if parts.port not in (None, own) else "")


def is_loopback(host: str) -> bool:
    """Whether `host` is this machine by name or number; a name that only begins so is not."""
    number = _number(host)
    return number.is_loopback if number else host == "localhost"


def is_nearby(host: str) -> bool:
    """Whether `host` is of this house: a number that no router passes on, or a name without a domain."""
    number = _number(host)
    return number.is_private if number else "." not in host


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
