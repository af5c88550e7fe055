"""When a site has said that it is asked too much: no request to its domain for at least five minutes (EC-003).

Pure: state in, state out. Times are seconds since 1970, so that a restart shortens nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LEAST_CLOSED = 300.0
"""Seconds that a domain stays closed at the least."""

FIRST_CEILING = 300.0
"""Seconds that chance may add the first time; twice as many with each relapse."""

LONGEST_CLOSED = 86_400.0
"""Seconds after which a domain may be asked again whatever it said."""

RELAPSE_WITHIN = 86_400.0
"""A fault within so many seconds after a rest is a relapse."""

SERVER_FAULTS = 3
"""So many faults of the server in a row close its domain."""

BLOCKING = frozenset({403, 429})

Draw = Callable[[float, float], float]
"""Uniform chance between two numbers."""


@dataclass(frozen=True, slots=True)
class BreakerState:
    """`open_until` stays after the rest is over, to tell a relapse; `server_faults` counts those in a row."""

    open_until: float | None = None
    cause: str = ""
    openings: int = 0
    server_faults: int = 0

    def is_open(self, now: float) -> bool:
        return self.open_until is not None and now < self.open_until


def after_success(state: BreakerState) -> BreakerState:
    return replace(state, server_faults=0)


def after_server_fault(state: BreakerState, cause: str, retry_after: float, now: float, draw: Draw) -> BreakerState:
    """One more fault of the server; the third in a row opens the breaker."""
    counted = replace(state, server_faults=state.server_faults + 1)
    return opened(counted, cause, retry_after, now, draw) if counted.server_faults >= SERVER_FAULTS else counted


def opened(state: BreakerState, cause: str, retry_after: float, now: float, draw: Draw) -> BreakerState:
    """The breaker open: for the least time plus chance, or as long as the site asks where that is longer."""
    is_relapse = state.open_until is not None and now < state.open_until + RELAPSE_WITHIN
    openings = state.openings + 1 if is_relapse else 1
    ceiling = min(FIRST_CEILING * 2.0 ** min(openings - 1, 20), LONGEST_CLOSED)
    rest = min(max(LEAST_CLOSED + draw(0.0, ceiling), retry_after), LONGEST_CLOSED)
    return BreakerState(now + rest, cause, openings, 0)


def retry_after(header: str | None, now: float) -> float:
    """Seconds that a Retry-After asks for (a number or a date); 0 where it says nothing readable."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return float(min(int(text[:12]), LONGEST_CLOSED))
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(aware.timestamp() - now, 0.0)


def shown_time(moment: float) -> str:
    """A time as a person's own clock shows it."""
    return datetime.fromtimestamp(moment, UTC).astimezone().isoformat(sep=" ", timespec="seconds")
