"""How long a domain rests: five minutes at the least, longer by chance, longer with each relapse, never for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.crawl.breaker import (
    LEAST_CLOSED,
    LONGEST_CLOSED,
    RELAPSE_WITHIN,
    BreakerState,
    after_server_fault,
    after_success,
    opened,
    retry_after,
)

NOW = 1_760_000_000.0


def most(low, high):
    return high


def least(low, high):
    return low


@pytest.mark.requirement("EC-003", "FR-008")
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 200_000), st.floats(0, 10**6)), min_size=1, max_size=30))
def test_a_domain_rests_at_least_five_minutes_and_at_most_a_day(openings):
    state, now = BreakerState(), NOW
    for chance, later, wait in openings:
        state = opened(state, "HTTP 429", wait, now, lambda low, high, chance=chance: low + (high - low) * chance)
        assert LEAST_CLOSED <= state.open_until - now <= LONGEST_CLOSED + 1e-3
        assert state.open_until - now >= min(wait, LONGEST_CLOSED) - 1e-3
        assert state.is_open(now + LEAST_CLOSED - 0.001)
        now = max(now + later, state.open_until)
        assert not state.is_open(now)


def test_a_relapse_doubles_what_chance_may_add():
    state, now, rests = BreakerState(), NOW, []
    for _ in range(5):
        state = opened(state, "HTTP 403", 0, now, most)
        rests.append(state.open_until - now)
        now = state.open_until + 60
    assert rests == [600, 900, 1500, 2700, 5100]


def test_chance_reaches_from_the_least_rest_upwards():
    assert opened(BreakerState(), "x", 0, NOW, least).open_until == NOW + LEAST_CLOSED


def test_a_fault_long_after_a_rest_is_no_relapse():
    first = opened(BreakerState(), "x", 0, NOW, most)
    later = opened(first, "x", 0, first.open_until + RELAPSE_WITHIN + 1, most)
    assert later.openings == 1


def test_only_the_third_fault_in_a_row_opens():
    state = BreakerState()
    for _ in range(2):
        state = after_server_fault(state, "HTTP 500", 0, NOW, least)
    assert state.open_until is None
    assert after_success(state).server_faults == 0
    assert after_server_fault(state, "HTTP 500", 0, NOW, least).is_open(NOW)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 0),
        ("", 0),
        ("120", 120),
        (" 7 ", 7),
        ("99999999999999999999", LONGEST_CLOSED),
        ("Thu, 09 Oct 2025 08:54:20 GMT", 60),
        ("Thu, 09 Oct 2025 08:00:00 GMT", 0),
        ("soon", 0),
        ("-5", 0),
        ("１２", 0),
        ("Thu, 99 Foo 2025", 0),
    ],
)
def test_retry_after_is_seconds_or_a_date(header, seconds):
    assert retry_after(header, NOW) == pytest.approx(seconds, abs=1)
